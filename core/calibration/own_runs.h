// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/calibration/calibrate.h"

/// Runs of one's own, read from a table or typed in, and the stack that is calibrated on them.
namespace plateau::evidence {

/// A run typed in: the scenario as it stands and what was measured of it. Exactly one of step time and tokens/s (all
/// GPUs) is needed; 0: not measured.
struct TypedRun {
    std::string id;
    double step_seconds = 0;
    double tokens_per_s = 0;
    double memory_bytes = 0;
};
/// Adds it to the sample, under the scenario's own stack. Refused when the scenario's plan is impossible or nothing
/// was measured.
Expected<void> add_run(Sample& sample, const Scenario& scenario, const TypedRun& run);

/// A table to fill in with measured runs of one's own, in the columns that read_rows() reads: the scenario's whole
/// configuration in a row, the measured cells empty; with a batch per GPU also a row for a cluster of one scale-up
/// domain, because two sizes tell the network from the kernels. A row read back poses as the scenario. The model's
/// sizes stand in it only where the scenario changed the catalog's.
std::string own_table(const catalog::Catalog& catalog, const Scenario& scenario);

} // namespace plateau::evidence

namespace plateau::answers {

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
