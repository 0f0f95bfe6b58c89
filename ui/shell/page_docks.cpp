// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/page_docks.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QLayout>
#include <QMainWindow>
#include <QMenuBar>
#include <QScopeGuard>
#include <QScopedValueRollback>
#include <QScrollArea>
#include <QStatusBar>
#include <QTabBar>
#include <QToolBar>

#include <algorithm>
#include <numeric>
#include <utility>

#include "ui/controls/appearance.h"
#include "ui/controls/subject.h"
#include "ui/controls/text.h"
#include "ui/pages/panels/panel.h"
#include "ui/pages/parameters/row_widths.h"
#include "ui/shell/dock_title.h"

namespace plateau::ui {

namespace {

constexpr int title_height = 35; ///< with the lines around
constexpr int least_height = 200; ///< of a list that scrolls
constexpr int separator = 1;
constexpr int guest_share = 64; ///< percent of the height
constexpr int guest_width = 328; ///< at least
constexpr int page_room = 500; ///< beside both sides

using Side = views::Dock::Side;
using Join = views::Dock::Join;

Qt::DockWidgetArea area_of(Side side) { return side == Side::Left ? Qt::LeftDockWidgetArea : Qt::RightDockWidgetArea; }

/// The width of a column of panels; one with rows of parameters has a scroll bar beside them.
constexpr int beside_rows = 12;
constexpr int width_of(Side side, Room room, bool rows)
{
    if (side == Side::Right)
        return room == Room::Compact ? 256 : room == Room::Wide ? 400 : 336;
    if (rows)
        return room == Room::Wide ? 480 : row_widths(room == Room::Compact).least() + beside_rows;
    return room == Room::Compact ? 304 : room == Room::Wide ? 384 : 336;
}

constexpr int least_width(Side side, Room room, bool rows)
{
    if (side == Side::Left)
        return width_of(side, room == Room::Compact ? room : Room::Usual, rows) - 4;
    return room == Room::Compact ? width_of(side, room, rows) - 8 : 300;
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

/// Whether all of a panel's content is seen as it stands now.
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
    connect(&later_, &QTimer::timeout, this, qOverload<>(&PageDocks::make_room));
    window_.installEventFilter(this);
    for (const auto& [side, words] : {std::pair(Side::Left, tr("Left panels")), {Side::Right, tr("Right panels")}}) {
        QAction* action = fold_actions_[side] = new QAction(words, &window_);
        action->setCheckable(true);
        connect(action, &QAction::triggered, this, [this, side = side](bool open) {
            if (open)
                return open_side(side);
            shut_.insert(side);
            fold();
        });
    }
}

QDockWidget* PageDocks::dock_of(const PageDock& panel)
{
    QDockWidget*& dock = docks_[panel.content];
    if (dock)
        return dock;
    const QString name = text(panel.row.name);
    dock = new QDockWidget(text(Word{panel.row.title}), &window_);
    dock->setObjectName(name);
    set_subject(dock, QStringLiteral("window.md#") + name);
    dock->setProperty("scrolls", panel.row.is_list);
    dock->setWidget(panel.row.scrolls_itself ? panel.content : scrolled(panel.content));
    const auto* area = qobject_cast<const QScrollArea*>(panel.content);
    (area ? area->widget() : panel.content)->installEventFilter(this);
    dock->setTitleBarWidget(new DockTitle(*dock));
    connect(dock, &QDockWidget::visibilityChanged, this, [this, dock = dock, content = panel.content](bool visible) {
        if (!visible)
            return;
        if (!arranging_ && folded_.erase(dock)) // the menu of panels opened it
            open_side(window_.dockWidgetArea(dock) == Qt::LeftDockWidgetArea ? Side::Left : Side::Right);
        come_into_sight(*content);
        come_to_front(dock);
    });
    dock->hide(); // first: beside the docks that stand it may need more room than the window has
    window_.addDockWidget(area_of(panel.row.side), dock);
    return dock;
}

void PageDocks::add(Page& page)
{
    for (const PageDock& panel : page.docks()) {
        pages_[&page].push_back({dock_of(panel), panel.row, panel.content});
        if (panel.row.is_closed)
            closed_[&page].insert(dock_of(panel));
    }
}

PageDocks::Column PageDocks::column(const Page& page, Side side) const
{
    Column members;
    const bool guest = guest_ && guest_->row.side == side;
    if (guest)
        members.push_back(*guest_);
    for (const Member& member : pages_.at(&page))
        if (member.row.side == side) {
            members.push_back(member);
            if (guest && members.size() > 2)
                members.back().row.with_previous = Join::Always;
        }
    const bool rows = std::any_of(members.begin(), members.end(), [](const Member& one) { return one.row.has_rows; });
    for (Member& member : members)
        member.is_among_rows = rows;
    return members;
}

bool PageDocks::has_guest(const Column& column) const
{
    return guest_ && !column.empty() && column.front().dock == guest_->dock;
}

PageDocks::Group PageDocks::seen_of(const Column& column)
{
    Group seen = column;
    std::erase_if(seen, [](const Member& member) { return member.dock->isFloating() || member.dock->isHidden(); });
    return seen;
}

bool PageDocks::joins(const Member& member) const
{
    const Join join = member.row.with_previous;
    return join == Join::Always || (join == Join::UnlessWide && room_ != Room::Wide);
}

std::vector<PageDocks::Group> PageDocks::groups(const Column& column) const
{
    std::vector<Group> all;
    for (const Member& member : seen_of(column))
        if (!all.empty() && joins(member))
            all.back().push_back(member);
        else
            all.push_back({member});
    return all;
}

const PageDocks::Member& PageDocks::front(const Group& group) const
{
    return *std::max_element(group.begin(), group.end(), [this](const Member& one, const Member& other) {
        return looks_at(one.dock) < looks_at(other.dock);
    });
}

int PageDocks::looks_at(const QDockWidget* dock) const
{
    const auto found = seen_.find(dock);
    return found == seen_.end() ? 0 : found->second;
}

int PageDocks::wanted_height(const Group& group) const
{
    const Member& member = front(group);
    const int content = member.row.is_list
        ? least_height
        : whole_height(*member.content, width_of(member.row.side, room_, member.is_among_rows));
    return std::max(title_height + content, member.dock->minimumSizeHint().height());
}

int PageDocks::column_height() const
{
    int around = window_.menuWidget()->height() + window_.statusBar()->height();
    for (const auto* bar : window_.findChildren<QToolBar*>(QString(), Qt::FindDirectChildrenOnly))
        around += bar->isHidden() ? 0 : bar->height();
    return window_.height() - around;
}

bool PageDocks::fits(const Column& column) const
{
    int height = 0;
    for (const Group& group : groups(column))
        height += wanted_height(group) + separator;
    return height - separator <= column_height();
}

/// Makes each panel as high as it wants to be. What is left goes to a list, or to all of them.
void PageDocks::stack(const std::vector<Group>& groups)
{
    QList<QDockWidget*> docks;
    QList<int> heights;
    qsizetype rest = -1;
    for (const Group& group : groups) {
        if (group.front().row.is_list)
            rest = docks.size();
        docks << group.front().dock;
        heights << wanted_height(group);
    }
    if (docks.size() < 2)
        return;
    const int separators = separator * static_cast<int>(docks.size() - 1);
    const int left = std::max(0, column_height() - std::accumulate(heights.begin(), heights.end(), separators));
    for (qsizetype i = 0; i < heights.size(); ++i)
        heights[i] += rest < 0 ? left / static_cast<int>(heights.size()) : i == rest ? left : 0;
    window_.resizeDocks(docks, heights, Qt::Vertical);
}

void PageDocks::arrange(const Column& column)
{
    if (column.empty())
        return;
    const QScopedValueRollback arranging(arranging_, true);
    const auto done = qScopeGuard([this] {
        for (QTabBar* bar : tab_bars())
            bar->lower();
    });
    const Side side = column.front().row.side;
    const bool guest = has_guest(column), rows = column.front().is_among_rows;
    if (!guest && !fits(column))
        tabbed_.insert(side);
    const bool all_tabbed = !guest && column.size() > 1 && (room_ == Room::Compact || tabbed_.count(side));
    QDockWidget* last = nullptr;
    struct Tab {
        QDockWidget* head; ///< the first of them
        QDockWidget* dock;
        bool is_hidden;
    };
    std::vector<Tab> tabs;
    const auto put_back = [this, side](QDockWidget* dock, bool is_hidden) {
        window_.addDockWidget(area_of(side), dock);
        dock->setVisible(!is_hidden);
    };
    for (std::size_t i = 0; i < column.size(); ++i) {
        const Member& member = column[i];
        QDockWidget* dock = member.dock;
        const bool joined = i > 0 && joins(member);
        const bool tabbed = all_tabbed || joined || (i + 1 < column.size() && joins(column[i + 1]));
        dock->setWindowTitle(text(Word{tabbed ? member.row.short_title : member.row.title}));
        static_cast<DockTitle*>(dock->titleBarWidget())->set_tabbed(tabbed);
        dock->widget()->setMinimumWidth(least_width(side, room_, rows));
        if (dock->isFloating())
            continue;
        // Back to the side first: a panel that is split off one among tabs would become a tab itself.
        const bool is_hidden = dock->isHidden();
        window_.removeDockWidget(dock);
        if (last && joined && !all_tabbed) {
            tabs.push_back({last, dock, is_hidden}); // nothing can be split off a dock that has tabs already
            continue;
        }
        put_back(dock, is_hidden);
        if (last && all_tabbed)
            window_.tabifyDockWidget(last, dock);
        else if (last)
            window_.splitDockWidget(last, dock, Qt::Vertical);
        last = dock;
    }
    for (const Tab& tab : tabs) {
        put_back(tab.dock, tab.is_hidden);
        window_.tabifyDockWidget(tab.head, tab.dock);
    }
    const std::vector<Group> all = groups(column);
    if (all.empty())
        return;
    QDockWidget* first = all.front().front().dock;
    const int width = std::max(width_of(side, room_, rows), guest ? guest_width : 0);
    const auto resize = [&window = window_, first, width] { window.resizeDocks({first}, {width}, Qt::Horizontal); };
    resize();
    QTimer::singleShot(0, &window_, resize); // again when panels that were put back have their own sizes
    if (all_tabbed) {
        front(seen_of(column)).dock->raise();
        return;
    }
    for (const Group& group : all)
        front(group).dock->raise();
    if (guest && all.size() > 1) {
        const int high = column_height() * guest_share / 100;
        window_.resizeDocks({first, all.back().front().dock}, {high, column_height() - high}, Qt::Vertical);
    } else {
        stack(all);
    }
}

void PageDocks::make_room()
{
    if (!active_)
        return;
    make_room(Side::Left);
    make_room(Side::Right);
    moved_ = false;
}

void PageDocks::make_room(Side side)
{
    const Column members = column(*active_, side);
    if (members.size() < 2 || room_ == Room::Compact || has_guest(members))
        return;
    const bool tabbed = tabbed_.count(side) > 0, has_room = fits(members);
    if (tabbed && !(moved_ && has_room))
        return;
    if (!has_room)
        return become_tabs(members);
    tabbed_.erase(side);
    if (tabbed)
        arrange(members);
    else
        stack(groups(members));
    QTimer::singleShot(0, this, [this, page = active_, side] { become_tabs_if_cut(*page, side); });
}

/// Puts panels that are cut behind tabs. Call it once they have taken their places.
void PageDocks::become_tabs_if_cut(const Page& page, Side side)
{
    const Column members = column(page, side);
    if (active_ != &page || tabbed_.count(side) || has_guest(members))
        return;
    for (const Group& group : groups(members))
        if (const Member& member = front(group); !member.row.is_list && !is_whole(*member.content))
            return become_tabs(members);
}

void PageDocks::become_tabs(const Column& column)
{
    const bool looked
        = std::any_of(column.begin(), column.end(), [this](const Member& one) { return looks_at(one.dock) > 0; });
    for (const Member& member : column)
        if (!looked && member.dock->isAncestorOf(QApplication::focusWidget()))
            seen_[member.dock] = ++looks_; // what is used goes on to be seen
    tabbed_.insert(column.front().row.side);
    arrange(column);
}

/// Tells whether a person brought it before the other tabs.
void PageDocks::come_to_front(QDockWidget* dock)
{
    if (arranging_ || !active_)
        return;
    const QList<QDockWidget*> others = window_.tabifiedDockWidgets(dock);
    const Side side = window_.dockWidgetArea(dock) == Qt::LeftDockWidgetArea ? Side::Left : Side::Right;
    Group tabs = column(*active_, side);
    std::erase_if(tabs, [&](const Member& one) { return one.dock != dock && !others.contains(one.dock); });
    if (!tabs.empty() && front(tabs).dock != dock)
        look_at(dock);
}

void PageDocks::look_at(const QDockWidget* dock)
{
    seen_[dock] = ++looks_;
    moved_ = true;
    later_.start();
}

/// Follows the panels of the active page when their content asks for another size.
bool PageDocks::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ChildPolished)
        if (auto* bar = qobject_cast<QTabBar*>(static_cast<QChildEvent*>(event)->child()))
            dress(*bar);
    const bool asked = event->type() == (watched == &window_ ? QEvent::Resize : QEvent::LayoutRequest);
    moved_ = moved_ || (asked && watched == &window_);
    if (asked && !later_.isActive())
        later_.start();
    return QObject::eventFilter(watched, event);
}

