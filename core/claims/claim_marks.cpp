// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/claims/claim_marks.h"

#include <cstring>
#include <optional>

#include "core/catalog/accelerator.h"

namespace plateau::claims {

namespace {

/// The panel of the scaling figure that shows a metric, for one GPU.
const char* panel_of(const std::string& metric)
{
    if (metric == "mfu")
        return "mfu";
    return metric == "communication_fraction" ? "communication" : nullptr;
}

bool is_landmark(const std::string& key) { return key == "linear_end" || key == "wall" || key == "last_crossing"; }

std::optional<double> gpus_of(const PaperClaim& claim)
{
    for (const auto& [key, text] : claim.ask.at)
        if (key == "gpus")
            if (const auto gpus = units::parse(text, units::Unit::Gpus))
                return *gpus;
    return std::nullopt;
}

Message how(const PaperClaim& claim)
{
    std::string known = name(claim.known_by);
    for (char& c : known)
        c = c == '_' ? '-' : c;
    return {"%1, %2", {Verbatim{claim.id}, Word{known}}};
}

} // namespace

void add_claim_marks(figures::Figure& figure, const std::vector<const PaperClaim*>& claims)
{
    for (const PaperClaim* claim : claims) {
        if (!claim->reported || claim->ask.is_ratio())
            continue;
        const double reported = *claim->reported;
        for (figures::Panel& panel : figure.panels()) {
            const char* id = figure.id == "scaling" ? panel_of(claim->ask.key) : nullptr;
            const auto gpus = gpus_of(*claim);
            if (id && panel.id == id && gpus && *gpus >= figure.plot().x.minimum && *gpus <= figure.plot().x.maximum) {
                const Message head{PLATEAU_TEXT("Published %1"), {Quantity{reported, panel.y.unit}}};
                const bool ring = true;
                panel.notes.push_back({*gpus, reported, head, how(*claim), ring});
            }
            if (figure.id == "limits" && panel.id == "utilization" && is_landmark(claim->ask.key))
                panel.marks.push_back({reported, {PLATEAU_TEXT("published"), {}}});
        }
    }
}

} // namespace plateau::claims
