// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/teaching/exercises_dialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>

#include "ui/controls/subject.h"

namespace plateau::ui {

ExercisesDialog::ExercisesDialog(const QString& tour, QWidget* parent)
    : QDialog(parent), number_(new QSpinBox(this)), key_(new QCheckBox(tr("With the answers at the end"), this))
{
    constexpr int narrowest = 420, most = 999999;
    set_subject(this, QStringLiteral("window.md#classroom"));
    setWindowTitle(tr("Exercises"));
    setMinimumWidth(narrowest);
    auto* rows = new QFormLayout(this);
    rows->setContentsMargins(16, 16, 16, 16);
    rows->setVerticalSpacing(10);
    auto* words = new QLabel(tr("The questions of \u201c%1\u201d for paper. Each sheet number has values of its own, "
                                "so that every class can have "
                                "another sheet; the same number gives the same sheet again.")
                                 .arg(tour),
                             this);
    words->setWordWrap(true);
    rows->addRow(words);
    number_->setRange(1, most);
    number_->setAccessibleName(tr("Sheet number"));
    rows->addRow(tr("Sheet &number"), number_);
    rows->addRow(key_);
    auto* buttons = new QDialogButtonBox(this);
    buttons->addButton(tr("&Save..."), QDialogButtonBox::AcceptRole)->setDefault(true);
    buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    rows->addRow(buttons);
}

tours::SheetChoice ExercisesDialog::choice() const
{
    return {.seed = static_cast<unsigned>(number_->value()), .with_key = key_->isChecked()};
}

} // namespace plateau::ui
