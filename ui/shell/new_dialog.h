// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QDialog>
#include <QObject>
#include <QStyledItemDelegate>
#include <QWidget>

#include "core/answers/card.h"
#include "core/answers/watch.h"
#include "core/question/scenario/scenario.h"
#include "ui/document/edited_question.h"

class QLabel;
class QLineEdit;
class QListView;
class QPlainTextEdit;
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

/// A scenario of the presets, as the dialog of new ones shows it.
struct ScenarioCard {
    QString file;
    QString title;
    QString line; ///< the first sentence of its notes
    QString notes;
    QString answers; ///< the question it is a place to begin from
    QString group; ///< "Training", "Limits: Hardware"
    bool training = true;
    std::shared_ptr<const std::vector<answers::CardPoint>> curve; ///< null: it is being computed
};

/// The cards, read when first asked for; their curves are computed beside the window and kept.
class ScenarioCards final : public QObject {
    Q_OBJECT
public:
    explicit ScenarioCards(std::shared_ptr<answers::Answers> answers, QObject* parent = nullptr);

    /// In the order of the questions they answer.
    const std::vector<ScenarioCard>& all();
    const std::shared_ptr<const catalog::Catalog>& catalog() const { return answers_->data()->shared_catalog(); }
    /// Computes the curves that are missing.
    void draw();
    bool is_drawing() const;

signals:
    void drawn(int card);

private:
    std::shared_ptr<answers::Answers> answers_;
    std::vector<ScenarioCard> cards_;
    std::vector<answers::Card::Key> questions_;
    std::shared_ptr<answers::Lane> lane_ = std::make_shared<answers::Lane>();
    std::vector<std::unique_ptr<answers::Watch<answers::Card>>> watches_; ///< one for each card, once drawn
};

/// Which card; of a heading, none.
inline constexpr int card_index_role = Qt::UserRole;

/// Draws one scenario as a card: its curve, its title, one line; an item without a card is a heading.
class CardDelegate final : public QStyledItemDelegate {
public:
    CardDelegate(ScenarioCards& cards, QObject* parent) : QStyledItemDelegate(parent), cards_(cards) { }

    static constexpr QSize size{252, 192};
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    ScenarioCards& cards_;
};

/// The title and the notes of a scenario.
class NotesDialog final : public QDialog {
    Q_OBJECT
public:
    /// `asked`: what a question without a title is called.
    NotesDialog(const QString& title, const QString& asked, const QString& notes, QWidget* parent = nullptr);

    QString title() const;
    QString notes() const;

private:
    QLineEdit* title_;
    QPlainTextEdit* notes_;
};

/// Asks for title and notes of the question.
void edit_notes(QuestionDocument& document, QWidget* over);

} // namespace plateau::ui
