// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "core/estimate/estimate.h"

namespace plateau {

namespace {

struct PartName {
    Part part;
    PartKind kind;
    const char* name;
    const char* label;
};

constexpr std::array<PartName, part_count> part_names{{
    {Part::MatrixMultiply, PartKind::Compute, "matrix_multiply", PLATEAU_TEXT("Matrix multiply")},
    {Part::Attention, PartKind::Compute, "attention", PLATEAU_TEXT("Attention")},
    {Part::OtherKernels, PartKind::Compute, "other_kernels", PLATEAU_TEXT("Other kernels")},
    {Part::Head, PartKind::Compute, "head", PLATEAU_TEXT("Output head and loss")},
    {Part::Recompute, PartKind::Compute, "recompute", PLATEAU_TEXT("Recomputation")},
    {Part::LaunchGap, PartKind::Overhead, "launch_gap", PLATEAU_TEXT("Kernel launch gaps")},
    {Part::Conversion, PartKind::Compute, "conversion", PLATEAU_TEXT("Number conversion")},
    {Part::Accumulation, PartKind::Compute, "gradient_accumulation", PLATEAU_TEXT("Gradient accumulation")},
    {Part::Optimizer, PartKind::Compute, "optimizer", PLATEAU_TEXT("Optimizer")},
    {Part::StepFixed, PartKind::Overhead, "step_overhead", PLATEAU_TEXT("Host work per step")},
    {Part::TensorTraffic, PartKind::Communication, "tensor_traffic", PLATEAU_TEXT("Tensor traffic")},
    {Part::ContextTraffic, PartKind::Communication, "context_traffic", PLATEAU_TEXT("Context traffic")},
    {Part::ExpertTraffic, PartKind::Communication, "expert_traffic", PLATEAU_TEXT("Expert traffic")},
    {Part::AllGather, PartKind::Communication, "all_gather", PLATEAU_TEXT("All-gather")},
    {Part::ReduceScatter, PartKind::Communication, "reduce_scatter", PLATEAU_TEXT("Reduce-scatter")},
    {Part::AllReduce, PartKind::Communication, "all_reduce", PLATEAU_TEXT("All-reduce")},
    {Part::PipelineTransfer, PartKind::Communication, "pipeline_transfer", PLATEAU_TEXT("Pipeline transfers")},
    {Part::Offload, PartKind::Communication, "offload", PLATEAU_TEXT("Host memory traffic")},
    {Part::Bubble, PartKind::Idle, "pipeline_bubble", PLATEAU_TEXT("Pipeline idle")},
    {Part::Slowdown, PartKind::Overhead, "slowdown", PLATEAU_TEXT("Slow-down under traffic")},
    {Part::Jitter, PartKind::Overhead, "jitter", PLATEAU_TEXT("Jitter between nodes")},
    {Part::Weights, PartKind::Memory, "weights", PLATEAU_TEXT("Weights")},
    {Part::Gradients, PartKind::Memory, "gradients", PLATEAU_TEXT("Gradients")},
    {Part::OptimizerStates, PartKind::Memory, "optimizer_states", PLATEAU_TEXT("Optimizer states")},
    {Part::Activations, PartKind::Memory, "activations", PLATEAU_TEXT("Activations")},
    {Part::WorkingSet, PartKind::Memory, "working_set", PLATEAU_TEXT("Working set")},
    {Part::Logits, PartKind::Memory, "logits", PLATEAU_TEXT("Logits")},
    {Part::FixedMemory, PartKind::Memory, "fixed_memory", PLATEAU_TEXT("Framework and context")},
    {Part::Fragmentation, PartKind::Memory, "fragmentation", PLATEAU_TEXT("Fragmentation")},
    {Part::DevicePower, PartKind::Power, "device_power", PLATEAU_TEXT("Accelerator")},
    {Part::NodePower, PartKind::Power, "node_power", PLATEAU_TEXT("Rest of the node")},
    {Part::NetworkPower, PartKind::Power, "network_power", PLATEAU_TEXT("Network")},
    {Part::CoolingPower, PartKind::Power, "cooling_power", PLATEAU_TEXT("Cooling and supply")},
    {Part::DeviceCost, PartKind::Cost, "device_cost", PLATEAU_TEXT("Accelerator hours")},
    {Part::NetworkCost, PartKind::Cost, "network_cost", PLATEAU_TEXT("Network")},
    {Part::ElectricityCost, PartKind::Cost, "electricity_cost", PLATEAU_TEXT("Electricity")},
}};

constexpr bool in_order()
{
    for (int i = 0; i < part_count; ++i) {
        if (part_names[i].part != Part(i))
            return false;
    }
    return true;
}
static_assert(in_order());

/// The parts of one kind, in their order.
template<PartKind wanted>
constexpr auto parts_of_kind()
{
    constexpr auto count = [] {
        std::size_t number = 0;
        for (const PartName& row : part_names)
            number += row.kind == wanted;
        return number;
    }();
    std::array<int, count> parts{};
    std::size_t next = 0;
    for (const PartName& row : part_names) {
        if (row.kind == wanted)
            parts[next++] = int(row.part);
    }
    return parts;
}

template<PartKind wanted>
double sum_of_kind(const std::array<double, part_count>& values)
{
    double sum = 0;
    for (const int part : parts_of_kind<wanted>())
        sum += values[std::size_t(part)];
    return sum;
}

} // namespace

PartKind kind(Part part) { return part_names[int(part)].kind; }
const char* name(Part part) { return part_names[int(part)].name; }
const char* label(Part part) { return part_names[int(part)].label; }

double Parts::communication_seconds() const { return sum_of_kind<PartKind::Communication>(value); }
double Parts::communication_busy_seconds() const { return sum_of_kind<PartKind::Communication>(busy); }
double Parts::computing_seconds() const { return sum_of_kind<PartKind::Compute>(value) + (*this)[Part::Slowdown]; }

const char* obstacle_key(Obstacle obstacle)
{
    switch (obstacle) {
    case Obstacle::None:
        return "";
    case Obstacle::TooFewGpus:
        return "gpus";
    case Obstacle::DegreesExceedGpus:
        return "dp";
    case Obstacle::HeadsNotDivisible:
        return "tp";
    case Obstacle::TooManyStages:
        return "pp";
    case Obstacle::StagesUneven:
        return "virtual_stages";
    case Obstacle::BatchTooSmall:
        return "global_batch";
    case Obstacle::MicroBatchTooLarge:
        return "micro_batch";
    case Obstacle::SequenceNotDivisible:
        return "cp";
    case Obstacle::ShardGroupMismatch:
        return "shard_group";
    case Obstacle::PrecisionMissing:
        return "precision";
    case Obstacle::ExpertsNotDivisible:
    case Obstacle::ExpertRanksUneven:
        return "ep";
    case Obstacle::ExpertTensorMismatch:
        return "etp";
    case Obstacle::StagesNotPaired:
        return "schedule";
    }
    return "";
}

} // namespace plateau
