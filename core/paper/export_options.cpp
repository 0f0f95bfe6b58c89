// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/paper/export_options.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>
#include <regex>

#include "core/views/times.h"

namespace plateau::figures {

namespace {

constexpr double metres_per_inch = 0.0254;
constexpr double metres_per_pixel = metres_per_inch / 96;
constexpr double least_metres = 20e-3, most_metres = 3;
constexpr double narrow_metres = 120e-3; ///< what is narrower is a column and has smaller letters

const char* const legal_sizes
    = PLATEAU_TEXT("column, two-column, slide, slide-4x3, or WIDTHxHEIGHT in mm, in or px, such as 88x100mm");

/// Reads a number; what is none reads as 0.
double number(const std::string& digits)
{
    double value = 0;
    const char* end = digits.data() + digits.size();
    return std::from_chars(digits.data(), end, value).ptr == end ? value : 0;
}

double metres_per(const std::string& unit)
{
    return unit == "mm" ? 1e-3 : unit == "in" ? metres_per_inch : metres_per_pixel;
}

constexpr double paper_dpi = 300, screen_dpi = 96;

constexpr FormatRow all_formats[] = {
    {FigureFormat::Png, "png", "PNG", true},          {FigureFormat::Svg, "svg", "SVG", true},
    {FigureFormat::Pdf, "pdf", "PDF", true},          {FigureFormat::Csv, "csv", "CSV", false},
    {FigureFormat::Matplotlib, "py", "Python", true}, {FigureFormat::Pgfplots, "tex", "LaTeX", true},
    {FigureFormat::Bibtex, "bib", "BibTeX", false},
};

std::optional<ExportOptions> named_size(const std::string& words, ExportOptions options)
{
    options.letters = true;
    options.grows = false;
    options.most_height = 0;
    options.one_panel = false;
    options.in_pixels = false;
    options.dpi = paper_dpi;
    if (words == "column") {
        options.size = {88e-3, 66e-3};
        options.base_points = 7;
        options.grows = true;
        options.most_height = 120e-3;
    } else if (words == "two-column") {
        options.size = {180e-3, 90e-3};
        options.base_points = 8;
        options.grows = true;
        options.most_height = 200e-3;
    } else if (words == "slide" || words == "slide-4x3") {
        options.size = {(words == "slide" ? 1280 : 960) * metres_per_pixel, 720 * metres_per_pixel};
        options.base_points = 18;
        options.one_panel = true;
        options.letters = false;
        options.dpi = 2 * screen_dpi; // twice as many dots as the size says
    } else
        return std::nullopt;
    return options;
}

} // namespace

Expected<ExportOptions> export_size(const std::string& words, ExportOptions options)
{
    if (const auto named = named_size(words, options))
        return *named;
    static const std::regex pattern(R"(\s*([0-9.]+)\s*(mm|in|px)?\s*(?:x|×)\s*([0-9.]+)\s*(mm|in|px)\s*)");
    std::smatch match;
    if (!std::regex_match(words, match, pattern))
        return failure({PLATEAU_TEXT("%1 is not a size"), {Verbatim{words}}}, {}, {legal_sizes, {}});
    const std::string unit = match[4];
    const double width = number(match[1]) * metres_per(match[2].matched ? match[2].str() : unit);
    const double height = number(match[3]) * metres_per(unit);
    if (!(std::min(width, height) >= least_metres && std::max(width, height) <= most_metres))
        return failure({PLATEAU_TEXT("%1 is not a usable size"), {Verbatim{words}}}, {},
                       {PLATEAU_TEXT("20 mm to 3 m in each direction"), {}});
    options.size = {width, height};
    options.grows = options.one_panel = false;
    options.most_height = 0;
    options.in_pixels = unit == "px";
    options.base_points = options.in_pixels ? 8.25 : width < narrow_metres ? 7 : 8;
    options.letters = !options.in_pixels;
    options.dpi = options.in_pixels ? screen_dpi : paper_dpi; // as many dots as the size says
    return options;
}

Expected<void> can_be_drawn_in_points(PaperSize metres, const ExportOptions& options)
{
    const auto whole = [](double number) { return narrate::fixed(number, 0); };
    constexpr double most_points = 150e6; // of 4 bytes; A0 at 300 dpi has 140 million
    const double inches = metres.width * metres.height / (metres_per_inch * metres_per_inch);
    if (inches * options.dpi * options.dpi <= most_points)
        return {};
    return failure(
        {PLATEAU_TEXT("%1 x %2 mm at %3 dpi are %4 million points"),
         {whole(metres.width * 1e3), whole(metres.height * 1e3), whole(options.dpi),
          whole(inches * options.dpi * options.dpi / 1e6)}},
        {},
        {PLATEAU_TEXT("at most 150 million: up to %1 dpi, a smaller size, or .svg or .pdf, which have no points"),
         {whole(std::floor(std::sqrt(most_points / inches)))}});
}

std::span<const FormatRow> figure_formats() { return all_formats; }

const FormatRow& format_row(FigureFormat format)
{
    return *std::find_if(std::begin(all_formats), std::end(all_formats),
                         [&](const FormatRow& row) { return row.format == format; });
}

std::vector<FigureFile> files_of(const std::filesystem::path& file, FigureFormat format)
{
    if (format == FigureFormat::Matplotlib || format == FigureFormat::Pgfplots)
        return {
            {std::filesystem::path(file).replace_extension(format_row(FigureFormat::Csv).suffix), FigureFormat::Csv},
            {file, format}};
    return {{file, format}};
}

Expected<FigureFormat> export_format(const std::string& file)
{
    std::string suffix = std::filesystem::path(file).extension().string();
    std::transform(suffix.begin(), suffix.end(), suffix.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
    });
    for (const FormatRow& row : all_formats)
        if (suffix.size() > 1 && suffix.substr(1) == row.suffix)
            return row.format;
    return failure({PLATEAU_TEXT("%1 has no known figure suffix"), {Verbatim{file}}}, {},
                   {PLATEAU_TEXT(".png, .svg, .pdf, .csv, .py (matplotlib), .tex (pgfplots) or .bib"), {}});
}

Expected<FigureTheme> export_theme(const std::string& words)
{
    if (words == "print")
        return FigureTheme::Print;
    if (words == "light")
        return FigureTheme::Light;
    if (words == "dark")
        return FigureTheme::Dark;
    return failure({PLATEAU_TEXT("%1 is not a theme"), {Verbatim{words}}}, {},
                   {PLATEAU_TEXT("print, light or dark"), {}});
}

} // namespace plateau::figures
