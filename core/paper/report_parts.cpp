// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/paper/report_parts.h"

#include <chrono>
#include <cstdlib>

#include <fmt/format.h>

#include "core/question/limits_scenario/limits_scenario.h"
#include "core/question/scenario/scenario_file.h"

namespace plateau::views {

const ParameterTable<LimitsScenario>& rows_of(const LimitsScenario&) { return limits_parameters(); }

void add(Report& report, ReportSection section)
{
    if (!section.paragraphs.empty() || !section.table.rows.empty() || !section.pictures.empty()
        || !section.list.empty())
        report.sections.push_back(std::move(section));
}

Message made_words(const std::string& date)
{
    return {PLATEAU_TEXT("%1, Plateau %2"), {Verbatim{date}, Verbatim{core_version()}}};
}

ReportTable table_of(const std::vector<narrate::Fact>& facts, std::vector<Message> head)
{
    ReportTable table{.head = std::move(head)};
    for (const narrate::Fact& fact : facts) {
        std::vector<Message> row{fact.unit.empty() ? fact.name : Message{"%1, %2", {fact.name, fact.unit}}};
        if (!fact.heading)
            row.insert(row.end(), fact.values.begin(), fact.values.end());
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::vector<std::string> asked_or(const std::vector<std::string>& asked, const std::vector<std::string>& usual)
{
    return asked.empty() ? usual : asked;
}

void leave_out_shown(figures::Figure& figure, std::set<std::string>& shown)
{
    const auto place = [&](const figures::Panel& panel) {
        return figure.id + "/" + panel.id + "/" + english(panel.title) + "/" + english(panel.unit);
    };
    std::vector<figures::Panel> fresh;
    for (const figures::Panel& panel : figure.panels())
        if (shown.insert(place(panel)).second)
            fresh.push_back(panel);
    if (!fresh.empty())
        figure.plot().panels = std::move(fresh);
}

ReportSection sources_section(const std::vector<std::string>& sources)
{
    ReportSection section{.heading = plain(PLATEAU_TEXT("Sources"))};
    for (const std::string& source : sources)
        section.list.push_back(plain(Verbatim{source}));
    return section;
}

std::string report_date()
{
    using namespace std::chrono;
    system_clock::time_point when = system_clock::now();
    if (const char* fixed = std::getenv("SOURCE_DATE_EPOCH"))
        if (char* end = nullptr; const long long given = std::strtoll(fixed, &end, 10))
            when = *end == '\0' ? system_clock::time_point(seconds(given)) : when;
    const year_month_day day(floor<days>(when));
    return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(day.year()), static_cast<unsigned>(day.month()),
                       static_cast<unsigned>(day.day()));
}

} // namespace plateau::views
