// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace plateau::figures {

/// RFC 4648, with padding.
std::string to_base64(const std::string& bytes);
/// Letters outside the alphabet are skipped.
std::string from_base64(const std::string& letters);

/// Adds an iTXt chunk (UTF-8, not compressed: readable with any editor) after the header. Bytes that are no PNG stay
/// as they are.
std::string with_png_text(std::string png, const std::string& keyword, const std::string& utf8);
/// The text of that chunk; empty when there is none or the bytes are not a PNG.
std::string png_text(const std::string& png, const std::string& keyword);

/// & < > " as entities.
/// Without the control characters that no XML may hold, escaped or not: question marks stand for them.
std::string xml_legal(std::string xml);
std::string xml_escaped(const std::string& text);
/// The text between two tags: named and numbered entities resolved, line ends as one line feed.
std::string xml_unescaped(const std::string& xml);

/// Safe for LaTeX, letters as they are.
std::string tex_words(const std::string& words);
/// Safe for pdflatex: signs and raised digits as formulas, spaces that do not break as such.
std::string tex_formula_words(const std::string& words);

} // namespace plateau::figures
