// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/plan/plan.h"
#include "core/text/units/quantity.h"

/// What is said about a member of Plan, once: the description that every row of plan_dimension_rows.h fills in.
namespace plateau {

/// What a question has, as far as values worth looking at depend on it.
struct PlanReach {
    double gpus = 0;
    double domain = 0; ///< accelerators of a scale-up domain, those of the cluster at most
    double heads = 0;
    double sequence = 0;
    double layers = 0;
    double experts = 0;
    double batch = 0; ///< sequences of a step; 0: follows the accelerators in use
};

/// Where a dimension stands in each list.
struct PlanOrder {
    int row = 0; ///< among the parameter rows of its group
    int place = 0; ///< in tables and lists
    int tie = 0; ///< in the order of plans that are equally good
};

struct PlanMember {
    int (*get)(const Plan&);
    void (*set)(Plan&, int);
};

/// Every value is a whole number here: degrees and sizes as they are, choices by their place among the options,
/// switches as 0 and 1.
struct PlanDimension {
    const char* key;
    const char* symbol = ""; ///< as people abbreviate it: "TP"
    const char* label;
    const char* column = ""; ///< label of a narrow column without a symbol: "Sched."
    const char* group = "plan"; ///< of the parameter table
    const char* help;
    const char* also = ""; ///< everyday words it is looked for by
    const char* provenance; ///< where the default comes from
    std::span<const PlanOption> options = {}; ///< of a choice
    bool is_switch = false;
    const char* detail = ""; ///< what a plan's details say of a switch that is on
    units::Unit unit = units::Unit::None;
    double most = 1; ///< of a number; the least is 1
    const char* zero_name = ""; ///< not empty: 0 is legal and means this
    const char* zero_label = "";
    bool worked_out = false; ///< 0 stands for what completes the plan (Degrees)
    bool searched = true; ///< a search may choose it
    bool reported = true; ///< part of a complete plan
    bool advanced = false;
    bool experts_only = false; ///< for mixtures of experts
    const char* beside = ""; ///< not empty: its value stands in the cell of the dimension with this key
    /// Whether a plan is called by it: as a factor of the GPU count, "TP 8 × PP 4", or after these, ", EP 8", as its
    /// ranks are among theirs.
    enum class Named { Never, AsFactor, Aside } named = Named::Never;
    bool from_above = false; ///< values worth looking at begin with the largest
    int barest = -1; ///< the value that asks least of a question; -1: none does
    PlanOrder order = {};
    PlanMember member;
    int (*effective)(const Plan&) = nullptr; ///< what 0 follows; null: get
    bool (*applies)(const Plan&) = nullptr; ///< with effect in this plan; null: always
    bool (*is_plain)(const Plan&) = nullptr; ///< so usual that nobody mentions it; null: never
    int (*in_layer)(const Plan&) = nullptr; ///< what of it the cost of a layer depends on; null: nothing
    int (*tie_value)(const Plan&) = nullptr; ///< smaller first; null: get
    double (*largest)(const PlanReach&) = nullptr; ///< of a number
    /// Adds what a search tries of a number around the degrees of the plan; of choices and switches it tries every
    /// value.
    void (*candidates)(const PlanReach&, const Plan&, std::vector<int>&) = nullptr;
    const char* cell = ""; ///< column of tables of published runs

    constexpr int get(const Plan& plan) const { return member.get(plan); }
    constexpr void set(Plan& plan, int value) const { member.set(plan, value); }
};

} // namespace plateau
