// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdlib>
#include <fmt/format.h>

#include "core/answers/limits.h"
#include "core/paper/embedded.h"
#include "core/paper/report_parts.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/text/messages/speech.h"
#include "core/text/messages/words.h"
#include "core/views/limits_view.h"
#include <algorithm>
#include <cmath>
#include <optional>

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

namespace {

constexpr const char* style
    = "body{font-family:'Plateau Sans',Inter,Helvetica,Arial,sans-serif;font-size:10pt;line-height:1.4;color:#16191c}"
      "h1{font-size:18pt;margin-bottom:.1em}h2{font-size:12.5pt;margin-top:1.2em;margin-bottom:.25em}"
      "p{margin-top:.2em;margin-bottom:.4em}"
      "table{border-collapse:collapse;width:100%}"
      "th,td{text-align:left;vertical-align:top;padding:2px 10px 2px 0;border-bottom:1px solid #dfe3e6}"
      "th{color:#555}figcaption,.small{font-size:8pt;color:#444}"
      "pre{background:#f3f4f6;padding:.8em;font-size:8pt;white-space:pre-wrap}";

/// Paper has margins of its own.
constexpr const char* column = "body{max-width:46em;margin:2em auto;padding:0 1em}img{width:100%;margin:.6em 0}"
                               "@media print{.page{page-break-before:always}}";

std::string safe(const std::string& words) { return figures::xml_escaped(units::typeset(words)); }

/// Lines of notes become one paragraph. A line that a person wrote ends with "\\n" in said(), one of ours with a line
/// end.
std::string safe(const Message& words)
{
    std::string all = words.empty() ? std::string() : said(words);
    for (const std::string_view line_end : {"\\n", "\n"})
        for (std::size_t at = 0; (at = all.find(line_end, at)) != std::string::npos;)
            all.replace(at, line_end.size(), " ");
    return safe(all);
}

std::string table_html(const ReportTable& table)
{
    if (table.rows.empty())
        return {};
    std::string html = table.dense ? "<table class=\"small\">\n" : "<table>\n";
    if (!table.head.empty()) {
        html += "<thead><tr>"; // again on each page
        for (const Message& cell : table.head)
            html += "<th>" + safe(cell) + "</th>";
        html += "</tr></thead>\n";
    }
    for (const auto& row : table.rows) {
        html += "<tr>";
        if (row.size() == 1 && table.head.size() > 1)
            html += fmt::format("<th colspan=\"{}\">{}</th>", table.head.size(), safe(row.front()));
        else
            for (const Message& cell : row)
                html += "<td>" + safe(cell) + "</td>";
        html += "</tr>\n";
    }
    return html + "</table>\n";
}

std::string list_html(const ReportSection& section)
{
    if (section.list.empty())
        return {};
    std::string html = section.numbered ? "<ol>\n" : "<ul>\n";
    for (const Message& words : section.list)
        html += "<li>" + safe(words) + "</li>\n";
    return html + (section.numbered ? "</ol>\n" : "</ul>\n");
}

std::string caption_html(const figures::FigurePage& picture)
{
    std::string words;
    for (const Message& sentence : figures::short_caption(picture))
        words += (words.empty() ? "" : " ") + said(sentence);
    return "<p class=\"small\">" + safe(words) + "</p>\n";
}

} // namespace

const char* const report_mark = "<!DOCTYPE html>\n<html lang=\"";

std::string report_html(const Report& report, const std::vector<std::string>& images, Medium medium,
                        const std::string& language)
{
    std::string html = report_mark + language + "\"><head><meta charset=\"utf-8\"><title>" + safe(report.title)
        + "</title>\n<style>" + style + (medium == Medium::Screen ? column : "") + "</style></head>\n<body>\n<h1>"
        + safe(report.title) + "</h1>\n<p class=\"small\">" + safe(report.made) + "</p>\n";
    std::size_t image = 0;
    for (const ReportSection& section : report.sections) {
        html += !section.new_page     ? "<h2>"
            : medium == Medium::Paper ? "<h2 style=\"page-break-before:always\">"
                                      : "<h2 class=\"page\">";
        html += safe(section.heading) + "</h2>\n";
        for (const Message& words : section.paragraphs)
            html += "<p>" + safe(words) + "</p>\n";
        for (const figures::FigurePage& picture : section.pictures) {
            if (image < images.size())
                html += "<p><img src=\"" + images[image++] + "\" alt=\"" + safe(picture.title) + "\"></p>\n";
            html += caption_html(picture);
        }
        html += table_html(section.table) + list_html(section);
    }
    return html + "<h2>" + safe(Message{PLATEAU_TEXT("The question as a file"), {}}) + "</h2>\n<pre>"
        + figures::xml_escaped(report.scenario) + "</pre>\n</body></html>\n";
}

