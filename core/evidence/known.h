// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/evidence/claims.h"
#include "core/evidence/difference.h"
#include "core/evidence/shipped.h"
#include "core/model/estimate.h"
#include "core/text/messages/names.h"

/// How a predicted number is known: by how far the step it follows from is from the nearest measured run.
///
/// Let d be the distance between the profiles of two steps (step_profile()). A prediction is moved to a run in four
/// steps: to the run's software, to its machine, to its number of accelerators at the same work for each,
/// and to its model, batch and plan. The model predicts the step after each; the distance D is the sum of the four d.
/// What does not move the number adds nothing.
///
/// The error of predictions grows with D as (s^2 + (g D^p)^2)^1/2 (ModelError: distance_scatter, distance_growth,
/// distance_power).
namespace plateau::evidence {

enum class Known {
    Measured, ///< a run like it (is_alike) on as many accelerators
    Interpolated, ///< runs near it, of its kind of model and no fewer accelerators: D adds less than s, the machine is
                  ///< theirs as far as the number can tell, and so is the number of accelerators, or it lies between
                  ///< theirs; what it spends time on was measured
    Extrapolated, ///< no such run on its accelerator
    Assumption, ///< no timed run at all on its accelerator
};

/// d of each step on the way from a number to a run.
struct Distance {
    double software = 0; ///< constants of the stack, attention kernel, what is held and sent in fewer bytes
    double machine = 0; ///< scale-up domain, rates, latencies, wiring, clocks
    double size = 0; ///< number of accelerators
    double work = 0; ///< model, sequence, batch, number format, plan
    double total() const { return software + machine + size + work; }
};

/// In what the work of a run is another than what is asked about.
struct OtherWork {
    double size = 1; ///< its model's parameters over those asked about
    bool model = false, format = false, sequence = false, batch = false, plan = false, recomputation = false;
    std::string format_name; ///< of the run: "bf16"
    bool any() const { return model || format || sequence || batch || plan || recomputation; }
};

struct Nearest {
    Known known = Known::Assumption;
    std::string run; ///< id of the nearest run; empty: there is none
    std::string model; ///< of that run, as its table calls it
    std::string hardware; ///< id of its accelerator
    std::string hardware_title;
    double gpus = 0; ///< its number of accelerators
    double asked_gpus = 0; ///< that of the number
    bool other_hardware = false;
    bool other_kind = false; ///< of experts, number format or training: one is what the other is not
    double least_near = 0, most_near = 0; ///< accelerators of the runs that it is interpolated among
    OtherWork other;
    Distance distance{std::numeric_limits<double>::infinity(), 0, 0, 0};
    const char* beyond = ""; ///< where it is extrapolated, for people: "cluster size"
    /// Variance of ln step time, (g D^p)^2; more without runs on the accelerator, for mixtures of experts and for
    /// estimated constants that decide more of this step than of the run's (doubt.h); where no run has the chip, a part
    /// or mechanism of the step, its fabric, or nearly so many accelerators, at least ModelError::unmeasured;
    /// unmeasured_exchange where experts cross a fabric that no run's do.
    double variance = 0;
    Doubt doubt; ///< of the prediction, all in all
};
/// The best of some answers, best first, that is not worse known than interpolated; without one the first extrapolated.
/// The number of answers where there is none or the best of all is that well known itself.
std::size_t best_known(std::span<const Nearest> answers);

/// Chances, were ln memory normal around what is predicted: that the plan fits, device and host, and that it does so
/// barely, where an allocator frees and asks again and the step becomes slower.
struct MemoryChances {
    double fits = 0;
    double thrashes = 0; ///< of those
};
MemoryChances memory_chances(const Parts& parts, const Doubt& doubt);

/// Factors on step time, eight in ten: of the stack's own runs where it was calibrated on some, else of the doubt.
ReachBand step_band(const Nearest& nearest, const Scenario& scenario, const Parts& parts);

/// The steps of all timed runs: made once, then asked for every number.
class KnownSteps {
public:
    KnownSteps() = default;
    KnownSteps(std::shared_ptr<const Evidence> evidence, const ModelError& error);