/// The window makes a bar of tabs as it needs one. Narrow columns have narrow tabs, so that every panel's name can be
/// read.
void PageDocks::dress(QTabBar& bar) const
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
        dress(*bar);
    arrange_all();
}

void PageDocks::show(const Page& page)
{
    const QSize before = window_.size();
    if (active_) {
        closed_[active_].clear();
        for (const Member& member : pages_.at(active_))
            if (member.dock->isHidden() && !folded_.count(member.dock))
                closed_[active_].insert(member.dock);
    }
    active_ = &page;
    tabbed_.clear();
    folded_.clear();
    {
        const QScopedValueRollback arranging(arranging_, true);
        std::vector<QDockWidget*> wanted;
        if (guest_)
            wanted.push_back(guest_->dock);
        for (const Member& member : pages_.at(&page))
            if (!closed_[&page].count(member.dock))
                wanted.push_back(member.dock);
        for (const auto& [content, dock] : docks_)
            if (std::find(wanted.begin(), wanted.end(), dock) == wanted.end())
                dock->hide();
        for (QDockWidget* dock : wanted)
            dock->show();
    }
    fold();
    arrange_all();
    // Panels are narrower for a moment while they take their places, and lines that wrap then ask for a taller window.
    QTimer::singleShot(0, this, [this, before, stands = window_.isVisible()] {
        for (QTabBar* bar : tab_bars())
            dress(*bar);
        if (stands && window_.height() > before.height() && !window_.isMaximized() && !window_.isFullScreen())
            window_.resize(window_.width(), before.height());
    });
}

