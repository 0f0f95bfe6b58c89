// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/charts/schematic.h"
#include "core/paper/figure_page.h"

/// What needs Qt: the window, and figures as pictures. Two programs are made of the same commands: `plateau` has no
/// desktop and goes on as `plateau-window`, which has one, when words ask for it. So the terminal's answers load no
/// Qt, and a build without the window answers them too.
namespace plateau::app {

/// To be asked before the two below, and before any long work. In `plateau` it does not return where plateau-window
/// stands beside it; else it says what is missing. `language`: a code that words are to be said in; empty: none.
Expected<void> need_desktop(const std::string& language = {});

/// What is said from now on is said in a language that need_desktop() took.
void speak_in(const std::string& language);

/// `language`: a code as "de"; empty: as chosen in the window.
int open_window(int argc, char** argv, const std::string& file, const std::string& language);
/// The bytes of a PNG, SVG or PDF.
Expected<std::string> picture(const figures::FigurePage& page, const figures::ExportOptions& options);

/// The bytes of a PNG.
Expected<std::string> picture(const figures::Schematic& schematic);

/// The bytes of an SVG without letters of its own (ui/figures/export.h).
Expected<std::string> web_picture(const figures::WebPicture& picture, int width, int height);
/// The letters of such pictures, as @font-face.
std::string web_fonts(const std::string& words);

/// A report as PDF or as one HTML file, said in a language; empty: English.
Expected<std::string> report_file(const views::Report& report, bool html, const std::string& language);

/// Sheets of HTML, each on one A4 page.
Expected<std::string> printed_sheets(const std::vector<std::string>& sheets,
                                     const std::vector<figures::SheetPicture>& pictures, const std::string& title);

/// To be called after the last picture.
void leave_desktop();

} // namespace plateau::app
