// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figures/caption.h"

#include <algorithm>

#include "core/figures/summary.h"
#include "core/narrate/readout.h"
#include "core/scenario/scenario_file.h"
#include "core/units/typeset.h"

namespace plateau::figures {

namespace {

void add_once(std::vector<std::string>& all, const std::vector<std::string>& more)
{
    for (const std::string& each : more)
        if (!each.empty() && std::find(all.begin(), all.end(), each) == all.end())
            all.push_back(each);
}

std::string joined(const std::vector<std::string>& parts, const char* between)
{
    std::string words;
    for (const std::string& part : parts)
        words += (words.empty() ? "" : between) + part;
    return words;
}

std::string ended(std::string words)
{
    if (!words.empty() && words.back() != '.' && words.back() != '?')
        words += '.';
    return words;
}

/// "Throughput (tokens/s, all GPUs) and MFU (%) against GPUs, log scale", or the picture's own title.
std::string plotted(const FigurePage& page)
{
    const Figure& figure = page.tiles.front().figure;
    std::vector<std::string> panels;
    for (const Panel& panel : figure.panels)
        panels.push_back(english(panel.title) + (panel.unit.empty() ? "" : " (" + english(panel.unit) + ")"));
    std::string words = panels.empty() ? english(figure.title)
                                       : joined(panels, "; ")
            + (figure.x.title.empty() ? "" : english(Message{PLATEAU_TEXT(", against %1"), {english(figure.x.title)}}));
    if (page.tiles.size() > 1) {
        std::vector<std::string> headings;
        for (const PageTile& tile : page.tiles)
            headings.push_back(english(tile.heading));
        words += ". " + english(Message{PLATEAU_TEXT("From the left and the top: %1"), {joined(headings, "; ")}});
    }
    return words;
}

/// Every value that was chosen, in the order of the table: "GPU count 2,048 GPUs, ...".
template<class S>
std::string chosen(const S& scenario, const ParameterTable<S>& table)
{
    std::vector<std::string> parts;
    for (const Parameter<S>& row : table.rows())
        if (const auto value = scenario.overrides.find(row.key); value != scenario.overrides.end())
            parts.push_back(english(Message{row.label, {}}) + " " + format_value(row, value->second));
    return joined(parts, ", ");
}

void add_what_is_seen(std::vector<std::string>& parts, const FigurePage& page)
{
    if (!page.sentence.empty())
        parts.push_back(ended(english(page.sentence)));
    if (page.tiles.size() == 1)
        for (const Message& line : readings(page.tiles.front().figure))
            parts.push_back(ended(english(line)));
}

template<class S, class Words>
std::string written(const FigurePage& page, const std::vector<S>& scenarios, const Message& known,
                    const ParameterTable<S>& table, const Words& words)
{
    std::vector<std::string> parts{ended(plotted(page))};
    for (std::size_t i = 0; i < scenarios.size(); ++i) {
        const std::string title
            = scenarios[i].title.empty() ? words(scenarios[i]) : scenarios[i].title + ": " + words(scenarios[i]);
        const std::string values = chosen(scenarios[i], table);
        parts.push_back(
            ended((scenarios.size() > 1 ? std::to_string(i + 1) + ") " : std::string()) + title
                  + (values.empty()
                         ? std::string()
                         : english(Message{PLATEAU_TEXT("; chosen: %1; the rest are defaults that follow from these"),
                                           {values}}))));
    }
    add_what_is_seen(parts, page);
    if (!known.empty())
        parts.push_back(ended(english(known)));
    parts.push_back(english(Message{PLATEAU_TEXT("Computed with Plateau %1."), {core_version()}}));
    return units::typeset(joined(parts, " "));
}

} // namespace

std::string caption(const FigurePage& page, const std::vector<Scenario>& scenarios, const Message& known)
{
    return written(page, scenarios, known, training_parameters(), [](const Scenario& scenario) {
        return english(narrate::question_words(scenario, 0)) + ", "
            + english(Message{PLATEAU_TEXT("software %1"), {scenario.assumptions.stack.title}});
    });
}

std::string caption(const FigurePage& page, const std::vector<LimitsScenario>& scenarios, const Message& known)
{
    return written(page, scenarios, known, limits_parameters(), [](const LimitsScenario& scenario) {
        return english(Message{PLATEAU_TEXT("limits of training on %1"), {scenario.accelerator.title}});
    });
}

std::string short_caption(const FigurePage& page)
{
    std::vector<std::string> parts{ended(plotted(page))};
    add_what_is_seen(parts, page);
    return units::typeset(joined(parts, " "));
}

std::vector<std::string> sources_of(const std::vector<Scenario>& scenarios)
{
    std::vector<std::string> all;
    for (const Scenario& scenario : scenarios) {
        add_once(all, scenario.cluster.accelerator.sources);
        add_once(all, scenario.workload.shape.sources);
        add_once(all, scenario.assumptions.stack.sources);
    }
    return all;
}

std::vector<std::string> sources_of(const std::vector<LimitsScenario>& scenarios)
{
    std::vector<std::string> all;
    for (const LimitsScenario& scenario : scenarios)
        add_once(all, scenario.accelerator.sources);
    add_once(all, {"Erdil and Schneider-Joseph, Data movement limits to frontier model training, arXiv 2411.01137"});
    return all;
}

} // namespace plateau::figures
