// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/text/messages/error.h"

namespace plateau::figures {

enum class FigureFormat { Png, Svg, Pdf, Csv, Matplotlib, Pgfplots, Bibtex };
enum class FigureTheme { Print, Light, Dark };
enum class NamePlace { Curves, Legend, None }; ///< where the names of curves stand

/// A format and the suffix that asks for it.
struct FormatRow {
    FigureFormat format;
    const char* suffix; ///< without its dot
    const char* title;
    const char* about; ///< "drawing for print"
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

/// One of the words that a choice takes.
struct ChoiceWord {
    const char* word; ///< "slide"
    const char* title; ///< in the window: "Slide, 16:9"
};

/// Something that can be chosen about a figure on paper, by a flag of the terminal, in the window or in a style's file.
struct ExportChoice {
    const char* flag; ///< "--font-size"; without its dashes the key in a style's file
    const char* value; ///< "PT"
    const char* title; ///< in the window: "Font size"; empty: it is not offered there
    const char* unit; ///< of a number: "pt"; empty: it is none
    std::span<const ChoiceWord> words; ///< empty: any text
    const char* help;
    Expected<void> (*read)(const std::string& text, ExportOptions& options);
    std::string (*write)(const ExportOptions& options); ///< what read() reads back; empty: as it is anyway

    std::string key() const { return flag + 2; }
};

/// In the order in which they are read: the size brings letters, resolution and height with it.
std::span<const ExportChoice> export_choices();

using Choices = std::map<std::string, std::string>; ///< by key

/// A journal's column with those choices made; an error names the flag and what it was given.
Expected<ExportOptions> export_options(const Choices& choices);
Choices choices_of(const ExportOptions& options);

/// Choices under a name: styles/NAME.yaml of a preset folder.
struct ExportStyle {
    std::string name;
    std::string title;
    Choices choices;
    bool shipped = false; ///< the title is a text of ours
};
struct ExportStyles {
    std::vector<ExportStyle> styles;
    std::vector<Error> problems;
};
ExportStyles read_export_styles(const std::vector<std::filesystem::path>& preset_folders);
/// The style of a name. The error names the nearest one.
Expected<ExportStyle> find_style(const std::vector<ExportStyle>& styles, const std::string& name);
/// The text of a style's file.
std::string write_style(const ExportStyle& style);

} // namespace plateau::figures
