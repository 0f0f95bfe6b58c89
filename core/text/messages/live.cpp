// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/messages/live.h"

#include "core/text/messages/speech.h"

namespace plateau {

namespace {

constexpr char key_mark = '\x04', words_mark = '\x05', end_mark = '\x06';

} // namespace

std::string live(const std::string& key, const std::string& words)
{
    return within({key_mark + key + words_mark + "%1" + end_mark, {words}});
}

LiveWords unmarked(const std::string& marked)
{
    LiveWords live;
    std::size_t at = 0;
    for (std::size_t mark = marked.find(key_mark); mark != std::string::npos; mark = marked.find(key_mark, at)) {
        const std::size_t words = marked.find(words_mark, mark), end = marked.find(end_mark, mark);
        if (words == std::string::npos || end == std::string::npos || end < words)
            break; // others wrote it
        live.words.append(marked, at, mark - at);
        live.numbers.push_back({marked.substr(mark + 1, words - mark - 1), live.words.size(), end - words - 1});
        live.words.append(marked, words + 1, end - words - 1);
        at = end + 1;
    }
    live.words.append(marked, at);
    return live;
}

} // namespace plateau
