// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/parameters/parameter_editor.h"

namespace plateau::ui {

class QuietCombo;

/// A name from the catalog, or a choice among many: a list that drops down.
class ListEditor final : public ParameterEditor {
public:
    ListEditor(const ParameterDescription& parameter, QuestionDocument& document, QWidget& row);

    void add_to(QHBoxLayout& line) override;
    std::vector<QWidget*> controls() const override;
    QWidget* main_control() const override;
    void place(const RowWidths& widths, bool searched) override;
    void refresh(const Parts* parts, bool derived, bool searched) override;
    void set_state(const QString& state) override;

private:
    void fill();
    void show_value();

    QuietCombo* combo_;
};

} // namespace plateau::ui
