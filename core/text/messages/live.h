// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/text/messages/message.h"

/// A sentence can hold the values of parameters (live()). A window finds them here and lets people turn them where they
/// stand.
namespace plateau {

/// The value of a parameter within the words of a sentence.
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
