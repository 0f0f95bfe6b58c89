// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace plateau::figures {

/// Adds an iTXt chunk (UTF-8, not compressed: readable with any editor) after the header. Bytes that are no PNG stay
/// as they are.
std::string with_png_text(std::string png, const std::string& keyword, const std::string& utf8);
/// The text of that chunk; empty when there is none or the bytes are not a PNG.
std::string png_text(const std::string& png, const std::string& keyword);

} // namespace plateau::figures
