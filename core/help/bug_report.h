// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/catalog/catalog.h"

namespace plateau::help {

/// "plateau 0.2.0", the kind of build and the libraries, a line each.
std::string version_text();

/// Writes what somebody who looks for a fault needs to know: version, system, presets that could not be read, the
/// question (empty: none) as its file says it. No path of a person's folders is in it.
std::string bug_report(const catalog::Catalog& catalog, const std::string& question);

/// "/home/ada/runs/a.yaml" as "…/a.yaml", wherever in the text; addresses of pages stay.
std::string without_folders(const std::string& text);

} // namespace plateau::help
