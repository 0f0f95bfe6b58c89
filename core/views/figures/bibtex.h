// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/views/figures/provenance.h"

namespace plateau::figures {

/// An entry for the program and one for each source, with what can be told from its words: year, arXiv number, address.
/// The scenario travels in comments.
std::string bibtex(const Provenance& about);

/// Words with TeX's own signs as letters.
std::string tex_words(const std::string& words);

} // namespace plateau::figures
