// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>

#include "core/evidence/claims.h"
#include "core/evidence/known.h"
#include "core/search/objective.h"
#include "core/search/plan_space.h"

/// What answers follow from: a question, and the data that all questions share.
namespace plateau::answers {

/// What the presets hold. Claims and published runs are read when an answer first needs them. Any number of threads may
/// read it.
class Data {
public:
    explicit Data(std::shared_ptr<const catalog::Catalog> catalog);
    Data(std::shared_ptr<const catalog::Catalog> catalog, evidence::Claims claims);
    /// Takes over the claims and runs of `earlier`, whose catalog must outlive them.
    Data(std::shared_ptr<const catalog::Catalog> catalog, const Data& earlier);

    const catalog::Catalog& catalog() const { return *catalog_; }
    const std::shared_ptr<const catalog::Catalog>& shared_catalog() const { return catalog_; }
    const evidence::Claims& claims() const;
    /// Published runs with their predictions. Reads them at the first call, about 0.3 s. Null only when stopped.
    std::shared_ptr<const evidence::KnownSteps> runs(const std::stop_token& stop = {}) const;

    /// Only the runs that decide how a number on one accelerator is known: less to read, the same answer.
    std::shared_ptr<const evidence::KnownSteps> runs_on(const std::string& accelerator) const;

private:
    std::shared_ptr<const catalog::Catalog> catalog_;
    mutable std::mutex claims_mutex_;
    mutable std::optional<evidence::Claims> claims_;
    mutable std::mutex runs_mutex_; ///< held while runs are read: who needs them waits, nobody else
    mutable std::shared_ptr<const evidence::KnownSteps> runs_;
    mutable std::map<std::string, std::shared_ptr<const evidence::KnownSteps>> runs_on_; ///< while runs_ are not read
};

/// The plan that a view of the scenario asks for: the given one, its open degrees searched, or the best one.
search::PlanChoice plan_choice(const Scenario& scenario);
/// What "best" means in that view.
search::Objective objective(const Scenario& scenario);
/// The scenario seen that way.
Scenario seen_as(Scenario scenario, search::PlanChoice choice, search::Objective objective);

/// Whether both make the same choices and ask for the same plan by the same measure. How they are looked at does not
/// matter.
bool same_question(const Scenario& left, const Scenario& right);

/// Whether what they name is the same: hardware, model, software, constants.
bool same_names(const Scenario& one, const Scenario& other);

/// An entry of the view; an empty value: none, the usual one is meant.
struct ViewEntry {
    const char* key;
    std::string value;
};
ViewEntry view_entry(search::PlanChoice choice);
ViewEntry view_entry(search::Objective objective);

/// A training scenario, which of its plans is asked about, and what "best" means. Shares the scenario.
struct TrainingQuestion {
    std::shared_ptr<const Scenario> scenario; ///< never null
    search::PlanChoice choice = search::PlanChoice::Given;
    search::Objective objective = search::Objective::Throughput;

    TrainingQuestion() = default;
    /// As the scenario's view asks.
    explicit TrainingQuestion(std::shared_ptr<const Scenario> scenario);
    explicit TrainingQuestion(const Scenario& scenario);
    TrainingQuestion(std::shared_ptr<const Scenario> scenario, search::PlanChoice choice, search::Objective objective);

    TrainingQuestion with_choice(search::PlanChoice other) const { return {scenario, other, objective}; }
    search::OpenKeys open_keys() const { return search::open_keys(*scenario, choice); }
    /// Does an answer take a search?
    bool is_searched() const { return choice == search::PlanChoice::Best || open_keys().any(); }

    /// Questions are equal when every number of their answers is; titles, notes and looks may differ.
    friend bool operator==(const TrainingQuestion& left, const TrainingQuestion& right);
};

} // namespace plateau::answers
