// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <zlib.h>

#include "core/paper/embedded.h"
#include "core/question/scenario/scenario_file.h"
#include "core/teaching/tours/guess.h"
#include "core/teaching/tours/lecture.inc"
#include "core/teaching/tours/lecture_parts.h"
#include "core/teaching/tours/papers.h"
#include "core/text/messages/speech.h"
#include "core/text/units/quantity.h"

namespace plateau::tours {

namespace {

constexpr std::size_t most_values = 12; ///< of one control
constexpr std::size_t most_points = 150; ///< of one step
constexpr double around = 4, around_gpus = 16, around_compute = 1e3; ///< times where the step stands, and a part of it

/// What the texts of a step set a key to.
void named_values(const Prose& prose, const std::string& key, std::vector<std::string>& values)
{
    for (const Piece& piece : prose)
        for (const Changes* changes : {&piece.ask.at, &piece.ask.against})
            for (const auto& [name, value] : *changes)
                if (name == key)
                    values.push_back(value);
}

std::vector<std::string> named_values(const Step& step, const std::string& key)
{
    std::vector<std::string> values;
    for (const Prose* prose : {&step.text, &step.look, &step.notes})
        named_values(*prose, key, values);
    if (step.prediction)
        for (const Prose* prose : {&step.prediction->ask, &step.prediction->why})
            named_values(*prose, key, values);
    if (step.exercise) {
        for (const Prose* prose : {&step.exercise->ask, &step.exercise->why})
            named_values(*prose, key, values);
        for (const auto& [name, value] : step.exercise->solution)
            if (name == key)
                values.push_back(value);
    }
    for (const Attempt& attempt : step.attempts)
        for (const auto& [name, value] : attempt.changes)
            if (name == key)
                values.push_back(value);
    return values;
}

Value value_in(const Question& question, const std::string& key)
{
    if (const auto* training = std::get_if<Scenario>(&question))
        return training_parameters().find(key)->get(*training);
    return limits_parameters().find(key)->get(std::get<LimitsScenario>(question));
}

/// Ascending: those that the step names, and stops around them as far as some times and a part of where it stands.
std::vector<Value> numbers_of(const ParameterDescription& row, const Step& step, double own)
{
    std::vector<double> named{own};
    for (const std::string& text : named_values(step, row.key))
        if (const auto value = parse_value(row, text))
            if (const auto* number = std::get_if<double>(&*value); number && std::isfinite(*number))
                named.push_back(*number);
    const auto [lowest, highest] = std::minmax_element(named.begin(), named.end());
    const double far = row.unit == units::Unit::Flop ? around_compute
        : row.unit == units::Unit::Gpus              ? around_gpus
                                                     : around;
    const double from = std::min(*lowest, own / far), to = std::max(*highest, own * far);
    std::vector<double> all;
    for (const double stop : stops(row))
        if (stop >= from && stop <= to)
            all.push_back(stop);
    const std::size_t every = (all.size() + most_values - 1) / most_values;
    std::vector<double> kept = named;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (every < 2 || i % every == 0 || i + 1 == all.size())
            kept.push_back(all[i]);
    std::sort(kept.begin(), kept.end());
    kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
    return {kept.begin(), kept.end()};
}

GridControl control_of(const catalog::Catalog& catalog, const Step& step, const std::string& key)
{
    GridControl control{.key = key, .row = *find_parameter(step.question, key)};
    const Value own = value_in(step.question, key);
    const double* number = std::get_if<double>(&own);
    control.numeric = number && std::isfinite(*number) && control.row.kind != ParameterKind::Switch;
    if (control.row.kind == ParameterKind::Switch)
        control.values = {Value(0.0), Value(1.0)};
    else if (control.numeric)
        control.values = numbers_of(control.row, step, *number);
    else
        for (const Option& option : control.row.options)
            if (with(catalog, step.question, {{key, option.value}}))
                control.values.emplace_back(option.value);
    const auto found = std::find(control.values.begin(), control.values.end(), own);
    if (found == control.values.end()) {
        control.values.insert(control.values.begin(), own);
        return control;
    }
    control.at = static_cast<std::size_t>(found - control.values.begin());
    return control;
}

} // namespace

Grid::Grid(const catalog::Catalog& catalog, const Step& step) : catalog_(catalog), step_(step)
{
    const std::vector<std::string>& locked = step.lesson.locked;
    for (const std::string& key : step.lesson.controls)
        if (std::find(locked.begin(), locked.end(), key) == locked.end())
            controls_.push_back(control_of(catalog, step, key));
    while (size() > most_points) { // the longest one loses the end that is farther from where the step stands
        auto& longest = *std::max_element(controls_.begin(), controls_.end(), [](const auto& a, const auto& b) {
            return a.values.size() < b.values.size();
        });
        const std::size_t last = longest.values.size() - 1;
        if (longest.at > last - longest.at) {
            longest.values.erase(longest.values.begin());
            --longest.at;
        } else {
            longest.values.pop_back();
        }
    }
}

std::size_t Grid::size() const
{
    std::size_t size = 1;
    for (const GridControl& control : controls_)
        size *= control.values.size();
    return size;
}

std::size_t Grid::own_point() const
{
    std::size_t point = 0;
    for (const GridControl& control : controls_)
        point = point * control.values.size() + control.at;
    return point;
}

std::size_t Grid::index(std::size_t point, std::size_t control) const
{
    for (std::size_t i = controls_.size() - 1; i > control; --i)
        point /= controls_[i].values.size();
    return point % controls_[control].values.size();
}

Expected<Question> Grid::question(std::size_t point) const
{
    Changes all;
    for (std::size_t i = 0; i < controls_.size(); ++i) {
        const GridControl& control = controls_[i];
        const std::size_t at = index(point, i);
        if (at != control.at) // what stands there already is no change
            all.emplace_back(control.key, exact_value(control.row, control.values[at]));
    }
    return with(catalog_, step_.question, all);
}

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
    {"guess_wrong", PLATEAU_TEXT("That is no guess; one is 8,000 or 8k, or of what is seen 0.7 or −30 %")},
    {"guessed", PLATEAU_TEXT("You guessed %1: %2.")},
    {"reached", PLATEAU_TEXT("Reached: %1. Moves: %2.")},
    {"not_yet", PLATEAU_TEXT("Now %1. Moves: %2.")},
    {"fewest", PLATEAU_TEXT("Fewest moves: %1.")},
    {"solution", PLATEAU_TEXT("Show one way there")},
    {"impossible", PLATEAU_TEXT("These values do not go together, or the model does not fit.")},
};

