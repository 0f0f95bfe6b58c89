// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/parameters/objective_row.h"

#include <QHBoxLayout>
#include <QLabel>

#include "ui/controls/controls.h"
#include "ui/controls/text.h"
#include "ui/document/question_document.h"
#include "ui/pages/parameters/parameter_row.h"

namespace plateau::ui {

ObjectiveRow::ObjectiveRow(QuestionDocument& document, QWidget* parent)
    : QWidget(parent), document_(document), label_(new QLabel(tr("Best means"), this)), combo_(new QuietCombo(this))
{
    setObjectName(QStringLiteral("row_objective"));
    setFixedHeight(28);
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(12, 0, 0, 0);
    line->setSpacing(0);
    line->addWidget(label_);
    line->addSpacing(2);
    line->addWidget(combo_, 1);
    for (const search::ObjectiveRow& row : search::objectives())
        combo_->addItem(text(Word{row.label}), static_cast<int>(row.objective));
    combo_->setAccessibleName(label_->text());
    combo_->setAccessibleDescription(tr("What the search for the best plan looks for."));
    label_->setToolTip(combo_->accessibleDescription());
    label_->setBuddy(combo_);
    connect(combo_, &QComboBox::activated, this, [this](int index) {
        choose_objective(document_, static_cast<search::Objective>(combo_->itemData(index).toInt()));
    });
    set_compact(false);
}

void ObjectiveRow::refresh()
{
    combo_->setCurrentIndex(combo_->findData(static_cast<int>(answers::objective(*document_.training()))));
}

void ObjectiveRow::stand_alone()
{
    constexpr int after_label = 8, around_words = 36;
    int widest = 0;
    for (int i = 0; i < combo_->count(); ++i)
        widest = std::max(widest, combo_->fontMetrics().horizontalAdvance(combo_->itemText(i)));
    label_->setFixedWidth(label_->sizeHint().width() + after_label);
    layout()->setContentsMargins(0, 0, 0, 0);
    setFixedWidth(label_->maximumWidth() + around_words + widest);
}

void ObjectiveRow::set_compact(bool compact)
{
    label_->setFixedWidth(row_widths(compact).label);
    layout()->setContentsMargins(12, 0, row_widths(compact).after(), 0);
}

} // namespace plateau::ui
