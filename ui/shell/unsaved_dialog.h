// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QStringList>

#include <vector>

class QListWidget;

namespace plateau::ui {

/// Everything that would be lost, in one list; what is ticked is to be saved.
class UnsavedDialog final : public QDialog {
    Q_OBJECT
public:
    enum class Answer { Save, Discard, Cancel };

    UnsavedDialog(const QStringList& names, QWidget* parent = nullptr);

    Answer answer() const { return answer_; }
    bool is_ticked(int index) const;

private:
    QListWidget* list_;
    Answer answer_ = Answer::Cancel;
};

} // namespace plateau::ui
