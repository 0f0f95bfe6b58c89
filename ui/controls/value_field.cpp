// SPDX-License-Identifier: GPL-3.0-or-later
#include <QKeyEvent>

#include <utility>

#include "ui/controls/appearance.h"
#include "ui/controls/controls.h"
#include "ui/controls/language.h"

namespace plateau::ui {

namespace {

constexpr int padding = 5, tight_padding = 3; ///< tight: where a long number leaves the unit no more room
constexpr int unit_gap = 4, tight_gap = 2;
constexpr int unit_size = 12, tight_size = 11;
constexpr int own_margin = 7; ///< border, padding and inner margin of the line edit

} // namespace

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
    const Theme& theme = theme_of(this);
    const QString state = property("state").toString();
    const QColor colour = state == QLatin1String("refused") ? theme.error
        : state == QLatin1String("warned")                  ? theme.warning
                                                            : theme.text2;
    restyle(unit_, QStringLiteral("color: %1;").arg(colour.name()));
    const int number = fontMetrics().horizontalAdvance(text());
    int edge = padding, gap = unit_gap;
    const auto measured = [&](int size) {
        unit_->setFont(interface_font(size));
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

} // namespace plateau::ui