void PageDocks::arrange_all()
{
    if (!active_)
        return;
    for (const Side side : {Side::Left, Side::Right})
        arrange(column(*active_, side));
}

void PageDocks::reset()
{
    tabbed_.clear();
    shut_.clear();
    opened_.reset();
    folded_.clear();
    for (const Member& member : pages_.at(active_)) {
        member.dock->setFloating(false);
        window_.addDockWidget(area_of(member.row.side), member.dock);
        member.dock->show();
    }
    fold();
    arrange_all();
}

void PageDocks::raise(const QWidget* content)
{
    const auto found = docks_.find(content);
    if (found == docks_.end())
        return;
    if (folded_.count(found->second))
        open_side(window_.dockWidgetArea(found->second) == Qt::LeftDockWidgetArea ? Side::Left : Side::Right);
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
    if (guest_) {
        folded_.erase(guest_->dock);
        guest_->dock->hide();
    }
    guest_.reset();
    if (guest) {
        guest_ = Member{dock_of(*guest), guest->row, guest->content};
        guest_->dock->show();
        open_side(guest->row.side);
    }
    fold();
    arrange_all();
}

std::vector<QAction*> PageDocks::toggles() const
{
    std::vector<QAction*> actions;
    for (const Member& member : pages_.at(active_))
        actions.push_back(member.dock->toggleViewAction());
    return actions;
}

