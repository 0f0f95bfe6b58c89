// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/side_panels.h"

#include <QAction>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

#include "ui/controls/appearance.h"
#include "ui/controls/layouts.h"
#include "ui/controls/subject.h"
#include "ui/pages/parameters/parameter_panel.h"

namespace plateau::ui {

namespace {

using Side = views::Dock::Side;
using Start = views::Dock::Start;

constexpr int least_height = 24, least_list_height = 240; ///< of a panel; of one that fills the room that is left
constexpr int title_inset = 36; ///< around the words of a title
constexpr int guest_share = 64; ///< percent of the height
constexpr int guest_width = 328; ///< at least
constexpr int page_room = 500; ///< beside both sides
constexpr int bar_width = 12; ///< of a scroll bar beside what scrolls

const QString shown_key = QStringLiteral(" shown"), folded_key = QStringLiteral(" folded");
const QString front_key = QStringLiteral("front");

QString width_key(Side side) { return side == Side::Left ? QStringLiteral("left") : QStringLiteral("right"); }

constexpr int width_of(Side side, Room room, bool rows)
{
    if (side == Side::Right)
        return bar_width + (room == Room::Compact ? 256 : room == Room::Wide ? 400 : 336);
    if (rows)
        return room == Room::Wide ? 480 : row_widths(room == Room::Compact).least() + bar_width;
    return bar_width + (room == Room::Compact ? 304 : room == Room::Wide ? 384 : 336);
}

constexpr int least_width(Side side, Room room, bool rows)
{
    if (side == Side::Left)
        return width_of(side, room == Room::Compact ? room : Room::Usual, rows) - 4;
    return room == Room::Compact ? width_of(side, room, rows) - 8 : 300 + bar_width;
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
    const int least = area ? inner.minimumHeight() : 0; // of the content itself it is what was last set here
    return std::max({wanted, least, inner.minimumSizeHint().height(), least_height});
}

} // namespace

SidePanel::SidePanel(const PageDock& panel, QWidget* parent)
    : QWidget(parent), row_(panel.row), content_(*panel.content), toggle_(new QAction(text(Word{row_.title}), this))
{
    setObjectName(text(row_.name));
    setAccessibleName(toggle_->text());
    set_subject(this, QStringLiteral("window.md#") + objectName());
    toggle_->setCheckable(true);
    content_.setMinimumWidth(1); // as wide as its side, whatever stood in it when that was wider
    auto* column = box_layout<QVBoxLayout>(this, {}, 0);
    if (row_.side == Side::Left) {
        column->addWidget(qobject_cast<QAbstractScrollArea*>(&content_) ? &content_ : scrolled(&content_, this));
        return;
    }
    title_ = new GroupHeader(toggle_->text(), this);
    title_->setFont(interface_font(12, 600));
    title_->setContextMenuPolicy(Qt::ActionsContextMenu);
    title_->addAction(toggle_);
    column->addWidget(title_);
    column->addWidget(&content_);
    column->setContentsMargins(0, 0, 0, 1); // the line below it
    connect(title_, &QAbstractButton::clicked, this, [this](bool open) {
        set_folded(!open);
        emit folded_by_hand();
    });
    connect(title_, &GroupHeader::entered, this, [this] {
        if (!is_folded())
            focusNextChild();
    });
    content_.installEventFilter(this);
    auto* area = qobject_cast<QScrollArea*>(&content_);
    if (row_.is_list) {
        content_.setMinimumHeight(least_list_height);
    } else if (area) {
        area->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        area->widget()->installEventFilter(this);
    }
}

bool SidePanel::is_folded() const { return title_ && content_.isHidden(); }

void SidePanel::set_folded(bool folded)
{
    title_->setChecked(!folded);
    content_.setVisible(!folded);
    setSizePolicy(QSizePolicy::Preferred, row_.is_list && !folded ? QSizePolicy::Expanding : QSizePolicy::Fixed);
}

/// The content is as high as it needs to be: the column around it scrolls.
void SidePanel::fit()
{
    if (!row_.is_list && content_.isVisible())
        content_.setFixedHeight(whole_height(content_, content_.width()));
}

void SidePanel::look()
{
    const bool seen = is_in_sight(content_);
    if (seen && !seen_)
        come_into_sight(content_);
    seen_ = seen;
}

bool SidePanel::eventFilter(QObject* watched, QEvent* event)
{
    const auto type = event->type();
    if (type == QEvent::DynamicPropertyChange && watched == &content_)
        title_->set_summary(content_.property(panel_summary).toString());
    if (type == QEvent::LayoutRequest || (watched == &content_ && (type == QEvent::Resize || type == QEvent::Show)))
        fit();
    return QWidget::eventFilter(watched, event);
}

/// A narrow column has short titles.
void SidePanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (title_)
        title_->setText(title_->fontMetrics().horizontalAdvance(toggle_->text()) + title_inset <= width()
                            ? toggle_->text()
                            : text(Word{row_.short_title}));
}

