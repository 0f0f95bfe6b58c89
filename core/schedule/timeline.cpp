// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/timeline.h"

#include <algorithm>
#include <cstddef>

namespace plateau::schedule {

namespace {

struct Shape {
    int stages = 1;
    int chunks = 1;
    int micro_batches = 1;
};

/// Micro-batches in groups of p, each group chunk by chunk; backward passes take the chunks from the last.
std::vector<Pass> one_way(const Shape& shape, int stage, bool backward)
{
    std::vector<Pass> order;
    const int group = shape.chunks > 1 ? shape.stages : shape.micro_batches;
    for (int from = 0; from < shape.micro_batches; from += group) {
        const int to = std::min(shape.micro_batches, from + group);
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

const StageCost& cost(const Pipeline& pipeline, int stage)
{
    if (stage == 0)
        return pipeline.first;
    if (stage == pipeline.stages - 1)
        return pipeline.last;
    return stage <= pipeline.full_count ? pipeline.full : pipeline.slim;
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

std::vector<std::vector<Pass>> passes(const Pipeline& pipeline)
{
    const bool interleaved = pipeline.kind == Kind::Interleaved && pipeline.stages > 1;
    const Shape shape{std::max(1, pipeline.stages), interleaved ? pipeline.virtual_stages : 1,
                      std::max(1, int(pipeline.micro_batches))};
    const Kind kind = interleaved || pipeline.kind == Kind::GPipe ? pipeline.kind : Kind::OneFOneB;
    std::vector<std::vector<Pass>> stages;
    for (int stage = 0; stage < shape.stages; ++stage)
        stages.push_back(stage_order(kind, shape, stage));
    Ends ends(shape);
    std::vector<std::size_t> next(stages.size(), 0);
    for (bool moved = true; moved;) {
        moved = false;
        for (std::size_t stage = 0; stage < stages.size(); ++stage) {
            const StageCost& stage_cost = cost(pipeline, int(stage));
            while (next[stage] < stages[stage].size()) {
                Pass& pass = stages[stage][next[stage]];
                const double ready = ends.ready(pass);
                if (ready < 0)
                    break;
                const double free = next[stage] > 0 ? stages[stage][next[stage] - 1].end : 0;
                pass.begin = std::max(free, ready);
                pass.end = pass.begin + (pass.backward ? stage_cost.backward : stage_cost.forward) / shape.chunks;
                ends(pass) = pass.end;
                ++next[stage];
                moved = true;
            }
        }
    }
    for (std::size_t stage = 0; stage < stages.size(); ++stage)
        stages[stage].resize(next[stage]); // nothing is cut: the orders above cannot block each other
    return stages;
}

double makespan(const std::vector<std::vector<Pass>>& stages)
{
    double last = 0;
    for (const std::vector<Pass>& stage : stages)
        last = stage.empty() ? last : std::max(last, stage.back().end);
    return last;
}

} // namespace plateau::schedule
