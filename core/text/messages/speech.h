// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/text/messages/error.h"
#include "core/text/messages/message.h"

/// How the program says its texts: in English, unless the window has chosen another language. Files, CSV and the
/// terminal's answers never ask; they use english().
namespace plateau {

struct Speech {
    std::optional<std::string> (*translation)(const std::string& english) = nullptr; ///< none: the text has none
    bool decimal_comma = false; ///< 2.048,5 in place of 2,048.5
    bool korean = false; ///< particles by the sound before them, large numbers by ten thousands
};

/// For the whole program; before anything is said.
void speak(const Speech& speech);

/// A marked text in the language spoken; English where it has no translation.
std::string translated(const std::string& english);
/// A sentence with its arguments: sentences within it, marked texts among them and numbers in the language spoken;
/// what others wrote on one line.
std::string said(const Message& message);
std::string said(const Argument& argument);
/// "where: what; accepted"
std::string said(const Error& error);
/// Words that were put together from several texts, as the language joins them: Korean particles follow the sound.
std::string joined_words(const std::string& words);

/// Digits as the language writes them: "2,048.5 GB" is "2.048,5 GB" where the comma is decimal.
std::string written_number(std::string words);
/// What a person typed in either way of writing, with a decimal point: "0,5 GB" is "0.5 GB". Words that begin with no
/// digit stay as they are.
std::string typed_number(const std::string& typed);

/// The value of a parameter within the words of a sentence (live()): a window lets people turn it where it stands.
struct LiveNumber {
    std::string key; ///< of the parameter
    std::size_t from = 0, size = 0; ///< bytes of the words
};

/// What was said, and where the values of parameters stand in it, from left to right.
struct LiveWords {
    std::string words;
    std::vector<LiveNumber> numbers;
};

/// said() with the places of such values.
LiveWords said_live(const Message& message);

/// The words as units::typeset() sets them; the places move along.
LiveWords typeset(const LiveWords& live);

} // namespace plateau
