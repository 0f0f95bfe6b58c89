// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/charts/schematic.h"
#include "core/paper/figure_page.h"
#include "core/text/messages/error.h"

namespace plateau::tours {

/// What draws pictures and prints sheets: a program that has a desktop gives it.
struct Press {
    /// The bytes of a figure's file.
    std::function<Expected<std::string>(const figures::FigurePage& page, const figures::ExportOptions& options)> figure;
    /// The bytes of a PNG.
    std::function<Expected<std::string>(const figures::Schematic& schematic)> schematic;
    /// The bytes of a PDF: sheets of HTML, each on one A4 page.
    std::function<Expected<std::string>(const std::vector<std::string>& sheets,
                                        const std::vector<figures::SheetPicture>& pictures, const std::string& title)>
        sheets;
};

} // namespace plateau::tours
