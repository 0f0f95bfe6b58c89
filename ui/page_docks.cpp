// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/page_docks.h"

#include <QAction>
#include <QDockWidget>
#include <QMainWindow>

#include <algorithm>

#include "ui/dock_title.h"

namespace plateau::ui {

namespace {

constexpr int title_height = 33;

struct Widths {
    int left;
    int right;
};
constexpr Widths widths(Room room)
{
    return room == Room::Compact ? Widths{304, 256} : room == Room::Wide ? Widths{384, 384} : Widths{336, 336};
}

int least_width(Qt::DockWidgetArea area, Room room)
{
    if (area == Qt::LeftDockWidgetArea)
        return widths(room == Room::Compact ? room : Room::Usual).left - 4;
    return room == Room::Compact ? widths(room).right - 8 : 300;
}

} // namespace

QDockWidget* PageDocks::dock_of(const PageDock& described)
{
    QDockWidget*& dock = docks_[described.content];
    if (!dock) {
        dock = new QDockWidget(described.title, &window_);
        dock->setObjectName(described.name);
        dock->setWidget(described.content);
        dock->setTitleBarWidget(new DockTitle(*dock));
        dock->hide(); // first: beside the docks that stand it may need more room than the window has
        window_.addDockWidget(described.area, dock);
    }
    return dock;
}

void PageDocks::add(Page& page)
{
    for (const PageDock& described : page.docks())
        pages_[&page].push_back({dock_of(described), described});
}

std::vector<PageDocks::Place> PageDocks::places(const Page& page, Qt::DockWidgetArea area) const
{
    std::vector<Place> found;
    for (const Place& place : pages_.at(&page))
        if (place.described.area == area)
            found.push_back(place);
    return found;
}

void PageDocks::arrange(const std::vector<Place>& column, Room room)
{
    if (column.empty())
        return;
    const bool all_tabbed = room == Room::Compact && column.size() > 1;
    QList<QDockWidget*> docked;
    QList<int> heights;
    qsizetype rest = -1;
    for (std::size_t i = 0; i < column.size(); ++i) {
        const Place& place = column[i];
        const bool joins = place.described.with_previous && i > 0;
        const bool tabbed = all_tabbed || joins || (i + 1 < column.size() && column[i + 1].described.with_previous);
        place.dock->setWindowTitle(tabbed ? place.described.short_title : place.described.title);
        static_cast<DockTitle*>(place.dock->titleBarWidget())->set_tabbed(tabbed);
        place.described.content->setMinimumWidth(least_width(place.described.area, room));
        if (place.dock->isFloating())
            continue;
        if (!docked.isEmpty()) {
            if (all_tabbed || joins)
                window_.tabifyDockWidget(docked.last(), place.dock);
            else
                window_.splitDockWidget(docked.last(), place.dock, Qt::Vertical);
        }
        if (joins && !all_tabbed) {
            docked.last()->raise();
            continue;
        }
        if (place.described.takes_rest)
            rest = docked.size();
        docked << place.dock;
        heights << place.described.content->sizeHint().height() + title_height;
    }
    if (docked.isEmpty())
        return;
    const Widths wanted = widths(room);
    window_.resizeDocks({docked.first()},
                        {column.front().described.area == Qt::LeftDockWidgetArea ? wanted.left : wanted.right},
                        Qt::Horizontal);
    if (all_tabbed)
        docked.first()->raise();
    else if (docked.size() > 1) {
        heights[rest < 0 ? heights.size() - 1 : rest] = 1000;
        window_.resizeDocks(docked, heights, Qt::Vertical);
    }
}

void PageDocks::show(const Page& page, Room room)
{
    if (active_ && active_ != &page) {
        auto& closed = closed_[active_];
        closed.clear();
        for (const Place& place : pages_.at(active_))
            if (place.dock->isHidden())
                closed.push_back(place.dock);
    }
    if (active_ != &page) {
        active_ = &page;
        const auto& closed = closed_[&page];
        std::vector<QDockWidget*> wanted;
        for (const Place& place : pages_.at(&page))
            if (std::find(closed.begin(), closed.end(), place.dock) == closed.end())
                wanted.push_back(place.dock);
        for (const auto& [content, dock] : docks_)
            if (std::find(wanted.begin(), wanted.end(), dock) == wanted.end())
                dock->hide();
        for (QDockWidget* dock : wanted)
            dock->show();
    }
    for (const auto area : {Qt::LeftDockWidgetArea, Qt::RightDockWidgetArea})
        arrange(places(page, area), room);
}

void PageDocks::reset(const Page& page, Room room)
{
    for (const Place& place : pages_.at(&page)) {
        place.dock->setFloating(false);
        window_.addDockWidget(place.described.area, place.dock);
        place.dock->show();
    }
    show(page, room);
}

void PageDocks::raise(const QWidget* content)
{
    const auto found = docks_.find(content);
    if (found == docks_.end())
        return;
    found->second->show();
    found->second->raise();
}

std::vector<QAction*> PageDocks::toggles(const Page& page) const
{
    std::vector<QAction*> actions;
    for (const Place& place : pages_.at(&page))
        actions.push_back(place.dock->toggleViewAction());
    return actions;
}

} // namespace plateau::ui
