// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/known.h"

#include <numeric>

#include "core/evidence/alike.h"
#include "core/evidence/pose_parts.h"
#include "core/model/prepare.h"

namespace plateau::evidence {

namespace {

constexpr double nowhere = std::numeric_limits<double>::infinity();

auto shared(Scenario scenario) { return std::make_shared<const Scenario>(std::move(scenario)); }

/// What decides a prediction, without what was chosen and said: quick to copy.
Scenario bare(Scenario scenario)
{
    drop_words(scenario);
    static_cast<Choices&>(scenario) = {};
    return scenario;
}

Parts evaluated(const Prepared& prepared, double count, const Plan& plan, Workspace& workspace)
{
    return evaluate(gpus(prepared) == count ? prepared : *at_gpus(prepared, count), plan, workspace);
}

Scenario with_software(Scenario scenario, const Assumptions& own)
{
    software_of(scenario.assumptions) = software_of(own);
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

/// Batches are compared as the scenario fixes them: of all accelerators or of each.
OtherWork other_work(const Scenario& run, const Parts& ran, const Scenario& asked, const Parts& number)
{
    constexpr double same = 1.02;
    const auto differ = [](double a, double b) { return std::max(a, b) > same * std::min(a, b); };
    const catalog::ModelShape &its = run.workload.shape, &own = asked.workload.shape;
    const bool each = asked.workload.batch_mode == BatchMode::PerGpu;
    const auto batch = [each](const Parts& parts) { return parts.global_batch / (each ? parts.gpus_used : 1); };
    const Plan &planned = ran.plan, &plan = number.plan;
    OtherWork other;
    other.size = catalog::total_parameters(its) / catalog::total_parameters(own);
    other.model = its.layers != own.layers || its.hidden != own.hidden || its.experts != own.experts
        || run.workload.fine_tune != asked.workload.fine_tune;
    other.format = run.workload.precision != asked.workload.precision;
    other.format_name = name(run.workload.precision);
    other.sequence = differ(run.workload.sequence, asked.workload.sequence);
    other.batch = differ(batch(ran), batch(number));
    other.plan = std::tuple(planned.tp, planned.pp, planned.cp, planned.ep, planned.dp_mode)
        != std::tuple(plan.tp, plan.pp, plan.cp, plan.ep, plan.dp_mode);
    other.recomputation = planned.recompute != plan.recompute;
    return other;
}

double domain_of(const Scenario& scenario)
{
    return scenario.cluster.tiers.empty() ? 1 : scenario.cluster.tiers.front().domain_size;
}

/// Ways to run that change more than the length of a part, a bit for each.
unsigned mechanisms_of(const Scenario& scenario, const Plan& plan)
{
    const double domain = domain_of(scenario);
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
    std::size_t row = 0; ///< of the nearest run
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
        const Crossed crossed = crossed_by(run, evidence_->predictions[row].parts);
        crossed_.by_any |= crossed.by_any;
        crossed_.by_experts |= crossed.by_experts;
    }
}

KnownSteps::Crossed KnownSteps::crossed_by(const Scenario& scenario, const Parts& parts)
{
    const auto& tiers = scenario.cluster.tiers;
    const double domain = domain_of(scenario);
    if (tiers.size() < 2 || parts.gpus_used <= domain)
        return {};
    const unsigned kind = 1U << unsigned(tiers[1].fabric);
    return {kind, double(parts.plan.ep) * expert_tensor(parts.plan) > domain ? kind : 0};
}

double KnownSteps::least_of_fabric(const Crossed& crossed) const
{
    if (crossed.by_experts & ~crossed_.by_experts)
        return error_.unmeasured_exchange;
    return crossed.by_any & ~crossed_.by_any ? error_.unmeasured : 0;
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
    const auto moved = shared(with_software(asked, own.assumptions));
    const auto software = prepare(moved);
    std::shared_ptr<const Scenario> placed; // these once a number is asked that far
    std::shared_ptr<const Prepared> machine, sizes;
    const bool batch_follows = asked.workload.batch_mode == BatchMode::PerGpu;
    for (Way& way : ways) {
        const Parts& number = *way.number;
        Plan plan = number.plan;
        // A step that the plan cannot take is left to the next.
        const auto move = [&](const Prepared& to, double gpus, Profile& at) {
            const Parts parts = evaluated(to, gpus, plan, workspace);
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
            machine = prepare(placed = shared(on_machine(*moved, own.cluster)));
        d.machine = move(*machine, number.gpus, here);
        if (leads_nowhere())
            continue;
        plan.dp = 0;
        sizes = batch_follows ? machine : prepare(shared(same_work_each(*placed, number)));
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
                    way.row = run.row;
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
    const Scenario plain = bare(asked);
    for (const auto& [accelerator, environments] : environments_) {
        if (any && accelerator != own->first)
            continue;
        for (const Environment& environment : environments)
            walk(environment, plain, ways, workspace, hidden);
    }
    const Sway sway(asked);
    std::map<std::size_t, std::vector<double>> of_runs;
    std::optional<Scenario> kept = kept_whole(asked);
    const auto whole = kept ? prepare(shared(bare(std::move(*kept)))) : nullptr;
    for (std::size_t k = 0; k < ways.size(); ++k) {
        Way& way = ways[k];
        const double more = whole ? more_kept_whole(*whole, *way.number, workspace) : 1;
        const double in_memory = std::hypot(memory, std::log(more) / 2); // either may be so
        Nearest& nearest = result[places[k]] = std::move(way.nearest);
        const bool between = way.least_gpus <= way.number->gpus && way.number->gpus <= way.most_gpus;
        const bool beyond_all = is_beyond_all_runs(asked, way.number->gpus);
        const double of_fabric = least_of_fabric(crossed_by(asked, *way.number));
        const bool new_part = is_spent_as_in_no_run(asked.cluster.accelerator.id, way.start)
            || is_run_as_no_run(asked, way.number->plan);
        nearest.known = !any || nearest.run.empty() ? Known::Assumption
            : way.alike                             ? Known::Measured
            : (way.same_size || between) && !beyond_all && !new_part && of_fabric == 0 && !nearest.other_kind
            ? Known::Interpolated
            : Known::Extrapolated;
        nearest.asked_gpus = way.number->gpus;
        if (!nearest.run.empty())
            nearest.other = other_work(scenario(way.row), evidence_->predictions[way.row].parts, asked, *way.number);
        nearest.least_near = way.least_gpus;
        nearest.most_near = way.most_gpus;
        nearest.other_hardware = nearest.hardware != asked.cluster.accelerator.id;
        if (nearest.run.empty()) {
            nearest.doubt = {nowhere, in_memory, error_.thrashes_from};
            continue;
        }
        const bool is_far = grown(nearest.distance.total()) > error_.distance_scatter;
        if (nearest.known == Known::Extrapolated)
            nearest.beyond = beyond_all                                      ? words_of_size
                : is_far                                                     ? farthest(nearest.distance)
                : nearest.other_kind || (way.any_near && way.most_gpus == 0) ? words_of_kind
                : nearest.distance.machine > error_.unmoved || of_fabric > 0 ? words_of_machine
                : new_part                                                   ? words_of_part
                                                                             : words_of_size;
        const double other = any ? 0 : error_.other_hardware;
        const double of_mixture = mixture ? error_.mixture : 0;
        const auto [of_run, is_first] = of_runs.try_emplace(way.row);
        if (is_first)
            of_run->second = Sway(scenario(way.row)).of(evidence_->predictions[way.row].parts, workspace);
        nearest.variance = std::pow(grown(nearest.distance.total()), 2) + other * other + of_mixture * of_mixture
            + unmeasured_sway(sway.of(*way.number, workspace), of_run->second);
        const bool is_new = new_part || is_beyond_all_runs(asked, way.number->gpus, error_.far_count);
        const double least = std::max(of_fabric, is_new ? error_.unmeasured : 0);
        nearest.variance = std::max(nearest.variance, std::pow(least, 2) - std::pow(error_.distance_scatter, 2));
        nearest.doubt
            = {std::hypot(error_.distance_scatter, std::sqrt(nearest.variance)), in_memory, error_.thrashes_from};
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

Sway::Sway(const Scenario& scenario)
{
    const auto constants = catalog::stack_constants();
    const auto& notes = scenario.assumptions.stack.notes;
    const Scenario plain = bare(scenario);
    const auto at = [&](const catalog::StackConstant& constant, double value) {
        Scenario moved = plain;
        moved.assumptions.stack.constants.*constant.value = value;
        return prepare(shared(std::move(moved)));
    };
    for (std::size_t i = 0; i < constants.size() && i < notes.size(); ++i)
        if (notes[i].known_by == catalog::KnownBy::Estimated && constants[i].on_step != catalog::OnStep::Nothing
            && notes[i].low < notes[i].high && scenario.overrides.count(constants[i].key) == 0)
            ends_.push_back({i, at(constants[i], notes[i].low), at(constants[i], notes[i].high)});
}

std::vector<double> Sway::of(const Parts& number, Workspace& workspace) const
{
    const auto step = [&](const Prepared& prepared) {
        return evaluated(prepared, number.gpus, number.plan, workspace).step_seconds;
    };
    std::vector<double> result(catalog::stack_constants().size());
    for (const Ends& end : ends_) {
        const double times = step(*end.high) / step(*end.low);
        result[end.constant] = std::isfinite(times) && times > 0 ? std::abs(std::log(times)) : 0;
    }
    return result;
}

double unmeasured_sway(const std::vector<double>& question, const std::vector<double>& run)
{
    double variance = 0;
    for (std::size_t i = 0; i < question.size(); ++i)
        variance += std::pow(std::max(0.0, question[i] - run[i]) / (2 * eight_in_ten), 2);
    return variance;
}

std::optional<Scenario> kept_whole(const Scenario& scenario)
{
    const std::string key = "scatter_once";
    const catalog::Stack& stack = scenario.assumptions.stack;
    const auto note = std::ranges::find(stack.notes, key, &catalog::ConstantNote::key);
    const bool is_known = note == stack.notes.end() || note->known_by != catalog::KnownBy::Estimated;
    if (is_known || scenario.overrides.contains(key) || stack.constants.scatter_once > 0)
        return std::nullopt;
    Scenario kept = scenario;
    kept.assumptions.stack.constants.scatter_once = 1;
    return kept;
}

double more_kept_whole(const Prepared& kept, const Parts& parts, Workspace& workspace)
{
    const Parts whole = evaluated(kept, parts.gpus, parts.plan, workspace);
    return whole.possible() && parts.memory_bytes > 0 ? std::max(1.0, whole.memory_bytes / parts.memory_bytes) : 1;
}

} // namespace plateau::evidence
