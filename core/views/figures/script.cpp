// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/figures/script.h"

#include <fmt/format.h>

#include "core/views/figures/bibtex.h"
#include "core/views/figures/csv_cells.h"

namespace plateau::figures {

std::string tex_text(const std::string& words)
{
    std::string ascii;
    for (const char letter : tex_words(typewriter(words)))
        ascii += letter == '\n' ? ' ' : letter;
    return "{" + ascii + "}";
}

std::string tex_text(const Message& words) { return tex_text(words.empty() ? std::string() : english(words)); }

std::string tex_plot(const std::string& look, int first, int end, const std::string& columns)
{
    return fmt::format("\\addplot[{}, rows={{{}}}{{{}}}] table[{}] {{\\jobname.csv}};\n", look, first, end, columns);
}

std::string tex_ticks(const char* axis, const std::vector<Message>& words)
{
    std::string places, labels;
    for (std::size_t i = 0; i < words.size(); ++i) {
        places += (i ? "," : "") + std::to_string(i);
        labels += (i ? "," : "") + tex_text(words[i]);
    }
    return fmt::format(", {0}tick={{{1}}}, {0}ticklabels={{{2}}}", axis, places, labels);
}

} // namespace plateau::figures
