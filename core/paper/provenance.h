// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/text/messages/message.h"

namespace plateau::figures {

/// What a figure's file says about itself: enough to make it again, and to cite it.
struct Provenance {
    std::string scenario; ///< YAML of the question; of several, one document each, the one that is asked first
    std::string version; ///< of the program
    std::string caption; ///< one paragraph: what is shown, what to see
    std::vector<Message> generated = {}; ///< its sentences, for other languages; empty: somebody wrote it
    std::vector<Message> at_length = {}; ///< the same with every chosen value and how the numbers are known
    std::vector<std::string> sources = {}; ///< of what the numbers rest on

    void write_caption(std::string words)
    {
        caption = std::move(words);
        generated.clear();
    }
};

} // namespace plateau::figures