LectureJson of_words()
{
    LectureJson words;
    for (const PageWord& word : page_words)
        words[word.key] = said(Message{word.text, {}});
    words["computed"]
        = said(Message{PLATEAU_TEXT("Every number was computed and every picture drawn ahead by Plateau %1, for each "
                                    "place that the controls can be set to."),
                       {Verbatim{core_version()}}});
    return words;
}

/// How guesses are scored.
LectureJson of_scores()
{
    LectureJson words = LectureJson::array();
    for (int how = 0; how <= static_cast<int>(Nearness::TooMuch); ++how)
        words.push_back(said(Message{nearness_text(static_cast<Nearness>(how)), {}}));
    return {{"near", near_share}, {"fair", fair_share}, {"none", no_change}, {"words", words}};
}

/// As browsers inflate it.
std::string deflated(const std::string& text)
{
    uLongf size = compressBound(text.size());
    std::string bytes(size, '\0');
    compress2(reinterpret_cast<Bytef*>(bytes.data()), &size, reinterpret_cast<const Bytef*>(text.data()), text.size(),
              Z_BEST_COMPRESSION);
    bytes.resize(size);
    return bytes;
}

} // namespace

const char* const lecture_mark = "<!DOCTYPE html>\n<!-- A tour of Plateau -->\n";

Expected<std::string> lecture_page(const Press& press, const std::shared_ptr<answers::Answers>& answers,
                                   const Tour& tour, const PaperClaims& claims, const std::string& language)
{
    LecturePictures pictures(press);
    LectureJson lecture{{"title", tour.title}, {"language", language}};
    Numbers numbers(answers);
    lecture["goals"] = tour.goals.empty()
        ? std::string()
        : plain_text(tour.goals, tour.steps.front().question, claims, numbers, answers->data()->catalog());
    lecture["assumes"] = tour.assumes;
    lecture["words"] = of_words();
    lecture["scores"] = of_scores();
    lecture["steps"] = LectureJson::array();
    std::string paper;
    for (std::size_t i = 0; i < tour.steps.size(); ++i) {
        auto step = lecture_step(answers, tour.steps[i], claims, pictures);
        if (!step)
            return tl::unexpected(step.error());
        lecture["steps"].push_back(std::move(step->json));
        std::vector<std::string> drawn;
        for (const std::size_t place : step->first)
            drawn.push_back(pictures.svg(place));
        paper += "<article>" + sheet(answers, tour, claims, i, drawn) + "</article>\n";
    }
    lecture.update(pictures.all());
    const std::string title = figures::xml_escaped(tour.title);
    const auto& [script, guess_script, moving_script, style] = lecture_files;
    return lecture_mark
        + fmt::format("<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n"
                      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                      "<meta name=\"generator\" content=\"Plateau {}\">\n<title>{}</title>\n<style>\n",
                      language, core_version(), title)
        + pictures.fonts(paper) + style + "</style>\n</head>\n<body>\n<div id=\"page\" hidden></div>\n"
        + "<div id=\"paper\">\n" + paper + "</div>\n<script type=\"text/plain\" id=\"lecture\">"
        + figures::to_base64(deflated(lecture.dump())) + "</script>\n<script>\n" + script + guess_script + moving_script
        + "</script>\n</body>\n</html>\n";
}

