// SPDX-License-Identifier: GPL-3.0-or-later
#include <QMenu>
#include <QMenuBar>

#include "ui/help/help_desk.h"
#include "ui/help/help_window.h"
#include "ui/window/about_dialog.h"
#include "ui/window/main_window.h"
#include "ui/window/regions.h"
#include "ui/window/shortcuts.h"

namespace plateau::ui {

void MainWindow::build_help()
{
    help_ = new HelpDesk(std::make_shared<HelpLibrary>(document_.answers(), [this] { return shortcuts_table(*this); }),
                         *this);
    const auto region = [this](const QString& words, const QKeySequence& keys, int direction) {
        auto* action = new QAction(words, this);
        action->setShortcut(keys);
        connect(action, &QAction::triggered, this, [this, direction] { go_to_region(*this, direction); });
        addAction(action);
    };
    region(tr("Next region"), QKeySequence(Qt::Key_F6), 1);
    region(tr("Previous region"), QKeySequence(Qt::SHIFT | Qt::Key_F6), -1);
}

void MainWindow::build_help_menu()
{
    QMenu* help = menuBar()->addMenu(tr("&Help"));
    const auto page = [this, help](const QString& words, const char* subject) {
        help->addAction(words, this, [this, subject] { help_->open(QLatin1String(subject)); });
    };
    page(tr("&Contents"), "start.md");
    help->addAction(tr("&Search in help..."), QKeySequence(Qt::SHIFT | Qt::Key_F1), this,
                    [this] { help_->open(QStringLiteral("start.md")).focus_search(); });
    help->addAction(tr("&Explain what is under the pointer"), QKeySequence(Qt::Key_F1), this,
                    [this] { help_->explain_here(); });
    page(tr("&Keyboard"), "keyboard.md");
    help->addSeparator();
    QMenu* tours = help->addMenu(tr("&Tours"));
    tours->setToolTipsVisible(true);
    connect(tours, &QMenu::aboutToShow, this, [this, tours] { fill_tours_menu(*tours); });
    help->addSeparator();
    page(tr("How far to t&rust the numbers"), "trust.md");
    help->addAction(tr("&About Plateau"), this, [this] { show_about_dialog(this, *help_); });
}

} // namespace plateau::ui
