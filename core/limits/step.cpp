// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/limits/step.h"

#include <algorithm>

#include "core/limits/matmul.h"

namespace plateau::limits {

namespace {

constexpr double matmuls_per_block = 6; ///< two matrices, each forward and for both gradients

/// Matmuls and traffic before bubble and latency.
double busy_seconds(const ModelAssumptions& assumptions, double matmul, const StepTraffic& traffic)
{
    const double tensor_beside = assumptions.overlap_tensor ? traffic.tensor.seconds : 0;
    const double point_beside = assumptions.overlap_pipeline ? traffic.point.seconds : 0;
    return std::max(matmul, tensor_beside + point_beside) + (traffic.tensor.seconds - tensor_beside)
        + (traffic.point.seconds - point_beside);
}

double pipeline_seconds(const ModelAssumptions& assumptions, bool zero_bubble, double bubble, double busy,
                        double latency)
{
    if (!zero_bubble)
        return busy / (1 - bubble) + latency;
    return assumptions.count_zero_bubble_latency ? std::max(busy, latency) : busy;
}

} // namespace

double bubble_fraction(double pp, double interleaving, double microbatches)
{
    const double stalls = (interleaving - 1) * std::max(0.0, pp - microbatches) + pp - 1;
    return stalls / (stalls + interleaving * microbatches);
}

double nanobatch_tokens(const Model& model, const Layout& layout)
{
    return model.batch_tokens / (layout.dp * layout.microbatches * model.experts);
}

double matmul_step_seconds(const Device& device, const Model& model, const Layout& layout)
{
    return model.blocks / layout.pp * (model.experts / layout.ep) * layout.microbatches
        * block_seconds(device, model.width / layout.tp_model, model.inner / layout.tp_ff,
                        nanobatch_tokens(model, layout));
}

double StepOf::operator()(const StepTraffic& traffic) const
{
    const double busy = busy_seconds(assumptions, matmul_seconds, traffic);
    const double pipeline
        = pipeline_seconds(assumptions, zero_bubble, bubble, busy, traffic.pipeline_latency_seconds());
    const double both
        = assumptions.overlap_data ? std::max(pipeline, traffic.data.seconds) : pipeline + traffic.data.seconds;
    return both + traffic.data.latency_seconds;
}

StepTraffic step_traffic(const Machine& machine, const Model& model, const Layout& layout)
{
    const TrafficRules rules = machine.traffic();
    const Network& network = machine.network;
    const double devices = layout.devices();
    return {tensor_parallel(network, rules, model, devices, layout.tp_model_split, layout.tp_ff_split),
            point_to_point(network, rules, model, devices, layout.interleaving, layout.pp_split, layout.ep_split),
            data_parallel(network, rules, model, devices, layout.dp_split)};
}

StepTime step_time(const Machine& machine, const Model& model, const Layout& layout)
{
    const ModelAssumptions& assumptions = machine.assumptions;
    const StepTraffic traffic = step_traffic(machine, model, layout);
    const double bubble = layout.zero_bubble ? 0 : bubble_fraction(layout.pp, layout.interleaving, layout.microbatches);

    StepTime time;
    time.matmul_seconds = matmul_step_seconds(machine.device, model, layout);
    time.arithmetic_seconds = model.flop_per_step() / (layout.devices() * machine.device.sustained_flop_per_s());
    time.matmul_latency_seconds = model.blocks / layout.pp * (model.experts / layout.ep) * layout.microbatches
        * matmuls_per_block * machine.device.matmul_latency_seconds;
    time.traffic = traffic;
    const double busy = busy_seconds(assumptions, time.matmul_seconds, traffic);
    time.exposed_traffic_seconds = busy - time.matmul_seconds;
    time.bubble_seconds = busy / (1 - bubble) - busy;
    const double pipeline
        = pipeline_seconds(assumptions, layout.zero_bubble, bubble, busy, traffic.pipeline_latency_seconds());
    time.latency_seconds = pipeline - busy - time.bubble_seconds;
    time.step_seconds = StepOf{assumptions, layout.zero_bubble, bubble, time.matmul_seconds}(traffic);
    time.data_seconds = time.step_seconds - pipeline;
    return time;
}

double memory_bytes_per_device(const Machine& machine, const Model& model, const Layout& layout)
{
    const double devices = layout.devices();
    const double w = machine.device.bytes_per_word;
    const double copies = machine.assumptions.shard_weights ? 1 : layout.dp;
    const double states = model.parameters() * w * (copies + machine.assumptions.optimizer_words) / devices;
    if (!machine.assumptions.count_activations)
        return states;
    const double stages = layout.zero_bubble ? 2 * layout.pp - 1 : layout.pp;
    const double in_flight = std::min(layout.microbatches, stages);
    const double tokens = model.batch_tokens / (layout.dp * layout.microbatches * layout.ep);
    const double words = model.width / layout.tp_model + model.inner / layout.tp_ff;
    return states + in_flight * model.blocks / layout.pp * tokens * words * w;
}

} // namespace plateau::limits
