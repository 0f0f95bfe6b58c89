// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/handout.h"

#include <fmt/format.h>

#include "app/desktop.h"
#include "app/json.h"
#include "app/question.h"
#include "core/help/pages.h"
#include "core/text/messages/speech.h"
#include "core/text/units/typeset.h"
#include "core/tours/claim_marks.h"
#include "core/tours/picture.h"
#include "core/tours/tour_figures.h"
#include "core/views/figures/figure_page.h"
#include "core/views/view.h"

namespace plateau::app {

namespace {

template<class Kind>
std::vector<Kind> questions(const tours::Step& step, bool with_others)
{
    std::vector<Kind> all{std::get<Kind>(step.question)};
    for (const tours::Beside& beside : step.beside)
        if (with_others) {
            all.push_back(std::get<Kind>(beside.question));
            all.back().title = beside.name;
        }
    return all;
}

/// Nothing: the question has no answer that could be drawn.
std::optional<figures::Figure> figure_of(answers::Answers& answers, const tours::Step& step,
                                         const tours::PaperClaims& claims)
{
    if (!step.picture.empty()) {
        auto own = tours::picture(answers.data()->catalog(), step.picture, step.question);
        return own ? std::optional(std::move(*own)) : std::nullopt;
    }
    const views::View* entry = views::find(tours::figure_name(step));
    if (!entry)
        return std::nullopt;
    const auto draw = [&](const views::View& view) {
        if (view.make_limits)
            return views::draw(view, {answers, questions<LimitsScenario>(step, view.overlays)});
        return views::draw(view, {answers, questions<Scenario>(step, view.overlays)});
    };
    views::Drawing drawing = draw(*entry);
    if (!drawing.no_answer.empty() && !entry->make_limits) // what does not fit, by term
        drawing = views::draw(*views::find("step"), {answers, questions<Scenario>(step, false)});
    if (!drawing.no_answer.empty())
        return std::nullopt;
    std::vector<const tours::PaperClaim*> told;
    for (const std::string& id : step.claims)
        told.push_back(claims.find(id));
    if (drawing.figure.id == "scaling" || drawing.figure.id == "limits")
        tours::add_claim_marks(drawing.figure, told);
    return std::move(drawing.figure);
}

/// The bytes of a PNG; empty: there is none.
Expected<std::string> picture_of(answers::Answers& answers, const tours::Step& step, const tours::PaperClaims& claims)
{
    if (tours::is_schematic(step.picture)) {
        const auto schematic = tours::schematic(answers, step.picture, step.question);
        return schematic ? picture(*schematic) : Expected<std::string>();
    }
    auto figure = figure_of(answers, step, claims);
    if (!figure)
        return {};
    figures::ExportOptions options;
    options.size = {165e-3, 92e-3};
    options.base_points = 7.5;
    options.letters = false;
    return picture(figures::page_of(std::move(*figure)), options);
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
    SheetWriter(std::shared_ptr<answers::Answers> answers, const tours::Tour& tour, const tours::PaperClaims& claims)
        : catalog_(answers->data()->catalog()), tour_(tour), claims_(claims), numbers_(std::move(answers))
    {
    }

    std::string sheet(std::size_t index, bool with_picture)
    {
        const tours::Step& step = tour_.steps[index];
        std::string html = fmt::format("<p style=\"color:#555d66\">{}, {} / {}</p><h2>{}</h2>", escaped(tour_.title),
                                       index + 1, tour_.steps.size(), escaped(step.title));
        if (with_picture)
            html += fmt::format("<p><img src=\"{}\"/></p>", picture_name(index));
        html += prose(step.text, step);
        if (step.prediction)
            html += prose(step.prediction->ask, step) + prose(step.prediction->why, step);
        html += heading({PLATEAU_TEXT("Look at"), {}}) + prose(step.look, step);
        if (!step.claims.empty()) {
            html += heading({PLATEAU_TEXT("What is published, and what the model says"), {}});
            for (const std::string& id : step.claims)
                html += claim(*claims_.find(id));
        }
        html += fmt::format("<p style=\"color:#555d66\">{} ({})</p>", escaped(step.source), known_words(step.known_by));
        for (const std::string& name : step.help)
            if (const help::Page* page = help::find_page(name))
                html += fmt::format(
                    "<p style=\"color:#555d66\">{}</p>",
                    escaped(said(Message{PLATEAU_TEXT("More in Help: %1"), {within({page->title, {}})}})));
        return html;
    }

    static std::string picture_name(std::size_t index) { return fmt::format("step-{}.png", index + 1); }

private:
    static std::string heading(const Message& words)
    {
        return fmt::format("<p style=\"margin-top:8px\"><b>{}</b></p>", escaped(said(words)));
    }

    std::string prose(const tours::Prose& prose, const tours::Step& step)
    {
        const std::string words = units::typeset(tours::plain_text(prose, step.question, claims_, numbers_, catalog_));
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

    std::string claim(const tours::PaperClaim& claim)
    {
        const auto verdict = tours::judge(catalog_, claim, numbers_);
        if (!verdict)
            return fmt::format("<p>{}</p>", escaped(claim.said));
        const Message told{verdict->holds ? PLATEAU_TEXT("reported %1 (%2), Plateau %3: holds")
                                          : PLATEAU_TEXT("reported %1 (%2), Plateau %3: missed"),
                           {units::typeset(verdict->reported_text), known_words(claim.known_by),
                            units::typeset(verdict->predicted_text)}};
        return fmt::format("<p>{}<br/>{}</p>", escaped(claim.said), escaped(said(told)));
    }

    const catalog::Catalog& catalog_;
    const tours::Tour& tour_;
    const tours::PaperClaims& claims_;
    tours::Numbers numbers_;
};

} // namespace

Expected<std::string> handout(const std::shared_ptr<answers::Answers>& answers, const tours::Tour& tour,
                              const tours::PaperClaims& claims, int step)
{
    SheetWriter writer(answers, tour, claims);
    std::vector<std::string> sheets, names, bytes;
    for (std::size_t i = 0; i < tour.steps.size(); ++i) {
        if (step >= 0 && i != static_cast<std::size_t>(step))
            continue;
        auto png = picture_of(*answers, tour.steps[i], claims);
        if (!png)
            return tl::unexpected(png.error());
        const bool with_picture = !png->empty();
        if (with_picture) {
            names.push_back(SheetWriter::picture_name(i));
            bytes.push_back(std::move(*png));
        }
        sheets.push_back(writer.sheet(i, with_picture));
    }
    return printed_sheets(sheets, names, bytes, tour.title);
}

Expected<std::string> handout_of_presets(const std::string& name, int step)
{
    const auto answers = answers_from(catalog::read(catalog::preset_folders()));
    const catalog::Catalog& catalog = answers->data()->catalog();
    const auto file = tours::find_tour(catalog, name);
    if (!file)
        return tl::unexpected(file.error());
    const tours::PaperClaims claims = tours::read_paper_claims(catalog, answers->data()->claims());
    std::vector<Error> problems;
    const tours::Tour tour = tours::read_tour(catalog, claims, *file, problems);
    if (!problems.empty())
        return tl::unexpected(problems.front());
    return handout(answers, tour, claims, step);
}

} // namespace plateau::app
