// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/notes_dialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

#include "ui/controls/subject.h"
#include "ui/controls/text.h"
#include "ui/document/question_document.h"

namespace plateau::ui {

NotesDialog::NotesDialog(const QString& title, const QString& notes, QWidget* parent)
    : QDialog(parent), title_(new QLineEdit(title, this)), notes_(new QPlainTextEdit(notes, this))
{
    set_subject(this, QStringLiteral("window.md#title-notes"));
    setWindowTitle(tr("Title and notes"));
    auto* rows = new QFormLayout(this);
    rows->addRow(tr("&Title"), title_);
    rows->addRow(tr("&Notes"), notes_);
    title_->setAccessibleName(tr("Title"));
    notes_->setAccessibleName(tr("Notes"));
    notes_->setTabChangesFocus(true);
    notes_->setMinimumSize(480, 220);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    for (QAbstractButton* button : buttons->buttons())
        button->setIcon({});
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    rows->addRow(buttons);
}

QString NotesDialog::title() const { return title_->text(); }

QString NotesDialog::notes() const { return notes_->toPlainText(); }

void edit_notes(QuestionDocument& document, QWidget* over)
{
    NotesDialog dialog(document.title(), text(choices(document.question()).notes), over);
    if (dialog.exec() == QDialog::Accepted)
        document.describe(dialog.title(), dialog.notes());
}

} // namespace plateau::ui
