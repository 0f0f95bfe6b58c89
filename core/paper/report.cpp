// SPDX-License-Identifier: GPL-3.0-or-later
#include <chrono>
#include <cstdlib>
#include <fmt/format.h>

#include "core/paper/caption.h"
#include "core/paper/encodings.h"
#include "core/paper/report.h"
#include "core/paper/report_parts.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/question/scenario/scenario_file.h"
#include "core/text/messages/speech.h"
#include "core/text/units/quantity.h"

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

} // namespace plateau::views
