// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/teaching/tours/tour.h"

namespace plateau::tours {

/// What every such page begins with.
extern const char* const lecture_mark;

/// A tour as one page of the web that needs nothing else: its steps with what a class sees of them, its questions, its
/// controls with all numbers and plots computed ahead. It is said in the language spoken; `language`: its code. The
/// script and the style of the page: resources/teaching.
std::string lecture_page(const std::shared_ptr<answers::Answers>& answers, const Tour& tour, const PaperClaims& claims,
                         const std::string& language);

} // namespace plateau::tours
