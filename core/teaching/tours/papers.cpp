// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teaching/tours/papers.h"

#include <fmt/format.h>

#include "core/paper/embedded.h"
#include "core/teaching/tours/shown_figures.h"
#include "core/text/contents/contents.h"
#include "core/text/messages/speech.h"

namespace plateau::tours {

namespace {

/// The pictures of a step, named after it: a schematic as an image, figures as pages drawn with lines and letters.
Expected<std::vector<figures::SheetPicture>> pictures_of(const Press& press, answers::Answers& answers,
                                                         const PaperClaims& claims, const Step& step,
                                                         std::size_t number, Shown shown, bool alone)
{
    std::vector<figures::SheetPicture> pictures;
    const bool asked = shown == Shown::Asked;
    const auto name
        = [&] { return fmt::format("{}-{}-{}", asked ? "step" : "answer", number + 1, pictures.size() + 1); };
    if (asked && is_schematic(step.picture))
        if (const auto drawn = schematic(answers, step.picture, step.question)) {
            auto png = press.schematic(*drawn);
            if (!png)
                return tl::unexpected(png.error());
            pictures.push_back({.name = name(), .png = std::move(*png)});
        }
    auto all = shown_figures(answers, step, step.question, claims, shown);
    for (figures::Figure& figure : all) {
        figures::ExportOptions options;
        const bool is_low = all.size() > 1 || !asked;
        options.size = {165e-3, alone ? (is_low ? 62e-3 : 92e-3) : is_low ? 48e-3 : 66e-3};
        options.base_points = 7.5;
        options.letters = false;
        pictures.push_back({.name = name(), .page = figures::page_of(std::move(figure)), .options = options});
    }
    return pictures;
}

std::string escaped(const std::string& words)
{
    std::string html;
    for (const char letter : words)
        html += letter == '&' ? "&amp;" : letter == '<' ? "&lt;" : letter == '>' ? "&gt;" : std::string(1, letter);
    return html;
}

/// Writes the sheets of one tour.
class SheetWriter {
public:
    SheetWriter(std::shared_ptr<answers::Answers> answers, const Tour& tour, const PaperClaims& claims)
        : catalog_(answers->data()->catalog()), tour_(tour), claims_(claims), numbers_(std::move(answers))
    {
    }

    /// The sheet of a step with its pictures as HTML. The answers to what it asks stand on a sheet of their own.
    std::string sheet(std::size_t index, const std::vector<std::string>& pictures)
    {
        const Step& step = tour_.steps[index];
        std::string html = fmt::format("<p style=\"color:#555d66\">{}, {} / {}</p><h2>{}</h2>", escaped(tour_.title),
                                       index + 1, tour_.steps.size(), escaped(step.title));
        for (const std::string& picture : pictures)
            html += "<p>" + picture + "</p>";
        html += prose(step.text, step);
        if (step.prediction)
            html += prose(step.prediction->ask, step) + blank;
        else if (step.exercise)
            html += question(step);
        else
            html += after(step);
        html += fmt::format("<p style=\"color:#555d66\">{} ({})</p>", escaped(step.source),
                            escaped(translated(claims::known_word(step.known_by))));
        for (const std::string& name : step.help)
            if (const help::Page* page = help::find_page(name))
                html += fmt::format("<p style=\"color:#555d66\">{}</p>",
                                    escaped(said(Message{PLATEAU_TEXT("More in Help: %1"), {Word{page->title}}})));
        return html;
    }

    /// Sheets with the answers of the steps that ask, a few to a sheet; a picture takes the place of one. `pictures`:
    /// those of each step.
    std::vector<std::string> answers(const std::vector<std::size_t>& steps,
                                     const std::vector<std::vector<std::string>>& pictures)
    {
        constexpr std::size_t on_a_sheet = 3;
        const std::string head = "<h2>" + escaped(translated(PLATEAU_TEXT("The answer"))) + "</h2>";
        std::vector<std::string> all;
        std::size_t room = 0;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const std::size_t index = steps[i], needs = 1 + pictures[i].size();
            const Step& step = tour_.steps[index];
            if (!step.prediction && !step.exercise)
                continue;
            if (room < needs) {
                all.push_back(head);
                room = on_a_sheet;
            }
            room -= std::min(room, needs);
            std::string& html = all.back();
            html += fmt::format("<p style=\"margin-top:10px\"><b>{}. {}</b></p>", index + 1, escaped(step.title));
            html += in_order(step);
            for (const std::string& picture : pictures[i])
                html += "<p>" + picture + "</p>";
            html += prose(step.prediction ? step.prediction->why : step.exercise->why, step, letter_of(step));
            html += after(step);
        }
        return all;
    }

private:
    static constexpr const char* blank = "<p>____________________________</p>";

    std::string after(const Step& step)
    {
        std::string html = heading({PLATEAU_TEXT("Look at"), {}}) + prose(step.look, step);
        if (step.claims.empty())
            return html;
        html += heading({PLATEAU_TEXT("What is published, and what the model says"), {}});
        for (const std::string& id : step.claims)
            html += claim(*claims_.find(id));
        return html;
    }

