// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/page_column.h"

#include <QVBoxLayout>
#include <QWidget>

namespace plateau::ui {

QVBoxLayout* page_column(QWidget* page, QWidget* question, QWidget* sentence, int bottom_margin)
{
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, page_padding - 4, 0, bottom_margin);
    column->setSpacing(0);
    question->setFixedHeight(24);
    sentence->setFixedHeight(20);
    for (QWidget* widget : {question, sentence}) {
        auto* line = new QHBoxLayout;
        line->setContentsMargins(page_padding, 0, page_padding, 0);
        line->addWidget(widget);
        column->addLayout(line);
    }
    return column;
}

} // namespace plateau::ui
