// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <limits>

#include "core/answers/step.h"
#include "core/question/scenario/parameter_table.h"
#include "core/views/looks.h"
#include "core/views/scaling_view.h"

namespace plateau::views {

namespace {

using figures::Panel;
using figures::Series;

constexpr const char* domain_key = "nvlink_domain";
constexpr double least_domain = 4, most_domain = 576;

struct DomainPanel {
    const char* id;
    const char* title;
    const char* unit;
    units::Unit axis;
    double (*value)(const Parts& parts);
};
constexpr DomainPanel domain_panels[] = {
    {"throughput", PLATEAU_TEXT("Throughput per GPU"), PLATEAU_TEXT("tokens/s"), units::Unit::None,
     [](const Parts& parts) { return parts.tokens_per_s_per_gpu(); }},
    {"communication", PLATEAU_TEXT("Waiting"), PLATEAU_TEXT("% of step time"), units::Unit::Fraction,
     [](const Parts& parts) { return parts.communication_fraction(); }},
    {"memory", PLATEAU_TEXT("Memory per GPU"), PLATEAU_TEXT("of the fullest GPU"), units::Unit::Bytes,
     [](const Parts& parts) { return parts.memory_bytes; }},
};

/// Lists the sizes that people type, up to one that holds the whole cluster.
std::vector<double> domains(const Scenario& scenario)
{
    std::vector<double> sizes;
    for (const double size : stops(*training_parameters().find(domain_key)))
        if (size >= least_domain && size <= std::min(most_domain, scenario.cluster.gpus))
            sizes.push_back(size);
    return sizes;
}

Series domain_curve(const ViewRequest<Scenario>& request, const Scenario& scenario, std::size_t slot,
                    const DomainPanel& shown)
{
    const bool alone = request.scenarios.size() == 1;
    Series series{.name = alone ? Message{PLATEAU_TEXT("Predicted"), {}} : Message{"%1", {title_of(scenario)}},
                  .role = figures::role_of_slot(static_cast<int>(slot)),
                  .every_value = true,
                  .own_x = scenario.cluster.tiers.front().domain_size};
    for (const double size : domains(request.first())) {
        const auto there
            = with(request.answers.data()->catalog(), scenario, domain_key, units::exact(size, units::Unit::Count));
        if (!there)
            continue;
        const auto step = request.get<answers::StepEstimate>(answers::TrainingQuestion(*there));
        series.x.push_back(size);
        series.y.push_back(step->parts.fits() ? shown.value(step->parts) : std::numeric_limits<double>::quiet_NaN());
    }
    return series;
}

Drawing against_domain(const ViewRequest<Scenario>& request)
{
    const std::vector<double> sizes = domains(request.first());
    if (sizes.size() < 2)
        return {{}, {PLATEAU_TEXT("The cluster is too small for domains of different sizes."), {}}};
    figures::Figure figure{
        .id = "domain",
        .title = {PLATEAU_TEXT("What does a larger NVLink domain bring?"), {}},
        .sentence = {PLATEAU_TEXT("%1, in domains of %2 to %3."),
                     {Quantity{request.first().cluster.gpus, units::Unit::Gpus},
                      Quantity{sizes.front(), units::Unit::Count}, Quantity{sizes.back(), units::Unit::Count}}},
        .main_panel = "throughput"};
    figures::Plot& plot = figure.plot();
    plot.x = {{PLATEAU_TEXT("GPUs in one NVLink domain, log scale"), {}},
              units::Unit::Gpus,
              true,
              sizes.front(),
              sizes.back(),
              {}};
    plot.marker = request.first().cluster.tiers.front().domain_size;
    for (const DomainPanel& shown : domain_panels) {
        Panel panel{.id = shown.id, .title = {shown.title, {}}, .unit = {shown.unit, {}}, .y = {.unit = shown.axis}};
        double highest = 0;
        for (std::size_t i = 0; i < request.scenarios.size(); ++i) {
            panel.series.push_back(domain_curve(request, request.scenarios[i], i, shown));
            for (const double y : panel.series.back().y)
                highest = y > highest ? y : highest;
        }
        panel.y.maximum = highest > 0 ? 1.08 * highest : 1;
        plot.panels.push_back(std::move(panel));
    }
    return {figures::on_paper(figures::as_viewed(std::move(figure), request.first().view))};
}

constexpr View domain_views[] = {{.name = "domain",
                                  .title = PLATEAU_TEXT("Throughput, waiting and memory against the NVLink domain"),
                                  .make = against_domain,
                                  .overlays = true,
                                  .page = "workbench",
                                  .look = "domain",
                                  .curves = "throughput,communication,memory",
                                  .dock = PLATEAU_TEXT("Domain")}};

} // namespace

} // namespace plateau::views

PLATEAU_VIEWS(domain_view, 23, domain_views)
