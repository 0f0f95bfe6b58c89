// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/plan_axis.h"

#include <algorithm>
#include <cmath>

#include "core/estimate/prepared.h"

namespace plateau::search {

namespace {

using Words = std::vector<const char*>;

Words schedules()
{
    return {"GPipe", "1F1B", PLATEAU_TEXT("interleaved"), "ZB-H1", "ZB-H2", "ZB-V", "DualPipe", "DualPipeV"};
}
Words context_methods() { return {PLATEAU_TEXT("ring"), PLATEAU_TEXT("all-gather")}; }
Words recomputations() { return {PLATEAU_TEXT("none"), PLATEAU_TEXT("selective"), PLATEAU_TEXT("full")}; }
Words shardings() { return {"DDP", "ZeRO-1", "ZeRO-2", "FSDP", "HSDP"}; }
Words switches() { return {PLATEAU_TEXT("off"), PLATEAU_TEXT("on")}; }

template<auto Member>
int number(const Plan& plan)
{
    return int(plan.*Member);
}

template<auto Member, class Type = int>
void set_number(Plan& plan, int value)
{
    plan.*Member = Type(value);
}

const PlanAxis axes[] = {
    {"tp", "TP", PLATEAU_TEXT("Tensor"), &OpenKeys::tp, number<&Plan::tp>, set_number<&Plan::tp>, nullptr},
    {"pp", "PP", PLATEAU_TEXT("Pipeline"), &OpenKeys::pp, number<&Plan::pp>, set_number<&Plan::pp>, nullptr},
    {"cp", "CP", PLATEAU_TEXT("Context"), &OpenKeys::cp, number<&Plan::cp>, set_number<&Plan::cp>, nullptr},
    {"ep", "EP", PLATEAU_TEXT("Expert"), &OpenKeys::ep, number<&Plan::ep>, set_number<&Plan::ep>, nullptr},
    {"etp", "ETP", PLATEAU_TEXT("Expert tensor"), &OpenKeys::etp, expert_tensor, set_number<&Plan::etp>, nullptr},
    {"dp", "DP", PLATEAU_TEXT("Data"), &OpenKeys::dp, number<&Plan::dp>, set_number<&Plan::dp>, nullptr},
    {"micro_batch", "MBS", PLATEAU_TEXT("Micro-batch"), &OpenKeys::micro_batch, number<&Plan::micro_batch>,
     set_number<&Plan::micro_batch>, nullptr},
    {"virtual_stages", "VP", PLATEAU_TEXT("Virtual stages"), &OpenKeys::virtual_stages, number<&Plan::virtual_stages>,
     set_number<&Plan::virtual_stages>, nullptr},
    {"schedule", "", PLATEAU_TEXT("Schedule"), &OpenKeys::schedule, number<&Plan::schedule>,
     set_number<&Plan::schedule, PipelineSchedule>, schedules},
    {"cp_method", "", PLATEAU_TEXT("Context exchange"), &OpenKeys::cp_method, number<&Plan::cp_method>,
     set_number<&Plan::cp_method, ContextMethod>, context_methods},
    {"recompute", "", PLATEAU_TEXT("Recompute"), &OpenKeys::recompute, number<&Plan::recompute>,
     set_number<&Plan::recompute, Recompute>, recomputations},
    {"dp_mode", "", PLATEAU_TEXT("Sharding"), &OpenKeys::dp_mode, number<&Plan::dp_mode>,
     set_number<&Plan::dp_mode, DataParallelMode>, shardings},
    {"shard_group", "", PLATEAU_TEXT("Shard group"), &OpenKeys::shard_group, number<&Plan::shard_group>,
     set_number<&Plan::shard_group>, nullptr},
    {"sequence_parallel", "SP", PLATEAU_TEXT("Sequence parallel"), &OpenKeys::sequence_parallel,
     number<&Plan::sequence_parallel>, set_number<&Plan::sequence_parallel, bool>, switches},
};

constexpr double most_domains = 4;
constexpr int largest_micro_batch = 64;
constexpr int largest_chunks = 32;

/// The largest value that could matter.
double largest(const PlanAxis& axis, const Prepared& prepared)
{
    const std::string key = axis.key;
    const double domains = most_domains * std::max(1.0, std::min(prepared.domain_size, prepared.gpus));
    if (key == "tp" || key == "etp")
        return std::min(domains, double(prepared.heads));
    if (key == "cp")
        return std::min(domains, prepared.sequence);
    if (key == "pp")
        return prepared.layers;
    if (key == "ep")
        return std::max(1, prepared.experts);
    if (key == "micro_batch")
        return largest_micro_batch;
    if (key == "virtual_stages")
        return std::min(largest_chunks, prepared.layers);
    return prepared.gpus; // data degree, shard group
}

} // namespace

std::span<const PlanAxis> plan_axes() { return axes; }

const PlanAxis* find_plan_axis(const std::string& key)
{
    const auto found
        = std::find_if(std::begin(axes), std::end(axes), [&](const PlanAxis& axis) { return axis.key == key; });
    return found == std::end(axes) ? nullptr : found;
}

std::string value_words(const PlanAxis& axis, int value)
{
    if (!axis.words)
        return units::format(value, units::Unit::Count);
    const Words words = axis.words();
    return value >= 0 && value < int(words.size()) ? words[std::size_t(value)] : "";
}

std::vector<int> axis_values(const PlanAxis& axis, const Prepared& prepared, const std::vector<int>& also, int most)
{
    std::vector<int> result;
    if (axis.words) {
        for (int value = 0; value < int(axis.words().size()); ++value)
            result.push_back(value);
        return result;
    }
    for (const int value : also) {
        if (value > 0 && std::find(result.begin(), result.end(), value) == result.end())
            result.push_back(value);
    }
    const double end = largest(axis, prepared);
    // The data degree grows with the cluster: its largest powers of two matter; of all others the smallest.
    const std::string key = axis.key;
    const bool from_above = key == "dp";
    const int last = std::max(0, int(std::floor(std::log2(std::max(1.0, end)))));
    for (int step = 0; step <= last && int(result.size()) < most; ++step) {
        const int value = 1 << (from_above ? last - step : step);
        if (std::find(result.begin(), result.end(), value) == result.end())
            result.push_back(value);
    }
    std::sort(result.begin(), result.end());
    return result;
}

} // namespace plateau::search
