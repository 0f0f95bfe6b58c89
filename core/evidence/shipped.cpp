// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/shipped.h"

#include <map>

#include "core/evidence/alike.h"
#include "core/evidence/shape.h"

namespace plateau::evidence {

std::vector<std::filesystem::path> evidence_files(const catalog::Catalog& catalog)
{
    auto files = catalog::preset_files(catalog.folders, "evidence", ".csv");
    std::erase_if(files, [](const auto& file) { return file.stem() == "peers"; });
    return files;
}

namespace {

/// Words and prices of the catalog take most of a scenario's room and decide no prediction; 2,087 scenarios of runs
/// need not carry them. A run that is opened gets them from the catalog again.
void drop_words(Scenario& scenario)
{
    catalog::Accelerator& accelerator = scenario.cluster.accelerator;
    accelerator.sources = accelerator.recalled = accelerator.estimated = {};
    accelerator.notes = accelerator.file = {};
    accelerator.price.source = accelerator.purchase.source = {};
    scenario.assumptions.assumed = {};
    scenario.assumptions.stack.notes = {};
    scenario.assumptions.stack.sources = {};
    scenario.assumptions.stack.remarks = {};
}

Evidence read(const Names& names, const WantedGpu& wanted, const std::stop_token& stop)
{
    Evidence evidence;
    const WorkspacePointer workspace = make_workspace();
    for (const auto& file : evidence_files(names.catalog)) {
        auto rows = read_rows(file, wanted);
        if (!rows) {
            evidence.problems.push_back(rows.error());
            continue;
        }
        for (Row& row : *rows) {
            if (stop.stop_requested())
                return evidence;
            take_measure(names, row);
            evidence.sample.cases.push_back(make_case(names, row, *workspace));
            evidence.predictions.push_back(predict(evidence.sample.cases.back(), row, *workspace));
            drop_words(evidence.sample.cases.back().posed.scenario);
            evidence.sample.rows.push_back(std::move(row));
        }
    }
    return evidence;
}

} // namespace

Evidence read_evidence(const catalog::Catalog& catalog, const std::stop_token& stop)
{
    return read(Names(catalog), {}, stop);
}

Evidence read_evidence_on(const std::string& accelerator, const catalog::Catalog& catalog)
{
    const Names names(catalog);
    std::map<std::string, bool> known; // by what tables call it
    const auto is_own = [&](const std::string& gpu) {
        const auto [at, is_new] = known.emplace(gpu, false);
        if (is_new)
            if (const catalog::Accelerator* meant = match_accelerator(names, gpu))
                at->second = meant->id == accelerator;
        return at->second;
    };
    Evidence own = read(names, is_own, {});
    for (std::size_t row = 0; row < own.sample.rows.size(); ++row)
        if (is_timed(own.sample, row))
            return own;
    return read(names, {}, {});
}

} // namespace plateau::evidence
