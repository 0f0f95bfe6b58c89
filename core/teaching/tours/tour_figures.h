// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/paper/figure_jobs.h"
#include "core/teaching/tours/tour.h"

namespace plateau::tours {

/// The name of the figure of the step's page and view, as `plateau export` knows it.
std::string figure_name(const Step& step);

/// What each step of a tour shows, in their order: "03-knee".
std::vector<views::FigureJob> figure_jobs(const views::SharedAnswers& answers, const Tour& tour);

} // namespace plateau::tours
