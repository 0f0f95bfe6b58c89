// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/question/limits_scenario/limits_scenario.h"
#include "core/question/scenario/row_builders.h"

/// The rows of the limits table, by group, and what writes one. Private to this room.
namespace plateau::limits_rows {

std::vector<LimitsParameter> cluster();
std::vector<LimitsParameter> rules();
std::vector<LimitsParameter> assumptions();
std::vector<LimitsParameter> view();

using rows::Range;
using units::Unit;
using enum ParameterScale;
using rows::Words;
inline constexpr rows::Named<LimitsScenario> named{};
inline constexpr rows::Number<LimitsScenario> number{};
inline constexpr rows::OnOff<LimitsScenario> on_off{};
inline constexpr rows::Choice<LimitsScenario> choice{};
inline constexpr rows::CatalogName<LimitsScenario> catalog_name{};

} // namespace plateau::limits_rows
