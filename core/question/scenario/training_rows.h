// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/question/scenario/row_builders.h"

/// The rows of the training table, by group, and what writes one. Private to this room.
namespace plateau {
struct PlanDimension;
}

namespace plateau::training_rows {

std::vector<TrainingParameter> cluster();
std::vector<TrainingParameter> model();
std::vector<TrainingParameter> batch();
std::vector<TrainingParameter> plan();
TrainingParameter plan_row(const PlanDimension& dimension);
std::vector<TrainingParameter> assumptions();
std::vector<TrainingParameter> returns();
std::vector<TrainingParameter> fabric(); ///< pods, sites, algorithms, the way to host memory
std::vector<TrainingParameter> numerics(); ///< number formats, offload, local steps
std::vector<TrainingParameter> run(); ///< money, carbon, interruptions
std::vector<TrainingParameter> rest_of_shape(); ///< what only some models have; the last rows, as few scenarios say any

using units::Unit;
using enum ParameterScale;
using enum catalog::OnStep;
using rows::Range;
using rows::Words;
/// Where a value comes from that no preset of the question gives.
inline constexpr const char* assumed = PLATEAU_TEXT("the assumptions' file, which names its source");

inline constexpr rows::Named<Scenario> named{};
inline constexpr rows::Number<Scenario> number{};
inline constexpr rows::OnOff<Scenario> on_off{};
inline constexpr rows::Choice<Scenario> choice{};
inline constexpr rows::CatalogName<Scenario> catalog_name{};

} // namespace plateau::training_rows
