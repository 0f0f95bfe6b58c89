// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figures.h"

#include <algorithm>

#include "core/evidence/claims.h"
#include "ui/pages/limits_figure.h"
#include "ui/pages/scaling_figure.h"

namespace plateau::app {

namespace {

MadeFigure scaling(const catalog::Catalog& catalog, const Scenario& scenario, ui::ThroughputView view)
{
    const evidence::Claims claims = evidence::read_claims(catalog.folders);
    const WorkspacePointer workspace = make_workspace();
    const ui::ScalingCurve curve = ui::scaling_curve(scenario, claims, *workspace, ui::usual_range(scenario));
    if (!curve.fits_anywhere())
        return {{}, curve.estimate.reason};
    return {ui::scaling_figure(curve, view), {}};
}

MadeFigure total_scaling(const catalog::Catalog& catalog, const Scenario& scenario)
{
    return scaling(catalog, scenario, ui::ThroughputView::Total);
}

MadeFigure scaling_per_gpu(const catalog::Catalog& catalog, const Scenario& scenario)
{
    return scaling(catalog, scenario, ui::ThroughputView::PerGpu);
}

MadeFigure step(const catalog::Catalog&, const Scenario& scenario)
{
    const Estimate answer = estimate(scenario);
    if (!answer.parts.possible())
        return {{}, answer.reason};
    return {ui::step_figure(answer, scenario), {}};
}

ui::LimitsPicture limits_picture(const LimitsScenario& scenario, ui::LimitsDetail detail,
                                 const limits::KnownRuns& known)
{
    ui::LimitsPicture picture;
    picture.curves.push_back(ui::limits_curve(scenario));
    picture.detail = detail;
    picture.known = &known;
    return picture;
}

MadeFigure limits_with(const catalog::Catalog& catalog, const LimitsScenario& scenario, ui::LimitsDetail detail)
{
    const limits::KnownRuns known = limits::read_known_runs(catalog.folders);
    const ui::LimitsPicture picture = limits_picture(scenario, detail, known);
    const auto& points = picture.curves.front().points;
    if (std::none_of(points.begin(), points.end(), [](const limits::Point& point) { return point.feasible; }))
        return {{}, {PLATEAU_TEXT("no run of this range finishes in time"), {}}};
    return {ui::limits_figure(picture), {}};
}

MadeFigure limits_curve(const catalog::Catalog& catalog, const LimitsScenario& scenario)
{
    return limits_with(catalog, scenario, ui::LimitsDetail::Step);
}

MadeFigure limits_cost(const catalog::Catalog& catalog, const LimitsScenario& scenario)
{
    return limits_with(catalog, scenario, ui::LimitsDetail::Cost);
}

MadeFigure limits_forms(const catalog::Catalog& catalog, const LimitsScenario& scenario)
{
    const limits::KnownRuns known = limits::read_known_runs(catalog.folders);
    return {ui::closed_form_figure(limits_picture(scenario, ui::LimitsDetail::Step, known)), {}};
}

constexpr FigureEntry all_figures[] = {
    {"scaling", "Throughput, MFU and communication share against the GPU count", total_scaling},
    {"scaling-per-gpu", "The same, with the throughput of one GPU", scaling_per_gpu},
    {"step", "Where the time of one step goes", step},
    {"limits", "Utilization, layout and where a step goes against training compute", nullptr, limits_curve},
    {"limits-cost", "The same, with what the run costs", nullptr, limits_cost},
    {"limits-closed-forms", "T_crit and T_limit against the exponent of the batch", nullptr, limits_forms},
};

} // namespace

std::span<const FigureEntry> figures() { return all_figures; }

} // namespace plateau::app
