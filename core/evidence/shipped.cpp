// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/shipped.h"

namespace plateau::evidence {

std::vector<std::filesystem::path> evidence_files(const catalog::Catalog& catalog)
{
    auto files = catalog::preset_files(catalog.folders, "evidence", ".csv");
    std::erase_if(files, [](const auto& file) { return file.stem() == "peers"; });
    return files;
}

Evidence read_evidence(const catalog::Catalog& catalog, const std::stop_token& stop)
{
    Evidence evidence;
    const WorkspacePointer workspace = make_workspace();
    for (const auto& file : evidence_files(catalog)) {
        auto rows = read_rows(file);
        if (!rows) {
            evidence.problems.push_back(rows.error());
            continue;
        }
        for (Row& row : *rows) {
            if (stop.stop_requested())
                return evidence;
            evidence.sample.cases.push_back(make_case(catalog, row, *workspace));
            evidence.predictions.push_back(predict(evidence.sample.cases.back(), row, *workspace));
            evidence.sample.rows.push_back(std::move(row));
        }
    }
    return evidence;
}

} // namespace plateau::evidence
