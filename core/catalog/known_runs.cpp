// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/known_runs.h"

#include "core/catalog/catalog.h"
#include "core/files/reader.h"

namespace plateau::catalog {

namespace {

using files::Need;

KnownRun read_run(const files::Node& node, const std::string& file, std::vector<Error>& problems)
{
    KnownRun run;
    files::Reader reader(node, file, problems);
    reader.text("id", run.id, Need::Required);
    reader.text("title", run.title, Need::Required);
    reader.quantity("date", units::Unit::None, run.date, 1950, 2100, Need::Required);
    reader.quantity("flop", units::Unit::Flop, run.flop, 1e10, 1e40, Need::Required);
    reader.choice("known_by", run.known_by, Need::Required);
    reader.text("source", run.source, Need::Required);
    reader.finish();
    return run;
}

void read_growth(const files::Node& node, KnownRuns& known, const std::string& file)
{
    KnownBy known_by = KnownBy::Estimated;
    std::string from;
    files::Reader reader(node, file, known.problems);
    reader.quantity("per_year", units::Unit::None, known.growth.per_year, 1.01, 1000, Need::Required);
    reader.choice("known_by", known_by, Need::Required);
    reader.text("source", known.growth.source, Need::Required);
    reader.text("from", from, Need::Required);
    reader.finish();
    const auto run = std::find_if(known.runs.begin(), known.runs.end(), [&](const auto& r) { return r.id == from; });
    if (run == known.runs.end()) {
        known.growth = {};
        reader.refuse(node, {PLATEAU_TEXT("%1 is not one of the runs"), {Verbatim{from}}});
        return;
    }
    known.growth.shipped = is_shipped(file);
    known.growth.from_year = run->date;
    known.growth.from_flop = run->flop;
}

} // namespace

KnownRuns read_known_runs(const std::vector<std::filesystem::path>& preset_folders)
{
    KnownRuns known;
    files::read_each(preset_files(preset_folders, "runs"), known.problems, [&](files::Reader& reader, const auto&) {
        for (const files::Node& node : reader.list("runs")) {
            const std::size_t before = known.problems.size();
            KnownRun run = read_run(node, reader.file(), known.problems);
            if (known.problems.size() == before)
                known.runs.push_back(std::move(run));
        }
        if (const files::Node* growth = reader.map("growth"))
            read_growth(*growth, known, reader.file());
        reader.finish();
    });
    return known;
}

double year_of(const Growth& growth, double training_flop)
{
    return growth.from_year + std::log(training_flop / growth.from_flop) / std::log(growth.per_year);
}

double flop_of(const Growth& growth, double year)
{
    return growth.from_flop * std::pow(growth.per_year, year - growth.from_year);
}

} // namespace plateau::catalog
