// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/parameters/segments_editor.h"

#include <QHBoxLayout>

#include "ui/controls/controls.h"
#include "ui/controls/text.h"
#include "ui/pages/parameters/row_text.h"

namespace plateau::ui {

SegmentsEditor::SegmentsEditor(const ParameterDescription& parameter, QuestionDocument& document, QWidget& row)
    : ParameterEditor(parameter, document, &row), segments_(new Segments(&row))
{
    for (const NamedOption& option : options_of(parameter_, document_.catalog()))
        segments_->add(option.value, option.label, option.help);
    connect(segments_, &Segments::chosen, this, [this](const QString& option) { choose(option); });
}

void SegmentsEditor::choose(const QString& option)
{
    if (parameter_.kind == ParameterKind::Switch)
        document_.edit_value(parameter_.key, Value(option == QLatin1String("on") ? 1.0 : 0.0));
    else
        document_.edit_value(parameter_.key, Value(option.toStdString()));
}

void SegmentsEditor::add_to(QHBoxLayout& line) { line.addWidget(segments_, 1); }

std::vector<QWidget*> SegmentsEditor::controls() const { return {segments_->first_button()}; }

QWidget* SegmentsEditor::main_control() const { return segments_->first_button(); }

void SegmentsEditor::set_name(const QString& name, const QString&) { segments_->set_name(name); }

void SegmentsEditor::set_description(const QString& words) { segments_->setAccessibleDescription(words); }

void SegmentsEditor::set_best(const std::optional<Value>& best)
{
    segments_->set_best(best ? option_name(*best) : QString());
}

void SegmentsEditor::refresh(const Parts*, bool, bool)
{
    segments_->set_current(current_option());
    for (const Option& option : parameter_.options)
        segments_->set_available(text(option.value), is_available(document_.question(), parameter_.key, option.value));
}

void SegmentsEditor::set_state(const QString& state) { segments_->set_state(state); }

} // namespace plateau::ui
