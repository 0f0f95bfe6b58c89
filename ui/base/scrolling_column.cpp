// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/scrolling_column.h"

#include <QScrollArea>
#include <QVBoxLayout>

namespace plateau::ui {

QVBoxLayout* scrolling_column(QScrollArea& area, const QMargins& margins, int spacing)
{
    area.setWidgetResizable(true);
    area.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area.setFocusPolicy(Qt::NoFocus);
    area.setFrameShape(QFrame::NoFrame);
    auto* body = new QWidget;
    body->setProperty("dock", true);
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(margins);
    column->setSpacing(spacing);
    area.setWidget(body);
    return column;
}

} // namespace plateau::ui
