// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/evidence/own_stack.h"

/// Published runs and runs of one's own.
namespace plateau::answers {

/// The published runs with their predictions.
struct Runs {
    struct Key {
        friend bool operator==(const Key&, const Key&) = default;
    };
    using Value = std::shared_ptr<const evidence::KnownSteps>; ///< null only when stopped
    static Value compute(const Key&, Work& work) { return work.data().runs(work.stop()); }
};

/// A run of one's own: a row of a table, or what was measured of a scenario.
struct OwnRun {
    evidence::Row row; ///< read; or
    std::shared_ptr<const Scenario> scenario; ///< typed: never null then
    evidence::TypedRun typed;
};

/// What runs of one's own determine of a stack.
struct Calibration {
    struct Key {
        std::shared_ptr<const std::vector<OwnRun>> runs; ///< the same list only if it is the same object
        std::string base; ///< id of the stack that the runs used; in the catalog
        friend bool operator==(const Key&, const Key&) = default;
    };
    using Value = Expected<evidence::Calibration>; ///< the error says why there is none
    static constexpr bool is_remembered = false;
    static Value compute(const Key& key, Work& work);
};

} // namespace plateau::answers
