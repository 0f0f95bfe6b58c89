// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "core/files/reader.h"
#include "core/teaching/tours/tour.h"

namespace plateau::tours {

/// The `lesson` of a tour or of one of its steps.
Lesson read_lesson(const files::Node& node, const std::string& file, std::vector<Error>& problems);

/// For one step: without what its kind of question lacks; where nothing is left, the axis of its page and the numbers
/// that its text lets one turn. The tour's own variable comes first.
Lesson complete(Lesson lesson, const Step& step, const std::string& variable);

} // namespace plateau::tours

/// Parts of a step's entry in a tour's file.
namespace plateau::tours {

/// A text of a tour as it is told: one of a shipped tour is translated, a person's own stays as it is.
std::string text_of_tour(const std::string& words, const std::string& file);

Changes read_changes(files::Reader& reader, const char* key, files::Need need = files::Need::Optional);

/// What a class sees: `draw`, `panels`, `marks`, `look_at`.
void read_drawn(files::Reader& reader, Step& step);
/// Reads `cause`, which a training question may have.
void read_cause(files::Reader& reader, const catalog::Catalog& catalog, Step& step, std::vector<Error>& problems);

using ReadProse = std::function<Prose(files::Reader& reader, const char* key, files::Need need)>;
/// Reads `question`; `prose` reads its texts.
std::optional<Exercise> read_exercise(const files::Node& node, const std::string& file, const catalog::Catalog& catalog,
                                      const Step& step, const ReadProse& prose, std::vector<Error>& problems);

} // namespace plateau::tours
