// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDockWidget>

#include <algorithm>

#include "ui/base/language.h"
#include "ui/base/text.h"
#include "ui/classroom/classroom_window.h"
#include "ui/document/undo_words.h"
#include "ui/evidence/calibrate_panel.h"
#include "ui/evidence/evidence_page.h"
#include "ui/tours/tour_player.h"
#include "ui/window/main_window.h"

namespace plateau::ui {

/// Of a window, but for the questions.
struct MainWindow::Arrangement {
    QByteArray geometry;
    int page = 0;
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
    if (tours_->is_playing()) {
        now.tour = text(tours_->tour().id);
        now.step = tours_->index();
        tours_->leave();
    }
    now.page = tabs_->currentIndex();
    for (const QAction* toggle : docks_.toggles(*active_))
        now.open.push_back(toggle->isChecked());
    for (const QDockWidget* dock : findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly))
        if (dock->isVisible() && !dock->visibleRegion().isEmpty())
            now.in_front << dock->objectName();
    if (pages_.back().page)
        now.calibration = evidence_page().calibrate().copy();
    return now;
}

void MainWindow::arrange(const Arrangement& as_before)
{
    restoreGeometry(as_before.geometry);
    show();
    if (!as_before.calibration.empty())
        evidence_page().calibrate().restore(as_before.calibration);
    show_page(page(pages_[static_cast<std::size_t>(std::max(0, as_before.page))]));
    const std::vector<QAction*> toggles = docks_.toggles(*active_);
    for (std::size_t i = 0; i < std::min(toggles.size(), as_before.open.size()); ++i)
        if (toggles[i]->isChecked() != as_before.open[i])
            toggles[i]->trigger();
    for (const QString& name : as_before.in_front)
        docks_.raise(name);
    if (as_before.tour.isEmpty())
        return;
    start_tour(as_before.tour);
    if (tours_->is_playing() && tours_->index() != as_before.step)
        tours_->go(as_before.step);
}

std::unique_ptr<MainWindow> MainWindow::in_another_language(std::unique_ptr<MainWindow> window,
                                                            const Language& language)
{
    if (window->classroom_)
        window->classroom_->close();
    const Arrangement as_before = window->arrangement();
    ScenarioDocument& document = window->document_;
    Appearance& appearance = window->appearance_;
    const std::shared_ptr<Beside> beside = window->beside_;
    Handouts handouts = window->handouts_;
    const QString folder = window->recovery_folder_;
    if (window->recovery_)
        window->recovery_->finish();
    window.reset();
    speak_language(language);
    say_steps_again(document.undo_stack());
    say_steps_again(beside->limits.undo_stack());
    auto next = std::make_unique<MainWindow>(document, appearance, beside);
    next->set_handouts(std::move(handouts));
    if (!folder.isEmpty())
        next->recover_in(folder);
    next->arrange(as_before);
    return next;
}

} // namespace plateau::ui
