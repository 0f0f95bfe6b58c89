// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/text/messages/names.h"

/// What an estimate is made of.
namespace plateau {

/// Everything one estimate is made of. Exposed seconds of the time parts sum to the step time; bytes, watts and
/// dollars likewise sum to their totals.
enum class Part {
    // seconds per step
    MatrixMultiply, ///< projections and feed-forward, forward and backward
    Attention, ///< the softmax(QK^T)V core
    OtherKernels, ///< norms, activations, residuals, rotary embedding
    Head, ///< logits and cross-entropy
    Recompute, ///< forward work done again
    LaunchGap, ///< the device waits for the host to launch kernels
    Conversion, ///< to narrow number formats and back
    Accumulation, ///< gradient accumulation traffic
    Optimizer,
    GradientNorm, ///< and the clipping of the gradients
    StepFixed, ///< host work once per step
    TensorTraffic, ///< tensor and sequence parallelism
    ContextTraffic,
    ExpertTraffic,
    AllGather, ///< sharded parameters
    ReduceScatter, ///< sharded gradients
    AllReduce, ///< replicated gradients
    PipelineTransfer,
    Offload, ///< to host memory and back
    Bubble,
    Slowdown, ///< compute slowed by communication beside it
    Jitter,
    // bytes per device
    Weights,
    Gradients,
    OptimizerStates,
    Activations,
    WorkingSet, ///< one layer's live tensors, gathered parameters
    Logits,
    FixedMemory, ///< context, communication library
    Fragmentation,
    // watts per device, facility level: unused and spare devices spread over all
    DevicePower,
    NodePower,
    NetworkPower,
    CoolingPower,
    // dollars per million tokens
    DeviceCost,
    NetworkCost,
    ElectricityCost,
    Count
};
inline constexpr int part_count = static_cast<int>(Part::Count);
inline constexpr Part first_memory_part = Part::Weights;
inline constexpr Part first_power_part = Part::DevicePower;
inline constexpr Part first_cost_part = Part::DeviceCost;
inline constexpr int time_part_count = static_cast<int>(first_memory_part);

enum class PartKind { Compute, Communication, Idle, Overhead, Memory, Power, Cost };
template<>
inline constexpr std::array names_of<PartKind>{"compute", "communication", "idle", "overhead",
                                               "memory",  "power",         "cost"};
PartKind kind(Part part);
const char* name(Part part); ///< stable, for JSON: "matrix_multiply"
const char* label(Part part); ///< for people: "Matrix multiply"

/// What people blame seconds on; parts share one.
enum class Cause {
    None,
    MatrixMultiplication,
    Attention,
    SmallKernels,
    Recomputation,
    NumberConversion,
    OptimizerStep,
    ParameterTraffic, ///< and that of gradients
    TensorTraffic,
    ContextTraffic,
    ExpertTraffic,
    StageTransfers,
    HostMemoryTraffic,
    PipelineBubble,
    SlowedCompute,
    Stragglers,
    IdleGpus,
};
Cause cause(Part part); ///< of a time part; of Part::Count, which stands for idle accelerators, IdleGpus
const char* name(Cause cause); ///< "parameter and gradient traffic"

/// What the step bar shows as one segment.
enum class StepGroup {
    MatrixMultiply,
    Attention,
    OtherKernels,
    Recompute,
    Conversion,
    Optimizer,
    AllGather,
    ReduceScatter,
    AllReduce,
    TensorTraffic,
    ContextTraffic,
    ExpertTraffic,
    PipelineTransfer,
    Offload,
    Bubble,
    Host, ///< launches and the work once per step
    Jitter, ///< and compute slowed by traffic beside it
    Count
};
StepGroup step_group(Part part); ///< of a time part

/// Parameters that make the part smaller, the most telling first.
std::span<const char* const> remedies(Part part);

} // namespace plateau
