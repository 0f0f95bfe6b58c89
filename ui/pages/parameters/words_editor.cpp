// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/parameters/words_editor.h"

#include <QHBoxLayout>

#include "ui/controls/controls.h"
#include "ui/controls/text.h"
#include "ui/pages/parameters/row_text.h"

namespace plateau::ui {

WordsEditor::WordsEditor(const ParameterDescription& parameter, QuestionDocument& document, QWidget& row)
    : ParameterEditor(parameter, document, &row), field_(new ValueField(&row))
{
    field_->setProperty("verbatim", true); // read back as it stands
    connect(field_, &ValueField::committed, this,
            [this](const QString& words) { document_.edit_text(parameter_.key, words.trimmed().toStdString()); });
    connect(field_, &ValueField::given_up, this, [this] { document_.forget_refusal(parameter_.key); });
}

void WordsEditor::add_to(QHBoxLayout& line) { line.addWidget(field_, 1); }

std::vector<QWidget*> WordsEditor::controls() const { return {field_}; }

QWidget* WordsEditor::main_control() const { return field_; }

void WordsEditor::refresh(const Parts*, bool, bool)
{
    if (const auto* refusal = document_.refusal(parameter_.key))
        field_->show_refused(text(refusal->text));
    else
        field_->show_value(text(format_value(parameter_, document_.value(parameter_.key))), {});
}

void WordsEditor::set_state(const QString& state) { field_->set_state(state); }

} // namespace plateau::ui
