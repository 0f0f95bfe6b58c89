// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/schedule/timeline.h"

#include <algorithm>
#include <array>
#include <deque>

namespace plateau::schedule {

namespace {

/// Passes that start together and hand over what they made together.
using Block = std::vector<Pass>;

/// What one rank does, written down pass by pass. Each chunk counts its micro-batches; those that are not there are
/// left out.
class Order {
public:
    Order(int rank, std::array<int, 2> micro_batches) : rank_(rank), micro_batches_(micro_batches) { }

    void forward(int chunk) { add({next(chunk, forwards_)}); }
    void backward(int chunk)
    {
        Pass pass = next(chunk, backwards_);
        pass.backward = true;
        add({pass});
        pass.weight = true;
        kept_back_.push_back(pass);
    }
    void weight() // the one kept back longest
    {
        add({kept_back_.front()});
        kept_back_.pop_front();
    }
    void whole_backward(int chunk)
    {
        backward(chunk);
        add({kept_back_.back()});
        kept_back_.pop_back();
    }
    void both(int forward_chunk, int backward_chunk)
    {
        Pass there = next(forward_chunk, forwards_);
        Pass back = next(backward_chunk, backwards_);
        back.backward = true;
        Pass weight = back;
        weight.weight = true;
        if (is_there(there)) {
            add({there, back, weight});
        } else {
            add({back});
            add({weight});
        }
    }
    int waiting() const { return int(kept_back_.size()); }
    int forwards(int chunk) const { return forwards_[std::size_t(chunk)]; }
    std::deque<Block> take() { return std::move(blocks_); }

private:
    Pass next(int chunk, std::array<int, 2>& count) const
    {
        return {.stage = rank_, .chunk = chunk, .micro_batch = count[std::size_t(chunk)]++};
    }
    bool is_there(const Pass& pass) const { return pass.micro_batch < micro_batches_[std::size_t(pass.chunk)]; }
    void add(Block block)
    {
        block.erase(std::remove_if(block.begin(), block.end(), [&](const Pass& pass) { return !is_there(pass); }),
                    block.end());
        if (!block.empty())
            blocks_.push_back(std::move(block));
    }

