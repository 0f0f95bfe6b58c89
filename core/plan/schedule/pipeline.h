// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/math/formula/number.h"
#include "core/plan/schedule/pipeline_schedule.h"

/// Who waits for whom in a pipeline. Stage costs in, step time out, in numbers of type N; knows neither
/// scenario nor plan.
namespace plateau::schedule {

/// What one rank of p holds.
enum class Fold {
    None, ///< stage i
    V, ///< of 2 p chunks those numbered i and 2 p - 1 - i; the first rank has both ends of the model
    BothEnds, ///< stages i and p - 1 - i: every parameter is held twice
};
Fold fold(PipelineSchedule kind);
/// The schedule with the fewest micro-batches in flight of those that spread the model alike.
PipelineSchedule leanest(Fold fold);

/// Seconds one micro-batch keeps one rank busy, its exposed communication included.
template<class N>
struct StageCostOf {
    N forward = 0; ///< F
    N backward = 0; ///< B, all of it
    N weight = 0; ///< W, the part of B nobody waits for: gradients of the weights
    N total() const { return forward + backward; }
};
using StageCost = StageCostOf<double>;

/// A pipeline of p = `stages` ranks. The first carries the embedding and the last the head (the first both when folded
/// into a V); the p - 2 between come in two kinds. A single rank is `first` alone. Where a rank works on two stages in
/// turn (Fold::BothEnds), its cost is their mean.
template<class N>
struct PipelineOf {
    PipelineSchedule kind = PipelineSchedule::OneFOneB;
    int stages = 1;
    int virtual_stages = 1; ///< v model chunks per rank
    N micro_batches = 1;
    StageCostOf<N> first = {};
    StageCostOf<N> full = {};
    StageCostOf<N> slim = {};
    StageCostOf<N> last = {};
    int full_count = 0;
    int slim_count = 0;
};
using Pipeline = PipelineOf<double>;

template<class N>
struct PipelineTimeOf {
    N seconds = 0; ///< first forward to last backward
    N busiest_seconds = 0; ///< m micro-batches on the busiest rank
    N bubble_seconds() const { return seconds - busiest_seconds; }
};
using PipelineTime = PipelineTimeOf<double>;

/// With c_i = F_i + B_i over the p ranks, c = max c_i on rank k, (x)+ = max(0, x) and sums over i != k:
///     GPipe, 1F1B   t = m c + sum c_i                                    = m c + (p - 1)(F + B)
///     interleaved   t = m c + sum c_i / v, no less than sum over all c_i + (m - 1) c / v (m < p)       2104.04473
///     ZB-H1         t = m c + sum (F_i + B_i - 2 W_i)+                             2401.10241, section 2
///     ZB-H2         t = m c + sum (F_i + B_i - 3 W_i)+                             2401.10241, section 2
///     ZB-V          t = m c + sum (max(F_i, B_i - W_i) - W_i)+         derived from the order of 2405.15362
///     DualPipe      t = m c + (p/2 - 1)(F + 2 B - 3 W)+, pairs of ranks            2412.19437, table 2
///     DualPipeV     t = m c + sum (F_i + 2 B_i - 3 W_i)+ / 2, DualPipe over 2 p half stages
/// and, where weight gradients are kept back, no less than one micro-batch there and back and the others behind it.
/// With b = F + B - W and W_1 of the first rank's first chunk:
///     t >= T + (m - 1) max b_i,   T = sum b_i + W_1
/// Orders with two stages on a rank: for m < 2 p only, with the mean of b for its maximum, m/2 - 1 pairs under DualPipe
/// (where an odd micro-batch counts as a pair), and no more than the straight line from T to the formula at m = 2 p.
/// With F = B - W = W, ZB-H2 and ZB-V have no bubble, ZB-H1 a third of that of 1F1B.
/// Exact for equal ranks; DualPipe and DualPipeV with other passes than these up to 3 % above their order, and all
/// three orders with two stages on a rank within 15 % for m < 2 p. For unequal ranks the warm-up and drain of the
/// busiest one are taken as if every other rank's work lay on the critical path once: against the orders played pass by
/// pass (timeline.h), whole plans come out 1.5 % too long in the median and one in ten by more than 7 %. The
/// zero-bubble schedules are measured from each rank's own start to its own end, as their authors do: the optimizer
/// does not wait for all ranks (post-validation), without which about 8 % are lost. What DualPipe overlaps is taken off
/// F and B by who makes them.
template<class N>
PipelineTimeOf<N> pipeline_time(const PipelineOf<N>& pipeline);

/// What a rank of this cost adds to the bubble of the busiest: the term of the sum above. Convex and proportional to
/// the cost, so no less for a rank than for its layers one by one.
template<class N>
N lag(PipelineSchedule kind, const StageCostOf<N>& cost, int virtual_stages);
bool keeps_weight_gradients_back(PipelineSchedule kind);

/// Which of a pipeline's costs is that of rank `rank`. Of the ranks in the middle, the full ones come first; where
/// ranks work on two stages, those that pair a full with a slim one stand outside.
enum class StageKind { First, Full, Slim, Last };
StageKind stage_kind(PipelineSchedule kind, int rank, int stages, int full_count);

/// How many micro-batches' activations stage `stage` (0 = first) holds at once, in units of all its layers, at most m:
///     GPipe m;  1F1B p - stage;  interleaved p (1 + (p - 1) / (p v)) - stage
///     ZB-H1 and ZB-V p;  ZB-H2 2 p - 1;  DualPipe p + 1;  DualPipeV p + 1/2     on every rank
/// Sources as above; DualPipeV holds 2 p + 1 half stages.
double micro_batches_in_flight(PipelineSchedule kind, int stage, int stages, int virtual_stages, double micro_batches);

/// Layers of the first and the last stage, where they are stated; 0: not.
struct StatedLayers {
    int first = 0;
    int last = 0;
};

/// How many layers each kind of rank gets. Layers are spread evenly; when they do not divide, embedding and head
/// each count as a layer if that makes the stages even, else the last stages get one layer less. Folded into a V, the
/// first rank, which has embedding and head, is the first to get one less. What stated stages leave is spread evenly
/// over the others, of which the last get one layer less.
struct LayerSplit {
    int first = 0;
    int full = 0; ///< layers of a full middle stage
    int last = 0;
    int full_count = 0;
    int slim_count = 0; ///< middle stages with full - 1 layers

    int most() const; ///< of any rank
    int fewest_between() const; ///< of a middle stage, where there is one
};
LayerSplit split_layers(int layers, int stages, Fold fold = Fold::None, StatedLayers stated = {});

} // namespace plateau::schedule
