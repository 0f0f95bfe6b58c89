// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/catalog/model_sizes.h"
#include "core/question/scenario/find_entry.h"
#include "core/question/scenario/parameter_table.h"
#include "core/question/scenario/parameter_table_impl.h"
#include "core/question/scenario/scenario_file.h"
#include "core/text/messages/words.h"

namespace plateau {

namespace {

constexpr const char* default_hardware = "h100_sxm";
constexpr const char* default_model = "llama2_7b";
constexpr const char* default_stack = "pytorch_fsdp_2024";

/// By its ending, or because it is there.
bool looks_like_file(const std::string& text)
{
    const auto ends = [&](const char* ending) { return text.ends_with(ending); };
    std::error_code none;
    return ends(".yaml") || ends(".yml") || ends(".json")
        || (text.find('/') != std::string::npos && std::filesystem::exists(text, none));
}

std::string chosen(const Scenario& scenario, const char* key, const char* otherwise)
{
    const auto found = scenario.overrides.find(key);
    if (found == scenario.overrides.end())
        return otherwise;
    const std::string* text = std::get_if<std::string>(&found->second);
    return text ? *text : std::string();
}

std::optional<double> number(const Scenario& scenario, const char* key)
{
    const auto found = scenario.overrides.find(key);
    if (found == scenario.overrides.end())
        return {};
    return std::get<double>(found->second);
}

void keep_canonical(Scenario& scenario, const char* key, const std::string& id)
{
    if (scenario.overrides.count(key))
        scenario.overrides[key] = id;
}

/// Keys known, values legal, `auto` only among the open keys, nothing both open and locked.
std::optional<Error> check_choices(Scenario& scenario)
{
    for (auto entry = scenario.overrides.begin(); entry != scenario.overrides.end();) {
        const auto row = training_parameters().require(entry->first);
        if (!row)
            return row.error();
        const auto value = check_value(**row, entry->second);
        if (!value)
            return value.error();
        if (is_auto(entry->second) && (*row)->may_be_auto) {
            scenario.open.insert(entry->first);
            entry = scenario.overrides.erase(entry);
        } else {
            ++entry;
        }
    }
    for (const auto* keys : {&scenario.open, &scenario.locked}) {
        for (const std::string& key : *keys) {
            const auto row = training_parameters().require(key);
            if (!row)
                return row.error();
            if (!(*row)->may_be_auto)
                return Error{{PLATEAU_TEXT("%1 is not part of the plan: a search neither chooses nor keeps it"),
                              {Verbatim{key}}},
                             {},
                             {}};
        }
    }
    for (const std::string& key : scenario.open) {
        scenario.overrides.erase(key);
        if (scenario.locked.count(key))
            return Error{{PLATEAU_TEXT("%1 is both auto and locked"), {Verbatim{key}}}, {}, {}};
    }
    return {};
}

Expected<catalog::ModelShape> find_model(const catalog::Catalog& catalog, const std::string& name)
{
    if (name.starts_with('{'))
        return catalog::read_written_model(name);
    if (!catalog.model(name) && looks_like_file(name)) {
        auto shape = catalog::read_model(name);
        if (shape)
            shape->id = name;
        return shape;
    }
    const std::string own
        = name.substr(name.rfind('/') + 1); // "meta-llama/Llama-3.1-8B": whose it is, is no part of it
    const auto entry
        = find_entry(catalog.models, own, PLATEAU_TEXT("%1 is not a known model"), "plateau catalog models");
    if (!entry)
        return tl::make_unexpected(entry.error());
    return **entry;
}

std::optional<Error> resolve_names(const catalog::Catalog& catalog, Scenario& scenario)
{
    const auto accelerator = find_entry(catalog.accelerators, chosen(scenario, "hardware", default_hardware),
                                        PLATEAU_TEXT("%1 is not a known accelerator"), "plateau catalog accelerators");
    if (!accelerator)
        return accelerator.error();
    auto shape = find_model(catalog, chosen(scenario, "model", default_model));
    if (!shape)
        return shape.error();
    const auto stack = find_entry(catalog.stacks, chosen(scenario, "stack", default_stack),
                                  PLATEAU_TEXT("%1 is not a known software stack"), "plateau catalog stacks");
    if (!stack)
        return stack.error();
    if ((*accelerator)->tiers.size() < 2)
        return Error{{PLATEAU_TEXT("%1 has no scale-out network"), {Verbatim{(*accelerator)->title}}},
                     (*accelerator)->file,
                     {PLATEAU_TEXT("two or more tiers"), {}}};
    scenario.cluster.accelerator = **accelerator;
    scenario.cluster.tiers = (*accelerator)->tiers;
    scenario.workload.shape = std::move(*shape);
    scenario.assumptions.stack = **stack;
    keep_canonical(scenario, "hardware", (*accelerator)->id);
    keep_canonical(scenario, "model", scenario.workload.shape.id);
    keep_canonical(scenario, "stack", (*stack)->id);
    return {};
}

bool has(const catalog::Accelerator& accelerator, Precision precision)
{
    return accelerator.peak_flops[static_cast<std::size_t>(precision)] > 0;
}

Precision default_precision(const catalog::Accelerator& accelerator, const catalog::Stack& stack)
{
    const auto runs = [&](Precision precision) {
        return has(accelerator, precision)
            && (stack.precisions.empty()
                || std::find(stack.precisions.begin(), stack.precisions.end(), precision) != stack.precisions.end());
    };
    if (runs(Precision::Bf16))
        return Precision::Bf16;
    const auto first = std::find_if(stack.precisions.begin(), stack.precisions.end(), runs);
    if (first != stack.precisions.end())
        return *first;
    return has(accelerator, Precision::Bf16) ? Precision::Bf16 : Precision::Fp16;
}

AttentionKernel default_attention(const catalog::Accelerator& accelerator, AttentionKernel usual)
{
    if (catalog::is_flash(usual) && !has(accelerator, Precision::Bf16))
        return AttentionKernel::FusedSoftmax;
    if (usual == AttentionKernel::Flash3 && !has(accelerator, Precision::Fp8))
        return AttentionKernel::Flash2;
    return usual;
}

/// Sets what follows from a dimension of the model that the user changed.
void follow_custom_shape(const Scenario& scenario, catalog::ModelShape& shape)
{
    const catalog::ModelShape model = shape;
    const int hidden = static_cast<int>(number(scenario, "hidden").value_or(model.hidden));
    const int heads = static_cast<int>(number(scenario, "heads").value_or(model.heads));
    if (hidden != model.hidden || heads != model.heads)
        shape.head_dim = std::max(1, hidden / heads);
    if (heads != model.heads && (model.kv_heads == model.heads || heads % model.kv_heads != 0))
        shape.kv_heads = heads;
    if (hidden != model.hidden)
        shape.ffn = std::max(1, static_cast<int>(std::lround(static_cast<double>(model.ffn) / model.hidden * hidden)));
    const int layers = static_cast<int>(number(scenario, "layers").value_or(model.layers));
    if (layers != model.layers)
        catalog::set_layers(shape, layers);
    for (const catalog::ShapeSize& size : catalog::shape_sizes())
        if (const auto value = number(scenario, size.key))
            catalog::follow_size(shape, size.key, static_cast<int>(*value));
}

void follow_schedule(const Scenario& scenario, Plan& plan)
{
    const std::string schedule = chosen(scenario, "schedule", "");
    if (schedule.empty() && number(scenario, "virtual_stages").value_or(1) > 1)
        plan.schedule = PipelineSchedule::Interleaved;
    if (schedule == plateau::name(PipelineSchedule::Interleaved))
        plan.virtual_stages = 2;
}

/// One value of an assumptions file; the error stands at its place.
Expected<void> assume(Scenario& scenario, const catalog::AssumedValue& assumed)
{
    const auto row = training_parameters().require(assumed.key);
    const auto value = row ? parse_value(**row, assumed.value) : tl::make_unexpected(row.error());
    if (!value) {
        Error error = value.error();
        error.where = assumed.where;
        return tl::unexpected(std::move(error));
    }
    (*row)->set(scenario, *value);
    return {};
}

/// The values of the assumptions files, later files over earlier ones. What read_presets() refused is not among them.
void apply_assumptions(const catalog::Catalog& catalog, Scenario& scenario)
{
    std::vector<catalog::AssumedValue>& kept = scenario.assumptions.assumed.edit();
    for (const catalog::AssumedValues& file : catalog.assumptions)
        for (const catalog::AssumedValue& assumed : file.values) {
            if (!assume(scenario, assumed))
                continue;
            std::erase_if(kept, [&](const catalog::AssumedValue& other) { return other.key == assumed.key; });
            kept.push_back(assumed);
        }
}

/// The value chosen, else the usual one.
template<class Kind>
Kind chosen_kind(const Scenario& scenario, const char* key, Kind usual)
{
    return from_name<Kind>(chosen(scenario, key, plateau::name(usual))).value_or(usual);
}

/// In chunks where nothing could train on one sequence with all its logits at once.
catalog::Loss default_loss(const Scenario& scenario)
{
    const catalog::Stack& stack = scenario.assumptions.stack;
    const catalog::ModelShape& shape = scenario.workload.shape;
    const double tokens = number(scenario, "sequence").value_or(shape.default_sequence)
        / number(scenario, "cp").value_or(scenario.plan.cp);
    const double width = number(scenario, "vocab").value_or(shape.vocab)
        / (stack.constants.vocab_parallel_loss > 0 ? number(scenario, "tp").value_or(scenario.plan.tp) : 1);
    const double bytes = stack.constants.logit_bytes * tokens * width;
    const bool too_large = bytes > usable_memory_bytes(scenario.cluster.accelerator) / 2;
    return stack.loss == catalog::Loss::Whole && too_large ? catalog::Loss::Chunked : stack.loss;
}

void follow_names(Scenario& scenario)
{
    const catalog::Accelerator& accelerator = scenario.cluster.accelerator;
    const catalog::Stack& stack = scenario.assumptions.stack;
    scenario.cluster.gpus = Cluster{}.gpus;
    scenario.workload.sequence = scenario.workload.shape.default_sequence;
    scenario.workload.precision = default_precision(accelerator, stack);
    scenario.assumptions.attention = default_attention(
        accelerator, catalog::usual_attention(stack, chosen_kind(scenario, "precision", scenario.workload.precision)));
    scenario.assumptions.dispatcher = stack.dispatcher;
    scenario.assumptions.expert_products = stack.expert_products;
    scenario.assumptions.loss = default_loss(scenario);
    scenario.assumptions.graphs
        = catalog::usual_graphs(stack, accelerator.generation, scenario.workload.shape.experts > 0);
    scenario.assumptions.usd_per_gpu_hour = accelerator.price.usd_per_gpu_hour;
    scenario.assumptions.money.usd_per_gpu = accelerator.purchase.usd;
    scenario.plan.dp_mode = stack.default_sharding;
    scenario.plan.recompute = stack.default_recompute;
    scenario.plan.sequence_parallel = stack.default_sequence_parallel;
    follow_formats(scenario.assumptions.numerics, chosen_kind(scenario, "optimizer", OptimizerKind::Adam),
                   chosen_kind(scenario, "precision", scenario.workload.precision));
    follow_schedule(scenario, scenario.plan);
    follow_custom_shape(scenario, scenario.workload.shape);
}

} // namespace

const catalog::AssumedValue* assumed_value(const Assumptions& assumptions, const std::string& key)
{
    const auto found = std::find_if(assumptions.assumed.begin(), assumptions.assumed.end(),
                                    [&](const catalog::AssumedValue& assumed) { return assumed.key == key; });
    return found == assumptions.assumed.end() ? nullptr : &*found;
}

catalog::Catalog read_presets(const std::vector<std::filesystem::path>& folders)
{
    catalog::Catalog catalog = catalog::read(folders);
    Scenario tried;
    for (catalog::AssumedValues& file : catalog.assumptions)
        std::erase_if(file.values, [&](const catalog::AssumedValue& value) {
            const auto assumed = assume(tried, value);
            if (!assumed)
                catalog.problems.push_back(assumed.error());
            return !assumed;
        });
    return catalog;
}

Expected<Scenario> resolve(const catalog::Catalog& catalog, Scenario scenario)
{
    Scenario result;
    static_cast<Choices&>(result) = std::move(scenario);
    if (auto error = check_choices(result))
        return tl::make_unexpected(std::move(*error));
    if (auto error = resolve_names(catalog, result))
        return tl::make_unexpected(std::move(*error));
    if (auto physics = catalog::has_physics(catalog); !physics)
        return tl::make_unexpected(std::move(physics.error()));
    result.assumptions.physics = catalog.physics;
    result.assumptions.programs = catalog.programs;
    apply_assumptions(catalog, result);
    follow_names(result);
    std::size_t left = result.overrides.size();
    for (const TrainingParameter& row : training_parameters().rows()) {
        const auto found = left > 0 ? result.overrides.find(row.key) : result.overrides.end();
        if (found == result.overrides.end())
            continue;
        --left;
        if (row.kind != ParameterKind::Name)
            row.set(result, found->second);
    }
    if (auto wrong = catalog::wrong_size(result.workload.shape))
        return tl::make_unexpected(std::move(wrong->error));
    if (result.plan.schedule != PipelineSchedule::Interleaved)
        result.plan.virtual_stages = 1;
    return result;
}

Expected<Scenario> default_scenario(const catalog::Catalog& catalog) { return resolve(catalog, {}); }

} // namespace plateau
