// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/answers/returns.h"
#include "core/answers/scaling_curve.h"
#include "core/charts/figure.h"
#include "core/model/metrics.h"
#include "core/model/stage.h"
#include "core/model/timeline.h"
#include "core/text/messages/message.h"
#include "core/views/view.h"

namespace plateau::figures {

/// It says what the third plot shows of a step's time.
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

/// Holds what one picture is made from.
struct ScalingPicture {
    const answers::ScalingCurve* current = nullptr; ///< the one that is asked about; never null
    const answers::ScalingCurve* other = nullptr; ///< the same question with the other choice of plan, for comparison
    Message own_name = {current_name, {}}; ///< the name of that curve where no other plan's is drawn
    const Parts* given = nullptr; ///< the given plan at the current count, to compare the best with; may be null
    bool current_visible = true;
    answers::Standing current_standing = answers::Standing::Current, other_standing = answers::Standing::Current;
    std::vector<PinnedCurve> pins = {}; ///< those that are shown
    const ScalingAxis* axis = scaling_axes().data(); ///< what the first plot shows; never null
    TimePlot time = TimePlot::Step;
    bool all_plots = false; ///< draws both plots of a step's time, and power
};

/// Draws throughput, MFU and where the time of a step goes against the GPU count.
Figure scaling_figure(const ScalingPicture& picture);
/// Draws the scaling figure of one curve alone.
Figure scaling_figure(const answers::ScalingCurve& curve, const ScalingAxis& axis = scaling_axes().front());

/// Lists what the panels of a usual figure show of one answer, in their order; NaN where it does not fit.
std::vector<double> plotted(const Parts& parts, const ScalingAxis& axis, TimePlot time, const Scenario& scenario);

/// Says where more GPUs stop paying. It is empty where the curve does not tell.
Message end_sentence(const ScalingPicture& picture);
/// Says that, then what the curve tells, and of a search which plan it found.
Message picture_sentence(const ScalingPicture& picture);

/// Above the plots of a window: who trains what in which time, eight in ten, then where more GPUs stop paying, or which
/// plan a search found.
Message answer_sentence(const ScalingPicture& picture);

/// Names a pin's curve: its letter, and as much of its name as is short: "A TP 2", "A Llama 3 8B …".
Message pin_label(const PinnedCurve& pin);

/// Names a curve where both stand: "Given", "Best".
Message curve_name(const answers::ScalingCurve& curve);

/// Greys the last picture that was possible and writes the reason across its top.
Figure stale_figure(Figure figure, double marker, const Message& banner);

/// A piece of a step.
struct StepPiece {
    const char* name; ///< "Kernels below peak"
    SegmentKind kind;
    double share; ///< its share of the step
    StepGroup group = StepGroup::Count; ///< whose time it is; Count is all that computes and is not computed again
};
/// Divides a step of a plan that fits into pieces: what its arithmetic would take at the peak, what kernels take beyond
/// that, recomputation, and each thing that is waited for. The pieces are always the same, some may have no time.
std::vector<StepPiece> step_pieces(const Parts& parts);
/// The MFU if a step computed without waiting.
double kernel_ceiling(const Parts& parts);
/// Gives the share of a step in which nothing is waited for.
double computing_share(const Parts& parts);
/// Names the terms that a piece sums up.
std::vector<std::string> terms_of(const StepPiece& piece, const Parts& parts);

/// Says how a part of the step is drawn.
SegmentKind segment_kind(Part part);

/// Shows where the step's time goes as a stacked bar of seconds.
Bar step_bar(const Parts& parts, Message name, SeriesRole role);
/// Shows where the time of one estimate's step goes.
Figure step_figure(const Estimate& estimate, const Scenario& scenario);
/// Shows where the step's time goes on every curve in the picture, one bar below the other.
Figure step_figure(const ScalingPicture& picture);

/// A point where a curve has no value.
inline constexpr double gap = std::numeric_limits<double>::quiet_NaN();

using PartsValue = std::function<double(const Parts&)>;

/// Says how the first plot shows its quantity for one question.
struct ThroughputAxis : ScalingAxis {
    PartsValue value = {};
    Message unit = {};
    bool falls = false; ///< less is better: a time
    bool share = false; ///< of one: shown in per cent
};
ThroughputAxis throughput_axis(const ScalingAxis& axis, const Scenario& scenario);

/// `value` between the band's low and high factor, no further than kernel_ceiling(), at the curve's points; gaps where
/// nothing fits.
Series scaling_band(const answers::ScalingCurve& curve, const PartsValue& value);

/// Hatched where nothing fits, plain beyond `end`, the count where the evidence ends (0: none);
/// `with_words`: what stands in the way is written there.
std::vector<Region> scaling_regions(const answers::ScalingCurve& curve, double end, bool with_words);

/// Where waiting decides, as far as to the middle between two counts.
std::vector<Region> wait_regions(const answers::ScalingCurve& curve);

/// The knee of the current curve, and where along the best one another plan takes over: a tick at every change, words
/// where they fit. First the change away from the plan of the smallest counts, then those of the tensor degree.
std::vector<Note> landmarks(const ScalingPicture& picture, const PartsValue& value);

/// Draws what fills the memory of the fullest device against what it has, with the device of every stage below where
/// there are several, and the pinned questions. Stages that hold the same share a bar. The scenario's text is left to
/// whoever has it already.
Figure memory_figure(const ScalingPicture& picture);
/// memory_figure() without the stages: one bar for each question.
Figure holdings_figure(const ScalingPicture& picture);

/// From the peak of the GPUs over what kernels, recomputation, traffic, idle and jitter take to the MFU; then over GPUs
/// without work and failures to what a useful token costs. Beside it the first pin, without one the other plan.
Figure mfu_account(const ScalingPicture& picture);
/// The GPU time that is paid for in one bar: productive, blocked, repeated, unavailable.
Figure paid_time(const ScalingPicture& picture);

} // namespace plateau::figures

