// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>

#include <algorithm>
#include <utility>

#include "core/views/comparison.h"
#include "core/views/looks.h"
#include "ui/controls/text.h"
#include "ui/figures/figure_view.h"
#include "ui/pages/workbench/legend_strip.h"
#include "ui/pages/workbench/workbench_page.h"

/// How the answers are looked at, which the scenario keeps: the legend, the part of the plots, what is written on them.
namespace plateau::ui {

namespace {

using search::PlanChoice;

/// The legend's entries: the two choices of plan, then the pins.
constexpr int plan_choices = 2;
PlanChoice choice_of(int curve) { return curve == 0 ? PlanChoice::Given : PlanChoice::Best; }

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
    entry.standing = answers::current_or_earlier(model_.is_current(choice));
    return entry;
}

std::vector<LegendItem::Content> WorkbenchPage::legend_curves() const
{
    std::vector<LegendItem::Content> curves{legend_curve(PlanChoice::Given), legend_curve(PlanChoice::Best)};
    if (!pins_)
        return curves;
    for (const Pin& pin : pins_->all()) {
        const QString name
            = pin.letter() + QStringLiteral("  ") + text(narrate::pin_name(*pin.scenario, document_.scenario()));
        curves.push_back({name, figures::role_of_slot(pin.slot), !pin.hidden,
                          answers::current_or_earlier(static_cast<bool>(model_.pinned(pin)))});
    }
    return curves;
}

void WorkbenchPage::connect_legend()
{
    connect(legend_, &LegendStrip::toggled, this, &WorkbenchPage::show_curve);
    connect(legend_, &LegendStrip::isolated, this, &WorkbenchPage::isolate);
    connect(legend_, &LegendStrip::extra_toggled, this, &WorkbenchPage::show_extra);
}

void WorkbenchPage::show_curve(int curve, bool shown)
{
    if (curve < plan_choices)
        model_.set_shown(choice_of(curve), shown);
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

void WorkbenchPage::show_extra(figures::Extra extra, bool shown)
{
    figures::PlotView view = plot_->view();
    if (shown)
        view.hidden.erase(extra);
    else
        view.hidden.insert(extra);
    plot_->look(std::move(view));
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
    legend_->show_figure(model_.figure(), asked ? std::vector<LegendItem::Content>() : legend_curves(),
                         plot_->view().hidden);
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

} // namespace plateau::ui
