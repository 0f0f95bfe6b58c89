// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>

#include "ui/panels/page.h"
#include "ui/workbench/workbench_model.h"

class QActionGroup;
class QLabel;

namespace plateau::ui {

class ElidedLabel;
class FigureView;
struct LegendCurve;
class LegendStrip;
class NotePanel;
class ReadoutPanel;
class ReturnsPanel;
class SolvePanel;
class Segments;
class StepPanel;

/// The centre of the workbench: a question, the sentence that answers it, and the three plots.
class WorkbenchPage final : public Page {
    Q_OBJECT
public:
    /// `parameters` stands at the left; other pages may share it.
    WorkbenchPage(ScenarioDocument& document, WorkbenchModel& model, QWidget& parameters, QWidget* parent = nullptr);

    static QString tab() { return tr("Workbench"); }
    std::vector<PageDock> docks() override;
    ScenarioDocument& document() override { return document_; }
    std::vector<NamedFigure> figures() const override;
    std::string step_trace() const override;
    bool has_step() const override { return model_.estimate().parts.possible(); }
    narrate::Status status() const override;
    PageCorner corner() const override;
    std::vector<std::vector<QAction*>> view_actions() override;
    void set_compact(bool compact) override;

    FigureView& plot() const { return *plot_; }
    void choose_view(figures::ThroughputView view);
    const QWidget* notes() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void show_model();
    void build_view_actions();
    void arrange_views();
    void connect_marker();
    void connect_legend();
    LegendCurve legend_curve(search::PlanChoice choice) const;
    void move_to(double gpus, bool fine);
    void step(int stops, bool fine);

    ScenarioDocument& document_;
    WorkbenchModel& model_;
    QWidget& parameters_;
    ReadoutPanel* readout_;
    StepPanel* step_;
    ReturnsPanel* returns_;
    SolvePanel* solve_;
    NotePanel* notes_;
    QActionGroup* views_;
    QAction* measured_ = nullptr;
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
