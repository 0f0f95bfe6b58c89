// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDockWidget>

#include <algorithm>
#include <functional>
#include <map>

#include "ui/controls/language.h"
#include "ui/controls/text.h"
#include "ui/document/edited_question.h"
#include "ui/shell/keeping.h"
#include "ui/shell/main_window.h"
#include "ui/shell/registers.h"

namespace plateau::ui {

/// The state of a window without its questions.
struct MainWindow::Arrangement {
    QByteArray geometry;
    std::size_t page = 0;
    std::vector<bool> open; ///< the panels of the page
    QStringList in_front; ///< the names of those that can be seen
    std::map<std::string, std::string> work; ///< of pages, by what its copies are called
    std::vector<std::function<void(const WindowParts&)>> companions; ///< what brings their state back
};

MainWindow::Arrangement MainWindow::arrangement()
{
    Arrangement now;
    now.geometry = saveGeometry();
    for (const CompanionRow& companion : registers().companions)
        now.companions.push_back(companion.leave(*parts_));
    now.page = pages_->active_row();
    now.open = docks_.open();
    for (const QDockWidget* dock : findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly))
        if (dock->isVisible() && !dock->visibleRegion().isEmpty())
            now.in_front << dock->objectName();
    for (const Page* page : pages_->built())
        if (std::string work = page->work(); !work.empty())
            now.work[pages_->row(*page).work] = std::move(work);
    return now;
}

void MainWindow::arrange(const Arrangement& as_before)
{
    restoreGeometry(as_before.geometry);
    show();
    for (const auto& [name, copy] : as_before.work)
        pages_->with_work(name)->restore_work(copy);
    pages_->go_to(pages_->at(as_before.page));
    docks_.set_open(as_before.open);
    for (const QString& name : as_before.in_front)
        docks_.raise(name);
    for (const auto& bring_back : as_before.companions)
        bring_back(*parts_);
}

std::unique_ptr<MainWindow> MainWindow::in_another_language(std::unique_ptr<MainWindow> window,
                                                            const Language& language)
{
    const Arrangement as_before = window->arrangement();
    ScenarioDocument& document = window->document_;
    Appearance& appearance = window->appearance_;
    const std::shared_ptr<Questions> questions = window->questions_;
    const QString folder = window->keeping().folder();
    window->keeping().finish();
    window.reset();
    speak_language(language);
    for (QuestionDocument* question : questions->documents())
        say_steps_again(question->undo_stack());
    auto next = std::make_unique<MainWindow>(document, appearance, questions);
    if (!folder.isEmpty())
        next->keeping().recover_in(folder);
    next->arrange(as_before);
    return next;
}

} // namespace plateau::ui
