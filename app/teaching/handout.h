// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/teaching/tours/tour.h"

namespace plateau::app {

/// The bytes of a PDF: a sheet for each step of a tour, or for one of them alone (from 0; -1: all). Picture, words with
/// their numbers as they are now, what is published, and the source. Needs a desktop.
Expected<std::string> handout(const std::shared_ptr<answers::Answers>& answers, const tours::Tour& tour,
                              const tours::PaperClaims& claims, int step = -1);

/// The handout of a tour by its name.
Expected<std::string> handout_of_presets(const std::string& tour, int step);

} // namespace plateau::app
