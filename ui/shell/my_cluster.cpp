// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/my_cluster.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/answers/question.h"
#include "ui/controls/appearance.h"
#include "ui/pages/parameters/parameter_row.h"

namespace plateau::ui {

MyCluster::MyCluster(std::shared_ptr<const catalog::Catalog> catalog, QWidget* parent)
    : QWidget(parent), document_(std::move(catalog)), model_(*document_.row("model")),
      open_(new QPushButton(tr("Open my cluster"), this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 6);
    column->setSpacing(2);
    auto* head = new QLabel(tr("My cluster: which GPUs, how many, which model?"), this);
    head->setFont(interface_font(13, 600));
    column->addWidget(head);
    model_.label = PLATEAU_TEXT("Model");
    for (const ParameterDescription* each :
         std::initializer_list<const ParameterDescription*>{document_.row("hardware"), document_.row("gpus"), &model_})
        column->addWidget(new ParameterRow(*each, document_, this));
    auto* line = new QHBoxLayout;
    line->addWidget(new QLabel(tr("All else has defaults; the best plan is shown."), this), 1);
    line->addWidget(open_);
    column->addLayout(line);
    connect(open_, &QPushButton::clicked, this, [this] {
        if (!document_.refusal("gpus")) // else what is wrong stands below the row
            emit wanted();
    });
    connect(&document_, &QuestionDocument::changed, this, &MyCluster::refresh);
    connect(&document_, &QuestionDocument::refusal_changed, this, &MyCluster::refresh);
    refresh();
}

void MyCluster::refresh()
{
    for (ParameterRow* row : findChildren<ParameterRow*>())
        row->refresh(nullptr);
}

Scenario MyCluster::scenario() const
{
    Scenario mine = answers::seen_as(document_.scenario(), search::PlanChoice::Best, search::Objective::Throughput);
    mine.title = PLATEAU_TEXT("My cluster");
    mine.shipped = true; // a title of ours
    return mine;
}

} // namespace plateau::ui
