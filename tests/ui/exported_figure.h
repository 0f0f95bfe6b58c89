// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/export.h"

/// A figure that stands alone, as it is exported.
namespace plateau::ui {

inline Expected<QByteArray> figure_bytes(const figures::Figure& figure, const figures::ExportOptions& options)
{
    return page_bytes(figures::page_of(figure), options);
}

inline QByteArray figure_png(const figures::Figure& figure, figures::ExportOptions options)
{
    options.format = figures::FigureFormat::Png;
    return *figure_bytes(figure, options);
}

inline QByteArray figure_svg(const figures::Figure& figure, figures::ExportOptions options)
{
    options.format = figures::FigureFormat::Svg;
    return *figure_bytes(figure, options);
}

} // namespace plateau::ui
