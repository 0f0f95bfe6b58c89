// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/limits/search.h"

#include <cmath>
#include <numeric>

namespace plateau::limits {

namespace {

constexpr double most_devices = 4e18; ///< whole numbers are exact below

/// -1: a is less than b beyond rounding, +1: more, 0: equal.
int compare(double a, double b)
{
    if (a == b)
        return 0;
    if (a < b * (1 - equal_steps))
        return -1;
    return a > b * (1 + equal_steps) ? 1 : 0;
}

} // namespace

bool better(const Found& a, const Found& b)
{
    if (const int step = compare(a.step_seconds, b.step_seconds))
        return step < 0;
    if (const int traffic = compare(a.traffic_seconds, b.traffic_seconds))
        return traffic < 0;
    if (const int tensor = compare(a.layout.tp_model * a.layout.tp_ff, b.layout.tp_model * b.layout.tp_ff))
        return tensor < 0;
    if (const int inner = compare(a.layout.tp_ff, b.layout.tp_ff))
        return inner < 0;
    return compare(a.hop_seconds, b.hop_seconds) < 0;
}

Search::Search(const Machine& machine, const Model& model)
    : machine_(machine), model_(model), batch_cuts_(divisors(model.batch_tokens / model.experts))
{
}

void Search::add_schedules(std::uint32_t index, double devices, double below_seconds)
{
    const ParallelDegrees& degrees = degrees_[index];
    const ModelAssumptions& assumptions = machine_.assumptions;
    std::array<Schedule, 5> choices;
    const int count = schedules(model_, assumptions, degrees, batch_cuts_, choices);
    if (count == 0)
        return;
    if (!assumptions.count_activations
        && memory_bytes_per_device(machine_, model_, unplaced(degrees, choices[0])) > machine_.device.memory_bytes)
        return;
    const double arithmetic = model_.flop_per_step() / (devices * machine_.device.sustained_flop_per_s());
    const double waits = model_.blocks / static_cast<double>(degrees.pp)
        * (model_.experts / static_cast<double>(degrees.ep)) * 6 * machine_.device.matmul_latency_seconds;
    StepTraffic least;
    for (int i = 0; i < count; ++i) {
        const Schedule& schedule = choices[i];
        if (i == 0 || schedule.interleaving != choices[i - 1].interleaving)
            least = placements_->alone(degrees, schedule.interleaving);
        const double bubble = schedule.zero_bubble
            ? 0
            : bubble_fraction(static_cast<double>(degrees.pp), schedule.interleaving, schedule.microbatches);
        const StepOf step{assumptions, schedule.zero_bubble, bubble, arithmetic + waits * schedule.microbatches};
        const double bound = step(least) * (1 - equal_steps);
        if (bound < below_seconds)
            candidates_.push_back({bound, bubble, index, schedule});
    }
}

void Search::collect(double devices, double below_seconds)
{
    degrees_ = all_degrees(model_, devices);
    candidates_.clear();
    placements_.emplace(machine_, model_, devices);
    for (std::uint32_t i = 0; i < degrees_.size(); ++i)
        add_schedules(i, devices, below_seconds);
}

std::size_t Search::BlockHash::operator()(const Block& block) const
{
    constexpr std::size_t factor = 1000003;
    std::size_t hash = static_cast<std::size_t>(block.tp_model);
    hash = hash * factor ^ static_cast<std::size_t>(block.tp_ff);
    return hash * factor ^ static_cast<std::size_t>(block.nanobatch);
}

double Search::matmul_seconds(const ParallelDegrees& degrees, const Schedule& schedule)
{
    const double nanobatch
        = model_.batch_tokens / (static_cast<double>(degrees.dp) * schedule.microbatches * model_.experts);
    const auto [found, is_new] = block_seconds_.try_emplace({degrees.tp_model, degrees.tp_ff, nanobatch});
    if (is_new)
        found->second = block_seconds(machine_.device, model_.width / static_cast<double>(degrees.tp_model),
                                      model_.inner / static_cast<double>(degrees.tp_ff), nanobatch);
    return model_.blocks / static_cast<double>(degrees.pp) * (model_.experts / static_cast<double>(degrees.ep))
        * schedule.microbatches * found->second;
}

void Search::find_placement(const Candidate& candidate, double matmul_seconds, Found& best)
{
    const ParallelDegrees& degrees = degrees_[candidate.degrees];
    const Schedule& schedule = candidate.schedule;
    const StepOf step{machine_.assumptions, schedule.zero_bubble, candidate.bubble, matmul_seconds};
    const auto within_rounding = [&] { return best.step_seconds * (1 + equal_steps); };
    placements_->visit(degrees, schedule.interleaving, within_rounding(), step,
                       [&](const StepTraffic& traffic, const std::array<Share, max_levels>& shares) {
                           const Found found{make_layout(machine_.network, degrees, schedule, shares), step(traffic),
                                             traffic.seconds(), traffic.latency_seconds()};
                           if (better(found, best))
                               best = found;
                           return within_rounding();
                       });
    placed_ += placements_->looked_at();
}

std::optional<Found> Search::best_layout(double devices, double below_seconds)
{
    collect(devices, below_seconds);
    const auto later = [](const Candidate& a, const Candidate& b) { return a.bound > b.bound; };
    std::make_heap(candidates_.begin(), candidates_.end(), later);
    Found best;
    const auto hopeless
        = [&](double bound) { return bound >= below_seconds || bound > best.step_seconds * (1 + equal_steps); };
    while (!candidates_.empty() && !hopeless(candidates_.front().bound)) {
        const Candidate candidate = candidates_.front();
        std::pop_heap(candidates_.begin(), candidates_.end(), later);
        candidates_.pop_back();
        const ParallelDegrees& degrees = degrees_[candidate.degrees];
        if (machine_.assumptions.count_activations
            && memory_bytes_per_device(machine_, model_, unplaced(degrees, candidate.schedule))
                > machine_.device.memory_bytes)
            continue;
        const double matmuls = matmul_seconds(degrees, candidate.schedule);
        if (!hopeless(matmuls))
            find_placement(candidate, matmuls, best);
    }
    if (!(best.step_seconds < below_seconds))
        return std::nullopt;
    return best;
}

namespace {

/// unit x 2^i, the largest up to `most`.
double doubled_up_to(double unit, double most) { return unit * std::exp2(std::floor(std::log2(most / unit))); }

/// E 2^i, or within one domain E 2^i and then whole domains; ascending.
std::vector<double> cluster_sizes(const Machine& machine, double experts, bool whole_domains)
{
    constexpr int doublings = 60;
    const Network& network = machine.network;
    const double domain = whole_domains && network.count > 1 ? network.levels[0].group : 1;
    const double unit = static_cast<double>(
        std::lcm(static_cast<std::int64_t>(experts), static_cast<std::int64_t>(std::max(1.0, domain))));
    std::vector<double> sizes;
    for (double size = experts; size < unit && size <= domain; size *= 2)
        sizes.push_back(size);
    for (int i = 0; i < doublings && std::ldexp(unit, i) <= most_devices; ++i)
        sizes.push_back(std::ldexp(unit, i));
    return sizes;
}

} // namespace

std::optional<ChosenCluster> smallest_cluster(const Machine& machine, const Model& model, double run_seconds,
                                              bool whole_domains)
{
    const double below = run_seconds / model.steps();
    // Every step passes all blocks one after the other: six matmuls each, whatever the cluster.
    if (model.blocks * 6 * machine.device.matmul_latency_seconds >= below)
        return std::nullopt;
    const double least = model.training_flop / (run_seconds * machine.device.sustained_flop_per_s());
    Search search(machine, model);
    for (const double devices : cluster_sizes(machine, model.experts, whole_domains)) {
        if (devices < least)
            continue;
        ChosenCluster chosen{devices, {}};
        const double doubled = doubled_up_to(model.experts, devices);
        for (const double used : {devices, doubled}) {
            if (used < least)
                continue;
            if (const auto found = search.best_layout(used, std::min(below, chosen.best.step_seconds)))
                chosen.best = *found;
            if (doubled == devices)
                break;
        }
        if (chosen.best.step_seconds < below)
            return chosen;
    }
    return std::nullopt;
}

std::optional<ChosenCluster> fixed_cluster(const Machine& machine, const Model& model, double devices)
{
    Search search(machine, model);
    ChosenCluster best;
    const auto consider = [&](double used) {
        if (const auto found = search.best_layout(used, best.best.step_seconds))
            best = {used, *found};
    };
    consider(devices);
    for (const double digit : {1.0, 3.0, 5.0, 7.0, 9.0}) {
        const double unit = digit * model.experts;
        if (unit > devices)
            continue;
        const double used = doubled_up_to(unit, devices);
        if (used < devices)
            consider(used);
    }
    if (best.devices == 0)
        return std::nullopt;
    return best;
}

} // namespace plateau::limits
