// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/limits/search.h"
#include "core/text/messages/names.h"

/// Utilization against training compute, and what can be read off it.
namespace plateau::limits {

/// The published year and month.
inline constexpr double year_seconds = 3.154e7;
inline constexpr double month_seconds = year_seconds / 12;

/// Everything the curve depends on.
struct Question {
    Machine machine;
    ScalingRules rules;
    double run_seconds = 0.25 * year_seconds; ///< deadline T
    double fixed_devices = 0; ///< > 0: this cluster instead of the smallest that meets the deadline
    bool whole_domains = true; ///< clusters of whole domains; else of E 2^i devices, wherever these end
    double width_from = 12288; ///< d_model grid
    double width_to = 128.0 * 12288;
    double linear_fraction = 0.8; ///< scaling is linear while utilization > fraction x what large matmuls reach ...
    bool linear_of_peak = false; ///< ... or, when set, > fraction x peak
    double usd_per_device_hour = 0;

    friend bool operator==(const Question&, const Question&) = default;
};

/// What keeps utilization from being higher: the largest loss of the step.
enum class Bound {
    Arithmetic, ///< still scaling linearly
    Memory, ///< the device's own memories
    Network, ///< bytes on the wire
    Latency, ///< waiting for hops and kernels
    Pipeline, ///< bubble
    Idle, ///< devices that no layout uses
    Infeasible, ///< no cluster finishes in time
};

/// A step's seconds by cause, of the devices that take part; they sum to the step.
struct Causes {
    double arithmetic_seconds = 0;
    double memory_seconds = 0;
    double network_seconds = 0;
    double latency_seconds = 0;
    double pipeline_seconds = 0;
};
Causes causes(const StepTime& time);

/// One point of the curve.
struct Point {
    Model model;
    bool feasible = false;
    double devices = 0; ///< N, idle ones counted
    Layout layout; ///< of those that take part
    StepTime time;
    double utilization = 0; ///< 6 (P/E) b / (peak N t_step)
    double run_seconds = 0; ///< (D / b) t_step
    double usd = 0; ///< N x hours x price
    Bound bound = Bound::Infeasible;

    double idle_devices() const { return feasible ? devices - layout.devices() : 0; }
};

/// A stretch of the curve with one reason, between the middles (logarithmic) of neighbouring points.
struct Stretch {
    double from_flop = 0;
    double to_flop = 0;
    Bound bound = Bound::Arithmetic;
    bool rippling = false; ///< between the first and the last crossing of the threshold: now above it, now below it for
                           ///< the reason that `bound` gives, the most frequent one
};
/// The curve cut where its reason changes, from its first point to the last one given; an end without cluster is
/// Bound::Infeasible. Single points that differ from equal neighbours on both sides do not make a stretch.
std::vector<Stretch> stretches(const Question& question, const std::vector<Point>& points);

/// Utilization that one device reaches at small scale, on matmuls too large for latency to matter: e, or less where its
/// memories cannot keep up. A share of the peak.
double reached_utilization(const Device& device);
/// Utilization below which scaling no longer counts as linear.
double linear_threshold(const Question& question);

Point point(const Question& question, const Model& model);
/// The compute-optimal model of a width.
Point point_at_width(const Question& question, double width);
/// Exactly this much training compute, on the shape of the nearest grid width.
Point point_at_flop(const Question& question, double training_flop);

/// Called for every point as it is known, with its place on the grid; from the thread that computes.
using OnPoint = std::function<void(std::size_t index, const Point& point)>;

/// All widths of the grid: every eighth first, then the points between, so that a picture is rough before it is
/// fine and each point is final when it is reported. Empty when stopped.
std::vector<Point> curve(const Question& question, const std::stop_token& stop = {}, const OnPoint& on_point = {});

/// What the curve and the closed forms say. The curve ripples - powers of two, divisors - so the end of linear
/// scaling has a first and a last crossing. No value: not reached on the grid. A given cluster has no deadline: of
/// these it has only the largest run that fits, which is no wall of latency.
struct Landmarks {
    std::optional<double> linear_end_flop; ///< first point at or under the threshold
    std::optional<double> last_crossing_flop; ///< first point after the last one above the threshold
    bool below_from_start = false; ///< the smallest run is under the threshold: nothing there scales linearly
    std::optional<double> wall_flop; ///< largest feasible run on the grid
    std::optional<double> wall_devices; ///< of that run
    bool wall_beyond_grid = false; ///< the last point of the grid is feasible: the wall lies further out
    std::optional<double> closed_form_linear_end_flop; ///< none where the form has no end either
    std::optional<double> closed_form_wall_flop;
};
Landmarks landmarks(const Question& question, const std::vector<Point>& points);

} // namespace plateau::limits

template<>
inline constexpr std::array plateau::names_of<plateau::limits::Bound>{"arithmetic", "memory", "network",   "latency",
                                                                      "pipeline",   "idle",   "infeasible"};
