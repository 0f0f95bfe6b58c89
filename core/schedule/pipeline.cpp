// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/pipeline.h"

#include <algorithm>
#include <cmath>

namespace plateau::schedule {

double lag(PipelineSchedule kind, const StageCost& cost, int virtual_stages)
{
    const double all = cost.total();
    switch (kind) {
    case PipelineSchedule::GPipe:
    case PipelineSchedule::OneFOneB:
        return all;
    case PipelineSchedule::Interleaved:
        return all / virtual_stages;
    case PipelineSchedule::ZeroBubbleH1:
        return std::max(0.0, all - 2 * cost.weight);
    case PipelineSchedule::ZeroBubbleH2:
        return std::max(0.0, all - 3 * cost.weight);
    case PipelineSchedule::ZeroBubbleV:
        return std::max(0.0, std::max(cost.forward, cost.backward - cost.weight) - cost.weight);
    case PipelineSchedule::DualPipe:
    case PipelineSchedule::DualPipeV:
        return std::max(0.0, all + cost.backward - 3 * cost.weight) / 2;
    }
    return all;
}

namespace {

/// One value per rank: the sum over all, and that of the busiest rank.
struct Ranks {
    const Pipeline& pipeline;
    double busiest = 0;
    double busiest_lag = 0;
    double lags = 0;
    double total = 0;
    double path = 0; ///< of one micro-batch there and back, gradients of the weights left for later
    double slowest = 0; ///< the largest share of one rank in it

    void add(const StageCost& cost, int count)
    {
        if (count <= 0)
            return;
        const double own = lag(pipeline.kind, cost, pipeline.virtual_stages);
        if (cost.total() > busiest) {
            busiest = cost.total();
            busiest_lag = own;
        }
        lags += count * own;
        total += count * cost.total();
        path += count * (cost.total() - cost.weight);
        slowest = std::max(slowest, cost.total() - cost.weight);
    }
};

/// What micro-batches take that follow each other there and back; see pipeline_time().
double queued_seconds(const Ranks& ranks, double bubble)
{
    const Pipeline& pipeline = ranks.pipeline;
    const Fold held = fold(pipeline.kind);
    const double m = pipeline.micro_batches;
    const double one = ranks.path + pipeline.first.weight / (held == Fold::V ? 2 : 1);
    const double behind = held == Fold::BothEnds ? 2 * (std::ceil(m / 2) - 1) : m - 1;
    if (held == Fold::None)
        return one + behind * ranks.slowest;
    const double published_from = 2. * pipeline.stages;
    if (m >= published_from)
        return one;
    const double line = (published_from * ranks.busiest + bubble - one) * (m - 1) / (published_from - 1);
    return one + std::min(behind * ranks.path / pipeline.stages, std::max(0.0, line));
}

} // namespace

bool keeps_weight_gradients_back(PipelineSchedule kind) { return kind >= PipelineSchedule::ZeroBubbleH1; }

Fold fold(PipelineSchedule kind)
{
    if (kind == PipelineSchedule::DualPipe)
        return Fold::BothEnds;
    return kind == PipelineSchedule::ZeroBubbleV || kind == PipelineSchedule::DualPipeV ? Fold::V : Fold::None;
}

PipelineTime pipeline_time(const Pipeline& pipeline)
{
    if (pipeline.stages <= 1) {
        const double busy = pipeline.micro_batches * pipeline.first.total();
        return {busy, busy};
    }
    Ranks ranks{pipeline};
    ranks.add(pipeline.first, 1);
    ranks.add(pipeline.last, 1);
    ranks.add(pipeline.full, pipeline.full_count);
    ranks.add(pipeline.slim, pipeline.slim_count);
    const double busy = pipeline.micro_batches * ranks.busiest;
    const bool both_ends = fold(pipeline.kind) == Fold::BothEnds;
    const double themselves = both_ends ? 2 : 1; // the busiest rank and its mirror image
    const double bubble = std::max(0.0, ranks.lags - themselves * ranks.busiest_lag);
    if (pipeline.kind == PipelineSchedule::Interleaved) {
        const double behind = (pipeline.micro_batches - 1) * ranks.busiest / pipeline.virtual_stages;
        return {std::max(busy + bubble, ranks.total + behind), busy};
    }
    if (!keeps_weight_gradients_back(pipeline.kind))
        return {busy + bubble, busy};
    const bool unpaired = both_ends && pipeline.micro_batches > 1 && std::fmod(pipeline.micro_batches, 2) != 0;
    const double published = busy + bubble + (unpaired ? ranks.busiest : 0);
    return {std::max(published, queued_seconds(ranks, bubble)), busy};
}

Place place(PipelineSchedule kind, int rank, int stages, int full_count)
{
    if (rank == 0)
        return Place::First;
    if (rank == stages - 1)
        return Place::Last;
    if (fold(kind) != Fold::BothEnds)
        return rank <= full_count ? Place::Full : Place::Slim;
    const int slim_each_side = (stages - 2 - full_count) / 2;
    return std::min(rank, stages - 1 - rank) <= slim_each_side ? Place::Slim : Place::Full;
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

LayerSplit folded_layers(int layers, int stages)
{
    const int each = (layers + stages - 1) / stages;
    int slim = each * stages - layers;
    LayerSplit split{each, each, each, stages - 2, 0};
    if (slim > 0) {
        split.first = each - 1;
        --slim;
    }
    split.slim_count = std::min(slim, stages - 2);
    split.full_count = stages - 2 - split.slim_count;
    split.last = each - (slim - split.slim_count);
    return split;
}

} // namespace

LayerSplit split_layers(int layers, int stages, Fold fold)
{
    if (stages <= 1)
        return {layers, layers, layers, 0, 0};
    if (fold == Fold::V)
        return folded_layers(layers, stages);
    if (layers % stages != 0 && (layers + 2) % stages == 0) {
        const int each = (layers + 2) / stages;
        return {each - 1, each, each - 1, stages - 2, 0};
    }
    const int each = (layers + stages - 1) / stages;
    int slim = each * stages - layers;
    LayerSplit split{each, each, each, stages - 2, 0};
    if (slim > 0) {
        split.last = each - 1;
        --slim;
    }
    split.slim_count = std::min(slim, stages - 2);
    split.full_count = stages - 2 - split.slim_count;
    split.first = each - (slim - split.slim_count);
    return split;
}

} // namespace plateau::schedule
