// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/timeline.h"

#include <algorithm>

#include "core/estimate/stage.h"
#include "core/schedule/timeline.h"

namespace plateau {

namespace {

struct Piece {
    Part part;
    double seconds;
};

const StageWork& work_of(const Stages& stages, int rank, const Plan& plan)
{
    switch (schedule::place(pipeline_kind(plan), rank, plan.pp, stages.full_count)) {
    case schedule::Place::First:
        return stages.first;
    case schedule::Place::Full:
        return stages.full;
    case schedule::Place::Slim:
        return stages.slim;
    case schedule::Place::Last:
        break;
    }
    return stages.last;
}

std::vector<Piece> forward_pieces(const Step& step, const StageWork& stage)
{
    const LayerCost& layer = step.layer;
    const double n = stage.layers;
    const double ends = std::min(1.0, stage.embedding + stage.head) * step.shard.ends_gather;
    return {{Part::AllGather, n * step.forward.exposed + ends},
            {Part::MatrixMultiply, n * layer.matmul},
            {Part::Attention, n * layer.attention},
            {Part::OtherKernels, n * layer.other},
            {Part::Conversion, n * layer.conversion},
            {Part::LaunchGap, n * layer.launch_gap},
            {Part::TensorTraffic, n * layer.tensor * layer.tensor_exposed_share},
            {Part::ContextTraffic, n * layer.context_exposed},
            {Part::ExpertTraffic, n * layer.expert * layer.expert_exposed_share},
            {Part::Offload, n * step.host.forward_exposed},
            {Part::Head, stage.head * step.head.forward},
            {Part::PipelineTransfer, step.transfer}};
}

std::vector<Piece> backward_pieces(const Step& step, const StageWork& stage)
{
    const LayerCost& layer = step.layer;
    const ShardTraffic& shard = step.shard;
    const double n = stage.layers;
    const double ends = std::min(1.0, stage.embedding + stage.head);
    const double gather = shard.gathers_backward * shard.gather;
    const double busy = gather + shard.scatter;
    const double gather_share = busy > 0 ? gather / busy : 0;
    const double exposed = n * step.backward.exposed;
    return {{Part::Head, stage.head * step.head.backward},
            {Part::AllGather, exposed * gather_share + ends * shard.gathers_backward * shard.ends_gather},
            {Part::Recompute, n * layer.recompute},
            {Part::MatrixMultiply, n * layer.matmul_backward},
            {Part::Attention, n * layer.attention_backward},
            {Part::OtherKernels, n * layer.other_backward},
            {Part::Conversion, n * layer.conversion_backward},
            {Part::LaunchGap, n * layer.launch_gap_backward},
            {Part::TensorTraffic, n * layer.tensor_backward * layer.tensor_exposed_share},
            {Part::ContextTraffic, n * layer.context_exposed_backward},
            {Part::ExpertTraffic, n * layer.expert_backward * layer.expert_exposed_share},
            {Part::Offload, n * step.host.backward_exposed},
            {Part::ReduceScatter, exposed * (1 - gather_share) + ends * shard.ends_scatter},
            {Part::Accumulation, step.accumulation_per_parameter * met_parameters(step.parameters, stage).total()},
            {Part::PipelineTransfer, step.transfer}};
}

/// The gradients of the weights: what of a backward pass can be kept back.
std::vector<Piece> weight_pieces(const Step& step, const StageWork& stage)
{
    return {{Part::Head, stage.head * step.head.weight},
            {Part::MatrixMultiply, stage.layers * step.layer.weight_gradient()},
            {Part::Accumulation, step.accumulation_per_parameter * met_parameters(step.parameters, stage).total()}};
}

std::vector<Piece> without(std::vector<Piece> pieces, const std::vector<Piece>& others)
{
    for (Piece& piece : pieces) {
        for (const Piece& other : others)
            piece.seconds -= other.part == piece.part ? other.seconds : 0;
    }
    return pieces;
}

/// The passes of one rank by what they are made of.
struct RankPieces {
    std::vector<Piece> forward;
    std::vector<Piece> backward;
    std::vector<Piece> weight; ///< empty where backward holds it
    const std::vector<Piece>& of(const schedule::Pass& pass) const
    {
        return pass.weight ? weight : pass.backward ? backward : forward;
    }
};

RankPieces rank_pieces(const Step& step, const StageWork& stage)
{
    RankPieces pieces{forward_pieces(step, stage), backward_pieces(step, stage), {}};
    if (schedule::keeps_weight_gradients_back(pipeline_kind(step.degrees.plan))) {
        pieces.weight = weight_pieces(step, stage);
        pieces.backward = without(std::move(pieces.backward), pieces.weight);
    }
    return pieces;
}

/// What the step waits for once, after its passes: the rest of each part that no pass holds.
std::vector<Piece> closing_pieces(const Parts& parts, const Step& step)
{
    std::vector<Piece> closing;
    for (const Part part : {Part::ReduceScatter, Part::AllReduce, Part::AllGather, Part::Offload, Part::Optimizer,
                            Part::StepFixed, Part::Slowdown, Part::Jitter}) {
        double inside = 0;
        for (const auto& pieces : {forward_pieces(step, step.busiest), backward_pieces(step, step.busiest)})
            for (const Piece& piece : pieces)
                inside += piece.part == part ? piece.seconds : 0;
        closing.push_back({part, parts[part] - step.degrees.micro_batches * inside});
    }
    return closing;
}

class Lane {
public:
    explicit Lane(double begin) : now_(begin) { }

