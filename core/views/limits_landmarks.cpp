// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/limits_landmarks.h"

#include <optional>

#include "core/views/times.h"

namespace plateau::figures {

namespace {

using narrate::plain;

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

Message flop(std::optional<double> value)
{
    return plain(value ? Argument(Quantity{*value, units::Unit::Flop, 3, Quantity::Style::Number}) : narrate::dash);
}

} // namespace

std::span<const LandmarkRow> landmark_rows() { return rows; }

std::vector<Message> landmark_cells(const LimitsCurve& curve)
{
    const limits::Landmarks marks = limits::landmarks(curve.scenario->question, curve.points);
    std::optional<double> devices;
    for (const limits::Point& point : curve.points)
        if (point.feasible && marks.wall_flop && point.model.training_flop == *marks.wall_flop)
            devices = point.devices;
    const Message wall = flop(marks.wall_flop);
    std::vector<Message> cells{flop(marks.linear_end_flop),
                               flop(marks.last_crossing_flop),
                               flop(marks.closed_form_linear_end_flop),
                               marks.wall_beyond_grid ? Message{"> %1", {wall}} : wall,
                               flop(marks.closed_form_wall_flop),
                               plain(devices ? Argument(narrate::count(*devices)) : narrate::dash)};
    if (marks.below_from_start)
        cells[0] = plain(PLATEAU_TEXT("below"));
    for (std::size_t row = 0; row < cells.size(); ++row)
        if (!curve.finished && !curve.stale && !rows[row].closed_form)
            cells[row] = plain("…");
    return cells;
}

} // namespace plateau::figures
