// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/search/plan_space.h"

/// Plan parameters as whole numbers, so that tables, conditions and maps treat them alike: degrees and sizes as they
/// are, choices by their place in the parameter table's list of options, switches as 0 and 1.
namespace plateau::search {

struct PlanAxis {
    const char* key; ///< of the parameter table
    const char* symbol; ///< as people abbreviate it: "TP"; empty where nobody does
    const char* label; ///< "Tensor"
    bool OpenKeys::*open;
    int (*get)(const Plan&);
    void (*set)(Plan&, int);
    std::vector<const char*> (*words)(); ///< of a choice's values, in their order; null for numbers
};

/// In the order tables show them: tp, pp, cp, ep, etp, dp, micro_batch, virtual_stages, schedule, cp_method, recompute,
/// dp_mode, shard_group, sequence_parallel.
std::span<const PlanAxis> plan_axes();
const PlanAxis* find_plan_axis(const std::string& key);

/// "8", "1,024"; "full", "ZeRO-1", "on".
std::string value_words(const PlanAxis& axis, int value);

/// Values worth showing along one side of a map: every option of a choice; of a number the powers of two the question
/// could hold (tensor and context degree up to four scale-up domains) and those in `also`. Ascending, at most
/// `most`: the largest powers of two go first.
std::vector<int> axis_values(const PlanAxis& axis, const Prepared& prepared, const std::vector<int>& also, int most);

} // namespace plateau::search
