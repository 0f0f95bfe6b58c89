// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/controls.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>
#include <map>
#include <utility>

#include "ui/controls/appearance.h"
#include "ui/controls/layouts.h"
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

constexpr int frame_width = 1;

int segment_width(const QString& label) { return QFontMetrics(interface_font(13, 600)).horizontalAdvance(label) + 16; }

Segments::Segments(QWidget* parent) : QFrame(parent)
{
    box_layout<QVBoxLayout>(this, {frame_width, frame_width, frame_width, frame_width}, 0);
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
        button->setAutoExclusive(false); // for a moment: else one always stays chosen
        button->setChecked(current);
        button->setAutoExclusive(true);
        set_focus_policy(*button, current ? Qt::StrongFocus : Qt::ClickFocus);
    }
    if (current().isEmpty() && !buttons_.empty()) // none is chosen: the keyboard enters at the first
        set_focus_policy(*buttons_.front(), Qt::StrongFocus);
}

QString Segments::current() const
{
    for (const QToolButton* button : buttons_)
        if (button->isChecked())
            return button->property("value").toString();
    return {};
}

QToolButton* Segments::button(const QString& value) const
{
    const auto found = std::find_if(buttons_.begin(), buttons_.end(), [&](const QToolButton* button) {
        return button->property("value").toString() == value;
    });
    return found == buttons_.end() ? nullptr : *found;
}

void Segments::set_best(const QString& value)
{
    const QToolButton* best = value.isEmpty() ? nullptr : button(value);
    for (QToolButton* each : buttons_)
        set_style_property(*each, "best", each == best);
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

constexpr int padding = 5, tight_padding = 3; ///< tight: where a long number leaves the unit no more room
constexpr int unit_gap = 4, tight_gap = 2;
constexpr int unit_size = 12, tight_size = 11;
constexpr int own_margin = 7; ///< border, padding and inner margin of the line edit

ValueField::ValueField(QWidget* parent) : QLineEdit(parent), unit_(new QLabel(this))
{
    setAlignment(Qt::AlignRight);
    setFixedHeight(24);
    setFocusPolicy(Qt::StrongFocus);
    unit_->setAttribute(Qt::WA_TransparentForMouseEvents);
    connect(this, &QLineEdit::returnPressed, this, &ValueField::commit);
}

void ValueField::show_value(const QString& number, const QString& unit)
{
    refused_ = false;
    const QString written = property("verbatim").toBool() ? number : written_here(number);
    shown_ = written;
    const QString unit_here = ui::text(Word{unit.toStdString()});
    unit_->setText(unit_here);
    if (text() != written && !(hasFocus() && isModified())) {
        setText(written);
        setCursorPosition(0);
        if (hasFocus())
            selectAll();
    }
    if (placed_ != text() + unit_here) // also where what was typed is what is shown
        place_unit();
}

void ValueField::show_refused(const QString& typed)
{
    refused_ = true;
    if (text() != typed)
        setText(typed);
    shown_ = typed;
    setModified(false);
    place_unit();
}

void ValueField::set_state(const QString& state)
{
    if (property("state").toString() == state)
        return;
    set_style_property(*this, "state", state);
    place_unit();
}

void ValueField::place_unit()
{
    const QString state = property("state").toString();
    set_ink(unit_,
            state == QLatin1String("refused")      ? "error"
                : state == QLatin1String("warned") ? "warning"
                                                   : "text2");
    const int number = fontMetrics().horizontalAdvance(text());
    int edge = padding, gap = unit_gap;
    const auto measured = [&](int size) {
        set_font(unit_, interface_font(size));
        unit_->adjustSize();
        return number + unit_->width() + gap + 2 * edge <= width() + 1;
    };
    bool fits = !unit_->text().isEmpty() && measured(unit_size);
    if (!fits && !unit_->text().isEmpty()) {
        edge = tight_padding;
        gap = tight_gap;
        fits = measured(tight_size);
    }
    placed_ = text() + unit_->text();
    unit_->setVisible(fits);
    setTextMargins(0, 0, fits ? unit_->width() + gap + edge - own_margin : 0, 0);
    unit_->move(width() - unit_->width() - edge, (height() - unit_->height()) / 2);
}

void ValueField::resizeEvent(QResizeEvent* event)
{
    QLineEdit::resizeEvent(event);
    place_unit();
}

void ValueField::changeEvent(QEvent* event)
{
    QLineEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        place_unit();
}

void ValueField::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Escape:
        give_up();
        return;
    case Qt::Key_Up:
        emit stepped(1);
        return;
    case Qt::Key_Down:
        emit stepped(-1);
        return;
    default:
        QLineEdit::keyPressEvent(event);
    }
}

void ValueField::give_up()
{
    setModified(false);
    setText(shown_);
    selectAll();
    emit given_up();
}

void ValueField::focusInEvent(QFocusEvent* event)
{
    QLineEdit::focusInEvent(event);
    if (event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason)
        selectAll();
    clicked_into_ = event->reason() == Qt::MouseFocusReason;
}

void ValueField::mouseReleaseEvent(QMouseEvent* event)
{
    QLineEdit::mouseReleaseEvent(event);
    if (std::exchange(clicked_into_, false) && !hasSelectedText())
        selectAll();
}

/// The whole number, whatever separates its thousands.
void ValueField::mouseDoubleClickEvent(QMouseEvent* event)
{
    QLineEdit::mouseDoubleClickEvent(event);
    selectAll();
}

void ValueField::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason)
        commit();
}

void ValueField::commit()
{
    if (!isModified())
        return;
    setModified(false);
    if (text() != shown_)
        emit committed(property("verbatim").toBool() ? text() : typed_in_english(text()));
}

QToolButton* tool_button(const QString& words, const QString& hint, QWidget* parent)
{
    auto* made = new QToolButton(parent);
    made->setText(words);
    made->setToolTip(tip(hint));
    made->setAccessibleName(hint);
    made->setFocusPolicy(Qt::StrongFocus);
    return made;
}

} // namespace plateau::ui
