// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <limits>

#include "core/answers/step.h"
#include "core/question/scenario/parameter_table.h"
#include "core/views/looks.h"
#include "core/views/measured_runs.h"
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

constexpr double narrow = 8, wide = 72;
constexpr answers::GpuRange gain_range{64, 16384};

/// Draws what a scenario gains over a band of explanations; says it of the largest count at which both fit.
Message add_gains(Panel& panel, figures::Axis& y, const ViewRequest<Scenario>& request, std::size_t slot,
                  search::PlanChoice choice)
{
    const Scenario& scenario = request.scenarios[slot];
    const answers::Data& data = *request.answers.data();
    const auto curve_in = [&](double domain) {
        const auto there = with(data.catalog(), scenario, domain_key, units::exact(domain, units::Unit::Count));
        return there
            ? request.get<answers::Curve>({answers::TrainingQuestion(*there).with_choice(choice), gain_range, true})
            : nullptr;
    };
    const auto hosts = curve_in(narrow), racks = curve_in(wide);
    if (!hosts || !racks)
        return {};
    Series curve{.name = {"%1", {title_of(scenario)}},
                 .role = figures::role_of_slot(static_cast<int>(slot)),
                 .every_value = true};
    Series band{.name = {PLATEAU_TEXT("explanations that fit alike"), {}}, .role = figures::SeriesRole::Band};
    Message said;
    for (const answers::KnownPoint& known : racks->known) {
        const auto at
            = [&](const auto& one) { return std::ranges::find(one->points, known.gpus, &answers::CurvePoint::gpus); };
        const auto wider = at(racks), other = at(hosts);
        if (wider == racks->points.end() || other == hosts->points.end() || !wider->parts.fits()
            || !other->parts.fits())
            continue;
        const auto gain = evidence::difference({racks->scenario, wider->parts}, {hosts->scenario, other->parts},
                                               data.claims().reach);
        curve.x.push_back(known.gpus);
        curve.y.push_back(gain.ratio - 1);
        y.minimum = std::min(y.minimum, gain.range.low - 1);
        y.maximum = std::max(y.maximum, 1.08 * (gain.range.high - 1));
        band.y_low.push_back(gain.range.low - 1);
        band.y.push_back(gain.range.high - 1);
        const Message plan = narrate::plan_words(wider->parts.plan);
        const Message doubt = narrate::doubt_words(known.nearest, scenario.cluster.accelerator.title);
        said = {PLATEAU_TEXT("%1 on %2 GPUs: %3 (%4). %5"),
                {panel.title, Quantity{known.gpus, units::Unit::Count}, narrate::change_words(100 * curve.y.back()),
                 doubt.empty() ? plan : Message{"%1; %2", {plan, doubt}}, narrate::range_sentence(gain)}};
    }
    band.x = curve.x;
    if (slot == 0)
        panel.series.push_back(std::move(band));
    panel.series.push_back(std::move(curve));
    return said;
}

/// Measured pairs of models of the scenario's kind.
Series measured_pairs(const ViewRequest<Scenario>& request, figures::Axis& y)
{
    Series points{.name = {PLATEAU_TEXT("Measured, other chips"), {}},
                  .role = figures::SeriesRole::Published,
                  .form = figures::SeriesForm::Points};
    for (const evidence::DomainPair& pair : request.answers.data()->claims().domain_pairs)
        if (pair.experts == (request.first().workload.shape.experts > 0) && pair.gpus >= gain_range.from) {
            points.x.push_back(pair.gpus);
            points.y.push_back(pair.ratio - 1);
            y.maximum = std::max(y.maximum, 1.08 * points.y.back());
            points.names.push_back(pair.what);
        }
    return points;
}

Drawing gain_of_domain(const ViewRequest<Scenario>& request)
{
    figures::Figure figure{.id = "domain-gain",
                           .title = {PLATEAU_TEXT("What does a domain of 72 gain over one of 8?"), {}},
                           .main_panel = "gain_given"};
    figures::Plot& plot = figure.plot();
    plot.x = {{PLATEAU_TEXT("GPUs, log scale"), {}}, units::Unit::Gpus, true, gain_range.from, gain_range.to, {}};
    figures::Axis y{.unit = units::Unit::Fraction, .minimum = -0.05, .maximum = 0.1, .with_plus = true}; // of both
    Message said;
    for (const auto choice : {search::PlanChoice::Given, search::PlanChoice::Best}) {
        const bool given = choice == search::PlanChoice::Given;
        Panel panel{.id = given ? "gain_given" : "gain_best",
                    .title = {given ? PLATEAU_TEXT("Given plan") : PLATEAU_TEXT("Best plan"), {}},
                    .unit = {PLATEAU_TEXT("% more tokens/s in domains of 72 than of 8"), {}}};
        for (std::size_t i = request.scenarios.size(); i-- > 0;)
            said = add_gains(panel, y, request, i, choice);
        panel.series.push_back(measured_pairs(request, y));
        plot.panels.push_back(std::move(panel));
        if (!said.empty())
            figure.sentence = figure.sentence.empty() ? said : Message{"%1 %2", {figure.sentence, said}};
    }
    for (Panel& panel : plot.panels)
        panel.y = y;
    if (figure.sentence.empty())
        return {{}, {PLATEAU_TEXT("No plan fits in domains of either size."), {}}};
    return {figures::on_paper(figures::as_viewed(std::move(figure), request.first().view))};
}

constexpr View domain_views[]
    = {{"domain", PLATEAU_TEXT("Throughput, waiting and memory against the NVLink domain"), against_domain, true,
        "workbench", "domain", "", "throughput,communication,memory", false, PLATEAU_TEXT("Domain")},
       {"domain-gain", PLATEAU_TEXT("What NVLink domains of 72 gain over those of 8, against the GPU count"),
        gain_of_domain, true, "workbench", "domain_gain", "", "gain_given,gain_best", false,
        PLATEAU_TEXT("Gain of domains")}};

} // namespace

} // namespace plateau::views

PLATEAU_VIEWS(domain_view, 23, domain_views)
