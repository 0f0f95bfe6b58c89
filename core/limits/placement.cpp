// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/limits/placement.h"

#include <cmath>
#include <limits>
#include <numeric>

#include "core/math/divisors.h"

namespace plateau::limits {

namespace {

constexpr std::int64_t largest_prime = 1 << 16;

std::int64_t whole(double value) { return static_cast<std::int64_t>(std::llround(value)); }

void add_tensor_cuts(const Model& model, const std::vector<std::int64_t>& cuts, std::int64_t tp,
                     ParallelDegrees degrees, std::vector<ParallelDegrees>& result)
{
    const std::int64_t d = whole(model.width);
    const std::int64_t f = whole(model.inner);
    const auto root = static_cast<std::int64_t>(std::floor(std::sqrt(static_cast<double>(tp))));
    for (auto cut = std::lower_bound(cuts.begin(), cuts.end(), root); cut != cuts.end() && *cut <= 4 * root; ++cut) {
        if (tp % *cut != 0 || f % *cut != 0 || d % (tp / *cut) != 0)
            continue;
        degrees.tp_ff = *cut;
        degrees.tp_model = tp / *cut;
        result.push_back(degrees);
    }
}

} // namespace

std::vector<std::int64_t> divisors(double number) { return math::divisors(whole(number), largest_prime); }

std::vector<ParallelDegrees> all_degrees(const Model& model, double devices)
{
    const std::int64_t experts = whole(model.experts);
    const auto ep = static_cast<std::int64_t>(std::gcd(whole(std::fmod(devices, model.experts)), experts));
    const std::int64_t rest = whole(devices / static_cast<double>(ep));
    const std::int64_t width_inner = whole(model.width * model.inner);
    const std::int64_t batch = whole(model.batch_tokens / model.experts);
    const std::int64_t blocks = whole(model.blocks);

    std::vector<ParallelDegrees> result;
    const std::vector<std::int64_t> cuts = divisors(static_cast<double>(rest));
    for (const std::int64_t tp : cuts) {
        if (width_inner % tp != 0)
            continue;
        for (const std::int64_t dp : cuts) {
            if (rest / tp % dp != 0 || batch % dp != 0 || blocks % (rest / tp / dp) != 0)
                continue;
            add_tensor_cuts(model, cuts, tp, {dp, 1, 1, rest / tp / dp, ep}, result);
        }
    }
    return result;
}

int schedules(const Model& model, const ModelAssumptions& assumptions, const ParallelDegrees& degrees,
              const std::vector<std::int64_t>& batch_cuts, std::array<Schedule, 5>& result)
{
    const std::int64_t nanobatches = whole(model.batch_tokens / model.experts) / degrees.dp;
    const double interleaving
        = assumptions.interleaving && degrees.pp > 1 ? model.blocks / static_cast<double>(degrees.pp) : 1;
    int count = 0;
    int one_f_one_b = 0;
    bool zero_bubble = assumptions.zero_bubble;
    for (auto m = std::lower_bound(batch_cuts.begin(), batch_cuts.end(), degrees.pp);
         m != batch_cuts.end() && (one_f_one_b < 4 || zero_bubble); ++m) {
        if (nanobatches % *m != 0)
            continue;
        if (one_f_one_b < 4) {
            result[count++] = {static_cast<double>(*m), interleaving, false};
            ++one_f_one_b;
        }
        if (zero_bubble && *m >= 2 * degrees.pp) {
            result[count++] = {static_cast<double>(*m), 1, true};
            zero_bubble = false;
        }
    }
    return count;
}

std::vector<std::int64_t> group_sizes(const Network& network, double devices)
{
    std::vector<std::int64_t> sizes;
    std::int64_t rest = whole(devices);
    for (int k = 0; k + 1 < network.count; ++k) {
        auto size = static_cast<std::int64_t>(std::min(network.levels[k].group, static_cast<double>(rest)));
        while (size > 1 && rest % size != 0)
            --size;
        sizes.push_back(std::max<std::int64_t>(size, 1));
        rest /= sizes.back();
    }
    return sizes;
}

bool divide_out(ParallelDegrees& rest, const Share& share)
{
    if (rest.dp % share[0] || rest.tp_model % share[1] || rest.tp_ff % share[2] || rest.pp % share[3]
        || rest.ep % share[4])
        return false;
    rest.dp /= share[0];
    rest.tp_model /= share[1];
    rest.tp_ff /= share[2];
    rest.pp /= share[3];
    rest.ep /= share[4];
    return true;
}

Layout unplaced(const ParallelDegrees& degrees, const Schedule& schedule)
{
    Layout layout;
    layout.dp = static_cast<double>(degrees.dp);
    layout.tp_model = static_cast<double>(degrees.tp_model);
    layout.tp_ff = static_cast<double>(degrees.tp_ff);
    layout.pp = static_cast<double>(degrees.pp);
    layout.ep = static_cast<double>(degrees.ep);
    layout.microbatches = schedule.microbatches;
    layout.interleaving = schedule.interleaving;
    layout.zero_bubble = schedule.zero_bubble;
    return layout;
}

Layout make_layout(const Network& network, const ParallelDegrees& degrees, const Schedule& schedule,
                   const std::array<Share, max_levels>& shares)
{
    Layout layout = unplaced(degrees, schedule);
    ParallelDegrees rest = degrees;
    for (int k = 0; k < network.count; ++k) {
        const bool last = k + 1 == network.count;
        const Share share = last ? Share{rest.dp, rest.tp_model, rest.tp_ff, rest.pp, rest.ep} : shares[k];
        divide_out(rest, share);
        layout.dp_split[k] = static_cast<double>(share[0]);
        layout.tp_model_split[k] = static_cast<double>(share[1]);
        layout.tp_ff_split[k] = static_cast<double>(share[2]);
        layout.pp_split[k] = static_cast<double>(share[3]);
        layout.ep_split[k] = static_cast<double>(share[4]);
    }
    return layout;
}

namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

/// Less or equal in all that a step depends on.
bool no_worse(const StepTraffic& a, const StepTraffic& b)
{
    return a.tensor.seconds <= b.tensor.seconds && a.point.seconds <= b.point.seconds
        && a.data.seconds <= b.data.seconds && a.pipeline_latency_seconds() <= b.pipeline_latency_seconds()
        && a.data.latency_seconds <= b.data.latency_seconds;
}

NetworkTime worst_of(const NetworkTime& a, const NetworkTime& b)
{
    return {std::max(a.seconds, b.seconds), a.latency_seconds + b.latency_seconds};
}

NetworkTime sum_of(const NetworkTime& a, const NetworkTime& b)
{
    return {a.seconds + b.seconds, a.latency_seconds + b.latency_seconds};
}

NetworkTime least_of(const NetworkTime& a, const NetworkTime& b)
{
    return {std::min(a.seconds, b.seconds), std::min(a.latency_seconds, b.latency_seconds)};
}

/// The last level with a choice: what it leaves to the innermost is all that that one holds.
int last_choice(int outermost) { return outermost > 0 ? 1 : 0; }

/// The traffic of some levels and of others together.
StepTraffic together(const StepTraffic& a, const StepTraffic& b)
{
    return {worst_of(a.tensor, b.tensor), sum_of(a.point, b.point), worst_of(a.data, b.data)};
}

} // namespace

