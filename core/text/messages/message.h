// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/text/units/unit.h"

/// Marks English text for translation. The core only carries the text; it is translated when it is said.
#define PLATEAU_TEXT(text) text

/// What the program tells people, in parts that can still be said in any language.
///
/// A Message is a sentence with gaps, and each gap has an Argument. The type of an argument decides how it is said:
///
///     Message{PLATEAU_TEXT("%1 needs %2 on %3."),
///             {Verbatim{model.title},                  // somebody's words: the same in every language
///              Quantity{bytes, units::Unit::Bytes},    // a number: "68.7 GB", in German "68,7 GB"
///              PLATEAU_TEXT("each GPU")}};             // a text of ours: translated
///
/// english() fills the gaps in English, said() (speech.h) in the language spoken.
namespace plateau {

/// What a person or another program wrote: titles, names, file names, values typed. It stays as it is.
struct Verbatim {
    std::string text;
    friend bool operator==(const Verbatim&, const Verbatim&) = default;
};

/// A text of ours, marked with PLATEAU_TEXT: it is translated as a whole.
struct Word {
    std::string text;
    friend bool operator==(const Word&, const Word&) = default;
};

/// A number with its unit.
struct Quantity {
    enum class Style {
        Short, ///< "68.7 G", "80.1 k USD", as axes, tables and readouts show it: units::format()
        Prose, ///< "68.7 billion", "80,100 USD", as sentences say it: units::in_words()
        Times, ///< "1.5 ×"
        Number, ///< "68.7", the number of Short without its unit
        Steady, ///< "25.0", always as many digits: units::steady()
        Fixed, ///< "45.80", `digits` decimals: units::fixed()
        SignedPercent, ///< "+3.1": units::signed_percent()
    };

    double value = 0; ///< SI
    units::Unit unit = units::Unit::None;
    int digits = 3;
    Style style = Style::Short;

    friend bool operator==(const Quantity& a, const Quantity& b);
};

/// A number as sentences say it: "68.7 billion".
inline Quantity in_prose(double value, units::Unit unit, int digits = 3)
{
    return {value, unit, digits, Quantity::Style::Prose};
}

struct Argument;

/// A sentence: its English text is what translations are found by; %1, %2 ... stand for the arguments in order.
struct Message {
    std::string text;
    std::vector<Argument> arguments;

    bool empty() const { return text.empty(); }
    friend bool operator==(const Message& a, const Message& b);
};

/// What stands in a gap of a sentence.
struct Argument {
    Argument(Verbatim words) : value(std::move(words)) { }
    Argument(Word word) : value(std::move(word)) { }
    Argument(const char* word) : value(Word{word}) { } ///< a marked text
    Argument(Quantity quantity) : value(quantity) { }
    Argument(Message message) : value(std::move(message)) { }

    std::variant<Verbatim, Word, Quantity, Message> value;
    std::string parameter = {}; ///< the key of the parameter whose value this is; empty: of none

    friend bool operator==(const Argument&, const Argument&) = default;
};

/// The value of a parameter: a window lets people turn it where it stands in the sentence.
Argument live(std::string parameter, Argument value);

/// One after another: "8, ZeRO-1, full".
Message listed(const std::vector<Argument>& parts, std::string_view between = ", ");

/// In English, gaps filled.
std::string english(const Message& message);
std::string english(const Argument& argument);

} // namespace plateau
