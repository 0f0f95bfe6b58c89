// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>

#include <optional>

#include "core/answers/answers.h"
#include "core/charts/figure.h"
#include "ui/controls/theme.h"

class QWidget;

namespace plateau::ui {

/// What a picture of a page shows, in any theme.
struct HelpFigure {
    figures::Figure figure;
    double height = 0; ///< of the width
};
/// Its name says which view of which shipped scenario, "scaling.fernandez-weak-scaling.png". Nothing for a name that
/// says neither.
std::optional<HelpFigure> help_figure(answers::Answers& answers, const QString& name);

/// The moving picture itself, in a window of its own.
void play_picture(const HelpFigure& shown, QWidget& parent);

QImage help_picture(const HelpFigure& shown, const Theme& theme, int width, double pixel_ratio);

} // namespace plateau::ui