/// What stood above it was folded, or grew.
void SidePanel::moveEvent(QMoveEvent* event)
{
    QWidget::moveEvent(event);
    look();
}

void SidePanel::paintEvent(QPaintEvent*)
{
    if (title_)
        QPainter(this).fillRect(0, height() - 1, width(), 1, theme_of(this).divider);
}

SidePanels::SidePanels(QWidget& centre, QWidget* parent)
    : QSplitter(parent), tabs_(new QTabWidget(this)), right_(new QWidget(this)), area_(new QScrollArea(right_))
{
    setChildrenCollapsible(false);
    setHandleWidth(1);
    tabs_->setDocumentMode(true);
    tabs_->tabBar()->setObjectName(QStringLiteral("panels"));
    for (QWidget* widget : std::initializer_list<QWidget*>{tabs_, tabs_->tabBar()}) {
        widget->setAccessibleName(tr("Panels"));
        set_subject(widget, QStringLiteral("window.md#panels"));
    }
    above_ = new QVBoxLayout(right_);
    above_->setContentsMargins(0, 0, 0, 0);
    above_->setSpacing(0);
    column_ = scrolling_column(*area_, {0, 4, 0, 8}, 0);
    QScrollBar* bar = area_->verticalScrollBar();
    area_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // nothing is narrower when it scrolls
    bar->setEnabled(false);
    connect(bar, &QScrollBar::rangeChanged, this, [this, bar](int, int most) {
        bar->setEnabled(most > 0);
        if (active_ && active_->used) // an answer made it longer
            keep_in_view(*active_->used);
    });
    area_->widget()->setMinimumWidth(1);
    column_->addStretch();
    above_->addWidget(area_, 100 - guest_share);
    addWidget(tabs_);
    addWidget(&centre);
    addWidget(right_);
    setStretchFactor(1, 1);
    connect(tabs_, &QTabWidget::currentChanged, this,
            [this](int tab) { by_hand()[front_key] = tabs_->widget(tab)->objectName(); });
    connect(bar, &QScrollBar::valueChanged, this, &SidePanels::look);
    connect(bar, &QScrollBar::actionTriggered, this, [this] { // a person looks elsewhere
        if (active_)
            active_->used = nullptr;
    });
    connect(this, &QSplitter::splitterMoved, this, [this](int, int handle) {
        by_hand()[width_key(handle == 1 ? Side::Left : Side::Right)] = sizes().at(handle == 1 ? 0 : 2);
    });
    for (const auto& [side, words] : {std::pair(Side::Left, tr("Left panels")), {Side::Right, tr("Right panels")}}) {
        QAction* action = fold_actions_[side] = new QAction(words, this);
        action->setCheckable(true);
        connect(action, &QAction::triggered, this, [this, side = side](bool open) {
            if (open)
                return open_side(side);
            shut_.insert(side);
            fit();
        });
    }
}

SidePanel* SidePanels::made(const PageDock& dock)
{
    SidePanel*& panel = made_[text(dock.row.name)];
    if (panel)
        return panel;
    panel = new SidePanel(dock, right_);
    panel->hide();
    connect(&panel->toggle(), &QAction::triggered, this, [this, panel](bool shown) {
        show_panel(*panel, shown);
        if (shown)
            bring(*panel);
    });
    connect(panel, &SidePanel::wanted, this, [this, panel] { bring(*panel); });
    connect(panel, &SidePanel::folded_by_hand, this, [this, panel] {
        by_hand()[panel->objectName() + folded_key] = panel->is_folded();
        active_->used = panel->is_folded() ? nullptr : panel;
    });
    return panel;
}

