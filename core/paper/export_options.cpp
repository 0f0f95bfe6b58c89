// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/paper/figure_page.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <regex>
#include <type_traits>

#include "core/catalog/catalog.h"
#include "core/files/reader.h"
#include "core/files/yaml_writer.h"
#include "core/text/messages/nearest.h"
#include "core/text/messages/words.h"
#include "core/text/units/quantity.h"
#include "core/views/words.h"

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
    {FigureFormat::Png, "png", "PNG", PLATEAU_TEXT("picture of dots"), true},
    {FigureFormat::Svg, "svg", "SVG", PLATEAU_TEXT("drawing for text and web"), true},
    {FigureFormat::Pdf, "pdf", "PDF", PLATEAU_TEXT("drawing for print"), true},
    {FigureFormat::Csv, "csv", "CSV", PLATEAU_TEXT("the data"), false},
    {FigureFormat::Matplotlib, "py", "Python", PLATEAU_TEXT("matplotlib script and its CSV"), true},
    {FigureFormat::Pgfplots, "tex", "LaTeX", PLATEAU_TEXT("pgfplots script and its CSV"), true},
    {FigureFormat::Bibtex, "bib", "BibTeX", PLATEAU_TEXT("references to cite"), false},
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

namespace {

constexpr ChoiceWord sizes[] = {{"column", PLATEAU_TEXT("Journal column, 88 mm")},
                                {"two-column", PLATEAU_TEXT("Two columns, 180 mm")},
                                {"slide", PLATEAU_TEXT("Slide, 16:9")},
                                {"slide-4x3", PLATEAU_TEXT("Slide, 4:3")}};
constexpr ChoiceWord themes[]
    = {{"print", PLATEAU_TEXT("Print")}, {"light", PLATEAU_TEXT("Light")}, {"dark", PLATEAU_TEXT("Dark")}};
constexpr ChoiceWord backgrounds[] = {{"theme", PLATEAU_TEXT("The theme's")}, {"transparent", PLATEAU_TEXT("None")}};
constexpr ChoiceWord label_places[]
    = {{"curves", PLATEAU_TEXT("On curves")}, {"legend", PLATEAU_TEXT("Legend")}, {"none", PLATEAU_TEXT("None")}};
constexpr ChoiceWord shown_words[] = {{"none", PLATEAU_TEXT("None")},
                                      {"title", PLATEAU_TEXT("Title")},
                                      {"caption", PLATEAU_TEXT("Caption")},
                                      {"title, caption", PLATEAU_TEXT("Both")}};

/// Of a member that counts its words in their order.
template<auto member, const auto& words>
Expected<void> read_word(const std::string& text, ExportOptions& options)
{
    using Value = std::remove_reference_t<decltype(options.*member)>;
    std::vector<std::string> known;
    for (std::size_t i = 0; i < std::size(words); ++i) {
        known.emplace_back(words[i].word);
        if (text != words[i].word)
            continue;
        options.*member = static_cast<Value>(i);
        return {};
    }
    return failure({PLATEAU_TEXT("“%1” is none of its words"), {Verbatim{text}}}, {}, one_of(known));
}

template<auto member, const auto& words>
std::string write_word(const ExportOptions& options)
{
    return words[static_cast<std::size_t>(options.*member)].word;
}

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
    return export_size(text, options).map([&](const ExportOptions& sized) { options = sized; });
}

bool same_size(const ExportOptions& a, const ExportOptions& b)
{
    return std::abs(a.size.width - b.size.width) < 1e-6 && std::abs(a.size.height - b.size.height) < 1e-6
        && a.grows == b.grows && a.in_pixels == b.in_pixels;
}

std::string write_size(const ExportOptions& options)
{
    for (const ChoiceWord& name : sizes)
        if (same_size(*export_size(name.word), options))
            return name.word;
    const char* const unit = options.in_pixels ? "px" : "mm";
    return fmt::format("{}x{}{}", plain(options.size.width / metres_per(unit)),
                       plain(options.size.height / metres_per(unit)), unit);
}

Expected<void> read_dpi(const std::string& text, ExportOptions& options)
{
    return number(text, 30, 2400).map([&](double dpi) {
        if (options.in_pixels)
            options.size = {options.size.width * options.dpi / dpi, options.size.height * options.dpi / dpi};
        options.dpi = dpi;
    });
}

/// Writes nothing for a size in pixels: there are as many at any resolution.
std::string write_dpi(const ExportOptions& options) { return options.in_pixels ? std::string() : plain(options.dpi); }

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
    return number(text,
                  lines       ? 0.1
                      : scale ? 0.25
                              : 3,
                  lines       ? 12
                      : scale ? 8
                              : 96)
        .map([&](double value) { options.*member = value; });
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

