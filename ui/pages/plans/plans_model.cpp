// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <QLabel>
#include <QLineEdit>

#include "core/answers/question.h"
#include "core/answers/step.h"
#include "core/views/words.h"
#include "ui/controls/appearance.h"
#include "ui/controls/controls.h"
#include "ui/controls/text.h"
#include "ui/document/evidence_model.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/picture_view.h"
#include "ui/pages/panels/facts_table.h"
#include "ui/pages/parameters/parameter_row.h"
#include "ui/pages/plans/plans_page.h"

namespace plateau::ui {

PlansModel::PlansModel(ScenarioDocument& document, QObject* parent)
    : QObject(parent), document_(document), answers_(document.answers())
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

void PlansModel::take_known()
{
    ++list_number_;
    emit updated();
}

// The part of the plans page that shows its model.

figures::Figure PlansPage::map_figure() const
{
    const auto* map = model_->map();
    const Metric* result = find_metric(result_->currentData().toString().toStdString());
    if (!map || !result)
        return {};
    figures::Figure figure = figures::plan_map_figure(map->found, *result, *map->plans);
    if (!model_->is_current(PlansModel::Piece::Map))
        figure.earlier = figures::Roles::all();
    if (pins_)
        mark_pins(figure, map->found, pins_());
    return figure;
}

figures::Figure PlansPage::help_figure() const
{
    const auto* help = model_->help();
    if (!help)
        return {};
    figures::Figure figure = figures::what_would_help_figure(help->found, *help->plans, model_->helped());
    if (!model_->is_current(PlansModel::Piece::Help))
        figure.earlier = figures::Roles::all();
    return figure;
}

figures::Figure PlansPage::front_figure() const
{
    const auto* choices = model_->choices();
    if (!choices)
        return {};
    figures::Figure figure
        = frontier_figure(choices->found, *choices->plans, pins_ ? pins_() : std::vector<figures::PinnedRun>{});
    if (!model_->is_current(PlansModel::Piece::Frontier))
        figure.earlier = figures::Roles::all();
    return figure;
}

namespace {

QString best_words(const answers::PlanList::Value& list)
{
    const answers::PlanPair& plans = *list.plans;
    const Message best = narrate::best_plan_sentence(plans.best, plans.current, plans.objective);
    std::vector<Message> said{best};
    if (list.tight)
        said.push_back(narrate::tight_offer(*list.tight, plans.best, plans.objective));
    return joined(said);
}

} // namespace

void PlansPage::redraw()
{
    fill_axes();
    objective_->refresh();
    const answers::PlanList::Value* list = model_->list();
    say(list ? best_words(*list) : tr("Searching …"), model_->is_current(PlansModel::Piece::List));
    set_ink(filter_message_, "error");
    show_pictures();
    show_pins();
    show_table();
    show_selection();
    emit updated();
}

void PlansPage::show_pictures()
{
    const QString searching = tr("Searching …");
    map_->set_placeholder(searching);
    help_->set_placeholder(searching);
    figures::Figure map = map_figure();
    if (auto* shown = map.as<figures::HeatMap>(); shown && model_->selected())
        shown->selected = model_->map()->found.cell_of(model_->selected()->plan, model_->settings());
    map_->show_figure(map, style());
    help_->show_figure(help_figure(), style());
    if (model_->choices())
        frontier_->show_figure(front_figure(), style());
}

/// Counts the rows shown, but for those that stand below the ranked ones.
int PlansPage::ranked_rows() const
{
    int rows = proxy_->rowCount();
    for (int extra = plans_->ranked(); extra < plans_->rowCount(); ++extra)
        rows -= proxy_->mapFromSource(plans_->index(extra, PlansTableModel::rank_column)).isValid() ? 1 : 0;
    return rows;
}

void PlansPage::show_table()
{
    const answers::PlanList::Value* list = model_->list();
    if (!list)
        return;
    if (shown_ != model_->list_number()) {
        shown_ = model_->list_number();
        plans_->set_plans(*list);
        if (evidence_.is_loaded())
            plans_->set_known(model_->known(plans_->added()),
                              evidence_.steps()->published(list->plans->scenario.cluster.accelerator.id));
        table_->arrange();
    }
    plans_->set_pins(pins_ ? pins_() : std::vector<figures::PinnedRun>{});
    const bool current = model_->is_current(PlansModel::Piece::List);
    table_->set_stale(!current);
    const bool filtered = !filter_->text().trimmed().isEmpty();
    listed_->setText(text(narrate::listed_words(ranked_rows(), list->counts(), filtered, !current)));
    set_ink(listed_, "text2");
    show_nothing(filtered);
}

/// Writes a line for each pin, in its hue: what the table says of a plan.
void PlansPage::show_pins()
{
    QStringList lines;
    for (const figures::PinnedRun& run : pins_ ? pins_() : std::vector<figures::PinnedRun>{}) {
        QStringList values;
        for (const char* key :
             {"tokens_per_s_per_gpu_available", "mfu", "memory_bytes_per_gpu", "usd_per_million_tokens"})
            if (const Metric* metric = find_metric(key))
                values << text(Word{metric->short_label}) + QLatin1Char(' ')
                        + text(metric_text(*metric, metric->value(run.parts)));
        lines << QStringLiteral("<b style=\"color:%1\">%2</b>&nbsp; %3")
                     .arg(theme_of(this).series(run.role).label.name(), text(run.letter).toHtmlEscaped(),
                          values.join(QStringLiteral(", ")).toHtmlEscaped());
    }
    pin_words_->setVisible(!lines.isEmpty());
    pin_words_->setText(lines.join(QStringLiteral("<br>")));
}

/// An empty table says why, and what would fill it.
void PlansPage::show_nothing(bool filtered)
{
    if (proxy_->rowCount() > 0 || !model_->is_current(PlansModel::Piece::List))
        nothing_->show_note({});
    else if (filtered)
        nothing_->show_note(tr("No plan passes the filter “%1”.").arg(filter_->text().simplified()),
                            tr("Show all plans"));
    else
        nothing_->show_note(
            tr("No plan fits this cluster. More GPUs, a smaller batch or more memory may help: the panel "
               "Why of the workbench has what does, with its gain."));
}

void PlansPage::show_selection()
{
    const answers::PlanList::Value* list = model_->list();
    if (!list)
        return;
    const Parts* plan = model_->selected();
    const Scenario& scenario = list->plans->scenario;
    QStringList settings;
    for (const auto& [key, value] : model_->settings())
        if (const ParameterDescription* row = document_.row(key))
            settings << text(Word{row->label}) + QLatin1Char(' ') + shown_value(*row, value, document_.catalog());
    plan_panel_->show_plan(plan, list->plans->current, settings.join(QStringLiteral(", ")));
    plan_panel_->set_stale(!model_->is_current(PlansModel::Piece::List));
    reasons_->show_plan(plan, list->plans->current, scenario);
    table_->mark(plan && model_->settings().empty() ? plans_->row_of(plan->plan) : -1);
    figures::Figure map = map_->figure();
    if (auto* shown = map.as<figures::HeatMap>(); shown && plan && model_->map()) {
        shown->selected = model_->map()->found.cell_of(plan->plan, model_->settings());
        map_->show_figure(map, style());
    }
    emit selection_shown();
}

narrate::Status PlansPage::status() const
{
    if (const answers::PlanList::Value* list = model_->list())
        return narrate::plans_status(list->counts(), list->plans->best.fits(),
                                     !model_->is_current(PlansModel::Piece::List));
    narrate::Status status;
    status.verdict = {PLATEAU_TEXT("Searching …"), {}};
    return status;
}

PageCorner PlansPage::corner() const
{
    return {text(document_.title_words()), text(narrate::batch_words(document_.scenario()))};
}

} // namespace plateau::ui
