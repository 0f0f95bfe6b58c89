// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export_output.h"

#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "app/command.h"
#include "app/desktop.h"
#include "app/export_page.h"
#include "app/question.h"
#include "app/terminal.h"
#include "core/catalog/catalog.h"
#include "core/paper/embedded.h"

namespace plateau::app {

Expected<figures::Choices> read_choices(const Arguments& arguments)
{
    figures::Choices choices;
    if (arguments.has(style_flag.name)) {
        const auto style = figures::find_style(figures::read_export_styles(catalog::preset_folders()).styles,
                                               arguments.last(style_flag.name));
        if (!style)
            return at_flag(style.error(), style_flag.name, arguments.last(style_flag.name));
        choices = style->choices;
    }
    for (const figures::ExportChoice& choice : figures::export_choices())
        if (arguments.has(choice.flag))
            choices[choice.key()] = arguments.last(choice.flag);
    return choices;
}

tl::expected<std::vector<Written>, Expected<int>> open_outputs(const Arguments& arguments, const std::string& file,
                                                               figures::FigureFormat format)
{
    std::vector<Written> all;
    for (const auto& [name, its] : figures::files_of(file, format)) {
        const auto earlier
            = [its = its](const std::string& text) { return !figures::embedded_scenario(text, its).empty(); };
        auto opened = files::Output::open(name, replacing(arguments, earlier));
        if (!opened)
            return tl::unexpected(not_opened(opened.error()));
        all.push_back({its, std::move(*opened), name.string()});
    }
    return all;
}

Expected<int> write_all(std::vector<Written>& outputs, const figures::FigurePage& page, figures::ExportOptions options)
{
    for (const Written& written : outputs)
        if (written.format == figures::FigureFormat::Csv)
            options.table = std::filesystem::path(written.file).filename().string();
    for (Written& written : outputs) {
        options.format = written.format;
        const auto bytes = figures::format_row(options.format).drawn
            ? picture(page, options)
            : Expected<std::string>(figures::page_text(page, options.format));
        if (!bytes)
            return failed(bytes.error());
        written.output.write(*bytes);
    }
    std::vector<files::Output*> together;
    together.reserve(outputs.size());
    for (Written& written : outputs)
        together.push_back(&written.output);
    const auto committed = files::Output::commit(together);
    return committed ? exit_answered : failed(committed.error());
}

Expected<std::vector<views::FigureJob>> read_jobs(const Arguments& arguments)
{
    const auto asked = read_questions(arguments);
    if (!asked)
        return tl::unexpected(asked.error());
    return std::visit([&](const auto& scenarios) { return views::figure_jobs(asked->answers, scenarios); },
                      asked->scenarios);
}

Expected<int> export_many(const Arguments& arguments, JobReader read)
{
    const auto choices = read_choices(arguments);
    auto options = choices ? figures::export_options(*choices) : tl::unexpected(choices.error());
    if (!options)
        return tl::unexpected(options.error());
    const std::string suffix = arguments.last(format_flag.name, "png"), folder = arguments.last(output_flag.name);
    const auto format = figures::export_format("figure." + suffix);
    if (!format)
        return failure({PLATEAU_TEXT("%1 is no format of figures"), {Verbatim{suffix}}}, format_flag.name,
                       {format_flag.help, {}});
    options->format = *format;
    if (folder.empty())
        return failure({PLATEAU_TEXT("says into which folder"), {}}, output_flag.name, {all_flag.help, {}});
    const auto jobs = read(arguments);
    if (!jobs)
        return tl::unexpected(jobs.error());
    if (figures::format_row(*format).drawn)
        if (const auto desktop = need_desktop(options->language); !desktop)
            return tl::unexpected(desktop.error());
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    int worst = exit_infeasible;
    for (std::size_t i = 0; i < jobs->size(); ++i) {
        const views::FigureJob& job = (*jobs)[i];
        if (!arguments.has(quiet_flag.name))
            remark(fmt::format("{}/{} {}", i + 1, jobs->size(), job.name));
        views::JobAnswer answer = job.make();
        if (!answer.no_answer.empty()) {
            complain({answer.no_answer, job.name, {}});
            continue;
        }
        if (figures::format_row(*format).drawn)
            for (figures::PageTile& tile : answer.page.tiles)
                keep_main_panel(tile.figure);
        const std::string file = (std::filesystem::path(folder) / (job.name + "." + suffix)).string();
        auto outputs = open_outputs(arguments, file, *format);
        if (!outputs)
            return outputs.error();
        if (const auto written = write_all(*outputs, answer.page, *options); !written || *written != exit_answered)
            return written;
        worst = exit_answered;
    }
    return worst;
}

} // namespace plateau::app
