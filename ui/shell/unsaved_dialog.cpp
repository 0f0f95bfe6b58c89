// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/unsaved_dialog.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

#include "ui/controls/subject.h"

namespace plateau::ui {

UnsavedDialog::UnsavedDialog(const QStringList& names, QWidget* parent) : QDialog(parent), list_(new QListWidget(this))
{
    set_subject(this, QStringLiteral("window.md#unsaved"));
    setWindowTitle(tr("Unsaved changes"));
    auto* column = new QVBoxLayout(this);
    auto* words = new QLabel(names.size() == 1 ? tr("This question has changes that are not saved.")
                                               : tr("These questions have changes that are not saved."),
                             this);
    column->addWidget(words);
    for (const QString& name : names) {
        auto* item = new QListWidgetItem(name, list_);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(Qt::Checked);
    }
    list_->setAccessibleName(tr("What to save"));
    constexpr int most_lines = 8, narrowest = 420;
    const int line = list_->sizeHintForRow(0);
    list_->setMinimumWidth(narrowest);
    list_->setFixedHeight(std::min(most_lines, static_cast<int>(names.size())) * line + 2 * list_->frameWidth() + 4);
    column->addWidget(list_);
    auto* buttons = new QDialogButtonBox(this);
    const auto add = [&](const QString& name, QDialogButtonBox::ButtonRole role, Answer answer) {
        QPushButton* button = buttons->addButton(name, role);
        connect(button, &QPushButton::clicked, this, [this, answer] {
            answer_ = answer;
            done(answer == Answer::Cancel ? Rejected : Accepted);
        });
        return button;
    };
    add(names.size() == 1 ? tr("&Save") : tr("&Save those ticked"), QDialogButtonBox::AcceptRole, Answer::Save)
        ->setDefault(true);
    add(tr("&Discard"), QDialogButtonBox::DestructiveRole, Answer::Discard);
    add(tr("Cancel"), QDialogButtonBox::RejectRole, Answer::Cancel);
    column->addWidget(buttons);
}

bool UnsavedDialog::is_ticked(int index) const { return list_->item(index)->checkState() == Qt::Checked; }

} // namespace plateau::ui
