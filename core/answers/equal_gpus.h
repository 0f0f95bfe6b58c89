// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/evidence/difference.h"

/// How many accelerators of its own kind would do for a question what something else does.
namespace plateau::answers {

/// What can be turned in place of buying more of the same.
enum class Lever { Network, Latency, Domain, Restart, Plan, Generation };

/// A question with a lever turned, and the number of accelerators with which it trains as many tokens a day as it
/// stands, interruptions counted.
struct EqualGpus {
    std::optional<Lever> lever = {}; ///< none: a rival that somebody named
    std::shared_ptr<const Scenario> scenario; ///< with it turned; never null
    Parts parts, own = {}; ///< with it turned; of `gpus` as it stands
    evidence::Difference gain = {}; ///< against the question; of parts that fit
    /// The least count that does as much; nothing: none does. Under explanations that fit alike the fewest, the most.
    std::optional<double> gpus = {}, fewest = {}, most = {};

    bool gains() const { return parts.fits() && gain.ratio > 1 + 5e-4; }
};

/// The levers that the question has, in their order; or one rival.
struct EqualCounts {
    struct Key {
        TrainingQuestion question;
        std::shared_ptr<const Scenario> rival = {}; ///< null: the levers
        friend bool operator==(const Key& left, const Key& right);
    };
    struct Value {
        Parts now;
        double best_gpus = 0, best_ratio = 1; ///< of the counts tried, from the question's on, the one that does most
        std::vector<EqualGpus> all = {}; ///< empty where the question does not fit
    };
    /// Counts tried are whole hosts, at first eight per doubling up to 16 times the question's, then by halves.
    static Value compute(const Key& key, Work& work);
};

/// Of the same maker's next architecture the accelerator that people mean. Null: none follows.
const catalog::Accelerator* next_generation(const catalog::Catalog& catalog, const catalog::Accelerator& accelerator);

} // namespace plateau::answers
