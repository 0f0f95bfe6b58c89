// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/suggestions.h"

#include "core/answers/plans.h"

namespace plateau::answers {

namespace {

constexpr double smallest_gain = 0.01;
constexpr std::ptrdiff_t stops_up = 2, stops_down = 1;

constexpr const char* release_key = "stack";

/// Whether a person could change the parameter: the plan, the machine, what software can be asked for, its release.
bool may_turn(const TrainingParameter& row, const Scenario& scenario)
{
    const bool group = row.group == "plan" || row.group == "batch" || row.group == "cluster"
        || (row.group == "assumptions" && row.kind == ParameterKind::Choice);
    return (group || row.key == release_key) && row.key != "gpus" && scenario.locked.count(row.key) == 0
        && (row.kind != ParameterKind::Name || row.key == release_key) && (!row.applies || row.applies(scenario));
}

/// Other releases of the same program that compute in the scenario's number format.
std::vector<Value> other_releases(const catalog::Catalog& catalog, const Scenario& scenario)
{
    const catalog::Stack& own = scenario.assumptions.stack;
    std::vector<Value> ids;
    for (const catalog::Stack& stack : catalog.stacks) {
        const bool same = !own.frameworks.empty() && !stack.frameworks.empty() && !stack.is_own()
            && stack.frameworks.front() == own.frameworks.front();
        if (same && stack.id != own.id && stack.last_year >= own.last_year
            && (stack.precisions.empty() || std::ranges::count(stack.precisions, scenario.workload.precision) > 0))
            ids.emplace_back(stack.id);
    }
    return ids;
}

void add_once(std::vector<std::string>& keys, const std::string& key)
{
    if (std::find(keys.begin(), keys.end(), key) == keys.end())
        keys.push_back(key);
}

/// What the parts name as remedies, those of the largest part first.
std::vector<std::string> remedy_keys(const Parts& parts, Part first, Part end)
{
    std::vector<Part> order;
    for (int part = int(first); part < int(end); ++part)
        if (parts[Part(part)] > 0)
            order.push_back(Part(part));
    std::stable_sort(order.begin(), order.end(), [&](Part a, Part b) { return parts[a] > parts[b]; });
    std::vector<std::string> keys;
    for (const Part part : order)
        for (const char* key : remedies(part))
            if (key)
                add_once(keys, key);
    return keys;
}

std::vector<Value> neighbours(const TrainingParameter& row, const Scenario& scenario)
{
    const Value current = row.get(scenario);
    std::vector<Value> values;
    if (row.kind == ParameterKind::Choice) {
        for (const Option& option : row.options)
            if (Value(option.value) != current && (!row.available || row.available(scenario, option.value)))
                values.emplace_back(option.value);
        return values;
    }
    const double here = std::get<double>(current);
    if (row.kind == ParameterKind::Switch)
        return {Value(here != 0 ? 0.0 : 1.0)};
    const std::vector<double> all = stops(row);
    const auto next = std::upper_bound(all.begin(), all.end(), here);
    for (auto stop = next; stop != all.end() && stop - next < stops_up; ++stop)
        values.emplace_back(*stop);
    const auto below = std::lower_bound(all.begin(), all.end(), here);
    for (auto stop = below; stop != all.begin() && below - stop < stops_down;)
        values.emplace_back(*--stop);
    return values;
}

/// The GPUs of the whole hosts of a cluster that ends within a host. Empty where it has no whole host, or only such.
std::optional<double> whole_hosts(const Scenario& scenario)
{
    const double host = scenario.cluster.accelerator.per_host;
    const double whole = host * std::floor(scenario.cluster.gpus / host);
    return whole > 0 && whole < scenario.cluster.gpus && scenario.locked.count("gpus") == 0 ? std::optional(whole)
                                                                                            : std::nullopt;
}

/// Stops by their distance in steps from `current`, the smaller first.
std::vector<Value> by_distance(const std::vector<double>& stops, double current)
{
    std::vector<Value> ordered;
    const auto middle = std::lower_bound(stops.begin(), stops.end(), current) - stops.begin();
    const auto count = static_cast<std::ptrdiff_t>(stops.size());
    for (std::ptrdiff_t distance = 0; distance <= count; ++distance)
        for (const std::ptrdiff_t index : {middle - 1 - distance, middle + distance})
            if (index >= 0 && index < count && stops[static_cast<std::size_t>(index)] != current)
                ordered.emplace_back(stops[static_cast<std::size_t>(index)]);
    return ordered;
}

/// The legal value of one parameter closest to its current one with which the scenario fits, everything else kept:
/// the stops of a number below and above in turn, or the options of a choice in their order. Nothing when none does.
std::optional<Value> nearest_fit(const catalog::Catalog& catalog, const Scenario& scenario, const std::string& key)
{
    const TrainingParameter* row = training_parameters().find(key);
    if (!row || row->kind == ParameterKind::Name)
        return {};
    const Value current = row->get(scenario);
    std::vector<Value> candidates;
    if (row->kind == ParameterKind::Choice) {
        for (const Option& option : row->options)
            if (Value(option.value) != current)
                candidates.emplace_back(option.value);
    } else if (row->kind != ParameterKind::Switch)
        candidates = by_distance(stops(*row), std::get<double>(current));
    const auto workspace = make_workspace();
    const search::OpenKeys open = search::open_keys(scenario, search::PlanChoice::Best);
    for (const Value& candidate : candidates) {
        const auto changed = with_value(catalog, scenario, key, candidate);
        if (!changed)
            continue;
        const auto prepared = prepare(*changed);
        const Parts parts = evaluate(*prepared, plan(*prepared), *workspace);
        if (parts.fits() && search::may_propose(*prepared, open, parts.plan))
            return candidate;
    }
    return {};
}

class Trials {
public:
    Trials(const catalog::Catalog& catalog, const Scenario& scenario, const search::OpenKeys& open,
           search::PlanSearch& search, const search::SearchOptions& options, const Plan& now)
        : catalog_(catalog), scenario_(scenario), open_(open), search_(search), options_(options),
          is_run_now_(runs(*prepare(scenario), now))
    {
    }

