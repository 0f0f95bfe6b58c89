// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/workbench/legend_strip.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

#include "core/answers/step.h"
#include "core/views/scaling_view.h"
#include "ui/controls/appearance.h"
#include "ui/controls/text.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/picture.h"
#include "ui/figures/renderer.h"

namespace plateau::ui {

namespace {

constexpr double left_room = 76, right_room = 16, top_room = 28, axis_room = 30;
constexpr double title_gap = 16; ///< to the words beside it
constexpr double highest_row = 96, lane_gap = 1, row_gap = 4;
constexpr QSize least_size{320, 240};
constexpr double computing_share = 0.55; ///< of a row's height
constexpr double smallest_labelled = 34;
constexpr double finest = 1e-6; ///< of the step, shown at once
constexpr double wheel_factor = 1.25;
constexpr double click_slack = 4;

bool computes(Part part)
{
    return part == Part::Count || kind(part) == PartKind::Compute || kind(part) == PartKind::Overhead;
}

figures::SegmentKind look_of(const Interval& interval)
{
    return interval.part == Part::Count ? figures::SegmentKind::MatrixMultiply : figures::segment_kind(interval.part);
}

} // namespace

TimelineView::TimelineView(std::shared_ptr<answers::Answers> answers, QWidget* parent)
    : QWidget(parent), answers_(std::move(answers))
{
    tell_plots();
    setProperty(plot_property, true);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(least_size);
    setAccessibleName(tr("Step timeline"));
}

QRectF TimelineView::area() const
{
    return QRectF(rect()).adjusted(scaled(left_room), scaled(top_room), -scaled(right_room), -scaled(axis_room));
}

QFont TimelineView::letters(double pixels, int weight) const { return interface_font(scaled(pixels), weight); }

void TimelineView::set_scale(double scale)
{
    if (scale == scale_)
        return;
    scale_ = scale;
    behind_ = behind_ || curve_; // its height follows
    if (isVisible() && curve_)
        compute();
    update();
}

double TimelineView::row_height() const
{
    const auto stages = static_cast<double>(std::max<std::size_t>(1, timeline_.stages.size()));
    return std::min(scaled(highest_row), area().height() / stages);
}

double TimelineView::x_of(double seconds) const
{
    return area().left() + area().width() * (seconds - from_) / std::max(to_ - from_, 1e-30);
}

double TimelineView::seconds_at(double x) const
{
    return from_ + (to_ - from_) * (x - area().left()) / std::max(1.0, area().width());
}

void TimelineView::show_step(std::shared_ptr<const answers::ScalingCurve> curve)
{
    if (curve == curve_ && !behind_)
        return;
    curve_ = std::move(curve);
    behind_ = true;
    if (isVisible())
        compute();
}

void TimelineView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (behind_ && curve_)
        compute();
}

void TimelineView::compute()
{
    behind_ = false;
    const bool whole = from_ <= 0 && to_ >= timeline_.seconds;
    const double before = timeline_.seconds;
    timeline_ = curve_->here().possible() ? *answers_->get<answers::PlanTimeline>(
                    {std::make_shared<const Scenario>(curve_->scenario), curve_->here().plan})
                                          : Timeline{};
    const bool one = timeline_.stages.size() == 1; // needs no more
    const int height_of_one = static_cast<int>(scaled(top_room + highest_row + axis_room));
    setMinimumHeight(one ? height_of_one : least_size.height());
    setMaximumHeight(one ? height_of_one : QWIDGETSIZE_MAX);
    if (whole || before <= 0)
        look(0, timeline_.seconds);
    else // the same share of the step
        look(from_ / before * timeline_.seconds, to_ / before * timeline_.seconds);
    setAccessibleDescription(tr("%1 stages, a step of %2")
                                 .arg(timeline_.stages.size())
                                 .arg(quantity(timeline_.seconds, units::Unit::Seconds)));
    update();
}

void TimelineView::look(double from, double to)
{
    const double length = std::clamp(to - from, finest * timeline_.seconds, timeline_.seconds);
    from_ = std::clamp(from, 0.0, timeline_.seconds - length);
    to_ = from_ + length;
    update();
}

void TimelineView::zoom(double factor, double around)
{
    const double length = (to_ - from_) / factor;
    const double share = (around - from_) / std::max(to_ - from_, 1e-30);
    look(around - share * length, around + (1 - share) * length);
}

void TimelineView::move(double share) { look(from_ + share * (to_ - from_), to_ + share * (to_ - from_)); }

