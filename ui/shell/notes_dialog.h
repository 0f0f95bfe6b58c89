// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLineEdit;
class QPlainTextEdit;

namespace plateau::ui {

class QuestionDocument;

/// The title and the notes of a scenario.
class NotesDialog final : public QDialog {
    Q_OBJECT
public:
    NotesDialog(const QString& title, const QString& notes, QWidget* parent = nullptr);

    QString title() const;
    QString notes() const;

private:
    QLineEdit* title_;
    QPlainTextEdit* notes_;
};

/// Asks for title and notes of the question.
void edit_notes(QuestionDocument& document, QWidget* over);

} // namespace plateau::ui
