// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/teaching/papers.h"

#include "app/command.h"
#include "app/desktop.h"
#include "app/export_page.h"
#include "app/question.h"
#include "app/terminal.h"
#include "core/teaching/tours/shown_figures.h"

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
        [](const figures::Schematic& schematic) { return picture(schematic); }, printed_sheets, web_picture, web_fonts};
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
    return written(*output,
                   tours::exercise_file(press(), answers, tour, claims,
                                        {.seed = *seed,
                                         .with_key = arguments.has(key_flag.name),
                                         .html = suffix == ".html",
                                         .language = arguments.last("--language")}));
}

namespace {

Expected<std::vector<views::FigureJob>> tour_jobs(const Arguments& arguments)
{
    const auto answers = answers_from(read_catalog(arguments));
    const catalog::Catalog& catalog = answers->data()->catalog();
    const auto file = tours::find_tour(catalog, arguments.last(tour_flag.name));
    if (!file)
        return at_flag(file.error(), tour_flag.name, arguments.last(tour_flag.name));
    std::vector<Error> problems;
    const auto claims = tours::read_paper_claims(catalog, answers->data()->claims());
    return tours::figure_jobs(answers, tours::read_tour(catalog, claims, *file, problems));
}

Expected<int> export_lecture(const Arguments& arguments)
{
    const std::string file = arguments.last(output_flag.name), language = arguments.last("--language", "en");
    if (std::filesystem::path(file).extension() != ".html")
        return failure({PLATEAU_TEXT("a lecture is one .html file"), {}}, output_flag.name,
                       {"%1", {Verbatim{"--output lecture.html"}}});
    const auto answers = answers_from(read_catalog(arguments));
    const catalog::Catalog& catalog = answers->data()->catalog();
    const auto found = tours::find_tour(catalog, arguments.last(tour_flag.name));
    if (!found)
        return at_flag(found.error(), tour_flag.name, arguments.last(tour_flag.name));
    if (const auto desktop = need_desktop(language); !desktop)
        return tl::unexpected(desktop.error());
    speak_in(language);
    const auto earlier = [](const std::string& text) { return text.starts_with(tours::lecture_mark); };
    auto output = files::Output::open(file, replacing(arguments, earlier));
    if (!output)
        return not_opened(output.error());
    const auto claims = tours::read_paper_claims(catalog, answers->data()->claims());
    std::vector<Error> problems;
    tours::Tour tour = tours::read_tour(catalog, claims, *found, problems);
    if (!problems.empty())
        return failed(problems.front());
    if (arguments.last(without_flag.name) == "notes")
        for (tours::Step& step : tour.steps)
            step.notes.clear();
    return written(*output, tours::lecture_page(press(), answers, tour, claims, language));
}

} // namespace

Expected<int> export_tour(const Arguments& arguments)
{
    return arguments.last(format_flag.name) == "html" ? export_lecture(arguments) : export_many(arguments, tour_jobs);
}

} // namespace plateau::app
