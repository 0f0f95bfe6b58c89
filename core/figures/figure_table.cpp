// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figures/figure_table.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "core/evidence/known.h"
#include "core/explore/equal.h"
#include "core/figures/equal_figure.h"
#include "core/figures/evidence_figure.h"
#include "core/figures/figure_page.h"
#include "core/figures/limits_figure.h"
#include "core/figures/looks.h"
#include "core/figures/measured_overlay.h"
#include "core/figures/plan_figures.h"
#include "core/figures/plan_view.h"
#include "core/figures/scaling_figure.h"
#include "core/figures/shown_figure.h"
#include "core/narrate/readout.h"
#include "core/scenario/scenario_file.h"

namespace plateau::figures {

namespace {

using Scenarios = std::vector<Scenario>;

std::string name_of(const Scenario& scenario)
{
    return scenario.title.empty() ? english(narrate::question_words(scenario, 0)) : scenario.title;
}

/// The curves that the window shows for the scenarios and the view of the first.
struct Curves {
    evidence::Claims claims;
    ScalingCurve current;
    std::optional<ScalingCurve> other;
    std::vector<ScalingCurve> laid_over;

    ScalingPicture picture() const
    {
        ScalingPicture picture;
        picture.current = &current;
        for (std::size_t i = 0; i < laid_over.size(); ++i)
            picture.pins.push_back({&laid_over[i], std::string(1, static_cast<char>('A' + i)),
                                    name_of(laid_over[i].scenario), role_of_slot(static_cast<int>(i) + 1)});
        if (other) {
            picture.other = &*other;
            picture.given = &other->here();
        }
        return picture;
    }
};

std::unique_ptr<Curves> curves_of(const catalog::Catalog& catalog, const Scenarios& scenarios,
                                  const evidence::KnownSteps* steps = nullptr)
{
    auto curves = std::make_unique<Curves>();
    curves->claims = evidence::read_claims(catalog.folders);
    GpuRange range = usual_range(scenarios.front());
    for (const Scenario& scenario : scenarios) {
        const GpuRange own = usual_range(scenario);
        range = {std::min(range.from, own.from), std::max(range.to, own.to)};
    }
    threads::Pool pool;
    const auto searched = [&](const Scenario& scenario, search::PlanChoice wanted) {
        return CurveSearch(pool).curve(scenario, wanted, objective(scenario), curves->claims, range, {}, steps);
    };
    const auto given = [&](const Scenario& scenario) {
        if (open_keys(scenario, search::PlanChoice::Given).any())
            return searched(scenario, search::PlanChoice::Given);
        return scaling_curve(scenario, curves->claims, *make_workspace(), range, steps);
    };
    const auto chosen = [&](const Scenario& scenario) {
        const auto choice = plan_choice(scenario);
        return choice == search::PlanChoice::Best ? searched(scenario, choice) : given(scenario);
    };
    curves->current = chosen(scenarios.front());
    if (scenarios.size() == 1 && plan_choice(scenarios.front()) == search::PlanChoice::Best)
        curves->other = given(scenarios.front());
    for (std::size_t i = 1; i < scenarios.size(); ++i)
        curves->laid_over.push_back(chosen(scenarios[i]));
    return curves;
}

/// Of the innermost SharedRuns of this thread; null: there is none.
thread_local SharedRuns* shared_runs = nullptr;

evidence::KnownSteps read_steps(const catalog::Catalog& catalog)
{
    return {std::make_shared<const evidence::Evidence>(evidence::read_evidence(catalog)),
            evidence::read_claims(catalog.folders).reach};
}

evidence::KnownSteps known_steps(const catalog::Catalog& catalog)
{
    return shared_runs && shared_runs->are_of(catalog) ? shared_runs->steps() : read_steps(catalog);
}

/// On paper every curve is called by its name, not by a letter that something else explains.
void name_curves(Figure& figure, const ScalingPicture& picture)
{
    if (picture.pins.empty())
        return;
    const auto name = [&](SeriesRole role) -> std::string {
        if (role == SeriesRole::Current)
            return name_of(picture.current->scenario);
        for (const PinnedCurve& pin : picture.pins)
            if (pin.role == role)
                return pin.name;
        return {};
    };
    for (const NamedPart& part : named_parts(figure))
        if (const std::string words = name(part.role); !words.empty())
            part.name = {"%1", {words}};
}

template<ThroughputView view>
MadeFigure scaling(const catalog::Catalog& catalog, const Scenarios& scenarios)
{
    const evidence::KnownSteps steps = known_steps(catalog);
    const auto curves = curves_of(catalog, scenarios, &steps);
    if (!curves->current.fits_anywhere())
        return {{}, curves->current.estimate.reason};
    ScalingPicture picture = curves->picture();
    picture.view = view;
    Figure figure = scaling_figure(picture);
    name_curves(figure, picture);
    figure = on_paper(std::move(figure));
    add_measured(figure, measured_runs(steps.evidence(), scenarios.front()), curves->current, view);
    return {as_viewed(std::move(figure), scenarios.front().view), {}, known_words(curves->current)};
}

MadeFigure step(const catalog::Catalog& catalog, const Scenarios& scenarios)
{
    const auto curves = curves_of(catalog, scenarios);
    if (!curves->current.here().possible())
        return {{}, curves->current.estimate.reason};
    const ScalingPicture picture = curves->picture();
    Figure figure = step_figure(picture);
    name_curves(figure, picture);
    return {on_paper(std::move(figure)), {}};
}

/// What the figures about plans have in common.
struct PlanBench {
    explicit PlanBench(const Scenario& scenario)
        : prepared(prepare(scenario)), open(search::open_keys(scenario, search::PlanChoice::Best)),
          context(plan_context(*prepared, scenario, objective(scenario), searches.front()))
    {
        options.objective = context.objective;
        options.hints = {context.best.plan};
    }
    Message no_answer() const { return reason(context.best); }
    Message no_answer_given() const { return reason(context.current); }
    Message reason(const Parts& parts) const
    {
        return parts.fits() ? Message{} : explain(*prepared, parts.plan).reason;
    }

