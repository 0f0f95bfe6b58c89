// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/scrolling_column.h"

#include <QScrollArea>
#include <QVBoxLayout>

namespace plateau::ui {

namespace {

void make_quiet(QScrollArea& area)
{
    area.setWidgetResizable(true);
    area.setFocusPolicy(Qt::NoFocus);
    area.setFrameShape(QFrame::NoFrame);
}

} // namespace

QScrollArea* scrolled(QWidget* content, QWidget* parent)
{
    auto* area = new QScrollArea(parent);
    make_quiet(*area);
    area->setWidget(content);
    return area;
}

QVBoxLayout* scrolling_column(QScrollArea& area, const QMargins& margins, int spacing)
{
    make_quiet(area);
    area.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* body = new QWidget;
    body->setObjectName(QStringLiteral("dock"));
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(margins);
    column->setSpacing(spacing);
    area.setWidget(body);
    return column;
}

} // namespace plateau::ui
