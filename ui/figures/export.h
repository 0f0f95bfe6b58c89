// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QImage>
#include <QSize>
#include <QSizeF>
#include <QString>

#include <optional>
#include <string>

#include "core/charts/figure.h"
#include "core/paper/export_options.h"
#include "core/paper/figure_page.h"

class QMimeData;
class QWidget;

/// Figures on paper: the window's own renderer at any size. Every export carries the scenario it was made from, so
/// that opening the file brings the question back. Needs a QApplication, but no display.
namespace plateau::ui {

/// A figure a page can copy and export, by the name its list shows.
struct NamedFigure {
    QString name;
    figures::Figure figure; ///< as it is looked at
    QSize on_screen; ///< what a copy measures; empty: not shown as a picture of its own
    std::string shown = {}; ///< its name in the terminal; empty: it has none
    const QWidget* view = nullptr; ///< that shows it
    std::optional<figures::Figure> whole = {}; ///< where only a part of its axes is looked at
};

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

/// The letters that an SVG is written in, as @font-face.
QByteArray font_faces(const QByteArray& svg);

/// In the theme of the options, else in `look`.
QImage page_image(const figures::FigurePage& page, const figures::ExportOptions& options, const Theme* look = nullptr);
QImage figure_image(const figures::Figure& figure, const figures::ExportOptions& options, const Theme* look = nullptr);
QByteArray figure_png(const figures::Figure& figure, const figures::ExportOptions& options);
QByteArray figure_svg(const figures::Figure& figure, const figures::ExportOptions& options);

/// Replaces what stands there; a script's table is written beside it.
Expected<void> write_figure(const QString& file, const figures::FigurePage& page,
                            const figures::ExportOptions& options);
/// Words as a file's name, without a suffix.
QString file_name_of(const QString& words);

/// For the clipboard: the picture as dots and as SVG; the table with tabs, as spreadsheets paste it.
QMimeData* figure_to_paste(const figures::FigurePage& page, const figures::ExportOptions& options);
QMimeData* data_to_paste(const figures::FigurePage& page);

} // namespace plateau::ui