namespace {

struct Size {
    int width, alone, beside, panel; ///< pixels; the least height alone and among others, more for a second plot
};
constexpr Size narrow{360, 270, 230, 150}, wide{760, 430, 240, 150};

/// What a program that reads SVG assumes anyway, or the page says once of all its pictures.
constexpr const char* needless[] = {" fill-opacity=\"1\"",
                                    " stroke-opacity=\"1\"",
                                    " stroke-width=\"1\"",
                                    " font-style=\"normal\"",
                                    " font-weight=\"400\"",
                                    " font-family=\"Plateau Sans\"",
                                    " vector-effect=\"none\"",
                                    " xml:space=\"preserve\"",
                                    " stroke-linecap=\"square\"",
                                    " stroke-linejoin=\"bevel\"",
                                    " transform=\"matrix(1,0,0,1,0,0)\""};

void leave_out(std::string& text, const char* words)
{
    const std::size_t length = std::char_traits<char>::length(words);
    for (std::size_t at = text.find(words); at != std::string::npos; at = text.find(words, at))
        text.erase(at, length);
}

/// Numbers of tags with one decimal, below one with two: a tenth of a pixel, a hundredth of an opacity.
std::string rounded(const std::string& svg)
{
    const auto is_digit = [](char letter) { return letter >= '0' && letter <= '9'; };
    std::string result;
    bool in_tag = false;
    for (std::size_t i = 0; i < svg.size();) {
        in_tag = svg[i] == '<' || (in_tag && svg[i] != '>');
        if (!in_tag || !is_digit(svg[i])) {
            result += svg[i++];
            continue;
        }
        std::size_t end = i;
        while (end < svg.size() && (is_digit(svg[end]) || svg[end] == '.'))
            ++end;
        const std::string number = svg.substr(i, end - i);
        i = end;
        if (number.find('.') == std::string::npos) {
            result += number;
            continue;
        }
        const double value = std::strtod(number.c_str(), nullptr);
        const double scale = value < 1 ? 100 : 10;
        result += fmt::format("{}", std::round(value * scale) / scale);
    }
    return result;
}

/// A group of the drawing without what is needless; empty: nothing is drawn in it.
std::string compact(const std::string& attributes, const std::string& content)
{
    if (content.find('<') == std::string::npos)
        return {};
    std::string part = "<g " + attributes.substr(0, attributes.find("font-family")) + ">" + content + "</g>";
    for (char& letter : part)
        if (letter == '\n')
            letter = ' ';
    for (const char* words : needless)
        leave_out(part, words);
    std::string result;
    for (const char letter : rounded(part)) {
        const char before = result.empty() ? ' ' : result.back();
        if (letter == ' ' && (before == ' ' || before == '>'))
            continue;
        if ((letter == '>' || letter == '"' || letter == '/') && before == ' ')
            result.pop_back();
        result += letter;
    }
    return result;
}

std::string between(const std::string& text, const char* begin, const char* end)
{
    const std::size_t from = text.find(begin);
    if (from == std::string::npos)
        return {};
    const std::size_t first = from + std::char_traits<char>::length(begin);
    return text.substr(first, text.find(end, first) - first);
}

std::string typeset_words(const Message& message)
{
    return message.empty() ? std::string() : units::typeset(said(message));
}

/// A moving picture as the page plays it: places are hundredths of the sheet, times ten-thousandths of the whole.
LectureJson of_mechanism(const mechanisms::Mechanism& moving)
{
    const auto whole = [](double value) { return static_cast<std::int64_t>(std::llround(value)); };
    LectureJson json{{"name", moving.name},
                     {"title", typeset_words(moving.title)},
                     {"note", typeset_words(moving.caption)},
                     {"seconds", moving.play_seconds},
                     {"rests", whole(1e4 * mechanisms::rest_of(moving) / moving.seconds)}};
    if (moving.has_clock) {
        const units::NumberAndUnit shown = units::show(moving.seconds, units::Unit::Seconds);
        json["of"] = {std::strtod(shown.number.c_str(), nullptr), shown.unit};
    }
    json["actors"] = LectureJson::array();
    for (const mechanisms::Actor& actor : moving.actors) {
        LectureJson keys = LectureJson::array();
        for (const mechanisms::Key& key : actor.keys)
            keys.push_back({whole(1e4 * key.time / moving.seconds), whole(100 * key.x), whole(100 * key.y),
                            whole(100 * key.width), whole(100 * key.height), whole(100 * key.opacity)});
        LectureJson one{{"shape", name(actor.shape)}, {"role", name(actor.role)}, {"keys", std::move(keys)}};
        if (!actor.words.empty())
            one.update({{"words", typeset_words(actor.words)},
                        {"letters", whole(100 * actor.letters)},
                        {"align", name(actor.align)},
                        {"strong", actor.strong}});
        json["actors"].push_back(std::move(one));
    }
    return json;
}

} // namespace

