// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/equal_hardware.h"

#include "core/answers/step.h"
#include "core/model/prepared.h"
#include "core/question/scenario/parameter_table.h"
#include "core/text/messages/words.h"

namespace plateau::answers {

namespace {

constexpr int most_corrections = 12;

constexpr BasisRow bases[] = {
    {Basis::Usd, "usd", PLATEAU_TEXT("Same money"), PLATEAU_TEXT("US$ an hour"),
     PLATEAU_TEXT("Clusters that cost as much an hour"), units::Unit::Usd,
     [](const Parts& p) { return p.usd_per_million_tokens * 1e-6 * p.tokens_per_s * units::hour; }},
    {Basis::Watts, "watts", PLATEAU_TEXT("Same power"), PLATEAU_TEXT("Facility power"),
     PLATEAU_TEXT("Clusters whose facilities draw as much"), units::Unit::Watts,
     [](const Parts& p) { return p.facility_watts; }},
    {Basis::Gpus, "gpus", PLATEAU_TEXT("Same count"), PLATEAU_TEXT("Accelerators"),
     PLATEAU_TEXT("Clusters of as many accelerators"), units::Unit::Gpus, [](const Parts& p) { return p.gpus; }},
};

/// Typed by hand, but a property of the hardware: the other one has a value of its own.
bool belongs_to_hardware(const catalog::Catalog& catalog, const Scenario& from, const Scenario& to,
                         const std::string& key)
{
    return key != "hardware" && default_value(catalog, from, key) != default_value(catalog, to, key);
}

/// Asks for the best plan on one count after the other.
class Counts {
public:
    Counts(const Scenario& scenario, const search::OpenKeys& open, const BasisRow& basis, search::PlanSearch& search,
           const search::SearchOptions& options)
        : prepared_(prepare(scenario)), open_(open), basis_(basis), search_(search), options_(options),
          accelerator_(scenario.cluster.accelerator)
    {
    }

