// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/find_list.h"

#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QTimer>

#include <algorithm>

#include "core/question/scenario/parameter_table.h"
#include "core/question/scenario/typed_settings.h"
#include "ui/controls/appearance.h"
#include "ui/controls/text.h"
#include "ui/document/edited_question.h"
#include "ui/pages/limits/limits_page.h"
#include "ui/pages/parameters/parameter_panel.h"
#include "ui/pages/workbench/workbench_page.h"
#include "ui/shell/help/help_window.h"
#include "ui/shell/new_dialog.h"
#include "ui/shell/opening.h"
#include "ui/shell/pages.h"
#include "ui/shell/side_panels.h"

namespace plateau::ui {

namespace {

constexpr int beside_width = 380, over_page_width = 440, most_shown = 16, gap = 6;
constexpr std::size_t most_each = 5;

std::string said(const std::string& words) { return text(Word{words}).toStdString(); }

QString action_words(const QAction& action)
{
    QString words = action.text();
    return words.remove(u'&').remove(QLatin1String("...")).trimmed();
}

/// Recent files and tours stand in their menus once these are about to be shown.
void fill_menus(const QWidget& menu)
{
    for (const QAction* action : menu.actions())
        if (QMenu* below = action->menu()) {
            emit below->aboutToShow();
            fill_menus(*below);
        }
}

void collect(const QMenu& menu, QList<QAction*>& actions)
{
    for (QAction* action : menu.actions()) {
        if (action->menu())
            collect(*action->menu(), actions);
        else if (!action->isSeparator())
            actions << action;
    }
}

} // namespace

FindList::FindList(QMainWindow& window, Pages& pages, SidePanels& panels, Opening& opening, HelpDesk& help)
    : QListWidget(&window), window_(window), pages_(pages), panels_(panels), opening_(opening), help_(help),
      cards_(new ScenarioCards(help.library().answers().shared_from_this(), this)), over_page_(new QLineEdit(&window))
{
    setObjectName(QStringLiteral("found"));
    setAccessibleName(tr("What is found"));
    setFocusPolicy(Qt::NoFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTextElideMode(Qt::ElideRight);
    setFont(interface_font(12));
    hide();
    over_page_->setObjectName(QStringLiteral("find_over_page"));
    over_page_->setPlaceholderText(tr("Find or set anything"));
    over_page_->setAccessibleName(tr("Find or set anything"));
    over_page_->hide();
    attach(*over_page_);
    connect(this, &QListWidget::itemClicked, this, [this] { take(); });
    connect(&pages_, &Pages::turned, this, [this] {
        close();
        attach_fields();
    });
    attach_fields();
    dress();
}

/// Connects the fields above the rows of a page, once each.
void FindList::attach_fields()
{
    for (ParameterFinder* field : window_.findChildren<ParameterFinder*>())
        if (!field->property("finds").toBool())
            attach(*field);
}

void FindList::attach(QLineEdit& field)
{
    field.setProperty("finds", true);
    field.installEventFilter(this);
    connect(&field, &QLineEdit::textEdited, this, [this, &field] {
        field_ = &field;
        fill();
    });
}

void FindList::open()
{
    attach_fields();
    QLineEdit* field = over_page_;
    for (ParameterFinder* each : window_.findChildren<ParameterFinder*>())
        if (each->isVisible() && !each->visibleRegion().isEmpty())
            field = each;
    field_ = field;
    if (field == over_page_) {
        const QWidget* page = &pages_;
        const int width = std::min(over_page_width, page->width() - 2 * gap);
        const QPoint corner = page->mapTo(&window_, QPoint((page->width() - width) / 2, gap));
        over_page_->setGeometry(QRect(corner, QSize(width, 28)));
        over_page_->clear();
        over_page_->show();
        over_page_->raise();
    }
    field->setFocus(Qt::ShortcutFocusReason);
    field->selectAll();
}

void FindList::fill()
{
    clear();
    entries_.clear();
    const QString words = field_->text().simplified();
    if (!words.isEmpty()) {
        add_settings(words);
        if (field_ == over_page_)
            add_parameters(words);
        add_commands(words);
        add_scenarios(words);
        add_help(words);
    }
    setVisible(count() > 0);
    if (count() == 0)
        return;
    // Rows that are found above come before all but what would be set.
    const auto all = rows_of(pages_.active().document().question());
    const bool rows = field_ != over_page_
        && std::any_of(all.begin(), all.end(), [&](const ParameterDescription* row) { return names(*row, words); });
    const bool sets = item(0)->data(Qt::UserRole).toBool();
    setCurrentRow(sets || !rows ? 1 : -1);
    place();
}

/// Adds a heading and what stands below it.
void FindList::add(const QString& head, const std::vector<Entry>& entries)
{
    if (entries.empty())
        return;
    auto* heading = new QListWidgetItem(head, this);
    heading->setFlags(Qt::NoItemFlags);
    heading->setFont(interface_font(11, 600));
    entries_.emplace_back();
    for (std::size_t i = 0; i < std::min(entries.size(), most_each); ++i) {
        auto* row = new QListWidgetItem(entries[i].words, this);
        row->setToolTip(tip(entries[i].tip.isEmpty() ? entries[i].words : entries[i].tip));
        entries_.push_back(entries[i].take);
    }
}

void FindList::add_settings(const QString& words)
{
    QuestionDocument& document = pages_.active().document();
    std::vector<Entry> entries;
    const auto read = [&](const auto& scenario) {
        for (const TypedSettings& settings : typed_settings(document.catalog(), scenario, words.toStdString(), said)) {
            const std::string sets = settings_words(document.catalog(), scenario, settings, said);
            entries.push_back({text(sets), {}, [&document, settings, sets] {
                                   begin_steps(document.undo_stack(), {PLATEAU_TEXT("Set %1"), {Verbatim{sets}}});
                                   for (const auto& [key, value] : settings)
                                       document.edit_value(key, value);
                                   document.undo_stack().endMacro();
                               }});
        }
    };
    if (auto* limits = qobject_cast<LimitsPage*>(&pages_.active()))
        read(limits->document().scenario());
    else
        read(*document.training());
    const int row = count();
    add(tr("Enter sets"), entries);
    if (count() > row)
        item(row)->setData(Qt::UserRole, true);
}

void FindList::add_parameters(const QString& words)
{
    std::vector<Entry> entries;
    const auto rows = rows_of(pages_.active().document().question());
    for (const plateau::ParameterGroup& group : parameter_groups())
        for (const ParameterDescription* row : rows)
            if (row->group == group.name && names(*row, words))
                entries.push_back({text(Word{row->label}), text(Word{row->help}), [this, key = row->key] {
                                       auto* limits = qobject_cast<LimitsPage*>(&pages_.active());
                                       if (limits)
                                           panels_.bring(QStringLiteral("limits_parameters"));
                                       else
                                           pages_.go_to<WorkbenchPage>();
                                       for (auto* panel : window_.findChildren<ParameterPanel*>())
                                           if (panel->isVisible() && panel->reveal(key))
                                               return;
                                   }});
    add(tr("Parameters"), entries);
}

void FindList::add_commands(const QString& words)
{
    QList<QAction*> actions;
    for (const QAction* action : window_.menuBar()->actions())
        if (action->menu())
            collect(*action->menu(), actions);
    std::vector<Entry> entries;
    for (QAction* action : actions) {
        const QString name = action_words(*action);
        if (!action->isEnabled() || name.isEmpty() || !holds(name, words))
            continue;
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        entries.push_back({keys.isEmpty() ? name : name + QStringLiteral("  ") + keys, action->toolTip(),
                           [action = QPointer<QAction>(action)] {
                               if (auto* panel = action ? qobject_cast<SidePanel*>(action->parent()) : nullptr)
                                   panel->come_to_front();
                               else if (action)
                                   action->trigger();
                           }});
    }
    add(tr("Commands"), entries);
}

void FindList::add_scenarios(const QString& words)
{
    std::vector<Entry> entries;
    for (const ScenarioCard& card : cards_->all())
        if (holds(card.title, words))
            entries.push_back({card.title, card.line, [this, file = card.file] { opening_.ask_and_open(file); }});
    add(tr("Scenarios"), entries);
}

void FindList::add_help(const QString& words)
{
    std::vector<Entry> entries;
    for (const HelpLibrary::Hit& hit : help_.library().find(words))
        entries.push_back({help_.library().title(hit.name), {}, [this, name = hit.name] {
                               help_.open(name + QStringLiteral(".md"));
                           }});
    add(tr("Help"), entries);
}

void FindList::step(int direction)
{
    int row = currentRow();
    do
        row += direction;
    while (row >= 0 && row < count() && !entries_[static_cast<std::size_t>(row)]);
    if (row >= 0 && row < count())
        setCurrentRow(row);
}

void FindList::take()
{
    const int row = currentRow();
    if (row < 0 || !entries_[static_cast<std::size_t>(row)])
        return;
    const auto wanted = entries_[static_cast<std::size_t>(row)];
    if (field_)
        field_->clear();
    close();
    QTimer::singleShot(0, &window_, wanted); // what it opens must not hold up the key
}

void FindList::close()
{
    hide();
    if (over_page_->isVisible()) {
        over_page_->hide();
        pages_.active().setFocus();
    }
}

/// Places the list beside the rows, or below the field that lies over the page.
void FindList::place()
{
    int height = 2 * frameWidth() + 2;
    for (int row = 0; row < std::min(count(), most_shown); ++row)
        height += sizeHintForRow(row);
    const bool over = field_ == over_page_;
    const QPoint corner = over ? over_page_->geometry().bottomLeft() + QPoint(0, 2)
                               : field_->mapTo(&window_, QPoint(field_->width() + 2 * gap, 0));
    const int width = over ? over_page_->width() : beside_width;
    setGeometry(std::min(corner.x(), window_.width() - width - gap), corner.y(), width,
                std::min(height, window_.height() - corner.y() - gap));
    raise();
}

bool FindList::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress && isVisible() && watched == field_) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Down || key == Qt::Key_Up) {
            step(key == Qt::Key_Down ? 1 : -1);
            return true;
        }
        if ((key == Qt::Key_Return || key == Qt::Key_Enter) && currentRow() >= 0) {
            take();
            return true;
        }
    }
    if (event->type() == QEvent::KeyPress && watched == over_page_
        && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        close();
        return true;
    }
    if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape)
        hide(); // and the field empties itself
    if (event->type() == QEvent::FocusIn)
        fill_menus(*window_.menuBar());
    if (event->type() == QEvent::FocusOut && watched == field_)
        close();
    return QListWidget::eventFilter(watched, event);
}

void FindList::dress()
{
    const Theme& theme = theme_of(this);
    restyle(
        this,
        QStringLiteral("QListWidget { background: %1; color: %2; border: 1px solid %3; border-radius: 3px } "
                       "QListWidget::item { padding: 3px 8px; border: none } QListWidget::item:disabled { color: %4 } "
                       "QListWidget::item:selected { background: %5; color: %2 }")
            .arg(theme.window.name(), theme.text.name(), theme.outline.name(), theme.text2.name(),
                 theme.selected.name()));
}

void FindList::changeEvent(QEvent* event)
{
    QListWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        dress();
}

} // namespace plateau::ui
