// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QWidget>

#include <optional>

#include "core/question/scenario/scenario.h"
#include "ui/document/question_document.h"

class QLabel;
class QLineEdit;
class QListView;
class QPushButton;
class QStandardItemModel;

namespace plateau::ui {

class ScenarioCards;

/// Where somebody begins who has a cluster: which GPUs, how many, which model. The rest are defaults.
class MyCluster final : public QWidget {
    Q_OBJECT
public:
    explicit MyCluster(std::shared_ptr<const catalog::Catalog> catalog, QWidget* parent = nullptr);

    /// What was answered, with the best plan.
    Scenario scenario() const;
    /// Enter opens it while the keyboard is here.
    QPushButton& open_button() const { return *open_; }

signals:
    void wanted();

private:
    void refresh();

    ScenarioDocument document_;
    ParameterDescription model_; ///< called so, not the shape of one
    QPushButton* open_;
};

/// Where a question begins: three answers about one's own cluster, or a card of the shipped scenarios and the user's
/// own, by the question they answer. Typing filters, arrows choose, Enter opens.
class NewDialog final : public QDialog {
    Q_OBJECT
public:
    /// `training`: such a card is chosen at first, else one of limits.
    NewDialog(ScenarioCards& cards, bool training, QWidget* parent = nullptr);
    ~NewDialog() override;

    /// One's own cluster, where that was opened in place of a card.
    const std::optional<Scenario>& own() const { return own_; }
    /// The chosen card's file; empty: none.
    QString file() const;
    QStringList shown() const; ///< titles, in order

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fill();
    void add_heading(const QString& words);
    void add_card(std::size_t index);
    int card_at(int row) const;

    ScenarioCards& cards_;
    bool training_;
    MyCluster* mine_;
    std::optional<Scenario> own_;
    QLineEdit* finder_;
    QListView* list_;
    QStandardItemModel* items_;
    QLabel* nothing_;
    QPushButton* open_ = nullptr;
};

} // namespace plateau::ui
