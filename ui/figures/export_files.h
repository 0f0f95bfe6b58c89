// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/paper/export_options.h"
#include "core/paper/figure_page.h"

class QMimeData;

namespace plateau::ui {

/// Replaces what stands there; a script's table is written beside it.
Expected<void> write_figure(const QString& file, const figures::FigurePage& page,
                            const figures::ExportOptions& options);
/// Words as a file's name, without a suffix.
QString file_name_of(const QString& words);

/// For the clipboard: the picture as dots and as SVG; the table with tabs, as spreadsheets paste it.
QMimeData* figure_to_paste(const figures::FigurePage& page, const figures::ExportOptions& options);
QMimeData* data_to_paste(const figures::FigurePage& page);

} // namespace plateau::ui
