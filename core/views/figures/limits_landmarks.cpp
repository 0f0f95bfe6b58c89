// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/figures/limits_landmarks.h"

#include <optional>

namespace plateau::figures {

namespace {

constexpr const char* dash = "\u2013";

constexpr LandmarkRow rows[] = {
    {PLATEAU_TEXT("First crossing"),
     PLATEAU_TEXT("Training compute at which utilization first falls to the end of linear scaling; below: already the "
                  "smallest run. The curve ripples: degrees are powers of two and divisors.")},
    {PLATEAU_TEXT("Last crossing"), PLATEAU_TEXT("From here on utilization stays below it.")},
    {PLATEAU_TEXT("closed form"), PLATEAU_TEXT("T_crit: the end of linear scaling on one line, without search."),
     "T_crit"},
    {PLATEAU_TEXT("Wall"),
     PLATEAU_TEXT("The largest run that any cluster finishes in time, or that fits the given one.")},
    {PLATEAU_TEXT("closed form"), PLATEAU_TEXT("T_limit: the latency wall on one line, without search."), "T_limit"},
    {PLATEAU_TEXT("GPUs at wall"), PLATEAU_TEXT("Accelerators of that run.")},
};

std::string flop(std::optional<double> value) { return value ? units::show(*value, units::Unit::Flop).number : dash; }

} // namespace

std::span<const LandmarkRow> landmark_rows() { return rows; }

std::vector<std::string> landmark_cells(const LimitsCurve& curve)
{
    const limits::Landmarks marks = limits::landmarks(curve.scenario->question, curve.points);
    std::optional<double> devices;
    for (const limits::Point& point : curve.points)
        if (point.feasible && marks.wall_flop && point.model.training_flop == *marks.wall_flop)
            devices = point.devices;
    std::vector<std::string> cells{flop(marks.linear_end_flop),
                                   flop(marks.last_crossing_flop),
                                   flop(marks.closed_form_linear_end_flop),
                                   (marks.wall_beyond_grid ? "> " : "") + flop(marks.wall_flop),
                                   flop(marks.closed_form_wall_flop),
                                   devices ? units::format(*devices, units::Unit::Count) : dash};
    if (marks.below_from_start)
        cells[0] = PLATEAU_TEXT("below");
    for (std::size_t row = 0; row < cells.size(); ++row)
        if (!curve.finished && !curve.stale && !rows[row].closed_form)
            cells[row] = "…";
    return cells;
}

} // namespace plateau::figures
