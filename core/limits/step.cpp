// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/limits/step.h"

#include <algorithm>

#include "core/limits/matmul.h"

namespace plateau::limits {

namespace {

constexpr double matmuls_per_block = 6; ///< two matrices, each forward and for both gradients

/// Matmuls and traffic before bubble and latency.
double busy_seconds(const ModelAssumptions& assumptions, double matmul, double tensor, double point)
{
    return assumptions.overlap_tensor ? std::max(matmul, tensor + point) : std::max(matmul, point) + tensor;
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

double step_seconds(const ModelAssumptions& assumptions, bool zero_bubble, double bubble, double matmul_seconds,
                    const NetworkTime& tensor, const NetworkTime& point, const NetworkTime& data)
{
    const double busy = busy_seconds(assumptions, matmul_seconds, tensor.seconds, point.seconds);
    const double pipeline
        = pipeline_seconds(assumptions, zero_bubble, bubble, busy, tensor.latency_seconds + point.latency_seconds);
    const double data_seconds = data.seconds + data.latency_seconds;
    return assumptions.overlap_data ? std::max(pipeline, data_seconds) : pipeline + data_seconds;
}

StepTime step_time(const Machine& machine, const Model& model, const Layout& layout)
{
    const ModelAssumptions& assumptions = machine.assumptions;
    const TrafficRules traffic = machine.traffic();
    const double devices = layout.devices();
    const NetworkTime tensor
        = tensor_parallel(machine.network, traffic, model, devices, layout.tp_model_split, layout.tp_ff_split);
    const NetworkTime point = point_to_point(machine.network, traffic, model, devices, layout.interleaving,
                                             layout.pp_split, layout.ep_split);
    const NetworkTime data = data_parallel(machine.network, traffic, model, devices, layout.dp_split);
    const double bubble = layout.zero_bubble ? 0 : bubble_fraction(layout.pp, layout.interleaving, layout.microbatches);

    StepTime time;
    time.matmul_seconds = matmul_step_seconds(machine.device, model, layout);
    time.arithmetic_seconds = model.flop_per_step() / (devices * machine.device.sustained_flop_per_s());
    time.matmul_latency_seconds = model.blocks / layout.pp * (model.experts / layout.ep) * layout.microbatches
        * matmuls_per_block * machine.device.matmul_latency_seconds;
    time.tensor_seconds = tensor.seconds;
    time.point_seconds = point.seconds;
    time.data_busy_seconds = data.seconds;
    time.network_latency_seconds = tensor.latency_seconds + point.latency_seconds + data.latency_seconds;
    const double busy = busy_seconds(assumptions, time.matmul_seconds, tensor.seconds, point.seconds);
    time.exposed_traffic_seconds = busy - time.matmul_seconds;
    time.bubble_seconds = busy / (1 - bubble) - busy;
    const double pipeline = pipeline_seconds(assumptions, layout.zero_bubble, bubble, busy,
                                             tensor.latency_seconds + point.latency_seconds);
    time.latency_seconds = pipeline - busy - time.bubble_seconds;
    time.step_seconds = step_seconds(assumptions, layout.zero_bubble, bubble, time.matmul_seconds, tensor, point, data);
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
