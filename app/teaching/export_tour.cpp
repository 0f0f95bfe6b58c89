// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/teaching/export_tour.h"

#include <filesystem>

#include "app/command.h"
#include "app/desktop.h"
#include "app/export_output.h"
#include "app/question.h"
#include "core/teaching/tours/lecture.h"
#include "core/teaching/tours/tour_figures.h"

namespace plateau::app {

namespace {

constexpr const char* english_code = "en";

Expected<std::string> page_of(const catalog::Catalog& catalog, const std::shared_ptr<answers::Answers>& answers,
                              const std::filesystem::path& file, const std::string& language)
{
    const tours::PaperClaims claims = tours::read_paper_claims(catalog, answers->data()->claims());
    std::vector<Error> problems;
    const tours::Tour tour = tours::read_tour(catalog, claims, file, problems);
    if (!problems.empty())
        return tl::unexpected(problems.front());
    return tours::lecture_page(answers, tour, claims, language.empty() ? english_code : language);
}

Expected<std::vector<views::FigureJob>> tour_jobs(const Arguments& arguments)
{
    const auto answers = answers_from(catalog::read(catalog::preset_folders()));
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
    const std::string file = arguments.last(output_flag.name), language = arguments.last("--language");
    if (std::filesystem::path(file).extension() != ".html")
        return failure({PLATEAU_TEXT("a lecture is one .html file"), {}}, output_flag.name,
                       {"%1", {Verbatim{"--output lecture.html"}}});
    if (!language.empty() && language != english_code) {
        if (const auto desktop = need_desktop(language); !desktop)
            return tl::unexpected(desktop.error());
        speak_in(language);
    }
    const auto answers = answers_from(catalog::read(catalog::preset_folders()));
    const catalog::Catalog& catalog = answers->data()->catalog();
    const auto found = tours::find_tour(catalog, arguments.last(tour_flag.name));
    if (!found)
        return at_flag(found.error(), tour_flag.name, arguments.last(tour_flag.name));
    const auto earlier = [](const std::string& text) { return text.starts_with(tours::lecture_mark); };
    auto output = files::Output::open(file, replacing(arguments, earlier));
    if (!output)
        return not_opened(output.error());
    const auto page = page_of(catalog, answers, *found, language);
    if (!page)
        return failed(page.error());
    output->write(*page);
    const auto written = output->commit();
    return written ? exit_answered : failed(written.error());
}

} // namespace

Expected<int> export_tour(const Arguments& arguments)
{
    return arguments.last(format_flag.name) == "html" ? export_lecture(arguments) : export_many(arguments, tour_jobs);
}

} // namespace plateau::app
