// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/panels/page_column.h"

#include <QScrollArea>
#include <QVBoxLayout>
#include <QWidget>

#include "ui/controls/scrolling_column.h"

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

void add_plot(QVBoxLayout* column, QWidget* plot)
{
    auto* line = new QHBoxLayout;
    line->setContentsMargins(plot_inset, 0, plot_inset, 0);
    line->addWidget(scrolled(plot, column->parentWidget()));
    column->addLayout(line, 1);
}

} // namespace plateau::ui
