// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/pages/workbench_model.h"

class QLabel;

namespace plateau::ui {

class ElidedLabel;
class FigureView;
class LegendStrip;
class Segments;

/// The centre of the workbench: a question, the sentence that answers it, and the three plots.
class WorkbenchPage final : public QWidget {
    Q_OBJECT
public:
    WorkbenchPage(ScenarioDocument& document, WorkbenchModel& model, QWidget* parent = nullptr);

    FigureView& plot() const { return *plot_; }
    void set_compact(bool compact);
    void choose_view(ThroughputView view);

protected:
    void changeEvent(QEvent* event) override;

private:
    void show_model();
    void connect_marker();
    void move_to(double gpus, bool fine);
    void step(int stops, bool fine);

    ScenarioDocument& document_;
    WorkbenchModel& model_;
    QLabel* question_;
    ElidedLabel* sentence_;
    LegendStrip* legend_;
    Segments* view_;
    FigureView* plot_;
    ScenarioDocument::Gesture gesture_ = 0;
    QTimer burst_end_;
    bool compact_ = false;
};

} // namespace plateau::ui