    double host() const { return std::max(1, accelerator_.per_host); }
    /// What can be bought of so many, one host at least.
    double whole(double count) const
    {
        const double unit = std::max(host(), purchase_unit(accelerator_, count + 1e-9));
        return std::max(host(), std::floor(count / unit + 1e-9) * unit);
    }
    double above(double count) const { return count + std::max(host(), purchase_unit(accelerator_, count)); }
    double below(double count) const { return count - std::max(host(), purchase_unit(accelerator_, count - 1)); }
    /// Without the hosts or racks that the plan leaves idle, where it is as fast then.
    Parts trimmed(const Parts& parts)
    {
        double count = whole(parts.gpus_used);
        if (count < parts.gpus_used)
            count = above(count);
        if (!parts.fits() || count >= parts.gpus)
            return parts;
        const Parts fewer = at(count);
        return fewer.fits() && fewer.tokens_per_s >= parts.tokens_per_s ? fewer : parts;
    }
    Parts at(double count)
    {
        Parts parts = search::best_plan(search_, *at_gpus(*prepared_, count), open_, options_);
        if (parts.fits())
            options_.hints = {parts.plan};
        return parts;
    }
    double value(const Parts& parts) const
    {
        return parts.possible() ? basis_.value(parts) : std::numeric_limits<double>::quiet_NaN();
    }

private:
    std::shared_ptr<const Prepared> prepared_;
    const search::OpenKeys& open_;
    const BasisRow& basis_;
    search::PlanSearch& search_;
    search::SearchOptions options_;
    catalog::Accelerator accelerator_;
};

} // namespace

std::span<const BasisRow> basis_rows() { return bases; }

const BasisRow& row(Basis basis) { return bases[std::size_t(basis)]; }

const BasisRow* find_basis(const std::string& name)
{
    const auto found
        = std::find_if(std::begin(bases), std::end(bases), [&](const BasisRow& r) { return r.name == name; });
    return found == std::end(bases) ? nullptr : &*found;
}

Expected<Scenario> on_hardware(const catalog::Catalog& catalog, const Scenario& scenario, const std::string& hardware,
                               double sequences)
{
    auto other = with(catalog, scenario, "hardware", hardware);
    if (!other)
        return other;
    if (scenario.cluster.accelerator.id != hardware)
        for (const auto& [key, value] : scenario.overrides)
            if (other && belongs_to_hardware(catalog, scenario, *other, key))
                other = without(catalog, *other, key);
    if (!other)
        return other;
    return with_all(catalog, *other, {{"batch_mode", std::string("total")}, {"global_batch", sequences}});
}

EqualCluster equal_cluster(const Scenario& scenario, const search::OpenKeys& open, Basis basis, double amount,
                           search::PlanSearch& search, const search::SearchOptions& options)
{
    Counts counts(scenario, open, row(basis), search, options);
    EqualCluster answer{scenario.cluster.accelerator.id, scenario, {}, 0};
    double count = counts.whole(basis == Basis::Gpus ? amount : scenario.cluster.gpus);
    Parts parts = counts.at(count);
    if (basis != Basis::Gpus) {
        double within = 0, beyond = std::numeric_limits<double>::infinity(); // counts known to be so
        Parts best = parts;
        for (int turn = 0; turn < most_corrections && !options.stop.stop_requested(); ++turn) {
            const double value = counts.value(parts);
            if (!(value > 0))
                break;
            if (value <= amount && count > within) {
                within = count;
                best = parts;
            } else if (value > amount)
                beyond = std::min(beyond, count);
            double next = counts.whole(count * amount / value);
            const double least = counts.above(within);
            next = std::clamp(next, least, std::max(least, counts.below(beyond)));
            if (next >= beyond)
                break;
            count = next;
            parts = counts.at(count);
        }
        parts = within > 0 ? counts.trimmed(best) : parts;
    }
    answer.scenario.cluster.gpus = parts.possible() ? parts.gpus : count;
    answer.parts = parts;
    answer.value = counts.value(parts);
    return answer;
}

std::vector<std::string> compared_hardware(const Scenario& scenario)
{
    const auto found = scenario.view.find(compared_hardware_key);
    auto ids = split(found == scenario.view.end() ? "h100_sxm, b200" : found->second, ", ");
    std::erase(ids, std::string());
    return ids;
}

std::string hardware_list(const std::vector<std::string>& ids) { return joined(ids); }

std::vector<std::string> own_first(const Scenario& scenario, const std::vector<std::string>& others)
{
    std::vector<std::string> all{scenario.cluster.accelerator.id};
    for (const std::string& id : others)
        if (std::find(all.begin(), all.end(), id) == all.end())
            all.push_back(id);
    return all;
}

EqualAnswer compare_hardware(const catalog::Catalog& catalog, const Scenario& scenario,
                             const std::vector<std::string>& hardware, Basis basis, threads::Pool& pool,
                             const search::SearchOptions& options)
{
    constexpr double reach = 4; // times the largest cluster of the comparison
    EqualAnswer answer;
    answer.basis = basis;
    const search::OpenKeys open = search::open_keys(scenario, search::PlanChoice::Best);
    search::PlanSearch search;
    const Parts own = search::best_plan(search, *prepare(scenario), open, options);
    answer.amount = own.possible() ? row(basis).value(own) : 0;
    answer.is_free = own.possible() && !(answer.amount > 0);
    if (!(answer.amount > 0))
        return answer;
    for (const std::string& id : own_first(scenario, hardware)) {
        const auto question = on_hardware(catalog, scenario, id, own.global_batch);
        if (!question || options.stop.stop_requested())
            continue;
        answer.clusters.push_back(equal_cluster(*question, open, basis, answer.amount, search, options));
    }
    double most = scenario.cluster.gpus;
    for (const EqualCluster& cluster : answer.clusters)
        most = std::max(most, cluster.parts.gpus);
    for (const EqualCluster& cluster : answer.clusters) {
        if (options.stop.stop_requested())
            break;
        const auto counts = gpu_counts(cluster.scenario.cluster.accelerator.per_host,
                                       std::exp2(std::ceil(std::log2(reach * most))), 1, cluster.parts.gpus);
        answer.curves.push_back({cluster.hardware, cluster.scenario.cluster.accelerator.title,
                                 BestPlanCurve(pool).compute(*prepare(cluster.scenario), open, counts,
                                                             options.objective, {}, options.stop)});
    }
    return answer;
}

EqualHardware::Key EqualHardware::Key::of(const TrainingQuestion& question, Basis basis)
{
    return {question.with_choice(search::PlanChoice::Best), basis, compared_hardware(*question.scenario)};
}

EqualAnswer EqualHardware::compute(const Key& key, Work& work)
{
    auto answer = compare_hardware(work.catalog(), *key.question.scenario, key.compared, key.basis,
                                   work.tool<threads::Pool>(), search_options(key.question, work));
    answer.given = *work.get<StepParts>(key.question.with_choice(search::PlanChoice::Given));
    for (EqualCluster& cluster : answer.clusters) {
        const EqualCluster& first = answer.clusters.front();
        if (&cluster != &first && cluster.parts.fits() && first.parts.fits())
            cluster.against_first = evidence::difference({cluster.scenario, cluster.parts},
                                                         {first.scenario, first.parts}, work.data().claims().reach);
    }
    return answer;
}

std::size_t EqualHardware::bytes(const Value& value)
{
    std::size_t bytes = sizeof value + value.clusters.size() * sizeof(EqualCluster);
    for (const EqualCurve& curve : value.curves)
        bytes += curve.points.size() * sizeof(CurvePoint);
    return bytes;
}

} // namespace plateau::answers
