// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/workbench/suggestion_row.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

#include "ui/controls/appearance.h"

namespace plateau::ui {

SuggestionRow::SuggestionRow(QWidget* parent)
    : QWidget(parent), words_(new QLabel(this)), detail_(new QLabel(this)), gain_(new QLabel(this)),
      apply_(new QPushButton(tr("Apply"), this))
{
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 4, 0, 4);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(0);
    grid->setColumnStretch(0, 1);
    for (QLabel* label : {words_, detail_})
        label->setWordWrap(true);
    detail_->setFont(interface_font(12));
    grid->addWidget(words_, 0, 0, 1, 3);
    grid->addWidget(detail_, 1, 0);
    grid->addWidget(gain_, 1, 1);
    grid->addWidget(apply_, 1, 2);
    connect(apply_, &QPushButton::clicked, this, &SuggestionRow::wanted);
}

void SuggestionRow::show_suggestion(const QString& words, const QString& detail, const QString& gain, bool current)
{
    const Theme& theme = theme_of(this);
    words_->setText(words);
    detail_->setText(detail);
    gain_->setText(gain);
    restyle(words_, QStringLiteral("color: %1").arg((current ? theme.text : theme.text3).name()));
    restyle(detail_, QStringLiteral("color: %1").arg(theme.text2.name()));
    restyle(gain_, QStringLiteral("color: %1; font-weight: 600").arg((current ? theme.good : theme.text3).name()));
    apply_->setEnabled(current);
    apply_->setAccessibleName(tr("Apply %1").arg(words));
}

void SuggestionRow::set_applicable(bool applicable) { apply_->setVisible(applicable); }

void SuggestionRow::click() { apply_->click(); }

} // namespace plateau::ui