void SidePanels::add(Page& page, const char* name)
{
    Beside& beside = pages_[&page];
    beside.page = QString::fromLatin1(name);
    for (const PageDock& dock : page.docks())
        beside.panels.push_back(made(dock));
}

QVariant SidePanels::chosen(const QString& key, const QVariant& usual) const
{
    const auto page = by_hand_.find(active_->page);
    return page == by_hand_.end() ? usual : page->second.value(key, usual);
}

bool SidePanels::is_shown(const SidePanel& panel) const
{
    return chosen(panel.objectName() + shown_key, panel.row().start != Start::Closed).toBool();
}

void SidePanels::show_panel(SidePanel& panel, bool shown)
{
    if (is_shown(panel) == shown)
        return;
    by_hand()[panel.objectName() + shown_key] = shown;
    arrange();
}

/// Puts the panels of the active page in their places.
void SidePanels::arrange()
{
    if (!active_)
        return;
    const QSignalBlocker quiet(tabs_);
    const QString front = chosen(front_key, {}).toString();
    tabs_->clear();
    for (const auto& [name, panel] : made_)
        if (std::ranges::find(active_->panels, panel) == active_->panels.end() && panel != guest_) {
            panel->toggle().setChecked(false);
            panel->hide();
        }
    for (SidePanel* panel : active_->panels) {
        const bool shown = is_shown(*panel);
        panel->toggle().setChecked(shown);
        if (panel->row().side == Side::Right) {
            column_->removeWidget(panel); // else its place is counted with it
            column_->insertWidget(column_->count() - 1, panel, panel->row().is_list ? 1 : 0);
            const bool folded = panel->row().start == Start::Folded
                || (panel->row().start == Start::FoldedUnlessWide && room_ != Room::Wide);
            panel->set_folded(chosen(panel->objectName() + folded_key, folded).toBool());
            panel->setVisible(shown);
        } else if (shown) {
            tabs_->addTab(panel, text(Word{panel->row().short_title}));
            tabs_->setTabToolTip(tabs_->count() - 1, panel->accessibleName());
            if (panel->objectName() == front)
                tabs_->setCurrentWidget(panel);
        }
    }
    fit();
}

void SidePanels::turn_to(const Page& page)
{
    active_ = &pages_.at(&page);
    arrange();
    area_->verticalScrollBar()->setValue(0);
    if (active_->used && active_->used->toggle().isChecked())
        keep_in_view(*active_->used);
}

void SidePanels::set_room(Room room)
{
    room_ = room;
    restyle(tabs_->tabBar(), room == Room::Compact ? QStringLiteral("QTabBar::tab { padding: 0 5px; }") : QString());
    arrange();
}

void SidePanels::reset()
{
    by_hand().clear();
    shut_.clear();
    opened_.reset();
    arrange();
}

void SidePanels::bring(const QString& name)
{
    if (const auto found = made_.find(name); found != made_.end())
        bring(*found->second);
}

void SidePanels::bring(SidePanel& panel)
{
    const bool is_guest = &panel == guest_;
    if (!active_ || (!is_guest && std::ranges::find(active_->panels, &panel) == active_->panels.end()))
        return;
    if (!is_guest)
        show_panel(panel, true);
    if (is_folded(panel.row().side))
        open_side(panel.row().side);
    if (panel.row().side == Side::Left)
        return tabs_->setCurrentWidget(&panel);
    panel.set_folded(false);
    if (is_guest)
        return;
    by_hand()[panel.objectName() + folded_key] = false;
    active_->used = &panel;
    scroll_to(panel);
    keep_in_view(panel); // as high as what it now holds
}

/// Once it and those above it have their heights.
void SidePanels::keep_in_view(SidePanel& panel)
{
    QTimer::singleShot(0, &panel, [this, &panel] {
        if (active_->used == &panel)
            scroll_to(panel);
    });
}

