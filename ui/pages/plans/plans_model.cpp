// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/plans/plans_model.h"

#include <algorithm>

#include "core/answers/frontier.h"
#include "core/answers/plan_map.h"
#include "core/answers/plans.h"
#include "core/answers/step.h"
#include "core/views/plan_words.h"
#include "ui/controls/text.h"
#include "ui/document/question_document.h"

namespace plateau::ui {

PlansModel::PlansModel(ScenarioDocument& document, QObject* parent)
    : QObject(parent), document_(document), answers_(document.answers()),
      list_(
          answers_, [this](answers::News) { take_list(); }, {}, lane_),
      known_list_(
          answers_,
          [this](answers::News) {
              ++list_number_;
              emit updated();
          },
          {}, lane_),
      map_(
          answers_, [this](answers::News) { emit updated(); }, {}, lane_),
      help_(
          answers_, [this](answers::News) { emit updated(); }, {}, lane_),
      frontier_(
          answers_, [this](answers::News) { emit updated(); }, {}, lane_)
{
    connect(&document_, &ScenarioDocument::changed, this, &PlansModel::ask);
    connect(&document_, &ScenarioDocument::replaced, this, [this] {
        selected_.reset();
        settings_.clear();
    });
}

void PlansModel::set_active(bool active)
{
    active_ = active;
    if (active) {
        ask();
        return;
    }
    list_.cancel();
    known_list_.cancel();
    map_.cancel();
    help_.cancel();
    frontier_.cancel();
}

void PlansModel::set_known(bool known)
{
    known_ = known;
    ask();
}

void PlansModel::set_axes(const std::string& x, const std::string& y)
{
    if (x == x_ && y == y_)
        return;
    x_ = x;
    y_ = y;
    ask();
}

void PlansModel::show_frontier(bool shown)
{
    frontier_shown_ = shown;
    ask();
}

void PlansModel::set_filter(const answers::PlanFilter& filter)
{
    const bool searched = filter_.has_plan_conditions() || filter.has_plan_conditions();
    filter_ = filter;
    if (searched)
        ask();
}

answers::TrainingQuestion PlansModel::help_key() const
{
    return answers::TrainingQuestion(document_.shared_scenario());
}

answers::PlanList::Key PlansModel::list_key(bool known) const
{
    return {help_key().with_choice(search::PlanChoice::Best), most_plans, false, filter_, true, known};
}

answers::PlanMap::Key PlansModel::map_key() const { return {help_key().with_choice(search::PlanChoice::Best), x_, y_}; }

answers::Frontier::Key PlansModel::frontier_key() const
{
    return {help_key().with_choice(search::PlanChoice::Best), known_};
}

bool PlansModel::is_current(Piece piece) const
{
    switch (piece) {
    case Piece::List:
        return list_.is_current(list_key(false));
    case Piece::Map:
        return map_.is_current(map_key());
    case Piece::Help:
        return help_.is_current(help_key());
    case Piece::Frontier:
        break;
    }
    return frontier_.is_current(frontier_key());
}

std::vector<evidence::Nearest> PlansModel::known(const std::vector<Plan>& added) const
{
    if (!known_list_.is_current(list_key(true)))
        return {};
    std::vector<evidence::Nearest> known = known_list_.answer()->known;
    const auto scenario = std::make_shared<const Scenario>(list()->plans->scenario);
    for (const Plan& plan : added)
        known.push_back(*answers_->get<answers::PlanKnown>({scenario, plan}));
    return known;
}

const Parts* PlansModel::selected() const
{
    if (selected_)
        return &*selected_;
    return list() && list()->plans->best.possible() ? &list()->plans->best : nullptr;
}

void PlansModel::select(const Parts& parts, std::vector<answers::Setting> settings)
{
    selected_ = parts;
    settings_ = std::move(settings);
    emit selection_changed();
}

void PlansModel::adopt(const Parts& parts, const std::vector<answers::Setting>& settings)
{
    auto next = with_all(document_.catalog(), document_.scenario(), settings);
    if (next)
        next = answers::with_plan(document_.catalog(), *next, parts.plan);
    if (next && next->cluster.gpus != parts.gpus)
        next = with_value(document_.catalog(), *next, "gpus", Value(parts.gpus));
    if (!next)
        return;
    selected_.reset();
    settings_.clear();
    document_.edit(std::move(*next), {PLATEAU_TEXT("Adopt %1"), {narrate::plan_words(parts.plan)}});
}

/// A plan chosen by hand stays chosen while the question moves, with the numbers it has now.
void PlansModel::keep_selection()
{
    if (!selected_)
        return;
    if (!settings_.empty()) { // of a cell of the map before
        selected_.reset();
        settings_.clear();
        return;
    }
    const std::vector<Parts>& plans = list()->result.plans;
    const auto again = std::find_if(plans.begin(), plans.end(),
                                    [this](const Parts& parts) { return parts.plan == selected_->plan; });
    if (again != plans.end()) {
        selected_ = *again;
        return;
    }
    const auto scenario = std::make_shared<const Scenario>(list()->plans->scenario);
    const Parts parts = answers_->get<answers::PlanEstimate>({scenario, selected_->plan})->parts;
    if (parts.possible() && selected_->gpus == scenario->cluster.gpus)
        selected_ = parts;
    else
        selected_.reset();
}

void PlansModel::wait()
{
    list_.wait();
    known_list_.wait();
    map_.wait();
    help_.wait();
    frontier_.wait();
}

void PlansModel::ask()
{
    if (!active_)
        return;
    const auto* before = list();
    list_.ask(list_key(false));
    map_.ask(map_key());
    help_.ask(help_key());
    if (frontier_shown_)
        frontier_.ask(frontier_key());
    if (known_) // last: few look at it
        known_list_.ask(list_key(true));
    if (list() != before)
        take_list();
    else
        emit updated();
}

void PlansModel::take_list()
{
    ++list_number_;
    keep_selection();
    emit updated();
    emit selection_changed();
}

} // namespace plateau::ui
