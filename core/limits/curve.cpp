// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/limits/curve.h"

#include <cmath>
#include <map>

#include "core/limits/closed_forms.h"
#include "core/text/units/quantity.h"

namespace plateau::limits {

namespace {

constexpr std::size_t coarsest_stride = 8;

/// What loses the most device-seconds: an idle device loses the whole step.
Bound largest_loss(const Point& point)
{
    const Causes lost = causes(point.time);
    const double used = point.layout.devices();
    const std::array<std::pair<double, Bound>, 5> losses{
        {{used * lost.memory_seconds, Bound::Memory},
         {used * lost.network_seconds, Bound::Network},
         {used * lost.latency_seconds, Bound::Latency},
         {used * lost.pipeline_seconds, Bound::Pipeline},
         {point.idle_devices() * point.time.step_seconds, Bound::Idle}}};
    return std::max_element(losses.begin(), losses.end())->second;
}

/// The most frequent bound of the points below the threshold, between its first and last crossing.
Bound usual_reason(const std::vector<Point>& points, const Landmarks& marks)
{
    std::map<Bound, int> count;
    for (const Point& point : points)
        if (point.feasible && point.bound != Bound::Arithmetic && point.model.training_flop >= *marks.linear_end_flop
            && point.model.training_flop < *marks.last_crossing_flop)
            ++count[point.bound];
    const auto most = std::max_element(count.begin(), count.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == count.end() ? Bound::Arithmetic : most->first;
}

} // namespace

Causes causes(const StepTime& time)
{
    Causes causes{.arithmetic_seconds = time.arithmetic_seconds};
    const double memory = time.matmul_seconds - time.arithmetic_seconds - time.matmul_latency_seconds;
    causes.memory_seconds = std::max(0.0, memory); // rounding goes below
    const double data_latency = time.traffic.data.latency_seconds;
    causes.network_seconds = time.exposed_traffic_seconds + std::max(0.0, time.data_seconds - data_latency);
    causes.latency_seconds = time.matmul_latency_seconds + time.latency_seconds + data_latency;
    causes.pipeline_seconds = time.bubble_seconds;
    return causes;
}

double reached_utilization(const Device& device)
{
    constexpr double large = 1 << 20;
    constexpr double flop = 6 * 2 * large * large * large;
    Device prompt = device;
    prompt.matmul_latency_seconds = 0;
    const double seconds = block_seconds(prompt, large, large, large);
    return device.sustained_fraction * std::min(1.0, flop / device.sustained_flop_per_s() / seconds);
}

double linear_threshold(const Question& question)
{
    return question.linear_fraction * (question.linear_of_peak ? 1 : reached_utilization(question.machine.device));
}

Point point(const Question& question, const Model& model)
{
    Point result;
    result.model = model;
    const Machine& machine = question.machine;
    const auto cluster = question.fixed_devices > 0
        ? fixed_cluster(machine, model, question.fixed_devices)
        : smallest_cluster(machine, model, question.run_seconds, question.whole_domains);
    if (!cluster)
        return result;
    result.feasible = true;
    result.devices = std::max(question.fixed_devices, cluster->devices);
    result.layout = cluster->best.layout;
    result.time = step_time(machine, model, result.layout);
    result.utilization
        = model.flop_per_step() / (machine.device.peak_flop_per_s * result.devices * result.time.step_seconds);
    result.run_seconds = model.steps() * result.time.step_seconds;
    result.usd = result.devices * result.run_seconds / units::hour * question.usd_per_device_hour;
    result.bound = result.utilization > linear_threshold(question) ? Bound::Arithmetic : largest_loss(result);
    return result;
}

Point point_at_width(const Question& question, double width)
{
    return point(question, model_of_width(question.rules, width));
}

Point point_at_flop(const Question& question, double training_flop)
{
    const double width = width_of_flop(question.rules, training_flop);
    return point(question, model_of_width(question.rules, width, training_flop));
}

std::vector<Point> curve(const Question& question, const std::stop_token& stop, const OnPoint& on_point)
{
    const std::vector<double> widths = width_grid(question.width_from, question.width_to);
    std::vector<Point> points(widths.size());
    for (std::size_t stride = coarsest_stride; stride >= 1; stride /= 2) {
        for (std::size_t i = 0; i < widths.size(); i += stride) {
            const bool known = stride < coarsest_stride && i % (2 * stride) == 0;
            if (known)
                continue;
            if (stop.stop_requested())
                return {};
            points[i] = point_at_width(question, widths[i]);
            if (on_point)
                on_point(i, points[i]);
        }
    }
    return points;
}

Landmarks landmarks(const Question& question, const std::vector<Point>& points)
{
    const double threshold = linear_threshold(question);
    Landmarks result;
    bool above = true;
    for (const Point& point : points) {
        if (!point.feasible)
            continue;
        const bool smallest = !result.wall_flop;
        result.wall_flop = point.model.training_flop;
        result.wall_devices = point.devices;
        result.wall_beyond_grid = &point == &points.back();
        if (question.fixed_devices > 0)
            continue;
        if (smallest)
            result.below_from_start = point.utilization <= threshold;
        const bool was_above = above;
        above = point.utilization > threshold;
        if (above) {
            result.last_crossing_flop.reset();
            continue;
        }
        if (!result.linear_end_flop)
            result.linear_end_flop = point.model.training_flop;
        if (was_above)
            result.last_crossing_flop = point.model.training_flop;
    }
    if (question.fixed_devices > 0)
        return result;
    if (result.below_from_start)
        result.linear_end_flop.reset();
    const NodeRates node = node_rates(question.machine);
    const GrowthRule growth = growth_rule(question.rules);
    const auto known = [](double flop) { return std::isfinite(flop) ? std::optional<double>(flop) : std::nullopt; };
    result.closed_form_linear_end_flop = known(critical_flop(node, growth, question.run_seconds));
    result.closed_form_wall_flop = known(limit_flop(node, growth, question.run_seconds));
    return result;
}

std::vector<Stretch> stretches(const Question& question, const std::vector<Point>& points)
{
    const Landmarks marks = landmarks(question, points);
    const Bound ripple_reason
        = marks.linear_end_flop && marks.last_crossing_flop ? usual_reason(points, marks) : Bound::Arithmetic;
    std::vector<Stretch> all;
    for (const Point& point : points) {
        Stretch each;
        each.from_flop = each.to_flop = point.model.training_flop;
        each.bound = point.feasible ? point.bound : Bound::Infeasible;
        each.rippling = point.feasible && marks.linear_end_flop && marks.last_crossing_flop
            && point.model.training_flop >= *marks.linear_end_flop
            && point.model.training_flop < *marks.last_crossing_flop;
        if (each.rippling)
            each.bound = ripple_reason;
        all.push_back(each);
    }
    for (std::size_t i = 1; i + 1 < all.size(); ++i) {
        const auto same
            = [](const Stretch& a, const Stretch& b) { return a.bound == b.bound && a.rippling == b.rippling; };
        if (same(all[i - 1], all[i + 1]) && all[i].bound != Bound::Infeasible)
            all[i].bound = all[i - 1].bound, all[i].rippling = all[i - 1].rippling;
    }
    std::vector<Stretch> merged;
    for (const Stretch& each : all) {
        if (merged.empty() || merged.back().bound != each.bound || merged.back().rippling != each.rippling) {
            if (!merged.empty())
                merged.back().to_flop = std::sqrt(merged.back().to_flop * each.from_flop);
            merged.push_back(each);
            if (merged.size() > 1)
                merged.back().from_flop = merged[merged.size() - 2].to_flop;
        }
        merged.back().to_flop = each.to_flop;
    }
    return merged;
}

} // namespace plateau::limits
