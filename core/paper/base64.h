// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace plateau::figures {

/// RFC 4648, with padding.
std::string to_base64(const std::string& bytes);
/// Letters outside the alphabet are skipped.
std::string from_base64(const std::string& letters);

} // namespace plateau::figures
