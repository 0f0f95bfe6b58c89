// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QDockWidget>
#include <QMenu>
#include <QStackedWidget>
#include <QTabBar>

#include "core/files/output.h"
#include "ui/base/ask_file.h"
#include "ui/base/room_themes.h"
#include "ui/base/text.h"
#include "ui/classroom/classroom_window.h"
#include "ui/classroom/screens.h"
#include "ui/tours/tour_player.h"
#include "ui/window/main_window.h"

namespace plateau::ui {

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
    const bool contrast = appearance_.choice() == ThemeChoice::Contrast;
    classroom_ = new ClassroomWindow(*tours_, contrast ? contrast_theme() : projector_theme(), this);
    classroom_->setWindowTitle(tr("Classroom – Plateau"));
    connect(classroom_, &ClassroomWindow::left, this, [this] {
        classroom_->deleteLater();
        classroom_ = nullptr;
        activateWindow();
    });
    fill_screen(*classroom_, *screen_of_class(*this));
    classroom_->show_page(*active_);
    classroom_->activateWindow();
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
