// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/messages/error.h"

/// How a figure is put on paper.
namespace plateau::figures {

enum class FigureFormat { Png, Svg, Pdf, Csv };
enum class FigureTheme { Print, Light, Dark };

/// Metres.
struct PaperSize {
    double width = 88e-3;
    double height = 100e-3;
};

struct ExportOptions {
    FigureFormat format = FigureFormat::Png;
    PaperSize size;
    double dpi = 300; ///< PNG only
    FigureTheme theme = FigureTheme::Print;
    double base_points = 7; ///< size of the tick labels' text, points
    double font_scale = 1; ///< x base_points
    bool grows = false; ///< the height is what the words below the plots need, at least size.height
    bool letters = true; ///< panels are lettered a, b, c
    bool marker = false; ///< draw the line at the current point
};

/// "column" (88 mm) and "two-column" (180 mm), as high as they need to be, "slide" (16:9), "slide-4x3", or WxH in mm,
/// in or px ("88x100mm", "1200x800px"), with the letter size that suits it.
Expected<ExportOptions> export_size(const std::string& text, ExportOptions options = {});
/// By the file's suffix: png, svg, pdf, csv.
Expected<FigureFormat> export_format(const std::string& file);
Expected<FigureTheme> export_theme(const std::string& text);

} // namespace plateau::figures
