// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/returns.h"

#include "core/limits/scaling.h"

namespace plateau::answers {

namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

std::vector<const CurvePoint*> fitting(const std::vector<CurvePoint>& curve)
{
    std::vector<const CurvePoint*> points;
    for (const CurvePoint& point : curve) {
        if (point.parts.fits())
            points.push_back(&point);
    }
    return points;
}

double doubling_factor(const CurvePoint& from, const CurvePoint& to)
{
    return std::pow(to.parts.tokens_per_s / from.parts.tokens_per_s, 1 / std::log2(to.gpus / from.gpus));
}

} // namespace

std::vector<Marginal> marginal_returns(const std::vector<CurvePoint>& curve)
{
    const auto points = fitting(curve);
    std::vector<Marginal> result;
    for (std::size_t i = 1; i < points.size(); ++i) {
        const CurvePoint& from = *points[i - 1];
        const CurvePoint& to = *points[i];
        const double gained = to.parts.tokens_per_s - from.parts.tokens_per_s;
        result.push_back({to.gpus, gained / (to.gpus - from.gpus),
                          gained / (to.parts.usd_per_s() - from.parts.usd_per_s()),
                          gained / (to.parts.facility_watts - from.parts.facility_watts), doubling_factor(from, to)});
    }
    return result;
}

std::vector<Added> added(const std::vector<CurvePoint>& curve, double (*divisor)(const Parts&))
{
    const auto points = fitting(curve);
    std::vector<Added> result;
    for (std::size_t i = 1; i < points.size(); ++i) {
        const Parts& from = points[i - 1]->parts;
        const Parts& to = points[i]->parts;
        result.push_back({points[i]->gpus, (to.tokens_per_s - from.tokens_per_s) / (divisor(to) - divisor(from))});
    }
    return result;
}

std::optional<Knee> knee(const std::vector<CurvePoint>& curve, double factor)
{
    const auto points = fitting(curve);
    for (std::size_t i = 1; i < points.size(); ++i) {
        const double gain = doubling_factor(*points[i - 1], *points[i]);
        if (gain < factor)
            return Knee{points[i - 1]->gpus, points[i]->gpus, gain, factor};
    }
    return std::nullopt;
}

std::vector<CurvePoint> doublings(const std::vector<CurvePoint>& curve)
{
    std::vector<CurvePoint> result;
    std::copy_if(curve.begin(), curve.end(), std::back_inserter(result),
                 [](const CurvePoint& point) { return std::exp2(std::round(std::log2(point.gpus))) == point.gpus; });
    return result;
}

bool is_filled(const CurvePoint& point)
{
    const Parts& parts = point.parts;
    const double domain = std::min(parts.gpus, parts.domain_used);
    return parts.fits() && parts.gpus_used == parts.gpus && (domain <= 0 || std::fmod(parts.gpus, domain) == 0);
}

const CurvePoint* base_point(const std::vector<CurvePoint>& curve, double base_gpus)
{
    const auto points = fitting(curve);
    if (points.empty())
        return nullptr;
    if (base_gpus <= 0) {
        const auto filled
            = std::find_if(points.begin(), points.end(), [](const CurvePoint* point) { return is_filled(*point); });
        return filled == points.end() ? points.front() : *filled;
    }
    const auto distance = [&](const CurvePoint* point) { return std::abs(std::log(point->gpus / base_gpus)); };
    return *std::min_element(points.begin(), points.end(), [&](const CurvePoint* left, const CurvePoint* right) {
        return distance(left) < distance(right);
    });
}

double scaling_efficiency(const Parts& parts, const Parts& base)
{
    const Metric& rate = metric("tokens_per_s_per_gpu_available");
    return rate.value(parts) / rate.value(base);
}

std::vector<double> scaling_efficiency(const std::vector<CurvePoint>& curve, double base_gpus)
{
    std::vector<double> result(curve.size(), nothing);
    const CurvePoint* base = base_point(curve, base_gpus);
    for (std::size_t i = 0; base && i < curve.size(); ++i) {
        if (curve[i].parts.fits())
            result[i] = scaling_efficiency(curve[i].parts, base->parts);
    }
    return result;
}

