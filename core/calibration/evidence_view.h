// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/calibration/evidence_filter.h"
#include "core/charts/figure.h"
#include "core/evidence/claims.h"

/// The evidence page's pictures: predicted against measured, and the errors by source and of all runs.
namespace plateau::figures {

enum class EvidenceView { Values, Errors };

/// A source as lists and plots show it. The four with most runs have a hue and a marker of their own.
struct EvidenceSource {
    std::string source; ///< as the tables say
    std::string label;
    SeriesRole role = SeriesRole::GroupRest;
};
/// The sources that have something to compare, the largest first.
std::vector<EvidenceSource> evidence_sources(const evidence::Evidence& evidence, const evidence::Claims& claims);

/// What one picture is made from.
struct EvidencePicture {
    const evidence::Evidence& evidence;
    const std::vector<EvidenceSource>& sources;
    const std::vector<std::size_t>& shown;
    EvidenceQuantity quantity = EvidenceQuantity::StepTime;
    EvidenceView view = EvidenceView::Values;
    std::string selected; ///< id of a run, with a ring and its name
};

Figure evidence_figure(const EvidencePicture& picture);
/// Median and 10 to 90 % range of each source, and the distribution over all runs, on one axis.
Figure evidence_errors_figure(const EvidencePicture& picture);

} // namespace plateau::figures
