// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/limits/layouts.h"

#include <algorithm>
#include <cmath>
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

std::vector<Share> shares_of(std::int64_t group)
{
    std::vector<Share> result;
    const std::vector<std::int64_t> cuts = divisors(static_cast<double>(group));
    for (const std::int64_t dp : cuts)
        for (const std::int64_t tp_model : cuts)
            for (const std::int64_t tp_ff : cuts)
                for (const std::int64_t pp : cuts) {
                    const std::int64_t product = dp * tp_model * tp_ff * pp;
                    if (product <= group && group % product == 0)
                        result.push_back({dp, tp_model, tp_ff, pp, group / product});
                }
    return result;
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

} // namespace plateau::limits