namespace plateau::narrate {

/// Lists what fills its memory, the most first.
std::vector<Part> largest_parts(const Stage& stage);

/// "Peak: 210 ms into the step, as the backward pass of micro-batch 1 starts: Activations 31 GB, Weights 12 GB,
/// Gradients 6 GB": the three that are most.
Message peak_words(const Stage& stage, const Peak& peak);

/// peak_words() of the fullest stage of a plan that is possible. Empty where the step has more than `most_passes`
/// passes, which take long to play.
Message fullest_peak_words(const Prepared& prepared, const Plan& plan,
                           double most_passes = std::numeric_limits<double>::infinity());

} // namespace plateau::narrate

namespace plateau::views {

/// Holds the curves of scenarios as a workbench shows them: the first one is current, the others are pinned. The view
/// of the first decides about the plan; where it asks for the best plan, the given one is drawn too.
class Curves {
public:
    /// With `known` the curves say how their numbers are known.
    Curves(const ViewRequest<Scenario>& request, bool known);

    const answers::ScalingCurve& current() const { return *current_; }
    figures::ScalingPicture picture(const ScalingAxis& axis = scaling_axes().front()) const;

private:
    using Curve = std::shared_ptr<const answers::ScalingCurve>;
    Curve current_;
    Curve other_; ///< may be null
    std::vector<Curve> laid_over_;
    std::vector<Message> names_; ///< one for each scenario
};

/// Names scenarios that stand beside each other by what one alone has of them, "HSDP", "B200", else by all that it has
/// of what they differ in: "H100 SXM 80GB, 128 GPUs". No two are called the same.
std::vector<Message> telling_names(const std::vector<const Scenario*>& scenarios);

/// Makes the figure ready for paper: every curve and bar gets its name in place of a letter that a legend would
/// explain, and one that stands alone is called predicted.
figures::Figure named_on_paper(figures::Figure figure, const figures::ScalingPicture& picture);

/// Draws a figure of the answers at the scenarios' own counts, or says why there is no answer.
Drawing drawing_here(const ViewRequest<Scenario>& request, figures::Figure (*figure)(const figures::ScalingPicture&));

} // namespace plateau::views
