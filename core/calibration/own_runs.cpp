// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/own_runs.h"

#include "core/calibration/reopen.h"
#include "core/evidence/shape.h"
#include "core/question/scenario/parameter_table.h"

namespace plateau::evidence {

namespace {

struct NamedCell {
    const char* column;
    std::string text;
};

std::string number(double value) { return units::exact(value, units::Unit::None); }

/// Empty where the catalog's model of that name has the same: its name says it all.
void add_sizes(std::vector<NamedCell>& cells, const catalog::Catalog& catalog, const catalog::ModelShape& shape)
{
    const catalog::ModelShape* known = catalog.model(shape.id);
    const bool same = known && known->layers == shape.layers && known->hidden == shape.hidden
        && known->heads == shape.heads && known->kv_heads == shape.kv_heads && known->head_dim == shape.head_dim
        && known->ffn == shape.ffn && known->vocab == shape.vocab;
    const auto size = [&](const char* column, int value) {
        cells.push_back({column, same ? std::string() : number(value)});
    };
    size("layers", shape.layers);
    size("hidden", shape.hidden);
    size("heads", shape.heads);
    size("kv_heads", shape.kv_heads);
    size("head_dim", shape.head_dim);
    size("ffn", shape.ffn);
    size("vocab", shape.vocab);
    cells.push_back({"params_b", same ? std::string() : number(catalog::total_parameters(shape) / 1e9)});
}

/// The data degree differs from row to row.
bool follows_gpus(const PlanDimension& dimension) { return &dimension == &plan_dimension_of<&Plan::dp>; }

/// Empty where it has no effect, or follows.
std::string plan_cell(const PlanDimension& dimension, const Plan& plan)
{
    const int value = dimension.get(plan);
    const bool said = applies(dimension, plan) && (dimension.is_switch || !dimension.options.empty() || value > 0);
    return said ? plan_value_name(dimension, value) : std::string();
}

std::vector<NamedCell> row_of(const catalog::Catalog& catalog, const Scenario& scenario, double gpus)
{
    const Cluster& cluster = scenario.cluster;
    const Workload& workload = scenario.workload;
    const Plan& plan = scenario.plan;
    const double batch = workload.batch_mode == BatchMode::Total ? workload.global_batch
                                                                 : std::round(workload.sequences_per_gpu * gpus);
    std::vector<NamedCell> cells{
        {"id", number(gpus) + " GPUs"}, {"gpu", cluster.accelerator.id}, {"n_gpus", number(gpus)}};
    const bool hosts = cluster.tiers.size() > 1;
    cells.push_back({"gpus_per_node", hosts ? number(cluster.tiers[0].domain_size) : std::string()});
    cells.push_back(
        {"nic_gbps_per_gpu", hosts ? number(cluster.tiers[1].bandwidth_bytes_per_s * 8e-9) : std::string()});
    cells.push_back({"model", workload.shape.id});
    add_sizes(cells, catalog, workload.shape);
    cells.push_back({"seq", number(workload.sequence)});
    cells.push_back({"global_batch_seqs", number(batch)});
    for (const PlanDimension* dimension : plan_table::in_tables)
        if (*dimension->cell && !follows_gpus(*dimension))
            cells.push_back({dimension->cell, plan_cell(*dimension, plan)});
    const std::vector<NamedCell> rest{{"precision", plateau::name(workload.precision)},
                                      {"attention_kernel", plateau::name(scenario.assumptions.attention)},
                                      {"step_time_s", {}},
                                      {"tokens_per_s_per_gpu", {}},
                                      {"mfu", {}},
                                      {"memory_gb", {}}};
    cells.insert(cells.end(), rest.begin(), rest.end());
    return cells;
}

} // namespace

std::string own_table(const catalog::Catalog& catalog, const Scenario& scenario)
{
    std::vector<double> counts;
    const auto& tiers = scenario.cluster.tiers;
    const double domain = tiers.empty() ? scenario.cluster.gpus : tiers.front().domain_size;
    const double model = double(scenario.plan.tp) * scenario.plan.pp * scenario.plan.cp;
    if (scenario.workload.batch_mode == BatchMode::PerGpu && domain < scenario.cluster.gpus && model <= domain)
        counts.push_back(domain);
    counts.push_back(scenario.cluster.gpus);

    std::string text
        = "# One row per measured run. Fill in step_time_s (seconds of one optimizer step),\n"
          "# tokens_per_s_per_gpu or mfu, and memory_gb (as nvidia-smi shows it) if known; correct the rest.\n"
          "# Rows without a measured time are passed over; an empty cell takes the software's default.\n";
    bool headed = false;
    for (const double gpus : counts) {
        std::vector<std::string> header, row;
        for (const NamedCell& cell : row_of(catalog, scenario, gpus)) {
            header.emplace_back(cell.column);
            row.push_back(cell.text);
        }
        text += (headed ? std::string() : files::csv_line(header)) + files::csv_line(row);
        headed = true;
    }
    return text;
}

Expected<void> add_run(Sample& sample, const Scenario& scenario, const TypedRun& run)
{
    const WorkspacePointer workspace = make_workspace();
    const Parts parts = evaluate(*prepare(scenario), scenario.plan, *workspace);
    if (!parts.possible())
        return failure({PLATEAU_TEXT("the scenario's plan is not possible: it cannot have been run"), {}},
                       obstacle_key(parts.obstacle));
    if (!(run.step_seconds > 0) && !(run.tokens_per_s > 0))
        return failure({PLATEAU_TEXT("nothing was measured"), {}}, {},
                       {PLATEAU_TEXT("a step time, or tokens per second of all GPUs"), {}});
    Row row;
    row.id = run.id;
    row.gpu = scenario.cluster.accelerator.id;
    row.gpus = scenario.cluster.gpus;
    row.sequence = scenario.workload.sequence;
    row.global_batch = parts.global_batch;
    row.step_seconds
        = run.step_seconds > 0 ? run.step_seconds : parts.global_batch * scenario.workload.sequence / run.tokens_per_s;
    if (run.memory_bytes > 0)
        row.memory_bytes = run.memory_bytes;
    Case one;
    one.posed.scenario = scenario;
    one.posed.framework_known = true;
    sample.rows.push_back(std::move(row));
    sample.cases.push_back(std::move(one));
    return {};
}

} // namespace plateau::evidence

namespace plateau::answers {

Calibration::Value Calibration::compute(const Key& key, Work& work)
{
    const catalog::Stack* base = work.catalog().stack(key.base);
    evidence::Sample sample;
    const WorkspacePointer workspace = make_workspace();
    const evidence::Names names(work.catalog());
    for (const OwnRun& run : *key.runs) {
        if (!run.scenario) {
            sample.rows.push_back(run.row);
            evidence::take_measure(names, sample.rows.back());
            sample.cases.push_back(evidence::make_case(names, sample.rows.back(), *workspace, base));
            continue;
        }
        Scenario scenario = *run.scenario;
        scenario.assumptions.stack = *base;
        static_cast<void>(evidence::add_run(sample, scenario, run.typed));
    }
    return evidence::calibrate(sample, *base, work.data().claims().reach);
}

} // namespace plateau::answers

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
