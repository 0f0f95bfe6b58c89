// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/question/limits_scenario/bridge.h"

namespace plateau {

namespace {

using Changes = std::vector<std::pair<std::string, Value>>;

constexpr const char* usual_shape = "gpt3_175b";

/// Rows of `table` that `target` has differently; both tables call them the same.
template<class Target, class Source>
void copy_differences(const ParameterTable<Target>& target_table, const Target& target,
                      const ParameterTable<Source>& source_table, const Source& source, Changes& changes)
{
    for (const char* key : {"nvlink_domain", "scale_up_bandwidth", "scale_out_bandwidth", "usd_per_gpu_hour"}) {
        const Parameter<Target>* to = target_table.find(key);
        const Parameter<Source>* from = source_table.find(key);
        if (!to || !from || (from->applies && !from->applies(source)))
            continue;
        const double wanted = std::get<double>(from->get(source));
        const double present = std::get<double>(to->get(target));
        const bool same = wanted == present || std::abs(wanted - present) <= 1e-9 * std::abs(present);
        if (!same && wanted > 0)
            changes.emplace_back(key, Value(wanted));
    }
}

/// The largest divisor of `degree` that is not above `most`.
double fitting(double degree, double most)
{
    double divisor = 1;
    while (degree / divisor > most || std::fmod(degree, divisor) != 0)
        ++divisor;
    return degree / divisor;
}

/// A whole number of heads per tensor rank that divides the width, of a size as near to `head_size` as may be.
double divisible_heads(double width, double tensor, double head_size)
{
    double best = 0;
    const auto distance = [width, head_size](double heads) { return std::abs(std::log(width / heads / head_size)); };
    for (double heads = tensor; heads <= width; heads += tensor)
        if (std::fmod(width, heads) == 0 && (best == 0 || distance(heads) < distance(best)))
            best = heads;
    return best > 0 ? best : std::max(1.0, std::floor(width / head_size));
}

void add_shape(const limits::Point& point, double sequence, double head_size, Changes& changes)
{
    const limits::Model& model = point.model;
    const double heads = divisible_heads(model.width, point.layout.tp_model * point.layout.tp_ff, head_size);
    changes.emplace_back("model", Value(std::string(usual_shape)));
    changes.emplace_back("layers", Value(std::max(1.0, std::round(model.blocks / 2))));
    changes.emplace_back("hidden", Value(model.width));
    changes.emplace_back("ffn", Value(model.inner));
    changes.emplace_back("heads", Value(heads));
    changes.emplace_back("kv_heads", Value(heads));
    changes.emplace_back("sequence", Value(sequence));
    changes.emplace_back("batch_mode", Value(std::string("total")));
    changes.emplace_back("global_batch", Value(std::max(1.0, std::round(model.batch_tokens / sequence))));
    changes.emplace_back("tokens", Value(model.tokens));
}

void add_plan(const limits::Point& point, double sequence, Changes& changes)
{
    const limits::Layout& layout = point.layout;
    const double layers = std::max(1.0, std::round(point.model.blocks / 2));
    const double pp = fitting(layout.pp, layers);
    const double dp = layout.dp * layout.pp / pp;
    const double micro_batch = point.model.batch_tokens / (sequence * layout.dp * layout.microbatches);
    changes.emplace_back("gpus", Value(point.devices));
    changes.emplace_back("dp", Value(dp));
    changes.emplace_back("tp", Value(layout.tp_model * layout.tp_ff));
    changes.emplace_back("pp", Value(pp));
    changes.emplace_back("dp_mode", Value(std::string("zero1")));
    changes.emplace_back("micro_batch", Value(std::clamp(std::round(micro_batch), 1.0, 1024.0)));
}

} // namespace

Expected<Scenario> as_training(const catalog::Catalog& catalog, const LimitsScenario& scenario,
                               const limits::Point& point)
{
    if (!point.feasible)
        return failure({PLATEAU_TEXT("no cluster finishes this run in time"), {}});
    if (point.model.experts > 1)
        return failure({PLATEAU_TEXT("the detailed estimate has no shape for this mixture of experts"), {}});
    const auto plain = default_scenario(catalog);
    if (!plain)
        return plain;
    auto hardware = with_value(catalog, *plain, "hardware", Value(scenario.accelerator.id));
    if (!hardware)
        return hardware;
    Changes changes;
    copy_differences(training_parameters(), *hardware, limits_parameters(), scenario, changes);
    if (scenario.precision != hardware->workload.precision)
        changes.emplace_back("precision", Value(std::string(name(scenario.precision))));
    const double sequence = scenario.question.rules.batch.sequence;
    const catalog::ModelShape* usual = catalog.model(usual_shape);
    add_shape(point, sequence, usual ? catalog::attention_head_dim(*usual) : 1, changes);
    add_plan(point, sequence, changes);
    auto training = with_all(catalog, *hardware, changes);
    if (!training)
        return training;
    training->shipped = false;
    training->title = scenario.title + " at " + units::format(point.model.training_flop, units::Unit::Flop);
    return training;
}

Expected<LimitsScenario> as_limits(const catalog::Catalog& catalog, const Scenario& scenario)
{
    const auto plain = default_limits_scenario(catalog);
    if (!plain)
        return plain;
    auto hardware = with_value(catalog, *plain, "hardware", Value(scenario.cluster.accelerator.id));
    if (!hardware)
        return hardware;
    Changes changes;
    copy_differences(limits_parameters(), *hardware, training_parameters(), scenario, changes);
    if (scenario.workload.precision != hardware->precision)
        changes.emplace_back("precision", Value(std::string(name(scenario.workload.precision))));
    auto limits = with_all(catalog, *hardware, changes);
    if (!limits)
        return limits;
    limits->title = scenario.title.empty() ? scenario.cluster.accelerator.title : scenario.title;
    limits->shipped = scenario.shipped && !scenario.title.empty();
    return limits;
}

} // namespace plateau