std::vector<bool> PageDocks::open() const
{
    std::vector<bool> open;
    for (const Member& member : pages_.at(active_))
        open.push_back(!member.dock->isHidden() || folded_.count(member.dock) > 0);
    return open;
}

void PageDocks::set_open(const std::vector<bool>& open)
{
    const std::vector<bool> now = this->open();
    const Column& members = pages_.at(active_);
    for (std::size_t i = 0; i < std::min(now.size(), open.size()); ++i) {
        QDockWidget* dock = members[i].dock;
        if (now[i] == open[i])
            continue;
        if (is_folded(members[i].row.side))
            open[i] ? void(folded_.insert(dock)) : void(folded_.erase(dock));
        else
            dock->setVisible(open[i]);
    }
}

QAction* PageDocks::fold_action(Side side) const { return fold_actions_.at(side); }

int PageDocks::least_room(Side side) const
{
    const Column members = column(*active_, side);
    const bool stands = std::any_of(members.begin(), members.end(), [this](const Member& one) {
        return !one.dock->isFloating() && (!one.dock->isHidden() || folded_.count(one.dock));
    });
    if (!stands)
        return 0;
    const int width = width_of(side, Room::Compact, members.front().is_among_rows);
    return has_guest(members) ? std::max(width, guest_width) : width;
}

