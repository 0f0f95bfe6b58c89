// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/charts/figure.h"
#include "core/charts/schematic.h"
#include "core/teaching/tours/tour.h"

namespace plateau::tours {

/// What a step may show in place of its page: names for files.
std::span<const char* const> pictures();

/// Whether a picture shows a limits question, as a schematic; the others are figures of a training question.
bool is_schematic(const std::string& name);
/// Nothing: the run at the marker has none.
std::optional<figures::Schematic> schematic(answers::Answers& answers, const std::string& name,
                                            const Question& question);

/// The picture of one of these names, of a training question; what is published lies in claims/*.csv of the preset
/// folders.
Expected<figures::Figure> picture(const catalog::Catalog& catalog, const std::string& name, const Question& question);

} // namespace plateau::tours
