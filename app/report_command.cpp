// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>

#include "app/command.h"
#include "app/desktop.h"
#include "app/question.h"
#include "app/report.h"
#include "core/figures/base64.h"
#include "core/figures/plan_view.h"
#include "core/figures/question_file.h"

namespace plateau::app {

namespace {

constexpr Flag output_flag{"--output", "FILE", "a .pdf or .html file; an .html file needs no other"};
constexpr Flag with_flag{"--with", "SCENARIO", "another scenario to compare with; repeatable"};
constexpr Flag flags[]
    = {output_flag, with_flag, plan_flag, lock_flag, objective_flag, set_flag, force_flag, quiet_flag};
constexpr const char* html_mark = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">";

Expected<Report> read_report(const Arguments& arguments)
{
    const catalog::Catalog catalog = catalog::read(catalog::preset_folders());
    const auto kind = asked_kind(catalog, arguments);
    if (!kind)
        return tl::unexpected(kind.error());
    if (*kind == "limits") {
        const auto scenarios = read_limits_questions(catalog, arguments, arguments.all(with_flag.name));
        if (!scenarios)
            return tl::unexpected(scenarios.error());
        return limits_report(catalog, *scenarios);
    }
    auto questions = read_questions(arguments, arguments.all(with_flag.name));
    if (!questions)
        return tl::unexpected(questions.error());
    for (Scenario& scenario : questions->scenarios) {
        const auto choice = arguments.has(plan_flag.name) ? questions->planning.choice : figures::plan_choice(scenario);
        const auto objective
            = arguments.has(objective_flag.name) ? questions->planning.objective : figures::objective(scenario);
        scenario = figures::seen_as(std::move(scenario), choice, objective);
    }
    return training_report(questions->catalog, questions->scenarios);
}

/// Every picture of a report, as the bytes of a format.
Expected<std::vector<std::string>> pictures_of(const Report& report, figures::FigureFormat format)
{
    figures::ExportOptions options = *figures::export_size("two-column");
    options.format = format;
    std::vector<std::string> all;
    for (const ReportSection& section : report.sections)
        for (const figures::FigurePage& page : section.pictures) {
            auto bytes = picture(page, options);
            if (!bytes)
                return tl::unexpected(bytes.error());
            all.push_back(std::move(*bytes));
        }
    return all;
}

Expected<std::string> html_of(const Report& report)
{
    const auto pictures = pictures_of(report, figures::FigureFormat::Svg);
    if (!pictures)
        return tl::unexpected(pictures.error());
    std::vector<std::string> sources;
    for (const std::string& bytes : *pictures)
        sources.push_back("data:image/svg+xml;base64," + figures::to_base64(bytes));
    return report_html(report, sources);
}

Expected<std::string> pdf_of(const Report& report)
{
    const auto pictures = pictures_of(report, figures::FigureFormat::Png);
    if (!pictures)
        return tl::unexpected(pictures.error());
    std::vector<std::string> names;
    for (std::size_t i = 0; i < pictures->size(); ++i)
        names.push_back("picture-" + std::to_string(i));
    return printed(report_html(report, names), names, *pictures, report.title);
}

Expected<int> run(const Arguments& arguments)
{
    const std::string file = arguments.last(output_flag.name);
    const std::string suffix = std::filesystem::path(file).extension().string();
    if (suffix != ".pdf" && suffix != ".html")
        return failure({PLATEAU_TEXT("“%1” is not a report's file"), {file}}, output_flag.name, {output_flag.help, {}});
    if (const auto desktop = need_desktop(); !desktop)
        return tl::unexpected(desktop.error());
    const auto earlier = [&](const std::string& text) {
        return suffix == ".html" ? text.starts_with(html_mark)
                                 : text.starts_with("%PDF") && text.find("Plateau") != std::string::npos;
    };
    auto output = files::Output::open(file, replacing(arguments, earlier));
    if (!output)
        return not_opened(output.error());
    const auto report = read_report(arguments);
    if (!report)
        return tl::unexpected(report.error());
    const auto bytes = suffix == ".html" ? html_of(*report) : pdf_of(*report);
    if (!bytes)
        return failed(bytes.error());
    output->write(*bytes);
    const auto written = output->commit();
    return written ? exit_answered : failed(written.error());
}

} // namespace

extern const Command report_command;
const Command report_command{
    "report", "SCENARIO", "question, inputs, plots, why, what would help, evidence, sources: one PDF or HTML file",
    flags,    1,          run};

} // namespace plateau::app
