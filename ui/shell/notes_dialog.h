// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLineEdit;
class QPlainTextEdit;

namespace plateau::ui {

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

} // namespace plateau::ui