    threads::Pool pool;
    std::vector<search::PlanSearch> searches{static_cast<std::size_t>(pool.size())};
    std::shared_ptr<const Prepared> prepared;
    search::OpenKeys open;
    PlanContext context;
    search::SearchOptions options;
};

MadeFigure plans_heat_map(const catalog::Catalog& catalog, const Scenarios& scenarios)
{
    const Scenario& scenario = scenarios.front();
    PlanBench bench(scenario);
    explore::PlanMapQuestion question;
    question.shown = {bench.context.current.plan, bench.context.best.plan};
    const explore::PlanMap map
        = explore::plan_map(bench.pool, bench.searches, catalog, scenario, bench.open, question, bench.options);
    return {plan_map_figure(map, usual_map_metric(), bench.context), bench.no_answer()};
}

MadeFigure what_would_help(const catalog::Catalog&, const Scenarios& scenarios)
{
    const Scenario& scenario = scenarios.front();
    PlanBench bench(scenario);
    const search::PlanChoice choice = plan_choice(scenario);
    const auto rows
        = explore::sensitivities(scenario, search::open_keys(scenario, choice), bench.searches.front(), bench.options);
    return {what_would_help_figure(rows, bench.context, choice),
            choice == search::PlanChoice::Best ? bench.no_answer() : bench.no_answer_given()};
}

MadeFigure frontier(const catalog::Catalog& catalog, const Scenarios& scenarios)
{
    const Scenario& scenario = scenarios.front();
    PlanBench bench(scenario);
    explore::BestPlanCurve curves(bench.pool);
    const evidence::KnownSteps steps = known_steps(catalog);
    const RunChoices choices = run_choices(*bench.prepared, bench.context, curves, {}, &steps);
    return {frontier_figure(choices, bench.context), choices.front.empty() ? bench.no_answer() : Message{}};
}

template<explore::Basis basis, bool curves>
MadeFigure equal(const catalog::Catalog& catalog, const Scenarios& scenarios)
{
    const Scenario& scenario = scenarios.front();
    threads::Pool pool;
    search::SearchOptions options;
    options.objective = objective(scenario);
    const explore::EqualAnswer answer
        = explore::compare_hardware(catalog, scenario, explore::compared_hardware(scenario), basis, pool, options);
    if (answer.clusters.empty())
        return {{}, estimate(scenario).reason};
    return {curves ? equal_curves_figure(answer, scenario) : equal_bars_figure(answer, scenario), {}};
}

using LimitsScenarios = std::vector<LimitsScenario>;

LimitsPicture limits_picture(const LimitsScenarios& scenarios, LimitsDetail detail, const catalog::KnownRuns& known)
{
    LimitsPicture picture;
    for (const LimitsScenario& scenario : scenarios) {
        picture.curves.push_back(limits_curve(scenario));
        const auto slot = static_cast<int>(picture.curves.size()) - 1;
        picture.curves.back().number = slot + 1;
        picture.curves.back().role = role_of_slot(slot);
    }
    picture.detail = detail;
    picture.known = &known;
    return picture;
}

template<LimitsDetail detail>
MadeFigure limits(const catalog::Catalog& catalog, const LimitsScenarios& scenarios)
{
    const catalog::KnownRuns known = catalog::read_known_runs(catalog.folders);
    const LimitsPicture picture = limits_picture(scenarios, detail, known);
    const auto& points = picture.curves.front().points;
    if (std::none_of(points.begin(), points.end(), [](const limits::Point& point) { return point.feasible; }))
        return {{}, {PLATEAU_TEXT("no run of this range finishes in time"), {}}};
    return {limits_figure(picture), {}};
}

MadeFigure limits_forms(const catalog::Catalog& catalog, const LimitsScenarios& scenarios)
{
    const catalog::KnownRuns known = catalog::read_known_runs(catalog.folders);
    return {closed_form_figure(limits_picture(scenarios, LimitsDetail::Step, known)), {}};
}

template<bool errors>
MadeFigure evidence_runs(const catalog::Catalog& catalog, const Scenarios& scenarios)
{
    const Scenario& scenario = scenarios.front();
    const evidence::Claims claims = evidence::read_claims(catalog.folders);
    const evidence::Evidence read = evidence::read_evidence(catalog);
    const auto shown = filtered(read, {}, scenario);
    const auto sources = evidence_sources(read, claims);
    const EvidencePicture picture{read, sources, shown, EvidenceQuantity::StepTime, EvidenceView::Values, {}};
    MadeFigure made{errors ? evidence_errors_figure(picture) : evidence_figure(picture), {}};
    made.figure.scenario = write_scenario(scenario);
    return made;
}

constexpr FigureEntry all_figures[] = {
    {"scaling", "Throughput, MFU and communication share against the GPU count", scaling<ThroughputView::Total>,
     nullptr, true},
    {"scaling-per-gpu", "The same, with the throughput of one GPU", scaling<ThroughputView::PerGpu>, nullptr, true},
    {"scaling-goodput", "The same, with what failures leave of the throughput of one GPU",
     scaling<ThroughputView::Goodput>, nullptr, true},
    {"scaling-per-usd", "The same, with the tokens for a dollar", scaling<ThroughputView::PerUsd>, nullptr, true},
    {"scaling-per-watt", "The same, with the throughput per watt of the facility", scaling<ThroughputView::PerWatt>,
     nullptr, true},
    {"scaling-to-loss", "The same, with the time to a loss: larger batches need more tokens",
     scaling<ThroughputView::ToLoss>, nullptr, true},
    {"step", "Where the time of one step goes", step, nullptr, true},
    {"plans-heatmap", "Tensor against pipeline degree, the best of the other plan parameters in each cell",
     plans_heat_map},
    {"what-would-help", "Change in throughput for a doubling and halving of each resource", what_would_help},
    {"frontier", "Time and cost of the training run, each GPU count with its best plan", frontier},
    {"equal-usd", "The run on other hardware that costs as much an hour, each with its best plan",
     equal<explore::Basis::Usd, false>},
    {"equal-watts", "The same of facilities that draw as much power", equal<explore::Basis::Watts, false>},
    {"equal-gpus", "The same of as many accelerators", equal<explore::Basis::Gpus, false>},
    {"equal-usd-curves", "Throughput against dollars an hour, a curve for each hardware",
     equal<explore::Basis::Usd, true>},
    {"equal-watts-curves", "The same against the power of the facility", equal<explore::Basis::Watts, true>},
    {"equal-gpus-curves", "The same against the number of accelerators", equal<explore::Basis::Gpus, true>},
    {"limits", "Utilization, layout and where a step goes against training compute", nullptr,
     limits<LimitsDetail::Step>, true},
    {"limits-cluster", "The same, with the size of the cluster", nullptr, limits<LimitsDetail::Cluster>, true},
    {"limits-time", "The same, with how long the run takes", nullptr, limits<LimitsDetail::Time>, true},
    {"limits-cost", "The same, with what the run costs", nullptr, limits<LimitsDetail::Cost>, true},
    {"limits-closed-forms", "T_crit and T_limit against the exponent of the batch", nullptr, limits_forms, true},
    {"evidence", "Predicted against measured step time of all published runs", evidence_runs<false>},
    {"evidence-errors", "Errors of those predictions by source, and their distribution", evidence_runs<true>},
};

} // namespace

struct SharedRuns::Read {
    std::optional<evidence::KnownSteps> steps;
};

SharedRuns::SharedRuns(const catalog::Catalog& catalog)
    : catalog_(catalog), outer_(shared_runs), read_(std::make_unique<Read>())
{
    shared_runs = this;
}

SharedRuns::~SharedRuns() { shared_runs = outer_; }

const evidence::KnownSteps& SharedRuns::steps()
{
    if (!read_->steps)
        read_->steps.emplace(read_steps(catalog_));
    return *read_->steps;
}

std::span<const FigureEntry> figure_table() { return all_figures; }

const FigureEntry* figure_entry(const std::string& name)
{
    for (const FigureEntry& entry : all_figures)
        if (name == entry.name)
            return &entry;
    return nullptr;
}

} // namespace plateau::figures
