// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/main_window.h"

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QMenuBar>
#include <QPainter>
#include <QProcess>
#include <QSettings>
#include <QTabBar>
#include <QToolButton>

#include "core/views/words.h"
#include "ui/controls/subject.h"
#include "ui/controls/text.h"
#include "ui/pages/hardware/hardware_page.h"
#include "ui/pages/workbench/workbench_page.h"
#include "ui/shell/export_dialog.h"
#include "ui/shell/find_list.h"
#include "ui/shell/help/help_window.h"
#include "ui/shell/new_dialog.h"
#include "ui/shell/opening.h"

namespace plateau::ui {

constexpr int strip_height = 40, least_field = 140, most_field = 340;

ToolStrip::ToolStrip(Pages& pages, const std::vector<std::vector<QAction*>>& groups, QWidget* field, QWidget* parent)
    : QToolBar(tr("Tools"), parent), icons_alone_(groups.front())
{
    setObjectName(QStringLiteral("tools"));
    set_subject(this, QStringLiteral("window.md#tools"));
    setMovable(false);
    setFloatable(false);
    setIconSize({16, 16});
    setFixedHeight(strip_height);
    setContextMenuPolicy(Qt::PreventContextMenu);
    icons_alone_.insert(icons_alone_.end(), groups.back().begin(), groups.back().end());
    addWidget(build_tabs(pages));
    auto* spacer = new QWidget(this);
    spacer->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(spacer);
    field->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    field->setMinimumWidth(least_field);
    field->setMaximumWidth(most_field);
    addWidget(field);
    addSeparator();
    for (const std::vector<QAction*>& group : groups) {
        if (&group != &groups.front())
            addSeparator();
        for (QAction* action : group) {
            addAction(action);
            button(action)->setFocusPolicy(Qt::StrongFocus);
            button(action)->setAccessibleName(action->toolTip());
        }
    }
}

QTabBar* ToolStrip::build_tabs(Pages& pages)
{
    auto* tabs = new QTabBar(this);
    tabs->setObjectName(QStringLiteral("pages"));
    tabs->setDocumentMode(true);
    tabs->setDrawBase(false);
    tabs->setExpanding(false);
    tabs->setAccessibleName(tr("Pages"));
    tabs->setFixedHeight(strip_height);
    for (const PageRow& row : registers().pages)
        tabs->addTab(row.title());
    connect(tabs, &QTabBar::currentChanged, this,
            [&pages](int row) { pages.go_to(pages.at(static_cast<std::size_t>(row))); });
    connect(&pages, &Pages::turned, tabs, [&pages, tabs] {
        tabs->setCurrentIndex(static_cast<int>(pages.active_row()));
        tabs->updateGeometry(); // the current one is bold, so the row's width changes
    });
    return tabs;
}

QToolButton* ToolStrip::button(QAction* action) const { return qobject_cast<QToolButton*>(widgetForAction(action)); }

void ToolStrip::set_compact(bool compact)
{
    setToolButtonStyle(compact ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    for (QAction* action : icons_alone_)
        button(action)->setToolButtonStyle(Qt::ToolButtonIconOnly);
}

void ToolStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme_of(this).window);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme_of(this).divider);
}

Menus::Menus(const WindowParts& parts, Appearance& appearance, Exporting& exporting, FindList& find)
    : QObject(&parts.window), window_(parts.window), to_(parts), appearance_(appearance), exporting_(exporting),
      find_(find)
{
    build_actions();
    QMenuBar* bar = window_.menuBar();
    bar->setNativeMenuBar(false);
    set_subject(bar, QStringLiteral("window.md#menus"));
    bar->setFixedHeight(28);
    build_file_menu();
    build_edit_menu();
    build_compare_menu();
    build_view_menu();
    build_help_menu();
    refresh_icons();
}

template<class Call>
QAction* Menus::action(const QString& words, const QKeySequence& keys, Call call)
{
    auto* made = new QAction(words, &window_);
    made->setShortcut(keys);
    connect(made, &QAction::triggered, this, call);
    return made;
}

