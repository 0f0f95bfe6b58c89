// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/training_rows.h"

namespace plateau::training_rows {

namespace {

constexpr const char* from_stack = PLATEAU_TEXT("what the software stack does unless told");
constexpr const char* off = PLATEAU_TEXT("1: not used");

TrainingParameter searched(TrainingParameter row)
{
    row.may_be_auto = true;
    return row;
}

template<class Access>
TrainingParameter degree(const char* key, const char* label, const char* help, double maximum, Access access,
                         units::Unit unit = units::Unit::None, const char* provenance = off)
{
    return searched(number({key, label, "plan", help, provenance}, {unit, ParameterScale::Log2, 1, maximum}, access));
}

TrainingParameter sharding()
{
    return searched(choice(
        {"dp_mode", PLATEAU_TEXT("Sharding"), "plan", PLATEAU_TEXT("What data-parallel ranks divide among themselves."),
         from_stack},
        {{"ddp", "DDP", PLATEAU_TEXT("Every rank holds everything; gradients are all-reduced.")},
         {"zero1", "ZeRO-1", PLATEAU_TEXT("Optimizer states are sharded.")},
         {"zero2", "ZeRO-2", PLATEAU_TEXT("Optimizer states and gradients are sharded.")},
         {"fsdp", PLATEAU_TEXT("FSDP, whole world"),
          PLATEAU_TEXT("Parameters are sharded too, over all ranks (ZeRO-3).")},
         {"hsdp", PLATEAU_TEXT("FSDP, hybrid"), PLATEAU_TEXT("Sharded within a group, replicated between groups.")}},
        [](auto& s) -> auto& { return s.plan.dp_mode; }));
}

TrainingParameter shard_group()
{
    auto row = degree(
        "shard_group", PLATEAU_TEXT("Shard group"),
        PLATEAU_TEXT("Ranks that share one copy of the states under hybrid sharding."), 1048576,
        [](auto& s) -> auto& { return s.plan.shard_group; }, units::Unit::Gpus,
        PLATEAU_TEXT("the ranks inside one NVLink domain"));
    row.zero_name = "domain";
    row.zero_label = PLATEAU_TEXT("one NVLink domain");
    row.applies = [](const Scenario& s) { return s.plan.dp_mode == DataParallelMode::Hsdp; };
    return row;
}

TrainingParameter data_degree()
{
    auto row = degree(
        "dp", PLATEAU_TEXT("Data"), PLATEAU_TEXT("Data degree: replicas and shards together."), 1048576,
        [](auto& s) -> auto& { return s.plan.dp; }, units::Unit::None,
        PLATEAU_TEXT("follows: GPUs / (tensor x context x pipeline)"));
    row.zero_name = "follows";
    row.zero_label = PLATEAU_TEXT("follows");
    return row;
}

std::vector<TrainingParameter> tensor_rows()
{
    auto sequence_parallel = searched(on_off(
        {"sequence_parallel", PLATEAU_TEXT("Sequence parallel"), "plan",
         PLATEAU_TEXT("Tensor-parallel ranks also divide the norms and residuals "
                      "along the sequence."),
         from_stack},
        [](auto& s) -> auto& { return s.plan.sequence_parallel; }));
    sequence_parallel.applies = [](const Scenario& s) { return s.plan.tp > 1; };
    return {degree(
                "tp", PLATEAU_TEXT("Tensor"), PLATEAU_TEXT("Ranks that divide every matrix of a layer."), 16384,
                [](auto& s) -> auto& { return s.plan.tp; }),
            sequence_parallel};
}

TrainingParameter schedule_row()
{
    auto schedule = searched(choice(
        {"schedule", PLATEAU_TEXT("Schedule"), "plan",
         PLATEAU_TEXT("Order of forward and backward passes in the pipeline; a search chooses among those the software "
                      "stack has."),
         PLATEAU_TEXT("1F1B; interleaved when virtual stages are set")},
        {{"gpipe", "GPipe", PLATEAU_TEXT("All forward passes, then all backward passes.")},
         {"1f1b", "1F1B", PLATEAU_TEXT("One forward, one backward in turn.")},
         {"interleaved", PLATEAU_TEXT("Interleaved"), PLATEAU_TEXT("1F1B over several model chunks per rank.")},
         {"zb_h1", PLATEAU_TEXT("Zero bubble H1"),
          PLATEAU_TEXT("1F1B with weight gradients kept back to fill the bubble; the memory of 1F1B.")},
         {"zb_h2", PLATEAU_TEXT("Zero bubble H2"),
          PLATEAU_TEXT("Twice the micro-batches in flight, and next to no bubble.")},
         {"zb_v", PLATEAU_TEXT("Zero bubble V"),
          PLATEAU_TEXT("Each rank holds a chunk from both ends of the model: next to no bubble, the memory of 1F1B.")},
         {"dualpipe", "DualPipe",
          PLATEAU_TEXT("Micro-batches from both ends, two copies of the parameters, expert traffic under compute.")},
         {"dualpipe_v", "DualPipeV", PLATEAU_TEXT("DualPipe folded into a V: one copy of the parameters.")}},
        [](auto& s) -> auto& { return s.plan.schedule; }));
    schedule.applies = [](const Scenario& s) { return s.plan.pp > 1; };
    return schedule;
}

std::vector<TrainingParameter> pipeline_rows()
{
    auto chunks = degree(
        "virtual_stages", PLATEAU_TEXT("Virtual stages"),
        PLATEAU_TEXT("Model chunks per pipeline rank under the interleaved schedule."), 128,
        [](auto& s) -> auto& { return s.plan.virtual_stages; }, units::Unit::None,
        PLATEAU_TEXT("1; 2 when the schedule is interleaved"));
    chunks.applies
        = [](const Scenario& s) { return s.plan.pp > 1 && s.plan.schedule == PipelineSchedule::Interleaved; };
    return {degree(
                "pp", PLATEAU_TEXT("Pipeline"), PLATEAU_TEXT("Stages the layers are divided into."), 4096,
                [](auto& s) -> auto& { return s.plan.pp; }),
            schedule_row(), chunks};
}

TrainingParameter recompute()
{
    return searched(choice(
        {"recompute", PLATEAU_TEXT("Recompute"), "plan",
         PLATEAU_TEXT("Activations thrown away in the forward pass and computed again in the backward pass."),
         from_stack},
        {{"none", PLATEAU_TEXT("None"), PLATEAU_TEXT("Everything is kept.")},
         {"selective", PLATEAU_TEXT("Selective"),
          PLATEAU_TEXT("Attention's scores; also what latent attention expands and what experts activate.")},
         {"full", PLATEAU_TEXT("Full"), PLATEAU_TEXT("Only each layer's input is kept.")}},
        [](auto& s) -> auto& { return s.plan.recompute; }));
}

std::vector<TrainingParameter> context_rows()
{
    auto method = searched(choice(
        {"cp_method", PLATEAU_TEXT("Context exchange"), "plan",
         PLATEAU_TEXT("How context ranks come by each other's keys and values."), PLATEAU_TEXT("ring")},
        {{"ring", PLATEAU_TEXT("Ring"), PLATEAU_TEXT("Passed round while attention works on those already there.")},
         {"all_gather", PLATEAU_TEXT("All-gather"),
          PLATEAU_TEXT("Gathered before attention, which then runs at once.")}},
        [](auto& s) -> auto& { return s.plan.cp_method; }));
    auto balance = choice(
        {"cp_balance", PLATEAU_TEXT("Context balance"), "plan",
         PLATEAU_TEXT("Which part of the sequence each context rank has: later tokens attend to more."),
         PLATEAU_TEXT("zig-zag")},
        {{"zigzag", PLATEAU_TEXT("Zig-zag"), PLATEAU_TEXT("A piece from either end: equal work on all ranks.")},
         {"contiguous", PLATEAU_TEXT("Contiguous"), PLATEAU_TEXT("One piece each: the last rank has twice the mean.")}},
        [](auto& s) -> auto& { return s.plan.cp_balance; });
    for (TrainingParameter* row : {&method, &balance}) {
        row->applies = [](const Scenario& s) { return s.plan.cp > 1; };
        row->advanced = true;
    }
    return {degree(
                "cp", PLATEAU_TEXT("Context"), PLATEAU_TEXT("Ranks that divide the sequence of every layer."), 16384,
                [](auto& s) -> auto& { return s.plan.cp; }),
            method, balance};
}

std::vector<TrainingParameter> expert_rows()
{
    auto expert = degree(
        "ep", PLATEAU_TEXT("Expert"), PLATEAU_TEXT("Data- and context-parallel ranks that divide the experts."), 16384,
        [](auto& s) -> auto& { return s.plan.ep; });
    auto tensor = degree(
        "etp", PLATEAU_TEXT("Expert tensor"), PLATEAU_TEXT("Ranks that divide every matrix of one expert."), 16384,
        [](auto& s) -> auto& { return s.plan.etp; }, units::Unit::None, PLATEAU_TEXT("follows the tensor degree"));
    tensor.zero_name = "follows";
    tensor.zero_label = PLATEAU_TEXT("follows tensor");
    for (TrainingParameter* row : {&expert, &tensor}) {
        row->applies = [](const Scenario& s) { return s.workload.shape.experts > 0; };
        row->advanced = true;
    }
    return {expert, tensor};
}

} // namespace

std::vector<TrainingParameter> plan()
{
    std::vector<TrainingParameter> rows{sharding(), shard_group()};
    for (const auto& group : {tensor_rows(), pipeline_rows(), context_rows(), expert_rows()})
        rows.insert(rows.end(), group.begin(), group.end());
    rows.insert(rows.end(), {data_degree(), recompute()});
    rows.push_back(on_off(
        {"fit_to_batch", PLATEAU_TEXT("Fit to batch"), "plan",
         PLATEAU_TEXT("Where the data degree would exceed the batch, double the tensor degree up to the "
                      "NVLink domain, then the pipeline degree."),
         PLATEAU_TEXT("off")},
        [](auto& s) -> auto& { return s.plan.fit_to_batch; }));
    return rows;
}

} // namespace plateau::training_rows
