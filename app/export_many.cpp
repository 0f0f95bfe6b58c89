// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "app/command.h"
#include "app/desktop.h"
#include "app/export_output.h"
#include "app/export_page.h"
#include "app/question.h"
#include "app/settings.h"

namespace plateau::app {

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
