// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/plan/plan_dimensions.h"
#include "core/question/scenario/training_rows.h"

namespace plateau::training_rows {

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
