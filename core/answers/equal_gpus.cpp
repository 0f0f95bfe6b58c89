// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/equal_gpus.h"

#include "core/answers/equal_hardware.h"
#include "core/answers/suggestions.h"
#include "core/model/prepared.h"

namespace plateau::answers {

namespace {

constexpr int doublings_tried = 4, per_doubling = 8;
constexpr double wide_domain = 72, quick_restart = 60;
constexpr double next_peak = 1.5; ///< times the peak of what it follows, at least

class OwnCounts {
public:
    OwnCounts(const TrainingQuestion& question, const evidence::ModelError& error, Work& work)
        : scenario_(*question.scenario), open_(question.open_keys()), prepared_(prepare(scenario_)), error_(error),
          search_(work.tool<search::PlanSearch>()), options_(search_options(question, work))
    {
        const double host = scenario_.cluster.accelerator.per_host, own = scenario_.cluster.gpus;
        unit_ = own < host ? 1 : host;
        counts_ = {own};
        for (int octave = 0; octave < doublings_tried; ++octave)
            for (int step = 1; step <= per_doubling; ++step)
                if (const double count = whole(std::exp2(octave) * own * (1 + step / double(per_doubling)));
                    count > counts_.back())
                    counts_.push_back(count);
    }

    const std::vector<double>& counts() const { return counts_; }
    evidence::Contender own(const Parts& parts) const { return {scenario_, parts, parts.goodput}; }
    const Parts& at(double gpus)
    {
        const auto [found, is_new] = answers_.try_emplace(gpus);
        if (is_new && !options_.stop.stop_requested()) {
            found->second = search::best_plan(search_, *at_gpus(*prepared_, gpus), open_, options_);
            options_.hints = {found->second.plan};
        }
        return found->second;
    }
    Parts answer(const Scenario& scenario, search::PlanChoice choice)
    {
        return search::best_plan(search_, *prepare(scenario), search::open_keys(scenario, choice), options_);
    }

    /// The least count that does as much as the rival, as `ratio` has it of their difference.
    template<class Ratio>
    std::optional<double> equal(const evidence::Contender& rival, const Ratio& ratio)
    {
        const auto does = [&](double gpus) {
            const Parts& parts = at(gpus);
            return parts.fits() && ratio(evidence::difference(own(parts), rival, error_)) >= 1;
        };
        const auto first = std::find_if(counts_.begin(), counts_.end(), does);
        if (first == counts_.end())
            return std::nullopt;
        double low = first == counts_.begin() ? *first : *(first - 1), high = *first;
        for (double middle = whole((low + high) / 2); middle > low && middle < high; middle = whole((low + high) / 2))
            (does(middle) ? high : low) = middle;
        return high;
    }

private:
    double whole(double gpus) const { return std::ceil(gpus / unit_ - 1e-9) * unit_; }

    const Scenario& scenario_;
    const search::OpenKeys open_;
    const std::shared_ptr<const Prepared> prepared_;
    const evidence::ModelError& error_;
    search::PlanSearch& search_;
    search::SearchOptions options_;
    double unit_ = 1;
    std::vector<double> counts_; ///< ascending, the question's own first
    std::map<double, Parts> answers_;
};

Expected<Scenario> turned(const catalog::Catalog& catalog, const TrainingQuestion& question, double sequences,
                          Lever lever)
{
    const Scenario& scenario = *question.scenario;
    const auto& tiers = scenario.cluster.tiers;
    const tl::unexpected none{Error{}};
    switch (lever) {
    case Lever::Network:
        return tiers.size() > 1 ? Expected<Scenario>(scaled(scenario, Resource::ScaleOutBandwidth, 2)) : none;
    case Lever::Latency:
        return scaled(scenario, Resource::Latency, 0.5);
    case Lever::Domain:
        return !tiers.empty() && tiers.front().domain_size < wide_domain
            ? with_value(catalog, scenario, "nvlink_domain", wide_domain)
            : none;
    case Lever::Restart:
        return scenario.assumptions.reliability.restart_seconds > quick_restart
            ? with_value(catalog, scenario, "restart_time", quick_restart)
            : none;
    case Lever::Plan:
        return question.choice == search::PlanChoice::Given ? Expected<Scenario>(scenario) : none;
    case Lever::Generation:
        break;
    }
    const catalog::Accelerator* next = next_generation(catalog, scenario.cluster.accelerator);
    return next ? on_hardware(catalog, scenario, next->id, sequences) : none;
}

} // namespace

const catalog::Accelerator* next_generation(const catalog::Catalog& catalog, const catalog::Accelerator& accelerator)
{
    const auto peak = [](const catalog::Accelerator& each) { return each.peak_flops[int(Precision::Bf16)]; };
    std::map<std::string, const catalog::Accelerator*> meant; // of each architecture
    for (const catalog::Accelerator& each : catalog.accelerators)
        if (each.vendor == accelerator.vendor && each.generation != accelerator.generation)
            if (auto& known = meant[each.generation]; !known || each.popularity > known->popularity)
                known = &each;
    const catalog::Accelerator* next = nullptr;
    for (const auto& [generation, each] : meant)
        if (peak(*each) >= next_peak * peak(accelerator) && (!next || peak(*each) < peak(*next)))
            next = each;
    return next;
}

bool operator==(const EqualCounts::Key& left, const EqualCounts::Key& right)
{
    return left.question == right.question
        && (left.rival == right.rival || (left.rival && right.rival && left.rival->same_choices(*right.rival)));
}

EqualCounts::Value EqualCounts::compute(const Key& key, Work& work)
{
    const evidence::ModelError& error = work.data().claims().reach;
    OwnCounts counts(key.question, error, work);
    Value answer{.now = counts.at(key.question.scenario->cluster.gpus)};
    if (!answer.now.fits())
        return answer;
    const auto kept = [](const Parts& parts) { return parts.tokens_per_s * parts.goodput; };
    const auto add = [&](std::optional<Lever> lever, const std::shared_ptr<const Scenario>& scenario) {
        const auto choice = lever == Lever::Plan ? search::PlanChoice::Best : key.question.choice;
        EqualGpus equal{lever, scenario, counts.answer(*scenario, choice)};
        const evidence::Contender rival{*scenario, equal.parts, equal.parts.goodput};
        if (equal.parts.fits())
            equal.gain = evidence::difference(rival, counts.own(answer.now), error);
        if (equal.gains()) {
            equal.gpus = counts.equal(rival, [](const auto& found) { return found.ratio; });
            equal.fewest = counts.equal(rival, [](const auto& found) { return found.range.high; });
            equal.most = counts.equal(rival, [](const auto& found) { return found.range.low; });
            equal.own = counts.at(equal.gpus.value_or(answer.now.gpus));
        }
        answer.all.push_back(std::move(equal));
    };
    if (key.rival)
        add({}, key.rival);
    else
        for (int lever = 0; lever <= int(Lever::Generation); ++lever)
            if (auto scenario = turned(work.catalog(), key.question, answer.now.global_batch, Lever(lever)))
                add(Lever(lever), std::make_shared<const Scenario>(std::move(*scenario)));
    for (const double gpus : counts.counts())
        if (const double ratio = kept(counts.at(gpus)) / kept(answer.now);
            counts.at(gpus).fits() && (ratio > answer.best_ratio || answer.best_gpus == 0)) {
            answer.best_ratio = ratio;
            answer.best_gpus = gpus;
        }
    return answer;
}

} // namespace plateau::answers
