// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/examples.h"

#include "app/examples.inc"
#include "core/text/messages/words.h"

namespace plateau::app {

std::vector<std::string> examples(const std::string& command)
{
    std::vector<std::string> found;
    bool inside = false;
    for (const std::string& line : split(examples_text, "\n")) {
        if (line.empty())
            inside = false;
        else if (inside)
            found.push_back(line);
        else
            inside = line == command;
    }
    return found;
}

} // namespace plateau::app
