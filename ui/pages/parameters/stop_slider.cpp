// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/parameters/parameter_row.h"

#include <QAccessibleWidget>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

#include "ui/controls/appearance.h"

namespace plateau::ui {

namespace {

constexpr double groove_height = 4;
constexpr double thumb_radius = 6;
constexpr double edge = 8; ///< room for thumb and focus ring
constexpr int page = 3;

class StopSliderAccessible final : public QAccessibleWidget, public QAccessibleValueInterface {
public:
    explicit StopSliderAccessible(QWidget* widget) : QAccessibleWidget(widget, QAccessible::Slider) { }
    void* interface_cast(QAccessible::InterfaceType type) override
    {
        if (type == QAccessible::ValueInterface)
            return static_cast<QAccessibleValueInterface*>(this);
        return QAccessibleWidget::interface_cast(type);
    }
    QString text(QAccessible::Text kind) const override
    {
        return kind == QAccessible::Value ? slider()->value_text() : QAccessibleWidget::text(kind);
    }
    QVariant currentValue() const override { return slider()->value(); }
    void setCurrentValue(const QVariant& value) override { emit slider()->stop_chosen(value.toInt()); }
    QVariant maximumValue() const override { return slider()->maximum(); }
    QVariant minimumValue() const override { return slider()->minimum(); }
    QVariant minimumStepSize() const override { return 1; }

private:
    StopSlider* slider() const { return static_cast<StopSlider*>(widget()); }
};

QAccessibleInterface* make_accessible(const QString&, QObject* object)
{
    auto* slider = qobject_cast<StopSlider*>(object);
    return slider ? new StopSliderAccessible(slider) : nullptr;
}

} // namespace

void install_slider_accessibility() { QAccessible::installFactory(make_accessible); }

StopSlider::StopSlider(QWidget* parent) : QSlider(Qt::Horizontal, parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMinimum(0);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void StopSlider::set_stop_count(int count) { setMaximum(std::max(0, count - 1)); }

void StopSlider::set_position(double position)
{
    const QSignalBlocker quiet(this);
    const double inside = std::clamp(position, 0.0, static_cast<double>(maximum()));
    if (inside != position_)
        update();
    position_ = inside;
    setValue(static_cast<int>(std::lround(position_)));
}

void StopSlider::set_default_position(double position)
{
    if (position != default_position_)
        update();
    default_position_ = position;
}

void StopSlider::set_impossible(std::vector<bool> stops)
{
    if (stops == impossible_)
        return;
    impossible_ = std::move(stops);
    update();
}

void StopSlider::set_value_text(const QString& text)
{
    if (text == value_text_)
        return;
    value_text_ = text;
    if (hasFocus()) {
        QAccessibleValueChangeEvent event(this, text);
        QAccessible::updateAccessibility(&event);
    }
}

void StopSlider::set_scale(double scale)
{
    scale_ = scale;
    updateGeometry();
    update();
}

double StopSlider::pixel_of(double position) const
{
    const double share = maximum() > 0 ? position / maximum() : 0;
    return edge * scale_ + share * (width() - 2 * edge * scale_);
}

int StopSlider::index_at(double pixel) const
{
    const double share = (pixel - edge * scale_) / std::max(1.0, width() - 2 * edge * scale_);
    return std::clamp(static_cast<int>(std::lround(share * maximum())), 0, maximum());
}

void StopSlider::paintEvent(QPaintEvent*)
{
    const Theme& theme = theme_of(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const double middle = height() / 2.0, x = pixel_of(position_);
    const double high = groove_height * scale_, radius = thumb_radius * scale_, ends = (edge - 2) * scale_;
    const QRectF groove(ends, middle - high / 2, width() - 2 * ends, high);
    const QColor active = isEnabled() ? theme.accent : theme.outline;
    painter.setBrush(theme.groove);
    painter.drawRoundedRect(groove, high / 2, high / 2);
    painter.setBrush(active);
    painter.drawRoundedRect(QRectF(groove.left(), groove.top(), x - groove.left(), high), high / 2, high / 2);
    for (std::size_t stop = 0; stop < impossible_.size(); ++stop) {
        if (!impossible_[stop])
            continue;
        const double from = std::max(pixel_of(double(stop) - 0.5), groove.left());
        const QRectF part(from, groove.top(), std::min(pixel_of(double(stop) + 0.5), groove.right()) - from, high);
        painter.fillRect(part, theme.window);
        painter.fillRect(part, QBrush(theme.text3, Qt::Dense5Pattern));
    }
    if (default_position_ >= 0) {
        const double tick = std::floor(pixel_of(default_position_));
        painter.fillRect(QRectF(tick, middle + radius, scale_, 4 * scale_), theme.text3);
    }
    painter.setBrush(theme.dark ? theme.text : theme.field);
    painter.setPen(QPen(active, 1.5 * scale_));
    painter.drawEllipse(QPointF(x, middle), radius - 0.75 * scale_, radius - 0.75 * scale_);
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.accent, 2 * scale_));
        painter.drawEllipse(QPointF(x, middle), radius + scale_, radius + scale_);
    }
}

void StopSlider::choose(int index)
{
    index = std::clamp(index, 0, maximum());
    if (std::abs(position_ - index) < 1e-9)
        return;
    set_position(index);
    emit stop_chosen(index);
}

void StopSlider::step(int stops)
{
    // Between two stops, the first step goes to the neighbour in that direction.
    choose(static_cast<int>(stops > 0 ? std::floor(position_ + 1e-9) : std::ceil(position_ - 1e-9)) + stops);
}

void StopSlider::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    setSliderDown(true);
    emit drag_started();
    if (std::abs(event->position().x() - pixel_of(position_)) > thumb_radius * scale_ + 2)
        choose(index_at(event->position().x()));
}

void StopSlider::mouseMoveEvent(QMouseEvent* event)
{
    if (isSliderDown())
        choose(index_at(event->position().x()));
}

void StopSlider::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !isSliderDown())
        return;
    setSliderDown(false);
    emit drag_finished();
}

void StopSlider::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Down:
        step(-1);
        return;
    case Qt::Key_Right:
    case Qt::Key_Up:
        step(1);
        return;
    case Qt::Key_PageDown:
        step(-page);
        return;
    case Qt::Key_PageUp:
        step(page);
        return;
    case Qt::Key_Home:
        choose(0);
        return;
    case Qt::Key_End:
        choose(maximum());
        return;
    default:
        event->ignore();
    }
}

void StopSlider::wheelEvent(QWheelEvent* event)
{
    if (!hasFocus()) {
        event->ignore(); // the panel scrolls
        return;
    }
    event->accept();
    wheel_ += event->angleDelta().y();
    const int notches = wheel_ / QWheelEvent::DefaultDeltasPerStep;
    wheel_ -= notches * QWheelEvent::DefaultDeltasPerStep;
    if (notches != 0)
        step(notches);
}

} // namespace plateau::ui
