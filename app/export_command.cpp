// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <optional>
#include <sstream>

#include <fmt/format.h>

#include "app/command.h"
#include "app/desktop.h"
#include "app/export_page.h"
#include "app/question.h"
#include "core/figures/embedded.h"
#include "core/files/text_file.h"

namespace plateau::app {

namespace {

constexpr Flag output_flag{"--output", "FILE", "a .png, .svg, .pdf or .csv file"};
constexpr Flag size_flag{"--size", "WxH", "88x100mm, 3.5x4in, 1200x800px, column, two-column, slide or slide-4x3"};
constexpr Flag dpi_flag{"--dpi", "N", "dots per inch of a PNG"};
constexpr Flag theme_flag{"--theme", "NAME", "print, light or dark"};
constexpr Flag font_scale_flag{"--font-scale", "X", "letters larger (1.2) or smaller (0.9)"};
constexpr Flag caption_flag{"--caption", "", "print the figure's caption on standard output"};
constexpr Flag list_flag{
    "--list", "FILE",
    "many figures in one call: a line of words as after 'plateau export' for each; # begins a remark"};
constexpr Flag flags[] = {figure_flag, output_flag,    with_flag,       facet_flag,   panels_flag, size_flag,
                          dpi_flag,    theme_flag,     font_scale_flag, caption_flag, list_flag,   plan_flag,
                          lock_flag,   objective_flag, set_flag,        force_flag,   quiet_flag};

/// A plain number between two limits.
Expected<double> read_number(const Arguments& arguments, const Flag& flag, double otherwise, double low, double high)
{
    if (!arguments.has(flag.name))
        return otherwise;
    const auto value = units::parse(arguments.last(flag.name), units::Unit::None);
    if (value && *value >= low && *value <= high)
        return value;
    return failure({PLATEAU_TEXT("“%1” is out of range"), {arguments.last(flag.name)}}, flag.name,
                   {PLATEAU_TEXT("a number from %1 to %2"), {fmt::format("{}", low), fmt::format("{}", high)}});
}

template<class Value>
tl::unexpected<Error> at_flag(const Expected<Value>& failed, const Flag& flag, const std::string& text)
{
    Error error = failed.error();
    if (error.where.empty())
        error.where = fmt::format("{} {}", flag.name, text);
    return tl::unexpected(std::move(error));
}

Expected<figures::ExportOptions> read_options(const Arguments& arguments)
{
    const std::string output = arguments.last(output_flag.name);
    if (output.empty())
        return failure({PLATEAU_TEXT("says where the picture goes"), {}}, output_flag.name, {output_flag.help, {}});
    figures::ExportOptions options = *figures::export_size("column");
    if (arguments.has(size_flag.name)) {
        const auto sized = figures::export_size(arguments.last(size_flag.name));
        if (!sized)
            return at_flag(sized, size_flag, arguments.last(size_flag.name));
        options = *sized;
    }
    const auto format = figures::export_format(output);
    if (!format)
        return at_flag(format, output_flag, output);
    const auto theme = figures::export_theme(arguments.last(theme_flag.name, "print"));
    if (!theme)
        return at_flag(theme, theme_flag, arguments.last(theme_flag.name));
    const auto dpi = read_number(arguments, dpi_flag, options.dpi, 30, 2400);
    if (!dpi)
        return tl::unexpected(dpi.error());
    const auto font_scale = read_number(arguments, font_scale_flag, options.font_scale, 0.25, 8);
    if (!font_scale)
        return tl::unexpected(font_scale.error());
    options.format = *format;
    options.theme = *theme;
    const std::string size = arguments.last(size_flag.name);
    if (size.size() > 2 && size.substr(size.size() - 2) == "px") { // pixels stay as many at any resolution
        const double factor = options.dpi / *dpi;
        options.size = {options.size.width * factor, options.size.height * factor};
    }
    options.dpi = *dpi;
    options.font_scale = *font_scale;
    return options;
}

Expected<std::string> bytes_of(const figures::FigurePage& page, const figures::ExportOptions& options)
{
    if (options.format == figures::FigureFormat::Csv)
        return figures::page_csv(page);
    return picture(page, options);
}

Expected<int> export_one(const Arguments& arguments)
{
    const auto make = read_page_request(arguments);
    if (!make)
        return tl::unexpected(make.error());
    const bool only_caption = arguments.has(caption_flag.name) && !arguments.has(output_flag.name);
    const auto options
        = only_caption ? Expected<figures::ExportOptions>(figures::ExportOptions{}) : read_options(arguments);
    if (!options)
        return tl::unexpected(options.error());
    std::optional<files::Output> output;
    if (!only_caption) {
        if (options->format != figures::FigureFormat::Csv)
            if (const auto desktop = need_desktop(); !desktop)
                return tl::unexpected(desktop.error());
        const auto earlier = [format = options->format](const std::string& text) {
            return !figures::embedded_scenario(text, format).empty();
        };
        auto opened = files::Output::open(arguments.last(output_flag.name), replacing(arguments, earlier));
        if (!opened)
            return not_opened(opened.error());
        output.emplace(std::move(*opened));
    }
    const auto made = (*make)();
    if (!made)
        return tl::unexpected(made.error());
    if (!made->no_answer.empty()) {
        complain({made->no_answer, made->name, {}});
        return exit_infeasible;
    }
    if (arguments.has(caption_flag.name))
        say(made->page.provenance.caption + "\n");
    if (!output)
        return exit_answered;
    const auto bytes = bytes_of(made->page, *options);
    if (!bytes)
        return failed(bytes.error());
    output->write(*bytes);
    const auto written = output->commit();
    return written ? exit_answered : failed(written.error());
}

/// Words of a line, told apart by spaces; "such as these" are one.
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

/// Every line is tried; the worst ending is the answer.
Expected<int> export_list(const Arguments& arguments)
{
    const std::string file = arguments.last(list_flag.name);
    const auto text = files::read_text(file);
    if (!text)
        return tl::unexpected(text.error());
    std::istringstream lines(*text);
    int worst = exit_answered, number = 0, done = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        std::vector<std::string> words = words_of(line);
        if (words.empty())
            continue;
        auto one = parse_arguments(words, flags);
        if (one && one->has(list_flag.name))
            one = failure({PLATEAU_TEXT("a list names no other list"), {}}, list_flag.name);
        auto status = one ? export_one(*one) : Expected<int>(tl::unexpected(one.error()));
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

Expected<int> run(const Arguments& arguments)
{
    if (!arguments.has(list_flag.name))
        return export_one(arguments);
    if (!arguments.operands.empty() || arguments.has(output_flag.name) || arguments.has(figure_flag.name))
        return failure({PLATEAU_TEXT("says all itself: scenarios, figures and files"), {}}, list_flag.name,
                       {PLATEAU_TEXT("--list FILE alone"), {}});
    return export_list(arguments);
}

} // namespace

extern const Command export_command;
const Command export_command{"export", "SCENARIO", "a figure, or several in one, as PNG, SVG, PDF or CSV",
                             flags,    1,          run};

} // namespace plateau::app
