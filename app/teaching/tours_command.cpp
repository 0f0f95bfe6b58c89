// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/desktop.h"
#include "app/json.h"
#include "app/question.h"
#include "app/teaching/papers.h"
#include "app/terminal.h"
#include "core/teaching/tours/papers.h"
#include "core/teaching/tours/tour.h"
#include "core/text/messages/foreign.h"
#include "core/text/messages/speech.h"
#include "core/views/words.h"

namespace plateau::app {

namespace {

constexpr Flag handout_flag{"--handout", "FILE", "write a .pdf file with the steps, two to a sheet"};
constexpr Flag step_flag{"--step", "N", "of --handout only this step"};
constexpr Flag tours_language_flag{"--language", "CODE",
                                   "say texts, handouts and exercises in this language, such as de"};
constexpr Flag tours_flags[] = {handout_flag, step_flag,           exercises_flag, seed_flag,  key_flag,
                                sheet_flag,   tours_language_flag, json_flag,      force_flag, quiet_flag};

/// The text in lines of at most `most` bytes, broken at spaces; a longer word has a line of its own.
std::string wrapped(const std::string& text, const std::string& indent, std::size_t most = 96)
{
    std::string lines;
    std::string line = indent;
    const auto flush = [&] {
        lines += line + "\n";
        line = indent;
    };
    std::string word;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        if (i < text.size() && text[i] != ' ' && text[i] != '\n') {
            word += text[i];
            continue;
        }
        if (line.size() > indent.size() && line.size() + 1 + word.size() > most)
            flush();
        line += (line.size() > indent.size() ? " " : "") + word;
        word.clear();
        if (i < text.size() && text[i] == '\n' && line.size() > indent.size())
            flush();
    }
    if (line.size() > indent.size())
        flush();
    return lines;
}

/// Reads and writes one tour.
class TourWriter {
public:
    TourWriter(std::shared_ptr<answers::Answers> answers, const tours::PaperClaims& claims)
        : catalog_(answers->data()->catalog()), claims_(claims), numbers_(std::move(answers))
    {
    }

    Json json(const tours::Tour& tour)
    {
        Json json{{"name", tour.id}, {"title", tour.title}, {"summary", tour.summary}, {"file", tour.file}};
        json["steps"] = list_of(tour.steps, [&](const tours::Step& step) { return of_step(step); });
        return json;
    }

    std::string text(const tours::Tour& tour)
    {
        const Json whole = json(tour);
        std::string text = tour.title + "\n" + wrapped(tour.summary, "");
        int number = 0;
        for (const Json& step : whole["steps"]) {
            text += fmt::format("\n{}. {}  [{}, {}]\n", ++number, step["title"].get<std::string>(),
                                step["id"].get<std::string>(), step["page"].get<std::string>());
            text += wrapped(step["text"], "   ");
            if (!step["predict"].is_null())
                text += wrapped("? " + step["predict"]["ask"].get<std::string>(), "   ")
                    + wrapped("! " + step["predict"]["why"].get<std::string>(), "   ");
            if (!step["question"].is_null()) {
                text += wrapped("? " + step["question"]["ask"].get<std::string>(), "   ");
                for (const Json& item : step["question"]["items"])
                    text += wrapped("- " + item["say"].get<std::string>() + ": " + item["value"].get<std::string>(),
                                    "     ");
                text += wrapped("! " + step["question"]["why"].get<std::string>(), "   ");
            }
            text += wrapped(head("Look at") + step["look"].get<std::string>(), "   ");
            for (const Json& claim : step["claims"])
                text += wrapped(fmt::format("{}: {}; {}", claim["id"].get<std::string>(),
                                            translated(claim["said"].get<std::string>()),
                                            claim["told"].get<std::string>()),
                                "   ");
            for (const Json& attempt : step["try"])
                text += wrapped(head("Try it") + attempt.get<std::string>(), "   ");
            text += wrapped(fmt::format("{}{} ({})", head("Source"), step["source"].get<std::string>(),
                                        translated(step["known_by"].get<std::string>())),
                            "   ");
            for (const Json& page : step["help"])
                text += wrapped("More: plateau help " + page.get<std::string>(), "   ");
        }
        return text;
    }

private:
    /// The head of a line, in the language that was asked for.
    static std::string head(const char* english) { return translated(english) + ": "; }

