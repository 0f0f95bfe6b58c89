// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/prepare.h"

#include <algorithm>
#include <atomic>
#include <limits>

#include "core/model/prepared.h"
#include "core/question/scenario/unsaid.h"

#include "core/text/units/quantity.h"

namespace plateau {

namespace {

/// visit(count, rows, columns) of the products of a mean layer.
template<class Visit>
void for_each_product(const Prepared& prepared, bool feed_forward, Visit visit)
{
    const double h = prepared.hidden;
    visit(prepared.attending, h, prepared.heads * prepared.key_head_dim);
    visit(prepared.attending, h, prepared.kv_heads * prepared.key_head_dim);
    visit(prepared.attending, h, prepared.kv_heads * prepared.value_head_dim);
    visit(prepared.attending, h, prepared.heads * prepared.value_head_dim);
    if (prepared.scanning > 0) {
        visit(prepared.scanning, h, prepared.scan.inputs);
        visit(prepared.scanning, h, prepared.scan.outputs);
    }
    if (!feed_forward)
        return;
    visit(prepared.projections, h, prepared.dense_ffn);
    visit(prepared.projections * prepared.mixture_share * prepared.experts, prepared.expert_hidden,
          prepared.expert_ffn);
}

/// The same of what is trained: beside a frozen product the two matrices of its adapter.
template<class Visit>
void for_each_matrix(const Prepared& prepared, Visit visit)
{
    for_each_product(prepared, !prepared.frozen || prepared.adapts_ffn, [&](double count, double rows, double columns) {
        if (!prepared.frozen)
            return visit(count, rows, columns);
        visit(count, rows, prepared.adapter_rank);
        visit(count, prepared.adapter_rank, columns);
    });
}

/// Of a layer with its share of the embedding.
double trained_parameters(const Prepared& prepared)
{
    return prepared.frozen ? prepared.adapter_parameters
                           : prepared.layer_parameters + prepared.embedding_parameters / prepared.layers;
}

double state_bytes_of_matrix(const OptimizerOption& option, double rank, double rows, double columns)
{
    const double r = std::min({rank, rows, columns});
    return option.line_bytes * (rows + columns) + option.projected_bytes * r * std::max(rows, columns)
        + option.projection_bytes * r * std::min(rows, columns);
}

/// Bytes per trained parameter that an optimizer holds beside Numerics::moment_bytes. With r the rank of projections,
/// of each matrix m x n:
///     line_bytes (m + n) + projected_bytes r max(m, n) + projection_bytes r min(m, n)
/// and of embedding and head table_bytes per parameter. Adafactor, 1804.04235; GaLore, 2403.03507 and
/// jiaweizzhao/GaLore 1317b5f7, galore_projector.py.
double matrix_state_bytes(const Prepared& prepared, const Numerics& numerics)
{
    const OptimizerOption& option = optimizer_options[std::size_t(numerics.optimizer)];
    double bytes = 0;
    for_each_matrix(prepared, [&](double count, double rows, double columns) {
        bytes += count * state_bytes_of_matrix(option, numerics.optimizer_rank, rows, columns);
    });
    const double tables = prepared.frozen ? 0 : prepared.tied_embeddings ? 1 : 2;
    const double table = option.table_bytes * prepared.vocab * prepared.hidden
        + option.line_bytes * (prepared.vocab + prepared.hidden);
    bytes += tables * table / prepared.layers;
    const double all = prepared.frozen
        ? prepared.adapter_parameters
        : prepared.layer_parameters + tables * prepared.embedding_parameters / prepared.layers;
    return all > 0 ? bytes / all : 0;
}

/// FLOP per trained parameter of an update's matrix products. Muon: an iteration is X <- a X + (b A + c A^2) X with
/// A = X X^T of every m x n matrix of a layer, m <= n: 4 m^2 n + 2 m^3 FLOP (Newton-Schulz, 2502.16982). GaLore: to the
/// rank and back, 4 r m n.
double matrix_update_flop(const Prepared& prepared, const Numerics& numerics)
{
    const bool orthogonal = numerics.optimizer == OptimizerKind::Muon;
    if (!orthogonal && numerics.optimizer != OptimizerKind::GaLore)
        return 0;
    double flop = 0;
    for_each_matrix(prepared, [&](double count, double rows, double columns) {
        const double m = std::min(rows, columns), n = std::max(rows, columns);
        flop += orthogonal ? count * prepared.physics.orthogonal_iterations * (4 * m * m * n + 2 * m * m * m)
                           : count * 4 * std::min(numerics.optimizer_rank, m) * m * n;
    });
    return flop / trained_parameters(prepared);
}

std::uint64_t next_identity()
{
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

/// An adapter of rank r beside a product k x n has r (k + n) parameters; gate and up share one, as q, k and v do.
void prepare_adapters(Prepared& prepared, const Workload& workload)
{
    prepared.frozen = workload.fine_tune == FineTune::Lora;
    if (!prepared.frozen)
        return;
    prepared.weight_products = 2;
    prepared.adapter_rank = workload.lora_rank;
    prepared.adapts_ffn = workload.lora_modules == LoraModules::All;
    const double h = prepared.hidden;
    const double kv = prepared.kv_heads * (prepared.key_head_dim + prepared.value_head_dim);
    const double outputs = prepared.heads * (prepared.key_head_dim + prepared.value_head_dim) + kv;
    const double attention = prepared.attending * (2 * h + outputs + prepared.gate_width)
        + prepared.scanning * (2 * h + prepared.scan.inputs + prepared.scan.outputs);
    const auto block = [&](double width) { return 2 * h + prepared.projections * width; };
    const auto expert_block = [&](double width) { return 2 * prepared.expert_hidden + prepared.projections * width; };
    if (prepared.adapts_ffn)
        prepared.expert_adapter_parameters
            = prepared.adapter_rank * prepared.mixture_share * prepared.experts * expert_block(prepared.expert_ffn);
    const double dense = prepared.adapts_ffn && prepared.dense_ffn > 0 ? block(prepared.dense_ffn) : 0;
    prepared.adapter_parameters = prepared.adapter_rank * (attention + dense) + prepared.expert_adapter_parameters;
}

void prepare_model(Prepared& prepared, const Workload& workload)
{
    const catalog::ModelShape& shape = workload.shape;
    const bool mixture = shape.experts > 0;
    prepared.layers = shape.layers;
    prepared.heads = shape.heads;
    prepared.key_head_dim = catalog::key_head_dim(shape);
    prepared.value_head_dim = catalog::value_head_dim(shape);
    prepared.query_rank = shape.kv_rank > 0 ? shape.query_rank : 0;
    prepared.kv_rank = shape.kv_rank;
    prepared.latent_head_dim = shape.head_dim + prepared.value_head_dim;
    prepared.shared_key_dim = shape.rope_head_dim;
    prepared.attended = attended_tokens(workload);
    prepared.attention_share = catalog::attention_share(shape, prepared.attended);
    prepared.attending = catalog::attention_layers(shape);
    prepared.mixing = catalog::mixer_layers(shape);
    prepared.feeding = catalog::ffn_layers(shape);
    prepared.gate_width = catalog::gate_width(shape);
    if (catalog::is_sparse(shape, prepared.attended)) {
        prepared.index_heads = shape.index_heads;
        prepared.index_head_dim = shape.index_head_dim;
        prepared.compressed_head_dim = catalog::compressed_head_dim(shape);
    }
    prepared.scanning = catalog::scan_layers(shape);
    prepared.scan = catalog::scan_work(shape);
    prepared.scan_head_dim = shape.scan.key_dim;
    prepared.kv_heads = shape.kv_heads;
    prepared.experts = shape.experts;
    prepared.experts_per_token = mixture ? shape.experts_per_token : 0;
    prepared.mixture_share = catalog::expert_layers(shape);
    prepared.dense_ffn = catalog::dense_width(shape);
    prepared.expert_ffn = mixture ? shape.ffn : 0;
    prepared.expert_hidden = catalog::expert_hidden(shape);
    prepared.hidden = shape.hidden;
    prepared.head_dim = catalog::attention_head_dim(shape);
    prepared.projections = shape.gated ? 3 : 2;
    prepared.vocab = shape.vocab;
    prepared.parallel_block = shape.parallel_block;
    prepared.tied_embeddings = shape.tied_embeddings;
    prepared.layer_parameters = catalog::layer_parameters(shape);
    prepared.expert_parameters = catalog::layer_expert_parameters(shape);
    prepared.embedding_parameters = double(shape.vocab) * shape.hidden;
    prepared.head_parameters = prepared.embedding_parameters;
    using catalog::FlopConvention;
    prepared.six_n_per_token = catalog::model_flop_per_token(shape, prepared.attended, FlopConvention::SixN);
    prepared.causal_flop_per_token
        = catalog::model_flop_per_token(shape, prepared.attended, FlopConvention::CausalAttention);
    prepared.counted_flop_per_token = catalog::model_flop_per_token(shape, prepared.attended, workload.counted_flop);
    prepare_adapters(prepared, workload);
    const double left_out = prepared.six_n_per_token * (3 - prepared.weight_products) / 3;
    prepared.six_n_per_token -= left_out;
    prepared.causal_flop_per_token -= left_out;
    prepared.counted_flop_per_token -= left_out;
    prepared.sequence = workload.sequence;
    prepared.batch_mode = workload.batch_mode;
    prepared.sequences_per_gpu = workload.sequences_per_gpu;
    prepared.global_batch = workload.global_batch;
}

bool is_narrow(Precision precision)
{
    return precision == Precision::Fp8 || precision == Precision::MxFp8 || precision == Precision::NvFp4;
}

/// How a number is stored: its value and its share of a scale that `block` numbers have in common, in bytes.
struct NumberFormat {
    double value = 2;
    double scale = 0;
    double block = 1;
    double bytes() const { return value + scale / block; }
};

/// Format of the operands of products. fp8 with a scale per tensor or row: the scale is lost among the values.
NumberFormat number_format(Precision precision, Fp8Scaling scaling)
{
    switch (precision) {
    case Precision::Fp8:
        return scaling == Fp8Scaling::Block ? NumberFormat{1, 4, 128} : NumberFormat{1}; // one fp32 scale
    case Precision::MxFp8:
        return {1, 1, 32}; // OCP microscaling: one 8-bit exponent
    case Precision::NvFp4:
        return {0.5, 1, 16}; // one e4m3 scale
    case Precision::Tf32:
        return {4};
    case Precision::Fp16:
    case Precision::Bf16:
        break;
    }
    return {};
}

/// A format wider than 16 bit is what weights and activations are stored in too; narrower ones are made of 16 bit for
/// the products alone. The constants of kernels and software count bytes of 16-bit elements; fp32 copies, gradients and
/// logits that they count beside those stay as they are.
void store_in(Prepared& prepared, Precision precision)
{
    catalog::PhysicsValues& physics = prepared.physics;
    const double bytes = number_format(precision, Fp8Scaling::Tensor).bytes();
    const double wider = bytes / physics.activation_bytes;
    if (!(wider > 1))
        return;
    for (double* each : {&physics.weight_bytes, &physics.activation_bytes})
        *each = std::max(*each, bytes);
    for (double* each : {&physics.residual_traffic_bytes, &physics.projection_traffic_bytes,
                         &physics.rotary_traffic_bytes, &physics.gated_traffic_bytes, &physics.plain_traffic_bytes,
                         &physics.adapter_sum_bytes, &physics.routed_copy_bytes, &physics.expert_bias_bytes,
                         &physics.clamp_traffic_bytes, &physics.clamp_kept_bytes})
        *each *= wider;
    catalog::StackConstants& stack = prepared.stack;
    for (double* each : {&stack.activation_hidden_bytes, &stack.activation_ffn_bytes, &stack.activation_gated_bytes,
                         &stack.activation_expert_bytes, &stack.activation_rotary_bytes, &stack.activation_score_bytes})
        *each *= wider;
    for (double* each : {&stack.gradient_bytes, &stack.reduction_bytes})
        *each = std::max(*each, bytes);
    stack.logit_bytes = std::min(wider * stack.logit_bytes, std::max(stack.logit_bytes, 2 * bytes));
}

/// Memory traffic per element that becomes narrow: it is read in 16 bit as often as the software does; the value and
/// its share of a scale are written along rows and, where weights have gradients, along columns. nvfp4 reads once more,
/// for the scale of the whole tensor.
double conversion_bytes(Precision precision, Fp8Scaling scaling, double reads, double copies)
{
    if (!is_narrow(precision))
        return 0;
    constexpr double read = 2;
    const double of_tensor = precision == Precision::NvFp4 ? 1 : 0;
    return (reads + of_tensor) * read + copies * number_format(precision, scaling).bytes();
}

/// The stack's states with moments and a master copy of other sizes: its own are moments, up to 8 bytes, a master copy,
/// up to 4, and room for the update.
double state_bytes_of(const Numerics& numerics, double stack_bytes)
{
    const Numerics usual;
    const double moments = std::min(stack_bytes, usual.moment_bytes);
    const double master = std::min(stack_bytes - moments, usual.master_bytes);
    return moments * numerics.moment_bytes / usual.moment_bytes + master * numerics.master_bytes / usual.master_bytes
        + stack_bytes - moments - master;
}

/// Frozen weights of fewer bytes than the products' operands are read and written in the products' format before each;
/// in that format themselves they are one of its two copies. What shards weights gathers them as they are held.
void prepare_frozen_weights(Prepared& prepared, double bytes, double operand_bytes)
{
    prepared.frozen_bytes = prepared.frozen ? bytes : prepared.physics.weight_bytes;
    if (!prepared.frozen)
        return;
    if (bytes < operand_bytes)
        prepared.unpacking_bytes = bytes + operand_bytes;
    else if (bytes < prepared.physics.weight_bytes)
        prepared.narrow_copy_bytes /= 2;
    prepared.weight_wire_bytes = std::min(prepared.weight_wire_bytes, bytes);
}

void prepare_numerics(Prepared& prepared, const Scenario& scenario)
{
    const Numerics& numerics = scenario.assumptions.numerics;
    const Precision precision = scenario.workload.precision;
    prepared.wire_bytes = numerics.activation_wire_bytes;
    prepared.weight_wire_bytes = numerics.weight_wire_bytes;
    prepared.conversion_bytes
        = conversion_bytes(precision, numerics.fp8_scaling, prepared.stack.conversion_reads, prepared.frozen ? 1 : 2);
    prepared.local_steps = scenario.assumptions.local_steps;
    prepared.recomputed_layers = scenario.assumptions.recomputed_layers;
    catalog::StackConstants& stack = prepared.stack;
    const Numerics usual;
    Numerics held = numerics;
    held.moment_bytes += matrix_state_bytes(prepared, numerics);
    const double fewer = usual.moment_bytes - held.moment_bytes + usual.master_bytes - held.master_bytes;
    stack.optimizer_state_bytes = state_bytes_of(held, stack.optimizer_state_bytes);
    stack.optimizer_bytes = std::max(0.0, stack.optimizer_bytes - 2 * fewer); // read and written
    if (numerics.optimizer == OptimizerKind::Adam16) // gradients in the format of the weights
        stack.gradient_bytes = std::min(stack.gradient_bytes, prepared.physics.weight_bytes);
    prepared.update_flop = matrix_update_flop(prepared, numerics);
    const double bytes = number_format(precision, numerics.fp8_scaling).bytes();
    const bool narrow = bytes < prepared.physics.activation_bytes;
    prepared.narrow_bytes = narrow && stack.narrow_inputs > 0 ? bytes : prepared.physics.activation_bytes;
    if (narrow) // for the forward product and, transposed, for the gradient of its input
        prepared.narrow_copy_bytes = 2 * stack.narrow_weights * bytes;
    prepare_frozen_weights(prepared, numerics.base_weight_bytes, bytes);
}

void prepare_experts(Prepared& prepared, const Scenario& scenario)
{
    const catalog::ExpertProducts products = scenario.assumptions.expert_products;
    const double capacity = scenario.workload.capacity_factor;
    const auto format = number_format(scenario.workload.precision, scenario.assumptions.numerics.fp8_scaling);
    const double narrow = format.bytes() < prepared.physics.activation_bytes ? 1 : 0;
    prepared.most_launched = std::max(1, prepared.experts);
    prepared.dispatcher = scenario.assumptions.dispatcher;
    prepared.expert_load = capacity > 0 ? capacity : scenario.assumptions.expert_imbalance;
    prepared.expert_spread = capacity > 0 ? 0 : scenario.assumptions.expert_spread;
    prepared.counts_read_back
        = prepared.experts > 0 && capacity == 0 && scenario.assumptions.graphs != catalog::Graphs::Full;
    switch (products) {
    case catalog::ExpertProducts::Grouped:
        break;
    case catalog::ExpertProducts::Each:
        prepared.expert_launches = prepared.physics.each_expert_launch + narrow * prepared.physics.narrow_expert_launch;
        prepared.most_launched = prepared.physics.experts_launched;
        break;
    case catalog::ExpertProducts::Loop:
        prepared.expert_launches = prepared.physics.looped_expert_launch;
        break;
    }
}

void prepare_loss(Prepared& prepared, catalog::Loss loss)
{
    if (loss == catalog::Loss::Chunked)
        prepared.loss_pieces = prepared.physics.loss_chunks;
    if (loss != catalog::Loss::Fused)
        return;
    prepared.loss_pieces = std::max(1.0, std::ceil(prepared.vocab / prepared.hidden));
    prepared.stack.loss_bytes_per_logit
        = std::min(prepared.stack.loss_bytes_per_logit, prepared.physics.fused_loss_bytes);
}

/// A cluster smaller than a torus is a slice of it, with links of its own shape.
double slice_of(const Prepared& prepared)
{
    const bool torus = !prepared.tiers.empty() && prepared.tiers.front().wiring == catalog::Wiring::Torus;
    return torus ? std::min(prepared.gpus, prepared.domain_size) : 0;
}

/// The network between domains; a token that a dispatcher sends is as wide as the experts.
catalog::MessageLaw messages_of(const Scenario& scenario, double token_bytes)
{
    const catalog::Physics* physics = scenario.assumptions.physics.get();
    const auto& tiers = scenario.cluster.tiers;
    const catalog::FabricRow* fabric
        = physics && tiers.size() > 1 ? catalog::fabric_of(*physics, tiers[1].fabric) : nullptr;
    return fabric ? catalog::message_law(*fabric, token_bytes, tiers[1].latency_seconds) : catalog::MessageLaw{};
}

void prepare_network(Prepared& prepared, const Scenario& scenario)
{
    const Fabric& fabric = scenario.cluster.fabric;
    prepared.tiers = network_tiers(scenario.cluster);
    prepared.domain_size = prepared.tiers.empty() ? 1 : prepared.tiers.front().domain_size;
    prepared.slice = slice_of(prepared);
    prepared.transport = scenario.cluster.accelerator.transport;
    prepared.transport.latency_factor *= prepared.stack.latency_factor;
    prepared.transport.network_reduction = fabric.network_reduction;
    prepared.transport.gather = fabric.gather;
    prepared.transport.messages = messages_of(scenario, prepared.wire_bytes * scenario.workload.shape.hidden);
    prepared.offload = scenario.assumptions.offload;
    prepared.host_bytes_per_s = scenario.cluster.accelerator.host_link_bytes_per_s;
    prepared.host_limit_bytes = scenario.cluster.accelerator.host_memory_bytes;
}

void prepare_bills(Prepared& prepared, const Scenario& scenario)
{
    const Assumptions& assumptions = scenario.assumptions;
    const Money& money = assumptions.money;
    prepared.network_watts = assumptions.network_watts;
    prepared.pue = assumptions.pue;
    constexpr double not_said = std::numeric_limits<double>::quiet_NaN();
    prepared.run_tokens = is_length_said(scenario) ? scenario.workload.tokens : not_said;
    prepared.spare_gpus = assumptions.reliability.spare_nodes * prepared.per_host;
    prepared.kg_per_joule = 1e-3 * money.grid_g_per_kwh / units::kilowatt_hour;
    if (money.pricing == Pricing::Owned) {
        const double working = money.years * units::year * money.utilization;
        prepared.usd_per_gpu_second = money.usd_per_gpu / working;
        prepared.network_usd_per_gpu_second = money.network_usd_per_gpu / working;
        prepared.usd_per_joule = money.usd_per_kwh / units::kilowatt_hour;
    } else {
        prepared.usd_per_gpu_second = assumptions.usd_per_gpu_hour / units::hour;
        prepared.network_usd_per_gpu_second = money.network_usd_per_gpu_hour / units::hour;
    }
}

void prepare_device(Prepared& prepared, const Scenario& scenario)
{
    const catalog::Accelerator& accelerator = scenario.cluster.accelerator;
    const Precision precision = scenario.workload.precision;
    const catalog::GemmConstants& gemm = precision == Precision::NvFp4 ? accelerator.gemm_fp4
        : is_narrow(precision)                                         ? accelerator.gemm_fp8
                                                                       : accelerator.gemm;
    const double half = accelerator.peak_flops[int(Precision::Bf16)];
    prepared.peak_flops = accelerator.peak_flops[int(precision)];
    const double of_attention = precision == Precision::Tf32 ? prepared.peak_flops // in what is stored
        : half > 0                                           ? half
                                                             : accelerator.peak_flops[int(Precision::Fp16)];
    const Fp8Scaling scaling = scenario.assumptions.numerics.fp8_scaling;
    const double by_row
        = precision == Precision::Fp8 && scaling == Fp8Scaling::Row ? prepared.physics.row_scaled_products : 1;
    const double clock = catalog::clock_share(accelerator, prepared.physics.clock_power_exponent);
    prepared.device
        = {.peak_flops = clock * prepared.peak_flops,
           .attention_peak_flops = clock * of_attention,
           .memory_bytes_per_s = accelerator.memory_bytes_per_s,
           .memory_fraction = accelerator.memory_fraction,
           .gemm_floor_seconds = gemm.floor_seconds,
           .gemm_efficiency = gemm.efficiency * prepared.stack.kernel_efficiency * by_row,
           .gemm_memory_fraction = gemm.memory_fraction,
           .gemm_long_loss = gemm.long_kernel_loss,
           .tile = is_narrow(precision) ? prepared.physics.narrow_product_tile : prepared.physics.product_tile,
           .operand_bytes = number_format(precision, scaling).bytes(),
           .result_bytes = prepared.physics.activation_bytes,
           .long_kernel_seconds = prepared.physics.long_kernel_seconds,
           .batched_efficiency = prepared.physics.batched_efficiency,
           .full_rate_head_size = prepared.physics.full_rate_head_size};
    const AttentionKernel kernel = scenario.assumptions.attention;
    const bool newest = kernel == AttentionKernel::Flash3 || kernel == AttentionKernel::CudnnFlash;
    const catalog::AttentionConstants& attention = newest ? accelerator.attention_flash3 : accelerator.attention_flash2;
    const double generation = kernel == AttentionKernel::Flash1 ? prepared.physics.first_flash_efficiency
        : kernel == AttentionKernel::Flash2Triton               ? prepared.physics.triton_flash_efficiency
                                                                : 1;
    prepared.attention_efficiency = attention.efficiency * generation;
    prepared.attention_half_sequence = attention.half_sequence;
    prepared.flash = catalog::is_flash(kernel);
    prepared.scores_fused = kernel != AttentionKernel::Unfused;
    prepared.memory_limit_bytes = usable_memory_bytes(accelerator);
    prepared.memory_headroom = scenario.assumptions.memory_headroom;
    prepared.busy_watts = accelerator.limit_watts * accelerator.busy_power_fraction;
    prepared.waiting_watts = std::min(prepared.busy_watts, accelerator.tdp_watts * accelerator.waiting_power_fraction);
    prepared.idle_watts = accelerator.idle_watts;
    prepared.node_overhead_watts = accelerator.node_overhead_watts;
    prepared.per_host = accelerator.per_host;
}

} // namespace

std::shared_ptr<const Prepared> prepare(const Scenario& scenario)
{
    return prepare(std::make_shared<const Scenario>(scenario));
}

std::shared_ptr<const Prepared> prepare(std::shared_ptr<const Scenario> asked)
{
    auto prepared = std::make_shared<Prepared>();
    prepared->identity = next_identity();
    const Scenario& scenario = *asked;
    prepared->scenario = std::move(asked);
    prepared->gpus = scenario.cluster.gpus;
    prepared->plan = scenario.plan;
    prepared->stack = scenario.assumptions.stack.constants;
    if (scenario.assumptions.physics)
        prepared->physics = scenario.assumptions.physics->values;
    store_in(*prepared, scenario.workload.precision);
    prepare_model(*prepared, scenario.workload);
    prepare_device(*prepared, scenario);
    prepare_numerics(*prepared, scenario);
    prepare_network(*prepared, scenario);
    prepare_bills(*prepared, scenario);
    prepared->graphs = scenario.assumptions.graphs;
    prepare_experts(*prepared, scenario);
    prepare_loss(*prepared, scenario.assumptions.loss);
    if (!scenario.assumptions.any_software)
        prepared->software = scenario.assumptions.stack.runs;
    return prepared;
}

std::shared_ptr<const Prepared> at_gpus(const Prepared& prepared, double gpus)
{
    auto copy = std::make_shared<Prepared>(prepared);
    copy->gpus = gpus;
    copy->slice = slice_of(*copy);
    if (copy->slice != prepared.slice)
        copy->identity = next_identity();
    return copy;
}

double gpus(const Prepared& prepared) { return prepared.gpus; }
const Plan& plan(const Prepared& prepared) { return prepared.plan; }

} // namespace plateau
