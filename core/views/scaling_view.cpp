// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/views/curves.h"
#include "core/views/looks.h"
#include "core/views/measured_overlay.h"

namespace plateau::views {

namespace {

Drawing scaling(const ViewRequest<Scenario>& request)
{
    const Curves curves(request, true);
    if (!curves.current().runs || !curves.current().fits_anywhere())
        return {{}, curves.current().estimate.reason};
    figures::ScalingPicture picture = curves.picture(figures::throughput_view_from_name(request.look));
    picture.time = figures::time_plot(request.first().view);
    picture.all_plots = request.all_panels;
    figures::Figure figure = named_on_paper(figures::scaling_figure(picture), picture);
    add_measured(figure, figures::measured_runs(*curves.current().runs, request.first()), curves.current(),
                 picture.view);
    return {figures::as_viewed(std::move(figure), request.first().view), {}, figures::known_words(curves.current())};
}

/// One for each quantity that the first plot can show.
std::vector<View> all_scaling_views()
{
    static std::vector<std::string> names;
    std::vector<View> views;
    const auto axes = figures::scaling_axes();
    names.reserve(axes.size());
    for (const ScalingAxis* axis : axes) {
        const bool usual = axis->view == ThroughputView::Total;
        std::ranges::replace(names.emplace_back(usual ? "scaling" : std::string("scaling-") + axis->name), '_', '-');
        views.push_back({names.back().c_str(), axis->title, scaling, nullptr, true, "workbench", axis->name,
                         PLATEAU_TEXT("Scaling: three linked plots"), "throughput,mfu,communication",
                         axis->view == ThroughputView::PerGpu});
    }
    return views;
}

const std::vector<View>& scaling_views()
{
    static const std::vector<View> views = all_scaling_views();
    return views;
}

} // namespace

} // namespace plateau::views

PLATEAU_VIEWS(scaling_view, 10, scaling_views())