    std::string words(const tours::Prose& prose, const Question& question)
    {
        return tours::plain_text(prose, question, claims_, numbers_, catalog_);
    }

    Json of_step(const tours::Step& step)
    {
        Json json{{"id", step.id}, {"title", step.title}, {"page", step.page}, {"minutes", step.minutes}};
        json["notes"] = words(step.notes, step.question);
        const auto* training = std::get_if<Scenario>(&step.question);
        const std::string& title = choices(step.question).title;
        json["scenario"] = title.empty() && training ? english(narrate::question_words(*training, 0)) : title;
        json["text"] = words(step.text, step.question);
        json["look"] = words(step.look, step.question);
        json["notes"] = words(step.notes, step.question);
        json["minutes"] = step.minutes > 0 ? number(step.minutes) : Json(nullptr);
        json["predict"] = nullptr;
        if (step.prediction)
            json["predict"] = {{"panel", step.prediction->panel},
                               {"from", number(step.prediction->from)},
                               {"at", number(step.prediction->at)},
                               {"ask", words(step.prediction->ask, step.question)},
                               {"why", words(step.prediction->why, step.question)}};
        json["question"] = step.exercise ? of_exercise(*step.exercise, step) : Json(nullptr);
        json["claims"] = list_of(step.claims, [&](const std::string& id) { return of_claim(*claims_.find(id)); });
        json["try"] = list_of(step.attempts, [&](const auto& attempt) { return words(attempt.words, step.question); });
        json["source"] = step.source;
        json["help"] = step.help;
        json["known_by"] = app::known_words(step.known_by);
        return json;
    }

    Json of_exercise(const tours::Exercise& exercise, const tours::Step& step)
    {
        Json json{{"form", name(exercise.form)},
                  {"ask", words(exercise.ask, step.question)},
                  {"why", words(exercise.why, step.question)},
                  {"items", Json::array()}};
        for (const tours::Exercise::Item& item : exercise.items) {
            const auto value = numbers_.text(step.question, item.value);
            json["items"].push_back(
                {{"say", words(item.say, step.question)}, {"value", value ? english(*value) : std::string()}});
        }
        return json;
    }

    Json of_claim(const tours::PaperClaim& claim)
    {
        Json json{{"id", claim.id}, {"said", claim.said}, {"known_by", app::known_words(claim.known_by)}};
        const auto verdict = tours::judge(catalog_, claim, numbers_);
        json["reported"] = verdict ? english(verdict->reported_text) : std::string();
        json["predicted"] = english(verdict ? verdict->predicted_text : verdict.error().what);
        json["value"] = verdict ? number(verdict->predicted) : Json(nullptr);
        json["within"] = number(claim.within);
        json["holds"] = verdict && verdict->holds;
        json["basis"] = name(claim.basis);
        json["reproduces"] = claim.reproduces;
        json["is_test"] = claim.is_test();
        json["told"] = verdict ? said(tours::told(claim, *verdict)) : english(verdict.error().what);
        json["source"] = claim.source;
        return json;
    }

