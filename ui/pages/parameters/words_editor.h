// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/parameters/parameter_editor.h"

namespace plateau::ui {

class ValueField;

/// A text of its own grammar, typed.
class WordsEditor final : public ParameterEditor {
public:
    WordsEditor(const ParameterDescription& parameter, QuestionDocument& document, QWidget& row);

    void add_to(QHBoxLayout& line) override;
    std::vector<QWidget*> controls() const override;
    QWidget* main_control() const override;
    void refresh(const Parts* parts, bool derived, bool searched) override;
    void set_state(const QString& state) override;

private:
    ValueField* field_;
};

} // namespace plateau::ui
