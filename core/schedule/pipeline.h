// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

/// Who waits for whom in a pipeline. Stage costs in, step time out; knows neither scenario nor plan.
namespace plateau::schedule {

enum class Kind { GPipe, OneFOneB, Interleaved };

/// Seconds one micro-batch spends on one stage, everything exposed on that stage included.
struct StageCost {
    double forward = 0;
    double backward = 0;
    double total() const { return forward + backward; }
};

/// A pipeline of `stages` ranks: the first and last stand apart (embedding, head), the others come in at most two
/// kinds, `full` with one layer more than `slim`.
struct Pipeline {
    Kind kind = Kind::OneFOneB;
    int stages = 1;
    int virtual_stages = 1;
    double micro_batches = 1;
    StageCost first;
    StageCost last;
    StageCost full;
    StageCost slim;
    int full_count = 0; ///< middle stages with the extra layer
    int slim_count = 0;
    double transfer_seconds = 0; ///< exposed seconds per boundary and micro-batch, one direction
};

struct PipelineTime {
    double seconds = 0;        ///< first forward to last backward
    double busiest_seconds = 0; ///< work of the busiest stage over all micro-batches
    double bubble_seconds = 0; ///< seconds - busiest_seconds
};

/// 1F1B and GPipe: (m - 1) max_i(F_i + B_i) + sum_i (F_i + B_i) + 2 (p - 1) t_transfer;
/// interleaved: m max + (sum - max) / v + 2 (p v - 1) / v ... transfers per chunk.
/// Exact for equal stages; for unequal ones an upper bound within one stage's imbalance. Narayanan 2104.04473.
PipelineTime pipeline_time(const Pipeline& pipeline);

/// Micro-batches whose activations stage `stage` (0 = first) holds at once: GPipe m; 1F1B min(m, p - i);
/// interleaved min(m, ...) (1 + (p-1)/(p v)) on the first stage. In units of the stage's whole layer count.
double micro_batches_in_flight(Kind kind, int stage, int stages, int virtual_stages, double micro_batches);

} // namespace plateau::schedule
