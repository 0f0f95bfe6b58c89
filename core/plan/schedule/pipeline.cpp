// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/schedule/pipeline.h"

#include <algorithm>

namespace plateau::schedule {

template<class N>
N lag(PipelineSchedule kind, const StageCostOf<N>& cost, int virtual_stages)
{
    using formula::max;
    const N all = cost.total();
    switch (kind) {
    case PipelineSchedule::GPipe:
    case PipelineSchedule::OneFOneB:
        return all;
    case PipelineSchedule::Interleaved:
        return all / virtual_stages;
    case PipelineSchedule::ZeroBubbleH1:
        return max(N(0.0), all - 2 * cost.weight);
    case PipelineSchedule::ZeroBubbleH2:
        return max(N(0.0), all - 3 * cost.weight);
    case PipelineSchedule::ZeroBubbleV:
        return max(N(0.0), max(cost.forward, cost.backward - cost.weight) - cost.weight);
    case PipelineSchedule::DualPipe:
    case PipelineSchedule::DualPipeV:
        return max(N(0.0), all + cost.backward - 3 * cost.weight) / 2;
    }
    return all;
}

namespace {

/// One value per rank: the sum over all, and that of the busiest rank.
template<class N>
struct Ranks {
    const PipelineOf<N>& pipeline;
    N busiest_seconds = 0;
    N busiest_lag = 0;
    N lags = 0;
    N total = 0;
    N path = 0; ///< of one micro-batch there and back, gradients of the weights left for later
    N slowest = 0; ///< the largest share of one rank in it