std::size_t Placements::KeyHash::operator()(const Key& key) const
{
    const auto mixed = [](std::int64_t part, std::size_t factor) { return static_cast<std::size_t>(part) * factor; };
    const std::size_t hash = mixed(key.a, 0x9E3779B97F4A7C15) + mixed(key.b, 0xC2B2AE3D27D4EB4F)
        + mixed(key.interleaving, 0x165667B19E3779F9) + mixed(8 * key.kind + key.level, 0x27D4EB2F165667C5);
    return hash ^ hash >> 32;
}

Placements::Placements(const Machine& machine, const Model& model, double devices)
    : traffic_(machine.network, machine.traffic(), model, devices), last_(machine.network.count - 1),
      groups_(group_sizes(machine.network, devices)), inside_{1}
{
    for (const std::int64_t group : groups_) {
        cuts_.push_back(divisors(static_cast<double>(group)));
        inside_.push_back(inside_.back() * group);
    }
    inside_cuts_ = divisors(static_cast<double>(inside_.back()));
}

Placements::Pair Placements::pair(Kind kind, const Share& degrees)
{
    switch (kind) {
    case Tensor:
        return {degrees[1], degrees[2]};
    case Point:
        return {degrees[3], degrees[4]};
    case Data:
        break;
    }
    return {degrees[0], 1};
}

