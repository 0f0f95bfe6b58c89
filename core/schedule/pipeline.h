// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Who waits for whom in a pipeline. Stage costs in, step time out; knows neither scenario nor plan.
namespace plateau::schedule {

enum class Kind { GPipe, OneFOneB, Interleaved };

/// Seconds one micro-batch keeps one stage busy, its exposed communication included.
struct StageCost {
    double forward = 0;
    double backward = 0;
    double total() const { return forward + backward; }
};

/// A pipeline of p = `stages` ranks. The first stage carries the embedding and the last the head; the p - 2 between
/// come in two kinds, `full` with one layer more than `slim`. A single stage is `first` alone.
struct Pipeline {
    Kind kind = Kind::OneFOneB;
    int stages = 1;
    int virtual_stages = 1; ///< v model chunks per rank
    double micro_batches = 1;
    StageCost first;
    StageCost full;
    StageCost slim;
    StageCost last;
    int full_count = 0;
    int slim_count = 0;
};

struct PipelineTime {
    double seconds = 0;         ///< first forward to last backward
    double busiest_seconds = 0; ///< m micro-batches on the busiest stage
    double bubble_seconds() const { return seconds - busiest_seconds; }
};

/// With c_i = F_i + B_i, c = max c_i and S = sum c_i over the p stages:
///     GPipe, 1F1B:  t = m c + (S - c)
///     interleaved:  t = m c + (S - c) / v
/// Exact for equal stages; for unequal ones the warm-up and drain of the busiest stage are taken as if every other
/// stage's work lay on the critical path once. Narayanan et al. 2104.04473.
PipelineTime pipeline_time(const Pipeline& pipeline);

/// How many micro-batches' activations stage `stage` (0 = first) holds at once, in units of all its layers:
///     GPipe m;  1F1B min(m, p - stage);  interleaved min(m, p (1 + (p - 1) / (p v)) - stage)
double micro_batches_in_flight(Kind kind, int stage, int stages, int virtual_stages, double micro_batches);

/// How many layers each kind of stage gets. Layers are spread evenly; when they do not divide, embedding and head
/// each count as a layer if that makes the stages even, else the last stages get one layer less.
struct LayerSplit {
    int first = 0;
    int full = 0; ///< layers of a full middle stage
    int last = 0;
    int full_count = 0;
    int slim_count = 0; ///< middle stages with full - 1 layers
};
LayerSplit split_layers(int layers, int stages);

} // namespace plateau::schedule