    /// Fills in `parts`; false where nobody can ask that.
    bool try_out(Suggestion& suggestion)
    {
        const auto changed = with_value(catalog_, scenario_, suggestion.key, suggestion.value);
        if (!changed)
            return false;
        const auto prepared = prepare(*changed);
        suggestion.called = suggestion.key == release_key ? changed->assumptions.stack.title : std::string();
        suggestion.parts = search::best_plan(search_, *prepared, open_, options_);
        return suggestion.parts.fits() && (!is_run_now_ || runs(*prepared, suggestion.parts.plan));
    }

private:
    bool runs(const Prepared& prepared, const Plan& plan) const
    {
        return search::may_propose(prepared, search::open_keys(scenario_, search::PlanChoice::Best), plan);
    }

    const catalog::Catalog& catalog_;
    const Scenario& scenario_;
    const search::OpenKeys& open_;
    search::PlanSearch& search_;
    const search::SearchOptions& options_;
    bool is_run_now_; ///< by the software: then nothing is suggested that it does not run
};

/// The best plan where another is given; nothing where that is the best one, or where none fits.
std::optional<Suggestion> best_plan_instead(const Scenario& scenario, const Parts& now, search::PlanSearch& search,
                                            const search::SearchOptions& options)
{
    const search::OpenKeys all = search::open_keys(scenario, search::PlanChoice::Best);
    if (!all.any())
        return std::nullopt;
    Suggestion best{best_plan_key, {}, search::best_plan(search, *prepare(scenario), all, options), 0};
    best.gain = now.fits() ? best.parts.tokens_per_s / now.tokens_per_s - 1 : std::numeric_limits<double>::quiet_NaN();
    return best.parts.fits() && !(best.gain < smallest_gain) ? std::optional(best) : std::nullopt;
}

} // namespace

Expected<Scenario> with_suggestion(const catalog::Catalog& catalog, const Scenario& scenario,
                                   const Suggestion& suggestion)
{
    return suggestion.key == best_plan_key ? with_plan(catalog, scenario, suggestion.parts.plan)
                                           : with_value(catalog, scenario, suggestion.key, suggestion.value);
}

std::vector<Suggestion> suggestions(const catalog::Catalog& catalog, const Scenario& scenario,
                                    const search::OpenKeys& open, search::PlanSearch& search,
                                    const search::SearchOptions& options, std::size_t most)
{
    const auto prepared = prepare(scenario);
    const Parts now = search::best_plan(search, *prepared, open, options);
    Trials trials(catalog, scenario, open, search, options, now.plan);
    std::vector<std::string> keys;
    if (!now.possible())
        for (const char* key :
             {obstacle_key(now.obstacle), "sequences_per_gpu", "global_batch", "gpus", "tp", "pp", "dp"})
            add_once(keys, key);
    else if (now.fits())
        keys = remedy_keys(now, Part::MatrixMultiply, first_memory_part);
    else {
        keys = remedy_keys(now, first_memory_part, first_power_part);
        for (const TrainingParameter& row : training_parameters().rows())
            if (is_plan_key(row.key)) // each may divide what fills the memory
                add_once(keys, row.key);
    }
    std::vector<Suggestion> found;
    const auto add = [&found](const Suggestion& one) { // 1F1B, and one virtual stage: the same
        if (std::ranges::none_of(found, [&](const auto& other) { return other.parts.value == one.parts.value; }))
            found.push_back(one);
    };
    for (const std::string& key : keys) {
        const TrainingParameter* row = training_parameters().find(key);
        if (options.stop.stop_requested())
            break;
        const bool more_gpus = !now.possible() && key == "gpus";
        if (!row || (!may_turn(*row, scenario) && !more_gpus) || (row->may_be_auto && open.any()))
            continue;
        Suggestion best{key, {}, {}, -1};
        if (!now.fits()) {
            const auto value = nearest_fit(catalog, scenario, key);
            if (!value)
                continue;
            best.value = *value;
            best.gain = std::numeric_limits<double>::quiet_NaN();
            if (trials.try_out(best))
                add(best);
            continue;
        }
        for (const Value& value : key == release_key ? other_releases(catalog, scenario) : neighbours(*row, scenario)) {
            Suggestion tried{key, value, {}, 0};
            if (!trials.try_out(tried))
                continue;
            tried.gain = tried.parts.tokens_per_s / now.tokens_per_s - 1;
            if (tried.gain > best.gain)
                best = tried;
        }
        if (best.gain >= smallest_gain)
            add(best);
    }
    if (!open.any() && !options.stop.stop_requested())
        if (const auto best = best_plan_instead(scenario, now, search, options))
            add(*best);
    std::ranges::stable_sort(found, std::greater(), [](const Suggestion& each) { return each.parts.tokens_per_s; });
    if (const auto gpus = now.fits() ? whole_hosts(scenario) : std::nullopt) {
        Suggestion whole{"gpus", *gpus, {}, 0};
        if (trials.try_out(whole))
            whole.gain = whole.parts.tokens_per_s / now.tokens_per_s - 1;
        if (whole.gain >= smallest_gain)
            found.insert(found.begin(), whole);
    }
    const auto plan = std::find_if(found.begin(), found.end(), [](const auto& s) { return s.key == best_plan_key; });
    if (!now.fits() && plan != found.end())
        std::rotate(found.begin(), plan, plan + 1);
    if (found.size() > most)
        found.resize(most);
    return found;
}

std::vector<Suggestion> Suggestions::compute(const Key& question, Work& work)
{
    return suggestions(work.catalog(), *question.scenario, question.open_keys(), work.tool<search::PlanSearch>(),
                       search_options(question, work));
}

NearestFit::Value NearestFit::compute(const Key& key, Work& work)
{
    return nearest_fit(work.catalog(), *key.question.scenario, key.parameter);
}

namespace {

struct ResourceName {
    const char* label;
    const char* key;
};

constexpr ResourceName resource_names[resource_count] = {
    {PLATEAU_TEXT("Compute"), ""},
    {PLATEAU_TEXT("HBM bandwidth"), ""},
    {PLATEAU_TEXT("HBM size"), ""},
    {PLATEAU_TEXT("Scale-up bandwidth"), "scale_up_bandwidth"},
    {PLATEAU_TEXT("Scale-up domain"), "nvlink_domain"},
    {PLATEAU_TEXT("Scale-out bandwidth"), "scale_out_bandwidth"},
    {PLATEAU_TEXT("Latency"), "latency_factor"},
    {PLATEAU_TEXT("Batch"), "global_batch"},
    {PLATEAU_TEXT("GPUs"), "gpus"},
};

void scale_bandwidth(catalog::NetworkTier& tier, double factor)
{
    tier.bandwidth_bytes_per_s *= factor;
    tier.pair_bytes_per_s *= factor;
}

} // namespace

const char* label(Resource resource) { return resource_names[int(resource)].label; }
const char* key(Resource resource) { return resource_names[int(resource)].key; }

Scenario scaled(Scenario scenario, Resource resource, double factor)
{
    catalog::Accelerator& accelerator = scenario.cluster.accelerator;
    std::vector<catalog::NetworkTier>& tiers = scenario.cluster.tiers;
    switch (resource) {
    case Resource::Compute:
        for (double& peak : accelerator.peak_flops)
            peak *= factor;
        break;
    case Resource::MemoryBandwidth:
        accelerator.memory_bytes_per_s *= factor;
        break;
    case Resource::MemorySize:
        accelerator.memory_bytes *= factor;
        break;
    case Resource::ScaleUpBandwidth:
        if (!tiers.empty())
            scale_bandwidth(tiers.front(), factor);
        break;
    case Resource::DomainSize:
        if (!tiers.empty())
            tiers.front().domain_size = std::max(1.0, tiers.front().domain_size * factor);
        break;
    case Resource::ScaleOutBandwidth:
        for (std::size_t tier = 1; tier < tiers.size(); ++tier)
            scale_bandwidth(tiers[tier], factor);
        break;
    case Resource::Latency:
        for (catalog::NetworkTier& tier : tiers)
            tier.latency_seconds *= factor;
        scenario.assumptions.stack.constants.latency_factor *= factor;
        break;
    case Resource::Batch:
        scenario.workload.sequences_per_gpu *= factor;
        scenario.workload.global_batch *= factor;
        break;
    case Resource::Gpus:
        scenario.cluster.gpus = std::max(1.0, std::floor(scenario.cluster.gpus * factor));
        break;
    }
    return scenario;
}

double Sensitivity::largest() const
{
    const auto size = [](double change) { return std::isnan(change) ? 1.0 : std::abs(change); };
    return std::max(size(halved_change), size(doubled_change));
}

std::vector<Sensitivity> sensitivities(const Scenario& scenario, const search::OpenKeys& open,
                                       search::PlanSearch& search, const evidence::ModelError& error,
                                       const search::SearchOptions& options)
{
    const Parts base = search::best_plan(search, *prepare(scenario), open, options);
    search::SearchOptions near_base = options;
    near_base.hints.push_back(base.plan);
    const auto answer = [&](Resource resource, double factor) {
        const auto prepared = prepare(scaled(scenario, resource, factor));
        Parts parts = search::best_plan(search, *prepared, open, near_base);
        if (resource == Resource::Batch && !parts.possible()) { // it does not divide into the micro-batches of this one
            search::OpenKeys divided = open;
            divided.set(plan_dimension_of<&Plan::micro_batch>, true);
            parts = search::best_plan(search, *prepared, divided, near_base);
        }
        return parts;
    };
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    const auto compare
        = [&](const Sensitivity& row, double factor, const Parts& parts, double& change, ReachBand& range) {
              if (!parts.fits() || !base.fits()) {
                  change = range.low = range.high = none;
                  return;
              }
              const Scenario changed = scaled(scenario, row.resource, factor);
              const auto found = evidence::difference({changed, parts}, {scenario, base}, error);
              change = found.ratio - 1;
              range = {found.range.low - 1, found.range.high - 1};
          };
    std::vector<Sensitivity> result;
    for (int index = 0; index < resource_count; ++index) {
        Sensitivity row;
        row.resource = Resource(index);
        row.halved = answer(row.resource, 0.5);
        row.doubled = answer(row.resource, 2);
        compare(row, 0.5, row.halved, row.halved_change, row.halved_range);
        compare(row, 2, row.doubled, row.doubled_change, row.doubled_range);
        result.push_back(row);
    }
    std::stable_sort(result.begin(), result.end(), [](const Sensitivity& left, const Sensitivity& right) {
        return left.largest() > right.largest();
    });
    return result;
}

search::PlanChoice Sensitivities::choice(const Key& question, const PlanPair& plans)
{
    return plans.current.fits() ? question.choice : search::PlanChoice::Best;
}

Sensitivities::Value Sensitivities::compute(const Key& question, Work& work)
{
    auto plans = plans_of(question, work);
    const Key of = question.with_choice(choice(question, *plans));
    auto rows = sensitivities(*question.scenario, of.open_keys(), work.tool<PlanTools>().searches.front(),
                              work.data().claims().reach, hinted(of, *plans, work));
    return {std::move(plans), std::move(rows)};
}

std::size_t Sensitivities::bytes(const Value& value) { return sizeof value + value.found.size() * sizeof(Sensitivity); }

} // namespace plateau::answers
