// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/charts/schematic.h"
#include "core/paper/figure_page.h"
#include "core/teaching/tours/exercise_sheet.h"
#include "core/teaching/tours/tour.h"
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
    /// A picture of a page of the web, at least so many pixels high (ui/figures/export.h).
    std::function<Expected<std::string>(const figures::WebPicture& picture, int width, int height)> web;
    /// The letters of such pictures and of words, as @font-face.
    std::function<std::string(const std::string& words)> fonts;
};

/// The bytes of a PDF: the steps of a tour, two to a sheet, or one of them alone (from 0; -1: all). Pictures, words
/// with their numbers as they are now, and the source; `key`: in their place the answers, and what is published.
Expected<std::string> handout(const Press& press, const std::shared_ptr<answers::Answers>& answers, const Tour& tour,
                              const PaperClaims& claims, int step = -1, bool key = false);

/// HTML of one step as it is asked, with its pictures as HTML.
std::string sheet(const std::shared_ptr<answers::Answers>& answers, const Tour& tour, const PaperClaims& claims,
                  std::size_t step, const std::vector<std::string>& pictures);

/// How the web page of a sheet begins, by which it is known again.
inline constexpr const char* exercise_mark = "<!DOCTYPE html>\n<!-- Exercises of Plateau -->\n";

/// The bytes of a sheet's file.
Expected<std::string> exercise_file(const Press& press, const std::shared_ptr<answers::Answers>& answers,
                                    const Tour& tour, const PaperClaims& claims, const SheetChoice& choice);

/// What every such page begins with.
extern const char* const lecture_mark;

/// A tour as one page of the web that needs nothing else: its steps with what a class sees of them, its questions, its
/// controls with everything that they can be set to computed and drawn ahead, deflated and in base64. On paper, and
/// where no script runs, it shows how each step begins. It is said in the language spoken; `language`: its code. The
/// script and the style of the page: resources/teaching.
Expected<std::string> lecture_page(const Press& press, const std::shared_ptr<answers::Answers>& answers,
                                   const Tour& tour, const PaperClaims& claims, const std::string& language);

} // namespace plateau::tours
