// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teaching/tours/lecture.h"

#include <fmt/format.h>

#include "core/paper/encodings.h"
#include "core/question/scenario/scenario_file.h"
#include "core/teaching/tours/guess.h"
#include "core/teaching/tours/lecture.inc"
#include "core/teaching/tours/lecture_step.h"
#include "core/text/messages/speech.h"

namespace plateau::tours {

namespace {

struct PageWord {
    const char* key;
    const char* text;
};

/// What the page says beside the tour's own texts.
constexpr PageWord page_words[] = {
    {"next", PLATEAU_TEXT("Next")},
    {"back", PLATEAU_TEXT("Back")},
    {"reveal", PLATEAU_TEXT("Reveal")},
    {"again", PLATEAU_TEXT("Ask again")},
    {"notes", PLATEAU_TEXT("Notes")},
    {"sources", PLATEAU_TEXT("Sources")},
    {"source", PLATEAU_TEXT("Source")},
    {"keys", PLATEAU_TEXT("Keys")},
    {"keys_text",
     PLATEAU_TEXT("Right and left: next and previous step. Space: plays the first control, before an answer "
                  "reveals it. N: notes. S: sources. D: light or dark. P: print. Escape: closes.")},
    {"minutes", PLATEAU_TEXT("%1 minutes")},
    {"look", PLATEAU_TEXT("Look at")},
    {"try", PLATEAU_TEXT("Try it")},
    {"reset", PLATEAU_TEXT("As the step begins")},
    {"answer", PLATEAU_TEXT("The answer")},
    {"claims", PLATEAU_TEXT("What is published, and what the model says")},
    {"goals", PLATEAU_TEXT("After it one can")},
    {"assumes", PLATEAU_TEXT("It assumes")},
    {"upcoming", PLATEAU_TEXT("Next")},
    {"play", PLATEAU_TEXT("Play")},
    {"pause", PLATEAU_TEXT("Pause")},
    {"covered", PLATEAU_TEXT("The picture comes with the answer.")},
    {"own_guess", PLATEAU_TEXT("Your guess")},
    {"guess_field", PLATEAU_TEXT("Draw into the plot, or type")},
    {"guess_wrong", PLATEAU_TEXT("“%1” is no guess; one is 8,000 or 8k, or of what is seen 0.7 or −30 %")},
    {"guessed", PLATEAU_TEXT("You guessed %1: %2.")},
    {"it_is", PLATEAU_TEXT("It is %1.")},
    {"right", PLATEAU_TEXT("%1: right.")},
    {"not_it", PLATEAU_TEXT("Not %1: it is %2.")},
    {"all_right", PLATEAU_TEXT("All in the right order.")},
    {"pairs", PLATEAU_TEXT("%1 of %2 pairs stand right.")},
    {"reached", PLATEAU_TEXT("Reached: %1. Moves: %2.")},
    {"not_yet", PLATEAU_TEXT("Now %1. Moves: %2.")},
    {"fewest", PLATEAU_TEXT("Fewest moves: %1.")},
    {"solution", PLATEAU_TEXT("Show one way there")},
    {"impossible", PLATEAU_TEXT("These values do not go together, or the model does not fit.")},
    {"between", PLATEAU_TEXT("interpolated")},
    {"nearest", PLATEAU_TEXT("of the nearest computed value")},
    {"no_script", PLATEAU_TEXT("This page needs JavaScript, which the browser has switched off.")},
};

LectureJson of_words()
{
    LectureJson words;
    for (const PageWord& word : page_words)
        words[word.key] = said(Message{word.text, {}});
    words["computed"] = said(Message{
        PLATEAU_TEXT(
            "Every number was computed ahead by Plateau %1 at the marked places of each control. Between two of "
            "them a number is interpolated where the model is smooth, and is then within %2 of the model's; else, "
            "and in all plots, the nearest computed place is shown."),
        {Verbatim{core_version()}, Quantity{interpolated_within, units::Unit::Fraction}}});
    return words;
}

/// How guesses are scored, and a few of them with their scores, to hold the page's script against.
LectureJson of_scores()
{
    LectureJson words = LectureJson::array();
    for (int how = 0; how <= static_cast<int>(Nearness::TooMuch); ++how)
        words.push_back(said(Message{nearness_text(static_cast<Nearness>(how)), {}}));
    LectureJson checks = LectureJson::array();
    for (const double truth : {70.0, 98.0, 130.0})
        for (const double guess : {40.0, 70.0, 80.0, 99.0, 126.0, 250.0}) {
            const Score scored = score(guess, truth, 100);
            checks.push_back({guess, truth, 100, static_cast<int>(scored.how)});
        }
    return {{"near", near_share}, {"fair", fair_share}, {"none", no_change}, {"words", words}, {"checks", checks}};
}

/// The script of the page: its files, one after the other.
std::string script()
{
    std::string text;
    for (const char* part : lecture_scripts)
        text += part;
    return text;
}

/// Nothing in a script may end it.
std::string within_script(std::string json)
{
    for (std::size_t at = 0; (at = json.find("</", at)) != std::string::npos; at += 3)
        json.replace(at, 2, "<\\/");
    return json;
}

} // namespace

const char* const lecture_mark = "<!DOCTYPE html>\n<!-- A tour of Plateau -->\n";

std::string lecture_page(const std::shared_ptr<answers::Answers>& answers, const Tour& tour, const PaperClaims& claims,
                         const std::string& language)
{
    LecturePools pools;
    LectureJson lecture{{"id", tour.id}, {"title", tour.title}, {"summary", tour.summary}, {"language", language}};
    Numbers numbers(answers);
    lecture["goals"] = tour.goals.empty()
        ? std::string()
        : plain_text(tour.goals, tour.steps.front().question, claims, numbers, answers->data()->catalog());
    lecture["assumes"] = tour.assumes;
    lecture["words"] = of_words();
    lecture["scores"] = of_scores();
    lecture["steps"] = LectureJson::array();
    for (const Step& step : tour.steps)
        lecture["steps"].push_back(lecture_step(answers, step, claims, pools));
    lecture["pictures"] = pools.pictures.all();
    lecture["curves"] = pools.curves.all();
    const std::string title = figures::xml_escaped(tour.title);
    return lecture_mark
        + fmt::format("<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n"
                      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                      "<meta name=\"generator\" content=\"Plateau {}\">\n<title>{}</title>\n<style>\n",
                      language, core_version(), title)
        + lecture_style + "</style>\n</head>\n<body>\n<noscript>" + title + ": "
        + figures::xml_escaped(lecture["words"]["no_script"].get<std::string>())
        + "</noscript>\n<div id=\"page\"></div>\n<script type=\"application/json\" id=\"lecture\">\n"
        + within_script(lecture.dump()) + "\n</script>\n<script>\n" + script() + "</script>\n</body>\n</html>\n";
}

} // namespace plateau::tours
