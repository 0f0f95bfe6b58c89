// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>

#include "ui/pages/parameters/parameter_editor.h"

namespace plateau::ui {

class StopSlider;
class ValueField;

/// A number or a whole number: a slider over its stops and a typed value. A drag, or a burst of keys, is one step of
/// undo.
class NumberEditor final : public ParameterEditor {
public:
    NumberEditor(const ParameterDescription& parameter, QuestionDocument& document, QWidget& row);

    void add_to(QHBoxLayout& line) override;
    std::vector<QWidget*> controls() const override;
    QWidget* main_control() const override;
    void place(const RowWidths& widths, bool searched) override;
    void refresh(const Parts* parts, bool derived, bool searched) override;
    void set_state(const QString& state) override;
    QString summary() const override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void connect_slider();
    void connect_field();
    void show_value(const Parts* parts);
    void step(int count);
    void choose_stop(int index);
    void begin_burst();
    void end_burst();
    QString with_shown_unit(const QString& typed) const;

    std::vector<double> stops_;
    double value_ = 0;
    QuestionDocument::Gesture gesture_ = 0;
    QTimer burst_end_;
    StopSlider* slider_;
    ValueField* field_;
};

} // namespace plateau::ui
