// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/regions.h"

#include <QApplication>
#include <QDockWidget>
#include <QPointer>
#include <QScrollArea>
#include <QToolBar>

#include <algorithm>

#include "ui/figures/figure_view.h"

namespace plateau::ui {

namespace {

constexpr const char* last_focus = "plateau_last_focus";

bool takes_keyboard(const QWidget& widget)
{
    return (widget.focusPolicy() & Qt::TabFocus) != 0 && widget.isVisible() && widget.isEnabled();
}

/// The page of a panel without controls: the arrows scroll it, and it is read out.
QWidget* page_to_read(const QDockWidget& dock)
{
    auto* inner = dock.widget()->findChild<QScrollArea*>();
    QScrollArea* area = inner ? inner : qobject_cast<QScrollArea*>(dock.widget());
    if (area && area->accessibleName().isEmpty())
        area->setAccessibleName(dock.windowTitle());
    return area;
}

QWidget* first_control(QWidget& region)
{
    if (auto* last = region.property(last_focus).value<QPointer<QWidget>>().data();
        last && region.isAncestorOf(last) && last->isVisible() && last->isEnabled())
        return last;
    auto* dock = qobject_cast<QDockWidget*>(&region);
    QWidget& content = dock && dock->widget() ? *dock->widget() : region; // not the buttons of its title
    if (takes_keyboard(content))
        return &content;
    for (QWidget* plot : content.findChildren<FigureView*>())
        if (takes_keyboard(*plot))
            return plot; // says more than the controls before it
    for (QWidget* next = content.nextInFocusChain(); next && next != &content; next = next->nextInFocusChain())
        if (content.isAncestorOf(next) && takes_keyboard(*next))
            return next;
    return dock ? page_to_read(*dock) : nullptr;
}

} // namespace

std::vector<QWidget*> regions(const QMainWindow& window)
{
    std::vector<QWidget*> all;
    for (QToolBar* bar : window.findChildren<QToolBar*>(QString(), Qt::FindDirectChildrenOnly))
        all.push_back(bar);
    for (QDockWidget* dock : window.findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly))
        all.push_back(dock);
    all.push_back(window.centralWidget());
    std::erase_if(all, [](const QWidget* region) {
        const bool is_behind = qobject_cast<const QDockWidget*>(region) && region->visibleRegion().isEmpty();
        return !region || !region->isVisible() || is_behind || !first_control(*const_cast<QWidget*>(region));
    });
    std::stable_sort(all.begin(), all.end(), [](const QWidget* one, const QWidget* other) {
        const bool tools = qobject_cast<const QToolBar*>(one), others = qobject_cast<const QToolBar*>(other);
        return tools != others ? tools : one->x() != other->x() ? one->x() < other->x() : one->y() < other->y();
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

} // namespace plateau::ui
