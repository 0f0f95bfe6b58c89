// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace plateau::test {

#ifdef __SANITIZE_ADDRESS__
inline constexpr int sanitized = 16;
#else
inline constexpr int sanitized = 1;
#endif

/// Random samples to take: fewer under sanitizers, which look for other mistakes and take ten times as long for each.
constexpr int samples(int count) { return count > sanitized ? count / sanitized : 1; }

} // namespace plateau::test
