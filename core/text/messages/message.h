// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

/// Marks English text for translation. The core only carries the text; the window translates it, the terminal
/// prints it as it stands.
#define PLATEAU_TEXT(text) text

namespace plateau {

/// A sentence as a message id (its English text, with %1, %2 ... for the arguments) and the arguments in order.
/// Arguments are already formatted for people: numbers with their units, names as the catalog spells them.
struct Message {
    std::string text;
    std::vector<std::string> arguments;

    bool empty() const { return text.empty(); }
    friend bool operator==(const Message&, const Message&) = default;
};

/// The sentence in English, arguments filled in.
std::string english(const Message& message);

} // namespace plateau