    const catalog::Catalog& catalog_;
    const tours::PaperClaims& claims_;
    tours::Numbers numbers_;
};

int list(const catalog::Catalog& catalog, bool as_json)
{
    std::vector<Error> problems;
    Json entries = Json::array();
    std::string lines;
    for (const tours::TourEntry& entry : tours::tour_entries(catalog, problems)) {
        entries.push_back({{"name", entry.id},
                           {"title", entry.title},
                           {"summary", entry.summary},
                           {"file", entry.file.string()},
                           {"steps", entry.steps}});
        lines += fmt::format("  {:<24} {}, {} steps: {}\n", foreign_line(entry.id), foreign_line(entry.title),
                             entry.steps, foreign_line(entry.summary));
    }
    for (const Error& problem : problems)
        complain(problem);
    if (as_json)
        print({{"tours", entries}});
    else
        say(lines);
    return exit_answered;
}

/// The step that is asked for, from 0; -1: all steps.
Expected<int> wanted_step(const Arguments& arguments, const tours::Tour& tour)
{
    if (!arguments.has(step_flag.name))
        return -1;
    const std::string text = arguments.last(step_flag.name);
    const auto number = units::parse(text, units::Unit::Count);
    const auto count = static_cast<double>(tour.steps.size());
    if (number && *number >= 1 && *number <= count && *number == std::floor(*number))
        return static_cast<int>(*number) - 1;
    return failure({PLATEAU_TEXT("“%1” is out of range"), {Verbatim{text}}}, step_flag.name,
                   {PLATEAU_TEXT("a number from %1 to %2"),
                    {Quantity{1, units::Unit::Count}, Quantity{count, units::Unit::Count}}});
}

Expected<int> write_handout(const Arguments& arguments, const std::shared_ptr<answers::Answers>& answers,
                            const tours::Tour& tour, const tours::PaperClaims& claims)
{
    const std::string file = arguments.last(handout_flag.name);
    if (std::filesystem::path(file).extension() != ".pdf")
        return failure({PLATEAU_TEXT("“%1” is not a handout's file"), {Verbatim{file}}}, handout_flag.name,
                       {handout_flag.help, {}});
    const auto step = wanted_step(arguments, tour);
    if (!step)
        return tl::unexpected(step.error());
    const auto earlier
        = [](const std::string& text) { return text.starts_with("%PDF") && text.find("Plateau") != std::string::npos; };
    auto output = files::Output::open(file, replacing(arguments, earlier));
    if (!output)
        return not_opened(output.error());
    return written(*output, tours::handout(press(), answers, tour, claims, *step, arguments.has(key_flag.name)));
}

Expected<int> run_tours(const Arguments& arguments)
{
    const bool exercises = arguments.has(exercises_flag.name);
    for (const Flag* flag : {&seed_flag, &key_flag, &sheet_flag})
        if (arguments.has(flag->name) && !exercises && (flag != &key_flag || !arguments.has(handout_flag.name)))
            return failure({PLATEAU_TEXT("is of exercises"), {}}, flag->name, {exercises_flag.help, {}});
    if (exercises && arguments.operands.empty())
        return failure({PLATEAU_TEXT("says of which tour"), {}}, exercises_flag.name, {PLATEAU_TEXT("tours NAME"), {}});
    if (arguments.has(handout_flag.name) || exercises)
        if (const auto desktop = need_desktop(); !desktop)
            return tl::unexpected(desktop.error());
    if (arguments.operands.empty() && arguments.has(handout_flag.name))
        return failure({PLATEAU_TEXT("says of which tour"), {}}, handout_flag.name, {PLATEAU_TEXT("tours NAME"), {}});
    if (arguments.has(step_flag.name) && !arguments.has(handout_flag.name))
        return failure({PLATEAU_TEXT("is of a handout"), {}}, step_flag.name, {handout_flag.help, {}});
    if (arguments.has(tours_language_flag.name)) {
        const std::string language = arguments.last(tours_language_flag.name);
        if (const auto desktop = need_desktop(language); !desktop)
            return tl::unexpected(desktop.error());
        speak_in(language);
    }
    const auto answers = the_answers(arguments);
    const catalog::Catalog& catalog = answers->data()->catalog();
    const bool as_json = arguments.has(json_flag.name);
    if (arguments.operands.empty())
        return list(catalog, as_json);
    const auto file = tours::find_tour(catalog, arguments.operands.front());
    if (!file)
        return tl::unexpected(file.error());
    const tours::PaperClaims claims = tours::read_paper_claims(catalog, answers->data()->claims());
    std::vector<Error> problems = claims.problems;
    const tours::Tour tour = tours::read_tour(catalog, claims, *file, problems);
    for (const Error& problem : problems)
        complain(problem);
    if (problems.size() > claims.problems.size())
        return exit_usage;
    if (exercises)
        return write_exercises(arguments, answers, tour, claims);
    if (arguments.has(handout_flag.name))
        return write_handout(arguments, answers, tour, claims);
    TourWriter writer(answers, claims);
    if (as_json)
        print(writer.json(tour));
    else
        say(writer.text(tour));
    return exit_answered;
}

} // namespace

extern const Command tours_command("tours", "[NAME]",
                                   "guided tours; with NAME the steps of one, with the numbers as they are now",
                                   tours_flags, 1, run_tours, "tour, lesson, teach, class");

} // namespace plateau::app
