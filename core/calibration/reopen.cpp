// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/reopen.h"

#include <cmath>

#include "core/question/scenario/parameter_table.h"

namespace plateau::evidence {

namespace {

constexpr double same_prediction = 1e-3;
constexpr double same_value = 1e-9;

/// What no parameter row can change about a model.
int likeness(const catalog::ModelShape& offered, const catalog::ModelShape& wanted)
{
    int same = 0;
    same += offered.experts == wanted.experts && offered.experts_per_token == wanted.experts_per_token
            && offered.shared_experts == wanted.shared_experts
        ? 1000
        : 0;
    same += offered.gated == wanted.gated && offered.clamped == wanted.clamped ? 400 : 0;
    same += offered.rotary == wanted.rotary && offered.alibi == wanted.alibi ? 200 : 0;
    same += offered.linear_bias == wanted.linear_bias ? 100 : 0;
    same += offered.tied_embeddings == wanted.tied_embeddings ? 50 : 0;
    same += offered.qkv_bias == wanted.qkv_bias ? 25 : 0;
    same += offered.layers == wanted.layers && offered.hidden == wanted.hidden && offered.ffn == wanted.ffn ? 10 : 0;
    same += offered.heads == wanted.heads && offered.kv_heads == wanted.kv_heads ? 5 : 0;
    same += offered.vocab == wanted.vocab ? 3 : 0;
    return same;
}

std::string nearest_model(const catalog::Catalog& catalog, const catalog::ModelShape& wanted)
{
    if (const catalog::ModelShape* same = catalog.model(wanted.id); same && likeness(*same, wanted) >= 1750)
        return same->id;
    std::string best;
    int most = -1;
    for (const catalog::ModelShape& shape : catalog.models)
        if (const int same = likeness(shape, wanted); same > most) {
            most = same;
            best = shape.id;
        }
    return best;
}

bool same(const Value& a, const Value& b)
{
    const double* x = std::get_if<double>(&a);
    const double* y = std::get_if<double>(&b);
    if (!x || !y)
        return a == b;
    return *x == *y || std::abs(*x - *y) <= same_value * std::max(std::abs(*x), std::abs(*y));
}

/// Parameters the run decides; prices, power and the length of the training run are not its business.
bool is_of_the_run(const TrainingParameter& row)
{
    return row.kind != ParameterKind::Name && row.key != "sequences_per_gpu" && row.key != "tokens"
        && row.key != "usd_per_gpu_hour" && row.unit != units::Unit::Watts && row.key != "pue";
}

} // namespace

Expected<Reopened> reopen(const catalog::Catalog& catalog, const Case& run, const Row& row, Workspace& workspace)
{
    if (!run.missing.empty())
        return failure({PLATEAU_TEXT("%1 cannot be predicted: %2 is missing or impossible"),
                        {Verbatim{row.id}, Verbatim{run.missing}}},
                       row.where);
    const Scenario& posed = run.posed.scenario;
    Scenario wanted;
    wanted.title = row.id;
    wanted.notes = row.source + "\n" + row.url + (row.notes.empty() ? "" : "\n" + row.notes);
    wanted.overrides["hardware"] = posed.cluster.accelerator.id;
    wanted.overrides["model"] = nearest_model(catalog, posed.workload.shape);
    wanted.overrides["stack"] = posed.assumptions.stack.id;
    // What follows from an override may change what others default to: until nothing differs any more.
    Expected<Scenario> scenario = resolve(catalog, wanted);
    for (int round = 0; round < 4 && scenario; ++round) {
        bool changed = false;
        for (const TrainingParameter& parameter : training_parameters().rows()) {
            if (!is_of_the_run(parameter))
                continue;
            const Value value = parameter.get(posed);
            if (same(value, parameter.get(*scenario)) || !check_value(parameter, value))
                continue;
            scenario->overrides[parameter.key] = value;
            changed = true;
        }
        if (!changed)
            break;
        scenario = resolve(catalog, std::move(*scenario));
    }
    if (!scenario)
        return tl::unexpected(scenario.error());
    Reopened result{std::move(*scenario), 0, false};
    const Prediction before = predict(run, row, workspace);
    const Parts after = evaluate(*prepare(result.scenario), result.scenario.plan, workspace);
    result.step_seconds = after.step_seconds;
    result.exact = after.possible() && std::abs(after.step_seconds / before.step_seconds - 1) <= same_prediction
        && std::abs(after.memory_bytes / before.parts.memory_bytes - 1) <= same_prediction;
    return result;
}

} // namespace plateau::evidence
