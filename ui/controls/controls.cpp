// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/controls.h"

#include <QAbstractItemView>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>
#include <map>

#include "ui/controls/appearance.h"
#include "ui/controls/segment_width.h"
#include "ui/controls/tab_stops.h"
#include "ui/controls/text.h"

namespace plateau::ui {

QuietCombo::QuietCombo(QWidget* parent) : QComboBox(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setFixedHeight(24);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMaxVisibleItems(20);
}

void QuietCombo::paintEvent(QPaintEvent*)
{
    const Theme& theme = theme_of(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool refused = property("state") == QLatin1String("refused");
    const double pen = hasFocus() ? 2 : 1;
    painter.setPen(QPen(hasFocus() ? theme.accent : refused ? theme.error : theme.outline, pen));
    painter.setBrush(refused ? theme.error_fill : underMouse() && !hasFocus() ? theme.hover : theme.field);
    painter.drawRoundedRect(QRectF(rect()).adjusted(pen / 2, pen / 2, -pen / 2, -pen / 2), 3, 3);
    painter.setPen(isEnabled() ? theme.text : theme.text3);
    const QRect inside = rect().adjusted(8, 0, -24, 0);
    painter.drawText(inside, Qt::AlignVCenter | Qt::AlignLeft,
                     fontMetrics().elidedText(currentText(), Qt::ElideRight, inside.width()));
    const double x = width() - 14, y = height() / 2.0;
    QPen chevron(theme.text2, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    painter.setPen(chevron);
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(QPolygonF({{x - 4, y - 2}, {x, y + 2}, {x + 4, y - 2}}));
}

void QuietCombo::wheelEvent(QWheelEvent* event)
{
    if (hasFocus())
        QComboBox::wheelEvent(event);
    else
        event->ignore();
}

namespace {

constexpr int frame_width = 1;

} // namespace

Segments::Segments(QWidget* parent) : QFrame(parent)
{
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(frame_width, frame_width, frame_width, frame_width);
    rows->setSpacing(0);
    start_row();
}

void Segments::start_row()
{
    constexpr int row_height = 22;
    row_ = new QHBoxLayout;
    row_->setSpacing(0);
    auto* rows = static_cast<QVBoxLayout*>(layout());
    rows->addLayout(row_);
    setFixedHeight(rows->count() * row_height + 2 * frame_width);
}

void Segments::add(const QString& value, const QString& label, const QString& help)
{
    auto* button = new QToolButton(this);
    button->setText(label);
    button->setToolTip(help);
    button->setCheckable(true);
    button->setAutoExclusive(true);
    button->setObjectName(QStringLiteral("segment"));
    button->setProperty("first", row_->count() == 0);
    button->setProperty("row", layout()->count());
    button->setProperty("value", value);
    button->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    button->setFocusPolicy(Qt::StrongFocus);
    connect(button, &QToolButton::clicked, this, [this, value] { emit chosen(value); });
    buttons_.push_back(button);
    row_->addWidget(button, segment_width(label));
}

void Segments::set_current(const QString& value)
{
    for (QToolButton* button : buttons_) {
        const bool current = button->property("value").toString() == value;
        button->setChecked(current);
        set_focus_policy(*button, current ? Qt::StrongFocus : Qt::ClickFocus);
    }
}

QString Segments::current() const
{
    for (const QToolButton* button : buttons_)
        if (button->isChecked())
            return button->property("value").toString();
    return {};
}

/// Null: there is no such choice.
QToolButton* Segments::button_of(const QString& value) const
{
    const auto found = std::find_if(buttons_.begin(), buttons_.end(), [&](const QToolButton* button) {
        return button->property("value").toString() == value;
    });
    return found == buttons_.end() ? nullptr : *found;
}

void Segments::set_available(const QString& value, bool available)
{
    if (QToolButton* button = button_of(value))
        button->setEnabled(available);
}

void Segments::set_visible(const QString& value, bool visible)
{
    if (QToolButton* button = button_of(value))
        button->setVisible(visible);
}

void Segments::set_help(const QString& value, const QString& help)
{
    if (QToolButton* button = button_of(value))
        button->setToolTip(help);
}

void Segments::set_best(const QString& value)
{
    for (QToolButton* button : buttons_)
        set_style_property(*button, "best", !value.isEmpty() && button == button_of(value));
}

QSize Segments::sizeHint() const
{
    std::map<int, int> widths; // of each row
    for (const QToolButton* button : buttons_)
        widths[button->property("row").toInt()] += button->isHidden() ? 0 : segment_width(button->text());
    int widest = 0;
    for (const auto& [row, width] : widths)
        widest = std::max(widest, width);
    return {widest + 2 * frame_width, height()};
}

void Segments::set_name(const QString& name)
{
    setAccessibleName(name);
    for (QToolButton* button : buttons_)
        button->setAccessibleName(name + QStringLiteral(": ") + button->text());
}

void Segments::keyPressEvent(QKeyEvent* event)
{
    const int step = event->key() == Qt::Key_Right || event->key() == Qt::Key_Down ? 1
        : event->key() == Qt::Key_Left || event->key() == Qt::Key_Up               ? -1
                                                                                   : 0;
    if (step == 0)
        return QFrame::keyPressEvent(event);
    const auto checked
        = std::find_if(buttons_.begin(), buttons_.end(), [](const QToolButton* button) { return button->isChecked(); });
    const std::ptrdiff_t next = checked - buttons_.begin() + step;
    if (checked == buttons_.end() || next < 0 || next >= std::ssize(buttons_))
        return;
    buttons_[static_cast<std::size_t>(next)]->setFocus(Qt::TabFocusReason);
    buttons_[static_cast<std::size_t>(next)]->click();
}

void ElidedLabel::set_full_text(const QString& text)
{
    full_ = text;
    elide();
}

void ElidedLabel::elide()
{
    const QString shown = fontMetrics().elidedText(full_, Qt::ElideRight, width());
    if (shown != text())
        setText(shown);
    constexpr const char* tells_all = "plateau_tells_all";
    const bool cut = shown != full_;
    if (cut ? toolTip().isEmpty() || property(tells_all).toBool() : property(tells_all).toBool()) {
        setToolTip(cut ? tip(full_) : QString());
        setProperty(tells_all, cut);
    }
}

void ElidedLabel::resizeEvent(QResizeEvent* event)
{
    QLabel::resizeEvent(event);
    elide();
}

void ElidedLabel::mouseReleaseEvent(QMouseEvent* event)
{
    QLabel::mouseReleaseEvent(event);
    if (event->button() == Qt::LeftButton && rect().contains(event->pos()))
        emit clicked();
}

void ElidedLabel::mouseDoubleClickEvent(QMouseEvent*) { emit double_clicked(); }

} // namespace plateau::ui
