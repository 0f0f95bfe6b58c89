// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/messages/message.h"

#include "core/text/messages/live.h"
#include "core/text/messages/speech.h"

namespace plateau {

std::string english(const Message& message) { return unmarked(english_marked(message)).words; }

std::string english_marked(const Message& message)
{
    const std::string& text = message.text;
    std::string result;
    result.reserve(text.size() + 16 * message.arguments.size());
    for (size_t i = 0; i < text.size(); ++i) {
        const bool placeholder = text[i] == '%' && i + 1 < text.size() && text[i + 1] >= '1' && text[i + 1] <= '9';
        const size_t argument = placeholder ? static_cast<size_t>(text[i + 1] - '1') : message.arguments.size();
        if (argument >= message.arguments.size()) {
            result += text[i];
            continue;
        }
        const std::string& words = message.arguments[argument];
        const auto held = held_message(words);
        result += held ? english_marked(*held) : words;
        ++i;
    }
    return result;
}

} // namespace plateau
