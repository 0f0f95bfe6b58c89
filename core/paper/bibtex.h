// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/paper/provenance.h"

namespace plateau::figures {

/// An entry for the program, one for each paper that is drawn or rests on, one for all other data. The scenario travels
/// in comments.
std::string bibtex(const Provenance& about);

} // namespace plateau::figures
