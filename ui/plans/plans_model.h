// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>
#include <optional>

#include "core/explore/plan_filter.h"
#include "core/figures/plan_figures.h"
#include "core/narrate/plan_comparison.h"
#include "core/threads/pool.h"
#include "ui/document/scenario_document.h"

namespace plateau::ui {

/// What the plans page answers, piece by piece as it is ready: the list, the map, what would help, time against money.
/// Searches run in the background; an edit makes every piece stale, and only answers to the latest question are taken.
class PlansModel final : public QObject {
    Q_OBJECT
public:
    static constexpr int most_plans = 1000;

    struct List {
        figures::PlanContext context;
        std::vector<Parts> plans; ///< that fit, best first
        narrate::PlanCounts counts;
    };
    /// An answer with the question it is to: figures of one generation never borrow from another.
    template<class Value>
    struct Answered {
        figures::PlanContext context;
        Value value;
    };
    enum Piece { ListPiece = 1, MapPiece = 2, HelpPiece = 4, FrontPiece = 8 };

    explicit PlansModel(ScenarioDocument& document, QObject* parent = nullptr);
    ~PlansModel() override;

    /// An idle model computes nothing; what it missed it makes up for.
    void set_active(bool active);
    /// Of the measured runs, for the choice between time and money; null until they are read.
    void set_steps(std::shared_ptr<const evidence::KnownSteps> steps);

    /// Another one for every new list.
    std::uint64_t list_number() const { return list_number_; }
    const List* list() const { return list_ ? &*list_ : nullptr; }
    const Answered<explore::PlanMap>* map() const { return map_ ? &*map_ : nullptr; }
    const Answered<std::vector<explore::Sensitivity>>* help() const { return help_ ? &*help_ : nullptr; }
    const Answered<figures::RunChoices>* choices() const { return choices_ ? &*choices_ : nullptr; }
    bool is_stale(Piece piece) const { return (missing_ & piece) != 0; }

    const std::string& x() const { return question_.x; }
    const std::string& y() const { return question_.y; }
    void set_axes(const std::string& x, const std::string& y);
    /// The frontier is searched for only while it is looked at.
    void show_frontier(bool shown);
    /// The list holds the best plans that pass it; the conditions on results are the table's.
    void set_filter(const explore::PlanFilter& filter);

    /// The plan looked at: the best until one is chosen.
    const Parts* selected() const;
    /// What besides the plan has to be set for it; of a cell of the map.
    const std::vector<explore::Setting>& settings() const { return settings_; }
    void select(const Parts& parts, std::vector<explore::Setting> settings = {});
    /// The selected plan becomes the scenario's own, with its GPU count and settings: one undo step.
    void adopt(const Parts& parts, const std::vector<explore::Setting>& settings = {});

    /// Waits for what is under way; for tests.
    void wait();

signals:
    void updated();
    void selection_changed();

private:
    struct Searches;
    /// What the background works on.
    struct Job {
        const Scenario& scenario;
        const catalog::Catalog& catalog;
        const explore::PlanMapQuestion& question;
        const explore::PlanFilter& filter;
        const evidence::KnownSteps* steps;
        search::Objective objective;
        unsigned pieces;
        std::stop_token stop;
        std::uint64_t generation;
    };

    void ask(unsigned pieces);
    void run(const Job& job);
    template<class Answer>
    void post(const Job& job, Piece piece, std::optional<Answer> PlansModel::*place, Answer answer);
    void keep_selection();

    ScenarioDocument& document_;
    bool active_ = false;
    bool frontier_shown_ = false;
    unsigned missing_ = 0; ///< pieces whose answer is not to the latest question
    explore::PlanMapQuestion question_;
    explore::PlanFilter filter_;
    std::shared_ptr<const evidence::KnownSteps> steps_;
    std::optional<List> list_;
    std::uint64_t list_number_ = 0;
    std::optional<Answered<explore::PlanMap>> map_;
    std::optional<Answered<std::vector<explore::Sensitivity>>> help_;
    std::optional<Answered<figures::RunChoices>> choices_;
    std::optional<Parts> selected_; ///< chosen by hand
    std::vector<explore::Setting> settings_;
    std::unique_ptr<Searches> searches_; ///< used by the background's thread alone
    std::unique_ptr<threads::Background> background_; ///< last: joins before what it uses goes away
};

} // namespace plateau::ui
