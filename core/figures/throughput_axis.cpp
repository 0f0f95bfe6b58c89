// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figures/throughput_axis.h"

#include <algorithm>
#include <array>

#include "core/estimate/metrics.h"

namespace plateau::figures {

namespace {

constexpr double seconds_per_day = 86400;

ThroughputAxis of_metric(const char* key, bool banded, double explore::Marginal::*marginal, const char* added)
{
    const Metric& shown = metric(key);
    ThroughputAxis axis{shown.value, {shown.label, {}}, false, banded, {}, added};
    if (marginal)
        axis.marginal = marginal;
    return axis;
}

/// Days until the loss is reached: batches beyond the critical one cost tokens.
ThroughputAxis to_loss(const Scenario& scenario)
{
    const double critical = explore::critical_batch_tokens(scenario);
    ThroughputAxis axis;
    axis.value
        = [critical, tokens = scenario.workload.tokens, sequence = scenario.workload.sequence](const Parts& parts) {
              return explore::tokens_to_loss(tokens, parts.global_batch * sequence, critical) / parts.tokens_per_s
                  / seconds_per_day;
          };
    axis.unit = {PLATEAU_TEXT("days to the loss that %1 reach with small batches"),
                 {units::format(scenario.workload.tokens, units::Unit::Tokens)}};
    axis.logarithmic = axis.falls = true;
    return axis;
}

constexpr std::array<const char*, 6> view_names{"total", "per_gpu", "goodput", "per_usd", "per_watt", "to_loss"};

} // namespace

const char* view_name(ThroughputView view) { return view_names[static_cast<std::size_t>(view)]; }

ThroughputView throughput_view_from_name(const std::string& name)
{
    const auto found = std::find(view_names.begin(), view_names.end(), name);
    return found == view_names.end() ? ThroughputView::Total : ThroughputView(found - view_names.begin());
}

ThroughputAxis throughput_axis(ThroughputView view, const Scenario& scenario)
{
    switch (view) {
    case ThroughputView::PerGpu:
        return of_metric("tokens_per_s_per_gpu", true, &explore::Marginal::tokens_per_s_per_added_gpu,
                         PLATEAU_TEXT("added GPUs"));
    case ThroughputView::Goodput:
        return of_metric("tokens_per_s_per_gpu_kept", true, nullptr, "");
    case ThroughputView::PerUsd:
        return of_metric("tokens_per_usd", true, &explore::Marginal::tokens_per_added_usd, PLATEAU_TEXT("added $"));
    case ThroughputView::PerWatt:
        return of_metric("tokens_per_joule", false, &explore::Marginal::tokens_per_added_joule,
                         PLATEAU_TEXT("added W"));
    case ThroughputView::ToLoss:
        return to_loss(scenario);
    case ThroughputView::Total:
        break;
    }
    return {metric("tokens_per_s").value, {PLATEAU_TEXT("tokens/s, all GPUs"), {}}, true};
}

} // namespace plateau::figures
