// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <filesystem>
#include <sstream>

#include <fmt/format.h>

#include "app/command.h"
#include "app/desktop.h"
#include "app/export_page.h"
#include "app/question.h"
#include "app/terminal.h"
#include "core/catalog/catalog.h"
#include "core/files/text_file.h"
#include "core/paper/embedded.h"
#include "core/paper/figure_page.h"

namespace plateau::app {

namespace {

constexpr Flag title_flag{"--title", "WORDS", "in place of the figure's own title"};
constexpr Flag caption_text_flag{"--caption-text", "WORDS", "in place of the generated caption"};
constexpr Flag caption_flag{"--caption", "[short|long]",
                            "print the figure's caption on standard output: two sentences, or all there is to say"};
constexpr Flag list_flag{
    "--list", "FILE",
    "many figures in one call: a line of words as after 'plateau export' for each; # begins a remark"};

/// Flags for what is asked, for how it looks on paper (export_choices()), and for how it is answered.
const std::vector<Flag>& export_flags()
{
    static const std::vector<Flag> all = [] {
        std::vector<Flag> list{figure_flag,  output_flag, with_flag,    facet_flag,
                               overlay_flag, panels_flag, without_flag, style_flag};
        for (const figures::ExportChoice& choice : figures::export_choices())
            list.push_back({choice.flag, choice.value, choice.help});
        for (const Flag& flag : {all_flag, format_flag, title_flag, caption_text_flag, caption_flag, list_flag,
                                 plan_flag, lock_flag, objective_flag, set_flag, force_flag, quiet_flag})
            list.push_back(flag);
        return list;
    }();
    return all;
}

Expected<figures::ExportOptions> read_options(const Arguments& arguments)
{
    const std::string output = arguments.last(output_flag.name);
    if (output.empty()) {
        Error error{{PLATEAU_TEXT("no file is given for the picture"), {}}, output_flag.name, {}};
        error.type = std::string(output_flag.name) + " figure.svg, or .png, .pdf, .csv, .py, .tex, .bib";
        return tl::unexpected(std::move(error));
    }
    auto options = require(figures::export_options(require(read_choices(arguments))));
    const auto format = figures::export_format(output);
    if (!format)
        return at_flag(format.error(), output_flag.name, output);
    options.format = *format;
    return options;
}

/// The page with the title and the caption of the command line, where it has them.
figures::FigurePage worded(figures::FigurePage page, const Arguments& arguments)
{
    if (arguments.has(title_flag.name))
        page.title = {"%1", {Verbatim{arguments.last(title_flag.name)}}};
    if (arguments.has(caption_text_flag.name))
        page.provenance.write_caption(arguments.last(caption_text_flag.name));
    return page;
}

Expected<int> export_one(const Arguments& arguments)
{
    const auto make = require(read_page_request(arguments));
    const bool only_caption = arguments.has(caption_flag.name) && !arguments.has(output_flag.name);
    const auto options = only_caption ? figures::ExportOptions{} : require(read_options(arguments));
    std::vector<Written> outputs;
    if (!only_caption) {
        if (figures::format_row(options.format).drawn)
            require(need_desktop(options.language));
        outputs = open_outputs(arguments, arguments.last(output_flag.name), options.format);
    }
    const auto made = require(make());
    if (!made.no_answer.empty()) {
        complain({made.no_answer, made.name, {}});
        return exit_infeasible;
    }
    for (const Error& one : made.not_drawn)
        complain(one);
    figures::FigurePage page = made.page;
    if (options.one_panel && !arguments.has(panels_flag.name))
        figures::as_slide(page);
    page = worded(std::move(page), arguments);
    if (arguments.has(caption_flag.name))
        say((arguments.last(caption_flag.name) == "long" ? figures::caption_text(page.provenance.at_length)
                                                         : page.provenance.caption)
            + "\n");
    return write_all(outputs, page, options);
}

/// The words of a line. Spaces part them; words in quotes are one.
std::vector<std::string> words_of(const std::string& line)
{
    std::vector<std::string> words;
    bool quoted = false, open = false;
    for (const char letter : line) {
        if (letter == '#' && !open && !quoted)
            break;
        if (letter == '"') {
            quoted = !quoted;
            if (!open)
                words.emplace_back();
            open = true;
        } else if ((letter == ' ' || letter == '\t' || letter == '\r') && !quoted)
            open = false;
        else {
            if (!open)
                words.emplace_back();
            open = true;
            words.back() += letter;
        }
    }
    return words;
}

/// Every line is tried; the command ends with the worst line's status.
Expected<int> export_list(const Arguments& arguments)
{
    const std::string file = arguments.last(list_flag.name);
    const auto text = require(files::read_text(file));
    std::istringstream lines(text);
    int worst = exit_answered, number = 0, done = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        std::vector<std::string> words = words_of(line);
        if (words.empty())
            continue;
        auto one = parse_arguments(words, flags_of(*find_command("export")), "export");
        one = one ? with_short_settings(std::move(*one)) : std::move(one);
        if (one && one->has(list_flag.name))
            one = failure({PLATEAU_TEXT("a list names no other list"), {}}, list_flag.name);
        auto status = one ? answered(export_one, *one) : tl::unexpected(one.error());
        if (!status) {
            Error error = status.error();
            error.where = fmt::format("{}:{}: {}", file, number, error.where);
            complain(error);
            status = exit_usage;
        }
        worst = std::max(worst, *status);
        ++done;
    }
    if (done == 0)
        return failure({PLATEAU_TEXT("lists no figure"), {}}, file,
                       {PLATEAU_TEXT("lines such as: fernandez-weak-scaling --figure step --output step.svg"), {}});
    return worst;
}

Expected<int> run_export(const Arguments& arguments)
{
    if (arguments.has(all_flag.name))
        return export_many(arguments);
    if (!arguments.has(list_flag.name))
        return export_one(arguments);
    if (!arguments.operands.empty() || arguments.has(output_flag.name) || arguments.has(figure_flag.name))
        return failure({PLATEAU_TEXT("says all itself: scenarios, figures and files"), {}}, list_flag.name,
                       {PLATEAU_TEXT("--list FILE alone"), {}});
    return export_list(arguments);
}

} // namespace

