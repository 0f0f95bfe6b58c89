// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>

#include <string>

#include "core/paper/figure_page.h"

namespace plateau::ui {

/// Draws a picture for a page of the web that has one font for all of them: SVG that holds neither letters nor a
/// question. It is as wide as asked for and higher where its words need it. Where its plots stand and what their axes
/// show is its attribute data-plots, a plot after the other: id, left, top, right, bottom, x from left to right and
/// whether by factors (1) or evenly (0), y from bottom to top and whether by factors.
std::string web_picture(const figures::WebPicture& picture, QSize least);
/// @font-face of the letters of such pictures, and of the words of a page.
std::string web_fonts(const std::string& words);

} // namespace plateau::ui
