// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/mechanism_player.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/controls/appearance.h"
#include "ui/controls/layouts.h"
#include "ui/controls/text.h"

namespace plateau::ui {

namespace {

constexpr int frame_milliseconds = 16, ticks = 1000;
constexpr double rim = 12, icon_size = 16;
constexpr double least_sheet = 300; ///< pixels of height, below which the caption makes way

const char* const line_sheet = R"(
QSlider::groove:horizontal { height: {1}px; border-radius: {1}px; background: {groove}; }
QSlider::sub-page:horizontal { background: {accent}; border-radius: {1}px; }
QSlider::handle:horizontal { width: {4}px; height: {4}px; margin: -{2}px 0; border-radius: {3}px;
    border: 2px solid {accent}; background: {canvas}; }
QSlider::handle:horizontal:focus { background: {accent}; }
)";

QString sheet_of(const RenderStyle& style)
{
    QString sheet = QString::fromLatin1(line_sheet);
    const std::pair<const char*, double> lengths[] = {{"{1}", 4}, {"{2}", 6}, {"{3}", 8}, {"{4}", 12}};
    for (const auto& [name, pixels] : lengths)
        sheet.replace(QLatin1String(name), QString::number(std::lround(style.text(pixels))));
    sheet.replace(QLatin1String("{groove}"), style.theme.groove.name());
    sheet.replace(QLatin1String("{accent}"), style.theme.accent.name());
    sheet.replace(QLatin1String("{canvas}"), style.theme.canvas.name());
    return sheet;
}

} // namespace

MechanismPlayer::MechanismPlayer(QWidget* parent)
    : QWidget(parent), bar_(new QWidget(this)), play_(new QToolButton(bar_)), again_(new QToolButton(bar_)),
      line_(new QSlider(Qt::Horizontal, bar_)), place_(new QLabel(bar_))
{
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(1, 1);
    auto* column
        = box_layout<QVBoxLayout>(this, {static_cast<int>(rim), 0, static_cast<int>(rim), static_cast<int>(rim) / 2});
    column->addStretch(1);
    column->addWidget(bar_);
    auto* row = box_layout<QHBoxLayout>(bar_, {});
    again_->setToolTip(tr("From the start (Home)"));
    again_->setAccessibleName(tr("From the start"));
    line_->setRange(0, ticks);
    line_->setSingleStep(ticks / 50);
    line_->setPageStep(ticks / 10);
    line_->setAccessibleName(tr("Time of the moving picture"));
    line_->setTracking(true);
    place_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    for (QWidget* part : std::initializer_list<QWidget*>{play_, again_, line_, place_})
        row->addWidget(part, part == line_ ? 1 : 0);
    for (QToolButton* button : {play_, again_})
        button->setFocusPolicy(Qt::TabFocus);
    line_->setFocusPolicy(Qt::TabFocus);
    for (QWidget* part : std::initializer_list<QWidget*>{play_, again_, line_})
        part->installEventFilter(this);
    clock_.setInterval(frame_milliseconds);
    clock_.setTimerType(Qt::PreciseTimer);
    connect(&clock_, &QTimer::timeout, this, &MechanismPlayer::advance);
    connect(play_, &QToolButton::clicked, this, &MechanismPlayer::toggle);
    connect(again_, &QToolButton::clicked, this, &MechanismPlayer::restart);
    connect(line_, &QSlider::valueChanged, this, [this](int value) {
        pause();
        set_time(mechanism_.seconds * value / ticks);
    });
    follow_motion();
}

void MechanismPlayer::show_mechanism(const mechanisms::Mechanism& mechanism, const RenderStyle& style)
{
    const bool same = mechanism.name == mechanism_.name && mechanism_.seconds > 0;
    const double share = same ? time_ / mechanism_.seconds : 0;
    mechanism_ = mechanism;
    style_ = style;
    if (!same)
        pause();
    time_ = same ? share * mechanism_.seconds : mechanisms::rest_of(mechanism_);
    setAccessibleName(text(mechanism_.title));
    setAccessibleDescription(text(mechanism_.caption));
    const int side = static_cast<int>(std::lround(style_.text(icon_size)));
    again_->setIcon(icon(QStringLiteral("undo"), style_.theme.text));
    for (QToolButton* button : {play_, again_})
        button->setIconSize(QSize(side, side));
    restyle(line_, sheet_of(style_));
    line_->setFixedHeight(static_cast<int>(std::lround(style_.text(18))));
    place_->setMinimumWidth(static_cast<int>(style_.width(QStringLiteral("000.00 ms"), 12)) + 8);
    follow_motion();
    show_place();
    update();
}

/// Follows the desktop's setting for less motion, which may have changed.
void MechanismPlayer::follow_motion()
{
    stills_ = reduces_motion();
    if (stills_)
        pause();
    bar_->setVisible(!stills_);
}

