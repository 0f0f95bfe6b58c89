// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teaching/tours/handout.h"

#include <fmt/format.h>

#include "core/paper/figure_page.h"
#include "core/teaching/tours/picture.h"
#include "core/teaching/tours/shown_figures.h"
#include "core/text/contents/contents.h"
#include "core/text/messages/speech.h"
#include "core/text/units/quantity.h"

namespace plateau::tours {

namespace {

/// The pictures of a step, named after it: a schematic as an image, figures as pages drawn with lines and letters.
Expected<std::vector<figures::SheetPicture>> pictures_of(const Press& press, answers::Answers& answers,
                                                         const PaperClaims& claims, const Step& step,
                                                         std::size_t number, Shown shown)
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
        options.size = {165e-3, all.size() > 1 || !asked ? 62e-3 : 92e-3};
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

    /// The sheet of a step. The answers to what it asks stand on a sheet of their own.
    std::string sheet(std::size_t index, const std::vector<std::string>& pictures)
    {
        const Step& step = tour_.steps[index];
        std::string html = fmt::format("<p style=\"color:#555d66\">{}, {} / {}</p><h2>{}</h2>", escaped(tour_.title),
                                       index + 1, tour_.steps.size(), escaped(step.title));
        for (const std::string& name : pictures)
            html += fmt::format("<p><img src=\"{}\"/></p>", name);
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
            for (const std::string& name : pictures[i])
                html += fmt::format("<p><img src=\"{}\"/></p>", name);
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

Expected<std::string> handout(const Press& press, const std::shared_ptr<answers::Answers>& answers, const Tour& tour,
                              const PaperClaims& claims, int step)
{
    SheetWriter writer(answers, tour, claims);
    std::vector<std::string> sheets;
    std::vector<figures::SheetPicture> pictures;
    std::vector<std::size_t> told;
    std::vector<std::vector<std::string>> told_pictures;
    for (std::size_t i = 0; i < tour.steps.size(); ++i) {
        if (step >= 0 && i != static_cast<std::size_t>(step))
            continue;
        const auto draw = [&](Shown shown) -> Expected<std::vector<std::string>> {
            auto drawn = pictures_of(press, *answers, claims, tour.steps[i], i, shown);
            if (!drawn)
                return tl::unexpected(drawn.error());
            std::vector<std::string> names;
            for (figures::SheetPicture& picture : *drawn) {
                names.push_back(picture.name);
                pictures.push_back(std::move(picture));
            }
            return names;
        };
        const auto own = draw(Shown::Asked);
        if (!own)
            return tl::unexpected(own.error());
        sheets.push_back(writer.sheet(i, *own));
        told.push_back(i);
        told_pictures.emplace_back();
        if (step < 0 && own->empty() && !drawn_views(tour.steps[i]).empty()) { // it would have told
            const auto answer = draw(Shown::Told);
            if (!answer)
                return tl::unexpected(answer.error());
            told_pictures.back() = *answer;
        }
    }
    if (step < 0)
        for (std::string& key : writer.answers(told, told_pictures))
            sheets.push_back(std::move(key));
    return press.sheets(sheets, pictures, tour.title);
}

} // namespace plateau::tours
