// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/pin_curves.h"

#include <algorithm>

#include "core/figures/plan_view.h"

namespace plateau::ui {

namespace {

using figures::same_question;

bool needs_search(const Scenario& scenario)
{
    return figures::plan_choice(scenario) == search::PlanChoice::Best
        || open_keys(scenario, search::PlanChoice::Given).any();
}

} // namespace

PinCurves::PinCurves(const evidence::Claims& claims, QObject* parent)
    : QObject(parent), claims_(claims), workspace_(make_workspace()), finder_(claims)
{
    connect(&finder_, &CurveFinder::found, this, &PinCurves::take);
}

void PinCurves::refresh(const std::vector<Pin>& pins, figures::GpuRange range,
                        const std::shared_ptr<const evidence::KnownSteps>& steps,
                        const std::shared_ptr<const figures::ScalingCurve>& current)
{
    std::vector<Entry> kept;
    for (const Pin& pin : pins) {
        const auto known = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
            return same_question(*entry.scenario, *pin.scenario) && entry.range.from == range.from
                && entry.range.to == range.to && entry.steps == steps;
        });
        kept.push_back({pin.scenario, range, steps, known == entries_.end() ? nullptr : known->curve});
        Entry& entry = kept.back();
        if (entry.curve)
            continue;
        const bool answered = current && current->from == range.from && current->to == range.to
            && current->choice == figures::plan_choice(*pin.scenario)
            && current->scenario.cluster.gpus == pin.scenario->cluster.gpus
            && same_question(current->scenario, *pin.scenario) && current->known.empty() == !steps;
        if (answered)
            entry.curve = current;
        else if (!needs_search(*pin.scenario)) {
            entry.curve = std::make_shared<const figures::ScalingCurve>(
                scaling_curve(*pin.scenario, claims_, *workspace_, range, steps.get()));
            ++computed_;
        }
    }
    entries_ = std::move(kept);
    ask();
}

std::shared_ptr<const figures::ScalingCurve> PinCurves::of(const Pin& pin) const
{
    for (const Entry& entry : entries_)
        if (entry.scenario == pin.scenario)
            return entry.curve;
    return nullptr;
}

/// The next one that waits for a search.
void PinCurves::ask()
{
    const auto waiting
        = std::find_if(entries_.begin(), entries_.end(), [](const Entry& entry) { return !entry.curve; });
    if (waiting == entries_.end()) {
        asked_ = nullptr;
        finder_.cancel();
        return;
    }
    if (asked_ == waiting->scenario && finder_.is_busy())
        return;
    asked_ = waiting->scenario;
    const Scenario& scenario = *asked_;
    finder_.ask(
        {scenario, waiting->range, figures::objective(scenario), {figures::plan_choice(scenario)}, waiting->steps});
}

void PinCurves::take(const std::shared_ptr<const figures::ScalingCurve>& curve)
{
    for (Entry& entry : entries_)
        if (entry.scenario == asked_)
            entry.curve = curve;
    ++computed_;
    ask();
    emit found();
}

} // namespace plateau::ui
