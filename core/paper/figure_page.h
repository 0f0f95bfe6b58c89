// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/answers/answers.h"
#include "core/charts/figure.h"
#include "core/charts/schematic.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/question/scenario/parameter_table.h"
#include "core/question/scenario/scenario.h"
#include "core/question/scenario/scenario_file.h"
#include "core/text/messages/error.h"
#include "core/text/messages/message.h"
#include "core/views/view.h"
#include "core/views/words.h"

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
    const char* help;
    Expected<void> (*read)(const std::string& text, ExportOptions& options);
    std::string (*write)(const ExportOptions& options); ///< what read() reads back; empty: as it is anyway
    std::span<const ChoiceWord> words = {}; ///< empty: any text

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

/// Holds what a figure's file says about itself: enough to make it again, and to cite it.
struct Provenance {
    std::string scenario; ///< YAML of the question; of several, one document each, the one that is asked first
    std::string version; ///< of the program
    std::string caption; ///< one paragraph: what is shown, what to see
    std::vector<Message> generated = {}; ///< its sentences, for other languages; empty: somebody wrote it
    std::vector<Message> at_length = {}; ///< the same with every chosen value and how the numbers are known
    std::vector<std::string> sources = {}; ///< of what the numbers rest on

    void write_caption(std::string words)
    {
        caption = std::move(words);
        generated.clear();
    }
};

struct PageTile {
    Message heading; ///< "Hardware: B200"; empty: none
    Figure figure;
};

struct FigurePage {
    Message title = {};
    Message asked = {}; ///< whose figure it is: "Llama 2 7B on 128 H100 SXM 80GB, FSDP, whole world"
    Message corner = {}; ///< of a slide: who says so; `asked` stands below its title then
    Message sentence = {};
    std::vector<PageTile> tiles = {}; ///< at least one
    Provenance provenance = {};
};

/// A figure alone; it carries its own scenario.
FigurePage page_of(Figure figure);

/// Makes a slide of it, one thought: the answer is its title; of a plot the main panel is left.
void as_slide(FigurePage& page);

/// Axes of the same panels get the same range, so that tiles can be compared.
void share_axes(FigurePage& page);

/// Exactly what is drawn, as pandas (`comment="#"`) and pgfplots (`col sep=comma`) read it: one row per x, one column
/// per curve, units in brackets in the header; bars and heat maps a row each. No cell holds a comma. Comment
/// lines before them carry the title, the sentence and the scenario. Of several tiles a row's first cell says which.
std::string page_csv(const FigurePage& page);
/// A format that is written, not drawn: the table, or the references.
std::string page_text(const FigurePage& page, FigureFormat format);

/// What stands in a text where its HTML has an image of this name: a figure, drawn as lines and letters, or a PNG.
struct SheetPicture {
    std::string name = {};
    std::optional<FigurePage> page = {};
    ExportOptions options = {}; ///< of the figure: its size is in proportion
    std::string png = {};
};

/// What a page of the web shows.
using WebPicture = std::variant<Figure, Schematic>;

/// The first scenario is the one that is asked, the others lie over it. `known`: how the numbers are known; may be
/// empty.
std::vector<Message> long_caption(const FigurePage& page, const std::vector<Scenario>& scenarios, const Message& known);
std::vector<Message> long_caption(const FigurePage& page, const std::vector<LimitsScenario>& scenarios,
                                  const Message& known);

/// Two sentences: what is shown of what, what to see.
std::vector<Message> caption(FigurePage& page, const std::vector<Scenario>& scenarios);
std::vector<Message> caption(FigurePage& page, const std::vector<LimitsScenario>& scenarios);
/// caption() without the configuration, where that stands beside the picture.
std::vector<Message> short_caption(const FigurePage& page);

/// Captions and sources of a page; `known` as above.
template<class S>
void describe(FigurePage& page, const std::vector<S>& scenarios, const Message& known);

/// Its sentences as one paragraph, in English.
std::string caption_text(const std::vector<Message>& sentences);

/// Sources of the hardware, the model, the software and the constants that the scenarios draw on; each once.
std::vector<std::string> sources_of(const std::vector<Scenario>& scenarios);
std::vector<std::string> sources_of(const std::vector<LimitsScenario>& scenarios);

/// A figure with all that its file says about itself: the scenarios, the one that is asked first; the name under which
/// `plateau export` draws it, may be empty; a caption and the sources. `known`: how its numbers are known; may be
/// empty.
template<class S>
FigurePage described_page(Figure figure, std::vector<S> scenarios, const std::string& shown, const Message& known = {});

} // namespace plateau::figures

/// A question and its answer on paper: first a page for whoever decides, then the plots, the numbers and the reasons,
/// at the end all inputs. A plain value, said in the language that is spoken when report_html() writes it.
namespace plateau::views {

struct ReportTable {
    std::vector<Message> head = {};
    std::vector<std::vector<Message>> rows = {}; ///< one cell alone: a heading of the rows below it
    bool dense = false; ///< small letters
};

struct ReportSection {
    Message heading = {};
    std::vector<Message> paragraphs = {};
    ReportTable table = {};
    std::vector<figures::FigurePage> pictures = {};
    std::vector<Message> list = {};
    bool numbered = false; ///< the list
    bool new_page = false; ///< on paper it begins one
};

struct Report {
    Message title = {};
    Message made = {}; ///< when, with which version
    std::vector<ReportSection> sections = {};
    std::string scenario = {}; ///< YAML, to ask it again
};

/// The first scenario is the question, the others are compared with it. `figures`: by name; empty: those that answer it
/// at a glance. `date`: of the day it is made, as people of all countries read it, "2026-11-26".
Report training_report(answers::Answers& answers, const std::vector<Scenario>& scenarios,
                       const std::vector<std::string>& figures, const std::string& date);
Report limits_report(answers::Answers& answers, const std::vector<LimitsScenario>& scenarios,
                     const std::vector<std::string>& figures, const std::string& date);

/// The day of SOURCE_DATE_EPOCH where that is set, else today.
std::string report_date();

enum class Medium { Screen, Paper };
/// A page of HTML that needs nothing else. `images`: the source of each picture in turn, a data URI or a name.
/// `language`: its code.
std::string report_html(const Report& report, const std::vector<std::string>& images, Medium medium,
                        const std::string& language);
/// Every such page of a screen begins with it.
extern const char* const report_mark;

} // namespace plateau::views
