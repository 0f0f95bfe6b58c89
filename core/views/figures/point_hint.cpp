// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/figures/point_hint.h"

#include "core/text/units/steady.h"
#include "core/views/figures/evidence_figure.h"
#include "core/views/narrate/evidence_facts.h"

namespace plateau::figures {

std::vector<Message> run_hint(const evidence::Evidence& evidence, const evidence::Claims& claims, std::size_t run,
                              EvidenceQuantity quantity)
{
    const auto value = compared(evidence, run, quantity);
    if (!value)
        return {};
    const bool is_time = quantity == EvidenceQuantity::StepTime;
    const double scale = is_time ? 1 : 1e-9;
    return {{"%1, %2", {run_title(evidence, run), evidence::source_label(claims, evidence.sample.rows[run].source)}},
            {PLATEAU_TEXT("measured %1 %3, predicted %2 %3: %4 %"),
             {units::steady(value->measured * scale, 4), units::steady(value->predicted * scale, 4),
              is_time ? "s" : "GB", units::signed_percent(value->error())}}};
}

std::vector<Message> measured_hint(const evidence::Evidence& evidence, const evidence::Claims& claims, std::size_t run)
{
    std::vector<Message> lines = run_hint(evidence, claims, run, EvidenceQuantity::StepTime);
    lines.push_back(narrate::run_setup(evidence, run));
    return lines;
}

} // namespace plateau::figures
