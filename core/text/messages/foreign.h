// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/text/messages/error.h"

/// Text that others wrote (titles, values, names, keys), made harmless for where it is shown. Characters that steer a
/// terminal or turn the order of letters around stand as \x1b or \u202e, bytes that are not UTF-8 as \xff; what is too
/// long ends in an ellipsis.
namespace plateau {

/// One line of at most `most` characters.
std::string foreign_line(const std::string& text, std::size_t most = 200);

/// A whole answer: its line breaks stay and nothing is cut.
std::string foreign_lines(const std::string& text);

/// The arguments of a sentence as foreign lines; lists of what is accepted have more room.
Error foreign_error(const Error& error);

/// One character of UTF-8; `bytes` is 0 where there is none.
struct Letter {
    std::uint32_t point = 0;
    std::size_t bytes = 0;
};
Letter letter_at(const std::string& text, std::size_t at);

} // namespace plateau
