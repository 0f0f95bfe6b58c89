// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QImage>
#include <QString>

#include "core/figures/export_options.h"
#include "core/figures/figure.h"

/// Figures on paper: the window's own renderer at any size. Every export carries the scenario it was made from, so
/// that opening the file brings the question back. Needs a QApplication, but no display.
namespace plateau::ui {

/// In the format of the options.
QByteArray figure_bytes(const figures::Figure& figure, const figures::ExportOptions& options);

QImage figure_image(const figures::Figure& figure, const figures::ExportOptions& options);
QByteArray figure_png(const figures::Figure& figure, const figures::ExportOptions& options);
QByteArray figure_svg(const figures::Figure& figure, const figures::ExportOptions& options);
QByteArray figure_pdf(const figures::Figure& figure, const figures::ExportOptions& options);

} // namespace plateau::ui
