// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

/// Small text helpers of the parameter table. Private to this room and to limits.
namespace plateau::parameter_text {

/// Lower case, without spaces, commas, hyphens and underscores: "FSDP, whole world" and "fsdp_whole-world" are equal.
std::string folded(const std::string& text);
std::optional<bool> switch_value(const std::string& text);

std::vector<double> powers_of_two(double minimum, double maximum);
std::vector<double> one_two_five(double minimum, double maximum);
std::vector<double> even_steps(double minimum, double maximum, bool whole);
/// `count` values from `from` to `to`, ends included; geometric when `logarithmic` and both ends are positive.
std::vector<double> spaced(double from, double to, int count, bool logarithmic, bool whole);

} // namespace plateau::parameter_text
