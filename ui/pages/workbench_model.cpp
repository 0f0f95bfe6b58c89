// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/workbench_model.h"

#include "core/explore/nearest_fit.h"
#include "ui/parameters/row_text.h"
#include "ui/text.h"

namespace plateau::ui {

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

WorkbenchModel::WorkbenchModel(ScenarioDocument& document, evidence::Claims claims, QObject* parent)
    : QObject(parent), document_(document), claims_(std::move(claims)), workspace_(make_workspace())
{
    connect(&document_, &ScenarioDocument::changed, this, &WorkbenchModel::schedule);
    connect(&document_, &ScenarioDocument::replaced, this, [this] { last_good_ = {}; });
    recompute();
}

void WorkbenchModel::schedule()
{
    if (scheduled_)
        return;
    scheduled_ = true;
    QMetaObject::invokeMethod(this, &WorkbenchModel::recompute, Qt::QueuedConnection);
}

void WorkbenchModel::set_view(ThroughputView view)
{
    if (view == view_)
        return;
    view_ = view;
    last_good_ = {};
    draw();
    emit updated();
}

void WorkbenchModel::hold_range(bool hold)
{
    held_ = hold ? GpuRange{curve_.from, curve_.to} : GpuRange{};
    if (!hold)
        schedule();
}

void WorkbenchModel::recompute()
{
    scheduled_ = false;
    const Scenario& scenario = document_.scenario();
    const double gpus = scenario.cluster.gpus;
    const bool inside = held_.to > 0 && gpus >= held_.from && gpus <= held_.to;
    curve_ = scaling_curve(scenario, claims_, *workspace_, inside ? held_ : usual_range(scenario));
    find_notice();
    draw();
    emit updated();
}

void WorkbenchModel::draw()
{
    if (curve_.estimate.parts.possible())
        step_ = step_figure(curve_.estimate, curve_.scenario);
    else
        for (Bar& bar : step_.bars)
            bar.stale = true;
    const double gpus = curve_.scenario.cluster.gpus;
    if (curve_.estimate.parts.fits()) {
        figure_ = last_good_ = scaling_figure(curve_, view_);
        return;
    }
    const std::string reason = english(curve_.estimate.reason);
    if (curve_.fits_anywhere() || last_good_.panels.empty())
        figure_ = stale_figure(scaling_figure(curve_, view_), gpus,
                               {PLATEAU_TEXT("Not at %1. %2."), {units::format(gpus, units::Unit::Gpus), reason}});
    else {
        const Message sentence = {PLATEAU_TEXT("The plots show the last plan that fitted. %1."), {reason}};
        figure_ = stale_figure(last_good_, gpus, {PLATEAU_TEXT("Last that fitted. %1."), {reason}});
        figure_.sentence = sentence;
        figure_.scenario = scaling_figure(curve_, view_).scenario;
    }
}

void WorkbenchModel::find_notice()
{
    const Scenario& scenario = curve_.scenario;
    const Parts& parts = curve_.estimate.parts;
    notice_key_.clear();
    notice_ = {};
    if (!parts.fits()) {
        notice_key_ = turnable(curve_.estimate.reason_key, scenario);
        notice_.text = text(curve_.estimate.reason);
        if (const auto value = explore::nearest_fit(document_.catalog(), scenario, notice_key_)) {
            const TrainingParameter& row = *training_parameters().find(notice_key_);
            notice_.offer
                = tr("%1 %2 fits").arg(text(Message{row.label, {}}), shown_value(row, *value, document_.catalog()));
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
    }
}

} // namespace plateau::ui
