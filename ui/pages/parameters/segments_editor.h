// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/parameters/parameter_editor.h"

namespace plateau::ui {

class Segments;

/// A switch, or a choice among two or three: all of them side by side.
class SegmentsEditor final : public ParameterEditor {
public:
    SegmentsEditor(const ParameterDescription& parameter, QuestionDocument& document, QWidget& row);

    void add_to(QHBoxLayout& line) override;
    std::vector<QWidget*> controls() const override;
    QWidget* main_control() const override;
    void set_name(const QString& name, const QString& help) override;
    void set_description(const QString& words) override;
    bool shows_best() const override { return true; }
    void set_best(const std::optional<Value>& best) override;
    void refresh(const Parts* parts, bool derived, bool searched) override;
    void set_state(const QString& state) override;

private:
    void choose(const QString& option);

    Segments* segments_;
};

} // namespace plateau::ui
