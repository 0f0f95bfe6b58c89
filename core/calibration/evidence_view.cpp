// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/step.h"
#include "core/calibration/evidence_figure.h"
#include "core/views/view.h"

namespace plateau::views {

namespace {

template<bool errors>
Drawing evidence_runs(const ViewRequest<Scenario>& request)
{
    const auto runs = request.get<answers::Runs>({});
    if (!*runs) // stopped
        return {};
    const evidence::Evidence& evidence = (*runs)->evidence();
    const auto shown = figures::filtered(evidence, {}, request.first());
    const auto sources = figures::evidence_sources(evidence, request.answers.data()->claims());
    const figures::EvidencePicture picture{
        evidence, sources, shown, figures::EvidenceQuantity::StepTime, figures::EvidenceView::Values, {}};
    return {errors ? figures::evidence_errors_figure(picture) : figures::evidence_figure(picture)};
}

constexpr View evidence_views[] = {
    {"evidence", "Predicted against measured step time of all published runs", evidence_runs<false>, false, "evidence",
     "values", PLATEAU_TEXT("Predicted against measured")},
    {"evidence-errors", "Errors of those predictions by source, and their distribution", evidence_runs<true>, false,
     "evidence", "errors", PLATEAU_TEXT("Errors by source and of all runs")},
};

} // namespace

} // namespace plateau::views

PLATEAU_VIEWS(evidence_view, 60, evidence_views)
