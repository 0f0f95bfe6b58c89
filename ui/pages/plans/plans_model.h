// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>
#include <optional>

#include "core/answers/frontier.h"
#include "core/answers/plan_map.h"
#include "core/answers/plans.h"
#include "core/answers/sensitivity.h"
#include "core/answers/watch.h"
#include "ui/document/question_document.h"

namespace plateau::ui {

/// What the plans page answers, piece by piece as it is ready: the list, the map, what would help, time against money.
class PlansModel final : public QObject {
    Q_OBJECT
public:
    static constexpr int most_plans = 1000;

    enum class Piece { List, Map, Help, Frontier };

    explicit PlansModel(ScenarioDocument& document, QObject* parent = nullptr);

    /// An idle model computes nothing; what it missed it makes up for.
    void set_active(bool active);
    /// The list and the choice between time and money say how they are known, once the published runs are read.
    void set_known(bool known);
    /// How the plans of list() are known, then those added; empty: not yet.
    std::vector<evidence::Nearest> known(const std::vector<Plan>& added) const;

    /// A number that is another one for every new list.
    std::uint64_t list_number() const { return list_number_; }
    /// The last answers; null: none yet.
    const answers::PlanList::Value* list() const { return list_.answer(); }
    const answers::PlanMap::Value* map() const { return map_.answer(); }
    const answers::Sensitivities::Value* help() const { return help_.answer(); }
    const answers::Frontier::Value* choices() const { return frontier_.answer(); }
    /// The plan that help() is about.
    search::PlanChoice helped() const { return help_.answered()->choice; }
    /// Whether a piece answers the question as it is.
    bool is_current(Piece piece) const;

    const std::string& x() const { return x_; }
    const std::string& y() const { return y_; }
    void set_axes(const std::string& x, const std::string& y);
    /// The frontier is searched for only while it is looked at.
    void show_frontier(bool shown);
    /// The list holds the best plans that pass it; the conditions on results are the table's.
    void set_filter(const answers::PlanFilter& filter);

    /// The plan looked at: the best until one is chosen.
    const Parts* selected() const;
    /// What besides the plan has to be set for it; of a cell of the map.
    const std::vector<answers::Setting>& settings() const { return settings_; }
    void select(const Parts& parts, std::vector<answers::Setting> settings = {});
    /// The selected plan becomes the scenario's own, with its GPU count and settings: one undo step.
    void adopt(const Parts& parts, const std::vector<answers::Setting>& settings = {});

    /// Waits for what is under way; for tests.
    void wait();

signals:
    void updated();
    void selection_changed();

private:
    /// What each piece would be asked now.
    answers::PlanList::Key list_key(bool known) const;
    answers::PlanMap::Key map_key() const;
    answers::TrainingQuestion help_key() const;
    answers::Frontier::Key frontier_key() const;
    void ask();
    void take_list();
    void keep_selection();

    ScenarioDocument& document_;
    bool active_ = false;
    bool frontier_shown_ = false;
    bool known_ = false;
    std::string x_ = "tp", y_ = "pp";
    answers::PlanFilter filter_;
    std::uint64_t list_number_ = 0;
    std::optional<Parts> selected_; ///< chosen by hand
    std::vector<answers::Setting> settings_;
    std::shared_ptr<answers::Answers> answers_;
    std::shared_ptr<answers::Lane> lane_ = std::make_shared<answers::Lane>();
    answers::Watch<answers::PlanList> list_;
    answers::Watch<answers::PlanList> known_list_; ///< the same, known
    answers::Watch<answers::PlanMap> map_;
    answers::Watch<answers::Sensitivities> help_;
    answers::Watch<answers::Frontier> frontier_;
};

} // namespace plateau::ui
