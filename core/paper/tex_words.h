// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace plateau::figures {

/// Safe for LaTeX, letters as they are.
std::string tex_words(const std::string& words);
/// Safe for pdflatex: signs and raised digits as formulas, spaces that do not break as such.
std::string tex_formula_words(const std::string& words);

} // namespace plateau::figures
