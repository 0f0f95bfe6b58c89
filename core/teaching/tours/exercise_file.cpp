// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teaching/tours/exercise_file.h"

#include <fmt/format.h>

#include "core/paper/encodings.h"
#include "core/paper/figure_page.h"

namespace plateau::tours {

namespace {

constexpr const char* sheet_style
    = "body{font-family:Inter,'Noto Sans','Malgun Gothic',Helvetica,Arial,sans-serif;font-size:11pt;line-height:1.4;"
      "color:#16191c;max-width:46em;margin:2em auto;padding:0 1em}svg{width:100%;height:auto}"
      "section{break-inside:avoid}.key{break-before:page}";

std::string safe(const std::string& words) { return figures::xml_escaped(words); }

/// The pages of a sheet and its pictures by name.
class SheetHtml {
public:
    SheetHtml(const Tour& tour, unsigned seed) : tour_(tour), seed_(seed) { }

    std::vector<std::string> pages(const std::vector<SheetTask>& tasks, bool with_key)
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

    std::vector<figures::SheetPicture> pictures() { return std::move(pictures_); }

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

    std::string task(const SheetTask& task, std::size_t index)
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

    std::string answer(const SheetTask& task, std::size_t index)
    {
        std::string html = fmt::format("<p style=\"margin-top:12px\"><b>{}. {}</b></p>", index + 1, safe(task.title));
        int place = 0;
        for (const std::string& words : task.answer)
            html += "<p>" + (task.items.empty() ? std::string() : fmt::format("{}. ", ++place)) + safe(words) + "</p>";
        if (task.told.size() == 1)
            html += drawn(task.told);
        return html;
    }

    const Tour& tour_;
    unsigned seed_;
    SheetWords words_ = sheet_words();
    std::vector<figures::SheetPicture> pictures_;
};

Expected<std::string> as_html(const Press& press, const std::vector<std::string>& pages,
                              const std::vector<figures::SheetPicture>& pictures, const Tour& tour,
                              const std::string& language)
{
    std::string html
        = exercise_mark
        + fmt::format(
              "<html lang=\"{}\"><head><meta charset=\"utf-8\"><title>{}</title><style>{}</style></head><body>\n",
              language.empty() ? "en" : language, safe(tour.title), sheet_style);
    for (const std::string& page : pages)
        html += "<section>" + page + "</section>\n";
    for (const figures::SheetPicture& one : pictures) {
        figures::ExportOptions options = one.options;
        options.format = figures::FigureFormat::Svg;
        auto svg = press.figure(*one.page, options);
        if (!svg)
            return tl::unexpected(svg.error());
        svg->erase(0, svg->find("<svg"));
        const std::string image = fmt::format("<img src=\"{}\"/>", one.name);
        if (const std::size_t at = html.find(image); at != std::string::npos)
            html.replace(at, image.size(), *svg);
    }
    return html + "</body></html>\n";
}

} // namespace

Expected<std::string> exercise_file(const Press& press, const std::shared_ptr<answers::Answers>& answers,
                                    const Tour& tour, const PaperClaims& claims, const SheetChoice& choice)
{
    SheetHtml sheet(tour, choice.seed);
    const std::vector<std::string> pages
        = sheet.pages(exercise_sheet(answers, tour, claims, choice.seed), choice.with_key);
    const std::vector<figures::SheetPicture> pictures = sheet.pictures();
    return choice.html ? as_html(press, pages, pictures, tour, choice.language)
                       : press.sheets(pages, pictures, tour.title);
}

} // namespace plateau::tours
