// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "app/command.h"
#include "app/desktop.h"
#include "app/figures.h"
#include "app/question.h"
#include "core/figures/embedded.h"
#include "core/figures/figure_csv.h"
#include "core/figures/plan_view.h"
#include "core/messages/nearest.h"

namespace plateau::app {

namespace {

constexpr Flag figure_flag{"--figure", "NAME", "what is drawn (plateau catalog figures)"};
constexpr Flag output_flag{"--output", "FILE", "a .png, .svg, .pdf or .csv file"};
constexpr Flag size_flag{"--size", "WxH", "88x100mm, 3.5x4in, 1200x800px, column, two-column or slide"};
constexpr Flag dpi_flag{"--dpi", "N", "dots per inch of a PNG"};
constexpr Flag theme_flag{"--theme", "NAME", "print, light or dark"};
constexpr Flag font_scale_flag{"--font-scale", "X", "letters larger (1.2) or smaller (0.9)"};
constexpr Flag with_flag{"--with", "SCENARIO", "another configuration of the limits in the same figure; repeatable"};
constexpr Flag flags[] = {figure_flag, output_flag, with_flag,      size_flag, dpi_flag,   theme_flag, font_scale_flag,
                          plan_flag,   lock_flag,   objective_flag, set_flag,  force_flag, quiet_flag};
constexpr std::size_t most_configurations = 5; ///< as many as can be told apart

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
    figures::ExportOptions options;
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

/// Among the figures of the scenario's kind; the first of them unless one is named.
Expected<const FigureEntry*> read_figure_name(const Arguments& arguments, bool of_limits)
{
    std::vector<const FigureEntry*> entries;
    for (const FigureEntry& entry : figures())
        if ((entry.make_limits != nullptr) == of_limits)
            entries.push_back(&entry);
    const std::string wanted = arguments.last(figure_flag.name, entries.front()->name);
    std::vector<std::string> names;
    for (const FigureEntry* entry : entries) {
        if (wanted == entry->name)
            return entry;
        names.emplace_back(entry->name);
    }
    std::string list;
    for (const std::string& name : names)
        list += (list.empty() ? "" : ", ") + name;
    return failure(
        {PLATEAU_TEXT("“%1” is not a figure of this scenario; the nearest is %2"), {wanted, nearest(wanted, names)}},
        figure_flag.name, {PLATEAU_TEXT("one of %1"), {list}});
}

/// What a file remembers of the window's view holds unless a flag says otherwise.
Scenario seen(const ScenarioQuestion& question, const Arguments& arguments)
{
    const auto choice
        = arguments.has(plan_flag.name) ? question.planning.choice : figures::plan_choice(question.scenario);
    const auto objective
        = arguments.has(objective_flag.name) ? question.planning.objective : figures::objective(question.scenario);
    return figures::seen_as(question.scenario, choice, objective);
}

/// Reads the question and hands back what draws it.
Expected<std::function<MadeFigure()>> read_maker(const Arguments& arguments, const FigureEntry& entry, bool of_limits,
                                                 catalog::Catalog catalog)
{
    if (of_limits) {
        const auto scenarios = read_limits_questions(catalog, arguments, arguments.all(with_flag.name));
        if (!scenarios)
            return tl::unexpected(scenarios.error());
        if (scenarios->size() > most_configurations)
            return failure({PLATEAU_TEXT("more configurations than can be told apart"), {}}, with_flag.name,
                           {PLATEAU_TEXT("at most %1 in all"), {std::to_string(most_configurations)}});
        return [&entry, catalog = std::move(catalog), scenarios = *scenarios] {
            return entry.make_limits(catalog, scenarios);
        };
    }
    if (arguments.has(with_flag.name))
        return failure({PLATEAU_TEXT("only figures of the limits lay configurations over each other"), {}},
                       with_flag.name, {PLATEAU_TEXT("a scenario of kind: limits"), {}});
    const auto question = read_question(arguments);
    if (!question)
        return tl::unexpected(question.error());
    return [&entry, catalog = question->catalog, scenario = seen(*question, arguments)] {
        return entry.make(catalog, scenario);
    };
}

Expected<std::string> bytes_of(const figures::Figure& figure, const figures::ExportOptions& options)
{
    if (options.format == figures::FigureFormat::Csv)
        return figures::figure_csv(figure);
    return picture(figure, options);
}

Expected<int> run(const Arguments& arguments)
{
    catalog::Catalog catalog = catalog::read(catalog::preset_folders());
    const auto kind = asked_kind(catalog, arguments);
    if (!kind)
        return tl::unexpected(kind.error());
    const bool of_limits = *kind == "limits";
    const auto entry = read_figure_name(arguments, of_limits);
    if (!entry)
        return tl::unexpected(entry.error());
    const auto options = read_options(arguments);
    if (!options)
        return tl::unexpected(options.error());
    if (options->format != figures::FigureFormat::Csv)
        if (const auto desktop = need_desktop(); !desktop)
            return tl::unexpected(desktop.error());
    const auto make = read_maker(arguments, **entry, of_limits, std::move(catalog));
    if (!make)
        return tl::unexpected(make.error());

    const auto earlier = [format = options->format](const std::string& text) {
        return !figures::embedded_scenario(text, format).empty();
    };
    auto output = files::Output::open(arguments.last(output_flag.name), replacing(arguments, earlier));
    if (!output)
        return not_opened(output.error());
    const MadeFigure made = (*make)();
    if (!made.no_answer.empty()) {
        complain({made.no_answer, (*entry)->name, {}});
        return exit_infeasible;
    }
    const auto bytes = bytes_of(made.figure, *options);
    if (!bytes)
        return failed(bytes.error());
    output->write(*bytes);
    const auto written = output->commit();
    return written ? exit_answered : failed(written.error());
}

} // namespace

extern const Command export_command;
const Command export_command{"export", "SCENARIO", "a figure as PNG, SVG, PDF or CSV", flags, 1, run};

} // namespace plateau::app
