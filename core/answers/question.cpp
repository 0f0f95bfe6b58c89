// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/question.h"

namespace plateau::answers {

namespace {

using search::Objective;
using search::PlanChoice;

const char* const plan_key = "plan";
const char* const objective_key = "objective";

std::string viewed(const Scenario& scenario, const char* key)
{
    const auto found = scenario.view.find(key);
    return found == scenario.view.end() ? std::string() : found->second;
}

void set(Scenario& scenario, const ViewEntry& entry)
{
    if (entry.value.empty())
        scenario.view.erase(entry.key);
    else
        scenario.view[entry.key] = entry.value;
}

} // namespace

PlanChoice plan_choice(const Scenario& scenario)
{
    return viewed(scenario, plan_key) == "best" ? PlanChoice::Best : PlanChoice::Given;
}

Objective objective(const Scenario& scenario)
{
    return from_name<search::Objective>(viewed(scenario, objective_key)).value_or(Objective::Throughput);
}

bool same_question(const Scenario& left, const Scenario& right)
{
    return left.same_choices(right) && plan_choice(left) == plan_choice(right) && objective(left) == objective(right);
}

ViewEntry view_entry(PlanChoice choice) { return {plan_key, choice == PlanChoice::Best ? "best" : ""}; }

ViewEntry view_entry(Objective objective)
{
    return {objective_key, objective == Objective::Throughput ? "" : name(objective)};
}

Scenario seen_as(Scenario scenario, PlanChoice choice, Objective objective)
{
    set(scenario, view_entry(choice));
    set(scenario, view_entry(objective));
    return scenario;
}

Data::Data(std::shared_ptr<const catalog::Catalog> catalog) : catalog_(std::move(catalog)) { }

Data::Data(std::shared_ptr<const catalog::Catalog> catalog, evidence::Claims claims)
    : catalog_(std::move(catalog)), claims_(std::move(claims))
{
}

Data::Data(std::shared_ptr<const catalog::Catalog> catalog, const Data& earlier) : catalog_(std::move(catalog))
{
    {
        const std::lock_guard lock(earlier.claims_mutex_);
        claims_ = earlier.claims_;
    }
    const std::lock_guard lock(earlier.runs_mutex_);
    runs_ = earlier.runs_;
}

const evidence::Claims& Data::claims() const
{
    const std::lock_guard lock(claims_mutex_);
    if (!claims_)
        claims_ = evidence::read_claims(catalog_->folders);
    return *claims_;
}

std::shared_ptr<const evidence::KnownSteps> Data::runs(const std::stop_token& stop) const
{
    const evidence::ModelError& error = claims().reach;
    const std::lock_guard lock(runs_mutex_);
    if (runs_)
        return runs_;
    auto read = std::make_shared<const evidence::Evidence>(evidence::read_evidence(*catalog_, stop));
    if (!stop.stop_requested())
        runs_ = std::make_shared<const evidence::KnownSteps>(std::move(read), error);
    return runs_;
}

std::shared_ptr<const evidence::KnownSteps> Data::runs_on(const std::string& accelerator) const
{
    constexpr std::size_t most_apart = 6; // more take as long as all
    const evidence::ModelError& error = claims().reach;
    {
        const std::lock_guard lock(runs_mutex_);
        if (runs_)
            return runs_;
        if (const auto read = runs_on_.find(accelerator); read != runs_on_.end())
            return read->second;
        if (runs_on_.size() < most_apart)
            return runs_on_[accelerator] = std::make_shared<const evidence::KnownSteps>(
                       std::make_shared<const evidence::Evidence>(evidence::read_evidence_on(accelerator, *catalog_)),
                       error);
    }
    return runs({});
}

TrainingQuestion::TrainingQuestion(std::shared_ptr<const Scenario> asked)
    : scenario(std::move(asked)), choice(plan_choice(*scenario)), objective(answers::objective(*scenario))
{
}

TrainingQuestion::TrainingQuestion(const Scenario& asked)
    : TrainingQuestion(std::make_shared<const Scenario>(asked)) { }

TrainingQuestion::TrainingQuestion(std::shared_ptr<const Scenario> asked, PlanChoice plan, Objective best)
    : scenario(std::move(asked)), choice(plan), objective(best)
{
}

bool same_names(const Scenario& one, const Scenario& other)
{
    return one.cluster.accelerator.id == other.cluster.accelerator.id
        && one.workload.shape == other.workload.shape // a file of one's own may hold another model by now
        && one.assumptions.stack.id == other.assumptions.stack.id
        && one.assumptions.stack.constants == other.assumptions.stack.constants
        && one.assumptions.physics == other.assumptions.physics;
}

bool operator==(const TrainingQuestion& left, const TrainingQuestion& right)
{
    if (left.choice != right.choice || left.objective != right.objective)
        return false;
    const Scenario &one = *left.scenario, &other = *right.scenario;
    return &one == &other || (one.same_choices(other) && same_names(one, other));
}

} // namespace plateau::answers
