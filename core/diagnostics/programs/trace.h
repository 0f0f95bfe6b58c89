// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "core/text/messages/error.h"
#include "core/text/messages/names.h"

/// Traces of the PyTorch profiler (Kineto): where a step went on one rank, as its kernels tell.
namespace plateau::programs {

enum class KernelKind {
    Products, ///< matrix products
    Attention,
    Optimizer,
    Other, ///< bound by memory: norms, activations, copies inside the device
    AllGather,
    ReduceScatter,
    AllReduce,
    AllToAll, ///< and what is sent to one other rank
    OtherCollective,
};
inline constexpr int kernel_kinds = 9;

/// A step of one rank. Seconds.
struct TracedStep {
    std::string name; ///< "ProfilerStep#10"; empty: the trace has no steps
    double seconds = 0; ///< as the program's own marks say
    int kernels = 0;
    double busy = 0; ///< the device computes or communicates
    double compute = 0; ///< union of all kernels but collectives
    double collectives = 0; ///< union of collectives
    double exposed = 0; ///< of them, with nothing computed beside
    double idle = 0; ///< from its first kernel to its last, with none
    std::array<double, kernel_kinds> of_kind = {}; ///< sums over kernels
    std::array<int, kernel_kinds> count = {};
    std::array<double, kernel_kinds> bytes = {}; ///< that the collectives say they move, where they do
};

struct Trace {
    std::string device; ///< empty: not told
    int ranks = 0; ///< 0: not told
    int rank = -1; ///< -1: not told
    std::vector<std::string> steps; ///< all that are marked
    TracedStep step; ///< the one with most kernels
    bool has_kernels = false;
    bool is_cut = false; ///< the file ends in the middle; the last of the marked steps is left out
};

/// Reads a trace, packed or not, as a stream: memory grows with the kernels alone.
Expected<Trace> read_trace(const std::filesystem::path& file);

} // namespace plateau::programs

template<>
inline constexpr std::array plateau::names_of<plateau::programs::KernelKind>{
    "matrix_multiply", "attention",  "optimizer",  "other_kernels",    "all_gather",
    "reduce_scatter",  "all_reduce", "all_to_all", "other_collectives"};
