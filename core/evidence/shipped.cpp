// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/shipped.h"

#include <numeric>

#include "core/evidence/alike.h"
#include "core/evidence/pose_parts.h"
#include "core/evidence/shape.h"
#include "core/math/threads/pool.h"

namespace plateau::evidence {

std::vector<std::size_t> all_rows(const std::vector<Row>& rows)
{
    std::vector<std::size_t> all(rows.size());
    std::iota(all.begin(), all.end(), 0);
    return all;
}

const catalog::PhysicsValues& physics_of(const Sample& sample)
{
    return catalog::values_of(sample.cases.empty() ? nullptr : sample.cases.front().posed.scenario.assumptions.physics);
}

Sample make_sample(const catalog::Catalog& catalog, std::vector<Row> rows, const catalog::Stack* software)
{
    const WorkspacePointer workspace = make_workspace();
    const Names names(catalog);
    Sample sample{std::move(rows), {}};
    sample.cases.reserve(sample.rows.size());
    for (Row& row : sample.rows) {
        take_measure(names, row);
        sample.cases.push_back(make_case(names, row, *workspace, software));
    }
    return sample;
}

std::vector<Prediction> predict(const Sample& sample)
{
    const WorkspacePointer workspace = make_workspace();
    std::vector<Prediction> predictions;
    predictions.reserve(sample.rows.size());
    for (std::size_t i = 0; i < sample.rows.size(); ++i)
        predictions.push_back(predict(sample.cases[i], sample.rows[i], *workspace));
    return predictions;
}

namespace {

bool is_of_peers(const std::filesystem::path& file) { return file.stem() == "peers"; }

} // namespace

PeerTable read_peers(const catalog::Catalog& catalog)
{
    constexpr std::size_t first_tool = 4;
    const auto files = catalog::preset_files(catalog.folders, "evidence", ".csv");
    const auto file = std::find_if(files.begin(), files.end(), is_of_peers);
    const auto table = file == files.end() ? files::CsvTable() : files::read_csv(*file).value_or(files::CsvTable());
    PeerTable peers;
    for (std::size_t column = first_tool; column < table.header.size(); ++column)
        peers.tools.push_back(table.header[column]);
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const double least = leading_number(table.cell(row, "least_gpus")).value_or(0);
        peers.rows.push_back(
            {table.cell(row, "rows"), table.cell(row, "source"), table.cell(row, "measure"), least, {}});
        for (const std::string& tool : peers.tools)
            peers.rows.back().figures.push_back(table.cell(row, tool));
    }
    return peers;
}

std::vector<std::filesystem::path> evidence_files(const catalog::Catalog& catalog)
{
    auto files = catalog::preset_files(catalog.folders, "evidence", ".csv");
    std::erase_if(files, is_of_peers);
    return files;
}

void drop_words(Scenario& scenario)
{
    const auto drop = [](auto&... words) { ((words = std::decay_t<decltype(words)>()), ...); };
    catalog::Accelerator& accelerator = scenario.cluster.accelerator;
    drop(accelerator.sources, accelerator.recalled, accelerator.estimated, accelerator.notes, accelerator.file,
         accelerator.price.source, accelerator.purchase.source);
    auto& assumptions = scenario.assumptions;
    drop(assumptions.assumed, assumptions.stack.sources, assumptions.stack.remarks);
}

namespace {

/// The measured runs, not yet predicted; with `wanted` those whose GPU, as written, is. One table after the other, so
/// that no two lie in memory.
Evidence runs_in(const Names& names, const WantedGpu& wanted = {})
{
    Evidence evidence;
    std::vector<Row>& rows = evidence.sample.rows;
    for (const auto& file : evidence_files(names.catalog)) {
        auto own = rows_in(files::read_csv(file), file.string(), wanted);
        if (own)
            std::move(own->begin(), own->end(), std::back_inserter(rows));
        else
            evidence.problems.push_back(own.error());
    }
    rows.shrink_to_fit();
    for (Row& row : rows)
        take_measure(names, row);
    return evidence;
}

Evidence predicted(Evidence evidence, const Names& names, const std::stop_token& stop = {})
{
    std::vector<Row>& rows = evidence.sample.rows;
    std::vector<Case>& cases = evidence.sample.cases;
    cases.resize(rows.size());
    evidence.predictions.resize(rows.size());
    threads::Pool pool;
    std::vector<WorkspacePointer> workspaces(std::size_t(pool.size()));
    std::generate(workspaces.begin(), workspaces.end(), make_workspace);
    pool.for_each(int(rows.size()), [&](int worker, int index) {
        if (stop.stop_requested())
            return;
        const auto i = std::size_t(index);
        Workspace& workspace = *workspaces[std::size_t(worker)];
        cases[i] = make_case(names, rows[i], workspace);
        evidence.predictions[i] = predict(cases[i], rows[i], workspace);
        drop_words(cases[i].posed.scenario); // a run that is opened gets them from the catalog again
    });
    return evidence;
}

} // namespace

Evidence read_evidence(const catalog::Catalog& catalog, const std::stop_token& stop)
{
    const Names names(catalog);
    return predicted(runs_in(names), names, stop);
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
    Evidence own = predicted(runs_in(names, is_own), names);
    for (std::size_t row = 0; row < own.sample.rows.size(); ++row)
        if (is_timed(own.sample, row))
            return own;
    Evidence timed = runs_in(names);
    std::erase_if(timed.sample.rows, [&](const Row& row) { return !row.measured_step_seconds() && !is_own(row.gpu); });
    return predicted(std::move(timed), names);
}

} // namespace plateau::evidence