void MechanismPlayer::play()
{
    follow_motion();
    if (stills_ || is_playing() || !(mechanism_.seconds > 0))
        return;
    if (time_ >= mechanism_.seconds)
        time_ = 0;
    since_.start();
    clock_.start();
    show_place();
}

void MechanismPlayer::pause()
{
    clock_.stop();
    show_place();
}

void MechanismPlayer::restart()
{
    pause();
    set_time(0);
    play();
}

void MechanismPlayer::step(int by)
{
    pause();
    const double slack = 1e-6 * mechanism_.seconds;
    double next = by > 0 ? mechanism_.seconds : 0;
    for (const mechanisms::Still& still : mechanism_.stills)
        if (by > 0 ? still.time > time_ + slack && still.time < next : still.time < time_ - slack && still.time > next)
            next = still.time;
    set_time(next);
}

void MechanismPlayer::set_time(double time)
{
    time_ = std::clamp(time, 0.0, mechanism_.seconds);
    show_place();
    update();
}

void MechanismPlayer::advance()
{
    const double passed = static_cast<double>(since_.restart()) / 1000;
    time_ = std::min(mechanism_.seconds, time_ + passed * mechanism_.seconds / mechanism_.play_seconds);
    if (time_ >= mechanism_.seconds)
        clock_.stop();
    show_place();
    update();
}

void MechanismPlayer::show_place()
{
    const QSignalBlocker silent(line_);
    line_->setValue(mechanism_.seconds > 0 ? static_cast<int>(std::lround(ticks * time_ / mechanism_.seconds)) : 0);
    const bool plays = is_playing();
    play_->setIcon(icon(plays ? QStringLiteral("pause") : QStringLiteral("play"), style_.theme.text));
    play_->setToolTip(plays ? tr("Pause (Space)") : tr("Play (Space)"));
    play_->setAccessibleName(plays ? tr("Pause") : tr("Play"));
    place_->setVisible(mechanism_.has_clock);
    if (mechanism_.has_clock)
        place_->setText(quantity(time_, units::Unit::Seconds));
}

QRectF MechanismPlayer::area() const
{
    const double below = stills_ ? rim : height() - bar_->geometry().top() + rim / 2;
    return QRectF(rect()).adjusted(rim, rim / 2, -rim, -below);
}

void MechanismPlayer::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), style_.theme.canvas);
    const QRectF room = area();
    if (stills_) {
        draw(painter, room, mechanism_, {}, style_);
    } else {
        const QString title = text(mechanism_.title);
        const QString whole = text(mechanism_.caption);
        const double left = room.height() - heading_height(style_, room.width(), title, whole);
        const QString caption = left < least_sheet ? QString() : whole;
        draw_heading(painter, room, style_, title, caption);
        draw_frame(painter, sheet_in(room.adjusted(0, heading_height(style_, room.width(), title, caption), 0, 0)),
                   mechanism_, time_, style_);
    }
    if (hasFocus() && by_keyboard_)
        draw_focus_frame(painter, rect(), style_.theme.accent);
}

void MechanismPlayer::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Space:
        toggle();
        return;
    case Qt::Key_Left:
    case Qt::Key_Right:
        step(event->key() == Qt::Key_Right ? 1 : -1);
        return;
    case Qt::Key_Home:
        restart();
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

/// Keys do the same whichever control has the keyboard; the time line keeps its own arrows.
bool MechanismPlayer::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        auto* key = static_cast<QKeyEvent*>(event);
        const bool arrow = key->key() == Qt::Key_Left || key->key() == Qt::Key_Right;
        if ((key->key() == Qt::Key_Space && watched == line_) || (arrow && watched != line_)) {
            keyPressEvent(key);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

/// A click plays and rests, a drag moves the time.
void MechanismPlayer::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && !stills_)
        drag_ = Drag{event->position().x(), time_, false};
}

void MechanismPlayer::mouseMoveEvent(QMouseEvent* event)
{
    constexpr double least = 4; ///< pixels of a drag
    if (!drag_)
        return;
    const double by = event->position().x() - drag_->x;
    if (!drag_->moved && std::abs(by) < least)
        return;
    drag_->moved = true;
    pause();
    set_time(drag_->time + by / std::max(1.0, area().width()) * mechanism_.seconds);
}

void MechanismPlayer::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !drag_)
        return;
    if (!drag_->moved)
        toggle();
    drag_.reset();
}

void MechanismPlayer::focusInEvent(QFocusEvent* event)
{
    by_keyboard_ = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    QWidget::focusInEvent(event);
}

void MechanismPlayer::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    follow_motion();
}

void MechanismPlayer::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    pause();
}

} // namespace plateau::ui
