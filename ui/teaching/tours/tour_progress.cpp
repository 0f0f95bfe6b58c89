// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/teaching/tours/tour_progress.h"

#include <QPainter>

#include "ui/controls/appearance.h"

namespace plateau::ui {

namespace {

constexpr double between = 4;

} // namespace

TourProgress::TourProgress(QWidget* parent) : QWidget(parent) { setFixedHeight(6); }

void TourProgress::set_place(int step, int steps)
{
    step_ = step;
    steps_ = std::max(1, steps);
    update();
}

void TourProgress::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = theme_of(this);
    const double wide = (width() + between) / steps_;
    for (int i = 0; i < steps_; ++i)
        painter.fillRect(QRectF(i * wide, 0, wide - between, height()), i <= step_ ? theme.accent : theme.groove);
}

} // namespace plateau::ui
