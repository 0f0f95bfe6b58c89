// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QWidget>

#include <optional>
#include <vector>

#include "core/model/estimate.h"
#include "ui/document/question_document.h"
#include "ui/pages/parameters/stop_slider.h"

class QHBoxLayout;

namespace plateau::ui {

inline constexpr int row_icon_width = 20;
inline constexpr int slider_gap = 6; ///< between a slider, or what stands in its place, and the field

/// Widths of a row's parts in pixels, shared by all rows so that they align. The control between takes what is left.
struct RowWidths {
    int label;
    int field;
    int icons; ///< behind the field

    int before() const { return 12 + label + 2; }
    int least_control() const { return least_slider + slider_gap + field; }
    int after() const { return 2 + icons + 8; }
    int least() const { return before() + least_control() + after(); }
};

constexpr RowWidths row_widths(bool compact)
{
    return compact ? RowWidths{96, 106, row_icon_width} : RowWidths{110, 106, 2 * row_icon_width};
}

/// What a row offers to change its parameter's value: one class for each kind. It reads the value from the document
/// and writes it there; the row places it, names it and says what is wrong.
class ParameterEditor : public QObject {
public:
    /// `control`: what stands in the row; a child of `row`.
    ParameterEditor(const ParameterDescription& parameter, QuestionDocument& document, QWidget& row, QWidget& control);

    virtual void add_to(QHBoxLayout& line);
    /// The controls the keyboard reaches, from the left.
    virtual std::vector<QWidget*> controls() const { return {main_control()}; }
    /// The one that stands for the row: its label's shortcut leads there, its remarks are said there.
    virtual QWidget* main_control() const { return &control_; }
    virtual void set_name(const QString& name, const QString& help);
    /// Said of the main control in place of the help.
    virtual void set_description(const QString& words);

    /// `searched`: a search may change the value; what it chose stands before the controls.
    virtual void place(const RowWidths&, bool searched) { Q_UNUSED(searched) }
    /// Does the editor itself show what the search chose?
    virtual bool shows_best() const { return false; }
    virtual void set_best(const std::optional<Value>&) { }

    /// Reads the document again. `derived`: the value follows from others and is shown in the controls' place.
    /// `parts`: the estimate of the plan as it stands; may be null.
    virtual void refresh(const Parts* parts, bool derived, bool searched) = 0;
    /// "", "refused" or "warned".
    virtual void set_state(const QString& state);
    /// The value as the row shows it: "2,048 GPUs", "H100 SXM 80 GB".
    virtual QString summary() const;

protected:
    /// The name of the option that the document holds, "on" and "off" for a switch, or "auto".
    QString current_option() const;

    const ParameterDescription& parameter_;
    QuestionDocument& document_;

private:
    QWidget& control_;
};

/// The editor for the parameter's kind; its controls are children of `row`.
ParameterEditor* make_editor(const ParameterDescription& parameter, QuestionDocument& document, QWidget& row);

} // namespace plateau::ui
