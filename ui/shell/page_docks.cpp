// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/page_docks.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QLayout>
#include <QMainWindow>
#include <QMenuBar>
#include <QScopeGuard>
#include <QScrollArea>
#include <QStatusBar>
#include <QTabBar>
#include <QToolBar>

#include <algorithm>
#include <numeric>
#include <utility>

#include "ui/controls/appearance.h"
#include "ui/controls/subject.h"
#include "ui/pages/panels/in_sight.h"
#include "ui/pages/parameters/row_widths.h"
#include "ui/shell/dock_title.h"

namespace plateau::ui {

namespace {

constexpr int title_height = 35; ///< with the lines around
constexpr int least_height = 200; ///< of a list that scrolls
constexpr int separator = 1;
constexpr int guest_share = 64; ///< percent of the height
constexpr int guest_width = 328; ///< at least

/// Of a column; one of rows of parameters has a scroll bar beside them.
constexpr int beside_rows = 12;
constexpr int width_of(Qt::DockWidgetArea area, Room room, bool rows)
{
    if (area != Qt::LeftDockWidgetArea)
        return room == Room::Compact ? 256 : room == Room::Wide ? 400 : 336;
    if (rows)
        return room == Room::Wide ? 480 : row_widths(room == Room::Compact).least() + beside_rows;
    return room == Room::Compact ? 304 : room == Room::Wide ? 384 : 336;
}

constexpr int least_width(Qt::DockWidgetArea area, Room room, bool rows)
{
    if (area == Qt::LeftDockWidgetArea)
        return width_of(area, room == Room::Compact ? room : Room::Usual, rows) - 4;
    return room == Room::Compact ? width_of(area, room, rows) - 8 : 300;
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
    content->setMinimumWidth(1); // as wide as its dock, whatever stood in it when that was wider
    return area;
}

/// The height at which the whole of a panel is seen.
int whole_height(const QWidget& content, int width)
{
    const auto* area = qobject_cast<const QScrollArea*>(&content);
    const QWidget& inner = area && area->widget() ? *area->widget() : content;
    const QLayout* layout = inner.layout();
    const int wanted = layout && layout->hasHeightForWidth() ? layout->totalHeightForWidth(width)
        : layout                                             ? layout->totalSizeHint().height()
                                                             : inner.sizeHint().height();
    return std::max({wanted, inner.minimumHeight(), inner.minimumSizeHint().height()});
}

/// As it stands now.
bool is_whole(const QWidget& content)
{
    const QWidget* room = qobject_cast<const QScrollArea*>(&content)
        ? static_cast<const QScrollArea&>(content).viewport()
        : content.parentWidget(); // the viewport around it
    return !content.isVisible() || whole_height(content, room->width()) <= room->height();
}

} // namespace

PageDocks::PageDocks(QMainWindow& window) : window_(window)
{
    later_.setSingleShot(true);
    later_.setInterval(0);
    connect(&later_, &QTimer::timeout, this, &PageDocks::make_room);
    window_.installEventFilter(this);
}

QDockWidget* PageDocks::dock_of(const PageDock& described)
{
    QDockWidget*& dock = docks_[described.content];
    if (!dock) {
        dock = new QDockWidget(described.title, &window_);
        dock->setObjectName(described.name);
        set_subject(dock, QStringLiteral("window.md#") + described.name);
        dock->setProperty("scrolls", described.scrolls);
        dock->setWidget(described.scrolls_itself ? described.content : scrolled(described.content));
        const auto* area = qobject_cast<const QScrollArea*>(described.content);
        (area ? area->widget() : described.content)->installEventFilter(this);
        dock->setTitleBarWidget(new DockTitle(*dock));
        connect(dock, &QDockWidget::visibilityChanged, this,
                [this, dock = dock, content = described.content](bool visible) {
                    if (!visible)
                        return;
                    come_into_sight(*content);
                    come_to_front(dock);
                });
        dock->hide(); // first: beside the docks that stand it may need more room than the window has
        window_.addDockWidget(described.area, dock);
    }
    return dock;
}

void PageDocks::add(Page& page)
{
    for (const PageDock& described : page.docks()) {
        QDockWidget* dock = dock_of(described);
        pages_[&page].push_back({dock, described, false});
        if (described.closed)
            closed_[&page].push_back(dock);
    }
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
        }
    const bool rows
        = std::any_of(found.begin(), found.end(), [](const Place& place) { return place.described.has_rows; });
    for (Place& place : found)
        place.among_rows = rows;
    return found;
}

