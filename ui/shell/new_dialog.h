// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLabel;
class QLineEdit;
class QListView;
class QPushButton;
class QStandardItemModel;

namespace plateau::ui {

class ScenarioCards;
class Segments;

/// The shipped scenarios and the user's own as cards: typing filters, arrows choose, Enter opens.
class NewDialog final : public QDialog {
    Q_OBJECT
public:
    NewDialog(ScenarioCards& cards, bool training, QWidget* parent = nullptr);

    /// The chosen card's file; empty: none.
    QString file() const;
    QStringList shown() const; ///< titles, in order

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fill();
    int card_at(int row) const;

    ScenarioCards& cards_;
    QLineEdit* finder_;
    Segments* kind_;
    QListView* list_;
    QStandardItemModel* items_;
    QLabel* nothing_;
    QPushButton* open_ = nullptr;
};

} // namespace plateau::ui
