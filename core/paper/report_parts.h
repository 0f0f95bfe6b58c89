// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/paper/figure_page.h"

/// Makes the pieces of a report that both kinds of question have.
namespace plateau::views {

using narrate::plain;

inline const ParameterTable<Scenario>& rows_of(const Scenario&) { return training_parameters(); }
const ParameterTable<LimitsScenario>& rows_of(const LimitsScenario&);

/// Adds a section, unless nothing is in it.
void add(Report& report, ReportSection section);
Message made_words(const std::string& date);
ReportTable table_of(const std::vector<narrate::Fact>& facts, std::vector<Message> head);
std::vector<std::string> asked_or(const std::vector<std::string>& asked, const std::vector<std::string>& usual);
/// Leaves out panels that an earlier picture shows.
void leave_out_shown(figures::Figure& figure, std::set<std::string>& shown);
ReportSection sources_section(const std::vector<std::string>& sources);

/// Lists what was chosen, and what would stand there otherwise.
template<class S>
ReportSection chosen_section(const catalog::Catalog& catalog, const S& scenario)
{
    ReportSection section{.heading = plain(PLATEAU_TEXT("What was chosen"))};
    section.table.head
        = {plain(PLATEAU_TEXT("Input")), plain(PLATEAU_TEXT("Chosen")), plain(PLATEAU_TEXT("Otherwise"))};
    for (const Parameter<S>& row : rows_of(scenario).rows()) {
        if ((row.applies && !row.applies(scenario)) || scenario.overrides.count(row.key) == 0)
            continue;
        const Argument value = value_words(row, row.get(scenario));
        const Argument usual = value_words(row, default_value(catalog, scenario, row.key));
        if (english(usual) != english(value))
            section.table.rows.push_back({plain(Word{row.label}), plain(value), plain(usual)});
    }
    return section;
}

/// Lists every value, by group, and where it comes from.
template<class S>
ReportSection inputs_section(const S& scenario)
{
    ReportSection section{.heading = plain(PLATEAU_TEXT("All inputs"))};
    section.table.head
        = {plain(PLATEAU_TEXT("Input")), plain(PLATEAU_TEXT("Value")), plain(PLATEAU_TEXT("Where it comes from"))};
    section.table.dense = true;
    std::string group;
    for (const Parameter<S>& row : rows_of(scenario).rows()) {
        if (row.applies && !row.applies(scenario))
            continue;
        if (row.group != group)
            section.table.rows.push_back({plain(Word{group = row.group})});
        const Message from
            = scenario.overrides.count(row.key) > 0 ? plain(PLATEAU_TEXT("chosen")) : plain(Word{row.provenance});
        section.table.rows.push_back({plain(Word{row.label}), plain(value_words(row, row.get(scenario))), from});
    }
    return section;
}

/// Draws the pictures of these names that have an answer. `known` gets the first one's words on how it is known.
template<class S>
ReportSection pictures_section(const std::vector<S>& scenarios, const std::vector<std::string>& names, Message& known,
                               answers::Answers& answers)
{
    ReportSection section{.heading = plain(PLATEAU_TEXT("Plots")), .new_page = true};
    std::set<std::string> shown;
    for (const std::string& name : names) {
        const View* entry = find(name);
        if (!entry)
            continue;
        const std::vector<S> asked = entry->overlays ? scenarios : std::vector<S>{scenarios.front()};
        Drawing drawing = draw(*entry, {answers, asked});
        if (!drawing.no_answer.empty())
            continue;
        if (known.empty())
            known = drawing.known;
        leave_out_shown(drawing.figure, shown);
        section.pictures.push_back(
            figures::described_page(std::move(drawing.figure), scenarios, entry->name, drawing.known));
    }
    return section;
}

} // namespace plateau::views
