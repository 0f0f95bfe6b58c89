// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QWidget>

#include <optional>
#include <vector>

#include "core/model/estimate.h"
#include "ui/document/question_document.h"
#include "ui/pages/parameters/row_widths.h"

class QHBoxLayout;

namespace plateau::ui {

/// What a row offers to change its parameter's value: one class for each kind. It reads the value from the document
/// and writes it there; the row places it, names it and says what is wrong.
class ParameterEditor : public QObject {
public:
    ParameterEditor(const ParameterDescription& parameter, QuestionDocument& document, QObject* parent);

    virtual void add_to(QHBoxLayout& line) = 0;
    /// The controls the keyboard reaches, from the left.
    virtual std::vector<QWidget*> controls() const = 0;
    /// The one that stands for the row: its label's shortcut leads there, its remarks are said there.
    virtual QWidget* main_control() const = 0;
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
    virtual void set_state(const QString& state) = 0;
    /// The value as the row shows it: "2,048 GPUs", "H100 SXM 80 GB".
    virtual QString summary() const;

protected:
    bool may_be_open() const { return parameter_.may_be_auto && document_.training(); }
    /// The name of the option that the document holds, "on" and "off" for a switch, or "auto".
    QString current_option() const;

    const ParameterDescription& parameter_;
    QuestionDocument& document_;
};

/// The editor for the parameter's kind; its controls are children of `row`.
ParameterEditor* make_editor(const ParameterDescription& parameter, QuestionDocument& document, QWidget& row);

} // namespace plateau::ui