void Menus::build_actions()
{
    undo_ = to_.pages.undo().createUndoAction(&window_, tr("Undo"));
    redo_ = to_.pages.undo().createRedoAction(&window_, tr("Redo"));
    undo_->setShortcut(QKeySequence::Undo);
    redo_->setShortcuts({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
    open_ = action(tr("&Open..."), QKeySequence::Open, [this] { to_.opening.ask_open(); });
    save_ = action(tr("&Save"), QKeySequence::Save, [this] { to_.saving.save(); });
    pin_ = action(tr("&Pin"), QKeySequence(Qt::Key_P), [this] { pin(); });
    pin_->setToolTip(tr("Keep this question beside the next (P)"));
    pin_->setIconText(QLatin1Char(' ') + tr("Pin"));
    copy_ = action(tr("&Copy figure"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C),
                   [this] { exporting_.copy_figure(); });
    copy_data_ = action(tr("Copy figure's &data"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D),
                        [this] { exporting_.copy_data(); });
    export_all_ = action(tr("Export &all figures..."), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E),
                         [this] { exporting_.export_all(); });
    export_
        = action(tr("&Export figure..."), QKeySequence(Qt::CTRL | Qt::Key_E), [this] { exporting_.export_figure(); });
    reset_all_ = action(tr("&Reset all"), QKeySequence(), [this] { to_.pages.active().document().reset_all(); });
    copy_->setToolTip(tr("Copy the figure (Ctrl+Shift+C)"));
    copy_data_->setToolTip(tr("The numbers of the figure as a table, for a spreadsheet"));
    export_->setToolTip(tr("Export the figure (Ctrl+E)"));
    folds()[0]->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L));
    folds()[1]->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R));
    folds()[0]->setToolTip(tr("Open or fold the panels at the left (Ctrl+Shift+L)"));
    folds()[1]->setToolTip(tr("Open or fold the panels at the right (Ctrl+Shift+R)"));
    copy_->setIconText(QLatin1Char(' ') + tr("Copy"));
    export_->setIconText(QLatin1Char(' ') + tr("Export..."));
}

std::vector<QAction*> Menus::folds() const
{
    return {to_.panels.fold_action(views::Dock::Side::Left), to_.panels.fold_action(views::Dock::Side::Right)};
}

void Menus::refresh(const QuestionDocument& document)
{
    reset_all_->setEnabled(document.change_count() > 0);
    save_->setEnabled(document.is_modified() || document.file().isEmpty());
}

void Menus::refresh_icons()
{
    for (const auto& [action, name] : {std::pair(undo_, "undo"),
                                       {redo_, "redo"},
                                       {pin_, "pin"},
                                       {copy_, "copy"},
                                       {export_, "export"},
                                       {open_, "open"},
                                       {save_, "save"},
                                       {reset_all_, "reset"},
                                       {folds()[0], "panel-left"},
                                       {folds()[1], "panel-right"}})
        action->setIcon(icon(QLatin1String(name), &window_));
}

void Menus::build_file_menu()
{
    QMenu* file = window_.menuBar()->addMenu(tr("&File"));
    file->addAction(tr("&New..."), QKeySequence::New, &to_.opening, &Opening::ask_new);
    file->addAction(tr("New &window"), this,
                    [] { QProcess::startDetached(QCoreApplication::applicationFilePath(), {}); });
    file->addAction(open_);
    QMenu* recent = file->addMenu(tr("Open &recent"));
    connect(recent, &QMenu::aboutToShow, this, [this, recent] { to_.opening.fill_recent(*recent); });
    to_.opening.fill_recent(*recent);
    file->addAction(tr("&Model from a config.json..."), &to_.opening, &Opening::ask_model);
    file->addSeparator();
    file->addAction(save_);
    file->addAction(tr("Save &as..."), QKeySequence::SaveAs, this,
                    [this] { to_.saving.save_as(to_.pages.active().document()); });
    file->addSeparator();
    QAction* timeline = file->addAction(tr("Save &timeline..."), &to_.saving, &Saving::save_timeline);
    timeline->setToolTip(tr("The step of every pipeline stage, as a trace that Perfetto and Chrome open"));
    file->addSeparator();
    file->addActions({export_, export_all_, copy_, copy_data_});
    QAction* report = file->addAction(tr("Save a re&port..."), &exporting_, &Exporting::save_report);
    report->setToolTip(tr("The answer on a page, then plots, numbers, reasons and all inputs, as PDF or web page"));
    connect(file, &QMenu::aboutToShow, this, [this, timeline] { timeline->setEnabled(to_.pages.active().has_step()); });
    add_entries(*file, MenuRow::Menu::File);
    file->addAction(tr("&Quit"), QKeySequence::Quit, &window_, &QWidget::close);
}

