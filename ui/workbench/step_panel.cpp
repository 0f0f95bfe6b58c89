// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/step_panel.h"

#include <QPainter>

#include <cmath>

#include "ui/base/appearance.h"
#include "ui/base/text.h"
#include "ui/figures/step_bar.h"

namespace plateau::ui {

namespace {

} // namespace

StepPanel::StepPanel(QWidget* parent) : QWidget(parent) { setProperty("dock", true); }

void StepPanel::show_figure(const figures::Figure& figure)
{
    figure_ = figure;
    QStringList words{text(figure.sentence)};
    for (const figures::Bar& bar : figure.bars)
        for (const figures::Segment& segment : bar.segments)
            words << text(segment.name) + QLatin1Char(' ') + quantity(segment.value, figure.bar_unit);
    setAccessibleName(text(figure.title));
    setAccessibleDescription(words.join(QStringLiteral(", ")));
    RenderStyle style;
    const int height = static_cast<int>(std::ceil(step_bars_height(figure_, style))) + 14;
    if (height != minimumHeight())
        setMinimumHeight(height);
    update();
}

void StepPanel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    RenderStyle style;
    style.theme = theme_of(this);
    painter.fillRect(rect(), style.theme.window);
    style.theme.canvas = style.theme.window;
    draw_step_bars(painter, QRectF(rect()).adjusted(panel_margin, 6, -panel_margin, -6), figure_, style);
}

} // namespace plateau::ui
