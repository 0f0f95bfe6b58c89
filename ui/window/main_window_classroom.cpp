// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QDockWidget>
#include <QMenu>
#include <QScreen>
#include <QStackedWidget>
#include <QTabBar>

#include <algorithm>

#include "core/files/output.h"
#include "ui/base/ask_file.h"
#include "ui/base/room_themes.h"
#include "ui/base/text.h"
#include "ui/classroom/classroom_window.h"
#include "ui/tours/tour_player.h"
#include "ui/window/main_window.h"

namespace plateau::ui {

namespace {

/// The first control the Tab key would reach in it.
QWidget* first_control(QWidget* region)
{
    QWidget* at = region;
    do {
        const bool inside = at == region || region->isAncestorOf(at);
        if (inside && at->isVisible() && at->isEnabled() && (at->focusPolicy() & Qt::TabFocus))
            return at;
        at = at->nextInFocusChain();
    } while (at != region);
    return nullptr;
}

} // namespace

void MainWindow::add_classroom_items(QMenu& menu)
{
    QAction* room = menu.addAction(tr("&Classroom"), QKeySequence(Qt::Key_F11), this, &MainWindow::toggle_classroom);
    room->setToolTip(tr("One figure over the whole screen, in large letters, with the controls of the lesson"));
    QAction* still = menu.addAction(tr("Reduce &motion"), this, [](bool on) { reduce_motion(on); });
    still->setCheckable(true);
    still->setChecked(reduces_motion());
}

void MainWindow::toggle_classroom()
{
    if (classroom_) {
        classroom_->close();
        return;
    }
    const bool contrast = appearance_.choice() == contrast_choice;
    classroom_ = new ClassroomWindow(*tours_, contrast ? contrast_theme() : projector_theme(), this);
    classroom_->setWindowTitle(tr("Classroom – Plateau"));
    connect(classroom_, &ClassroomWindow::left, this, [this] {
        classroom_->deleteLater();
        classroom_ = nullptr;
        activateWindow();
    });
    classroom_->setGeometry(screen()->geometry());
    classroom_->showFullScreen();
    classroom_->show_page(*active_);
    classroom_->activateWindow();
}

/// From the left, as they are seen.
std::vector<QWidget*> MainWindow::regions() const
{
    std::vector<QWidget*> panels;
    for (QDockWidget* dock : findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly))
        if (dock->isVisible() && !dock->isFloating() && !dock->visibleRegion().isEmpty() && first_control(dock))
            panels.push_back(dock);
    std::sort(panels.begin(), panels.end(),
              [](const QWidget* a, const QWidget* b) { return std::pair(a->x(), a->y()) < std::pair(b->x(), b->y()); });
    const auto right = std::find_if(panels.begin(), panels.end(),
                                    [this](const QWidget* panel) { return panel->x() > centre_->x(); });
    panels.insert(right, centre_);
    panels.insert(panels.begin(), tabs_);
    return panels;
}

void MainWindow::go_to_region(int by)
{
    const std::vector<QWidget*> all = regions();
    const QWidget* focused = QApplication::focusWidget();
    const auto here = std::find_if(all.begin(), all.end(), [focused](const QWidget* region) {
        return focused && (region == focused || region->isAncestorOf(focused));
    });
    const int count = static_cast<int>(all.size());
    const int at = here == all.end() ? (by > 0 ? -1 : 0) : static_cast<int>(here - all.begin());
    QWidget* region = all[static_cast<std::size_t>((at + by + count) % count)];
    if (QWidget* control = first_control(region))
        control->setFocus(Qt::TabFocusReason);
}

void MainWindow::save_handout(bool whole)
{
    const std::string id = tours_->tour().id;
    const int step = whole ? -1 : tours_->index();
    const QString name = whole ? text(id) : QStringLiteral("%1-%2").arg(text(id)).arg(step + 1);
    const QString file
        = ask_save_file(this, tr("Handout"), name + QStringLiteral(".pdf"), tr("PDF (*.pdf)"), {QStringLiteral("pdf")});
    if (file.isEmpty())
        return;
    QApplication::setOverrideCursor(Qt::WaitCursor);
    const auto bytes = handouts_(id, step);
    QApplication::restoreOverrideCursor();
    if (!bytes) {
        complain(bytes.error());
        return;
    }
    if (const auto saved = files::write_file(file.toStdU16String(), *bytes, files::Replacing::any_file()); !saved)
        complain(saved.error());
}

} // namespace plateau::ui