void Menus::build_edit_menu()
{
    QMenu* edit = window_.menuBar()->addMenu(tr("&Edit"));
    edit->addActions({undo_, redo_});
    edit->addSeparator();
    edit->addAction(reset_all_);
    QAction* find = edit->addAction(tr("&Find or set anything"), &find_, &FindList::open);
    find->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_K), QKeySequence(QKeySequence::Find)});
    edit->addAction(tr("&Title and notes..."), QKeySequence(Qt::CTRL | Qt::Key_I), this, &Menus::edit_notes);
    edit->addSeparator();
    edit->addAction(tr("&Copy scenario as text"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_C), &exporting_,
                    &Exporting::copy_text);
    edit->addAction(tr("&Paste scenario"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_V), this,
                    [this] { to_.opening.paste(QApplication::clipboard()->text()); });
    edit->addSeparator();
    edit->addAction(tr("Show the &limits of this hardware"), &to_.opening, &Opening::show_limits);
}

void Menus::edit_notes() { ui::edit_notes(to_.pages.active().document(), &window_); }

void Menus::build_compare_menu()
{
    QMenu* menu = window_.menuBar()->addMenu(tr("&Compare"));
    menu->addAction(pin_);
    Pins& pins = to_.questions.pins;
    const auto on_chosen = [this, menu, &pins](const QString& words, auto member) {
        QAction* item = menu->addAction(words, this, [&pins, member] { (pins.*member)(pins.chosen_index()); });
        connect(menu, &QMenu::aboutToShow, item, [&pins, item] { item->setEnabled(pins.chosen() != nullptr); });
    };
    on_chosen(tr("&Swap with the chosen pin"), &Pins::swap);
    on_chosen(tr("&Restore the chosen pin"), &Pins::restore);
    on_chosen(tr("Re&move the chosen pin"), &Pins::remove);
    menu->addSeparator();
    menu->addAction(tr("&Hardware for the same money, power or count"), this,
                    [this] { to_.pages.go_to<HardwarePage>(); });
    menu->addSeparator();
    menu->addAction(tr("S&ave set..."), &to_.saving, &Saving::save_set);
    menu->addAction(tr("&Open set..."), &to_.opening, &Opening::ask_open_set);
}

void Menus::pin()
{
    to_.questions.pins.pin();
    to_.pages.go_to<WorkbenchPage>();
}

void Menus::build_view_menu()
{
    view_ = window_.menuBar()->addMenu(tr("&View"));
    panels_ = new QMenu(tr("&Panels"), view_);
    themes_ = theme_menu();
    languages_ = language_menu();
    connect(&to_.pages, &Pages::turned, this, &Menus::fill_view_menu);
}

QMenu* Menus::theme_menu()
{
    auto* menu = new QMenu(tr("T&heme"), view_);
    auto* group = new QActionGroup(menu);
    const auto add = [this, menu, group](const QString& words, ThemeChoice choice, const QString& also = {}) {
        QAction* item = menu->addAction(words, this, [this, choice] {
            appearance_.choose(choice);
            QSettings().setValue(QStringLiteral("theme"), static_cast<int>(choice));
        });
        group->addAction(item);
        item->setProperty("also", also);
        item->setCheckable(true);
        item->setChecked(appearance_.choice() == choice);
    };
    add(tr("Theme of the &system"), ThemeChoice::System);
    add(tr("&Light theme"), ThemeChoice::Light, tr("light mode"));
    add(tr("&Dark theme"), ThemeChoice::Dark, tr("dark mode, night"));
    add(tr("Pro&jector theme"), ThemeChoice::Projector);
    add(tr("High &contrast theme"), ThemeChoice::Contrast);
    return menu;
}

