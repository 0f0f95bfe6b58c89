// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/keyboard.h"

#include <QAction>
#include <QApplication>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QScrollArea>
#include <QToolBar>

#include <algorithm>
#include <tuple>

#include "ui/figures/figure_view.h"
#include "ui/shell/pages.h"
#include "ui/shell/side_panels.h"

namespace plateau::ui {

namespace {

constexpr const char* last_focus = "plateau_last_focus";

bool takes_keyboard(const QWidget& widget)
{
    return (widget.focusPolicy() & Qt::TabFocus) != 0 && widget.isVisible() && widget.isEnabled();
}

/// A panel without controls: the arrows scroll it, or the column that it stands in, and it is read out.
QWidget* panel_to_read(SidePanel& panel)
{
    auto* inner = panel.content().findChild<QScrollArea*>();
    QScrollArea* area = inner ? inner : panel.findChild<QScrollArea*>();
    if (!area || panel.row().side == views::Dock::Side::Right)
        return &panel;
    if (area->accessibleName().isEmpty())
        area->setAccessibleName(panel.accessibleName());
    return area;
}

QWidget* first_control(QWidget& region)
{
    if (auto* last = region.property(last_focus).value<QPointer<QWidget>>().data();
        last && region.isAncestorOf(last) && last->isVisible() && last->isEnabled())
        return last;
    auto* panel = qobject_cast<SidePanel*>(&region);
    QWidget& content = panel ? panel->content() : region; // not its title
    if (takes_keyboard(content))
        return &content;
    for (QWidget* plot : content.findChildren<FigureView*>())
        if (takes_keyboard(*plot))
            return plot; // says more than the controls before it
    for (QWidget* next = content.nextInFocusChain(); next && next != &content; next = next->nextInFocusChain())
        if (content.isAncestorOf(next) && takes_keyboard(*next))
            return next;
    return panel ? panel_to_read(*panel) : nullptr;
}

QString cell(QString words) { return words.replace(u'\\', QLatin1String("\\\\")).replace(u'|', QLatin1String("\\|")); }

QString keys_of(const QAction& action)
{
    QStringList keys;
    for (const QKeySequence& sequence : action.shortcuts())
        keys << sequence.toString(QKeySequence::NativeText);
    return keys.join(QLatin1String(", "));
}

void add(const QAction& action, QStringList& rows)
{
    QString words = action.text();
    words.remove(u'&').remove(QLatin1String("..."));
    const QString row = QStringLiteral("| %1 | %2 |").arg(cell(keys_of(action)), cell(words.trimmed()));
    if (!action.shortcuts().isEmpty() && !words.trimmed().isEmpty() && !rows.contains(row))
        rows << row;
}

void add_menu(const QMenu& menu, QStringList& rows)
{
    for (const QAction* action : menu.actions()) {
        if (action->menu())
            add_menu(*action->menu(), rows);
        else
            add(*action, rows);
    }
}

} // namespace

std::vector<QWidget*> regions(const QMainWindow& window)
{
    std::vector<QWidget*> all;
    for (QToolBar* bar : window.findChildren<QToolBar*>(QString(), Qt::FindDirectChildrenOnly))
        all.push_back(bar);
    for (SidePanel* panel : window.findChildren<SidePanel*>())
        if (!panel->is_folded() && !panel->visibleRegion().isEmpty())
            all.push_back(panel);
    all.push_back(window.findChild<Pages*>());
    std::erase_if(all, [](QWidget* region) { return !region->isVisible() || !first_control(*region); });
    std::ranges::stable_sort(all, {}, [](const QWidget* region) {
        const QPoint corner = region->mapToGlobal(QPoint());
        return std::tuple(!qobject_cast<const QToolBar*>(region), corner.x(), corner.y());
    });
    return all;
}

void go_to_region(const QMainWindow& window, int direction)
{
    const std::vector<QWidget*> all = regions(window);
    if (all.empty())
        return;
    QWidget* focused = QApplication::focusWidget();
    const auto here = std::find_if(all.begin(), all.end(), [&](QWidget* region) {
        return focused && (region == focused || region->isAncestorOf(focused));
    });
    const int count = static_cast<int>(all.size());
    int next = direction > 0 ? 0 : count - 1;
    if (here != all.end()) {
        (*here)->setProperty(last_focus, QVariant::fromValue(QPointer<QWidget>(focused)));
        next = (static_cast<int>(here - all.begin()) + direction + count) % count;
    }
    if (QWidget* control = first_control(*all[static_cast<std::size_t>(next)]))
        control->setFocus(Qt::TabFocusReason);
}

QString shortcuts_table(const QMainWindow& window)
{
    QStringList rows;
    for (const QAction* action : window.menuBar()->actions())
        if (action->menu())
            add_menu(*action->menu(), rows);
    for (const QAction* action : window.findChildren<QAction*>())
        add(*action, rows);
    return QStringLiteral("| %1 | %2 |\n|---|---|\n%3\n")
        .arg(QCoreApplication::translate("help", "keys"), QCoreApplication::translate("help", "command"),
             rows.join(u'\n'));
}

} // namespace plateau::ui
