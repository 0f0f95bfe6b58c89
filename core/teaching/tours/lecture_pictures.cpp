// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <fmt/format.h>

#include "core/paper/encodings.h"
#include "core/teaching/tours/lecture_parts.h"
#include "core/text/messages/speech.h"
#include "core/text/units/quantity.h"

namespace plateau::tours {

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
