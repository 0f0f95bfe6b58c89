// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/messages/speech.h"

#include <algorithm>
#include <utility>

#include "core/text/messages/foreign.h"
#include "core/text/messages/korean.h"
#include "core/text/units/quantity.h"

namespace plateau {

namespace {

Speech& spoken()
{
    static Speech speech;
    return speech;
}

std::optional<std::string> translation(const std::string& english)
{
    return spoken().translation ? spoken().translation(english) : std::nullopt;
}

bool digit_at(const std::string& words, std::size_t at)
{
    return at < words.size() && words[at] >= '0' && words[at] <= '9';
}

bool is_letter_at(const std::string& words, std::size_t at)
{
    return at < words.size()
        && ((words[at] >= 'a' && words[at] <= 'z') || (words[at] >= 'A' && words[at] <= 'Z') || words[at] == '_');
}

std::size_t digits_end(const std::string& words, std::size_t at)
{
    while (digit_at(words, at))
        ++at;
    return at;
}

/// Where the number at `at` ends, groups of three and decimals taken in; `at` where it is a version or part of a name.
std::size_t number_end(const std::string& words, std::size_t at, char group, char decimal)
{
    if (at > 0 && (is_letter_at(words, at - 1) || words[at - 1] == '.' || words[at - 1] == ','))
        return at;
    std::size_t end = digits_end(words, at);
    while (end < words.size() && words[end] == group && digits_end(words, end + 1) == end + 4)
        end += 4;
    if (end < words.size() && words[end] == decimal && digit_at(words, end + 1)) {
        end = digits_end(words, end + 1);
        if (end < words.size() && words[end] == decimal && digit_at(words, end + 1))
            return at;
    }
    return end;
}

/// Numbers that stand first, or after a sign.
bool begins_with_number(const std::string& words)
{
    const auto first = std::find_if(words.begin(), words.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    });
    return first != words.end() && *first >= '0' && *first <= '9';
}

std::string exchanged(std::string words, char group, char decimal)
{
    for (std::size_t at = 0; at < words.size(); ++at) {
        if (!digit_at(words, at))
            continue;
        const std::size_t end = number_end(words, at, group, decimal);
        for (std::size_t i = at; i < end; ++i)
            words[i] = words[i] == group ? decimal : words[i] == decimal ? group : words[i];
        at = std::max(end, digits_end(words, at)) - 1;
    }
    return words;
}

struct Large {
    std::string_view word; ///< as it stands before a unit
    int power;
};
constexpr Large large_words[] = {{PLATEAU_TEXT("million"), 6},
                                 {PLATEAU_TEXT("billion"), 9},
                                 {PLATEAU_TEXT("trillion"), 12},
                                 {PLATEAU_TEXT("quadrillion"), 15},
                                 {"k", 3},
                                 {"M", 6},
                                 {"G", 9},
                                 {"T", 12}};

/// A number has its marks exchanged, nothing else of it is of a language.
std::string marks_exchanged(std::string number)
{
    for (char& mark : number)
        mark = mark == ',' ? '.' : mark == '.' ? ',' : mark;
    return number;
}

/// Says sentences piece by piece, so that it is known where each value of a parameter comes to stand.
class Speaker {
public:
    Speaker(const Speech& speech, bool on_one_line) : speech_(speech), on_one_line_(on_one_line) { }

    LiveWords take() { return std::move(said_); }

    void say(const Message& message)
    {
        const std::string text = in_language(message.text);
        std::size_t from = 0;
        for (std::size_t at = text.find('%'); at != std::string::npos; at = text.find('%', at + 1)) {
            const std::size_t argument = at + 1 < text.size() ? static_cast<std::size_t>(text[at + 1] - '1') : 9;
            if (argument >= std::min<std::size_t>(9, message.arguments.size()))
                continue;
            say_ours(text.substr(from, at - from));
            say(message.arguments[argument]);
            from = at + 2;
            ++at;
        }
        say_ours(text.substr(from));
    }

    void say(const Argument& argument)
    {
        const std::size_t from = said_.words.size();
        std::visit([this](const auto& value) { say(value); }, argument.value);
        if (!argument.parameter.empty())
            said_.numbers.push_back({argument.parameter, from, said_.words.size() - from});
    }

private:
    static constexpr std::size_t room = 1000; ///< characters of what others wrote

    std::string in_language(const std::string& english) const
    {
        return speech_.translation ? speech_.translation(english).value_or(english) : english;
    }

    void say_ours(const std::string& words)
    {
        if (speech_.korean)
            korean::add_with_particles(said_.words, words);
        else
            said_.words += words;
    }

    void say(const Verbatim& words) { said_.words += on_one_line_ ? foreign_line(words.text, room) : words.text; }

    void say(const Word& word) { say_ours(in_language(word.text)); }