std::size_t LecturePictures::kept(std::string part)
{
    const auto [found, is_new] = places_.emplace(std::move(part), parts_.size());
    if (is_new)
        parts_.push_back(found->first);
    return found->second;
}

Expected<LectureJson> LecturePictures::drawn(const figures::WebPicture& picture, int width, int height)
{
    const Expected<std::string> svg = press_.web(picture, width, height);
    if (!svg)
        return tl::unexpected(svg.error());
    const std::string box = between(*svg, "viewBox=\"0 0 ", "\"");
    LectureJson parts = LectureJson::array();
    if (const std::string patterns = between(*svg, "<defs>", "</defs>"); patterns.find('<') != std::string::npos)
        parts.push_back(kept("<defs>" + patterns + "</defs>"));
    for (std::size_t at = svg->find("<g ", svg->find("<g ") + 1); at != std::string::npos; at = svg->find("<g ", at)) {
        const std::size_t inside = svg->find('>', at), end = svg->find("</g>", inside);
        std::string part = compact(svg->substr(at + 3, inside - at - 3), svg->substr(inside + 1, end - inside - 1));
        if (!part.empty())
            parts.push_back(kept(std::move(part)));
        at = end;
    }
    return LectureJson{box, between(*svg, "data-plots=\"", "\""), std::move(parts)};
}

Expected<std::size_t> LecturePictures::keep(const figures::WebPicture& picture, std::size_t beside)
{
    const auto* figure = std::get_if<figures::Figure>(&picture);
    const std::size_t panels = figure ? figure->panels().size() : 0;
    LectureJson json{
        {"says", typeset_words(figure ? figure->sentence : std::get<figures::Schematic>(picture).sentence)}};
    for (const auto& [name, size] : {std::pair("narrow", narrow), std::pair("wide", wide)}) {
        const int more = panels > 1 ? size.panel * static_cast<int>(panels - 1) : 0;
        auto one = drawn(picture, size.width, (beside > 1 ? size.beside : size.alone) + more);
        if (!one)
            return tl::unexpected(one.error());
        json[name] = std::move(*one);
    }
    if (const auto* moving = figure ? figure->as<figures::Mechanism>() : nullptr)
        json["moving"] = of_mechanism(*moving);
    const auto [found, is_new] = places_.emplace(json.dump(), pictures_.size());
    if (is_new)
        pictures_.push_back(std::move(json));
    return found->second;
}

std::string LecturePictures::svg(std::size_t place) const
{
    const LectureJson& picture = pictures_[place];
    const LectureJson& drawing = picture["wide"];
    std::string svg
        = fmt::format("<svg class=\"drawn\" viewBox=\"0 0 {}\" role=\"img\" aria-label=\"{}\">",
                      drawing[0].get<std::string>(), figures::xml_escaped(picture["says"].get<std::string>()));
    for (const LectureJson& part : drawing[2])
        svg += parts_[part.get<std::size_t>()];
    return svg + "</svg>";
}

LectureJson LecturePictures::all() const { return {{"parts", parts_}, {"pictures", pictures_}}; }

std::string LecturePictures::fonts(const std::string& words) const
{
    std::string all = words;
    for (const std::string& part : parts_)
        all += part;
    return press_.fonts(all);
}

} // namespace plateau::tours
