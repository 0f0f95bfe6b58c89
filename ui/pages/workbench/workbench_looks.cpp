// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <utility>

#include <QAction>

#include "core/answers/suggestions.h"
#include "core/views/looks.h"
#include "core/views/words.h"
#include "ui/controls/text.h"
#include "ui/figures/figure_view.h"
#include "ui/pages/workbench/workbench_model.h"
#include "ui/pages/workbench/workbench_page.h"

/// How the answers are looked at, which the scenario keeps: the legend, the part of the plots, what is written on them.
namespace plateau::ui {

namespace {

using search::PlanChoice;

/// The legend's entries: the two choices of plan, then the pins.
constexpr int plan_choices = 2;

} // namespace

LegendItem::Content WorkbenchPage::legend_curve(PlanChoice choice) const
{
    const bool current = choice == model_.choice();
    LegendItem::Content entry;
    if (choice == PlanChoice::Best)
        entry.words = tr("Best plan");
    else
        entry.words = tr("Given, %1").arg(text(Word{option(document_.scenario().plan.dp_mode).words}));
    entry.role = current ? figures::SeriesRole::Current : figures::SeriesRole::OtherPlan;
    entry.shown = model_.is_shown(choice);
    entry.standing = answers::current_or_earlier(model_.is_current(choice) || model_.is_fresh());
    return entry;
}

std::vector<LegendItem::Content> WorkbenchPage::legend_curves() const
{
    std::vector<LegendItem::Content> curves{legend_curve(PlanChoice::Given), legend_curve(PlanChoice::Best)};
    if (!pins_)
        return curves;
    const std::vector<Message> names = pins_->names();
    for (const Pin& pin : pins_->all()) {
        const QString name = pin.letter() + QStringLiteral("  ") + text(names[curves.size() - 1]);
        curves.push_back({name, figures::role_of_slot(pin.slot), !pin.hidden,
                          answers::current_or_earlier(static_cast<bool>(model_.pinned(pin)))});
    }
    return curves;
}

void WorkbenchPage::connect_legend()
{
    connect(legend_, &LegendStrip::toggled, this, &WorkbenchPage::show_curve);
    connect(legend_, &LegendStrip::isolated, this, &WorkbenchPage::isolate);
    connect(legend_, &LegendStrip::extra_toggled, plot_, &FigureView::show_extra);
}

void WorkbenchPage::show_curve(int curve, bool shown)
{
    if (curve < plan_choices)
        model_.set_shown(curve == 0 ? PlanChoice::Given : PlanChoice::Best, shown);
    else
        pins_->set_hidden(static_cast<std::size_t>(curve - plan_choices), !shown);
}

/// Shows one curve alone, or what was shown before if it stood alone. The first of two clicks has turned it already.
void WorkbenchPage::isolate(int curve)
{
    std::vector<bool> shown;
    for (const LegendItem::Content& entry : legend_curves())
        shown.push_back(entry.shown);
    const auto at = static_cast<std::size_t>(curve);
    shown[at] = false;
    const bool alone = std::count(shown.begin(), shown.end(), true) == 0;
    shown[at] = true;
    std::vector<bool> next(shown.size(), alone);
    next[at] = true;
    if (alone && before_isolated_.size() == shown.size())
        next = std::exchange(before_isolated_, {});
    else if (!alone)
        before_isolated_ = shown;
    for (std::size_t i = 0; i < next.size(); ++i)
        show_curve(static_cast<int>(i), next[i]);
}

void WorkbenchPage::connect_looks()
{
    plot_->set_takes_remarks(true);
    connect(plot_, &FigureView::view_changed, this, [this] {
        document_.look(figures::looks::axes, figures::written(plot_->view()));
        show_legend();
    });
    connect(plot_, &FigureView::remark_changed, this, &WorkbenchPage::write_remark);
    connect(&document_, &ScenarioDocument::looked, this, &WorkbenchPage::follow_looks);
    connect(&document_, &ScenarioDocument::changed, this, &WorkbenchPage::follow_looks);
    connect(&document_, &ScenarioDocument::replaced, this, [this] {
        plot_->forget_history();
        follow_looks();
    });
    follow_looks();
}

void WorkbenchPage::follow_looks()
{
    const figures::View& view = document_.scenario().view;
    if (const std::string axes = figures::looks::of(view, figures::looks::axes);
        axes != figures::written(plot_->view()))
        plot_->set_view(figures::read_plot_view(axes));
    measured_->setChecked(!plot_->view().hidden.count(figures::Extra::Measured));
    if (const bool timeline = figures::looks::of(view, figures::looks::picture) == timeline_look;
        timeline != timeline_action_->isChecked())
        show_timeline(timeline);
}

void WorkbenchPage::show_legend()
{
    const bool asked = pins_ && pins_->names_are_asked(); // the curves have letters of their own then
    const auto curves = asked ? std::vector<LegendItem::Content>() : legend_curves();
    legend_->show_figure(model_.figure(), curves, plot_->view().hidden);
    const auto drawn = std::ranges::count_if(curves, [](const auto& curve) { return curve.shown; });
    const bool several = drawn != 1 || curves.size() > plan_choices || !plot_->view().hidden.empty();
    legend_->setVisible(!timeline_action_->isChecked() && (legend_action_->isChecked() || several));
}

/// Adds, moves, edits or deletes a note: a step of undo.
void WorkbenchPage::write_remark(const QString& panel, const figures::Remark& remark)
{
    const figures::View& view = document_.scenario().view;
    const bool is_new = remark.number == 0;
    if (is_new && remark.text.empty())
        return;
    const int number = is_new ? figures::next_remark(view) : remark.number;
    const auto known = view.find(figures::remark_key(number));
    const bool moved = known != view.end() && known->second.ends_with(' ' + remark.text);
    document_.remember(figures::remark_key(number), figures::written({panel.toStdString(), remark}),
                       {is_new                    ? PLATEAU_TEXT("Add a note")
                            : remark.text.empty() ? PLATEAU_TEXT("Delete a note")
                            : moved               ? PLATEAU_TEXT("Move a note")
                                                  : PLATEAU_TEXT("Edit a note"),
                        {}});
}

// What is said beside the row that causes trouble.

namespace {

/// Below the row a person can turn: with a batch per GPU the total only follows.
std::string turnable(const std::string& key, const Scenario& scenario)
{
    if (key == "global_batch" && scenario.workload.batch_mode == BatchMode::PerGpu)
        return "sequences_per_gpu";
    const TrainingParameter* row = training_parameters().find(key);
    if (!row || row->advanced || (row->applies && !row->applies(scenario)))
        return "gpus";
    return key;
}

} // namespace

void WorkbenchModel::find_notice()
{
    notice_key_.clear();
    notice_ = {};
    if (!is_current())
        return;
    const Scenario& scenario = curve().scenario;
    const Parts& parts = curve().here();
    if (curve().searched) {
        if (parts.fits())
            return;
        notice_key_ = "gpus";
        notice_.text = tr("No plan fits. The closest: %1").arg(text(curve().estimate.reason));
        return;
    }
    if (!parts.fits()) {
        notice_key_ = turnable(curve().estimate.reason_key, scenario);
        notice_.text = text(curve().estimate.reason);
        const auto fit = answers_->get<answers::NearestFit>({answers::TrainingQuestion(scenario), notice_key_});
        if (const std::optional<Value>& value = *fit) {
            const TrainingParameter& row = *training_parameters().find(notice_key_);
            notice_.offer = tr("%1 %2 fits").arg(text(Word{row.label}), shown_value(row, *value, document_.catalog()));
            notice_.offer_text = exact_value(row, *value);
        }
        return;
    }
    const auto& tiers = scenario.cluster.tiers;
    if (parts.plan.tp > 1 && tiers.size() > 1 && parts.plan.tp > tiers.front().domain_size) {
        notice_key_ = "tp";
        notice_.warning = true;
        notice_.text = tr("Crosses the NVLink domain of %1: %2 instead of %3")
                           .arg(quantity(tiers[0].domain_size, units::Unit::Count),
                                quantity(tiers[1].bandwidth_bytes_per_s, units::Unit::BytesPerSecond),
                                quantity(tiers[0].bandwidth_bytes_per_s, units::Unit::BytesPerSecond));
    } else if (parts.verdict == Verdict::Tight) {
        notice_key_ = turnable("micro_batch", scenario);
        notice_.warning = true;
        notice_.text = tr("Tight: %1 of %2 per GPU")
                           .arg(quantity(parts.memory_bytes, units::Unit::Bytes),
                                quantity(parts.memory_limit_bytes, units::Unit::Bytes));
    } else {
        find_batch_notice(scenario, parts.global_batch);
    }
}

/// Warns where a changed sequence length changes the batch in tokens: the batch counts sequences.
void WorkbenchModel::find_batch_notice(const Scenario& scenario, double global_batch)
{
    const std::string key = scenario.workload.batch_mode == BatchMode::Total ? "global_batch" : "sequences_per_gpu";
    const TrainingParameter& row = *training_parameters().find(key);
    const Scenario& opened = document_.opened();
    const double sequences = std::get<double>(row.get(scenario));
    const double times = scenario.workload.sequence / opened.workload.sequence;
    if (times == 1 || scenario.workload.batch_mode != opened.workload.batch_mode
        || std::get<double>(row.get(opened)) != sequences)
        return;
    notice_key_ = key;
    notice_.warning = true;
    notice_.text = tr("The batch is now %1, %2 as large: it counts sequences")
                       .arg(quantity(scenario.workload.sequence * global_batch, units::Unit::Tokens),
                            quantity(times, units::Unit::Multiplier));
    const Value kept(sequences / times);
    if (check_value(row, kept)) {
        notice_.offer = tr("Keep the tokens: %1").arg(shown_value(row, kept, document_.catalog()));
        notice_.offer_text = exact_value(row, kept);
    }
}

} // namespace plateau::ui
