// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Seconds of what people count time in, joules of what they count energy in.
namespace plateau::units {

inline constexpr double minute = 60;
inline constexpr double hour = 60 * minute;
inline constexpr double day = 24 * hour;
inline constexpr double year = 365.25 * day; ///< Julian
inline constexpr double kilowatt_hour = 1e3 * hour;
inline constexpr double megawatt_hour = 1e6 * hour;

} // namespace plateau::units