    void add(const StageCostOf<N>& cost, int count)
    {
        if (count <= 0)
            return;
        const N own = lag(pipeline.kind, cost, pipeline.virtual_stages);
        if (cost.total() > busiest_seconds) {
            busiest_seconds = cost.total();
            busiest_lag = own;
        }
        lags += count * own;
        total += count * cost.total();
        path += count * (cost.total() - cost.weight);
        slowest = formula::max(slowest, cost.total() - cost.weight);
    }
};

/// What micro-batches take that follow each other there and back; see pipeline_time().
template<class N>
N queued_seconds(const Ranks<N>& ranks, const N& bubble)
{
    const PipelineOf<N>& pipeline = ranks.pipeline;
    using formula::ceil;
    using formula::max;
    using formula::min;
    const Fold held = fold(pipeline.kind);
    const N m = pipeline.micro_batches;
    const N one = ranks.path + pipeline.first.weight / (held == Fold::V ? 2 : 1);
    const N behind = held == Fold::BothEnds ? N(2 * (ceil(m / 2) - 1)) : N(m - 1);
    if (held == Fold::None)
        return one + behind * ranks.slowest;
    const double published_from = 2. * pipeline.stages;
    if (m >= N(published_from))
        return one;
    const N line = (published_from * ranks.busiest_seconds + bubble - one) * (m - 1) / (published_from - 1);
    return one + min(N(behind * ranks.path / pipeline.stages), max(N(0.0), line));
}

} // namespace

bool keeps_weight_gradients_back(PipelineSchedule kind) { return kind >= PipelineSchedule::ZeroBubbleH1; }

Fold fold(PipelineSchedule kind)
{
    if (kind == PipelineSchedule::DualPipe)
        return Fold::BothEnds;
    return kind == PipelineSchedule::ZeroBubbleV || kind == PipelineSchedule::DualPipeV ? Fold::V : Fold::None;
}

PipelineSchedule leanest(Fold fold)
{
    switch (fold) {
    case Fold::None:
        break;
    case Fold::V:
        return PipelineSchedule::ZeroBubbleV;
    case Fold::BothEnds:
        return PipelineSchedule::DualPipe;
    }
    return PipelineSchedule::OneFOneB;
}

template<class N>
PipelineTimeOf<N> pipeline_time(const PipelineOf<N>& pipeline)
{
    using formula::max;
    if (pipeline.stages <= 1) {
        const N busy = pipeline.micro_batches * pipeline.first.total();
        return {busy, busy};
    }
    Ranks<N> ranks{pipeline};
    ranks.add(pipeline.first, 1);
    ranks.add(pipeline.last, 1);
    ranks.add(pipeline.full, pipeline.full_count);
    ranks.add(pipeline.slim, pipeline.slim_count);
    const N busy = pipeline.micro_batches * ranks.busiest_seconds;
    const bool both_ends = fold(pipeline.kind) == Fold::BothEnds;
    const double themselves = both_ends ? 2 : 1; // the busiest rank and its mirror image
    const N bubble = max(N(0.0), ranks.lags - themselves * ranks.busiest_lag);
    if (pipeline.kind == PipelineSchedule::Interleaved) {
        const N behind = (pipeline.micro_batches - 1) * ranks.busiest_seconds / pipeline.virtual_stages;
        return {max(busy + bubble, ranks.total + behind), busy};
    }
    if (!keeps_weight_gradients_back(pipeline.kind))
        return {busy + bubble, busy};
    const double m = formula::value_of(pipeline.micro_batches);
    const bool unpaired = both_ends && m > 1 && std::fmod(m, 2) != 0;
    const N published = busy + bubble + (unpaired ? ranks.busiest_seconds : N(0.0));
    return {max(published, queued_seconds(ranks, bubble)), busy};
}

template double lag(PipelineSchedule, const StageCostOf<double>&, int);
template formula::Traced lag(PipelineSchedule, const StageCostOf<formula::Traced>&, int);
template PipelineTimeOf<double> pipeline_time(const PipelineOf<double>&);
template PipelineTimeOf<formula::Traced> pipeline_time(const PipelineOf<formula::Traced>&);

StageKind stage_kind(PipelineSchedule kind, int rank, int stages, int full_count)
{
    if (rank == 0)
        return StageKind::First;
    if (rank == stages - 1)
        return StageKind::Last;
    if (fold(kind) != Fold::BothEnds)
        return rank <= full_count ? StageKind::Full : StageKind::Slim;
    const int slim_each_side = (stages - 2 - full_count) / 2;
    return std::min(rank, stages - 1 - rank) <= slim_each_side ? StageKind::Slim : StageKind::Full;
}

double micro_batches_in_flight(PipelineSchedule kind, int stage, int stages, int virtual_stages, double micro_batches)
{
    const double p = stages;
    switch (kind) {
    case PipelineSchedule::GPipe:
        return micro_batches;
    case PipelineSchedule::OneFOneB:
        return std::min(micro_batches, p - stage);
    case PipelineSchedule::Interleaved:
        return std::min(micro_batches, p + (p - 1) / virtual_stages - stage);
    case PipelineSchedule::ZeroBubbleH1:
    case PipelineSchedule::ZeroBubbleV:
        return std::min(micro_batches, p);
    case PipelineSchedule::ZeroBubbleH2:
        return std::min(micro_batches, 2 * p - 1);
    case PipelineSchedule::DualPipe:
        return std::min(micro_batches, p + 1);
    case PipelineSchedule::DualPipeV:
        return std::min(micro_batches, p + 0.5);
    }
    return micro_batches;
}

namespace {

/// Embedding and head count for nothing: of stages that cannot be equal the last, then the middle ones get one less.
LayerSplit uneven_layers(int layers, int stages, StatedLayers stated)
{
    const int others = stages - (stated.first > 0) - (stated.last > 0);
    const int left = layers - stated.first - stated.last;
    const int each = others > 0 ? (left + others - 1) / others : stated.first;
    const int slim = others > 0 ? each * others - left : 0;
    LayerSplit split{stated.first > 0 ? stated.first : each, each, stated.last, 0, slim};
    if (stated.last == 0) {
        split.last = slim > 0 ? each - 1 : each;
        split.slim_count = std::max(0, slim - 1);
    }
    split.full_count = stages - 2 - split.slim_count;
    return split;
}

} // namespace

int LayerSplit::most() const { return std::max({first, last, full_count > 0 ? full : 0}); }

int LayerSplit::fewest_between() const { return slim_count > 0 ? full - 1 : full; }

LayerSplit split_layers(int layers, int stages, Fold fold, StatedLayers stated)
{
    if (stages <= 1)
        return {layers, layers, layers, 0, 0};
    const bool follows = stated.first == 0 && stated.last == 0;
    if (follows && fold != Fold::V && layers % stages != 0 && (layers + 2) % stages == 0) {
        const int each = (layers + 2) / stages;
        return {each - 1, each, each - 1, stages - 2, 0};
    }
    LayerSplit split = uneven_layers(layers, stages, stated);
    if (fold == Fold::V)
        std::swap(split.first, split.last);
    return split;
}

} // namespace plateau::schedule
