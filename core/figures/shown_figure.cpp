// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figures/shown_figure.h"

#include <algorithm>
#include <string_view>

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

constexpr std::pair<const char*, LimitsDetail> all_details[] = {{"limits", LimitsDetail::Step},
                                                                {"limits-cluster", LimitsDetail::Cluster},
                                                                {"limits-time", LimitsDetail::Time},
                                                                {"limits-cost", LimitsDetail::Cost}};

} // namespace

std::string shown_name(ThroughputView view)
{
    for (const Shown& shown : all_shown)
        if (view == shown.view)
            return shown.figure;
    return {};
}

std::string shown_name(LimitsDetail detail)
{
    for (const auto& [name, shown] : all_details)
        if (detail == shown)
            return name;
    return {};
}

std::string shown_name(explore::Basis basis, bool curves)
{
    const char* same = basis == explore::Basis::Usd ? "usd" : basis == explore::Basis::Watts ? "watts" : "gpus";
    return std::string("equal-") + same + (curves ? "-curves" : "");
}

std::optional<LimitsDetail> shown_detail(const std::string& figure)
{
    for (const auto& [name, shown] : all_details)
        if (figure == name)
            return shown;
    return std::nullopt;
}

std::optional<ThroughputView> shown_throughput(const std::string& figure)
{
    for (const Shown& shown : all_shown)
        if (figure == shown.figure)
            return shown.view;
    return std::nullopt;
}

Figure on_paper(Figure figure)
{
    const auto is_pinned = [](const auto& drawn) { return is_pin(drawn.role); };
    const auto rename = [](auto& drawn) {
        if (drawn.role == SeriesRole::Current && drawn.name.text == std::string_view(current_name))
            drawn.name = {PLATEAU_TEXT("Predicted"), {}};
    };
    if (std::ranges::any_of(figure.bars, is_pinned))
        return figure;
    for (const Panel& panel : figure.panels)
        if (std::ranges::any_of(panel.series, is_pinned))
            return figure;
    for (Panel& panel : figure.panels)
        std::ranges::for_each(panel.series, rename);
    std::ranges::for_each(figure.bars, rename);
    return figure;
}

} // namespace plateau::figures
