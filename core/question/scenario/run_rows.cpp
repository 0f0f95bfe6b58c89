// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/plan/plan_dimensions.h"
#include "core/question/scenario/training_rows.h"
#include "core/text/units/quantity.h"

namespace plateau::training_rows {

namespace {

bool fails(const Scenario& s) { return s.assumptions.reliability.node_mtbf_seconds > 0; }
bool owned(const Scenario& s) { return s.assumptions.money.pricing == Pricing::Owned; }

template<class Access>
TrainingParameter duration(const char* key, const char* label, const char* help, const char* provenance, double maximum,
                           Access access)
{
    return number({key, label, "assumptions", help, provenance}, {Unit::Seconds, OneTwoFive, 1, maximum}, access,
                  {.applies = fails});
}

TrainingParameter or_zero(TrainingParameter row, const char* name, const char* label)
{
    row.zero_name = name;
    row.zero_label = label;
    return row;
}

std::vector<TrainingParameter> reliability()
{
    using units::day;
    auto mtbf = duration(
        "node_mtbf", PLATEAU_TEXT("Node MTBF"),
        PLATEAU_TEXT("Mean time between interruptions of one host. With n hosts the run is interrupted n times as "
                     "often."),
        PLATEAU_TEXT("Llama 3 (2407.21783, second-hand): 466 interruptions in 54 days on 2,048 hosts"), 1e5 * day,
        [](auto& s) -> auto& { return s.assumptions.reliability.node_mtbf_seconds; });
    mtbf.applies = [](const Scenario&) { return true; };
    return {or_zero(mtbf, "never", PLATEAU_TEXT("never")),
            number({"checkpoint_bandwidth", PLATEAU_TEXT("Checkpoint rate"), "assumptions",
                    PLATEAU_TEXT("Rate at which one host writes its share of a checkpoint."), assumed},
                   {Unit::BytesPerSecond, OneTwoFive, 1e6, 1e13},
                   [](auto& s) -> auto& { return s.assumptions.reliability.storage_bytes_per_s; }, {.applies = fails}),
            number({"storage_bandwidth", PLATEAU_TEXT("Storage rate"), "assumptions",
                    PLATEAU_TEXT("Rate at which the storage takes checkpoints from all hosts together."), assumed},
                   {Unit::BytesPerSecond, OneTwoFive, 1e6, 1e15},
                   [](auto& s) -> auto& { return s.assumptions.reliability.storage_total_bytes_per_s; },
                   {.unlimited = true, .applies = fails}),
            or_zero(duration(
                        "checkpoint_time", PLATEAU_TEXT("Checkpoint time"),
                        PLATEAU_TEXT("How long writing a checkpoint holds up the training."),
                        PLATEAU_TEXT("its size over the checkpoint rate of all hosts, or over the storage rate"), day,
                        [](auto& s) -> auto& { return s.assumptions.reliability.checkpoint_seconds; }),
                    "by_size", PLATEAU_TEXT("by size")),
            or_zero(duration(
                        "checkpoint_interval", PLATEAU_TEXT("Checkpoint interval"),
                        PLATEAU_TEXT("Training time between two checkpoints, a step at least."),
                        PLATEAU_TEXT("the interval that loses least (Daly 2006)"), 100 * day,
                        [](auto& s) -> auto& { return s.assumptions.reliability.checkpoint_interval_seconds; }),
                    "optimal", PLATEAU_TEXT("optimal")),
            or_zero(duration(
                        "restart_time", PLATEAU_TEXT("Restart time"),
                        PLATEAU_TEXT("From an interruption until training goes on: detect, replace, load, warm up."),
                        assumed, 10 * day, [](auto& s) -> auto& { return s.assumptions.reliability.restart_seconds; }),
                    "none", PLATEAU_TEXT("none")),
            or_zero(duration(
                        "repair_time", PLATEAU_TEXT("Repair time"),
                        PLATEAU_TEXT("Time until a failed host is repaired. The run waits while more hosts are down "
                                     "than there are spares."),
                        PLATEAU_TEXT("at once: rented clusters replace a failed host"), 365 * day,
                        [](auto& s) -> auto& { return s.assumptions.reliability.repair_seconds; }),
                    "at_once", PLATEAU_TEXT("at once")),
            number({"spare_nodes", PLATEAU_TEXT("Spare hosts"), "assumptions",
                    PLATEAU_TEXT("Idle hosts that take the place of failed ones. They are paid for and powered in "
                                 "addition to the cluster."),
                    PLATEAU_TEXT("0: rented clusters replace a failed host")},
                   {Unit::Count, Linear, 0, 10000},
                   [](auto& s) -> auto& { return s.assumptions.reliability.spare_nodes; },
                   {.kind = ParameterKind::Whole})};
}

template<class Access>
TrainingParameter price(const char* key, const char* label, const char* help, const char* provenance, Access access)
{
    return number({key, label, "assumptions", help, provenance}, {Unit::Usd, OneTwoFive, 0, 1e7}, access,
                  {.applies = owned});
}

std::vector<TrainingParameter> ownership()
{
    return {
        price(
            "capex_per_gpu", PLATEAU_TEXT("Purchase price"),
            PLATEAU_TEXT("To buy one accelerator with its share of the host."),
            PLATEAU_TEXT("a dated price of the hardware's file"),
            [](auto& s) -> auto& { return s.assumptions.money.usd_per_gpu; }),
        price(
            "network_price", PLATEAU_TEXT("Network price"),
            PLATEAU_TEXT("To buy one accelerator's share of switches, optics and cables (assumption)."), assumed,
            [](auto& s) -> auto& { return s.assumptions.money.network_usd_per_gpu; }),
        number({"capex_years", PLATEAU_TEXT("Years in use"), "assumptions",
                PLATEAU_TEXT("Years over which owned hardware is written off."), assumed, PLATEAU_TEXT("depreciation")},
               {Unit::None, Linear, 0.5, 20}, [](auto& s) -> auto& { return s.assumptions.money.years; },
               {.applies = owned}),
        number({"capex_utilization", PLATEAU_TEXT("Utilization"), "assumptions",
                PLATEAU_TEXT("Share of those years' hours in which owned hardware works."), assumed},
               {Unit::Fraction, Linear, 0.05, 1}, [](auto& s) -> auto& { return s.assumptions.money.utilization; },
               {.applies = owned}),
        number({"usd_per_kwh", PLATEAU_TEXT("Electricity"), "assumptions",
                PLATEAU_TEXT("Price of electricity; rented hardware includes it."), assumed,
                PLATEAU_TEXT("power price, energy cost, money")},
               {Unit::UsdPerKilowattHour, Linear, 0, 2},
               [](auto& s) -> auto& { return s.assumptions.money.usd_per_kwh; }, {.applies = owned})};
}

} // namespace

std::vector<TrainingParameter> run()
{
    std::vector<TrainingParameter> rows{choice(
        {"pricing", PLATEAU_TEXT("Hardware is"), "assumptions",
         PLATEAU_TEXT(
             "Whether the GPUs are paid by the hour, or bought and written off over years, with electricity on top."),
         PLATEAU_TEXT("rented: hourly prices are published and dated"), PLATEAU_TEXT("rent or buy, cloud")},
        {{"rented", PLATEAU_TEXT("rented"), PLATEAU_TEXT("Dollars per accelerator and hour, power included.")},
         {"owned", PLATEAU_TEXT("owned"), PLATEAU_TEXT("Purchase over years of use, and electricity.")}},
        [](auto& s) -> auto& { return s.assumptions.money.pricing; })};
    const auto bought = ownership();
    rows.insert(rows.end(), bought.begin(), bought.end());
    rows.push_back(number({"network_usd_per_gpu_hour", PLATEAU_TEXT("Network rent"), "assumptions",
                           PLATEAU_TEXT("Price of the network beside rented accelerators (assumption)."), assumed},
                          {Unit::UsdPerGpuHour, Linear, 0, 100},
                          [](auto& s) -> auto& { return s.assumptions.money.network_usd_per_gpu_hour; },
                          {.applies = [](const Scenario& s) { return !owned(s); }}));
    rows.push_back(number(
        {"grid_intensity", PLATEAU_TEXT("Grid intensity"), "assumptions",
         PLATEAU_TEXT("Carbon dioxide per kilowatt-hour of the grid, location-based; certificates "
                      "do not count."),
         PLATEAU_TEXT("370: US grid average (2606.05420, second-hand)"), PLATEAU_TEXT("CO2, carbon, emissions")},
        {Unit::GramsPerKilowattHour, Linear, 0, 2000},
        [](auto& s) -> auto& { return s.assumptions.money.grid_g_per_kwh; }));
    const auto failures = reliability();
    rows.insert(rows.end(), failures.begin(), failures.end());
    for (TrainingParameter& row : rows) {
        row.advanced = true;
        row.on_step = Nothing;
    }
    return rows;
}

std::vector<TrainingParameter> returns()
{
    std::vector<TrainingParameter> rows{
        number({"knee_factor", PLATEAU_TEXT("Worth a doubling"), "returns",
                PLATEAU_TEXT(
                    "Twice the GPUs must bring at least this many times the throughput to be worth it; 2 is ideal."),
                PLATEAU_TEXT("1.5: three quarters of the ideal"), PLATEAU_TEXT("diminishing returns, knee")},
               {Unit::Multiplier, Ladder, 1.01, 2}, [](auto& s) -> auto& { return s.returns.knee_factor; },
               {.ladder = {1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 1.95}}),
        number({"base_gpus", PLATEAU_TEXT("Compared with"), "returns",
                PLATEAU_TEXT("Scaling efficiency and losses are relative to this many GPUs."),
                PLATEAU_TEXT("the smallest count that fits"), PLATEAU_TEXT("baseline")},
               {Unit::Gpus, Log2, 1, 1048576}, [](auto& s) -> auto& { return s.returns.base_gpus; },
               {.zero_name = PLATEAU_TEXT("smallest"), .zero_label = PLATEAU_TEXT("fewest GPUs")}),
        number({"critical_batch", PLATEAU_TEXT("Critical batch"), "returns",
                PLATEAU_TEXT("The batch at which reaching the same loss takes twice the tokens: minimum x (1 + batch / "
                             "critical batch)."),
                PLATEAU_TEXT(
                    "the rule of Erdil and Schneider-Joseph: it grows with the training compute to the power 1/6"),
                PLATEAU_TEXT("batch size, gradient noise")},
               {Unit::Tokens, OneTwoFive, 1e3, 1e12}, [](auto& s) -> auto& { return s.returns.critical_batch_tokens; },
               {.zero_name = PLATEAU_TEXT("rule"), .zero_label = PLATEAU_TEXT("estimated")})};
    for (TrainingParameter& row : rows) {
        row.advanced = true;
        row.on_step = Nothing;
    }
    return rows;
}

std::vector<TrainingParameter> batch()
{
    return {
        choice(
            {"batch_mode", PLATEAU_TEXT("Fixed"), "batch",
             PLATEAU_TEXT("What stays the same as GPUs are added: the batch per GPU (weak scaling) or in total "
                          "(strong scaling)."),
             PLATEAU_TEXT("per GPU, as in the published weak-scaling curve"),
             PLATEAU_TEXT("weak scaling, strong scaling")},
            {{"per_gpu", PLATEAU_TEXT("per GPU"), PLATEAU_TEXT("Weak scaling: the global batch grows.")},
             {"total", PLATEAU_TEXT("in total"), PLATEAU_TEXT("Strong scaling: the global batch stays.")}},
            [](auto& s) -> auto& { return s.workload.batch_mode; }),
        number({"sequences_per_gpu", PLATEAU_TEXT("Batch per GPU"), "batch",
                PLATEAU_TEXT("Global batch divided by the GPU count, whatever the plan."),
                PLATEAU_TEXT("2, as in the published weak-scaling curve"), PLATEAU_TEXT("batch size")},
               {Unit::Sequences, Log2, 1.0 / 1024, 4096}, [](auto& s) -> auto& { return s.workload.sequences_per_gpu; },
               {.applies = [](const Scenario& s) { return s.workload.batch_mode == BatchMode::PerGpu; }}),
        number({"global_batch", PLATEAU_TEXT("Global batch"), "batch",
                PLATEAU_TEXT("Sequences of one optimizer step over the whole cluster."),
                PLATEAU_TEXT("256: two sequences on each of 128 GPUs"), PLATEAU_TEXT("batch size, tokens per step")},
               {Unit::Sequences, Log2, 1, 16777216}, [](auto& s) -> auto& { return s.workload.global_batch; },
               {.kind = ParameterKind::Whole,
                .applies = [](const Scenario& s) { return s.workload.batch_mode == BatchMode::Total; }}),
        plan_row(plan_dimension_of<&Plan::micro_batch>),
        number({"document_length", PLATEAU_TEXT("Document"), "batch",
                PLATEAU_TEXT("Tokens of a document where several are packed into a sequence and attention stays within "
                             "each: the mean, every document weighted by its tokens. Attention then costs this length, "
                             "not the sequence's, and MFU and HFU count it so."),
                PLATEAU_TEXT("the whole sequence"),
                PLATEAU_TEXT("packed documents, packing, sample packing, variable length")},
               {Unit::Tokens, Log2, 1, 16777216}, [](auto& s) -> auto& { return s.workload.document_length; },
               {.kind = ParameterKind::Whole,
                .on_step = NeverFaster,
                .advanced = true,
                .zero_name = "sequence",
                .zero_label = PLATEAU_TEXT("the sequence")})};
}

namespace {

int place_of(const PlanDimension& dimension, const std::string& name)
{
    const auto found = std::find_if(dimension.options.begin(), dimension.options.end(),
                                    [&](const PlanOption& option) { return option.name == name; });
    return int(found - dimension.options.begin());
}

Value value_of(const PlanDimension& dimension, const Scenario& scenario)
{
    const int value = dimension.get(scenario.plan);
    return dimension.options.empty() ? Value(double(value)) : Value(plan_value_name(dimension, value));
}

void set_value(const PlanDimension& dimension, Scenario& scenario, const Value& value)
{
    const auto* name = std::get_if<std::string>(&value);
    const double number = name ? place_of(dimension, *name) : std::get<double>(value);
    dimension.set(scenario.plan, dimension.is_switch ? int(number != 0) : int(number));
}

} // namespace

TrainingParameter plan_row(const PlanDimension& dimension)
{
    const ParameterKind kind = !dimension.options.empty() ? ParameterKind::Choice
        : dimension.is_switch                             ? ParameterKind::Switch
                                                          : ParameterKind::Whole;
    TrainingParameter row = named(
        {dimension.key, dimension.label, dimension.group, dimension.help, dimension.provenance, dimension.also}, kind);
    if (kind == ParameterKind::Whole) {
        row.unit = dimension.unit;
        row.scale = Log2;
        row.minimum = 1;
        row.maximum = dimension.most;
        row.zero_name = dimension.zero_name;
        row.zero_label = dimension.zero_label;
    }
    for (const PlanOption& option : dimension.options)
        row.options.push_back({option.name, option.label, option.help});
    row.may_be_auto = dimension.searched;
    row.advanced = dimension.advanced;
    row.get = [&dimension](const Scenario& s) { return value_of(dimension, s); };
    row.set = [&dimension](Scenario& s, const Value& value) { set_value(dimension, s, value); };
    row.applies = [&dimension](const Scenario& s) { return applies(dimension, s.plan, s.workload.shape.experts > 0); };
    return row;
}

std::vector<TrainingParameter> plan()
{
    std::vector<TrainingParameter> rows;
    for (const PlanDimension* dimension : plan_table::among_parameters)
        if (dimension->group == std::string_view("plan"))
            rows.push_back(plan_row(*dimension));
    return rows;
}

} // namespace plateau::training_rows
