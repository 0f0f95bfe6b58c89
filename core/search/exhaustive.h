// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/search.h"

namespace plateau::search {

/// Legal plans of the space; stops early when asked, with what it counted until then.
double count_plans(const PlanSpace& space, const Prepared& prepared, const std::stop_token& stop);

/// Evaluates every legal plan.
SearchResult try_everything(const PlanSpace& space, const Prepared& prepared, Workspace& workspace,
                            const SearchOptions& options);

} // namespace plateau::search
