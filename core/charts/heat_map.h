// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "core/charts/roles.h"
#include "core/text/units/quantity.h"

namespace plateau::figures {

/// One pair of choices: its value, or why there is none.
struct HeatCell {
    double value = std::numeric_limits<double>::quiet_NaN();
    Message reason; ///< in the cell: "125 GB"
    Message hint; ///< under the pointer
};

/// Two choices against each other: hue for the value, hatching where there is none.
struct HeatMap {
    Message title; ///< "Tokens/s per GPU"
    Message note; ///< "best of the other parameters"
    Message column_title, row_title;
    std::vector<Message> columns; ///< from the left
    std::vector<Message> rows; ///< from the top
    std::vector<HeatCell> cells; ///< row by row
    units::Unit unit = units::Unit::None;
    int best = -1; ///< framed
    int current = -1; ///< dashed frame: the choices of the current plan, whatever is best there
    double current_value = std::numeric_limits<double>::quiet_NaN(); ///< of that plan itself
    int selected = -1; ///< framed in the accent's colour
    struct Pin {
        int cell = 0;
        std::string letter;
        SeriesRole role = SeriesRole::PinA;
    };
    std::vector<Pin> pins = {}; ///< a letter in the corner of a cell each
};

/// A row per pair of choices.
std::string csv(const HeatMap& map);
/// Where the best cell is.
std::vector<Message> readings(const HeatMap& map);
inline std::vector<NamedPart> named_parts(HeatMap&) { return {}; }
inline bool leave_out(HeatMap&, const IsOut&) { return true; }

} // namespace plateau::figures
