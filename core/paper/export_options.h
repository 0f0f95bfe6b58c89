// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "core/text/messages/error.h"

/// How a figure is put on paper.
namespace plateau::figures {

enum class FigureFormat { Png, Svg, Pdf, Csv, Matplotlib, Pgfplots, Bibtex };
enum class FigureTheme { Print, Light, Dark };
enum class NamePlace { Curves, Legend, None }; ///< where the names of curves stand

/// A format and the suffix that asks for it.
struct FormatRow {
    FigureFormat format;
    const char* suffix; ///< without its dot
    const char* title;
    bool drawn; ///< with the window's colours and letters; else only written
};
std::span<const FormatRow> figure_formats();
const FormatRow& format_row(FigureFormat format);

/// The files that an export is: a script draws the table that stands before it here.
struct FigureFile {
    std::filesystem::path file;
    FigureFormat format;
};
std::vector<FigureFile> files_of(const std::filesystem::path& file, FigureFormat format);

/// Size on paper, in metres.
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
    std::string font; ///< family; empty: Plateau Sans
    std::string language; ///< its code; empty: the window's, in the terminal English
    double line_points = 0; ///< width of a curve, points; 0: what goes with the letters
    bool see_through = false; ///< nothing behind the figure
    NamePlace names = NamePlace::Curves;
    bool title = false; ///< above the plots
    bool caption = false; ///< below them
    bool grows = false; ///< the height is what panels and words need, at least size.height
    double most_height = 0; ///< of one that grows; 0: no limit
    bool one_panel = false; ///< a slide: of a plot the main panel alone unless others were asked for
    bool letters = true; ///< panels are lettered a, b, c
    bool marker = false; ///< draw the line at the current point
    std::string table; ///< of a script: the name of the file with its data, beside it
    bool in_pixels = false; ///< the size counts dots, which stay as many at any resolution
};

/// "column" (88 mm) and "two-column" (180 mm), as high as they need to be, at most 120 and 200 mm, "slide" (16:9),
/// "slide-4x3", or WxH in mm, in or px ("88x100mm", "1200x800px"), with the letter size that suits it.
Expected<ExportOptions> export_size(const std::string& text, ExportOptions options = {});
/// A picture of points, that many metres large: an error says at how many dots per inch it can be had.
Expected<void> can_be_drawn_in_points(PaperSize metres, const ExportOptions& options);
/// By the file's suffix.
Expected<FigureFormat> export_format(const std::string& file);
Expected<FigureTheme> export_theme(const std::string& text);

} // namespace plateau::figures
