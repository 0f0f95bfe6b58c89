// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/paper/export_options.h"
#include "core/paper/figure_page.h"

namespace plateau::figures {

/// What stands in a text where its HTML has an image of this name: a figure, drawn as lines and letters, or a PNG.
struct SheetPicture {
    std::string name = {};
    std::optional<FigurePage> page = {};
    ExportOptions options = {}; ///< of the figure: its size is in proportion
    std::string png = {};
};

} // namespace plateau::figures
