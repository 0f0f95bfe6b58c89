// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/paper/export_choices.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/text/units/quantity.h"

namespace plateau::figures {

namespace {

constexpr double millimetre = 1e-3, inch = 25.4e-3, screen_pixels = 96;
constexpr const char* size_names[] = {"column", "two-column", "slide", "slide-4x3"};

std::string plain(double value) { return fmt::format("{:.6g}", value); }

Expected<double> number(const std::string& text, double low, double high)
{
    const auto value = units::parse(text, units::Unit::None);
    if (value && *value >= low && *value <= high)
        return value;
    return failure({PLATEAU_TEXT("“%1” is out of range"), {Verbatim{text}}}, {},
                   {PLATEAU_TEXT("a number from %1 to %2"), {Verbatim{plain(low)}, Verbatim{plain(high)}}});
}

Expected<void> read_size(const std::string& text, ExportOptions& options)
{
    const auto sized = export_size(text, options);
    if (!sized)
        return tl::unexpected(sized.error());
    options = *sized;
    return {};
}

bool same_size(const ExportOptions& a, const ExportOptions& b)
{
    return std::abs(a.size.width - b.size.width) < 1e-6 && std::abs(a.size.height - b.size.height) < 1e-6
        && a.grows == b.grows && a.in_pixels == b.in_pixels;
}

std::string write_size(const ExportOptions& options)
{
    for (const char* name : size_names)
        if (same_size(*export_size(name), options))
            return name;
    const double unit = options.in_pixels ? inch / screen_pixels : millimetre;
    return fmt::format("{}x{}{}", plain(options.size.width / unit), plain(options.size.height / unit),
                       options.in_pixels ? "px" : "mm");
}

Expected<void> read_dpi(const std::string& text, ExportOptions& options)
{
    const auto dpi = number(text, 30, 2400);
    if (!dpi)
        return tl::unexpected(dpi.error());
    if (options.in_pixels)
        options.size = {options.size.width * options.dpi / *dpi, options.size.height * options.dpi / *dpi};
    options.dpi = *dpi;
    return {};
}

/// Writes nothing for a size in pixels: there are as many at any resolution.
std::string write_dpi(const ExportOptions& options) { return options.in_pixels ? std::string() : plain(options.dpi); }

Expected<void> read_theme(const std::string& text, ExportOptions& options)
{
    const auto theme = export_theme(text);
    if (!theme)
        return tl::unexpected(theme.error());
    options.theme = *theme;
    return {};
}

std::string write_theme(const ExportOptions& options)
{
    return options.theme == FigureTheme::Print ? "print" : options.theme == FigureTheme::Light ? "light" : "dark";
}

Expected<void> read_background(const std::string& text, ExportOptions& options)
{
    if (text != "theme" && text != "transparent")
        return failure({PLATEAU_TEXT("%1 is no background"), {Verbatim{text}}}, {},
                       {PLATEAU_TEXT("theme or transparent"), {}});
    options.see_through = text == "transparent";
    return {};
}

std::string write_background(const ExportOptions& options) { return options.see_through ? "transparent" : "theme"; }

Expected<void> read_font(const std::string& text, ExportOptions& options)
{
    options.font = text == "Plateau Sans" ? std::string() : text;
    return {};
}

std::string write_font(const ExportOptions& options) { return options.font.empty() ? "Plateau Sans" : options.font; }

template<double ExportOptions::*member>
Expected<void> read_points(const std::string& text, ExportOptions& options)
{
    constexpr bool lines = member == &ExportOptions::line_points;
    constexpr bool scale = member == &ExportOptions::font_scale;
    const auto value = number(text, lines ? 0.1 : scale ? 0.25 : 3, lines ? 12 : scale ? 8 : 96);
    if (!value)
        return tl::unexpected(value.error());
    options.*member = *value;
    return {};
}

Expected<void> read_language(const std::string& text, ExportOptions& options)
{
    options.language = text;
    return {};
}

std::string write_language(const ExportOptions& options) { return options.language; }

std::string write_font_size(const ExportOptions& options) { return plain(options.base_points); }
std::string write_font_scale(const ExportOptions& options)
{
    return options.font_scale == 1 ? std::string() : plain(options.font_scale);
}
std::string write_line_width(const ExportOptions& options)
{
    return options.line_points > 0 ? plain(options.line_points) : std::string();
}

Expected<void> read_names(const std::string& text, ExportOptions& options)
{
    if (text != "curves" && text != "legend" && text != "none")
        return failure({PLATEAU_TEXT("%1 is no place for the names of curves"), {Verbatim{text}}}, {},
                       {PLATEAU_TEXT("curves, legend or none"), {}});
    options.names = text == "curves" ? NamePlace::Curves : text == "legend" ? NamePlace::Legend : NamePlace::None;
    return {};
}

std::string write_names(const ExportOptions& options)
{
    return options.names == NamePlace::Curves ? "curves" : options.names == NamePlace::Legend ? "legend" : "none";
}

Expected<void> read_show(const std::string& text, ExportOptions& options)
{
    bool title = false, caption = false;
    std::size_t from = 0;
    while (from <= text.size()) {
        const std::size_t end = std::min(text.find(',', from), text.size());
        std::string word = text.substr(from, end - from);
        std::erase(word, ' ');
        from = end + 1;
        if (word != "title" && word != "caption" && word != "none")
            return failure({PLATEAU_TEXT("“%1” is nothing to show beside the plots"), {Verbatim{word}}}, {},
                           {PLATEAU_TEXT("title, caption, both with a comma between, or none"), {}});
        title = title || word == "title";
        caption = caption || word == "caption";
    }
    options.title = title;
    options.caption = caption;
    return {};
}

std::string write_show(const ExportOptions& options)
{
    return options.title && options.caption ? "title, caption"
        : options.title                     ? "title"
        : options.caption                   ? "caption"
                                            : "none";
}

constexpr ExportChoice all_choices[] = {
    {"--size", "WxH", PLATEAU_TEXT("88x100mm, 3.5x4in, 1200x800px, column, two-column, slide or slide-4x3"), read_size,
     write_size},
    {"--dpi", "N", PLATEAU_TEXT("dots per inch of a PNG"), read_dpi, write_dpi},
    {"--theme", "NAME", PLATEAU_TEXT("print, light or dark"), read_theme, write_theme},
    {"--background", "NAME", PLATEAU_TEXT("theme or transparent"), read_background, write_background},
    {"--font", "FAMILY", PLATEAU_TEXT("letters of another family than Plateau Sans"), read_font, write_font},
    {"--font-size", "PT", PLATEAU_TEXT("of the smallest letters, points"), read_points<&ExportOptions::base_points>,
     write_font_size},
    {"--font-scale", "X", PLATEAU_TEXT("letters larger (1.2) or smaller (0.9)"),
     read_points<&ExportOptions::font_scale>, write_font_scale},
    {"--line-width", "PT", PLATEAU_TEXT("of a curve, points"), read_points<&ExportOptions::line_points>,
     write_line_width},
    {"--language", "CODE", PLATEAU_TEXT("of the words in the picture, such as de; files of data stay English"),
     read_language, write_language},
    {"--labels", "WHERE", PLATEAU_TEXT("names of curves: curves (beside them), legend (below) or none"), read_names,
     write_names},
    {"--show", "WORDS", PLATEAU_TEXT("also on the picture: title, caption or both"), read_show, write_show},
};

} // namespace

std::span<const ExportChoice> export_choices() { return all_choices; }

Expected<ExportOptions> export_options(const Choices& choices)
{
    ExportOptions options = *export_size("column");
    for (const ExportChoice& choice : all_choices) {
        const auto chosen = choices.find(choice.key());
        if (chosen == choices.end())
            continue;
        if (auto read = choice.read(chosen->second, options); !read) {
            Error error = read.error();
            error.where = fmt::format("{} {}", choice.flag, chosen->second);
            return tl::unexpected(std::move(error));
        }
    }
    return options;
}

Choices choices_of(const ExportOptions& options)
{
    Choices choices;
    for (const ExportChoice& choice : all_choices)
        if (std::string words = choice.write(options); !words.empty())
            choices[choice.key()] = std::move(words);
    return choices;
}

} // namespace plateau::figures
