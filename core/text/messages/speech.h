// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/text/messages/error.h"

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

} // namespace plateau
