// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/timeline.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/schedule/zero_bubble.h"

namespace plateau::schedule {

namespace {

struct Shape {
    int stages = 1;
    int chunks = 1;
    int micro_batches = 1;
};

/// Micro-batches in groups of p, the last one with what is left over, each group chunk by chunk; backward passes take
/// the chunks from the last.
std::vector<Pass> one_way(const Shape& shape, int stage, bool backward)
{
    std::vector<Pass> order;
    const int group = shape.chunks > 1 ? shape.stages : shape.micro_batches;
    for (int from = 0, to = 0; from < shape.micro_batches; from = to) {
        to = from + group;
        if (to + group > shape.micro_batches)
            to = shape.micro_batches;
        for (int chunk = 0; chunk < shape.chunks; ++chunk) {
            for (int batch = from; batch < to; ++batch)
                order.push_back({stage, backward ? shape.chunks - 1 - chunk : chunk, batch, backward, 0, 0});
        }
    }
    return order;
}

std::vector<Pass> stage_order(Kind kind, const Shape& shape, int stage)
{
    const std::vector<Pass> forward = one_way(shape, stage, false);
    const std::vector<Pass> backward = one_way(shape, stage, true);
    const int behind = shape.stages - 1 - stage;
    const int warm_up = kind == Kind::GPipe ? shape.micro_batches * shape.chunks
        : kind == Kind::Interleaved         ? 2 * behind + (shape.chunks - 1) * shape.stages
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
    explicit Ends(const Shape& shape)
        : shape_(shape), ends_(std::size_t(2) * shape.stages * shape.chunks * shape.micro_batches, -1)
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
            before.stage = pass.stage > 0 ? pass.stage - 1 : shape_.stages - 1;
            before.chunk = pass.stage > 0 ? pass.chunk : pass.chunk - 1;
            return ends_[index(before)];
        }
        const bool last = pass.stage == shape_.stages - 1;
        if (last && pass.chunk == shape_.chunks - 1) {
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
        const std::size_t place = (std::size_t(pass.stage) * shape_.chunks + pass.chunk) * shape_.micro_batches;
        return 2 * (place + pass.micro_batch) + (pass.backward ? 1 : 0);
    }
    Shape shape_;
    std::vector<double> ends_;
};

} // namespace

namespace {

using Stages = std::vector<std::vector<Pass>>;

double seconds(const Pipeline& pipeline, const Shape& shape, const Pass& pass)
{
    const StageCost& stage = rank_cost(pipeline, pass.stage);
    return (pass.backward ? stage.backward : stage.forward) / shape.chunks;
}

/// Every pass in its stage's order, as soon as what it needs is there.
void run_in_order(const Pipeline& pipeline, const Shape& shape, Stages& stages)
{
    Ends ends(shape);
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
                pass.end = ends(pass) = pass.begin + seconds(pipeline, shape, pass);
            }
        }
    }
}

/// What a stage still has to do in one direction, in the order of one_way().
struct Queue {
    std::vector<Pass> passes;
    std::size_t next = 0;
    bool empty() const { return next == passes.size(); }
    const Pass& front() const { return passes[next]; }
};

/// For counts no published order covers: of the next forward and the next backward pass a stage runs the one that can
/// start first, backward when both can, forward only while no more are held than the published order holds.
Stages run_as_ready(const Pipeline& pipeline, const Shape& shape)
{
    const std::size_t count = std::size_t(shape.stages);
    Ends ends(shape);
    Stages done(count);
    std::vector<std::array<Queue, 2>> queues(count);
    for (std::size_t stage = 0; stage < count; ++stage)
        queues[stage] = {Queue{one_way(shape, int(stage), false)}, Queue{one_way(shape, int(stage), true)}};
    while (true) {
        Pass best;
        double begin = -1;
        for (std::size_t stage = 0; stage < count; ++stage) {
            auto& [forward, backward] = queues[stage];
            const double free = done[stage].empty() ? 0 : done[stage].back().end;
            const std::size_t group = count + std::size_t(shape.micro_batches) % count;
            const std::size_t most = 2 * (count - 1 - stage) + (std::size_t(shape.chunks) - 1) * group + 1;
            const bool may_hold = forward.next - backward.next < most;
            for (const Queue* queue : {&backward, &forward}) {
                if (queue->empty() || (queue == &forward && !may_hold))
                    continue;
                const double ready = ends.ready(queue->front());
                const double from = std::max(free, ready);
                if (ready < 0 || (begin >= 0 && from >= begin))
                    continue;
                begin = from;
                best = queue->front();
            }
        }
        if (begin < 0)
            return done;
        best.begin = begin;
        best.end = ends(best) = begin + seconds(pipeline, shape, best);
        done[std::size_t(best.stage)].push_back(best);
        ++queues[std::size_t(best.stage)][best.backward ? 1 : 0].next;
    }
}

} // namespace

const StageCost& rank_cost(const Pipeline& pipeline, int rank)
{
    switch (place(pipeline.kind, rank, pipeline.stages, pipeline.full_count)) {
    case Place::First:
        return pipeline.first;
    case Place::Full:
        return pipeline.full;
    case Place::Slim:
        return pipeline.slim;
    case Place::Last:
        break;
    }
    return pipeline.last;
}

std::vector<std::vector<Pass>> passes(const Pipeline& pipeline)
{
    if (pipeline.stages > 1 && keeps_weight_gradients_back(pipeline.kind))
        return zero_bubble_passes(pipeline);
    const bool interleaved = pipeline.kind == Kind::Interleaved && pipeline.stages > 1;
    const Shape shape{std::max(1, pipeline.stages), interleaved ? pipeline.virtual_stages : 1,
                      std::max(1, int(pipeline.micro_batches))};
    if (interleaved && shape.micro_batches % shape.stages != 0)
        return run_as_ready(pipeline, shape);
    const Kind kind = interleaved || pipeline.kind == Kind::GPipe ? pipeline.kind : Kind::OneFOneB;
    Stages stages;
    for (int stage = 0; stage < shape.stages; ++stage)
        stages.push_back(stage_order(kind, shape, stage));
    run_in_order(pipeline, shape, stages);
    return stages;
}

double makespan(Kind kind, const std::vector<std::vector<Pass>>& ranks)
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