extern const Command export_command("export", "SCENARIO", "a figure, or several in one, as PNG, SVG, PDF or CSV",
                                    export_flags(), 1, run_export, "plot, figure, figures, draw, chart, picture, save");

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

std::vector<Written> open_outputs(const Arguments& arguments, const std::string& file, figures::FigureFormat format)
{
    std::vector<Written> all;
    for (const auto& [name, its] : figures::files_of(file, format)) {
        const auto earlier
            = [its = its](const std::string& text) { return !figures::embedded_scenario(text, its).empty(); };
        all.push_back({its, opened(files::Output::open(name, replacing(arguments, earlier))), name.string()});
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
    auto options = require(figures::export_options(require(read_choices(arguments))));
    const std::string suffix = arguments.last(format_flag.name, "png"), folder = arguments.last(output_flag.name);
    const auto format = figures::export_format("figure." + suffix);
    if (!format)
        return failure({PLATEAU_TEXT("%1 is no format of figures"), {Verbatim{suffix}}}, format_flag.name,
                       {format_flag.help, {}});
    options.format = *format;
    if (folder.empty())
        return failure({PLATEAU_TEXT("says into which folder"), {}}, output_flag.name, {all_flag.help, {}});
    const auto jobs = require(read(arguments));
    if (figures::format_row(*format).drawn)
        require(need_desktop(options.language));
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    int worst = exit_infeasible;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        const views::FigureJob& job = jobs[i];
        if (!arguments.has(quiet_flag.name))
            remark(fmt::format("{}/{} {}", i + 1, jobs.size(), job.name));
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
        if (const auto written = write_all(outputs, answer.page, options); !written || *written != exit_answered)
            return written;
        worst = exit_answered;
    }
    return worst;
}

} // namespace plateau::app