NetworkTime Placements::at(Kind kind, int level, double interleaving, const Pair& share, const Pair& outside) const
{
    const Portion a{static_cast<double>(share.a), static_cast<double>(outside.a)};
    const Portion b{static_cast<double>(share.b), static_cast<double>(outside.b)};
    switch (kind) {
    case Tensor:
        return traffic_.tensor(level, a, b);
    case Point:
        return traffic_.point(level, interleaving, a, b);
    case Data:
        break;
    }
    return traffic_.data(level, a);
}

NetworkTime Placements::least_outwards(Kind kind, int level, double interleaving, const Pair& degrees)
{
    if (level == last_)
        return at(kind, level, interleaving, degrees, {});
    const auto [kept, is_new]
        = outwards_.try_emplace({kind, level, degrees.a, degrees.b, kind == Point ? std::llround(interleaving) : 0});
    NetworkTime& least = kept->second; // stays where it is while others are added
    if (!is_new)
        return least;
    NetworkTime found{unlimited, unlimited};
    const std::int64_t group = groups_[static_cast<std::size_t>(level)];
    for (const std::int64_t a : cuts_[static_cast<std::size_t>(level)]) {
        if (degrees.a % a != 0)
            continue;
        for (const std::int64_t b : cuts_[static_cast<std::size_t>(level)]) {
            if (b > degrees.b || group / a % b != 0)
                break;
            if (degrees.b % b != 0)
                continue;
            const Pair outside{degrees.a / a, degrees.b / b};
            const NetworkTime here = at(kind, level, interleaving, {a, b}, outside);
            const NetworkTime beyond = least_outwards(kind, level + 1, interleaving, outside);
            found = least_of(found, kind == Point ? sum_of(here, beyond) : worst_of(here, beyond));
        }
    }
    return least = found;
}

NetworkTime Placements::least_inwards(Kind kind, int level, const Request& request, const Pair& inside)
{
    const Pair whole = pair(kind, request.whole);
    const Pair outside{whole.a / inside.a, whole.b / inside.b};
    if (level == 0)
        return at(kind, level, request.interleaving, inside, outside);
    const auto [kept, is_new] = inwards_.try_emplace({kind, level, inside.a, inside.b, 0});
    NetworkTime& least = kept->second;
    if (!is_new)
        return least;
    NetworkTime found{unlimited, unlimited};
    const std::int64_t within = inside_[static_cast<std::size_t>(level)];
    const std::int64_t group = groups_[static_cast<std::size_t>(level)];
    for (const std::int64_t a : inside_cuts_) {
        if (a > inside.a)
            break;
        if (inside.a % a != 0 || within % a != 0)
            continue;
        for (const std::int64_t b : inside_cuts_) {
            if (b > inside.b)
                break;
            const Pair share{inside.a / a, inside.b / b};
            if (inside.b % b != 0 || within / a % b != 0 || group % (share.a * share.b) != 0)
                continue;
            const NetworkTime here = at(kind, level, request.interleaving, share, outside);
            const NetworkTime below = least_inwards(kind, level - 1, request, {a, b});
            found = least_of(found, kind == Point ? sum_of(here, below) : worst_of(here, below));
        }
    }
    return least = found;
}

StepTraffic Placements::alone(const ParallelDegrees& degrees, double interleaving)
{
    const auto least = [&](Kind kind, const Pair& wanted) {
        Recent& recent = recent_[kind == Point && interleaving == 1 ? std::size_t{Data} + 1 : std::size_t{kind}];
        if (recent.degrees != wanted || (kind == Point && recent.interleaving != interleaving))
            recent = {wanted, interleaving, least_outwards(kind, 0, interleaving, wanted)};
        return recent.least;
    };
    return {least(Tensor, {degrees.tp_model, degrees.tp_ff}), least(Point, {degrees.pp, degrees.ep}),
            least(Data, {degrees.dp, 1})};
}

/// Every way to leave exactly `devices` of the degrees to the levels inside.
template<class Visit>
void Placements::each_inside(const Share& degrees, std::int64_t devices, Visit visit) const
{
    const auto choose = [&](const auto& self, std::size_t kind, Share& inside, std::int64_t left) -> void {
        if (kind + 1 == inside.size()) {
            inside[kind] = left;
            if (degrees[kind] % left == 0)
                visit(inside);
            return;
        }
        for (const std::int64_t cut : inside_cuts_) {
            if (cut > left || cut > degrees[kind])
                return;
            if (left % cut != 0 || degrees[kind] % cut != 0)
                continue;
            inside[kind] = cut;
            self(self, kind + 1, inside, left / cut);
        }
    };
    Share inside{};
    choose(choose, 0, inside, devices);
}

