// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/search/plan_space.h"

/// Plan parameters that a search may choose, as whole numbers, so that tables, conditions and maps treat them alike.
namespace plateau::search {

/// A row of the table of plan dimensions with what 0 follows put in.
struct PlanAxis {
    const PlanDimension* dimension = nullptr;

    const char* key() const { return dimension->key; }
    const char* symbol() const { return dimension->symbol; }
    const char* label() const { return dimension->label; }
    bool has_words() const { return values() > 0; }
    int values() const { return value_count(*dimension); } ///< of a choice or a switch
    int get(const Plan& plan) const { return effective(*dimension, plan); }
    void set(Plan& plan, int value) const { dimension->set(plan, value); }
    Argument value_words(int value) const { return plan_value_words(*dimension, value); } ///< "1,024", "ZeRO-1", "on"
};

/// In the order tables show them.
std::span<const PlanAxis> plan_axes();
const PlanAxis* find_plan_axis(std::string_view key);

/// Values worth showing along one side of a map: every option of a choice; of a number the powers of two the question
/// could hold (tensor and context degree up to four scale-up domains) and those in `also`. Ascending, at most
/// `most`: the largest powers of two go first.
std::vector<int> axis_values(const PlanAxis& axis, const Prepared& prepared, const std::vector<int>& also, int most);

} // namespace plateau::search
