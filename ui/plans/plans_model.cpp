// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plans/plans_model.h"

#include <algorithm>
#include <chrono>

#include "core/explore/adopt.h"
#include "core/figures/plan_view.h"
#include "core/narrate/plan_words.h"
#include "ui/base/language.h"
#include "ui/base/text.h"
#include "ui/document/plan_view.h"

namespace plateau::ui {

struct PlansModel::Searches {
    threads::Pool pool;
    std::vector<search::PlanSearch> searches{static_cast<std::size_t>(pool.size())};
    explore::BestPlanCurve curves{pool};
};

PlansModel::PlansModel(ScenarioDocument& document, QObject* parent)
    : QObject(parent), document_(document), missing_(ListPiece | MapPiece | HelpPiece | FrontPiece)
{
    connect(&document_, &ScenarioDocument::changed, this, [this] {
        missing_ = ListPiece | MapPiece | HelpPiece | FrontPiece;
        ask(missing_);
    });
    connect(&document_, &ScenarioDocument::replaced, this, [this] {
        selected_.reset();
        settings_.clear();
    });
}

PlansModel::~PlansModel() { background_.reset(); }

void PlansModel::set_active(bool active)
{
    active_ = active;
    if (active)
        ask(missing_);
    else if (background_)
        background_->submit([](const std::stop_token&, std::uint64_t) {}); // stops what runs
}

void PlansModel::set_steps(std::shared_ptr<const evidence::KnownSteps> steps)
{
    steps_ = std::move(steps);
    missing_ |= FrontPiece;
    ask(missing_);
}

void PlansModel::set_axes(const std::string& x, const std::string& y)
{
    if (x == question_.x && y == question_.y)
        return;
    question_.x = x;
    question_.y = y;
    missing_ |= MapPiece;
    ask(missing_);
}

void PlansModel::show_frontier(bool shown)
{
    frontier_shown_ = shown;
    ask(missing_);
}

void PlansModel::set_filter(const explore::PlanFilter& filter)
{
    const bool searched = filter_.has_plan_conditions() || filter.has_plan_conditions();
    filter_ = filter;
    if (searched)
        missing_ |= ListPiece;
    if (searched)
        ask(missing_);
}

const Parts* PlansModel::selected() const
{
    if (selected_)
        return &*selected_;
    return list_ && list_->context.best.possible() ? &list_->context.best : nullptr;
}

void PlansModel::select(const Parts& parts, std::vector<explore::Setting> settings)
{
    selected_ = parts;
    settings_ = std::move(settings);
    emit selection_changed();
}

void PlansModel::adopt(const Parts& parts, const std::vector<explore::Setting>& settings)
{
    auto next = with_all(document_.catalog(), document_.scenario(), settings);
    if (next)
        next = explore::with_plan(document_.catalog(), *next, parts.plan);
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
    if (!selected_ || !list_)
        return;
    if (!settings_.empty()) { // of a cell of the map before
        selected_.reset();
        settings_.clear();
        return;
    }
    const auto again = std::find_if(list_->plans.begin(), list_->plans.end(),
                                    [this](const Parts& parts) { return parts.plan == selected_->plan; });
    if (again != list_->plans.end()) {
        selected_ = *again;
        return;
    }
    const auto workspace = make_workspace();
    const Parts parts = evaluate(*prepare(list_->context.scenario), selected_->plan, *workspace);
    if (parts.possible() && selected_->gpus == list_->context.scenario.cluster.gpus)
        selected_ = parts;
    else
        selected_.reset();
}

void PlansModel::wait()
{
    if (background_)
        background_->wait();
}

void PlansModel::ask(unsigned pieces)
{
    if (!frontier_shown_)
        pieces &= ~static_cast<unsigned>(FrontPiece);
    if (!active_)
        return;
    emit updated();
    if (pieces == 0)
        return;
    if (!background_) {
        searches_ = std::make_unique<Searches>();
        background_ = std::make_unique<threads::Background>();
    }
    background_->submit([this, pieces, scenario = document_.scenario(), catalog = document_.shared_catalog(),
                         question = question_, filter = filter_,
                         steps = steps_](const std::stop_token& stop, std::uint64_t generation) {
        const Job job{scenario, *catalog, question,  filter, steps.get(), figures::objective(scenario),
                      pieces,   stop,     generation};
        run(job);
    });
}

template<class Answer>
void PlansModel::post(const Job& job, Piece piece, std::optional<Answer> PlansModel::*place, Answer answer)
{
    if (job.stop.stop_requested())
        return;
    QMetaObject::invokeMethod(
        this,
        [this, piece, place, generation = job.generation, taken = std::move(answer)]() mutable {
            if (!background_ || generation != background_->generation())
                return;
            this->*place = std::move(taken);
            missing_ &= ~static_cast<unsigned>(piece);
            if (piece == ListPiece) {
                ++list_number_;
                keep_selection();
            }
            emit updated();
            if (piece == ListPiece)
                emit selection_changed();
        },
        Qt::QueuedConnection);
}

void PlansModel::run(const Job& job)
{
    search::PlanSearch& search = searches_->searches.front();
    const search::OpenKeys open = search::open_keys(job.scenario, search::PlanChoice::Best);
    const auto prepared = prepare(job.scenario);
    const figures::PlanContext context
        = figures::plan_context(*prepared, job.scenario, job.objective, search, job.stop);
    search::SearchOptions options;
    options.objective = job.objective;
    options.stop = job.stop;
    options.hints = {context.best.plan};
    if (job.pieces & ListPiece) {
        search::SearchOptions many = options;
        many.top = most_plans;
        many.count = true;
        if (job.filter.has_plan_conditions())
            many.wanted = [&job](const Plan& plan) { return job.filter.matches_plan(plan); };
        const auto start = std::chrono::steady_clock::now();
        search::SearchResult found = search.run(*prepared, open, many);
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        post(job, ListPiece, &PlansModel::list_,
             List{context, std::move(found.plans), {found.considered, found.evaluated, found.feasible, seconds}});
    }
    if (job.pieces & MapPiece && !job.stop.stop_requested()) {
        explore::PlanMapQuestion question = job.question;
        question.shown = {context.current.plan, context.best.plan};
        post(job, MapPiece, &PlansModel::map_,
             Answered<explore::PlanMap>{context,
                                        explore::plan_map(searches_->pool, searches_->searches, job.catalog,
                                                          job.scenario, open, question, options)});
    }
    if (job.pieces & HelpPiece && !job.stop.stop_requested())
        post(job, HelpPiece, &PlansModel::help_,
             Answered<std::vector<explore::Sensitivity>>{
                 context,
                 explore::sensitivities(job.scenario,
                                        search::open_keys(job.scenario, figures::plan_choice(job.scenario)), search,
                                        options)});
    if (job.pieces & FrontPiece && !job.stop.stop_requested())
        post(job, FrontPiece, &PlansModel::choices_,
             Answered<figures::RunChoices>{context,
                                           run_choices(*prepared, context, searches_->curves, job.stop, job.steps)});
}

} // namespace plateau::ui
