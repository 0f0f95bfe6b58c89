// SPDX-License-Identifier: GPL-3.0-or-later
#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QLabel>
#include <QMenuBar>
#include <QSettings>

#include "ui/base/language.h"
#include "ui/base/room_themes.h"
#include "ui/base/subject.h"
#include "ui/base/text.h"
#include "ui/document/recent_files.h"
#include "ui/parameters/picker_combo.h"
#include "ui/tours/tour_player.h"
#include "ui/window/main_window.h"
#include "ui/window/notice_bar.h"
#include "ui/workbench/workbench_page.h"

namespace plateau::ui {

void MainWindow::build_actions()
{
    undo_ = undo_group_.createUndoAction(this, tr("Undo"));
    redo_ = undo_group_.createRedoAction(this, tr("Redo"));
    undo_->setShortcut(QKeySequence::Undo);
    redo_->setShortcuts({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
    const auto action = [this](const QString& words, const QKeySequence& keys, auto member) {
        auto* made = new QAction(words, this);
        made->setShortcut(keys);
        connect(made, &QAction::triggered, this, member);
        return made;
    };
    open_ = action(tr("&Open..."), QKeySequence::Open, [this] { ask_open(); });
    save_ = action(tr("&Save"), QKeySequence::Save, [this] { save(); });
    pin_ = action(tr("&Pin"), QKeySequence(Qt::Key_P), [this] { pin(); });
    pin_->setToolTip(tr("Keep this question beside the next (P)"));
    pin_->setIconText(QLatin1Char(' ') + tr("Pin"));
    copy_ = action(tr("&Copy figure"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), [this] { copy_figure(); });
    copy_data_
        = action(tr("Copy figure's &data"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D), [this] { copy_data(); });
    export_all_ = action(tr("Export &all figures..."), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E),
                         [this] { export_all(); });
    export_ = action(tr("&Export figure..."), QKeySequence(Qt::CTRL | Qt::Key_E), [this] { export_figure(); });
    reset_all_ = action(tr("&Reset all"), QKeySequence(), [this] { active_->document().reset_all(); });
    copy_->setToolTip(tr("Copy the figure (Ctrl+Shift+C)"));
    copy_data_->setToolTip(tr("The numbers of the figure as a table, for a spreadsheet"));
    export_->setToolTip(tr("Export the figure (Ctrl+E)"));
    copy_->setIconText(QLatin1Char(' ') + tr("Copy"));
    export_->setIconText(QLatin1Char(' ') + tr("Export..."));
}

void MainWindow::build_theme_actions()
{
    themes_ = new QActionGroup(this);
    const auto add = [this](const QString& words, ThemeChoice choice) {
        QAction* item = themes_->addAction(words);
        item->setCheckable(true);
        item->setChecked(appearance_.choice() == choice);
        connect(item, &QAction::triggered, this, [this, choice] {
            appearance_.choose(choice);
            QSettings().setValue(QStringLiteral("theme"), static_cast<int>(choice));
        });
    };
    add(tr("Theme of the &system"), ThemeChoice::System);
    add(tr("&Light theme"), ThemeChoice::Light);
    add(tr("&Dark theme"), ThemeChoice::Dark);
    add(tr("Pro&jector theme"), ThemeChoice::Projector);
    add(tr("High &contrast theme"), ThemeChoice::Contrast);
}

void MainWindow::build_theme_and_language_menus()
{
    theme_menu_ = new QMenu(tr("T&heme"), view_menu_);
    theme_menu_->addActions(themes_->actions());
    language_menu_ = new QMenu(tr("&Language"), view_menu_);
    auto* group = new QActionGroup(language_menu_);
    const auto add = [this, group](const QString& name, const QString& code) {
        QAction* item = group->addAction(name);
        item->setCheckable(true);
        item->setChecked(chosen_language() == code);
        connect(item, &QAction::triggered, this, [this, code] {
            choose_language(code);
            if (&language_of(code) != &spoken_language())
                emit language_chosen();
        });
    };
    add(tr("Language of the &system"), QStringLiteral("system"));
    for (const Language& language : languages())
        add(QString::fromUtf8(language.name), QString::fromLatin1(language.code));
    language_menu_->addActions(group->actions());
}

void MainWindow::refresh_icons()
{
    undo_->setIcon(icon(QStringLiteral("undo"), this));
    redo_->setIcon(icon(QStringLiteral("redo"), this));
    pin_->setIcon(icon(QStringLiteral("pin"), this));
    copy_->setIcon(icon(QStringLiteral("copy"), this));
    export_->setIcon(icon(QStringLiteral("export"), this));
    open_->setIcon(icon(QStringLiteral("open"), this));
    save_->setIcon(icon(QStringLiteral("save"), this));
    reset_all_->setIcon(icon(QStringLiteral("reset"), this));
}

void MainWindow::build_file_menu()
{
    QMenu* file = menuBar()->addMenu(tr("&File"));
    file->addAction(tr("&New..."), QKeySequence::New, this, &MainWindow::ask_new);
    file->addAction(open_);
    recent_menu_ = file->addMenu(tr("Open &recent"));
    connect(recent_menu_, &QMenu::aboutToShow, this, &MainWindow::fill_recent_menu);
    file->addAction(tr("&Model from a config.json..."), this, [this] {
        const QString chosen = PickerCombo::ask_model_file(this);
        if (chosen.isEmpty())
            return;
        show_page(*workbench_);
        document_.edit_text("model", chosen.toStdString()); // a refusal stands beside the row
    });
    file->addSeparator();
    file->addAction(save_);
    file->addAction(tr("Save &as..."), QKeySequence::SaveAs, this, [this] { save_as(); });
    file->addSeparator();
    QAction* timeline = file->addAction(tr("Save &timeline..."), this, [this] { save_timeline(); });
    timeline->setToolTip(tr("The step of every pipeline stage, as a trace that Perfetto and Chrome open"));
    connect(file, &QMenu::aboutToShow, this, [this, timeline] { timeline->setEnabled(active_->has_step()); });
    file->addSeparator();
    file->addActions({export_, export_all_, copy_, copy_data_});
    file->addSeparator();
    QAction* sheet = file->addAction(tr("&Handout of this step..."), this, [this] { save_handout(false); });
    QAction* sheets = file->addAction(tr("Han&dout of the tour..."), this, [this] { save_handout(true); });
    connect(file, &QMenu::aboutToShow, this, [this, sheet, sheets] {
        for (QAction* item : {sheet, sheets})
            item->setEnabled(tours_->is_playing() && handouts_);
    });
    file->addSeparator();
    file->addAction(tr("&Quit"), QKeySequence::Quit, this, &QWidget::close);
    fill_recent_menu();
}

void MainWindow::fill_recent_menu()
{
    recent_menu_->clear();
    for (const QString& file : recent_files())
        recent_menu_->addAction(QFileInfo(file).fileName(), this, [this, file] { ask_and_open(file); })
            ->setToolTip(tip(file));
    recent_menu_->setToolTipsVisible(true);
    if (recent_menu_->isEmpty())
        recent_menu_->addAction(tr("Nothing yet"))->setEnabled(false);
    else {
        recent_menu_->addSeparator();
        recent_menu_->addAction(tr("Clear"), this, [] { forget_recent_files(); });
    }
}

void MainWindow::build_menus()
{
    corner_ = new QLabel(this);
    corner_->setContentsMargins(0, 0, 16, 3);
    corner_->setFixedHeight(26);
    corner_->setTextFormat(Qt::RichText);
    menuBar()->setNativeMenuBar(false);
    set_subject(menuBar(), QStringLiteral("window.md#menus"));
    menuBar()->setFixedHeight(28);
    build_file_menu();

    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    edit->addActions({undo_, redo_});
    edit->addSeparator();
    edit->addAction(reset_all_);
    edit->addAction(tr("&Title and notes..."), QKeySequence(Qt::CTRL | Qt::Key_I), this, &MainWindow::edit_notes);
    edit->addSeparator();
    edit->addAction(tr("&Copy scenario as text"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_C), this,
                    &MainWindow::copy_text);
    edit->addAction(tr("&Paste scenario"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_V), this,
                    [this] { paste(QApplication::clipboard()->text()); });
    edit->addSeparator();
    edit->addAction(tr("Show the &limits of this hardware"), this, &MainWindow::show_limits);

    build_compare_menu();
    view_menu_ = menuBar()->addMenu(tr("&View"));
    panels_menu_ = new QMenu(tr("&Panels"), view_menu_);
    build_theme_and_language_menus();
    build_help_menu();
}

void MainWindow::fill_view_menu()
{
    view_menu_->clear();
    for (std::size_t i = 0; i < pages_.size(); ++i) {
        QAction* item = view_menu_->addAction(pages_[i].title, this, [this, i] { show_page(page(pages_[i])); });
        item->setShortcut(QKeySequence(Qt::CTRL | (Qt::Key_1 + static_cast<int>(i))));
        item->setCheckable(true);
        item->setChecked(pages_[i].page == active_);
    }
    view_menu_->addSeparator();
    for (const auto& group : active_->view_actions()) {
        for (QAction* action : group)
            view_menu_->addAction(action);
        view_menu_->addSeparator();
    }
    view_menu_->addMenu(theme_menu_);
    view_menu_->addMenu(language_menu_);
    view_menu_->addSeparator();
    add_classroom_items(*view_menu_);
    view_menu_->addSeparator();
    panels_menu_->clear();
    for (QAction* toggle : docks_.toggles(*active_))
        panels_menu_->addAction(toggle);
    view_menu_->addMenu(panels_menu_);
    view_menu_->addAction(tr("&Reset layout"), this, [this] { docks_.reset(*active_, room_); });
}

} // namespace plateau::ui
