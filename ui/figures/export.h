// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QImage>
#include <QSizeF>
#include <QString>

#include <string>

#include "core/figures/figure.h"
#include "core/messages/error.h"

/// Figures on paper: the window's own renderer at any size. Every export carries the scenario it was made from, so
/// that opening the file brings the question back. Needs a QApplication, but no display.
namespace plateau::ui {

enum class FigureFormat { Png, Svg, Pdf, Csv };
enum class FigureTheme { Print, Light, Dark };

struct ExportOptions {
    FigureFormat format = FigureFormat::Png;
    QSizeF size{88e-3, 100e-3}; ///< metres
    double dpi = 300; ///< PNG only
    FigureTheme theme = FigureTheme::Print;
    double base_points = 7; ///< size of the tick labels' text, points
    double font_scale = 1; ///< x base_points
    bool letters = true; ///< panels are lettered a, b, c
    bool marker = false; ///< draw the line at the current point
};

/// "column" (88 mm), "two-column" (180 mm), "slide" (16:9), or WxH in mm, in or px ("88x100mm", "1200x800px"),
/// with the letter size that suits it.
Expected<ExportOptions> export_size(const std::string& text, ExportOptions options = {});
/// By the file's suffix: png, svg, pdf, csv.
Expected<FigureFormat> export_format(const QString& file);
Expected<FigureTheme> export_theme(const std::string& text);

Expected<void> export_figure(const figures::Figure& figure, const ExportOptions& options, const QString& file);

QImage figure_image(const figures::Figure& figure, const ExportOptions& options);
QByteArray figure_png(const figures::Figure& figure, const ExportOptions& options);
QByteArray figure_svg(const figures::Figure& figure, const ExportOptions& options);
QByteArray figure_pdf(const figures::Figure& figure, const ExportOptions& options);

/// The scenario's YAML out of a PNG, SVG, PDF or CSV written by export_figure().
Expected<std::string> read_embedded_scenario(const QString& file);
/// Whether the file could be such a figure, by its suffix.
bool is_figure_file(const QString& file);

} // namespace plateau::ui