QMenu* Menus::language_menu()
{
    auto* menu = new QMenu(tr("&Language"), view_);
    auto* group = new QActionGroup(menu);
    const auto add = [this, menu, group](const QString& name, const QString& code) {
        QAction* item = menu->addAction(name, this, [this, code] {
            choose_language(code);
            if (&language_of(code) != &spoken_language())
                emit language_chosen();
        });
        group->addAction(item);
        item->setProperty("also", QLocale::languageToString(QLocale(code).language())); // "German"
        item->setCheckable(true);
        item->setChecked(chosen_language() == code);
    };
    add(tr("Language of the &system"), QStringLiteral("system"));
    for (const Language& language : languages())
        add(QString::fromUtf8(language.name), QString::fromLatin1(language.code));
    return menu;
}

void Menus::fill_view_menu()
{
    view_->clear();
    for (std::size_t row = 0; row < registers().pages.size(); ++row) {
        QAction* item = view_->addAction(registers().pages[row].title(), this,
                                         [this, row] { to_.pages.go_to(to_.pages.at(row)); });
        item->setShortcut(QKeySequence(Qt::CTRL | (Qt::Key_1 + static_cast<int>(row))));
        item->setCheckable(true);
        item->setChecked(row == to_.pages.active_row());
    }
    view_->addSeparator();
    for (const QList<QAction*>& group : to_.pages.active().view_actions()) {
        for (QAction* action : group)
            view_->addAction(action);
        view_->addSeparator();
    }
    view_->addMenu(themes_);
    view_->addMenu(languages_);
    add_entries(*view_, MenuRow::Menu::View);
    panels_->clear();
    for (QAction* toggle : to_.panels.toggles())
        panels_->addAction(toggle);
    panels_->addSeparator();
    for (QAction* fold : folds())
        panels_->addAction(fold);
    panels_->addAction(tr("&Reset layout"), this, [this] { to_.panels.reset(); });
    view_->addMenu(panels_);
}

void Menus::add_entries(QMenu& menu, MenuRow::Menu place)
{
    menu.addSeparator();
    for (const MenuRow& row : registers().menus)
        if (row.menu == place)
            row.fill(menu, to_);
    menu.addSeparator();
}

void Menus::build_help_menu()
{
    QMenu* help = window_.menuBar()->addMenu(tr("&Help"));
    const auto page = [this, help](const QString& words, const char* subject) {
        help->addAction(words, this, [this, subject] { to_.help.open(QLatin1String(subject)); });
    };
    page(tr("&Contents"), "start.md");
    help->addAction(tr("&Search in help..."), QKeySequence(Qt::SHIFT | Qt::Key_F1), this,
                    [this] { to_.help.open(QStringLiteral("start.md")).focus_search(); });
    help->addAction(tr("&Explain what is under the pointer"), QKeySequence(Qt::Key_F1), this,
                    [this] { to_.help.explain_here(); });
    page(tr("&Keyboard"), "keyboard.md");
    add_entries(*help, MenuRow::Menu::Help);
    page(tr("How far to t&rust the numbers"), "trust.md");
    help->addAction(tr("Copy what a report of a &fault needs"), this, [this] { exporting_.copy_report(); });
    help->addAction(tr("&About Plateau"), this, [this] { show_about_dialog(&window_, to_.help); });
    window_.addAction(action(tr("Next region"), QKeySequence(Qt::Key_F6), [this] { go_to_region(window_, 1); }));
    window_.addAction(
        action(tr("Previous region"), QKeySequence(Qt::SHIFT | Qt::Key_F6), [this] { go_to_region(window_, -1); }));
}

} // namespace plateau::ui
