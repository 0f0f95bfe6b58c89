// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/panels/page_column.h"

#include <QScrollArea>
#include <QVBoxLayout>
#include <QWidget>

#include "ui/controls/controls.h"
#include "ui/controls/flow.h"
#include "ui/controls/scrolling_column.h"

namespace plateau::ui {

QVBoxLayout* page_column(QWidget* page, QWidget* question, QWidget* sentence, int bottom_margin)
{
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, page_padding - 4, 0, bottom_margin);
    column->setSpacing(0);
    question->setMinimumHeight(24);
    sentence->setMinimumHeight(20);
    for (QWidget* widget : {question, sentence}) {
        auto* line = new QHBoxLayout;
        line->setContentsMargins(page_padding, 0, page_padding, 0);
        line->addWidget(widget);
        column->addLayout(line);
    }
    return column;
}

QWidget* controls_row(std::initializer_list<QWidget*> controls)
{
    auto* row = new QWidget;
    auto* line = new Flow({page_padding, 8, page_padding, 4});
    row->setLayout(line);
    for (QWidget* control : controls) {
        if (qobject_cast<Segments*>(control))
            control->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
        line->addWidget(control);
    }
    return row;
}

void add_plot(QVBoxLayout* column, QWidget* plot)
{
    auto* line = new QHBoxLayout;
    line->setContentsMargins(plot_inset, 0, plot_inset, 0);
    QScrollArea* area = scrolled(plot, column->parentWidget());
    area->setFocusPolicy(Qt::NoFocus); // the plot is the stop
    line->addWidget(area);
    column->addLayout(line, 1);
}

} // namespace plateau::ui
