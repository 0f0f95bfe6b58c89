// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/parameters/number_editor.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

#include "ui/controls/controls.h"
#include "ui/controls/text.h"
#include "ui/pages/parameters/row_text.h"
#include "ui/pages/parameters/stop_slider.h"

namespace plateau::ui {

namespace {

constexpr int burst_milliseconds = 500;

} // namespace

NumberEditor::NumberEditor(const ParameterDescription& parameter, QuestionDocument& document, QWidget& row)
    : ParameterEditor(parameter, document, &row), stops_(plateau::stops(parameter)), slider_(new StopSlider(&row)),
      field_(new ValueField(&row))
{
    slider_->set_stop_count(static_cast<int>(stops_.size()));
    slider_->installEventFilter(this);
    field_->installEventFilter(this);
    connect_slider();
    connect_field();
    burst_end_.setSingleShot(true);
    burst_end_.setInterval(burst_milliseconds);
    connect(&burst_end_, &QTimer::timeout, this, [this] { end_burst(); });
}

void NumberEditor::connect_slider()
{
    connect(slider_, &StopSlider::drag_started, this, [this] {
        burst_end_.stop();
        gesture_ = document_.begin_gesture();
    });
    connect(slider_, &StopSlider::drag_finished, this, [this] { end_burst(); });
    connect(slider_, &StopSlider::stop_chosen, this, [this](int index) {
        if (!slider_->isSliderDown())
            begin_burst();
        choose_stop(index);
    });
}

void NumberEditor::connect_field()
{
    connect(field_, &ValueField::stepped, this, [this](int stops) {
        begin_burst();
        step(stops);
    });
    connect(field_, &ValueField::committed, this, [this](const QString& words) {
        end_burst();
        const Value before = document_.value(parameter_.key);
        document_.edit_text(parameter_.key, with_shown_unit(words.trimmed()).toStdString());
        if (document_.value(parameter_.key) != before || document_.refusal(parameter_.key)
            || document_.is_open(parameter_.key))
            return;
        const ShortText shown = short_text(parameter_, value_); // the same number typed in another way
        field_->show_value(shown.number, shown.unit);
    });
    connect(field_, &ValueField::given_up, this, [this] { document_.forget_refusal(parameter_.key); });
}

void NumberEditor::add_to(QHBoxLayout& line)
{
    line.addWidget(slider_, 1);
    line.addSpacing(slider_gap);
    line.addWidget(field_);
}

std::vector<QWidget*> NumberEditor::controls() const { return {slider_, field_}; }

QWidget* NumberEditor::main_control() const { return field_; }

void NumberEditor::place(const RowWidths& widths, bool) { field_->setFixedWidth(widths.field); }

void NumberEditor::refresh(const Parts* parts, bool derived, bool searched)
{
    slider_->setVisible(!derived && !searched);
    field_->setVisible(!derived);
    if (!derived)
        show_value(parts);
}

void NumberEditor::show_value(const Parts* parts)
{
    value_ = effective_value(parameter_, document_, parts);
    const Value fallback = document_.reset_value(parameter_.key);
    slider_->set_position(stop_position(stops_, value_));
    slider_->set_default_position(std::holds_alternative<double>(fallback) && std::get<double>(fallback) > 0
                                      ? stop_position(stops_, std::get<double>(fallback))
                                      : -1);
    slider_->set_value_text(quantity(value_, parameter_.unit));
    const ShortText shown = short_text(parameter_, value_);
    if (const auto* refusal = document_.refusal(parameter_.key))
        field_->show_refused(text(refusal->text));
    else if (document_.is_open(parameter_.key))
        field_->show_value(QStringLiteral("auto"), {});
    else
        field_->show_value(shown.number, shown.unit);
}

void NumberEditor::set_state(const QString& state) { field_->set_state(state); }

QString NumberEditor::summary() const { return quantity(value_, parameter_.unit); }

void NumberEditor::begin_burst()
{
    if (!burst_end_.isActive())
        gesture_ = document_.begin_gesture();
    burst_end_.start();
}

void NumberEditor::end_burst()
{
    burst_end_.stop();
    gesture_ = 0;
}

void NumberEditor::choose_stop(int index)
{
    if (index >= 0 && index < static_cast<int>(stops_.size()))
        document_.edit_value(parameter_.key, Value(stops_[static_cast<std::size_t>(index)]), gesture_);
}

void NumberEditor::step(int count)
{
    const double position = stop_position(stops_, value_);
    const double from = count > 0 ? std::floor(position + 1e-9) : std::ceil(position - 1e-9);
    choose_stop(std::clamp(static_cast<int>(from) + count, 0, static_cast<int>(stops_.size()) - 1));
}

/// A bare number of seconds is meant in the unit that stands beside it: 6 for 3 months, 9 for 4.5 microseconds. A
/// context length of 32k is 32 times 1,024, as models are named; files and the terminal are exact.
QString NumberEditor::with_shown_unit(const QString& typed) const
{
    static const QRegularExpression thousands(QStringLiteral("^\\d+\\s*[kK]$"));
    if (parameter_.key == "sequence" && thousands.match(typed).hasMatch())
        return typed.chopped(1) + QStringLiteral("Ki");
    bool bare = false;
    const double number = QLocale::c().toDouble(typed, &bare);
    if (!bare || number == 0 || parameter_.unit != units::Unit::Seconds)
        return typed;
    return typed + QLatin1Char(' ') + short_text(parameter_, value_).unit;
}

bool NumberEditor::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusOut)
        end_burst();
    return ParameterEditor::eventFilter(watched, event);
}

} // namespace plateau::ui