bool PageDocks::is_folded(Side side) const
{
    if (shut_.count(side))
        return true;
    const int left = shut_.count(Side::Left) ? 0 : least_room(Side::Left);
    const int right = shut_.count(Side::Right) ? 0 : least_room(Side::Right);
    if (left + right + page_room <= window_.width())
        return false;
    if (left > 0 && right > 0 && side != opened_.value_or(Side::Left))
        return true;
    return !opened_ && least_room(side) + page_room > window_.width();
}

void PageDocks::set_folded(Side side, bool folded)
{
    const QScopedValueRollback arranging(arranging_, true);
    const Column members = column(*active_, side);
    bool changed = false;
    for (const Member& member : members)
        if (folded && !member.dock->isHidden() && !member.dock->isFloating()) {
            folded_.insert(member.dock);
            member.dock->hide();
            changed = true;
        } else if (!folded && folded_.erase(member.dock)) {
            member.dock->show();
            changed = true;
        }
    fold_actions_.at(side)->setChecked(!folded);
    if (changed && !folded)
        arrange(members);
}

void PageDocks::fold()
{
    if (!active_)
        return;
    if (least_room(Side::Left) + least_room(Side::Right) + page_room <= window_.width())
        opened_.reset();
    const bool left = is_folded(Side::Left), right = is_folded(Side::Right);
    for (const bool folding : {true, false}) // what opens needs the room of what folds
        for (const auto& [side, folded] : {std::pair(Side::Left, left), {Side::Right, right}})
            if (folded == folding)
                set_folded(side, folded);
}

void PageDocks::open_side(Side side)
{
    shut_.erase(side);
    opened_ = side;
    fold();
}

} // namespace plateau::ui
