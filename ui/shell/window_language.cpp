// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDockWidget>

#include <algorithm>

#include "ui/class/classroom/classroom_window.h"
#include "ui/class/tours/tour_player.h"
#include "ui/controls/language.h"
#include "ui/controls/text.h"
#include "ui/document/undo_words.h"
#include "ui/pages/evidence/calibrate_panel.h"
#include "ui/pages/evidence/evidence_page.h"
#include "ui/shell/class_desk.h"
#include "ui/shell/keeping.h"
#include "ui/shell/main_window.h"
#include "ui/shell/tour_desk.h"

namespace plateau::ui {

/// The state of a window without its questions.
struct MainWindow::Arrangement {
    QByteArray geometry;
    std::size_t page = 0;
    std::vector<bool> open; ///< the panels of the page
    QStringList in_front; ///< the names of those that can be seen
    std::string calibration;
    QString tour; ///< empty: none is played
    int step = 0;
};

MainWindow::Arrangement MainWindow::arrangement()
{
    Arrangement now;
    now.geometry = saveGeometry();
    if (player_->is_playing()) {
        now.tour = text(player_->tour().id);
        now.step = player_->index();
        player_->leave();
    }
    now.page = pages_->active_row();
    now.open = docks_.open();
    for (const QDockWidget* dock : findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly))
        if (dock->isVisible() && !dock->visibleRegion().isEmpty())
            now.in_front << dock->objectName();
    if (const auto* evidence = pages_->built<EvidencePage>())
        now.calibration = evidence->calibrate().copy();
    return now;
}

void MainWindow::arrange(const Arrangement& as_before)
{
    restoreGeometry(as_before.geometry);
    show();
    if (!as_before.calibration.empty())
        pages_->page<EvidencePage>().calibrate().restore(as_before.calibration);
    pages_->go_to(pages_->at(as_before.page));
    docks_.set_open(as_before.open);
    for (const QString& name : as_before.in_front)
        docks_.raise(name);
    if (as_before.tour.isEmpty())
        return;
    tour_desk_->start(as_before.tour);
    if (player_->is_playing() && player_->index() != as_before.step)
        player_->go(as_before.step);
}

std::unique_ptr<MainWindow> MainWindow::in_another_language(std::unique_ptr<MainWindow> window,
                                                            const Language& language)
{
    if (ClassroomWindow* classroom = window->class_desk().classroom())
        classroom->close();
    const Arrangement as_before = window->arrangement();
    ScenarioDocument& document = window->document_;
    Appearance& appearance = window->appearance_;
    const std::shared_ptr<Questions> questions = window->questions_;
    ClassPapers papers = window->class_desk().papers();
    const QString folder = window->keeping().folder();
    window->keeping().finish();
    window.reset();
    speak_language(language);
    for (QuestionDocument* question : questions->documents())
        say_steps_again(question->undo_stack());
    auto next = std::make_unique<MainWindow>(document, appearance, questions);
    next->class_desk().set_papers(std::move(papers));
    if (!folder.isEmpty())
        next->keeping().recover_in(folder);
    next->arrange(as_before);
    return next;
}

} // namespace plateau::ui
