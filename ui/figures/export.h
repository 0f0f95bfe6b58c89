// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QImage>
#include <QSizeF>

#include <optional>

#include "core/paper/export_options.h"
#include "core/paper/figure_page.h"

/// Figures on paper: the window's own renderer at any size. Every export carries the scenario it was made from, so
/// that opening the file brings the question back. Needs a QApplication, but no display.
namespace plateau::ui {

struct Theme;

/// Whether there is any font to write with: the program's own, or one of the system.
bool has_fonts();

/// Whether letters of this family can be had; empty: the program's own.
bool has_family(const QString& family);

/// The size in metres where the words need more than was asked for even in the smallest letters; else none.
std::optional<QSizeF> outgrown(const figures::FigurePage& page, const figures::ExportOptions& options);
/// Whether it can be a picture of points at the resolution of the options; the error says which could.
Expected<void> drawable(const figures::FigurePage& page, const figures::ExportOptions& options);
/// In the format of the options.
Expected<QByteArray> page_bytes(const figures::FigurePage& page, const figures::ExportOptions& options);
Expected<QByteArray> figure_bytes(const figures::Figure& figure, const figures::ExportOptions& options);
/// Dots of a picture of so many metres.
QSize dots_of(const QSizeF& metres, double dpi);

/// In the theme of the options, else in `look`.
QImage page_image(const figures::FigurePage& page, const figures::ExportOptions& options, const Theme* look = nullptr);
QImage figure_image(const figures::Figure& figure, const figures::ExportOptions& options, const Theme* look = nullptr);
QByteArray figure_png(const figures::Figure& figure, const figures::ExportOptions& options);
QByteArray figure_svg(const figures::Figure& figure, const figures::ExportOptions& options);

} // namespace plateau::ui
