// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figures/evidence_filter.h"

#include "core/evidence/alike.h"

namespace plateau::figures {

std::string hardware_family(const catalog::Accelerator& accelerator)
{
    return accelerator.title.substr(0, accelerator.title.find(' '));
}

std::vector<std::size_t> filtered(const evidence::Evidence& evidence, const EvidenceFilter& filter,
                                  const Scenario& scenario)
{
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < evidence.sample.rows.size(); ++i) {
        const evidence::Row& row = evidence.sample.rows[i];
        const Scenario& run = evidence.sample.cases[i].posed.scenario;
        if (!evidence.predictions[i].predicted() || filter.sources_off.count(row.source)
            || filter.left_out.count(row.id) || filter.hardware_off.count(hardware_family(run.cluster.accelerator)))
            continue;
        if (!(catalog::is_flash(run.assumptions.attention) ? filter.flash : filter.unfused))
            continue;
        if (run.cluster.gpus < filter.least_gpus || run.cluster.gpus > filter.most_gpus)
            continue;
        if (!filter.only_alike || evidence::is_alike(evidence.sample.cases[i], scenario))
            shown.push_back(i);
    }
    return shown;
}

std::optional<Compared> compared(const evidence::Evidence& evidence, std::size_t run, EvidenceQuantity quantity)
{
    const evidence::Row& row = evidence.sample.rows[run];
    const evidence::Prediction& prediction = evidence.predictions[run];
    const std::optional<double> measured
        = quantity == EvidenceQuantity::StepTime ? row.measured_step_seconds() : row.memory_bytes;
    if (!measured || !prediction.predicted())
        return std::nullopt;
    return Compared{*measured,
                    quantity == EvidenceQuantity::StepTime ? prediction.step_seconds : prediction.memory_bytes};
}

} // namespace plateau::figures
