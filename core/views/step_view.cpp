// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/curves.h"

namespace plateau::views {

namespace {

Drawing step(const ViewRequest<Scenario>& request) { return drawing_here(request, figures::step_figure); }

constexpr View step_views[] = {{"step", "Where the time of one step goes", step, nullptr, true, "workbench", "timeline",
                                PLATEAU_TEXT("Where the step goes")}};

} // namespace

} // namespace plateau::views

PLATEAU_VIEWS(step_view, 20, step_views)