void SidePanels::scroll_to(const SidePanel& panel)
{
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    QScrollBar& bar = *area_->verticalScrollBar();
    const int top = panel.y(), bottom = top + panel.height(), height = area_->viewport()->height();
    if (bottom > bar.value() + height)
        bar.setValue(std::min(top, bottom - height));
    if (top < bar.value())
        bar.setValue(top);
    look();
}

/// Tells those that came into sight without a show of their own.
void SidePanels::look()
{
    if (active_)
        for (SidePanel* panel : active_->panels)
            if (panel->row().side == Side::Right)
                panel->look();
}

void SidePanels::set_guest(const std::optional<PageDock>& guest)
{
    if (guest_)
        guest_->hide();
    guest_ = guest ? made(*guest) : nullptr;
    if (guest_) {
        above_->insertWidget(0, guest_, guest_share);
        guest_->set_folded(false);
        guest_->show();
        open_side(Side::Right);
    }
    fit();
}

void SidePanels::set_guest_alone(bool alone)
{
    if (std::exchange(guest_alone_, alone) != alone)
        fit();
}

std::vector<QAction*> SidePanels::toggles() const
{
    std::vector<QAction*> actions;
    for (const SidePanel* panel : active_->panels)
        actions.push_back(&panel->toggle());
    return actions;
}

QAction* SidePanels::fold_action(Side side) const { return fold_actions_.at(side); }

bool SidePanels::has_rows() const
{
    return std::ranges::any_of(active_->panels, [](const SidePanel* panel) { return panel->row().has_rows; });
}

bool SidePanels::stands(Side side) const
{
    return std::ranges::any_of(active_->panels, [this, side](const SidePanel* panel) {
        return panel->row().side == side && is_shown(*panel);
    });
}

int SidePanels::least_room(Side side) const
{
    const bool guest = guest_ && side == Side::Right;
    const int width = stands(side) || guest ? width_of(side, Room::Compact, has_rows()) : 0;
    return guest ? std::max(width, guest_width) : width;
}

bool SidePanels::is_folded(Side side) const
{
    if (shut_.count(side))
        return true;
    const int left = shut_.count(Side::Left) ? 0 : least_room(Side::Left);
    const int right = shut_.count(Side::Right) ? 0 : least_room(Side::Right);
    if (left + right + page_room <= window()->width())
        return false;
    if (left > 0 && right > 0 && side != opened_.value_or(Side::Left))
        return true;
    return !opened_ && least_room(side) + page_room > window()->width();
}

/// Gives the sides the widths that the window allows.
void SidePanels::fit()
{
    if (!active_)
        return;
    if (least_room(Side::Left) + least_room(Side::Right) + page_room <= window()->width())
        opened_.reset();
    area_->setVisible(stands(Side::Right) && !(guest_ && guest_alone_));
    int room = window()->width() - page_room;
    std::map<Side, int> widths;
    for (const auto& [side, widget] : {std::pair<Side, QWidget*>(Side::Left, tabs_), {Side::Right, right_}}) {
        const bool folded = is_folded(side);
        fold_actions_.at(side)->setChecked(!folded);
        widget->setVisible(!folded && least_room(side) > 0);
        if (widget->isHidden())
            continue;
        const bool guest = guest_ && side == Side::Right;
        const int least = std::max(least_width(side, room_, has_rows()), guest ? guest_width : 0);
        const int usual = std::max(width_of(side, room_, has_rows()), guest ? guest_width : 0);
        const int wanted = std::min(chosen(width_key(side), usual).toInt(), room);
        widget->setMinimumWidth(least);
        widths[side] = std::max(least, wanted);
        room -= widths[side] + handleWidth();
    }
    setSizes({widths[Side::Left], room + page_room, widths[Side::Right]});
    look();
}

void SidePanels::open_side(Side side)
{
    shut_.erase(side);
    opened_ = side;
    fit();
}

void SidePanels::resizeEvent(QResizeEvent* event)
{
    QSplitter::resizeEvent(event);
    fit();
}

QVariantMap SidePanels::state() const
{
    QVariantMap state;
    for (const auto& [page, choices] : by_hand_)
        state[page] = choices;
    return state;
}

void SidePanels::restore(const QVariantMap& state)
{
    by_hand_.clear();
    for (const QString& page : state.keys())
        by_hand_[page] = state.value(page).toMap();
    arrange();
}

} // namespace plateau::ui
