// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/text/messages/error.h"
#include "core/text/units/unit.h"

/// Quantities as people type and read them. Inside, everything is SI (bytes, seconds, FLOP, watts, US dollars);
/// this is the only place where 2k, 400Gb/s, 1.5 TB, 88 mm or 37 % exist.
namespace plateau::units {

/// The number a person typed, in SI. "unlimited" and "inf" give infinity where the unit is a bandwidth.
/// A number without a unit is read in the unit's usual display unit: GB for Bytes, GB/s and Gb/s for the bandwidths,
/// TFLOP/s for FlopPerSecond, else the SI unit itself (seconds, FLOP, metres). Prefixes are decimal (2k is 2,000),
/// Ki, Mi, Gi, Ti binary; b is bits and B bytes; a month is a twelfth of 365.25 days. Digits may be grouped by
/// commas, spaces or underscores in threes. Negative numbers are legal only for Unit::None.
/// Errors say what is wrong with the text and give an example of what would be read.
Expected<double> parse(std::string_view text, Unit unit);

/// A number and its unit, ready to show apart ("10.97", "M tokens/s") or together.
struct NumberAndUnit {
    std::string number;
    std::string unit;
};

/// The same with the prefix apart, for who says it in a language of their own: "10.97", "M" and "tokens".
struct NumberInParts {
    std::string number;
    std::string prefix; ///< "k", "M" ...; empty: none
    std::string noun; ///< "tokens", "B"; empty: none
    bool prefix_is_word = false; ///< "M tokens", not "MB"
    const char* space = "\u00a0"; ///< between number and unit

    std::string unit() const { return prefix + (prefix_is_word && !prefix.empty() && !noun.empty() ? " " : "") + noun; }
};
NumberInParts in_parts(double value, Unit unit, int digits = 3);
/// The same as prose says it: the prefix is "million", and thousands are written out.
NumberInParts in_parts_of_prose(double value, Unit unit, int digits = 3);

/// `digits` significant digits (whole counts below a million, GPUs below ten, are exact and grouped: 2,048), the prefix
/// that keeps the number between 1 and 1,000; minus is U+2212; infinity is "unlimited"; NaN is an en dash.
NumberAndUnit show(double value, Unit unit, int digits = 3);

/// show() joined with a no-break space: "400 Gb/s", "37 %", "2,048 GPUs".
std::string format(double value, Unit unit, int digits = 3);

/// The same as prose says it - sentences, titles, captions, notes; axes, tables and readouts stay short:
/// "68.7 billion", "80,100 USD", not "68.7 G", "80.1 k USD". Units other than of things and money stay as they are.
std::string in_words(double value, Unit unit, int digits = 3);

/// The shortest text that parse() reads back to exactly the same number, in plain ASCII and without grouping:
/// what is written to files.
std::string exact(double value, Unit unit);

/// The SI unit as machines read it: "s", "B/s", "W"; "" for bare numbers.
const char* si_name(Unit unit);

/// Always as many digits, so that a read-out does not jitter: 25.0, 5,358, 0.130. Minus is U+2212; an en dash for what
/// is not known.
std::string steady(double value, int digits = 3);

/// Always as many decimals, not grouped: 45.8, 2032.3.
std::string fixed(double value, int decimals);

/// Hundred times a share with its sign: "+3.1", "\u22120.4", "0.0"; from a hundred on without decimals.
std::string signed_percent(double share);

/// Compute as books set it: "2.05e28 FLOP" becomes "2.05 × 10²⁸ FLOP", with no-break spaces. Words without FLOP stay
/// as they are.
std::string typeset(std::string words);

/// Seconds of what people count time in, joules of what they count energy in.
inline constexpr double minute = 60;
inline constexpr double hour = 60 * minute;
inline constexpr double day = 24 * hour;
inline constexpr double year = 365.25 * day; ///< Julian
inline constexpr double kilowatt_hour = 1e3 * hour;
inline constexpr double megawatt_hour = 1e6 * hour;

} // namespace plateau::units
