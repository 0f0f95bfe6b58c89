// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <optional>
#include <variant>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/figures/card_curve.h"
#include "core/threads/pool.h"

namespace plateau::ui {

/// A scenario of the presets, as the dialog of new ones shows it.
struct ScenarioCard {
    QString file;
    QString title;
    QString line; ///< the first sentence of its notes
    QString notes;
    QString group; ///< "Training", "Limits: Hardware"
    bool training = true;
    std::shared_ptr<const std::vector<figures::CardPoint>> curve; ///< null: it is being computed
};

/// The cards, read when first asked for; their curves are computed beside the window and kept.
class ScenarioCards final : public QObject {
    Q_OBJECT
public:
    explicit ScenarioCards(std::shared_ptr<const catalog::Catalog> catalog, QObject* parent = nullptr);
    ~ScenarioCards() override;

    const std::vector<ScenarioCard>& all();
    /// Computes the curves that are missing.
    void draw();
    bool is_drawing() const { return drawing_; }

signals:
    void drawn(int card);

private:
    using Question = std::variant<Scenario, LimitsScenario>;

    std::shared_ptr<const catalog::Catalog> catalog_;
    std::vector<ScenarioCard> cards_;
    std::vector<std::shared_ptr<const Question>> questions_;
    bool drawing_ = false;
    std::optional<threads::Background> background_;
};

} // namespace plateau::ui