    void wait_until(double when)
    {
        if (when > now_ + 1e-12)
            intervals_.push_back({.begin = now_, .end = when, .part = Part::Bubble});
        now_ = std::max(now_, when);
    }

    void add(const schedule::Pass& pass, const std::vector<Piece>& pieces, double share, bool divided)
    {
        wait_until(pass.begin);
        if (!divided) {
            intervals_.push_back(
                {pass.begin, pass.end, Part::Count, pass.micro_batch, pass.chunk, pass.backward, pass.weight});
        } else {
            double at = pass.begin;
            for (const Piece& piece : pieces) {
                const double end = std::min(pass.end, at + piece.seconds * share);
                if (end > at)
                    intervals_.push_back(
                        {at, end, piece.part, pass.micro_batch, pass.chunk, pass.backward, pass.weight});
                at = end;
            }
        }
        now_ = pass.end;
    }

    void close(const std::vector<Piece>& pieces)
    {
        for (const Piece& piece : pieces) {
            if (piece.seconds <= 1e-12)
                continue;
            intervals_.push_back({.begin = now_, .end = now_ + piece.seconds, .part = piece.part});
            now_ += piece.seconds;
        }
    }
    double now() const { return now_; }
    std::vector<Interval> take() { return std::move(intervals_); }

private:
    std::vector<Interval> intervals_;
    double now_ = 0;
};

} // namespace

Timeline timeline(const Prepared& prepared, const Plan& plan, int divided_passes)
{
    const WorkspacePointer workspace = make_workspace();
    Step step;
    const Parts parts = evaluate_step(prepared, plan, *workspace, step);
    Timeline result;
    if (!parts.possible())
        return result;
    result.step_seconds = parts.step_seconds;
    const Plan& full = step.degrees.plan;
    const schedule::Kind kind = pipeline_kind(full);
    const bool own_start = schedule::keeps_weight_gradients_back(kind);
    const Stages stages = stages_of(prepared, step);
    const std::vector<std::vector<schedule::Pass>> passes
        = schedule::passes(pipeline_of(stages, full, step.degrees.micro_batches));
    const double share = kind == schedule::Kind::Interleaved ? 1. / full.virtual_stages
        : schedule::fold(kind) == schedule::Fold::V          ? 0.5
                                                             : 1;
    const double last = schedule::makespan(kind, passes);
    const bool divided = (own_start ? 3 : 2) * step.degrees.micro_batches / share * full.pp <= divided_passes;
    const std::vector<Piece> closing = closing_pieces(parts, step);
    for (std::size_t rank = 0; rank < passes.size(); ++rank) {
        const RankPieces pieces = rank_pieces(step, work_of(stages, int(rank), full));
        const double begin = own_start && !passes[rank].empty() ? passes[rank].front().begin : 0;
        Lane lane(begin);
        for (const schedule::Pass& pass : passes[rank])
            lane.add(pass, pieces.of(pass), share, divided);
        lane.wait_until(begin + last);
        lane.close(closing);
        result.seconds = std::max(result.seconds, lane.now() - begin);
        result.stages.push_back(lane.take());
    }
    return result;
}

} // namespace plateau
