// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/limits/search.h"

#include <algorithm>
#include <cmath>

#include "core/limits/matmul.h"

namespace plateau::limits {

namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();
constexpr double most_devices = 4e18; ///< whole numbers are exact below
constexpr double equal_steps = 1e-12; ///< relative; below it rounding decides, not the model

Network flattened(const Network& network)
{
    Network flat;
    flat.count = 1;
    flat.levels[0] = {unlimited, 0, unlimited};
    for (int k = 0; k < network.count; ++k) {
        flat.levels[0].bytes_per_s += network.levels[k].bytes_per_s;
        flat.levels[0].latency_seconds = std::min(flat.levels[0].latency_seconds, network.levels[k].latency_seconds);
    }
    return flat;
}

Split single(std::int64_t degree) { return {static_cast<double>(degree), 1, 1, 1, 1, 1}; }

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
    : machine_(machine), model_(model), flat_(flattened(machine.network)),
      batch_cuts_(divisors(model.batch_tokens / model.experts))
{
}

Search::Bounds Search::network_bounds(const ParallelDegrees& degrees, double devices) const
{
    const TrafficRules traffic = machine_.traffic();
    Bounds bounds;
    bounds.tensor = tensor_parallel(flat_, traffic, model_, devices, single(degrees.tp_model), single(degrees.tp_ff));
    bounds.data = data_parallel(flat_, traffic, model_, devices, single(degrees.dp));

    // The outermost level carries at least the share of a degree that does not fit below it; a f + c d with
    // a c = N_TP / groups is never below 2 sqrt(a c d f).
    const double outer_bytes_per_s = devices * machine_.network.levels[machine_.network.count - 1].bytes_per_s / 2;
    const double w = traffic.bytes_per_word;
    const double passes = traffic.shard_weights ? 3 : 2;
    const double dp_outside = static_cast<double>(degrees.dp) / groups_ - 1;
    bounds.data.seconds
        = std::max(bounds.data.seconds, passes * dp_outside * model_.parameters() * w / outer_bytes_per_s);
    const double tp_outside = static_cast<double>(degrees.tp_model * degrees.tp_ff) / groups_;
    const double words = 2 * std::sqrt(tp_outside * model_.width * model_.inner) - model_.width - model_.inner;
    bounds.tensor.seconds
        = std::max(bounds.tensor.seconds, 4 * model_.blocks * model_.batch_tokens * w * words / outer_bytes_per_s);
    return bounds;
}

NetworkTime Search::point_bound(const ParallelDegrees& degrees, double interleaving, double devices) const
{
    const double interfaces = model_.blocks - 1;
    const double stage_changes = interleaving * static_cast<double>(degrees.pp) - 1;
    const double stays = (interfaces - stage_changes) / static_cast<double>(degrees.ep);
    const double bytes = model_.width * model_.batch_tokens * machine_.device.bytes_per_word;
    const NetworkLevel& level = flat_.levels[0];
    return {2 * (interfaces - stays) * bytes / (devices * level.bytes_per_s / 2),
            2 * (degrees.ep > 1 ? interfaces : stage_changes) * level.latency_seconds};
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
    const Bounds bounds = network_bounds(degrees, devices);
    const double arithmetic = model_.flop_per_step() / (devices * machine_.device.sustained_flop_per_s());
    const double waits = model_.blocks / static_cast<double>(degrees.pp)
        * (model_.experts / static_cast<double>(degrees.ep)) * 6 * machine_.device.matmul_latency_seconds;
    for (int i = 0; i < count; ++i) {
        const Schedule& schedule = choices[i];
        const NetworkTime point = point_bound(degrees, schedule.interleaving, devices);
        const double bubble = schedule.zero_bubble
            ? 0
            : bubble_fraction(static_cast<double>(degrees.pp), schedule.interleaving, schedule.microbatches);
        const double bound = step_seconds(assumptions, schedule.zero_bubble, bubble,
                                          arithmetic + waits * schedule.microbatches, bounds.tensor, point, bounds.data)
            * (1 - equal_steps);
        if (bound < below_seconds)
            candidates_.push_back({bound, bubble, index, schedule});
    }
}

void Search::collect(double devices, double below_seconds)
{
    shares_.clear();
    groups_ = 1;
    for (const std::int64_t size : group_sizes(machine_.network, devices)) {
        shares_.push_back(shares_of(size));
        groups_ *= static_cast<double>(size);
    }
    degrees_ = all_degrees(model_, devices);
    candidates_.clear();
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

void Search::place(const Candidate& candidate, double matmul_seconds, double devices, Found& best)
{
    std::array<Share, max_levels> chosen{};
    const auto visit = [&](const auto& self, const ParallelDegrees& rest, std::size_t level) -> void {
        if (level == shares_.size()) {
            chosen[level] = {rest.dp, rest.tp_model, rest.tp_ff, rest.pp, rest.ep};
            measure(candidate, matmul_seconds, devices, chosen, best);
            return;
        }
        for (const Share& share : shares_[level]) {
            ParallelDegrees left = rest;
            if (!take(left, share))
                continue;
            chosen[level] = share;
            self(self, left, level + 1);
        }
    };
    visit(visit, degrees_[candidate.degrees], 0);
}

void Search::measure(const Candidate& candidate, double matmul_seconds, double devices,
                     const std::array<Share, max_levels>& chosen, Found& best)
{
    ++evaluations_;
    const Network& network = machine_.network;
    const TrafficRules traffic = machine_.traffic();
    const Schedule& schedule = candidate.schedule;
    const auto split = [&](int degree) {
        Split result = unsplit;
        for (int k = 0; k < network.count; ++k)
            result[k] = static_cast<double>(chosen[k][degree]);
        return result;
    };
    const auto step = [&](const NetworkTime& tensor, const NetworkTime& point, const NetworkTime& data) {
        return step_seconds(machine_.assumptions, schedule.zero_bubble, candidate.bubble, matmul_seconds, tensor, point,
                            data);
    };
    const NetworkTime tensor = tensor_parallel(network, traffic, model_, devices, split(1), split(2));
    const NetworkTime data = data_parallel(network, traffic, model_, devices, split(0));
    if (step(tensor, {}, data) > best.step_seconds * (1 + equal_steps))
        return;
    const NetworkTime point
        = point_to_point(network, traffic, model_, devices, schedule.interleaving, split(3), split(4));
    Found found;
    found.step_seconds = step(tensor, point, data);
    if (found.step_seconds > best.step_seconds * (1 + equal_steps))
        return;
    found.traffic_seconds = tensor.seconds + point.seconds + data.seconds;
    found.hop_seconds = tensor.latency_seconds + point.latency_seconds + data.latency_seconds;
    found.layout = make_layout(network, degrees_[candidate.degrees], schedule, chosen);
    if (better(found, best))
        best = found;
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
            place(candidate, matmuls, devices, best);
    }
    if (!(best.step_seconds < below_seconds))
        return std::nullopt;
    return best;
}

std::optional<ChosenCluster> smallest_cluster(const Machine& machine, const Model& model, double run_seconds)
{
    constexpr int last_doubling = 59;
    const double below = run_seconds / model.steps();
    // Every step passes all blocks one after the other: six matmuls each, whatever the cluster.
    if (model.blocks * 6 * machine.device.matmul_latency_seconds >= below)
        return std::nullopt;
    const double least = model.training_flop / (run_seconds * machine.device.sustained_flop_per_s());
    Search search(machine, model);
    for (int i = 0; i <= last_doubling; ++i) {
        const double devices = std::ldexp(model.experts, i);
        if (devices < least)
            continue;
        if (devices > most_devices)
            break;
        if (const auto found = search.best_layout(devices, below))
            return ChosenCluster{devices, *found};
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
        const double used = unit * std::exp2(std::floor(std::log2(devices / unit)));
        if (used < devices)
            consider(used);
    }
    if (best.devices == 0)
        return std::nullopt;
    return best;
}

} // namespace plateau::limits