    int rank_;
    std::array<int, 2> micro_batches_;
    std::array<int, 2> forwards_{};
    std::array<int, 2> backwards_{};
    std::deque<Pass> kept_back_;
    std::deque<Block> blocks_;
};

void times(int count, const auto& action)
{
    for (int i = 0; i < count; ++i)
        action();
}

std::deque<Block> straight(int behind, int rank, int depth, int m)
{
    Order order(rank, {m, 0});
    times(std::min(m, depth * behind), [&] { order.forward(0); });
    for (int i = 0; i < m; ++i) {
        if (order.forwards(0) < m)
            order.forward(0);
        order.backward(0);
        if (order.waiting() > depth * rank)
            order.weight();
    }
    while (order.waiting() > 0)
        order.weight();
    return order.take();
}

std::deque<Block> zero_bubble_v(int stages, int rank, int m)
{
    Order order(rank, {m, m});
    const int all = std::max(m, 2 * stages);
    const int behind = stages - rank;
    times(2 * behind - 1, [&] { order.forward(0); });
    times(rank, [&] { order.forward(1), order.forward(0); });
    times(behind, [&] { order.forward(1), order.whole_backward(1); });
    while (order.forwards(1) < order.forwards(0) || order.forwards(0) < all) {
        if (order.forwards(0) < all)
            order.forward(0);
        order.whole_backward(0);
        order.forward(1);
        order.whole_backward(1);
    }
    times(rank, [&] { order.backward(0), order.backward(1); });
    times(behind, [&] { order.whole_backward(0); });
    while (order.waiting() > 0)
        order.weight();
    return order.take();
}

/// The eight steps for `half` ranks from one end to the turning point, `place` of them before this one; `near` is the
/// chunk whose micro-batches reach this rank first, `all` how many either has.
void dual(Order& order, int half, int place, int near, int all)
{
    const int far = 1 - near;
    const int behind = half - 1 - place;
    times(2 * behind, [&] { order.forward(near); });
    times(place + 1, [&] { order.forward(near), order.forward(far); });
    times(behind, [&] { order.backward(far), order.weight(), order.forward(far); });
    times(all - 2 * half + place + 1, [&] { order.both(near, far), order.both(far, near); });
    times(behind, [&] { order.whole_backward(far), order.both(far, near); });
    bool keep = false;
    const auto backward = [&](int chunk) { keep ? order.backward(chunk) : order.whole_backward(chunk); };
    for (int i = 0; i <= place; ++i) {
        const bool middle = i == (place + 1) / 2;
        keep = keep || (middle && place % 2 == 1);
        backward(far);
        keep = keep || (middle && place % 2 == 0);
        backward(near);
    }
    times(behind, [&] { order.weight(), order.backward(near); });
    times(place + 1, [&] { order.weight(); });
}

std::deque<Block> order_of(const Pipeline& pipeline, int rank)
{
    const int p = pipeline.stages;
    const int m = std::max(1, int(pipeline.micro_batches));
    switch (pipeline.kind) {
    case PipelineSchedule::ZeroBubbleV:
        return zero_bubble_v(p, rank, m);
    case PipelineSchedule::DualPipe: {
        const int pairs = (m + 1) / 2;
        const bool first_half = rank < p / 2;
        Order order(rank, {pairs, m - pairs});
        dual(order, p / 2, std::min(rank, p - 1 - rank), first_half ? 0 : 1, std::max(pairs, p));
        return order.take();
    }
    case PipelineSchedule::DualPipeV: {
        Order order(rank, {m, m});
        dual(order, p, rank, 0, std::max(m, 2 * p));
        return order.take();
    }
    default:
        return straight(p - 1 - rank, rank, pipeline.kind == PipelineSchedule::ZeroBubbleH2 ? 2 : 1, m);
    }
}

/// When the passes of each chunk hand over, by place along the model; negative until known. DualPipe has one model per
/// direction.
class Handovers {
public:
    explicit Handovers(const Pipeline& pipeline)
        : ranks_(pipeline.stages), length_(fold(pipeline.kind) == Fold::V ? 2 * ranks_ : ranks_),
          micro_batches_(std::max(1, int(pipeline.micro_batches))),
          ends_(std::size_t(4) * std::size_t(ranks_) * std::size_t(micro_batches_), -1.0)
    {
    }
    double ready(const Pass& pass)
    {
        const int place = place_of(pass);
        const int along = place % length_;
        if (pass.weight || (!pass.backward && along == 0))
            return 0;
        if (!pass.backward)
            return at(place - 1, pass.micro_batch, false);
        const bool turns = along == length_ - 1;
        return at(turns ? place : place + 1, pass.micro_batch, !turns);
    }
    void send(const Pass& pass, double when) { at(place_of(pass), pass.micro_batch, pass.backward) = when; }

private:
    int place_of(const Pass& pass) const { return pass.chunk == 0 ? pass.stage : 2 * ranks_ - 1 - pass.stage; }
    double& at(int place, int micro_batch, bool backward)
    {
        return ends_[2 * (std::size_t(place) * std::size_t(micro_batches_) + std::size_t(micro_batch))
                     + (backward ? 1 : 0)];
    }
    int ranks_;
    int length_;
    int micro_batches_;
    std::vector<double> ends_;
};

double seconds(const Pipeline& pipeline, const Pass& pass)
{
    const StageCost& cost = rank_cost(pipeline, pass.stage);
    const double all = pass.weight ? cost.weight : pass.backward ? cost.backward - cost.weight : cost.forward;
    return fold(pipeline.kind) == Fold::V ? all / 2 : all;
}

/// Runs the block if what its passes need is there.
bool run(const Pipeline& pipeline, Block& block, Handovers& handovers, std::vector<Pass>& done)
{
    double at = done.empty() ? 0 : done.back().end;
    for (const Pass& pass : block) {
        const double ready = handovers.ready(pass);
        if (ready < 0)
            return false;
        at = std::max(at, ready);
    }
    for (Pass& pass : block) {
        pass.begin = at;
        at = pass.end = at + seconds(pipeline, pass);
    }
    for (const Pass& pass : block) {
        if (!pass.weight)
            handovers.send(pass, at);
        done.push_back(pass);
    }
    return true;
}

} // namespace

std::vector<std::vector<Pass>> zero_bubble_passes(const Pipeline& pipeline)
{
    Handovers handovers(pipeline);
    std::vector<std::deque<Block>> orders;
    orders.reserve(std::size_t(pipeline.stages));
    for (int rank = 0; rank < pipeline.stages; ++rank)
        orders.push_back(order_of(pipeline, rank));
    std::vector<std::vector<Pass>> ranks(orders.size());
    for (bool moved = true; moved;) {
        moved = false;
        for (std::size_t rank = 0; rank < orders.size(); ++rank) {
            while (!orders[rank].empty() && run(pipeline, orders[rank].front(), handovers, ranks[rank])) {
                orders[rank].pop_front();
                moved = true;
            }
        }
    }
    if (fold(pipeline.kind) == Fold::BothEnds) { // those from the other end count on
        const int from_first = (std::max(1, int(pipeline.micro_batches)) + 1) / 2;
        for (std::vector<Pass>& rank : ranks)
            for (Pass& pass : rank)
                pass.micro_batch += pass.chunk * from_first;
    }
    return ranks;
}

} // namespace plateau::schedule