namespace {

using units::Unit;

constexpr std::size_t told = 3;
constexpr double worth_telling = 1.01; ///< a change is told that takes scaling this many times as far

/// A latency is halved, everything else doubled.
constexpr const char* tries = "network_latency,scale_out_hop_latency,matmul_latency,scale_up_bandwidth,"
                              "scale_out_bandwidth,nvlink_domain,memory_bandwidth,cache_bandwidth,cache,duration";

/// It says where linear scaling ends, and what the run there costs.
struct End {
    double flop = 0;
    double usd = 0;
    bool of_grid = false; ///< scaling is linear to the last run of the grid
};

std::optional<End> end_of(answers::Answers& answers, const LimitsScenario& scenario)
{
    const auto points = answers.get<answers::LimitsCurve>(scenario.question);
    const limits::Landmarks landmarks = limits::landmarks(scenario.question, *points);
    const std::optional<double> flop = landmarks.linear_end_flop ? landmarks.linear_end_flop : landmarks.wall_flop;
    if (!flop || landmarks.below_from_start)
        return std::nullopt;
    const auto there = std::find_if(points->begin(), points->end(),
                                    [&](const limits::Point& point) { return point.model.training_flop >= *flop; });
    const double usd = there != points->end() && there->feasible ? there->usd : 0;
    return End{*flop, usd, !landmarks.linear_end_flop};
}

struct Change {
    Message words; ///< "Network latency: 562 ns"
    End end;
};

std::optional<Change> tried(answers::Answers& answers, const LimitsScenario& scenario, const std::string& key)
{
    const LimitsParameter& row = *limits_parameters().find(key);
    if (row.applies && !row.applies(scenario))
        return std::nullopt;
    const Value now = row.get(scenario);
    const double* number = std::get_if<double>(&now);
    if (!number || !std::isfinite(*number))
        return std::nullopt;
    const double factor = key.ends_with("latency") ? 0.5 : 2;
    const auto changed = with_value(answers.data()->catalog(), scenario, key, Value(*number * factor));
    const std::optional<End> end = changed ? end_of(answers, *changed) : std::nullopt;
    if (!end)
        return std::nullopt;
    return Change{{"%1: %2", {Word{row.label}, value_words(row, row.get(*changed))}}, *end};
}

Message change_words(const Change& change, const End& now)
{
    const Quantity flop{change.end.flop, Unit::Flop}, times{change.end.flop / now.flop, Unit::None, 2};
    if (change.end.of_grid)
        return {PLATEAU_TEXT("%1: scaling stays linear up to the last run that finishes, %2"), {change.words, flop}};
    return {PLATEAU_TEXT("%1: linear scaling then ends at %2 (%3 times the compute), with a run that costs %4"),
            {change.words, flop, times, in_prose(change.end.usd, Unit::Usd, 2)}};
}

/// The changes of hardware, network and time that move the end of linear scaling furthest, each alone, with what a run
/// of that size costs.
ReportSection limits_changes(answers::Answers& answers, const LimitsScenario& scenario)
{
    ReportSection section{.heading = plain(PLATEAU_TEXT("What would help most")), .numbered = true};
    const std::optional<End> now = end_of(answers, scenario);
    if (!now || now->of_grid)
        return {};
    std::vector<Change> changes;
    for (const std::string& each : split(tries, ","))
        if (const auto change = tried(answers, scenario, each); change && change->end.flop > worth_telling * now->flop)
            changes.push_back(*change);
    std::stable_sort(changes.begin(), changes.end(),
                     [](const Change& a, const Change& b) { return a.end.flop > b.end.flop; });
    changes.resize(std::min(told, changes.size()));
    for (const Change& each : changes)
        section.list.push_back(change_words(each, *now));
    if (changes.empty())
        section.paragraphs.push_back(plain(
            PLATEAU_TEXT("Neither twice of any link, memory or time nor half of any latency moves the end of linear "
                         "scaling.")));
    else
        section.paragraphs.push_back(
            {PLATEAU_TEXT("Each alone. As it is, linear scaling ends at %1, with a run that costs %2."),
             {Quantity{now->flop, Unit::Flop}, in_prose(now->usd, Unit::Usd, 2)}});
    return section;
}

/// Says what binds a stretch: "1e25 FLOP to 2e28 FLOP: linear scaling".
Message stretch_words(const limits::Stretch& stretch)
{
    return {PLATEAU_TEXT("%1 to %2: %3"),
            {Quantity{stretch.from_flop, units::Unit::Flop}, Quantity{stretch.to_flop, units::Unit::Flop},
             narrate::bound_words(stretch.bound)}};
}

} // namespace

