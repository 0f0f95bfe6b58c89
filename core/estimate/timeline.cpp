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

const StageWork& work_of(const Stages& stages, int stage, int count)
{
    if (stage == 0)
        return stages.first;
    if (stage == count - 1)
        return stages.last;
    return stage <= stages.full_count ? stages.full : stages.slim;
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
            intervals_.push_back({pass.begin, pass.end, Part::Count, pass.micro_batch, pass.chunk, pass.backward});
        } else {
            double at = pass.begin;
            for (const Piece& piece : pieces) {
                const double end = std::min(pass.end, at + piece.seconds * share);
                if (end > at)
                    intervals_.push_back({at, end, piece.part, pass.micro_batch, pass.chunk, pass.backward});
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
    const Plan& full = step.degrees.plan;
    if (schedule::keeps_weight_gradients_back(pipeline_kind(full)))
        return result;
    const Stages stages = stages_of(prepared, step);
    const std::vector<std::vector<schedule::Pass>> passes
        = schedule::passes(pipeline_of(stages, full, step.degrees.micro_batches));
    const double chunks = pipeline_kind(full) == schedule::Kind::Interleaved ? full.virtual_stages : 1;
    const double last = schedule::makespan(passes);
    const bool divided = 2 * step.degrees.micro_batches * chunks * full.pp <= divided_passes;
    const std::vector<Piece> closing = closing_pieces(parts, step);
    for (std::size_t stage = 0; stage < passes.size(); ++stage) {
        const StageWork& work = work_of(stages, int(stage), full.pp);
        const std::vector<Piece> forward = forward_pieces(step, work);
        const std::vector<Piece> backward = backward_pieces(step, work);
        Lane lane;
        for (const schedule::Pass& pass : passes[stage])
            lane.add(pass, pass.backward ? backward : forward, 1 / chunks, divided);
        lane.wait_until(last);
        lane.close(closing);
        result.seconds = std::max(result.seconds, lane.now());
        result.stages.push_back(lane.take());
    }
    return result;
}

} // namespace plateau
