// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/figures/figure.h"

namespace plateau::ui {

/// Where the step's time goes: the step figure on screen.
class StepPanel final : public QWidget {
    Q_OBJECT
public:
    explicit StepPanel(QWidget* parent = nullptr);
    void show_figure(const figures::Figure& figure);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    figures::Figure figure_;
};

} // namespace plateau::ui