Expected<void> read_show(const std::string& text, ExportOptions& options)
{
    bool title = false, caption = false;
    std::size_t from = 0;
    while (from <= text.size()) {
        const std::size_t end = std::min(text.find(',', from), text.size());
        std::string word = text.substr(from, end - from);
        std::erase(word, ' ');
        from = end + 1;
        const bool both = word == "both";
        if (!both && word != "title" && word != "caption" && word != "none")
            return failure({PLATEAU_TEXT("“%1” is nothing to show beside the plots"), {Verbatim{word}}}, {},
                           {PLATEAU_TEXT("title, caption, both or none"), {}});
        title = title || both || word == "title";
        caption = caption || both || word == "caption";
    }
    options.title = title;
    options.caption = caption;
    return {};
}

std::string write_show(const ExportOptions& options)
{
    return shown_words[(options.title ? 1 : 0) + (options.caption ? 2 : 0)].word;
}

constexpr ExportChoice all_choices[] = {
    {"--size", "WxH", PLATEAU_TEXT("Size"), "",
     PLATEAU_TEXT("88x100mm, 3.5x4in, 1200x800px, column, two-column, slide or slide-4x3"), read_size, write_size,
     sizes},
    {"--dpi", "N", PLATEAU_TEXT("Resolution"), "dpi", PLATEAU_TEXT("dots per inch of a PNG"), read_dpi, write_dpi},
    {"--theme", "NAME", PLATEAU_TEXT("Theme"), "", PLATEAU_TEXT("print, light or dark"),
     read_word<&ExportOptions::theme, themes>, write_word<&ExportOptions::theme, themes>, themes},
    {"--background", "NAME", PLATEAU_TEXT("Background"), "", PLATEAU_TEXT("theme or transparent"),
     read_word<&ExportOptions::see_through, backgrounds>, write_word<&ExportOptions::see_through, backgrounds>,
     backgrounds},
    {"--font", "FAMILY", PLATEAU_TEXT("Font"), "", PLATEAU_TEXT("letters of another family than Plateau Sans"),
     read_font, write_font},
    {"--font-size", "PT", PLATEAU_TEXT("Font size"), "pt", PLATEAU_TEXT("of the smallest letters, points"),
     read_points<&ExportOptions::base_points>, write_font_size},
    {"--font-scale", "X", "", "", PLATEAU_TEXT("letters larger (1.2) or smaller (0.9)"),
     read_points<&ExportOptions::font_scale>, write_font_scale},
    {"--line-width", "PT", PLATEAU_TEXT("Lines"), "pt", PLATEAU_TEXT("of a curve, points"),
     read_points<&ExportOptions::line_points>, write_line_width},
    {"--language", "CODE", PLATEAU_TEXT("Language"), "",
     PLATEAU_TEXT("of the words in the picture, such as de; files of data stay English"), read_language,
     write_language},
    {"--labels", "WHERE", PLATEAU_TEXT("Labels"), "",
     PLATEAU_TEXT("names of curves: curves (beside them), legend (below) or none"),
     read_word<&ExportOptions::names, label_places>, write_word<&ExportOptions::names, label_places>, label_places},
    {"--show", "WORDS", PLATEAU_TEXT("Show"), "", PLATEAU_TEXT("also on the picture: title, caption or both"),
     read_show, write_show, shown_words},
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

ExportStyles read_export_styles(const std::vector<std::filesystem::path>& preset_folders)
{
    ExportStyles read;
    const auto all = catalog::all_preset_files(preset_folders, "styles");
    files::read_each(all, read.problems, [&](files::Reader& reader, const std::filesystem::path& file) {
        const std::size_t before = read.problems.size();
        ExportStyle style{file.stem().string(), {}, {}, catalog::is_shipped(file.string())};
        reader.text("title", style.title, files::Need::Required);
        for (const ExportChoice& choice : export_choices()) {
            std::string words;
            if (!reader.has(choice.key()) || !reader.text(choice.key(), words))
                continue;
            style.choices[choice.key()] = words;
            if (const auto options = export_options(style.choices); !options) {
                reader.refuse(choice.key(), options.error().what, options.error().accepted);
                style.choices.erase(choice.key());
            }
        }
        reader.finish();
        if (read.problems.size() == before)
            catalog::put(read.styles, std::move(style));
    });
    return read;
}

Expected<ExportStyle> find_style(const std::vector<ExportStyle>& styles, const std::string& name)
{
    std::vector<std::string> names;
    for (const ExportStyle& style : styles) {
        if (style.name == name)
            return style;
        names.push_back(style.name);
    }
    return failure(
        {PLATEAU_TEXT("“%1” is not a style; the nearest is %2"), {Verbatim{name}, Verbatim{nearest(name, names)}}}, {},
        one_of(names));
}

std::string write_style(const ExportStyle& style)
{
    files::YamlWriter yaml;
    yaml.entry("title", style.title);
    for (const ExportChoice& choice : export_choices())
        if (const auto chosen = style.choices.find(choice.key()); chosen != style.choices.end())
            yaml.entry(choice.key(), chosen->second);
    return yaml.text();
}

} // namespace plateau::figures
