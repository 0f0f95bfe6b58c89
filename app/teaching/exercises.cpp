// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/teaching/exercises.h"

#include <cmath>
#include <filesystem>

#include "app/command.h"
#include "app/desktop.h"
#include "app/terminal.h"
#include "core/teaching/tours/exercise_file.h"

namespace plateau::app {

namespace {

constexpr double most_seed = 4294967295.0;

Expected<unsigned> read_seed(const Arguments& arguments)
{
    const std::string text = arguments.last(seed_flag.name, "1");
    const auto number = units::parse(text, units::Unit::Count);
    if (number && *number >= 0 && *number <= most_seed && *number == std::floor(*number))
        return static_cast<unsigned>(*number);
    return failure({PLATEAU_TEXT("“%1” is no seed"), {Verbatim{text}}}, seed_flag.name,
                   {PLATEAU_TEXT("a whole number such as 7"), {}});
}

} // namespace

tours::Press press()
{
    return {
        [](const figures::FigurePage& page, const figures::ExportOptions& options) { return picture(page, options); },
        [](const figures::Schematic& schematic) { return picture(schematic); }, printed_sheets};
}

Expected<int> write_exercises(const Arguments& arguments, const std::shared_ptr<answers::Answers>& answers,
                              const tours::Tour& tour, const tours::PaperClaims& claims)
{
    const std::string file = arguments.last(sheet_flag.name), suffix = std::filesystem::path(file).extension().string();
    if (suffix != ".pdf" && suffix != ".html")
        return failure({PLATEAU_TEXT("“%1” is not a sheet's file"), {Verbatim{file}}}, sheet_flag.name,
                       {"%1", {Verbatim{"--output sheet.pdf"}}});
    const auto seed = read_seed(arguments);
    if (!seed)
        return tl::unexpected(seed.error());
    const auto earlier = [&](const std::string& text) {
        return suffix == ".html" ? text.starts_with(tours::exercise_mark)
                                 : text.starts_with("%PDF") && text.find("Plateau") != std::string::npos;
    };
    auto output = files::Output::open(file, replacing(arguments, earlier));
    if (!output)
        return not_opened(output.error());
    const auto bytes = tours::exercise_file(press(), answers, tour, claims,
                                            {.seed = *seed,
                                             .with_key = arguments.has(key_flag.name),
                                             .html = suffix == ".html",
                                             .language = arguments.last("--language")});
    if (!bytes)
        return failed(bytes.error());
    output->write(*bytes);
    const auto written = output->commit();
    return written ? exit_answered : failed(written.error());
}

} // namespace plateau::app
