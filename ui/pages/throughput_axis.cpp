// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/throughput_axis.h"

#include <limits>

namespace plateau::ui {

namespace {

constexpr double seconds_per_day = 86400;
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

double tokens_per_usd(const Parts& parts)
{
    return parts.usd_per_million_tokens > 0 ? 1e6 / parts.usd_per_million_tokens : unknown;
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

} // namespace

ThroughputAxis throughput_axis(ThroughputView view, const Scenario& scenario)
{
    switch (view) {
    case ThroughputView::PerGpu:
        return {[](const Parts& parts) { return parts.tokens_per_s_per_gpu(); },
                {PLATEAU_TEXT("tokens/s per GPU"), {}},
                false,
                true,
                [](const explore::Marginal& step) { return step.tokens_per_s_per_gpu; },
                PLATEAU_TEXT("added GPUs")};
    case ThroughputView::PerUsd:
        return {tokens_per_usd,
                {PLATEAU_TEXT("tokens per $"), {}},
                false,
                true,
                [](const explore::Marginal& step) { return step.tokens_per_usd; },
                PLATEAU_TEXT("added $")};
    case ThroughputView::PerWatt:
        return {[](const Parts& parts) { return parts.tokens_per_joule(); },
                {PLATEAU_TEXT("tokens/s per W of the facility"), {}},
                false,
                false,
                [](const explore::Marginal& step) { return step.tokens_per_joule; },
                PLATEAU_TEXT("added W")};
    case ThroughputView::ToLoss:
        return to_loss(scenario);
    case ThroughputView::Total:
        break;
    }
    return {[](const Parts& parts) { return parts.tokens_per_s; }, {PLATEAU_TEXT("tokens/s, all GPUs"), {}}, true};
}

} // namespace plateau::ui
