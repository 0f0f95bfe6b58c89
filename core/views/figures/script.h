// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/text/messages/message.h"
#include "core/views/figures/roles.h"
#include "core/views/figures/segment_kind.h"

/// What scripts of LaTeX that draw a figure from its table are made of.
namespace plateau::figures {

/// A chart's rows of the table, counted after its header, from `first` to before `end`; its columns from `column` on.
struct TableRows {
    int first = 0, end = 0;
    int column = 0;
};

/// Colours as pgfplots reads them.
struct TexColours {
    std::string (*series)(SeriesRole role);
    std::string (*segment)(SegmentKind kind);
};

/// In braces, as one line of ASCII.
std::string tex_text(const std::string& words);
std::string tex_text(const Message& words);
/// One plot of the table: its look, its rows, its columns.
std::string tex_plot(const std::string& look, int first, int end, const std::string& columns);
/// Words in place of the numbers 0, 1, 2 ... of an axis, "x" or "y"; begins with a comma.
std::string tex_ticks(const char* axis, const std::vector<Message>& words);

} // namespace plateau::figures
