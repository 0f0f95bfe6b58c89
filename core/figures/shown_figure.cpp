// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figures/shown_figure.h"

#include <algorithm>
#include <string_view>

#include "core/figures/figure_page.h"

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

std::string joined_names(const std::vector<std::string>& names)
{
    std::string words;
    for (const std::string& name : names)
        words += (words.empty() ? "" : "; ") + name;
    return words;
}

std::vector<std::string> split_names(const std::string& words)
{
    std::vector<std::string> names;
    for (std::size_t from = 0; from < words.size();) {
        const std::size_t end = std::min(words.find("; ", from), words.size());
        names.push_back(words.substr(from, end - from));
        from = end + 2;
    }
    return names;
}

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
    const std::vector<NamedPart> parts = named_parts(figure);
    if (std::ranges::any_of(parts, [](const NamedPart& part) { return is_pin(part.role); }))
        return figure;
    for (const NamedPart& part : parts)
        if (part.role == SeriesRole::Current && part.name.text == std::string_view(current_name))
            part.name = {PLATEAU_TEXT("Predicted"), {}};
    return figure;
}

} // namespace plateau::figures
