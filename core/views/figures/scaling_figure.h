// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/curve.h"
#include "core/views/figures/figure.h"

/// The workbench's figures, made from its curves.
namespace plateau::figures {

/// What the first plot divides throughput by.
using plateau::ThroughputView;
const char* view_name(ThroughputView view); ///< "per_gpu"
ThroughputView throughput_view_from_name(const std::string& name); ///< Total: none is called that
const ScalingAxis& scaling_axis(ThroughputView view);
std::vector<const ScalingAxis*> scaling_axes(); ///< of every view, in the order of their enumerators

/// What the third plot shows of a step's time.
enum class TimePlot {
    Step, ///< where all of it goes
    Communication, ///< the share that waits for communication
};
} // namespace plateau::figures

template<>
inline constexpr std::array plateau::names_of<plateau::figures::TimePlot>{"step", "communication"};

namespace plateau::figures {

/// A question kept beside the current one.
struct PinnedCurve {
    const answers::ScalingCurve* curve = nullptr; ///< never null
    std::string letter; ///< "A"
    Message name;
    SeriesRole role = SeriesRole::PinA;
};

/// The name of the curve or bar that is asked about, on the screen.
inline constexpr const char* current_name = PLATEAU_TEXT("Current");

/// What one picture is made from.
struct ScalingPicture {
    const answers::ScalingCurve* current = nullptr; ///< the one that is asked about; never null
    const answers::ScalingCurve* other = nullptr; ///< the same question with the other choice of plan, for comparison
    Message own_name = {current_name, {}}; ///< of that curve where no other plan's is drawn
    const Parts* given = nullptr; ///< the given plan at the current count, to compare the best with; may be null
    bool current_visible = true;
    bool current_stale = false; ///< answers the question before
    bool other_stale = false;
    std::vector<PinnedCurve> pins = {}; ///< those that are shown
    ThroughputView view = ThroughputView::Total;
    TimePlot time = TimePlot::Step;
    bool all_plots = false; ///< both of a step's time, and power
};

/// Throughput, MFU and where the time of a step goes against the GPU count.
Figure scaling_figure(const ScalingPicture& picture);
/// The scaling figure of one curve alone.
Figure scaling_figure(const answers::ScalingCurve& curve, ThroughputView view = ThroughputView::Total);

/// What the panels of a usual figure show of one answer, in their order; NaN where it does not fit.
std::vector<double> plotted(const Parts& parts, ThroughputView view, TimePlot time, const Scenario& scenario);

/// What stands beside a pin's curve: its letter, and of its name what is short: "A TP 2", "A Llama 3 8B …".
Message pin_label(const PinnedCurve& pin);

/// "Given", "Best": what a curve is called where both stand.
Message curve_name(const answers::ScalingCurve& curve);

/// The last picture that was possible, greyed, with the reason across its top.
Figure stale_figure(Figure figure, double marker, const Message& banner);

/// A piece of a step.
struct StepPiece {
    const char* name; ///< "Kernels below peak"
    SegmentKind kind;
    double share; ///< of the step
    StepGroup group = StepGroup::Count; ///< whose time it is; Count: of all that computes and is not computed again
};
/// All of a step of a plan that fits: what its arithmetic would take at the peak, what kernels take beyond that,
/// recomputation, and each thing that is waited for. Always the same pieces, those without time too.
std::vector<StepPiece> step_pieces(const Parts& parts);
/// What of a step is not waited for.
double computing_share(const Parts& parts);
/// Names of the terms that a piece sums up.
std::vector<std::string> terms_of(const StepPiece& piece, const Parts& parts);

/// How a part of the step is drawn.
SegmentKind segment_kind(Part part);

/// Where the step's time goes, as a stacked bar of seconds.
Bar step_bar(const Parts& parts, Message name, SeriesRole role);
/// Where the time of one estimate's step goes, as a figure.
Figure step_figure(const Estimate& estimate, const Scenario& scenario);
/// Where the step's time goes on every curve in the picture, one bar below the other.
Figure step_figure(const ScalingPicture& picture);

} // namespace plateau::figures
