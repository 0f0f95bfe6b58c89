// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/evidence/claims.h"
#include "core/explore/curve.h"
#include "core/explore/uncertainty.h"
#include "ui/figures/figure.h"

/// The workbench's figure: throughput, MFU and communication share against the GPU count, made from one curve.
namespace plateau::ui {

enum class ThroughputView { Total, PerGpu };

/// Everything the figure is made from, computed once.
struct ScalingCurve {
    Scenario scenario;
    Estimate estimate; ///< at the scenario's own GPU count
    std::vector<explore::CurvePoint> points; ///< dense, and the powers of two
    std::vector<explore::ThroughputBand> band; ///< at the powers of two
    double from = 8;
    double to = 16384;
    double covered_gpus = 0; ///< measurements reach so far; 0: nowhere
    const evidence::Claim* claim = nullptr; ///< published ratio that holds for this scenario
    int estimates = 0; ///< how many were made
    double seconds = 0; ///< and how long that took

    bool fits_anywhere() const;
};

/// The GPU counts an axis spans: powers of two.
struct GpuRange {
    double from = 0;
    double to = 0;
};
/// 8 to 16,384, or as far as the scenario's own count needs.
GpuRange usual_range(const Scenario& scenario);

/// At most 300 points: every power of two and, on shorter axes, more in between.
ScalingCurve scaling_curve(const Scenario& scenario, const evidence::Claims& claims, Workspace& workspace,
                           GpuRange range);

Figure scaling_figure(const ScalingCurve& curve, ThroughputView view = ThroughputView::Total);

/// The last picture that was possible, greyed, with the reason across its top.
Figure stale_figure(Figure figure, double marker, const Message& banner);

/// Where the step's time goes, as one stacked bar.
Figure step_figure(const Estimate& estimate, const Scenario& scenario);

} // namespace plateau::ui
