// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/reader.h"
#include "core/teaching/tours/tour.h"

namespace plateau::tours {

/// The `lesson` of a tour or of one of its steps.
Lesson read_lesson(const files::Node& node, const std::string& file, std::vector<Error>& problems);

/// For one step: without what its kind of question lacks; where nothing is left, the axis of its page and the numbers
/// that its text lets one turn. The tour's own variable comes first.
Lesson complete(Lesson lesson, const Step& step, const std::string& variable);

} // namespace plateau::tours
