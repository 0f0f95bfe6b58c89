// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/teaching/tours/press.h"
#include "core/teaching/tours/tour.h"

namespace plateau::tours {

/// The bytes of a PDF: a sheet for each step of a tour, or for one of them alone (from 0; -1: all). Picture, words with
/// their numbers as they are now, what is published, and the source.
Expected<std::string> handout(const Press& press, const std::shared_ptr<answers::Answers>& answers, const Tour& tour,
                              const PaperClaims& claims, int step = -1);

} // namespace plateau::tours
