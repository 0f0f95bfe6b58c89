// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figures.h"

#include "core/evidence/claims.h"
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

constexpr FigureEntry all_figures[] = {
    {"scaling", "Throughput, MFU and communication share against the GPU count", total_scaling},
    {"scaling-per-gpu", "The same, with the throughput of one GPU", scaling_per_gpu},
    {"step", "Where the time of one step goes", step},
};

} // namespace

std::span<const FigureEntry> figures() { return all_figures; }

} // namespace plateau::app
