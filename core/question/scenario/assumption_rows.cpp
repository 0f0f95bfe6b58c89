// SPDX-License-Identifier: GPL-3.0-or-later
#include <set>

#include "core/question/scenario/training_rows.h"

namespace plateau::training_rows {

namespace {

bool sharded(const Scenario& s)
{
    return s.plan.dp_mode == DataParallelMode::Fsdp || s.plan.dp_mode == DataParallelMode::Hsdp;
}

/// Gradients.
bool scatters(const Scenario& s) { return s.plan.dp_mode == DataParallelMode::Zero2 || sharded(s); }

ParameterScale scale_for(const catalog::StackConstant& constant)
{
    return constant.low > 0 && constant.high / constant.low > 50 ? OneTwoFive : Linear;
}

TrainingParameter constant_row(const catalog::StackConstant& constant)
{
    static const std::set<std::string> switches{"vocab_parallel_loss", "reshard_after_forward", "reshard_in_pipeline",
                                                "scatter_once",        "async_tensor",          "split_handovers",
                                                "separate_clamps",     "zero2_in_units"};
    static const std::set<std::string> shown{"kernel_efficiency", "fsdp_overlap_penalty", "latency_factor",
                                             "network_fraction"};
    const auto member = constant.value;
    const auto access = [member](auto& s) -> auto& { return s.assumptions.stack.constants.*member; };
    const Words words{constant.key, constant.label, "assumptions", constant.meaning,
                      PLATEAU_TEXT("the software stack's file, which names its source")};
    auto row = switches.count(constant.key)
        ? on_off(words, access)
        : number(words, {constant.unit, scale_for(constant), constant.low, constant.high}, access);
    row.advanced = !shown.count(constant.key);
    row.on_step = constant.on_step;
    const std::string key = constant.key;
    if (key == "fsdp_overlap_penalty" || key == "reshard_after_forward" || key == "prefetch"
        || key == "layers_per_unit")
        row.applies = sharded;
    else if (key == "reshard_in_pipeline")
        row.applies = [](const Scenario& s) { return s.plan.pp > 1 && scatters(s); };
    else if (key == "scatter_once")
        row.applies = scatters;
    else if (key == "zero2_in_units")
        row.applies = [](const Scenario& s) { return s.plan.dp_mode == DataParallelMode::Zero2; };
    else if (key == "separate_clamps")
        row.applies = [](const Scenario& s) { return s.workload.shape.clamped; };
    else if (key == "owner_seconds")
        row.applies = [](const Scenario& s) {
            return s.plan.dp_mode == DataParallelMode::Zero1 || s.plan.dp_mode == DataParallelMode::Zero2;
        };
    else if (key == "tensor_overlap" || key == "vocab_parallel_loss")
        row.applies = [](const Scenario& s) { return s.plan.tp > 1; };
    else if (key == "sequence_parallel_factor")
        row.applies = [](const Scenario& s) { return s.plan.tp > 1 && s.plan.sequence_parallel; };
    else if (key == "attention_factor")
        row.applies = [](const Scenario& s) { return catalog::is_flash(s.assumptions.attention); };
    else if (key == "score_passes")
        row.applies = [](const Scenario& s) { return !catalog::is_flash(s.assumptions.attention); };
    return row;
}

template<class Access>
TrainingParameter watts(const char* key, const char* label, const char* help, const char* provenance, Access access)
{
    return number({key, label, "assumptions", help, provenance}, {Unit::Watts, Linear, 0, 5000}, access,
                  {.advanced = true});
}

std::vector<TrainingParameter> power_rows()
{
    constexpr const char* from_hardware = PLATEAU_TEXT("the hardware's file");
    const auto share = [&](const char* key, const char* label, const char* help, auto access) {
        return number({key, label, "assumptions", help, from_hardware}, {Unit::Fraction, Linear, 0, 1}, access,
                      {.advanced = true});
    };
    return {number(
                {"pue", "PUE", "assumptions",
                 PLATEAU_TEXT("Facility power divided by the power of the computers (cooling, conversion)."),
                 PLATEAU_TEXT("1.2: hyperscalers report 1.08 to 1.15, the global survey of 2023 found 1.58"),
                 PLATEAU_TEXT("cooling, data center")},
                {Unit::None, Linear, 1, 3}, [](auto& s) -> auto& { return s.assumptions.pue; }),
            share(
                "busy_power", PLATEAU_TEXT("Power while computing"),
                PLATEAU_TEXT("Board power of an accelerator that computes, as a share of its rated power."),
                [](auto& s) -> auto& { return s.cluster.accelerator.busy_power_fraction; }),
            share(
                "waiting_power", PLATEAU_TEXT("Power while waiting"),
                PLATEAU_TEXT("Board power of an accelerator that waits for traffic or the pipeline, as a share of its "
                             "rated power."),
                [](auto& s) -> auto& { return s.cluster.accelerator.waiting_power_fraction; }),
            watts(
                "board_watts", PLATEAU_TEXT("Board power"),
                PLATEAU_TEXT("Power limit of one accelerator: below its rated power clocks fall, and what is bound by "
                             "computing slows down."),
                from_hardware, [](auto& s) -> auto& { return s.cluster.accelerator.limit_watts; }),
            watts(
                "idle_watts", PLATEAU_TEXT("Idle power"),
                PLATEAU_TEXT("Power of one accelerator with nothing to do: spare, or left idle by the plan."),
                from_hardware, [](auto& s) -> auto& { return s.cluster.accelerator.idle_watts; }),
            watts(
                "node_watts", PLATEAU_TEXT("Host power"),
                PLATEAU_TEXT("CPUs, fans and network cards of the host, per accelerator it has room for."),
                from_hardware, [](auto& s) -> auto& { return s.cluster.accelerator.node_overhead_watts; }),
            watts(
                "network_watts", PLATEAU_TEXT("Network power"),
                PLATEAU_TEXT("Switches and optics of the scale-out network, per accelerator."),
                PLATEAU_TEXT("an estimate: optics and the share of the switches"),
                [](auto& s) -> auto& { return s.assumptions.network_watts; })};
}

} // namespace

std::vector<TrainingParameter> assumptions()
{
    std::vector<TrainingParameter> rows{
        catalog_name(
            {"stack", PLATEAU_TEXT("Stack"), "assumptions",
             PLATEAU_TEXT("The training software: its constants and its defaults."),
             PLATEAU_TEXT("PyTorch FSDP of 2024"), PLATEAU_TEXT("framework, software, PyTorch, Megatron, DeepSpeed")},
            [](auto& s) -> auto& { return s.assumptions.stack.id; }),
        on_off({"any_software", PLATEAU_TEXT("Any software"), "assumptions",
                PLATEAU_TEXT("A search also proposes plans that the software stack does not run."),
                PLATEAU_TEXT("off: only what the stack runs")},
               [](auto& s) -> auto& { return s.assumptions.any_software; }, {.on_step = Nothing}),
        number({"memory_headroom", PLATEAU_TEXT("Memory head room"), "assumptions",
                PLATEAU_TEXT("Share of the memory that a search leaves free. A plan that leaves less is called tight: "
                             "it fits by the estimate, but the estimate may err."),
                PLATEAU_TEXT("10 %: about the error of the predicted memory of published runs"),
                PLATEAU_TEXT("fragmentation, reserve, tight, out of memory")},
               {Unit::Fraction, Linear, 0, 0.5}, [](auto& s) -> auto& { return s.assumptions.memory_headroom; },
               {.on_step = Nothing}),
        choice({"attention", PLATEAU_TEXT("Attention kernel"), "assumptions",
                PLATEAU_TEXT("How the softmax(QK^T)V core is computed."),
                PLATEAU_TEXT("the software stack; the newest one the accelerator can run"),
                PLATEAU_TEXT("FlashAttention")},
               {{"unfused", PLATEAU_TEXT("Unfused"), PLATEAU_TEXT("Matmul, scale, mask, softmax, dropout apart.")},
                {"fused_softmax", PLATEAU_TEXT("Fused softmax"), PLATEAU_TEXT("One kernel between two matmuls.")},
                {"flash1", "FlashAttention 1", ""},
                {"flash2", "FlashAttention 2", ""},
                {"flash2_triton", "FlashAttention, Triton", ""},
                {"flash2_sdpa", "PyTorch SDPA", PLATEAU_TEXT("PyTorch's own call of FlashAttention 2.")},
                {"cudnn_flash", "cuDNN", ""},
                {"flash3", "FlashAttention 3", ""}},
               [](auto& s) -> auto& { return s.assumptions.attention; },
               {.available =
                    [](const Scenario& s, const std::string& option) {
                        const auto kernel = from_name<AttentionKernel>(option);
                        const auto& peaks = s.cluster.accelerator.peak_flops;
                        if (!kernel || !catalog::is_flash(*kernel))
                            return kernel.has_value();
                        const bool bf16 = peaks[static_cast<std::size_t>(Precision::Bf16)] > 0;
                        return *kernel == AttentionKernel::Flash3 ? peaks[static_cast<std::size_t>(Precision::Fp8)] > 0
                                                                  : bf16;
                    }}),
        choice({"dispatcher", PLATEAU_TEXT("Dispatcher"), "assumptions",
                PLATEAU_TEXT("How tokens travel to their experts and back."), PLATEAU_TEXT("the software stack"),
                PLATEAU_TEXT("mixture of experts, MoE, all-to-all")},
               {{"alltoall", PLATEAU_TEXT("all-to-all"),
                 PLATEAU_TEXT("Every copy of a token goes on its own. Copies are put in order before they are sent, "
                              "and again by expert.")},
                {"deepep", "DeepEP",
                 PLATEAU_TEXT(
                     "A token goes once to each domain, and there once to each rank that has some of its experts.")},
                {"hybridep", "HybridEP", PLATEAU_TEXT("As DeepEP, made for domains larger than a host.")}},
               [](auto& s) -> auto& { return s.assumptions.dispatcher; },
               {.applies = [](const Scenario& s) { return s.workload.shape.experts > 0; }}),
        choice({"expert_products", PLATEAU_TEXT("Expert products"), "assumptions",
                PLATEAU_TEXT("How the host launches the matrix products of the experts that a rank has."),
                PLATEAU_TEXT("the software stack"), PLATEAU_TEXT("mixture of experts, MoE, grouped GEMM, launches")},
               {{"grouped", PLATEAU_TEXT("grouped"), PLATEAU_TEXT("One kernel for all experts.")},
                {"each", PLATEAU_TEXT("one by one"),
                 PLATEAU_TEXT("One call, in which a library launches the products of each expert.")},
                {"loop", PLATEAU_TEXT("loop"), PLATEAU_TEXT("The program calls one expert after another.")}},
               [](auto& s) -> auto& { return s.assumptions.expert_products; },
               {.advanced = true, .applies = [](const Scenario& s) { return s.workload.shape.experts > 0; }}),
        choice(
            {"loss", PLATEAU_TEXT("Loss"), "assumptions",
             PLATEAU_TEXT("How the output head and the loss work on the tokens of a micro-batch."),
             PLATEAU_TEXT("the software stack; in chunks where the logits of one sequence would take more than half "
                          "of the memory"),
             PLATEAU_TEXT("logits, cross-entropy, Liger, chunked loss")},
            {{"whole", PLATEAU_TEXT("whole"), PLATEAU_TEXT("All logits are in memory at once.")},
             {"chunks", PLATEAU_TEXT("in chunks"), PLATEAU_TEXT("An eighth of the tokens at a time.")},
             {"fused", PLATEAU_TEXT("fused with the head"),
              PLATEAU_TEXT(
                  "A few tokens at a time, so that their logits need only as much memory as the hidden states.")}},
            [](auto& s) -> auto& { return s.assumptions.loss; }),
        choice(
            {"cuda_graphs", PLATEAU_TEXT("CUDA graphs"), "assumptions",
             PLATEAU_TEXT("What of a step the host captures once and then launches at once. The rest it launches "
                          "kernel by kernel, and in a layer with experts it waits to learn how many tokens they get."),
             PLATEAU_TEXT("the software stack; recipes of NVIDIA capture on Blackwell and later"),
             PLATEAU_TEXT("kernel launch, host, CPU, capture, graph")},
            {{"none", PLATEAU_TEXT("none"), PLATEAU_TEXT("Every kernel is launched by itself.")},
             {"attention", PLATEAU_TEXT("attention"), PLATEAU_TEXT("The attention block of each layer.")},
             {"router", PLATEAU_TEXT("attention and router"),
              PLATEAU_TEXT("All of a layer that comes before tokens are sent to their experts.")},
             {"full", PLATEAU_TEXT("whole steps"),
              PLATEAU_TEXT("The whole forward and backward pass. Its tensors stay in memory between steps.")}},
            [](auto& s) -> auto& { return s.assumptions.graphs; }),
    };
    auto imbalance = number(
        {"expert_imbalance", PLATEAU_TEXT("Expert imbalance"), "assumptions",
         PLATEAU_TEXT("Tokens of the busiest expert-parallel rank relative to the mean, where none are dropped."),
         PLATEAU_TEXT("1: perfectly balanced"), PLATEAU_TEXT("mixture of experts, MoE, load balance")},
        {Unit::Multiplier, Linear, 1, 16}, [](auto& s) -> auto& { return s.assumptions.expert_imbalance; },
        {.on_step = NeverFaster, .advanced = true, .applies = [](const Scenario& s) {
             return s.workload.shape.experts > 0 && s.workload.capacity_factor == 0;
         }});
    rows.push_back(imbalance);
    rows.push_back(number(
        {"expert_spread", PLATEAU_TEXT("Expert spread"), "assumptions",
         PLATEAU_TEXT("Standard deviation of an expert's tokens over their mean, where none are dropped; a rank "
                      "averages over its experts, the step waits for the busiest rank."),
         PLATEAU_TEXT(
             "0: balanced; in published runs that do not force balance 0.9 where the router is new, 0.3 some 600 "
             "steps later, 0.1 in the end; 2 to 3 where data differ from what it has learned")},
        {Unit::Multiplier, Linear, 0, 8}, [](auto& s) -> auto& { return s.assumptions.expert_spread; },
        {.on_step = NeverFaster, .advanced = true, .applies = imbalance.applies}));
    for (const catalog::StackConstant& constant : catalog::stack_constants())
        rows.push_back(constant_row(constant));
    std::vector<TrainingParameter> bills{
        number(
            {"tokens", PLATEAU_TEXT("Training tokens"), "assumptions",
             PLATEAU_TEXT("Tokens of the whole training run, for days and dollars."), PLATEAU_TEXT("10^12"),
             PLATEAU_TEXT("dataset, training data, how long")},
            {Unit::Tokens, OneTwoFive, 1e6, 1e16}, [](auto& s) -> auto& { return s.workload.tokens; }),
        number(
            {"usd_per_gpu_hour", PLATEAU_TEXT("Price"), "assumptions",
             PLATEAU_TEXT("US dollars per accelerator and hour."), PLATEAU_TEXT("a dated price of the hardware's file"),
             PLATEAU_TEXT("budget, money, cost, dollars, cloud")},
            {Unit::UsdPerGpuHour, OneTwoFive, 0, 1000},
            [](auto& s) -> auto& { return s.assumptions.usd_per_gpu_hour; })};
    const auto power = power_rows();
    bills.insert(bills.end(), power.begin(), power.end());
    for (TrainingParameter& row : bills)
        row.on_step = row.key == "board_watts" ? NeverSlower
            : row.key == "idle_watts"          ? NeverFaster // less of the limit is left for the clock
                                               : Nothing;
    rows.insert(rows.end(), bills.begin(), bills.end());
    return rows;
}

namespace {

template<class Access>
TrainingParameter bytes(const char* key, const char* label, const char* help, const char* provenance, double maximum,
                        Access access)
{
    return number({key, label, "assumptions", help, provenance}, {Unit::BytesPerParameter, Linear, 0, maximum}, access,
                  {.on_step = NeverFaster});
}

template<class Access>
TrainingParameter offloaded(const char* key, const char* label, const char* help, Access access)
{
    return number({key, label, "assumptions", help, PLATEAU_TEXT("0: nothing leaves the accelerator")},
                  {Unit::Fraction, Linear, 0, 1}, access, {.on_step = NeverFaster});
}

std::vector<TrainingParameter> number_formats()
{
    auto weights = bytes(
        "weight_wire_bytes", PLATEAU_TEXT("Weights on the wire"),
        PLATEAU_TEXT("Bytes per parameter that is gathered: 2 for 16 bit, 1 for an fp8 all-gather, 4 for fp32."),
        PLATEAU_TEXT("as weights are stored: 2 in 16 bit, 4 under tf32"), 4,
        [](auto& s) -> auto& { return s.assumptions.numerics.weight_wire_bytes; });
    auto activations = bytes(
        "activation_wire_bytes", PLATEAU_TEXT("Activations on the wire"),
        PLATEAU_TEXT("Bytes per activation element between tensor, context, expert and pipeline ranks."),
        PLATEAU_TEXT("as activations are stored: 2 in 16 bit, 4 under tf32"), 4,
        [](auto& s) -> auto& { return s.assumptions.numerics.activation_wire_bytes; });
    auto base
        = number({"base_weight_bytes", PLATEAU_TEXT("Frozen weights"), "assumptions",
                  PLATEAU_TEXT("Bytes of each frozen weight of the layers beside adapters: 2 for 16 bit, 1 for fp8 "
                               "or int8, about 0.52 for 4 bit with its scales (QLoRA). Fewer bytes than the "
                               "products take are unpacked in every pass."),
                  PLATEAU_TEXT("2: frozen weights are held in 16 bit; 4 under tf32")},
                 {Unit::BytesPerParameter, Linear, 0.25, 4},
                 [](auto& s) -> auto& { return s.assumptions.numerics.base_weight_bytes; },
                 {.applies = [](const Scenario& s) { return s.workload.fine_tune == FineTune::Lora; }});
    return {choice({"fp8_scaling", PLATEAU_TEXT("fp8 scales"), "assumptions",
                    PLATEAU_TEXT("What shares one scale under fp8; blocks cost a conversion of their own."),
                    PLATEAU_TEXT("per tensor, the recipe of most published fp8 runs")},
                   {{"tensor", PLATEAU_TEXT("per tensor"), PLATEAU_TEXT("One scale per tensor.")},
                    {"block", PLATEAU_TEXT("per block"), PLATEAU_TEXT("One scale per 128 values.")},
                    {"row", PLATEAU_TEXT("per row"), PLATEAU_TEXT("One scale per row of a matrix.")}},
                   [](auto& s) -> auto& { return s.assumptions.numerics.fp8_scaling; },
                   {.applies = [](const Scenario& s) { return s.workload.precision == Precision::Fp8; }}),
            weights, activations, base};
}

std::vector<TrainingParameter> optimizer_states()
{
    std::vector<Option> options;
    for (const OptimizerOption& option : optimizer_options)
        options.push_back({option.name, option.label, option.help});
    return {choice(
                {"optimizer", PLATEAU_TEXT("Optimizer"), "assumptions",
                 PLATEAU_TEXT("The optimizer decides how much memory its states take, what an update costs and what "
                              "moves between ranks."),
                 PLATEAU_TEXT("AdamW in fp32, as nearly all published runs"),
                 PLATEAU_TEXT("Adam, SGD, second moments, low-rank states")},
                options, [](auto& s) -> auto& { return s.assumptions.numerics.optimizer; }),
            bytes(
                "moment_bytes", PLATEAU_TEXT("Optimizer moments"),
                PLATEAU_TEXT("Bytes of the optimizer's moments per parameter: 8 for Adam in fp32, 4 in bf16, 2 in 8 "
                             "bit, 4 for one moment in fp32. What an optimizer keeps of each row, column or projection "
                             "of a matrix comes on top."),
                PLATEAU_TEXT("follows from the optimizer; 8: two moments in fp32"), 16,
                [](auto& s) -> auto& { return s.assumptions.numerics.moment_bytes; }),
            bytes(
                "master_bytes", PLATEAU_TEXT("Master weights"),
                PLATEAU_TEXT("Bytes of the optimizer's own copy of a parameter: 4 in fp32, 0 for none."),
                PLATEAU_TEXT("follows from the optimizer; 4: a copy in fp32; 0 under tf32, whose weights are in fp32"),
                8, [](auto& s) -> auto& { return s.assumptions.numerics.master_bytes; }),
            number({"optimizer_rank", PLATEAU_TEXT("Rank of projections"), "assumptions",
                    PLATEAU_TEXT("Rank that GaLore projects the gradient of a matrix to; the moments are of that."),
                    PLATEAU_TEXT("128, the default of transformers"), PLATEAU_TEXT("GaLore, low rank")},
                   {Unit::Count, Log2, 1, 16384},
                   [](auto& s) -> auto& { return s.assumptions.numerics.optimizer_rank; },
                   {.kind = ParameterKind::Whole, .applies = [](const Scenario& s) {
                        return s.assumptions.numerics.optimizer == OptimizerKind::GaLore;
                    }})};
}

std::vector<TrainingParameter> offload_rows()
{
    auto update = number(
        {"host_update_bandwidth", PLATEAU_TEXT("Host optimizer rate"), "assumptions",
         PLATEAU_TEXT("Host memory rate at which the processors update offloaded states, per accelerator."),
         PLATEAU_TEXT("the assumptions' file, which names its source")},
        {Unit::BytesPerSecond, OneTwoFive, 1e8, 1e13},
        [](auto& s) -> auto& { return s.assumptions.offload.host_update_bytes_per_s; },
        {.on_step = NeverSlower, .applies = [](const Scenario& s) { return s.assumptions.offload.optimizer > 0; }});
    auto optimizer = offloaded(
        "offload_optimizer", PLATEAU_TEXT("Offloaded optimizer"),
        PLATEAU_TEXT("Share of the optimizer states in host memory, updated there: gradients go down, "
                     "weights come back."),
        [](auto& s) -> auto& { return s.assumptions.offload.optimizer; });
    optimizer.on_step = Anything; // a host may update faster than the device
    auto gradients = offloaded(
        "offload_gradients", PLATEAU_TEXT("Offloaded gradients"),
        PLATEAU_TEXT("Share of the gradients that ranks have divided among them in host memory: they go there "
                     "in the backward pass of every micro-batch. FSDP that offloads weights does so too."),
        [](auto& s) -> auto& { return s.assumptions.offload.gradients; });
    gradients.on_step = Anything; // an offloaded optimizer no longer waits for them at the end of the step
    return {optimizer,
            offloaded(
                "offload_parameters", PLATEAU_TEXT("Offloaded weights"),
                PLATEAU_TEXT("Share of the weights in host memory, fetched for every pass of every micro-batch."),
                [](auto& s) -> auto& { return s.assumptions.offload.parameters; }),
            gradients,
            offloaded(
                "offload_activations", PLATEAU_TEXT("Offloaded activations"),
                PLATEAU_TEXT("Share of the kept activations that wait for the backward pass in host memory."),
                [](auto& s) -> auto& { return s.assumptions.offload.activations; }),
            update};
}

} // namespace

std::vector<TrainingParameter> numerics()
{
    std::vector<TrainingParameter> rows;
    for (const auto& group : {number_formats(), optimizer_states(), offload_rows()})
        rows.insert(rows.end(), group.begin(), group.end());
    rows.push_back(number(
        {"recompute_layers", PLATEAU_TEXT("Recomputed layers"), "assumptions",
         PLATEAU_TEXT("Share of the layers that full recomputation repeats; the others keep what they compute."),
         PLATEAU_TEXT("all of them, unless a configuration says how many"),
         PLATEAU_TEXT("recompute_num_layers, partial checkpointing")},
        {Unit::Fraction, Linear, 0, 1}, [](auto& s) -> auto& { return s.assumptions.recomputed_layers; },
        {.on_step = NeverFaster, .applies = [](const Scenario& s) { return s.plan.recompute == Recompute::Full; }}));
    rows.push_back(number(
        {"local_steps", PLATEAU_TEXT("Local steps"), "assumptions",
         PLATEAU_TEXT("Optimizer steps between exchanges of replicas (DiLoCo). Above 1 it is another optimizer: what "
                      "it does to the loss is not modelled."),
         PLATEAU_TEXT("1: replicas exchange every step")},
        {Unit::Count, OneTwoFive, 1, 100000}, [](auto& s) -> auto& { return s.assumptions.local_steps; },
        {.kind = ParameterKind::Whole, .on_step = NeverSlower, .applies = [](const Scenario& s) {
             return s.plan.dp_mode == DataParallelMode::Ddp || s.plan.dp_mode == DataParallelMode::Hsdp;
         }}));
    for (TrainingParameter& row : rows)
        row.advanced = true;
    return rows;
}

} // namespace plateau::training_rows
