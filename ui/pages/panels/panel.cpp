// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/panels/panel.h"

#include <QEvent>
#include <QPainter>

#include "ui/controls/appearance.h"

namespace plateau::ui {

Panel::Panel(QWidget* parent) : QWidget(parent) { setObjectName(QStringLiteral("dock")); }

void Panel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        fill();
}

void Panel::paintEvent(QPaintEvent*) { QPainter(this).fillRect(rect(), theme_of(this).window); }

} // namespace plateau::ui
