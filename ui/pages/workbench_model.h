// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "ui/document/scenario_document.h"
#include "ui/pages/scaling_figure.h"
#include "ui/parameters/parameter_row.h"

namespace plateau::ui {

/// What the workbench shows of the document: one curve, its figures, and what to say beside which parameter. However
/// many edits one turn of the event loop brings, it computes once.
class WorkbenchModel final : public QObject {
    Q_OBJECT
public:
    WorkbenchModel(ScenarioDocument& document, evidence::Claims claims, QObject* parent = nullptr);

    const ScalingCurve& curve() const { return curve_; }
    const Estimate& estimate() const { return curve_.estimate; }
    const Figure& figure() const { return figure_; }
    const Figure& step() const { return step_; }
    bool is_extrapolated() const { return curve_.scenario.cluster.gpus > curve_.covered_gpus; }

    ThroughputView view() const { return view_; }
    void set_view(ThroughputView view);
    /// Keeps the x axis as it is, while the marker is dragged over it.
    void hold_range(bool hold);

    /// The row that causes trouble, and what to say there; empty key: none.
    const std::string& notice_key() const { return notice_key_; }
    const RowNotice& notice() const { return notice_; }

    /// Brings everything up to date now.
    void recompute();

signals:
    void updated();

private:
    void schedule();
    void draw();
    void find_notice();

    ScenarioDocument& document_;
    evidence::Claims claims_;
    WorkspacePointer workspace_;
    ScalingCurve curve_;
    Figure figure_;
    Figure last_good_;
    Figure step_;
    ThroughputView view_ = ThroughputView::Total;
    GpuRange held_;
    std::string notice_key_;
    RowNotice notice_;
    bool scheduled_ = false;
};

} // namespace plateau::ui
