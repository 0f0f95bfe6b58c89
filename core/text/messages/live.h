// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/text/messages/message.h"

/// Numbers of a sentence that are values of parameters: a window lets people turn them where they stand.
namespace plateau {

/// An argument that says the value of the parameter `key`.
std::string live(const std::string& key, const std::string& words);

/// said() and english() with the places of such numbers still marked.
std::string said_marked(const Message& message);
std::string english_marked(const Message& message);

struct LiveNumber {
    std::string key;
    std::size_t from = 0, size = 0; ///< bytes of the words
};
struct LiveWords {
    std::string words;
    std::vector<LiveNumber> numbers;
};
LiveWords unmarked(const std::string& marked);

} // namespace plateau
