// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/teaching/exercises.h"

#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "app/command.h"
#include "app/desktop.h"
#include "app/outputs.h"
#include "core/views/figures/figure_page.h"
#include "core/views/figures/xml_text.h"

namespace plateau::app {

namespace {

constexpr double most_seed = 4294967295.0;

constexpr const char* html_mark = "<!DOCTYPE html>\n<!-- Exercises of Plateau -->\n";
constexpr const char* style
    = "body{font-family:Inter,'Noto Sans','Malgun Gothic',Helvetica,Arial,sans-serif;font-size:11pt;line-height:1.4;"
      "color:#16191c;max-width:46em;margin:2em auto;padding:0 1em}svg{width:100%;height:auto}"
      "section{break-inside:avoid}.key{break-before:page}";

std::string safe(const std::string& words) { return figures::xml_escaped(words); }

/// The pages of a sheet and its pictures by name.
class SheetHtml {
public:
    SheetHtml(const tours::Tour& tour, unsigned seed) : tour_(tour), seed_(seed) { }

    std::vector<std::string> pages(const std::vector<tours::SheetTask>& tasks, bool with_key)
    {
        std::vector<std::string> all;
        std::size_t room = 0; // pictures that still fit a page
        for (std::size_t i = 0; i < tasks.size(); ++i) {
            const std::size_t needs = std::max<std::size_t>(1, tasks[i].blank.size());
            if (all.empty() || room < needs) {
                all.push_back(head(words_.exercises));
                room = 2;
            }
            room -= std::min(room, needs);
            all.back() += task(tasks[i], i);
        }
        if (with_key)
            for (std::size_t i = 0; i < tasks.size(); ++i) {
                if (i % 3 == 0)
                    all.push_back(head(words_.answers));
                all.back() += answer(tasks[i], i);
            }
        return all;
    }

    std::vector<SheetPicture> pictures() { return std::move(pictures_); }

private:
    std::string head(const std::string& title) const
    {
        return fmt::format("<p style=\"color:#555d66\">{} \u00b7 {} {} \u00b7 {} ____________________</p><h2>{}</h2>",
                           safe(tour_.title), safe(words_.sheet), seed_, safe(words_.name), safe(title));
    }

    std::string drawn(const std::vector<figures::Figure>& figures)
    {
        std::string html;
        for (const figures::Figure& figure : figures) {
            figures::ExportOptions options;
            options.size = {165e-3, 68e-3};
            options.base_points = 7.5;
            options.letters = false;
            const std::string name = fmt::format("picture-{}", pictures_.size() + 1);
            pictures_.push_back({.name = name, .page = figures::page_of(figure), .options = options});
            html += fmt::format("<p><img src=\"{}\"/></p>", name);
        }
        return html;
    }

    std::string task(const tours::SheetTask& task, std::size_t index)
    {
        std::string html = fmt::format("<p style=\"margin-top:12px\"><b>{}. {}</b></p>", index + 1, safe(task.title));
        if (!task.given.empty())
            html += fmt::format("<p style=\"color:#555d66\">{}</p>", safe(task.given));
        for (const std::string& words : task.ask)
            html += "<p>" + safe(words) + "</p>";
        for (const std::string& item : task.items)
            html += "<p>____ " + safe(item) + "</p>";
        html += drawn(task.blank);
        if (task.items.empty())
            html += "<p>____________________________________________</p>";
        return html;
    }

    std::string answer(const tours::SheetTask& task, std::size_t index)
    {
        std::string html = fmt::format("<p style=\"margin-top:12px\"><b>{}. {}</b></p>", index + 1, safe(task.title));
        int place = 0;
        for (const std::string& words : task.answer)
            html += "<p>" + (task.items.empty() ? std::string() : fmt::format("{}. ", ++place)) + safe(words) + "</p>";
        if (task.told.size() == 1)
            html += drawn(task.told);
        return html;
    }

    const tours::Tour& tour_;
    unsigned seed_;
    tours::SheetWords words_ = tours::sheet_words();
    std::vector<SheetPicture> pictures_;
};

Expected<std::string> as_html(const std::vector<std::string>& pages, const std::vector<SheetPicture>& pictures,
                              const tours::Tour& tour, const std::string& language)
{
    std::string html
        = html_mark
        + fmt::format(
              "<html lang=\"{}\"><head><meta charset=\"utf-8\"><title>{}</title><style>{}</style></head><body>\n",
              language.empty() ? "en" : language, safe(tour.title), style);
    for (const std::string& page : pages)
        html += "<section>" + page + "</section>\n";
    for (const SheetPicture& one : pictures) {
        figures::ExportOptions options = one.options;
        options.format = figures::FigureFormat::Svg;
        auto svg = picture(*one.page, options);
        if (!svg)
            return tl::unexpected(svg.error());
        svg->erase(0, svg->find("<svg"));
        const std::string image = fmt::format("<img src=\"{}\"/>", one.name);
        if (const std::size_t at = html.find(image); at != std::string::npos)
            html.replace(at, image.size(), *svg);
    }
    return html + "</body></html>\n";
}

Expected<unsigned> read_seed(const Arguments& arguments)
{
    const std::string text = arguments.last(seed_flag.name, "1");
    const auto number = units::parse(text, units::Unit::Count);
    if (number && *number >= 0 && *number <= most_seed && *number == std::floor(*number))
        return static_cast<unsigned>(*number);
    return failure({PLATEAU_TEXT("“%1” is no seed"), {text}}, seed_flag.name,
                   {PLATEAU_TEXT("a whole number such as 7"), {}});
}

} // namespace

Expected<std::string> exercises_file(const std::shared_ptr<answers::Answers>& answers, const tours::Tour& tour,
                                     const tours::PaperClaims& claims, const tours::SheetChoice& choice)
{
    SheetHtml sheet(tour, choice.seed);
    const std::vector<std::string> pages
        = sheet.pages(tours::exercise_sheet(answers, tour, claims, choice.seed), choice.with_key);
    const std::vector<SheetPicture> pictures = sheet.pictures();
    return choice.html ? as_html(pages, pictures, tour, choice.language) : printed_sheets(pages, pictures, tour.title);
}

Expected<int> write_exercises(const Arguments& arguments, const std::shared_ptr<answers::Answers>& answers,
                              const tours::Tour& tour, const tours::PaperClaims& claims)
{
    const std::string file = arguments.last(sheet_flag.name), suffix = std::filesystem::path(file).extension().string();
    if (suffix != ".pdf" && suffix != ".html")
        return failure({PLATEAU_TEXT("“%1” is not a sheet's file"), {file}}, sheet_flag.name,
                       {"--output sheet.pdf", {}});
    const auto seed = read_seed(arguments);
    if (!seed)
        return tl::unexpected(seed.error());
    const auto earlier = [&](const std::string& text) {
        return suffix == ".html" ? text.starts_with(html_mark)
                                 : text.starts_with("%PDF") && text.find("Plateau") != std::string::npos;
    };
    auto output = files::Output::open(file, replacing(arguments, earlier));
    if (!output)
        return not_opened(output.error());
    const auto bytes = exercises_file(answers, tour, claims,
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
