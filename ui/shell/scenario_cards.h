// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStyledItemDelegate>

#include <memory>
#include <vector>

#include "core/answers/card.h"
#include "core/answers/watch.h"

namespace plateau::ui {

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

} // namespace plateau::ui