bool PageDocks::is_guest(const std::vector<Place>& column) const
{
    return guest_ && !column.empty() && column.front().dock == guest_->dock;
}

std::vector<PageDocks::Group> PageDocks::groups(const std::vector<Place>& column, Room room)
{
    std::vector<Group> all;
    for (const Place& place : column)
        if (place.dock->isFloating() || place.dock->isHidden())
            continue;
        else if (!all.empty() && joins(place.described.with_previous, room))
            all.back().push_back(place);
        else
            all.push_back({place});
    return all;
}

const PageDocks::Place& PageDocks::front(const Group& group) const
{
    return *std::max_element(group.begin(), group.end(), [this](const Place& one, const Place& other) {
        return looks_at(one.dock) < looks_at(other.dock);
    });
}

QDockWidget* PageDocks::front_of_all(const std::vector<Place>& column) const
{
    Group shown;
    for (const Place& place : column)
        if (!place.dock->isFloating() && !place.dock->isHidden())
            shown.push_back(place);
    return shown.empty() ? nullptr : front(shown).dock;
}

int PageDocks::looks_at(const QDockWidget* dock) const
{
    const auto found = seen_.find(dock);
    return found == seen_.end() ? 0 : found->second;
}

int PageDocks::height_for(const Group& group, Room room) const
{
    const Place& place = front(group);
    const int content = place.described.scrolls
        ? least_height
        : whole_height(*place.described.content, width_of(place.described.area, room, place.among_rows));
    return std::max(title_height + content, place.dock->minimumSizeHint().height());
}

int PageDocks::column_height() const
{
    int around = window_.menuWidget()->height() + window_.statusBar()->height();
    for (const auto* bar : window_.findChildren<QToolBar*>(QString(), Qt::FindDirectChildrenOnly))
        around += bar->isHidden() ? 0 : bar->height();
    return window_.height() - around;
}

bool PageDocks::fits(const std::vector<Place>& column, Room room) const
{
    int height = 0;
    for (const Group& group : groups(column, room))
        height += height_for(group, room) + separator;
    return height - separator <= column_height();
}

/// Each as high as it wants to be; what is left goes to a list, or to all of them.
void PageDocks::stack(const std::vector<Group>& groups, Room room)
{
    QList<QDockWidget*> docks;
    QList<int> heights;
    qsizetype rest = -1;
    for (const Group& group : groups) {
        if (group.front().described.scrolls)
            rest = docks.size();
        docks << group.front().dock;
        heights << height_for(group, room);
    }
    if (docks.size() < 2)
        return;
    const int separators = separator * static_cast<int>(docks.size() - 1);
    const int left = std::max(0, column_height() - std::accumulate(heights.begin(), heights.end(), separators));
    for (qsizetype i = 0; i < heights.size(); ++i)
        heights[i] += rest < 0 ? left / static_cast<int>(heights.size()) : i == rest ? left : 0;
    window_.resizeDocks(docks, heights, Qt::Vertical);
}

