// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "core/paper/caption.h"
#include "core/paper/report.h"
#include "core/paper/xml_text.h"
#include "core/text/messages/speech.h"
#include "core/text/units/typeset.h"

namespace plateau::views {

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
