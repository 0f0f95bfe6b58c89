// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/step_panel.h"

#include <QPainter>

#include <cmath>

#include "ui/base/appearance.h"
#include "ui/base/text.h"
#include "ui/figures/picture_view.h"
#include "ui/figures/step_bar.h"

namespace plateau::ui {

StepPanel::StepPanel(QWidget* parent) : QWidget(parent)
{
    setProperty("dock", true);
    setMouseTracking(true);
    QSizePolicy as_high_as_its_words(QSizePolicy::Preferred, QSizePolicy::Minimum);
    as_high_as_its_words.setHeightForWidth(true);
    setSizePolicy(as_high_as_its_words);
}

RenderStyle StepPanel::look() const
{
    RenderStyle style;
    style.theme = theme_of(this);
    style.theme.canvas = style.theme.window;
    return style;
}

QRectF StepPanel::area() const { return QRectF(rect()).adjusted(panel_margin, 6, -panel_margin, -6); }

int StepPanel::part_under(QPointF point) const { return part_at(area(), figure_, look(), point); }

bool StepPanel::event(QEvent* event)
{
    return show_part_tip(*this, event, area(), figure_, look()) || QWidget::event(event);
}

void StepPanel::mouseMoveEvent(QMouseEvent* event)
{
    if (part_under(event->position()) >= 0)
        setCursor(Qt::PointingHandCursor);
    else
        unsetCursor();
}

void StepPanel::mousePressEvent(QMouseEvent* event)
{
    const int part = event->button() == Qt::LeftButton ? part_under(event->position()) : -1;
    if (part >= 0)
        emit segment_clicked(bar_of_part(figure_, part).role, bar_segment(figure_, part).terms);
}

void StepPanel::show_figure(const figures::Figure& figure)
{
    figure_ = figure;
    QStringList words{text(figure.sentence)};
    for (const figures::Bar& bar : figure.bars)
        for (const figures::Segment& segment : bar.segments)
            words << text(segment.name) + QLatin1Char(' ') + quantity(segment.value, figure.bar_unit);
    setAccessibleName(text(figure.title));
    setAccessibleDescription(words.join(QStringLiteral(", ")));
    updateGeometry();
    update();
}

int StepPanel::heightForWidth(int width) const
{
    const QSizeF around = QSizeF(rect().size()) - area().size();
    return static_cast<int>(std::ceil(step_bars_height(figure_, look(), width - around.width()) + around.height()));
}

bool StepPanel::is_whole() const { return step_bars_fit(area().size(), figure_, look()); }

void StepPanel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme_of(this).window);
    draw_step_bars(painter, area(), figure_, look());
}

} // namespace plateau::ui