    std::string question(const Step& step)
    {
        std::string html = prose(step.exercise->ask, step);
        for (const Exercise::Item& item : step.exercise->items)
            html += prose(item.say, step, "____ ");
        return html + (step.exercise->items.empty() ? blank : "");
    }

    /// Things that were to be put in order, with their values; empty: there are none.
    std::string in_order(const Step& step)
    {
        if (!step.exercise || step.exercise->items.empty())
            return {};
        std::string html;
        int place = 0;
        if (const auto order = right_order(*step.exercise, step.question, numbers_))
            for (const int item : *order) {
                const Exercise::Item& one = step.exercise->items[static_cast<std::size_t>(item)];
                const auto value = numbers_.text(step.question, one.value);
                html += prose(one.say, step, fmt::format("{}. {}: ", ++place, value ? said(*value) : std::string()));
            }
        return html;
    }

    /// "B: " of a curve that was to be found.
    static std::string letter_of(const Step& step)
    {
        if (!step.exercise || step.exercise->form != Exercise::Form::Which)
            return {};
        return letter(asked_letter(*step.exercise, step)) + ": ";
    }

    static std::string heading(const Message& words)
    {
        return fmt::format("<p style=\"margin-top:8px\"><b>{}</b></p>", escaped(said(words)));
    }

    std::string prose(const Prose& prose, const Step& step, const std::string& before = {})
    {
        const std::string words
            = before + units::typeset(plain_text(prose, step.question, claims_, numbers_, catalog_));
        std::string html = "<p>";
        for (std::size_t i = 0; i < words.size(); ++i)
            if (words.compare(i, 2, "\n\n") == 0) {
                html += "</p><p>";
                ++i;
            } else {
                html += escaped(std::string(1, words[i]));
            }
        return html + "</p>";
    }

    std::string claim(const PaperClaim& claim)
    {
        const auto verdict = judge(catalog_, claim, numbers_);
        if (!verdict)
            return fmt::format("<p>{}</p>", escaped(translated(claim.said)));
        return fmt::format("<p>{}<br/>{}</p>", escaped(translated(claim.said)),
                           escaped(units::typeset(said(told(claim, *verdict)))));
    }

    const catalog::Catalog& catalog_;
    const Tour& tour_;
    const PaperClaims& claims_;
    Numbers numbers_;
};

} // namespace

std::string sheet(const std::shared_ptr<answers::Answers>& answers, const Tour& tour, const PaperClaims& claims,
                  std::size_t step, const std::vector<std::string>& pictures)
{
    return SheetWriter(answers, tour, claims).sheet(step, pictures);
}

Expected<std::string> handout(const Press& press, const std::shared_ptr<answers::Answers>& answers, const Tour& tour,
                              const PaperClaims& claims, int step, bool key)
{
    constexpr std::size_t steps_on_a_sheet = 2, pictures_on_a_sheet = 3;
    SheetWriter writer(answers, tour, claims);
    std::vector<std::string> sheets;
    std::vector<figures::SheetPicture> pictures;
    std::vector<std::size_t> told;
    std::vector<std::vector<std::string>> told_pictures;
    std::size_t steps_on_last = steps_on_a_sheet, pictures_on_last = 0;
    for (std::size_t i = 0; i < tour.steps.size(); ++i) {
        if (step >= 0 && i != static_cast<std::size_t>(step))
            continue;
        const auto draw = [&](Shown shown) -> Expected<std::vector<std::string>> {
            auto drawn = pictures_of(press, *answers, claims, tour.steps[i], i, shown, step >= 0);
            if (!drawn)
                return tl::unexpected(drawn.error());
            std::vector<std::string> images;
            for (figures::SheetPicture& picture : *drawn) {
                images.push_back(fmt::format("<img src=\"{}\"/>", picture.name));
                pictures.push_back(std::move(picture));
            }
            return images;
        };
        const auto own = draw(Shown::Asked);
        if (!own)
            return tl::unexpected(own.error());
        if (key) {
            told.push_back(i);
            told_pictures.emplace_back();
            if (own->empty() && !drawn_views(tour.steps[i]).empty()) { // it would have told
                const auto answer = draw(Shown::Told);
                if (!answer)
                    return tl::unexpected(answer.error());
                told_pictures.back() = *answer;
            }
            continue;
        }
        if (steps_on_last == steps_on_a_sheet || pictures_on_last + own->size() > pictures_on_a_sheet) {
            sheets.emplace_back();
            steps_on_last = pictures_on_last = 0;
        }
        ++steps_on_last;
        pictures_on_last += own->size();
        sheets.back() += writer.sheet(i, *own);
    }
    if (key)
        sheets = writer.answers(told, told_pictures);
    return press.sheets(sheets, pictures, tour.title);
}

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
