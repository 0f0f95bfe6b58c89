// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>
#include <string>
#include <vector>

#include "core/views/figures/export_options.h"
#include "core/views/figures/figure_page.h"

namespace plateau::ui {

/// What stands in a text where its HTML has an image of this name: a figure, drawn as lines and letters, or a PNG.
struct PrintedPicture {
    std::string name = {};
    std::optional<figures::FigurePage> page = {};
    figures::ExportOptions options = {}; ///< of the figure: its size is in proportion
    std::string png = {};
};

/// HTML on A4 paper, as a PDF.
QByteArray printed_page(const QString& html, const std::vector<PrintedPicture>& pictures, const QString& title);

/// Prints each of several texts on a sheet of its own, in the largest letters with which it fits; what has no room even
/// in the smallest goes on overleaf.
QByteArray printed_sheets(const std::vector<QString>& sheets, const std::vector<PrintedPicture>& pictures,
                          const QString& title);

} // namespace plateau::ui
