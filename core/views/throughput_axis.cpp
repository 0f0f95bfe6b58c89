// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/throughput_axis.h"

#include <algorithm>

#include "core/answers/explore/loss_time.h"
#include "core/model/metrics.h"
#include "core/text/units/durations.h"

namespace plateau::figures {

namespace {

/// This axis shows no metric: how long a loss takes depends on the question.
constexpr ScalingAxis to_loss_axis{
    .view = ThroughputView::ToLoss,
    .name = "to_loss",
    .title = "The same, with the time to a loss: larger batches need more tokens, failures cost time",
    .label = PLATEAU_TEXT("To loss"),
    .help = PLATEAU_TEXT("Days to the same loss: a larger batch costs tokens, failures cost time (panel Returns)"),
    .logarithmic = true};

/// Counts the days until the loss is reached: batches beyond the critical one cost tokens, failures cost time.
ThroughputAxis to_loss(const Scenario& scenario)
{
    ThroughputAxis axis{to_loss_axis};
    axis.value
        = [to_loss = explore::LossTime(scenario)](const Parts& parts) { return to_loss.seconds(parts) / units::day; };
    axis.unit = {PLATEAU_TEXT("days to the loss that %1 reach with small batches"),
                 {in_prose(scenario.workload.tokens, units::Unit::Tokens)}};
    axis.falls = true;
    return axis;
}

} // namespace

std::vector<const ScalingAxis*> scaling_axes()
{
    std::vector<const ScalingAxis*> axes;
    for (const Metric& metric : metrics())
        if (metric.axis)
            axes.push_back(metric.axis);
    axes.push_back(&to_loss_axis);
    std::sort(axes.begin(), axes.end(), [](const auto* a, const auto* b) { return a->view < b->view; });
    return axes;
}

const ScalingAxis& scaling_axis(ThroughputView view)
{
    for (const Metric& metric : metrics())
        if (metric.axis && metric.axis->view == view)
            return *metric.axis;
    return to_loss_axis;
}

const char* view_name(ThroughputView view) { return scaling_axis(view).name; }

ThroughputView throughput_view_from_name(const std::string& name)
{
    for (const ScalingAxis* axis : scaling_axes())
        if (name == axis->name)
            return axis->view;
    return ThroughputView::Total;
}

ThroughputAxis throughput_axis(ThroughputView view, const Scenario& scenario)
{
    for (const Metric& shown : metrics())
        if (shown.axis && shown.axis->view == view)
            return {*shown.axis,
                    shown.value,
                    {*shown.axis->unit ? shown.axis->unit : shown.label, {}},
                    false,
                    shown.shown_in.unit == units::Unit::Fraction};
    return to_loss(scenario);
}

} // namespace plateau::figures
