// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figures.h"

#include <memory>
#include <optional>

#include "core/evidence/claims.h"
#include "ui/document/plan_view.h"
#include "ui/pages/scaling_figure.h"

namespace plateau::app {

namespace {

/// The curves that the window shows for the scenario and its view.
struct Curves {
    evidence::Claims claims;
    ui::ScalingCurve current;
    std::optional<ui::ScalingCurve> other;

    ui::ScalingPicture picture() const
    {
        ui::ScalingPicture picture;
        picture.current = &current;
        if (other) {
            picture.other = &*other;
            picture.given = &other->here();
        }
        return picture;
    }
};

std::unique_ptr<Curves> curves_of(const catalog::Catalog& catalog, const Scenario& scenario)
{
    auto curves = std::make_unique<Curves>();
    curves->claims = evidence::read_claims(catalog.folders);
    const ui::GpuRange range = ui::usual_range(scenario);
    const auto choice = ui::plan_choice(scenario);
    explore::Pool pool;
    const auto searched = [&](explore::PlanChoice wanted) {
        return ui::CurveSearch(pool).curve(scenario, wanted, ui::objective(scenario), curves->claims, range);
    };
    const auto given = [&] {
        if (open_keys(scenario, explore::PlanChoice::Given).any())
            return searched(explore::PlanChoice::Given);
        return ui::scaling_curve(scenario, curves->claims, *make_workspace(), range);
    };
    curves->current = choice == explore::PlanChoice::Best ? searched(choice) : given();
    if (choice == explore::PlanChoice::Best)
        curves->other = given();
    return curves;
}

MadeFigure scaling(const catalog::Catalog& catalog, const Scenario& scenario, ui::ThroughputView view)
{
    const auto curves = curves_of(catalog, scenario);
    if (!curves->current.fits_anywhere())
        return {{}, curves->current.estimate.reason};
    ui::ScalingPicture picture = curves->picture();
    picture.view = view;
    return {ui::scaling_figure(picture), {}};
}

MadeFigure total_scaling(const catalog::Catalog& catalog, const Scenario& scenario)
{
    return scaling(catalog, scenario, ui::ThroughputView::Total);
}

MadeFigure scaling_per_gpu(const catalog::Catalog& catalog, const Scenario& scenario)
{
    return scaling(catalog, scenario, ui::ThroughputView::PerGpu);
}

MadeFigure scaling_per_usd(const catalog::Catalog& catalog, const Scenario& scenario)
{
    return scaling(catalog, scenario, ui::ThroughputView::PerUsd);
}

MadeFigure scaling_per_watt(const catalog::Catalog& catalog, const Scenario& scenario)
{
    return scaling(catalog, scenario, ui::ThroughputView::PerWatt);
}

MadeFigure step(const catalog::Catalog& catalog, const Scenario& scenario)
{
    const auto curves = curves_of(catalog, scenario);
    if (!curves->current.here().possible())
        return {{}, curves->current.estimate.reason};
    return {ui::step_figure(curves->picture()), {}};
}

constexpr FigureEntry all_figures[] = {
    {"scaling", "Throughput, MFU and communication share against the GPU count", total_scaling},
    {"scaling-per-gpu", "The same, with the throughput of one GPU", scaling_per_gpu},
    {"scaling-per-usd", "The same, with the tokens for a dollar", scaling_per_usd},
    {"scaling-per-watt", "The same, with the throughput per watt of the facility", scaling_per_watt},
    {"step", "Where the time of one step goes", step},
};

} // namespace

std::span<const FigureEntry> figures() { return all_figures; }

} // namespace plateau::app
