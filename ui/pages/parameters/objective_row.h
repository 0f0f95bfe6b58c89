// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;

namespace plateau::ui {

class QuietCombo;
class QuestionDocument;

/// What the search looks for: "Best means: most tokens/s".
class ObjectiveRow final : public QWidget {
    Q_OBJECT
public:
    explicit ObjectiveRow(QuestionDocument& document, QWidget* parent = nullptr);
    void refresh();
    /// The row as it stands among other rows.
    void set_compact(bool compact);
    /// As wide as its own words.
    void stand_alone();

private:
    QuestionDocument& document_;
    QLabel* label_;
    QuietCombo* combo_;
};

} // namespace plateau::ui