QRectF TimelineView::rect_of(std::size_t stage, const Interval& interval) const
{
    const double height = row_height() - row_gap;
    const double top = area().top() + static_cast<double>(stage) * row_height();
    const double computing = std::max(2.0, height * computing_share);
    const double left = x_of(interval.begin), right = x_of(interval.end);
    return computes(interval.part) ? QRectF(left, top, right - left, computing - lane_gap)
                                   : QRectF(left, top + computing, right - left, height - computing);
}

std::pair<int, const Interval*> TimelineView::found_at(QPointF point) const
{
    if (!area().contains(point) || timeline_.stages.empty())
        return {-1, nullptr};
    const int stage = static_cast<int>((point.y() - area().top()) / row_height());
    if (stage >= static_cast<int>(timeline_.stages.size()))
        return {-1, nullptr};
    const double at = seconds_at(point.x());
    const auto& row = timeline_.stages[static_cast<std::size_t>(stage)];
    auto after = std::upper_bound(row.begin(), row.end(), at,
                                  [](double seconds, const Interval& each) { return seconds < each.begin; });
    if (after == row.begin())
        return {-1, nullptr};
    --after;
    return at <= after->end ? std::pair(stage, &*after) : std::pair<int, const Interval*>(-1, nullptr);
}

const Interval* TimelineView::interval_at(QPointF point) const { return found_at(point).second; }

QString TimelineView::words(std::size_t stage, const Interval& interval) const
{
    QString what = interval.part == Part::Count ? tr("a pass") : text(Word{label(interval.part)});
    QString where = tr("Stage %1").arg(stage + 1);
    if (interval.micro_batch >= 0)
        where += QStringLiteral(", ")
            + (interval.weight         ? tr("weight gradients of micro-batch %1")
                   : interval.backward ? tr("backward pass of micro-batch %1")
                                       : tr("forward pass of micro-batch %1"))
                  .arg(interval.micro_batch + 1);
    return where + QLatin1Char('\n')
        + tr("%1: %2, from %3 on")
              .arg(what, quantity(interval.end - interval.begin, units::Unit::Seconds),
                   quantity(interval.begin, units::Unit::Seconds));
}

bool TimelineView::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto [stage, interval] = found_at(help->pos());
    if (interval)
        QToolTip::showText(help->globalPos(), words(static_cast<std::size_t>(stage), *interval), this);
    else
        QToolTip::hideText();
    return true;
}

void TimelineView::draw_stage(QPainter& painter, std::size_t stage) const
{
    const Theme& theme = theme_of(this);
    const QRectF whole = area();
    const double top = whole.top() + static_cast<double>(stage) * row_height();
    if (row_height() >= scaled(timeline_letter)
        || stage % static_cast<std::size_t>(std::ceil(scaled(timeline_letter) / row_height())) == 0) {
        painter.setFont(letters(timeline_letter));
        painter.setPen(theme.text2);
        painter.drawText(
            QRectF(scaled(4), top, scaled(left_room - 12), std::max(scaled(timeline_letter), row_height() - row_gap)),
            Qt::AlignRight | Qt::AlignVCenter, tr("Stage %1").arg(stage + 1));
    }
    painter.save();
    painter.setClipRect(whole);
    double painted_to[] = {-1, -1}; // of each lane: what is thinner than a pixel is drawn once
    for (const Interval& interval : timeline_.stages[stage]) {
        if (interval.end < from_ || interval.begin > to_ || interval.end <= interval.begin)
            continue;
        const bool computing = computes(interval.part);
        QRectF box = rect_of(stage, interval);
        if (box.right() < painted_to[computing] + 0.5)
            continue;
        painted_to[computing] = box.right();
        const SegmentStyle look = theme.segment(look_of(interval));
        box.setWidth(std::max(0.7, box.width() - (box.width() > 3 ? 0.7 : 0)));
        painter.fillRect(box, look.fill);
        if (look.hatched && box.width() > 3)
            hatch(painter, box, look.edge, 1);
        if (computing && box.width() > scaled(smallest_labelled) && box.height() > scaled(13)) {
            painter.setFont(letters(timeline_letter));
            painter.setPen(look.ink);
            const QString name = interval.part == Part::Count ? QString::number(interval.micro_batch + 1)
                                                              : text(Word{label(interval.part)});
            painter.drawText(box.adjusted(3, 0, -3, 0), Qt::AlignVCenter | Qt::AlignLeft,
                             painter.fontMetrics().elidedText(name, Qt::ElideRight, static_cast<int>(box.width()) - 6));
        }
    }
    painter.restore();
}