    void say(const Quantity& quantity)
    {
        using Style = Quantity::Style;
        switch (quantity.style) {
        case Style::Short:
            return say(units::in_parts(quantity.value, quantity.unit, quantity.digits), false);
        case Style::Prose:
            return say(units::in_parts_of_prose(quantity.value, quantity.unit, quantity.digits), true);
        case Style::Times:
            return say({units::format(quantity.value, units::Unit::None, quantity.digits), "", "×"}, false);
        case Style::Number:
            return say_number(units::in_parts(quantity.value, quantity.unit, quantity.digits).number);
        case Style::Steady:
            return say_number(units::steady(quantity.value, quantity.digits));
        case Style::Fixed:
            return say_number(units::fixed(quantity.value, quantity.digits));
        case Style::SignedPercent:
            return say_number(units::signed_percent(quantity.value));
        }
    }

    void say_number(const std::string& number)
    {
        const bool digits = number.find_first_of("0123456789") != std::string::npos;
        said_.words += !digits ? in_language(number) : speech_.decimal_comma ? marks_exchanged(number) : number;
    }

    void say(const units::NumberInParts& shown, bool prose)
    {
        const std::string noun = in_language(shown.noun);
        if (speech_.korean && shown.noun == "×") {
            said_.words += shown.number + "배";
            return;
        }
        if (speech_.korean && shown.prefix_is_word && !shown.prefix.empty()
            && (prose || shown.noun.empty() || speech_.translation(shown.noun))) {
            if (const std::string myriads = korean::in_myriads(shown.number, power_of(shown.prefix));
                !myriads.empty()) {
                said_.words += myriads + (noun.empty() ? "" : " ") + noun;
                return;
            }
        }
        say_number(shown.number);
        if (const std::string unit = shown.unit(); !unit.empty())
            said_.words += shown.space
                + (shown.prefix.empty()        ? noun
                       : !shown.prefix_is_word ? in_language(unit)
                                               : in_language(shown.prefix) + (noun.empty() ? "" : " ") + noun);
    }

    static int power_of(const std::string& prefix)
    {
        const auto* found = std::ranges::find(large_words, prefix, &Large::word);
        return found == std::end(large_words) ? 0 : found->power;
    }

    const Speech& speech_;
    const bool on_one_line_; ///< what others wrote comes to stand on one line of a window
    LiveWords said_;
};

template<class Said>
LiveWords said_by(const Speech& speech, bool on_one_line, const Said& what)
{
    Speaker speaker(speech, on_one_line);
    speaker.say(what);
    return speaker.take();
}

} // namespace

void speak(const Speech& speech) { spoken() = speech; }

std::string translated(const std::string& english) { return translation(english).value_or(english); }

LiveWords said_live(const Message& message) { return said_by(spoken(), true, message); }

std::string said(const Message& message) { return said_live(message).words; }

std::string said(const Argument& argument) { return said_by(spoken(), true, argument).words; }

std::string english(const Message& message) { return said_by({}, false, message).words; }

std::string english(const Argument& argument) { return said_by({}, false, argument).words; }

std::string joined_words(const std::string& words) { return spoken().korean ? korean::with_particles(words) : words; }

std::string said(const Error& error)
{
    std::string words = error.where.empty() ? std::string() : error.where + ": ";
    words += said(error.what);
    return error.accepted.empty() ? words : words + "; " + said(error.accepted);
}

std::string written_number(std::string words)
{
    return spoken().decimal_comma ? exchanged(std::move(words), ',', '.') : words;
}

std::string typed_number(const std::string& typed)
{
    const std::size_t first = typed.find_first_not_of(" \t");
    if (!spoken().decimal_comma || !begins_with_number(typed) || first == std::string::npos)
        return typed;
    const std::size_t start = typed.find_first_of("0123456789");
    const std::size_t whole = digits_end(typed, start);
    // 2.048 is two thousand, as it is shown; 0.125 and 2.5 were typed with a decimal point.
    const bool grouped = whole < typed.size() && typed[whole] == '.' && typed[start] != '0' && whole - start <= 3
        && digits_end(typed, whole + 1) == whole + 4;
    const bool comma = typed.find(',') != std::string::npos;
    return grouped || comma ? exchanged(typed, '.', ',') : typed;
}

Argument live(std::string parameter, Argument value)
{
    value.parameter = std::move(parameter);
    return value;
}

LiveWords typeset(const LiveWords& live)
{
    LiveWords result{units::typeset(live.words), live.numbers};
    if (result.words == live.words)
        return result;
    const std::string compute = " FLOP"; // typeset() leaves words without it alone
    const auto place
        = [&](std::size_t at) { return units::typeset(live.words.substr(0, at) + compute).size() - compute.size(); };
    for (LiveNumber& number : result.numbers) {
        const std::size_t from = place(number.from), end = place(number.from + number.size);
        number.from = from;
        number.size = end - from;
    }
    return result;
}

} // namespace plateau
