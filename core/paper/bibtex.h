// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

#include "core/paper/figure_page.h"

namespace plateau::figures {

struct CitedPaper {
    const char* number; ///< of the arXiv: what sources name it by
    const char* key;
    const char* author;
    const char* title;
    const char* journal; ///< empty: the arXiv alone
    const char* year;
};

std::span<const CitedPaper> cited_papers();
/// Null: the number is of none of them.
const CitedPaper* cited_paper(const std::string& number);

/// An entry for the program, one for each paper that is drawn or rests on, one for all other data. The scenario travels
/// in comments.
std::string bibtex(const Provenance& about);

} // namespace plateau::figures
