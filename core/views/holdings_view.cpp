// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/question/scenario/parameter_table.h"
#include "core/views/curves.h"
#include "core/views/memory_figure.h"

namespace plateau::views {

namespace {

Scenario called(Scenario way, const char* words)
{
    way.title = words;
    way.shipped = true; // the title is a text of ours
    return way;
}

/// Shows who keeps which part. Each way of sharing weights, gradients and states has a bar, the scenario's own comes
/// first.
Drawing holdings(const ViewRequest<Scenario>& request)
{
    std::vector<Scenario> ways{called(request.first(), option(request.first().plan.dp_mode).words)};
    for (const PlanOption& way : data_parallel_modes) {
        if (ways.front().title == way.words)
            continue;
        if (auto other = with(request.answers.data()->catalog(), request.first(), "dp_mode", way.name))
            ways.push_back(called(std::move(*other), way.words));
    }
    return drawing_here(ViewRequest<Scenario>{request.answers, ways, request.stop, request.look},
                        figures::holdings_figure);
}

constexpr View holding_views[] = {{.name = "holdings",
                                   .title = PLATEAU_TEXT("What a GPU holds under each way of sharing the states"),
                                   .make = holdings,
                                   .page = "workbench",
                                   .look = "holdings",
                                   .dock = PLATEAU_TEXT("Shares")}};

} // namespace

} // namespace plateau::views

PLATEAU_VIEWS(holdings_view, 26, holding_views)
