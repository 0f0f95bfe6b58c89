// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figures/looks.h"
#include "core/figures/measured_overlay.h"
#include "core/views/curves.h"

namespace plateau::views {

namespace {

using figures::ThroughputView;

template<ThroughputView shown>
Made scaling(const Asked<Scenario>& asked)
{
    const Curves curves(asked, true);
    if (!curves.current().runs || !curves.current().fits_anywhere())
        return {{}, curves.current().estimate.reason};
    const figures::ScalingPicture picture = curves.picture(shown);
    figures::Figure figure = named_on_paper(figures::scaling_figure(picture), picture);
    add_measured(figure, figures::measured_runs(*curves.current().runs, asked.first()), curves.current(), shown);
    return {figures::as_viewed(std::move(figure), asked.first().view), {}, figures::known_words(curves.current())};
}

constexpr View scaling_views[] = {
    {"scaling", "Throughput, MFU and communication share against the GPU count", scaling<ThroughputView::Total>,
     nullptr, true, "workbench"},
    {"scaling-per-gpu", "The same, with the throughput of one GPU", scaling<ThroughputView::PerGpu>, nullptr, true,
     "workbench", "per_gpu"},
    {"scaling-goodput", "The same, with what failures leave of the throughput of one GPU",
     scaling<ThroughputView::Goodput>, nullptr, true, "workbench", "goodput"},
    {"scaling-per-usd", "The same, with the tokens for a dollar", scaling<ThroughputView::PerUsd>, nullptr, true,
     "workbench", "per_usd"},
    {"scaling-per-watt", "The same, with the throughput per watt of the facility", scaling<ThroughputView::PerWatt>,
     nullptr, true, "workbench", "per_watt"},
    {"scaling-to-loss", "The same, with the time to a loss: larger batches need more tokens",
     scaling<ThroughputView::ToLoss>, nullptr, true, "workbench", "to_loss"},
};

} // namespace

} // namespace plateau::views

PLATEAU_VIEWS(scaling_view, 10, scaling_views)
