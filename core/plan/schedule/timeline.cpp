// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/schedule/timeline.h"

#include <algorithm>
#include <cstddef>

namespace plateau::schedule {

namespace {

struct PipelineSize {
    int stages = 1;
    int chunks = 1;
    int micro_batches = 1;
};

/// Micro-batches go through the chunks in groups of p or, where p does not divide them, of as even a size above it.
int groups(const PipelineSize& size) { return size.chunks > 1 ? std::max(1, size.micro_batches / size.stages) : 1; }

int largest_group(const PipelineSize& size) { return (size.micro_batches + groups(size) - 1) / groups(size); }

/// Each group chunk by chunk; backward passes take the chunks from the last.
std::vector<Pass> one_way(const PipelineSize& size, int stage, bool backward)
{
    std::vector<Pass> order;
    const int count = groups(size);
    for (int group = 0, from = 0; group < count; ++group) {
        const int to = from + size.micro_batches / count + (group < size.micro_batches % count ? 1 : 0);
        for (int chunk = 0; chunk < size.chunks; ++chunk) {
            for (int batch = from; batch < to; ++batch)
                order.push_back({stage, backward ? size.chunks - 1 - chunk : chunk, batch, backward, 0, 0});
        }
        from = to;
    }
    return order;
}

std::vector<Pass> stage_order(PipelineSchedule kind, const PipelineSize& size, int stage)
{
    const std::vector<Pass> forward = one_way(size, stage, false);
    const std::vector<Pass> backward = one_way(size, stage, true);
    const int behind = size.stages - 1 - stage;
    const int warm_up = kind == PipelineSchedule::GPipe ? size.micro_batches * size.chunks
        : kind == PipelineSchedule::Interleaved         ? 2 * behind + (size.chunks - 1) * largest_group(size)
                                                        : behind;
    const std::size_t ahead = std::min(forward.size(), std::size_t(warm_up));
    std::vector<Pass> order(forward.begin(), forward.begin() + std::ptrdiff_t(ahead));
    for (std::size_t i = 0; i < backward.size(); ++i) {
        if (ahead + i < forward.size())
            order.push_back(forward[ahead + i]);
        order.push_back(backward[i]);
    }
    return order;
}

/// Ends of passes, NaN-free: negative until known.
class Ends {
public:
    explicit Ends(const PipelineSize& size)
        : size_(size), ends_(std::size_t(2) * size.stages * size.chunks * size.micro_batches, -1)
    {
    }
    double& operator()(const Pass& pass) { return ends_[index(pass)]; }

    /// When what this pass needs has arrived; negative when that is not known yet.
    double ready(const Pass& pass)
    {
        Pass before = pass;
        if (!pass.backward) {
            if (pass.stage == 0 && pass.chunk == 0)
                return 0;
            before.stage = pass.stage > 0 ? pass.stage - 1 : size_.stages - 1;
            before.chunk = pass.stage > 0 ? pass.chunk : pass.chunk - 1;
            return ends_[index(before)];
        }
        const bool last = pass.stage == size_.stages - 1;
        if (last && pass.chunk == size_.chunks - 1) {
            before.backward = false;
            return ends_[index(before)];
        }
        before.stage = last ? 0 : pass.stage + 1;
        before.chunk = last ? pass.chunk + 1 : pass.chunk;
        return ends_[index(before)];
    }

private:
    std::size_t index(const Pass& pass) const
    {
        const std::size_t place = (std::size_t(pass.stage) * size_.chunks + pass.chunk) * size_.micro_batches;
        return 2 * (place + pass.micro_batch) + (pass.backward ? 1 : 0);
    }
    PipelineSize size_;
    std::vector<double> ends_;
};

using Stages = std::vector<std::vector<Pass>>;

double seconds(const Pipeline& pipeline, const PipelineSize& size, const Pass& pass)
{
    const StageCost& stage = rank_cost(pipeline, pass.stage);
    return (pass.backward ? stage.backward : stage.forward) / size.chunks;
}

/// Every pass in its stage's order, as soon as what it needs is there.
void run_in_order(const Pipeline& pipeline, const PipelineSize& size, Stages& stages)
{
    Ends ends(size);
    std::vector<std::size_t> next(stages.size(), 0);
    for (bool moved = true; moved;) {
        moved = false;
        for (std::size_t stage = 0; stage < stages.size(); ++stage) {
            for (; next[stage] < stages[stage].size(); ++next[stage], moved = true) {
                Pass& pass = stages[stage][next[stage]];
                const double ready = ends.ready(pass);
                if (ready < 0)
                    break;
                const double free = next[stage] > 0 ? stages[stage][next[stage] - 1].end : 0;
                pass.begin = std::max(free, ready);
                pass.end = ends(pass) = pass.begin + seconds(pipeline, size, pass);
            }
        }
    }
}

} // namespace

const StageCost& rank_cost(const Pipeline& pipeline, int rank)
{
    switch (stage_kind(pipeline.kind, rank, pipeline.stages, pipeline.full_count)) {
    case StageKind::First:
        return pipeline.first;
    case StageKind::Full:
        return pipeline.full;
    case StageKind::Slim:
        return pipeline.slim;
    case StageKind::Last:
        break;
    }
    return pipeline.last;
}

std::vector<std::vector<Pass>> passes(const Pipeline& pipeline)
{
    if (pipeline.stages > 1 && keeps_weight_gradients_back(pipeline.kind))
        return zero_bubble_passes(pipeline);
    const bool interleaved = pipeline.kind == PipelineSchedule::Interleaved && pipeline.stages > 1;
    const PipelineSize size{std::max(1, pipeline.stages), interleaved ? pipeline.virtual_stages : 1,
                            std::max(1, int(pipeline.micro_batches))};
    const PipelineSchedule kind
        = interleaved || pipeline.kind == PipelineSchedule::GPipe ? pipeline.kind : PipelineSchedule::OneFOneB;
    Stages stages;
    for (int stage = 0; stage < size.stages; ++stage)
        stages.push_back(stage_order(kind, size, stage));
    run_in_order(pipeline, size, stages);
    return stages;
}

double makespan(PipelineSchedule kind, const std::vector<std::vector<Pass>>& ranks)
{
    const bool own = keeps_weight_gradients_back(kind);
    double longest = 0;
    for (const std::vector<Pass>& rank : ranks) {
        if (!rank.empty())
            longest = std::max(longest, rank.back().end - (own ? rank.front().begin : 0));
    }
    return longest;
}

} // namespace plateau::schedule
