// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report.h"

#include <fmt/format.h>

#include "core/text/units/typeset.h"
#include "core/views/figures/caption.h"
#include "core/views/figures/xml_text.h"

namespace plateau::app {

namespace {

constexpr const char* style
    = "body{font-family:'Plateau Sans',Inter,Helvetica,Arial,sans-serif;font-size:10pt;line-height:1.45;color:#16191c}"
      "h1{font-size:18pt}h2{font-size:13pt;margin-top:1.6em}table{border-collapse:collapse;width:100%}"
      "th,td{text-align:left;vertical-align:top;padding:2px 10px 2px 0;border-bottom:1px solid #dfe3e6}"
      "th{color:#555}img{width:100%;margin:.6em 0}figcaption,.small{font-size:8.5pt;color:#444}"
      "pre{background:#f3f4f6;padding:.8em;font-size:8.5pt;white-space:pre-wrap}";

/// Paper has margins of its own.
constexpr const char* column = "body{max-width:46em;margin:2em auto;padding:0 1em}";

std::string safe(const std::string& words) { return figures::xml_escaped(units::typeset(words)); }

std::string table_html(const ReportTable& table)
{
    if (table.rows.empty())
        return {};
    std::string html = table.dense ? "<table class=\"small\">\n" : "<table>\n";
    if (!table.head.empty()) {
        html += "<thead><tr>"; // again on each page
        for (const std::string& cell : table.head)
            html
                += (table.dense && &cell == &table.head.front() ? "<th width=\"30%\">" : "<th>") + safe(cell) + "</th>";
        html += "</tr></thead>\n";
    }
    for (const auto& row : table.rows) {
        html += "<tr>";
        if (row.size() == 1 && table.head.size() > 1)
            html += fmt::format("<th colspan=\"{}\">{}</th>", table.head.size(), safe(row.front()));
        else
            for (const std::string& cell : row)
                html += "<td>" + safe(cell) + "</td>";
        html += "</tr>\n";
    }
    return html + "</table>\n";
}

} // namespace

std::string report_html(const Report& report, const std::vector<std::string>& images, Medium medium)
{
    std::string html = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" + safe(report.title)
        + "</title>\n<style>" + style + (medium == Medium::Screen ? column : "") + "</style></head>\n<body>\n<h1>"
        + safe(report.title) + "</h1>\n";
    std::size_t image = 0;
    for (const ReportSection& section : report.sections) {
        html += "<h2>" + safe(section.heading) + "</h2>\n";
        for (const std::string& words : section.paragraphs)
            html += "<p>" + safe(words) + "</p>\n";
        for (const figures::FigurePage& picture : section.pictures) {
            if (image < images.size())
                html += "<p><img src=\"" + images[image++] + "\" alt=\"" + safe(english(picture.title)) + "\"></p>\n";
            html += "<p class=\"small\">" + safe(figures::caption_text(figures::short_caption(picture))) + "</p>\n";
        }
        html += table_html(section.table);
        if (!section.list.empty()) {
            html += "<ul>\n";
            for (const std::string& words : section.list)
                html += "<li>" + safe(words) + "</li>\n";
            html += "</ul>\n";
        }
    }
    return html + "<h2>The question as a file</h2>\n<pre>" + figures::xml_escaped(report.scenario)
        + "</pre>\n</body></html>\n";
}

} // namespace plateau::app
