// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export_output.h"

#include <filesystem>

#include <fmt/format.h>

#include "app/command.h"
#include "app/desktop.h"
#include "app/outputs.h"
#include "app/settings.h"
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

} // namespace plateau::app
