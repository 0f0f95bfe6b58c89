// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/known.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/evidence/alike.h"

namespace plateau::evidence {

namespace {

constexpr double nowhere = std::numeric_limits<double>::infinity();

Scenario with_software(Scenario scenario, const Assumptions& own)
{
    Assumptions& assumptions = scenario.assumptions;
    assumptions.stack.constants = own.stack.constants;
    assumptions.attention = own.attention;
    assumptions.dispatcher = own.dispatcher;
    assumptions.expert_products = own.expert_products;
    assumptions.loss = own.loss;
    assumptions.numerics = own.numerics;
    assumptions.offload = own.offload;
    assumptions.local_steps = own.local_steps;
    assumptions.expert_imbalance = own.expert_imbalance;
    assumptions.expert_spread = own.expert_spread;
    return scenario;
}

Scenario on_machine(Scenario scenario, const Cluster& own)
{
    scenario.cluster = own;
    return scenario;
}

/// The scenario with the batch per accelerator that the number has.
Scenario same_work_each(Scenario scenario, const Parts& number)
{
    scenario.workload.batch_mode = BatchMode::PerGpu;
    scenario.workload.sequences_per_gpu = number.global_batch / number.gpus_used;
    return scenario;
}

} // namespace

std::size_t best_known(std::span<const Nearest> answers)
{
    const auto worst = [&](Known known) {
        return std::find_if(answers.begin(), answers.end(), [known](const Nearest& one) { return one.known <= known; })
            - answers.begin();
    };
    auto found = static_cast<std::size_t>(worst(Known::Interpolated));
    if (found == answers.size())
        found = static_cast<std::size_t>(worst(Known::Extrapolated));
    return found == 0 ? answers.size() : found;
}

namespace {

constexpr const char* words_of_machine = PLATEAU_TEXT("network and machine");
constexpr const char* words_of_size = PLATEAU_TEXT("cluster size");
constexpr const char* words_of_kind = PLATEAU_TEXT("the kind of model or number format");
constexpr const char* words_of_part = PLATEAU_TEXT("work that no run has");

bool has_experts(const Scenario& scenario) { return scenario.workload.shape.experts > 0; }

bool is_same_kind(const Scenario& a, const Scenario& b)
{
    return has_experts(a) == has_experts(b) && a.workload.precision == b.workload.precision
        && a.workload.fine_tune == b.workload.fine_tune;
}

/// Ways to run that change more than the length of a part, a bit for each.
unsigned mechanisms_of(const Scenario& scenario, const Plan& plan)
{
    const double domain = scenario.cluster.tiers.empty() ? 1 : scenario.cluster.tiers.front().domain_size;
    const bool used[] = {double(plan.tp) > domain, double(plan.ep) * expert_tensor(plan) > domain,
                         double(plan.cp) * plan.tp > domain, scenario.assumptions.local_steps > 1};
    unsigned bits = 0;
    for (const bool one : used)
        bits = 2 * bits + unsigned(one);
    return bits;
}

const char* farthest(const Distance& distance)
{
    const std::pair<double, const char*> steps[] = {{distance.software, PLATEAU_TEXT("software")},
                                                    {distance.machine, words_of_machine},
                                                    {distance.size, words_of_size},
                                                    {distance.work, PLATEAU_TEXT("model, batch and plan")}};
    return std::max_element(std::begin(steps), std::end(steps),
                            [](const auto& a, const auto& b) { return a.first < b.first; })
        ->second;
}

} // namespace

/// What the runs looked at so far say about one number.
struct KnownSteps::Way {
    const Parts* number = nullptr;
    Profile start{};
    Nearest nearest;
    bool alike = false; ///< a run like it on as many accelerators
    bool any_near = false; ///< on its machine
    bool same_size = false; ///< of those of its kind of model one whose size does not move the number
    double least_gpus = nowhere; ///< of those runs
    double most_gpus = 0;
};

double KnownSteps::grown(double distance) const
{
    return error_.distance_growth * std::pow(distance, error_.distance_power);
}

KnownSteps::KnownSteps(std::shared_ptr<const Evidence> evidence, const ModelError& error)
    : evidence_(std::move(evidence)), error_(error)
{
    const Sample& sample = evidence_->sample;
    for (std::size_t row = 0; row < sample.cases.size(); ++row) {
        const Scenario& run = scenario(row);
        const std::string& accelerator = run.cluster.accelerator.id;
        ++published_[accelerator];
        if (!is_timed(sample, row))
            continue;
        auto& own = environments_[accelerator];
        auto environment = std::find_if(own.begin(), own.end(), [&](const Environment& one) {
            return same_machine(scenario(one.row).cluster, run.cluster, nowhere)
                && same_software(scenario(one.row).assumptions, run.assumptions);
        });
        if (environment == own.end())
            environment = own.insert(own.end(), {{}, row});
        const Profile timed = step_profile(evidence_->predictions[row].parts);
        environment->runs[run.cluster.gpus].push_back({row, timed});
        Reached& reached = reached_[accelerator];
        double& most = has_experts(run) ? reached.most_gpus_with_experts : reached.most_gpus;
        most = std::max(most, run.cluster.gpus);
        for (std::size_t part = 0; part < timed.size(); ++part)
            reached.longest[part] = std::max(reached.longest[part], timed[part]);
        reached.mechanisms |= mechanisms_of(run, evidence_->predictions[row].parts.plan);
    }
}

bool KnownSteps::is_beyond_all_runs(const Scenario& asked, double gpus, double times) const
{
    const auto found = reached_.find(asked.cluster.accelerator.id);
    return found == reached_.end()
        || gpus > times * (has_experts(asked) ? found->second.most_gpus_with_experts : found->second.most_gpus);
}

bool KnownSteps::is_run_as_no_run(const Scenario& asked, const Plan& plan) const
{
    const auto found = reached_.find(asked.cluster.accelerator.id);
    return found == reached_.end() || (mechanisms_of(asked, plan) & ~found->second.mechanisms) != 0;
}

bool KnownSteps::is_spent_as_in_no_run(const std::string& accelerator, const Profile& profile) const
{
    const auto found = reached_.find(accelerator);
    const double least = error_.unmoved * std::accumulate(profile.begin(), profile.end(), 0.0);
    for (std::size_t part = 0; part < profile.size(); ++part)
        if (profile[part] > least && (found == reached_.end() || found->second.longest[part] <= 0))
            return true;
    return false;
}

int KnownSteps::published(const std::string& accelerator) const
{
    const auto found = published_.find(accelerator);
    return found == published_.end() ? 0 : found->second;
}

void KnownSteps::walk(const Environment& environment, const Scenario& asked, std::vector<Way>& ways,
                      Workspace& workspace, const std::vector<bool>& hidden) const
{
    const Scenario& own = scenario(environment.row);
    const Scenario moved = with_software(asked, own.assumptions);
    const auto software = prepare(moved);
    const Scenario placed = on_machine(moved, own.cluster);
    std::shared_ptr<const Prepared> machine, sizes; // once a number is asked that far
    const bool batch_follows = asked.workload.batch_mode == BatchMode::PerGpu;
    for (Way& way : ways) {
        const Parts& number = *way.number;
        Plan plan = number.plan;
        // A step that the plan cannot take is left to the next.
        const auto move = [&](const Prepared& to, double gpus, Profile& at) {
            const Parts parts = evaluate(*at_gpus(to, gpus), plan, workspace);
            if (!parts.possible())
                return 0.0;
            const Profile before = std::exchange(at, step_profile(parts));
            return distance(before, at);
        };
        Profile here = way.start;
        Distance d;
        const auto leads_nowhere
            = [&] { return d.total() > way.nearest.distance.total() && grown(d.total()) > error_.distance_scatter; };
        d.software = move(*software, number.gpus, here);
        if (leads_nowhere())
            continue;
        if (!machine)
            machine = prepare(placed);
        d.machine = move(*machine, number.gpus, here);
        if (leads_nowhere())
            continue;
        plan.dp = 0;
        sizes = batch_follows ? machine : prepare(same_work_each(placed, number));
        for (const auto& [gpus, runs] : environment.runs) {
            Profile sized = here;
            d.size = gpus == number.gpus ? 0 : move(*sizes, gpus, sized);
            for (const Run& run : runs) {
                const Row& row = evidence_->sample.rows[run.row];
                if (!hidden.empty() && hidden[run.row])
                    continue;
                d.work = distance(sized, run.profile);
                const bool other_kind = !is_same_kind(scenario(run.row), asked);
                const bool near = d.machine <= error_.unmoved && grown(d.total()) <= error_.distance_scatter;
                way.any_near = way.any_near || near;
                if (near && !other_kind) {
                    way.same_size = way.same_size || d.size <= error_.unmoved;
                    way.least_gpus = std::min(way.least_gpus, gpus);
                    way.most_gpus = std::max(way.most_gpus, gpus);
                }
                if (gpus == number.gpus && d.total() <= error_.unmoved && !way.alike) {
                    Scenario same = asked;
                    same.plan = number.plan;
                    same.cluster.gpus = number.gpus;
                    way.alike = is_alike(evidence_->sample.cases[run.row], same);
                }
                if (d.total() < way.nearest.distance.total()) {
                    way.nearest.run = row.id;
                    way.nearest.model = row.model;
                    way.nearest.hardware = own.cluster.accelerator.id;
                    way.nearest.hardware_title = own.cluster.accelerator.title;
                    way.nearest.gpus = gpus;
                    way.nearest.other_kind = other_kind;
                    way.nearest.distance = d;
                }
            }
        }
    }
}

std::vector<Nearest> KnownSteps::nearest(const Scenario& asked, std::span<const Parts> numbers, Workspace& workspace,
                                         const std::vector<bool>& hidden) const
{
    std::vector<Nearest> result(numbers.size());
    std::vector<Way> ways;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (!numbers[i].possible())
            continue;
        Way way;
        way.number = &numbers[i];
        way.start = step_profile(numbers[i]);
        ways.push_back(std::move(way));
        places.push_back(i);
    }
    const auto own = environments_.find(asked.cluster.accelerator.id);
    const bool any = own != environments_.end();
    const bool mixture = asked.workload.shape.experts > 0;
    const double memory = std::hypot(error_.memory_scatter, mixture ? error_.memory_mixture : 0);
    for (const auto& [accelerator, environments] : environments_) {
        if (any && accelerator != own->first)
            continue;
        for (const Environment& environment : environments)
            walk(environment, asked, ways, workspace, hidden);
    }
    for (std::size_t k = 0; k < ways.size(); ++k) {
        Way& way = ways[k];
        Nearest& nearest = result[places[k]] = std::move(way.nearest);
        const bool between = way.least_gpus <= way.number->gpus && way.number->gpus <= way.most_gpus;
        const bool beyond_all = is_beyond_all_runs(asked, way.number->gpus);
        const bool new_part = is_spent_as_in_no_run(asked.cluster.accelerator.id, way.start)
            || is_run_as_no_run(asked, way.number->plan);
        nearest.known = !any || nearest.run.empty()                                         ? Known::Assumption
            : way.alike                                                                     ? Known::Measured
            : (way.same_size || between) && !beyond_all && !new_part && !nearest.other_kind ? Known::Interpolated
                                                                                            : Known::Extrapolated;
        nearest.asked_gpus = way.number->gpus;
        nearest.least_near = way.least_gpus;
        nearest.most_near = way.most_gpus;
        nearest.other_hardware = nearest.hardware != asked.cluster.accelerator.id;
        if (nearest.run.empty()) {
            nearest.doubt = {nowhere, memory, error_.thrashes_from};
            continue;
        }
        const bool is_far = grown(nearest.distance.total()) > error_.distance_scatter;
        if (nearest.known == Known::Extrapolated)
            nearest.beyond = beyond_all                                      ? words_of_size
                : is_far                                                     ? farthest(nearest.distance)
                : nearest.other_kind || (way.any_near && way.most_gpus == 0) ? words_of_kind
                : nearest.distance.machine > error_.unmoved                  ? words_of_machine
                : new_part                                                   ? words_of_part
                                                                             : words_of_size;
        const double other = any ? 0 : error_.other_hardware;
        const double of_mixture = mixture ? error_.mixture : 0;
        nearest.variance = std::pow(grown(nearest.distance.total()), 2) + other * other + of_mixture * of_mixture;
        if (new_part || is_beyond_all_runs(asked, way.number->gpus, error_.far_count))
            nearest.variance
                = std::max(nearest.variance, std::pow(error_.unmeasured, 2) - std::pow(error_.distance_scatter, 2));
        nearest.doubt
            = {std::hypot(error_.distance_scatter, std::sqrt(nearest.variance)), memory, error_.thrashes_from};
    }
    return result;
}

ReachBand step_band(const Nearest& nearest, const Scenario& scenario, const Parts& parts)
{
    if (scenario.assumptions.stack.calibrated && parts.possible())
        return reach_band(scenario, parts.plan);
    return band_of(nearest.doubt.step * nearest.doubt.step);
}

MemoryChances memory_chances(const Parts& parts, const Doubt& doubt)
{
    const auto below = [&](double needed, double bytes) {
        return needed > 0 ? 0.5 * std::erfc(std::log(needed / bytes) / (doubt.memory * std::sqrt(2))) : 1;
    };
    const double in_host = below(parts.host_bytes, parts.host_limit_bytes);
    const double fits = below(parts.memory_bytes, parts.memory_limit_bytes);
    const double with_room = below(parts.memory_bytes, doubt.thrashes_from * parts.memory_limit_bytes);
    return {std::min(fits, in_host), std::max(0.0, std::min(fits, in_host) - with_room)};
}

Nearest KnownSteps::nearest(const Scenario& scenario, const Parts& number, Workspace& workspace) const
{
    return nearest(scenario, std::span(&number, 1), workspace).front();
}

} // namespace plateau::evidence
