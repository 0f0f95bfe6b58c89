// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teaching/tours/picture.h"

#include <algorithm>

#include "core/answers/limits.h"
#include "core/files/csv.h"
#include "core/teaching/tours/collective_figure.h"

namespace plateau::tours {

namespace {

constexpr const char* collectives = "collectives";
constexpr const char* all_reduce_file = "all_reduce_h100_4_to_512_nodes";
constexpr double giga_bytes = 1e9;

/// Measured on hosts of 8 H100; nothing for other clusters.
Expected<std::vector<figures::MeasuredAllReduce>> measured(const catalog::Catalog& catalog, const Scenario& scenario)
{
    std::vector<figures::MeasuredAllReduce> points;
    const bool alike = scenario.cluster.accelerator.id == "h100_sxm" && scenario.cluster.tiers.front().domain_size == 8;
    for (const auto& file : catalog::preset_files(catalog.folders, "claims", ".csv")) {
        if (!alike || file.stem() != all_reduce_file)
            continue;
        const auto table = files::read_csv(file);
        if (!table)
            return tl::unexpected(table.error());
        for (std::size_t row = 0; row < table->rows.size(); ++row) {
            const auto cell
                = [&](const char* column) { return units::parse(table->cell(row, column), units::Unit::None); };
            const auto nodes = cell("nodes"), bytes = cell("bytes"), rate = cell("bus_gb_per_s");
            if (!nodes || !bytes || !rate)
                return failure({PLATEAU_TEXT("is no number"), {}}, table->where(row, 0));
            points.push_back({*nodes, *bytes, *rate * giga_bytes});
        }
    }
    return points;
}

} // namespace

std::span<const char* const> pictures()
{
    static const std::vector<const char*> all = [] {
        std::vector<const char*> names{collectives};
        names.insert(names.end(), figures::schematics().begin(), figures::schematics().end());
        return names;
    }();
    return all;
}

bool is_schematic(const std::string& name)
{
    const auto all = figures::schematics();
    return std::find(all.begin(), all.end(), name) != all.end();
}

std::optional<figures::Schematic> schematic(answers::Answers& answers, const std::string& name,
                                            const Question& question)
{
    const auto* scenario = std::get_if<LimitsScenario>(&question);
    if (!scenario)
        return std::nullopt;
    const auto run = answers.get<answers::LimitsPoint>({scenario->question, scenario->marker_flop});
    return figures::schematic(name, scenario->question, *run);
}

Expected<figures::Figure> picture(const catalog::Catalog& catalog, const std::string& name, const Question& question)
{
    const auto* scenario = std::get_if<Scenario>(&question);
    if (name != collectives || !scenario)
        return failure({PLATEAU_TEXT("%1 is no picture of this question"), {Verbatim{name}}});
    return measured(catalog, *scenario).map([&](const auto& points) {
        return figures::collective_figure(*scenario, points);
    });
}

} // namespace plateau::tours