void Placements::extend(int level, std::int32_t outer, const Request& request, double most_seconds)
{
    const Share within = partial_[static_cast<std::size_t>(outer)].inside;
    const StepTraffic so_far = partial_[static_cast<std::size_t>(outer)].cost;
    Share outside;
    for (std::size_t i = 0; i < outside.size(); ++i)
        outside[i] = request.whole[i] / within[i];
    each_inside(within, inside_[static_cast<std::size_t>(level)], [&](const Share& inside) {
        Share share;
        for (std::size_t i = 0; i < share.size(); ++i)
            share[i] = within[i] / inside[i];
        const auto here
            = [&](Kind kind) { return at(kind, level, request.interleaving, pair(kind, share), pair(kind, outside)); };
        const StepTraffic cost = together(so_far, {here(Tensor), here(Point), here(Data)});
        StepTraffic least = cost;
        if (level > 0) {
            const auto below = [&](Kind kind) { return least_inwards(kind, level - 1, request, pair(kind, inside)); };
            least = together(cost, {below(Tensor), below(Point), below(Data)});
        }
        ++looked_at_;
        const double step_seconds = request.step(least);
        if (step_seconds <= most_seconds)
            partial_.push_back({inside, outer, level == last_choice(last_) ? least : cost, step_seconds});
    });
}

void Placements::drop_dominated(std::size_t from)
{
    const auto first = partial_.begin() + static_cast<std::ptrdiff_t>(from);
    std::sort(first, partial_.end(), [](const Partial& a, const Partial& b) {
        return a.inside != b.inside ? a.inside < b.inside : a.step_seconds < b.step_seconds;
    });
    auto kept = first;
    auto same = first; ///< the first kept one with the inside of *each
    for (auto each = first; each != partial_.end(); ++each) {
        if (kept != first && (kept - 1)->inside != each->inside)
            same = kept;
        if (std::none_of(same, kept, [&](const Partial& other) { return no_worse(other.cost, each->cost); }))
            *kept++ = *each;
    }
    partial_.erase(kept, partial_.end());
}

double Placements::dive(const Request& request)
{
    partial_ = {{request.whole, -1, {}, 0}};
    for (int level = last_; level >= last_choice(last_); --level) {
        extend(level, 0, request, unlimited);
        const auto best
            = std::min_element(partial_.begin() + 1, partial_.end(),
                               [](const Partial& a, const Partial& b) { return a.step_seconds < b.step_seconds; });
        if (best == partial_.end())
            return unlimited;
        partial_ = {*best};
    }
    return partial_.back().step_seconds;
}

void Placements::visit(const ParallelDegrees& degrees, double interleaving, double most_seconds, const StepOf& step,
                       const OnPlacement& found)
{
    const Request request{{degrees.dp, degrees.tp_model, degrees.tp_ff, degrees.pp, degrees.ep}, interleaving, step};
    inwards_.clear();
    looked_at_ = 0;
    if (last_ > 1)
        most_seconds = std::min(most_seconds, dive(request) * (1 + equal_steps));
    partial_ = {{request.whole, -1, {}, 0}};
    std::size_t from = 0;
    for (int level = last_; level >= last_choice(last_); --level) {
        const std::size_t end = partial_.size();
        for (std::size_t i = from; i < end; ++i)
            extend(level, static_cast<std::int32_t>(i), request, most_seconds);
        from = end;
        if (level > last_choice(last_))
            drop_dominated(from);
    }
    for (std::size_t i = from; i < partial_.size(); ++i) {
        if (partial_[i].step_seconds > most_seconds)
            continue;
        std::array<Share, max_levels> shares{};
        const Partial* at = &partial_[i];
        shares[0] = at->inside;
        for (int level = last_choice(last_); level <= last_; ++level) {
            const Partial* outer = &partial_[static_cast<std::size_t>(at->outer)];
            for (std::size_t kind = 0; kind < at->inside.size(); ++kind)
                shares[static_cast<std::size_t>(level)][kind] = outer->inside[kind] / at->inside[kind];
            at = outer;
        }
        most_seconds = found(partial_[i].cost, shares);
    }
}

} // namespace plateau::limits
