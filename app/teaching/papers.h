// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.h"
#include "core/teaching/tours/papers.h"
#include "core/teaching/tours/tour.h"

namespace plateau::app {

inline constexpr Flag exercises_flag{
    "--exercises", "", "write a sheet of exercises with drawn values into --output, a .pdf or .html file"};
inline constexpr Flag seed_flag{"--seed", "N", "of --exercises: another number draws other values (default 1)"};
inline constexpr Flag key_flag{
    "--key", "", "of --exercises: with the answers at the end; of --handout: the answers in place of the steps"};
inline constexpr Flag sheet_flag{"--output", "FILE", "of --exercises: a .pdf or .html file"};

Expected<int> write_exercises(const Arguments& arguments, const std::shared_ptr<answers::Answers>& answers,
                              const tours::Tour& tour, const tours::PaperClaims& claims);

/// With the desktop of this program.
tours::Press press();

inline constexpr Flag tour_flag{"--tour", "NAME",
                                "what every step of a tour shows; --output names a folder, "
                                "with --format html the one page that the tour becomes"};

/// `plateau export --tour NAME`: the figures of its steps, or the tour as one page of the web.
Expected<int> export_tour(const Arguments& arguments);

} // namespace plateau::app
