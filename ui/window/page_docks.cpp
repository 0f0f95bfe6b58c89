// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/page_docks.h"

#include <QAction>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenuBar>
#include <QScrollArea>
#include <QStatusBar>
#include <QTimer>

#include <algorithm>
#include <numeric>

#include "ui/window/dock_title.h"

namespace plateau::ui {

namespace {

constexpr int title_height = 33;
constexpr int least_height = 120; ///< of a panel among others
constexpr int tool_bar_height = 40;
constexpr int guest_share = 64; ///< percent of the height
constexpr int guest_width = 328; ///< at least

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

bool joins(PageDock::Join join, Room room)
{
    return join == PageDock::Join::Always || (join == PageDock::Join::UnlessWide && room != Room::Wide);
}

/// A panel scrolls where there is no room for it, so that none makes the window higher than the screen.
QWidget* scrolled(QWidget* content)
{
    if (qobject_cast<QAbstractScrollArea*>(content))
        return content;
    auto* area = new QScrollArea;
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::NoFocus);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidget(content);
    return area;
}

/// Each panel as high as it wants to be and one with what is left; where that is too little, the others give way alike.
QList<int> fitting(QList<int> heights, qsizetype rest, int room)
{
    const int others = std::accumulate(heights.begin(), heights.end(), 0) - heights[rest];
    heights[rest] = std::max(least_height, room - others);
    if (others + heights[rest] <= room)
        return heights;
    for (qsizetype i = 0; i < heights.size(); ++i)
        if (i != rest)
            heights[i] = heights[i] * (room - heights[rest]) / std::max(1, others);
    return heights;
}

} // namespace

QDockWidget* PageDocks::dock_of(const PageDock& described)
{
    QDockWidget*& dock = docks_[described.content];
    if (!dock) {
        dock = new QDockWidget(described.title, &window_);
        dock->setObjectName(described.name);
        dock->setWidget(described.scrolls ? described.content : scrolled(described.content));
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
    const bool guest = guest_ && guest_->described.area == area;
    if (guest)
        found.push_back(*guest_);
    for (const Place& place : pages_.at(&page))
        if (place.described.area == area) {
            found.push_back(place);
            if (guest && found.size() > 2)
                found.back().described.with_previous = PageDock::Join::Always;
            if (guest)
                found.back().described.takes_rest = false;
        }
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
        const bool joined = i > 0 && joins(place.described.with_previous, room);
        const bool tabbed
            = all_tabbed || joined || (i + 1 < column.size() && joins(column[i + 1].described.with_previous, room));
        place.dock->setWindowTitle(tabbed ? place.described.short_title : place.described.title);
        static_cast<DockTitle*>(place.dock->titleBarWidget())->set_tabbed(tabbed);
        place.dock->widget()->setMinimumWidth(least_width(place.described.area, room));
        if (place.dock->isFloating())
            continue;
        // Back to the side first: a panel that is split off one among tabs would become a tab itself.
        const bool hidden = place.dock->isHidden();
        window_.removeDockWidget(place.dock);
        window_.addDockWidget(place.described.area, place.dock);
        place.dock->setVisible(!hidden);
        if (!docked.isEmpty()) {
            if (all_tabbed || joined)
                window_.tabifyDockWidget(docked.last(), place.dock);
            else
                window_.splitDockWidget(docked.last(), place.dock, Qt::Vertical);
        }
        if (joined && !all_tabbed) {
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
    const bool guest = guest_ && column.front().dock == guest_->dock;
    const int width = column.front().described.area == Qt::LeftDockWidgetArea ? wanted.left
        : guest                                                               ? std::max(wanted.right, guest_width)
                                                                              : wanted.right;
    const auto resize
        = [&window = window_, first = docked.first(), width] { window.resizeDocks({first}, {width}, Qt::Horizontal); };
    resize();
    QTimer::singleShot(0, &window_, resize); // again when panels that were put back have their own sizes
    if (all_tabbed)
        docked.first()->raise();
    else if (docked.size() > 1) {
        const int around = window_.menuWidget()->height() + tool_bar_height
            + window_.findChild<QStatusBar*>(QString(), Qt::FindDirectChildrenOnly)->height();
        const int high = window_.height() - around;
        window_.resizeDocks(docked,
                            guest ? QList<int>{high * guest_share / 100, high - high * guest_share / 100}
                                  : fitting(heights, rest < 0 ? heights.size() - 1 : rest, high),
                            Qt::Vertical);
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
        if (guest_)
            wanted.push_back(guest_->dock);
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

void PageDocks::raise(const QString& name)
{
    for (const auto& [content, dock] : docks_)
        if (dock->objectName() == name)
            return raise(content);
}

void PageDocks::set_guest(const std::optional<PageDock>& guest)
{
    if (guest_)
        guest_->dock->hide();
    guest_.reset();
    if (!guest)
        return;
    guest_ = Place{dock_of(*guest), *guest};
    guest_->dock->show();
}

std::vector<QAction*> PageDocks::toggles(const Page& page) const
{
    std::vector<QAction*> actions;
    for (const Place& place : pages_.at(&page))
        actions.push_back(place.dock->toggleViewAction());
    return actions;
}

} // namespace plateau::ui