void PageDocks::arrange(const std::vector<Place>& column, Room room)
{
    if (column.empty())
        return;
    const bool before = std::exchange(arranging_, true);
    const auto done = qScopeGuard([this, before] {
        arranging_ = before;
        for (QTabBar* bar : tab_bars())
            bar->lower();
    });
    const Qt::DockWidgetArea area = column.front().described.area;
    const bool guest = is_guest(column);
    if (!guest && !fits(column, room))
        tabbed_.insert(area);
    const bool all_tabbed = !guest && column.size() > 1 && (room == Room::Compact || tabbed_.count(area));
    QDockWidget* last = nullptr;
    std::vector<std::pair<QDockWidget*, QDockWidget*>> members; ///< of tabs, each with the first of them
    std::set<const QDockWidget*> hidden;
    for (const Place& place : column)
        if (place.dock->isHidden())
            hidden.insert(place.dock);
    const auto put = [&](QDockWidget* dock) {
        window_.addDockWidget(area, dock);
        dock->setVisible(!hidden.count(dock));
    };
    for (std::size_t i = 0; i < column.size(); ++i) {
        const Place& place = column[i];
        const bool joined = i > 0 && joins(place.described.with_previous, room);
        const bool tabbed
            = all_tabbed || joined || (i + 1 < column.size() && joins(column[i + 1].described.with_previous, room));
        place.dock->setWindowTitle(tabbed ? place.described.short_title : place.described.title);
        static_cast<DockTitle*>(place.dock->titleBarWidget())->set_tabbed(tabbed);
        place.dock->widget()->setMinimumWidth(least_width(place.described.area, room, place.among_rows));
        if (place.dock->isFloating())
            continue;
        // Back to the side first: a panel that is split off one among tabs would become a tab itself.
        window_.removeDockWidget(place.dock);
        if (last && joined && !all_tabbed) {
            members.emplace_back(last, place.dock); // nothing can be split off a dock that has tabs already
            continue;
        }
        put(place.dock);
        if (last && all_tabbed)
            window_.tabifyDockWidget(last, place.dock);
        else if (last)
            window_.splitDockWidget(last, place.dock, Qt::Vertical);
        last = place.dock;
    }
    for (const auto& [head, member] : members) {
        put(member);
        window_.tabifyDockWidget(head, member);
    }
    const std::vector<Group> all = groups(column, room);
    if (all.empty())
        return;
    QDockWidget* first = all.front().front().dock;
    const int usual = width_of(area, room, column.front().among_rows);
    const int width = guest ? std::max(usual, guest_width) : usual;
    const auto resize = [&window = window_, first, width] { window.resizeDocks({first}, {width}, Qt::Horizontal); };
    resize();
    QTimer::singleShot(0, &window_, resize); // again when panels that were put back have their own sizes
    if (all_tabbed) {
        front_of_all(column)->raise();
        return;
    }
    for (const Group& group : all)
        front(group).dock->raise();
    if (guest && all.size() > 1) {
        const int high = column_height() * guest_share / 100;
        window_.resizeDocks({first, all.back().front().dock}, {high, column_height() - high}, Qt::Vertical);
    } else {
        stack(all, room);
    }
}

void PageDocks::make_room()
{
    if (!active_)
        return;
    for (const auto area : {Qt::LeftDockWidgetArea, Qt::RightDockWidgetArea}) {
        const std::vector<Place> column = places(*active_, area);
        if (column.size() < 2 || room_ == Room::Compact || is_guest(column))
            continue;
        const bool tabbed = tabbed_.count(area) > 0, room_for_all = fits(column, room_);
        if (tabbed && !(moved_ && room_for_all))
            continue;
        if (!room_for_all) {
            become_tabs(column);
            continue;
        }
        tabbed_.erase(area);
        if (tabbed)
            arrange(column, room_);
        else
            stack(groups(column, room_), room_);
        QTimer::singleShot(0, this, [this, page = active_, area] { check(*page, area); });
    }
    moved_ = false;
}

/// Once they have taken their places.
void PageDocks::check(const Page& page, Qt::DockWidgetArea area)
{
    const std::vector<Place> column = places(page, area);
    if (active_ != &page || tabbed_.count(area) || is_guest(column))
        return;
    for (const Group& group : groups(column, room_))
        if (const Place& place = front(group); !place.described.scrolls && !is_whole(*place.described.content))
            return become_tabs(column);
}

void PageDocks::become_tabs(const std::vector<Place>& column)
{
    const bool looked
        = std::any_of(column.begin(), column.end(), [this](const Place& place) { return looks_at(place.dock) > 0; });
    for (const Place& place : column)
        if (!looked && place.dock->isAncestorOf(QApplication::focusWidget()))
            seen_[place.dock] = ++looks_; // what is used goes on to be seen
    tabbed_.insert(column.front().described.area);
    arrange(column, room_);
}