std::vector<LossShare> loss_by_cause(const Parts& from, const Parts& to)
{
    const auto gpu_seconds = [](const Parts& parts, double seconds) {
        return parts.gpus_used * seconds / (parts.tokens_per_s * parts.step_seconds);
    };
    const double total = to.gpus / to.tokens_per_s;
    std::vector<LossShare> result;
    const auto add = [&](Part part, double difference) {
        if (difference != 0)
            result.push_back({part, difference / total});
    };
    for (int part = 0; part < int(first_memory_part); ++part)
        add(Part(part),
            gpu_seconds(to, to.value[std::size_t(part)]) - gpu_seconds(from, from.value[std::size_t(part)]));
    add(Part::Count, (to.gpus - to.gpus_used) / to.tokens_per_s - (from.gpus - from.gpus_used) / from.tokens_per_s);
    std::stable_sort(result.begin(), result.end(),
                     [](const LossShare& left, const LossShare& right) { return left.share > right.share; });
    return result;
}

std::optional<Soonest> soonest_finish(const std::vector<CurvePoint>& curve, const Scenario& scenario, RunClock clock)
{
    const LossTime time(scenario, clock);
    const Parts* best = nullptr;
    const Parts* next = nullptr; // the first that fits beyond the best
    for (const CurvePoint& point : curve) {
        if (!point.parts.fits())
            continue;
        if (!best || time.seconds(point.parts) < time.seconds(*best)) {
            best = &point.parts;
            next = nullptr;
        } else if (!next)
            next = &point.parts;
    }
    if (!next)
        return std::nullopt;
    const std::pair<double, Soonest::Cost> losses[]
        = {{best->tokens_per_s / next->tokens_per_s, Soonest::Cost::Throughput},
           {best->goodput / next->goodput, Soonest::Cost::Failures},
           {time.tokens(*next) / time.tokens(*best), Soonest::Cost::Batch}};
    const auto most = std::max_element(std::begin(losses), std::end(losses),
                                       [](const auto& a, const auto& b) { return a.first < b.first; });
    return Soonest{best->gpus, time.seconds(*best), most->second};
}

double end_of_returns(const std::vector<CurvePoint>& curve, const Scenario& scenario)
{
    double first = std::numeric_limits<double>::infinity();
    if (const auto found = knee(curve, scenario.returns.knee_factor))
        first = found->gpus;
    if (const auto found = soonest_finish(curve, scenario))
        first = std::min(first, found->gpus);
    const auto next = std::find_if(curve.begin(), curve.end(), [first](const CurvePoint& point) {
        return point.gpus > first && point.parts.fits();
    });
    return next == curve.end() ? 0 : next->gpus;
}

double tokens_to_loss(double minimum_tokens, double batch_tokens, double critical_batch_tokens)
{
    return minimum_tokens * (1 + batch_tokens / critical_batch_tokens);
}

double critical_batch_tokens(const Scenario& scenario)
{
    if (scenario.returns.critical_batch_tokens > 0)
        return scenario.returns.critical_batch_tokens;
    const double active = catalog::active_parameters(scenario.workload.shape);
    const double sparsity = limits::round_divisible(catalog::total_parameters(scenario.workload.shape) / active);
    return limits::critical_batch_tokens({}, sparsity, 6 * active * scenario.workload.tokens);
}

LossTime::LossTime(const Scenario& scenario, RunClock clock)
    : minimum_tokens_(scenario.workload.tokens), sequence_(scenario.workload.sequence),
      critical_batch_(clock == RunClock::Loss ? critical_batch_tokens(scenario)
                                              : std::numeric_limits<double>::infinity())
{
}

double LossTime::seconds(const Parts& parts) const
{
    const double tokens_per_s = parts.tokens_per_s * parts.goodput;
    return tokens_per_s > 0 ? tokens(parts) / tokens_per_s : std::numeric_limits<double>::quiet_NaN();
}

ReturnsLeft returns_left(const Parts& parts, const Parts& base, const LossTime& to_loss)
{
    return {scaling_efficiency(parts, base), to_loss.tokens(base) / to_loss.tokens(parts),
            parts.goodput / base.goodput};
}

} // namespace plateau::answers
