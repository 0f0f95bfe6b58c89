// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "core/answers/answers.h"
#include "core/answers/explore/equal.h"
#include "core/answers/explore/needed.h"
#include "core/answers/explore/solve.h"
#include "core/answers/explore/suggestions.h"

/// What to change: single steps, other hardware, a cluster that keeps limits.
namespace plateau::answers {

/// Single changes that make the step quicker, or let it fit.
struct Suggestions {
    using Key = TrainingQuestion;
    using Value = std::vector<explore::Suggestion>;
    static Value compute(const Key& question, Work& work);
};

/// The legal value of one parameter nearest to its own with which the plan fits; nothing where none does.
struct NearestFit {
    struct Key {
        TrainingQuestion question;
        std::string parameter;
        friend bool operator==(const Key&, const Key&) = default;
    };
    using Value = std::optional<plateau::Value>;
    static Value compute(const Key& key, Work& work);
};

/// The scenario's hardware against others for the same money, power or count, each with its best plan.
struct EqualHardware {
    struct Key {
        TrainingQuestion question;
        explore::Basis basis = explore::Basis::Usd;
        std::vector<std::string> compared; ///< besides the scenario's own
        friend bool operator==(const Key&, const Key&) = default;
        /// With the hardware that the scenario's view remembers.
        static Key of(const TrainingQuestion& question, explore::Basis basis);
    };
    using Value = explore::EqualAnswer;
    static Value compute(const Key& key, Work& work);
    static std::size_t bytes(const Value& value);
};

/// What is looked for: the smallest number of GPUs, the cheapest hardware, the largest model, the most tokens, the
/// lowest loss.
enum class Target { Gpus, Hardware, Model, Tokens, Loss };
} // namespace plateau::answers

template<>
inline constexpr std::array plateau::names_of<plateau::answers::Target>{"gpus", "hardware", "model", "tokens", "loss"};

namespace plateau::answers {

/// Which cluster, hardware or model keeps limits.
struct Solutions {
    struct Key {
        TrainingQuestion question;
        Target target = Target::Gpus;
        explore::Limits limits;
        bool known = false; ///< says how the solutions are known: waits for the published runs
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Found {
        explore::Solution solution;
        std::shared_ptr<const Scenario> scenario; ///< with the accelerator or model of the solution
        evidence::Nearest nearest; ///< of it, where asked for
    };
    struct Value {
        std::vector<Found> tried; ///< what keeps the limits first, best first; at least one but for hardware
        std::size_t found = 0; ///< how many of them keep the limits
        bool known = false;

        /// What there is to choose from: all that keep the limits, else the closest attempt.
        std::span<const Found> offered() const
        {
            return {tried.data(), std::min(tried.size(), std::max<std::size_t>(found, 1))};
        }
        /// Where the first one is not supported by published runs: the best that is and keeps the limits.
        /// `tried.size()` where the first is supported or none is.
        std::size_t best_known() const;
    };
    static Value compute(const Key& key, Work& work);
    static std::size_t bytes(const Value& value);
};

/// What one number of the question must be.
struct NeededValue {
    struct Key {
        TrainingQuestion question;
        std::string parameter; ///< key of a number
        explore::Goal goal;
        friend bool operator==(const Key&, const Key&) = default;
    };
    using Value = explore::Needed;
    static Value compute(const Key& key, Work& work);
};

} // namespace plateau::answers
