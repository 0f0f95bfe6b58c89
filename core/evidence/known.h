// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/evidence/claims.h"
#include "core/evidence/difference.h"
#include "core/evidence/shipped.h"
#include "core/model/reach.h"
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
    Distance distance{std::numeric_limits<double>::infinity(), 0, 0, 0};
    const char* beyond = ""; ///< where it is extrapolated, for people: "cluster size"
    /// Variance of ln step time, (g D^p)^2; more without runs on the accelerator and for mixtures of experts; where no
    /// run has the chip, a part or mechanism of the step, or nearly so many accelerators, at least
    /// ModelError::unmeasured.
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
    /// Whether it has more accelerators than this many times any run of its kind.
    bool is_beyond_all_runs(const Scenario& asked, double gpus, double times = 1) const;
    bool is_run_as_no_run(const Scenario& asked, const Plan& plan) const;
    bool is_spent_as_in_no_run(const std::string& accelerator, const Profile& profile) const;

    std::shared_ptr<const Evidence> evidence_;
    std::map<std::string, std::vector<Environment>> environments_; ///< by accelerator
    std::map<std::string, Reached> reached_; ///< by accelerator
    std::map<std::string, int> published_;
    ModelError error_;
};

} // namespace plateau::evidence

template<>
inline constexpr std::array plateau::names_of<plateau::evidence::Known>{
    PLATEAU_TEXT("measured"), PLATEAU_TEXT("interpolated"), PLATEAU_TEXT("extrapolated"), PLATEAU_TEXT("assumption")};