void TimelineView::draw_axis(QPainter& painter) const
{
    const Theme& theme = theme_of(this);
    const QRectF whole = area();
    const double bottom
        = std::min(whole.bottom(), whole.top() + static_cast<double>(timeline_.stages.size()) * row_height()) + 2;
    painter.setPen(QPen(theme.outline, 1));
    painter.drawLine(QLineF(whole.left(), bottom, whole.right(), bottom));
    const double wanted = (to_ - from_) * scaled(90) / std::max(1.0, whole.width());
    const double decade = std::pow(10, std::floor(std::log10(std::max(wanted, 1e-12))));
    const double step = wanted <= 2 * decade ? 2 * decade : wanted <= 5 * decade ? 5 * decade : 10 * decade;
    painter.setFont(letters(timeline_letter));
    for (const double at : multiples(step, from_, to_)) {
        const double x = x_of(at);
        painter.setPen(QPen(theme.outline, 1));
        painter.drawLine(QLineF(x, bottom, x, bottom + 4));
        painter.setPen(theme.text2);
        painter.drawText(QRectF(x - scaled(44), bottom + scaled(5), scaled(88), scaled(14)), Qt::AlignCenter,
                         at < step / 2 ? QStringLiteral("0") : quantity(at, units::Unit::Seconds, 4));
    }
}

void TimelineView::paintEvent(QPaintEvent*)
{
    const Theme& theme = theme_of(this);
    QPainter painter(this);
    painter.fillRect(rect(), theme.canvas);
    painter.setFont(letters(13, 600));
    painter.setPen(theme.text);
    const QRectF head(scaled(left_room), scaled(4), width() - scaled(left_room + right_room), scaled(20));
    if (timeline_.stages.empty()) {
        painter.drawText(rect(), Qt::AlignCenter, tr("No step: the question has no answer."));
        return;
    }
    QRectF title;
    painter.drawText(head, Qt::AlignLeft | Qt::AlignVCenter,
                     tr("One step, %1").arg(quantity(timeline_.seconds, units::Unit::Seconds)), &title);
    painter.setFont(letters(12));
    painter.setPen(theme.text2);
    const QString lanes = tr("above: computing; below: traffic and idle time");
    const QString keys = tr("Wheel zooms, drag moves, 0 shows all");
    const double beside = head.right() - title.right() - scaled(title_gap);
    const bool by_hand = focusPolicy() != Qt::NoFocus;
    for (const QString& hint : {by_hand ? lanes + QStringLiteral(". ") + keys : lanes, lanes})
        if (painter.fontMetrics().horizontalAdvance(hint) <= beside) {
            painter.drawText(head, Qt::AlignRight | Qt::AlignVCenter, hint);
            break;
        }
    for (std::size_t stage = 0; stage < timeline_.stages.size(); ++stage)
        draw_stage(painter, stage);
    draw_axis(painter);
    if (hasFocus())
        draw_focus_frame(painter, rect(), theme.accent);
}

void TimelineView::wheelEvent(QWheelEvent* event)
{
    zoom(std::pow(wheel_factor, event->angleDelta().y() / 120.0), seconds_at(event->position().x()));
    event->accept();
}

void TimelineView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    pressed_ = event->position();
    pressed_from_ = from_;
    dragging_ = true;
}

void TimelineView::mouseMoveEvent(QMouseEvent* event)
{
    if (!dragging_) {
        setCursor(interval_at(event->position()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
        return;
    }
    const double moved = (event->position().x() - pressed_.x()) / std::max(1.0, area().width()) * (to_ - from_);
    look(pressed_from_ - moved, pressed_from_ - moved + to_ - from_);
}

void TimelineView::mouseReleaseEvent(QMouseEvent* event)
{
    if (!dragging_ || event->button() != Qt::LeftButton)
        return;
    dragging_ = false;
    const Interval* interval = interval_at(event->position());
    if (interval && interval->part != Part::Count && (event->position() - pressed_).manhattanLength() <= click_slack)
        emit part_clicked(QString::fromLatin1(name(interval->part)));
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent*) { look(0, timeline_.seconds); }

void TimelineView::keyPressEvent(QKeyEvent* event)
{
    const double middle = (from_ + to_) / 2;
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoom(wheel_factor * wheel_factor, middle);
        return;
    case Qt::Key_Minus:
        zoom(1 / (wheel_factor * wheel_factor), middle);
        return;
    case Qt::Key_Left:
        move(-0.1);
        return;
    case Qt::Key_Right:
        move(0.1);
        return;
    case Qt::Key_Home:
        look(0, to_ - from_);
        return;
    case Qt::Key_End:
        look(timeline_.seconds - (to_ - from_), timeline_.seconds);
        return;
    case Qt::Key_0:
        look(0, timeline_.seconds);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace plateau::ui
