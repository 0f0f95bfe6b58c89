// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figures/shown_figure.h"

namespace plateau::figures {

namespace {

struct Shown {
    const char* figure;
    ThroughputView view;
};

constexpr Shown all_shown[] = {
    {"scaling", ThroughputView::Total},
    {"scaling-per-gpu", ThroughputView::PerGpu},
    {"scaling-goodput", ThroughputView::Goodput},
    {"scaling-per-usd", ThroughputView::PerUsd},
    {"scaling-per-watt", ThroughputView::PerWatt},
    {"scaling-to-loss", ThroughputView::ToLoss},
};

} // namespace

std::optional<ThroughputView> shown_throughput(const std::string& figure)
{
    for (const Shown& shown : all_shown)
        if (figure == shown.figure)
            return shown.view;
    return std::nullopt;
}

} // namespace plateau::figures
