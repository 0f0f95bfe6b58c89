// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <filesystem>

#include "app/command.h"
#include "app/desktop.h"
#include "app/question.h"
#include "core/paper/figure_page.h"
#include "core/text/messages/nearest.h"
#include "core/views/view.h"

namespace plateau::app {

namespace {

constexpr Flag report_output_flag{"--output", "FILE", "a .pdf or .html file; an .html file needs no other"};
constexpr Flag report_with_flag{"--with", "SCENARIO", "another scenario to compare with; repeatable"};
constexpr Flag pictures_flag{"--figure", "NAME",
                             "a figure to show (plateau catalog figures); repeatable; all: every one of its kind"};
constexpr Flag report_language_flag{"--language", "CODE", "that it is written in: de, en or ko"};
constexpr Flag report_flags[] = {report_output_flag, report_with_flag, pictures_flag, report_language_flag, plan_flag,
                                 lock_flag,          objective_flag,   set_flag,      force_flag,           quiet_flag};

/// The names of the figures that are asked for; empty: the usual ones.
Expected<std::vector<std::string>> asked_figures(const Arguments& arguments, const std::string& kind, bool several)
{
    std::vector<std::string> all, known;
    for (const views::View& entry : views::all())
        if (entry.kind() == kind) {
            known.emplace_back(entry.name);
            if (!several || entry.overlays)
                all.emplace_back(entry.name);
        }
    std::vector<std::string> asked;
    for (const std::string& name : arguments.all(pictures_flag.name)) {
        if (name == "all")
            return all;
        if (std::find(known.begin(), known.end(), name) == known.end())
            return at_flag(unknown_name({PLATEAU_TEXT("%1 is not a figure of this scenario"), {Verbatim{name}}}, name,
                                        known, "plateau catalog figures"),
                           pictures_flag.name, name);
        asked.push_back(name);
    }
    return asked;
}

views::Report read_report(const Arguments& arguments)
{
    std::vector<std::string> pictures;
    const auto asked = require(read_questions(arguments, [&](const std::string& kind) -> Expected<void> {
        pictures = require(asked_figures(arguments, kind, arguments.has(report_with_flag.name)));
        return {};
    }));
    if (const auto* limits = std::get_if<std::vector<LimitsScenario>>(&asked.scenarios))
        return views::limits_report(*asked.answers, *limits, pictures, views::report_date());
    return views::training_report(*asked.answers, std::get<std::vector<Scenario>>(asked.scenarios), pictures,
                                  views::report_date());
}

Expected<int> run_report(const Arguments& arguments)
{
    const std::string file = arguments.last(report_output_flag.name);
    const std::string suffix = std::filesystem::path(file).extension().string();
    if (suffix != ".pdf" && suffix != ".html") {
        Error error{file.empty() ? Message{PLATEAU_TEXT("no file is given for the report"), {}}
                                 : Message{PLATEAU_TEXT("%1 is neither a PDF nor an HTML file"), {Verbatim{file}}},
                    report_output_flag.name,
                    {}};
        error.type = std::string(report_output_flag.name) + " report.pdf, or report.html";
        return tl::unexpected(std::move(error));
    }
    const std::string language = arguments.last(report_language_flag.name);
    require(need_desktop(language));
    const auto earlier = [&](const std::string& text) {
        return suffix == ".html" ? text.starts_with(views::report_mark)
                                 : text.starts_with("%PDF") && text.find("Plateau") != std::string::npos;
    };
    files::Output output = opened(files::Output::open(file, replacing(arguments, earlier)));
    return written(output, report_file(read_report(arguments), suffix == ".html", language));
}

} // namespace

extern const Command
    report_command("report", "SCENARIO",
                   "the answer on a page, then plots, numbers, reasons and all inputs: one PDF or HTML file",
                   report_flags, 1, run_report, "pdf, html, document");

} // namespace plateau::app
