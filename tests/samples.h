// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace plateau::test {

#ifdef PLATEAU_SANITIZED
inline constexpr int sanitized = 16;
#else
inline constexpr int sanitized = 1;
#endif

/// Samples to take, or rows alike to look at: fewer under sanitizers, which look for other mistakes and take ten times
/// as long for each.
constexpr int samples(int count) { return count > sanitized ? count / sanitized : 1; }

/// From one row to the next of many alike: under sanitizers every fourth is looked at.
inline constexpr int row_stride = sanitized > 1 ? 4 : 1;

} // namespace plateau::test
