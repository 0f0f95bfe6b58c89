// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace plateau::bench {

/// What a process started by the benchmark itself does: open the window and say "painted"; open it, drag the GPU
/// count over its range, and print the peak resident memory in MB.
inline constexpr const char* open_window_word = "--open-window";
inline constexpr const char* drag_window_word = "--drag-window";
int open_window();
int drag_window();

} // namespace plateau::bench