Report limits_report(answers::Answers& answers, const std::vector<LimitsScenario>& scenarios,
                     const std::vector<std::string>& figures_asked, const std::string& date)
{
    const LimitsScenario& scenario = scenarios.front();
    Report report{.title = plain(scenario.title.empty() ? Verbatim{scenario.accelerator.title} : title_of(scenario)),
                  .made = made_words(date)};
    std::vector<std::string> documents;
    documents.reserve(scenarios.size());
    for (const LimitsScenario& each : scenarios)
        documents.push_back(write_scenario(each));
    report.scenario = joined_documents(documents);
    ReportSection question{.heading = plain(PLATEAU_TEXT("The question")),
                           .paragraphs = {plain(PLATEAU_TEXT("How far can one training run scale?"))}};
    if (!scenario.notes.empty())
        question.paragraphs.push_back(plain(notes_of(scenario)));
    ReportSection answer{.heading = plain(PLATEAU_TEXT("The answer"))},
        bounds{.heading = plain(PLATEAU_TEXT("What limits it"))},
        numbers{.heading = plain(PLATEAU_TEXT("The answer in numbers"))};
    numbers.table.head = {plain(PLATEAU_TEXT("Landmark"))};
    for (const figures::LandmarkRow& row : figures::landmark_rows())
        numbers.table.rows.push_back({figures::landmark_words(row)});
    for (const LimitsScenario& each : scenarios) {
        const figures::LimitsCurve curve
            = figures::limits_curve(each, *answers.get<answers::LimitsCurve>(each.question));
        answer.paragraphs.push_back(narrate::limits_headline(each, limits::landmarks(each.question, curve.points)));
        if (&each == &scenario)
            for (const limits::Stretch& stretch : limits::stretches(each.question, curve.points))
                bounds.list.push_back(stretch_words(stretch));
        numbers.table.head.push_back(curve.name);
        const std::vector<Message> cells = figures::landmark_cells(curve);
        for (std::size_t i = 0; i < cells.size(); ++i)
            numbers.table.rows[i].push_back(cells[i]);
    }
    ReportSection sure{
        .heading = plain(PLATEAU_TEXT("How sure this is")),
        .paragraphs = {plain(PLATEAU_TEXT(
            "A model of data movement, not a measurement: no attention, no failures, everything synchronous."))}};
    std::vector<const LimitsScenario*> asked;
    asked.reserve(scenarios.size());
    for (const LimitsScenario& each : scenarios)
        asked.push_back(&each);
    sure.paragraphs.push_back(narrate::limits_status(asked, 0, false).known);
    Message known;
    add(report, std::move(question));
    add(report, std::move(answer));
    add(report, std::move(bounds));
    add(report, limits_changes(answers, scenario));
    add(report, std::move(sure));
    add(report,
        pictures_section(scenarios,
                         asked_or(figures_asked, {"limits", "limits-cluster", "limits-cost", "limits-closed-forms"}),
                         known, answers));
    add(report, std::move(numbers));
    add(report, {.heading = plain(PLATEAU_TEXT("What to know beside the numbers")), .list = scenario.remarks});
    ReportSection chosen = chosen_section(answers.data()->catalog(), scenario);
    chosen.new_page = true;
    add(report, std::move(chosen));
    add(report, inputs_section(scenario));
    add(report, sources_section(figures::sources_of(scenarios)));
    return report;
}

} // namespace plateau::views
