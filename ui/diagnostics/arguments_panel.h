// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/diagnostics/launch_arguments.h"
#include "core/model/estimate.h"
#include "ui/pages/panels/page.h"

class QLabel;
class QPushButton;

namespace plateau::ui {

class QuietCombo;

/// The selected plan as command-line arguments of a training framework, ready to copy.
class ArgumentsPanel final : public Panel {
    Q_OBJECT
public:
    explicit ArgumentsPanel(QWidget* parent = nullptr);
    void show_plan(const Parts* plan, const Scenario& scenario);
    QString words() const; ///< the arguments; why there are none

protected:
    void fill() override;

private:
    QuietCombo* program_;
    QLabel* lines_;
    QPushButton* copy_;
    std::optional<Parts> plan_;
    Scenario scenario_;
    narrate::LaunchArguments written_;
};

} // namespace plateau::ui
