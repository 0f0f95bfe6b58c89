// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/answers/answers.h"
#include "core/answers/curve_points.h"
#include "core/model/estimate.h"
#include "core/model/timeline.h"

/// What one step of training does: the plan that is asked about, explained, and how well that is known.
namespace plateau::answers {

/// The plan as search::best_plan() answers, with every term explained.
struct StepEstimate {
    using Key = TrainingQuestion;
    using Value = Estimate;
    static Value compute(const Key& question, Work& work);
    static std::size_t bytes(const Value& value);
    static bool is_quick(const Key& question) { return !question.is_searched(); }
};

/// The plan as StepEstimate has it, without its terms explained.
struct StepParts {
    using Key = TrainingQuestion;
    using Value = Parts;
    static Value compute(const Key& question, Work& work);
    static bool is_quick(const Key& question) { return !question.is_searched(); }
};

/// The published run nearest to a step: how it is known.
struct NearestRun {
    using Key = TrainingQuestion;
    struct Value {
        evidence::Nearest nearest;
        int published = 0; ///< runs that name the hardware, timed or not
    };
    static Value compute(const Key& question, Work& work);
};

/// One of many steps that are asked for once: without explanation, and not remembered.
struct SweptStep {
    using Key = TrainingQuestion;
    struct Value {
        Parts parts;
        Message reason; ///< why it does not fit or is not possible; empty: it fits
        evidence::Nearest nearest;
    };
    static constexpr bool is_remembered = false;
    static Value compute(const Key& question, Work& work);
};

/// One plan of a scenario, whichever plan its question asks about.
struct OnePlan {
    std::shared_ptr<const Scenario> scenario; ///< never null
    Plan plan;
    bool operator==(const OnePlan& other) const;
};

/// The estimate of one plan, with every term explained.
struct PlanEstimate {
    using Key = OnePlan;
    using Value = Estimate;
    static constexpr bool is_remembered = false; ///< a pointer that moves asks for many
    static Value compute(const Key& key, Work& work);
    static bool is_quick(const Key&) { return true; }
};

/// When each stage of the plan's pipeline does what.
struct PlanTimeline {
    using Key = OnePlan;
    using Value = Timeline;
    static constexpr bool is_remembered = false; ///< a pointer that moves asks for many
    static Value compute(const Key& key, Work& work);
    static bool is_quick(const Key&) { return true; }
};

/// How well it is known.
struct PlanKnown {
    using Key = OnePlan;
    using Value = evidence::Nearest;
    static constexpr bool is_remembered = false; ///< a pointer that moves asks for many
    static Value compute(const Key& key, Work& work);
    static bool is_quick(const Key&) { return true; }
};

/// How far the ranges of the stack's constants alone let its throughput be off; empty where the plan does not fit.
struct StepBand {
    using Key = TrainingQuestion;
    using Value = std::optional<ThroughputBand>;
    static Value compute(const Key& question, Work& work);
};

/// The published runs with their predictions.
struct Runs {
    struct Key {
        friend bool operator==(const Key&, const Key&) = default;
    };
    using Value = std::shared_ptr<const evidence::KnownSteps>; ///< null only when stopped
    static Value compute(const Key&, Work& work) { return work.data().runs(work.stop()); }
};

} // namespace plateau::answers
