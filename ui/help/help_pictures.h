// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>

#include <optional>

#include "core/catalog/catalog.h"
#include "core/figures/figure.h"
#include "ui/base/theme.h"

namespace plateau::ui {

/// What a picture of a page shows, in any theme.
struct HelpFigure {
    figures::Figure figure;
    double height = 0; ///< of the width
};
/// Its name says which figure of which shipped scenario, "scaling.fernandez-weak-scaling.png". Nothing for a name that
/// says neither.
std::optional<HelpFigure> help_figure(const catalog::Catalog& catalog, const QString& name);

QImage help_picture(const HelpFigure& shown, const Theme& theme, int width, double pixel_ratio);

} // namespace plateau::ui
