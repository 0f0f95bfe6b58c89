// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figures.h"

#include "core/evidence/claims.h"
#include "core/scenario/scenario_file.h"
#include "ui/pages/evidence_figure.h"
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

MadeFigure evidence_runs(const catalog::Catalog& catalog, const Scenario& scenario, bool errors)
{
    const evidence::Claims claims = evidence::read_claims(catalog.folders);
    const evidence::Evidence read = evidence::read_evidence(catalog);
    const auto shown = ui::filtered(read, {}, scenario);
    const auto sources = ui::evidence_sources(read, claims);
    const ui::EvidencePicture picture{read, sources, shown, ui::EvidenceQuantity::StepTime, ui::EvidenceView::Values, {}};
    MadeFigure made{errors ? ui::evidence_errors_figure(picture) : ui::evidence_figure(picture), {}};
    made.figure.scenario = write_scenario(scenario);
    return made;
}

MadeFigure evidence(const catalog::Catalog& catalog, const Scenario& scenario)
{
    return evidence_runs(catalog, scenario, false);
}

MadeFigure evidence_errors(const catalog::Catalog& catalog, const Scenario& scenario)
{
    return evidence_runs(catalog, scenario, true);
}

constexpr FigureEntry all_figures[] = {
    {"scaling", "Throughput, MFU and communication share against the GPU count", total_scaling},
    {"scaling-per-gpu", "The same, with the throughput of one GPU", scaling_per_gpu},
    {"step", "Where the time of one step goes", step},
    {"evidence", "Predicted against measured step time of all published runs", evidence},
    {"evidence-errors", "Errors of those predictions by source, and their distribution", evidence_errors},
};

} // namespace

std::span<const FigureEntry> figures() { return all_figures; }

} // namespace plateau::app
