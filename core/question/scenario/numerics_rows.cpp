// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/question/scenario/training_rows.h"

namespace plateau::training_rows {

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
