// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/answers/limits.h"
#include "core/views/limits_figure.h"
#include "core/views/looks.h"
#include "core/views/view.h"

namespace plateau::views {

namespace {

using figures::LimitsDetail;

/// The picture, and what it refers to.
struct Drawn {
    catalog::KnownRuns known;
    figures::LimitsPicture picture;
};

Drawn drawn(const ViewRequest<LimitsScenario>& request, LimitsDetail detail)
{
    Drawn drawn{catalog::read_known_runs(request.answers.data()->catalog().folders), {}};
    for (const LimitsScenario& scenario : request.scenarios) {
        const auto slot = static_cast<int>(drawn.picture.curves.size());
        drawn.picture.curves.push_back(
            figures::limits_curve(scenario, *request.get<answers::LimitsCurve>(scenario.question)));
        drawn.picture.curves.back().role = figures::role_of_slot(slot);
    }
    drawn.picture.detail = detail;
    return drawn;
}

template<LimitsDetail detail>
Drawing limits_against_compute(const ViewRequest<LimitsScenario>& request)
{
    Drawn of = drawn(request, detail);
    of.picture.known = &of.known;
    const auto& points = of.picture.curves.front().points;
    if (std::none_of(points.begin(), points.end(), [](const limits::Point& point) { return point.feasible; }))
        return {{}, {PLATEAU_TEXT("no run of this range finishes in time"), {}}};
    return {figures::as_viewed(figures::limits_figure(of.picture), request.first().view)};
}

Drawing closed_forms(const ViewRequest<LimitsScenario>& request)
{
    Drawn of = drawn(request, LimitsDetail::Step);
    of.picture.known = &of.known;
    return {figures::as_viewed(figures::closed_form_figure(of.picture), request.first().view)};
}

constexpr const char* searched = PLATEAU_TEXT("Limits: utilization, layout and step");

constexpr View limits_views[] = {
    {"limits", "Utilization, layout and where a step goes against training compute", nullptr,
     limits_against_compute<LimitsDetail::Step>, true, "limits", "curve", searched, "utilization"},
    {"limits-cluster", "The same, with the size of the cluster", nullptr, limits_against_compute<LimitsDetail::Cluster>,
     true, "limits", "cluster", searched, "utilization"},
    {"limits-time", "The same, with how long the run takes", nullptr, limits_against_compute<LimitsDetail::Time>, true,
     "limits", "time", searched, "utilization"},
    {"limits-cost", "The same, with what the run costs", nullptr, limits_against_compute<LimitsDetail::Cost>, true,
     "limits", "cost", searched, "utilization"},
    {"limits-closed-forms", "T_crit and T_limit against the exponent of the batch", nullptr, closed_forms, true,
     "limits", "closed_forms", PLATEAU_TEXT("Limits: closed forms")},
};

} // namespace

} // namespace plateau::views

PLATEAU_VIEWS(limits_view, 50, limits_views)
