// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/figures/shown_figure.h"

#include <algorithm>
#include <string_view>

#include "core/views/figures/figure_page.h"

namespace plateau::figures {

namespace {

constexpr std::pair<const char*, LimitsDetail> all_details[] = {{"limits", LimitsDetail::Step},
                                                                {"limits-cluster", LimitsDetail::Cluster},
                                                                {"limits-time", LimitsDetail::Time},
                                                                {"limits-cost", LimitsDetail::Cost}};

} // namespace

std::string shown_name(ThroughputView view)
{
    std::string name = view == ThroughputView::Total ? "scaling" : std::string("scaling-") + view_name(view);
    std::replace(name.begin(), name.end(), '_', '-');
    return name;
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
    for (const ScalingAxis* axis : scaling_axes())
        if (figure == shown_name(axis->view))
            return axis->view;
    return std::nullopt;
}

Figure on_paper(Figure figure)
{
    const std::vector<NamedPart> parts = named_parts(figure);
    if (std::ranges::any_of(parts, [](const NamedPart& part) { return is_pin(part.role); }))
        return figure;
    for (const NamedPart& part : parts)
        if (part.role == SeriesRole::Current && part.name.text == std::string_view(current_name))
            part.name = {PLATEAU_TEXT("Predicted"), {}};
    return figure;
}

} // namespace plateau::figures