/// Did a person bring it before the other tabs?
void PageDocks::come_to_front(QDockWidget* dock)
{
    if (arranging_ || !active_)
        return;
    const QList<QDockWidget*> others = window_.tabifiedDockWidgets(dock);
    Group tabs;
    for (const Place& place : places(*active_, window_.dockWidgetArea(dock)))
        if (place.dock == dock || others.contains(place.dock))
            tabs.push_back(place);
    if (!tabs.empty() && front(tabs).dock != dock)
        look_at(dock);
}

void PageDocks::look_at(const QDockWidget* dock)
{
    seen_[dock] = ++looks_;
    moved_ = true;
    later_.start();
}

/// What stands in the panels of the active page asks for another size.
bool PageDocks::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ChildPolished)
        if (auto* bar = qobject_cast<QTabBar*>(static_cast<QChildEvent*>(event)->child()))
            fit(*bar);
    const bool asked = event->type() == (watched == &window_ ? QEvent::Resize : QEvent::LayoutRequest);
    moved_ = moved_ || (asked && watched == &window_);
    if (asked && !later_.isActive())
        later_.start();
    return QObject::eventFilter(watched, event);
}

/// The window makes a bar of tabs as it needs one. Narrow columns have narrow tabs, so that every panel's name can be
/// read.
void PageDocks::fit(QTabBar& bar) const
{
    bar.lower(); // QMainWindow leaves bars without tabs where they were: under the panels they do not show
    bar.setAccessibleName(tr("Panels"));
    set_subject(&bar, QStringLiteral("window.md#panels"));
    restyle(&bar, room_ == Room::Compact ? QStringLiteral("QTabBar::tab { padding: 0 5px; }") : QString());
}

QList<QTabBar*> PageDocks::tab_bars() const
{
    return window_.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly);
}

void PageDocks::set_room(Room room)
{
    if (room_ != room)
        tabbed_.clear();
    room_ = room;
    for (QTabBar* bar : tab_bars())
        fit(*bar);
    arrange_all();
}

void PageDocks::show(const Page& page)
{
    const QSize before = window_.size();
    if (active_)
        closed_[active_] = hidden_docks();
    active_ = &page;
    tabbed_.clear();
    {
        const bool was = std::exchange(arranging_, true);
        const auto done = qScopeGuard([this, was] { arranging_ = was; });
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
    arrange_all();
    // Panels are narrower for a moment while they take their places, and lines that wrap then ask for a taller window.
    QTimer::singleShot(0, this, [this, before, stands = window_.isVisible()] {
        for (QTabBar* bar : tab_bars())
            fit(*bar);
        if (stands && window_.height() > before.height() && !window_.isMaximized() && !window_.isFullScreen())
            window_.resize(window_.width(), before.height());
    });
}

void PageDocks::arrange_all()
{
    if (!active_)
        return;
    for (const auto area : {Qt::LeftDockWidgetArea, Qt::RightDockWidgetArea})
        arrange(places(*active_, area), room_);
}

std::vector<QDockWidget*> PageDocks::hidden_docks() const
{
    std::vector<QDockWidget*> hidden;
    for (const Place& place : pages_.at(active_))
        if (place.dock->isHidden())
            hidden.push_back(place.dock);
    return hidden;
}

void PageDocks::reset()
{
    tabbed_.clear();
    for (const Place& place : pages_.at(active_)) {
        place.dock->setFloating(false);
        window_.addDockWidget(place.described.area, place.dock);
        place.dock->show();
    }
    arrange_all();
}

void PageDocks::raise(const QWidget* content)
{
    const auto found = docks_.find(content);
    if (found == docks_.end())
        return;
    found->second->show();
    found->second->raise();
    look_at(found->second);
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
    if (guest) {
        guest_ = Place{dock_of(*guest), *guest, false};
        guest_->dock->show();
    }
    arrange_all();
}

std::vector<QAction*> PageDocks::toggles() const
{
    std::vector<QAction*> actions;
    for (const Place& place : pages_.at(active_))
        actions.push_back(place.dock->toggleViewAction());
    return actions;
}

} // namespace plateau::ui
