// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figures/figure_jobs.h"
#include "core/tours/tour.h"

namespace plateau::tours {

/// Of the step's page and view, as `plateau export` knows it.
std::string figure_name(const Step& step);

/// What each step of a tour shows, in their order: "03-knee".
std::vector<figures::FigureJob> figure_jobs(const figures::SharedCatalog& catalog, const Tour& tour);

} // namespace plateau::tours