    /// The run nearest to each of `numbers`, which are predictions of the scenario, each with a plan and a GPU count of
    /// its own. Runs that are `hidden` (by row; empty: none) do not count. Impossible ones are assumptions. About 0.1
    /// ms each.
    std::vector<Nearest> nearest(const Scenario& scenario, std::span<const Parts> numbers, Workspace& workspace,
                                 const std::vector<bool>& hidden = {}) const;
    Nearest nearest(const Scenario& scenario, const Parts& number, Workspace& workspace) const;

    /// Published runs that name the accelerator, timed or not.
    int published(const std::string& accelerator) const;
    const Evidence& evidence() const { return *evidence_; }
    std::shared_ptr<const Evidence> shared_evidence() const { return evidence_; }

private:
    using Profile = StepProfile;
    struct Run {
        std::size_t row = 0;
        Profile profile{};
    };
    struct Environment { ///< runs with the same software on the same machine
        std::map<double, std::vector<Run>> runs; ///< by number of accelerators
        std::size_t row = 0; ///< of one of them
    };
    struct Way;
    const Scenario& scenario(std::size_t row) const { return evidence_->sample.cases[row].posed.scenario; }
    void walk(const Environment& environment, const Scenario& asked, std::vector<Way>& ways, Workspace& workspace,
              const std::vector<bool>& hidden) const;
    double grown(double distance) const;

    /// What the timed runs of an accelerator cover, each by itself.
    struct Reached {
        double most_gpus = 0, most_gpus_with_experts = 0;
        Profile longest{}; ///< of each part
        unsigned mechanisms = 0; ///< those that a run has, a bit for each
    };
    /// Kinds of fabric, a bit for each, that groups of timed runs on any accelerator cross.
    struct Crossed {
        unsigned by_any = 0, by_experts = 0;
    };
    static Crossed crossed_by(const Scenario& scenario, const Parts& parts);
    /// The least doubt of a step that crosses a fabric; 0 where runs did so too.
    double least_of_fabric(const Crossed& crossed) const;
    /// Whether it has more accelerators than this many times any run of its kind.
    bool is_beyond_all_runs(const Scenario& asked, double gpus, double times = 1) const;
    bool is_run_as_no_run(const Scenario& asked, const Plan& plan) const;
    bool is_spent_as_in_no_run(const std::string& accelerator, const Profile& profile) const;

    std::shared_ptr<const Evidence> evidence_;
    std::map<std::string, std::vector<Environment>> environments_; ///< by accelerator
    std::map<std::string, Reached> reached_; ///< by accelerator
    Crossed crossed_;
    std::map<std::string, int> published_;
    ModelError error_;
};

} // namespace plateau::evidence

template<>
inline constexpr std::array plateau::names_of<plateau::evidence::Known>{
    PLATEAU_TEXT("measured"), PLATEAU_TEXT("interpolated"), PLATEAU_TEXT("extrapolated"), PLATEAU_TEXT("assumption")};

/// How far a step hangs on constants of its software that are estimates.
///
/// Let T(c, l) and T(c, h) be the step where constant c lies at either end of its range (ConstantNote), all else as it
/// is, and r_c = |ln T(c, h) / T(c, l)|. A measured run says of a constant what it says of its own step: what r_c of a
/// question is above that of the run next to it, nobody measured. With the range as eight in ten, the variance of ln T
/// is the sum over c of (max(0, r_c - r_c of the run) / 2.563)^2.
/// Left out: constants that were read, measured or set in the question; two that move together.
namespace plateau::evidence {

class Sway {
public:
    explicit Sway(const Scenario& scenario);
    /// r_c, by place in catalog::stack_constants(), of a prediction of the scenario; 0 where a constant is no estimate.
    std::vector<double> of(const Parts& number, Workspace& workspace) const;

private:
    struct Ends {
        std::size_t constant = 0;
        std::shared_ptr<const Prepared> low, high;
    };
    std::vector<Ends> ends_;
};
/// Variance of ln T that constants bring to a question and not to the run beside it.
double unmeasured_sway(const std::vector<double>& question, const std::vector<double>& run);

/// Sharded gradients may be scattered after each micro-batch or kept whole until the last. Where neither scenario nor
/// software says which: the scenario that keeps them.
std::optional<Scenario> kept_whole(const Scenario& scenario);

/// Memory of the plan where they are kept, relative to `parts`, where they are not; 1: it makes no difference.
double more_kept_whole(const Prepared& kept, const Parts& parts, Workspace& workspace);

} // namespace plateau::evidence
