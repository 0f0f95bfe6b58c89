// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

/// How much a reader takes of what a person has, each for all readers. What is more is refused in words, with its
/// place; of logs and lists of what was kept, a part is left out and said. SECURITY.md promises these.
namespace plateau::files::budget {

inline constexpr std::size_t mebibyte = std::size_t{1} << 20;

// Bytes.
inline constexpr std::size_t document = 16 * mebibyte; ///< a table, JSON, a configuration; larger ones are not opened
inline constexpr std::size_t yaml = 4 * mebibyte;
inline constexpr std::size_t held
    = 64 * mebibyte; ///< standard input, an output with its question, all that settings say
inline constexpr std::size_t piece = mebibyte; ///< one event, token or stretch between them; what one variable becomes
inline constexpr std::size_t head = mebibyte; ///< the beginning that tells what a file is
inline constexpr std::size_t log_line = mebibyte; ///< of a longer one the rest is passed over
inline constexpr std::size_t log_head = 4 * mebibyte; ///< what a log tells of its run before the first step
inline constexpr std::size_t batch_line = mebibyte;

// Pieces.
inline constexpr int nodes = 200'000; ///< values of one document
inline constexpr std::size_t rows = 200'000; ///< of a table; settings of a run
inline constexpr std::size_t steps = 50'000; ///< of a log; of more every second, fourth, ... is kept
inline constexpr std::size_t kernels = 20'000'000; ///< of a trace
inline constexpr std::size_t waiting = 1000; ///< lines of a batch that were read and not answered

// Depth of what stands in one another.
inline constexpr int depth = 64; ///< of a document or a trace
inline constexpr int key_parts = 256; ///< of a dotted key
inline constexpr int shell_depth = 32; ///< expansions of a launch script
inline constexpr int reference_depth = 24; ///< settings that name settings
inline constexpr int call_depth = 8; ///< functions of a Python configuration
inline constexpr int question_depth = 8; ///< of a line of a batch

} // namespace plateau::files::budget
