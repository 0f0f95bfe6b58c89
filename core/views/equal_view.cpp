// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/equal_view.h"

#include "core/answers/plans.h"
#include "core/answers/step.h"
#include "core/question/scenario/scenario_file.h"
#include "core/views/scaling_view.h"
#include "core/views/view.h"
#include "core/views/words.h"

namespace plateau::narrate {

namespace {

using answers::Basis;
using answers::EqualCluster;
using units::Unit;

/// Counts the whole racks that a cluster fills; 0 if it is bought by the host.
double racks_of(const EqualCluster& cluster)
{
    const catalog::Accelerator& accelerator = cluster.scenario.cluster.accelerator;
    const double racks = cluster.parts.gpus / rack_gpus(accelerator);
    return rack_gpus(accelerator) > accelerator.per_host && racks == std::floor(racks) ? racks : 0;
}

/// Counts accelerators and racks: "1,296 in 18 racks". Of what is bought by the host it says the count alone.
Message cluster_size(const EqualCluster& cluster)
{
    const double racks = racks_of(cluster);
    const Quantity gpus = count(cluster.parts.gpus);
    return racks == 0 ? plain(gpus)
        : racks == 1  ? Message{PLATEAU_TEXT("%1 in a rack"), {gpus}}
                      : Message{PLATEAU_TEXT("%1 in %2 racks"), {gpus, count(racks)}};
}

Message cluster_name(const EqualCluster& cluster)
{
    return {"%1 %2", {count(cluster.parts.gpus), Verbatim{cluster.scenario.cluster.accelerator.title}}};
}

double idle_gpus(const EqualCluster& cluster) { return cluster.parts.gpus - cluster.parts.gpus_used; }

/// Says what is bought: "1,296 GB200 NVL72 fill 18 racks of 72."; "Of 1,296 GB200 NVL72, 16 idle, and are paid for."
std::vector<Message> purchase_sentences(const EqualCluster& cluster)
{
    const double racks = racks_of(cluster), idle = idle_gpus(cluster);
    const Message who = cluster_name(cluster);
    std::vector<Message> said;
    if (racks == 1)
        said.push_back({PLATEAU_TEXT("%1 fill one rack."), {who}});
    else if (racks > 1)
        said.push_back({PLATEAU_TEXT("%1 fill %2 racks of %3."),
                        {who, count(racks), count(rack_gpus(cluster.scenario.cluster.accelerator))}});
    if (idle > 0)
        said.push_back({PLATEAU_TEXT("Of %1, %2 idle but are paid for."), {who, count(idle)}});
    return said;
}

/// How long the run takes, or a million tokens where nobody said its length; infinite for one that never ends.
double seconds_of(const Parts& parts, const Scenario& scenario)
{
    const bool ends = parts.fits() && !(is_length_said(scenario) && std::isnan(parts.run_seconds));
    return ends ? answers::run_cost(parts, told_tokens(scenario)).seconds : std::numeric_limits<double>::infinity();
}

double seconds_of(const EqualCluster& cluster) { return seconds_of(cluster.parts, cluster.scenario); }

} // namespace

Argument amount_words(Basis basis, double amount)
{
    switch (basis) {
    case Basis::Usd:
        return Message{PLATEAU_TEXT("%1 an hour"), {in_prose(amount, Unit::Usd)}};
    case Basis::Watts:
        return Quantity{amount, Unit::Watts};
    case Basis::Gpus:
        break;
    }
    return Quantity{amount, Unit::Gpus};
}

Message cluster_words(const EqualCluster& cluster, Basis basis)
{
    const Message who{"%1 × %2",
                      {count(cluster.scenario.cluster.gpus), Verbatim{cluster.scenario.cluster.accelerator.title}}};
    if (!cluster.parts.possible())
        return {PLATEAU_TEXT("%1: not possible"), {who}};
    if (!cluster.parts.fits())
        return {PLATEAU_TEXT("%1: does not fit"), {who}};
    if (basis == Basis::Gpus)
        return who;
    return {"%1: %2", {who, amount_words(basis, cluster.value)}};
}

Message equal_note(const answers::EqualAnswer& answer, double tokens)
{
    const Quantity all = in_prose(tokens, Unit::Tokens);
    if (answer.basis == Basis::Gpus)
        return {PLATEAU_TEXT("%1, each with its best plan"), {all}};
    return {PLATEAU_TEXT("%1, each with its best plan, on as many whole hosts as %2 allow"),
            {all, amount_words(answer.basis, answer.amount)}};
}

namespace {

/// Finds the fastest of the others that fit; null if none does.
const EqualCluster* best_other(const answers::EqualAnswer& answer)
{
    const EqualCluster* best = nullptr;
    for (const EqualCluster& cluster : answer.clusters)
        if (&cluster != &answer.clusters.front() && cluster.parts.fits()
            && (!best || cluster.parts.tokens_per_s > best->parts.tokens_per_s))
            best = &cluster;
    return best;
}

} // namespace

Message equal_outcome(const answers::EqualAnswer& answer)
{
    if (answer.is_free)
        return {PLATEAU_TEXT("This cluster costs nothing, so nothing else costs as much. Compare by power or count, or "
                             "give it a price."),
                {}};
    if (answer.clusters.empty())
        return {PLATEAU_TEXT("No plan of this question is possible."), {}};
    const EqualCluster& own = answer.clusters.front();
    const EqualCluster* best = best_other(answer);
    const Argument amount = amount_words(answer.basis, answer.amount);
    if (!best)
        return {PLATEAU_TEXT("None of the other choices fits within %1."), {amount}};
    if (!own.parts.fits())
        return {PLATEAU_TEXT("Within %1 no plan fits on %2; %3 do best."),
                {amount, Verbatim{own.scenario.cluster.accelerator.title}, cluster_name(*best)}};
    const double ratio = best->parts.tokens_per_s / own.parts.tokens_per_s;
    return ratio >= 1 ? Message{PLATEAU_TEXT("Within %1, %2 train %3 as many tokens a second as %4."),
                                {amount, cluster_name(*best), times(ratio), cluster_name(own)}}
                      : Message{PLATEAU_TEXT("Within %1, %2 train the most tokens; %3 train %4 as many."),
                                {amount, cluster_name(own), cluster_name(*best), times(ratio)}};
}

Message equal_sentence(const answers::EqualAnswer& answer)
{
    Message said = equal_outcome(answer);
    const EqualCluster* best = answer.clusters.empty() ? nullptr : best_other(answer);
    if (!best || !answer.clusters.front().parts.fits())
        return said;
    const EqualCluster& own = answer.clusters.front();
    const auto add = [&said](const Message& next) { said = {"%1 %2", {said, next}}; };
    if (best->against_first)
        add(range_sentence(*best->against_first));
    if (const Message price = equal_price_words(own.scenario, own.parts, best->scenario, best->parts); !price.empty())
        add(price);
    for (const EqualCluster* cluster : {best, &own})
        for (const Message& bought : purchase_sentences(*cluster))
            add(bought);
    const double given = seconds_of(answer.given, own.scenario), quickest = seconds_of(own);
    if (std::isfinite(given) && given > 1.01 * quickest) // a difference that is worth a sentence
        add({PLATEAU_TEXT("Each has its best plan; the given plan would take %1 in place of %2."),
             {Quantity{given, Unit::Seconds}, Quantity{quickest, Unit::Seconds}}});
    return said;
}

std::vector<const EqualCluster*> quickest_first(const answers::EqualAnswer& answer)
{
    std::vector<const EqualCluster*> order;
    for (const EqualCluster& cluster : answer.clusters)
        order.push_back(&cluster);
    std::stable_sort(order.begin(), order.end(),
                     [](const auto* left, const auto* right) { return seconds_of(*left) < seconds_of(*right); });
    return order;
}

std::vector<Fact> equal_facts(const answers::EqualAnswer& answer)
{
    if (answer.clusters.empty())
        return {};
    std::vector<Fact> facts;
    const std::vector<const EqualCluster*> order = quickest_first(answer);
    const auto add = [&](Message label, Message unit, const std::function<Message(const EqualCluster&)>& value,
                         bool assumed = false) {
        Fact fact{.name = std::move(label), .unit = std::move(unit), .assumed = assumed};
        for (const EqualCluster* cluster : order)
            fact.values.push_back(cluster->parts.fits() ? value(*cluster) : plain(dash));
        facts.push_back(std::move(fact));
    };
    const auto by_metric = [&](const char* key, bool assumed) {
        const Metric& row = metric(key);
        add(
            plain(row.short_label), plain(row.shown_in.unit == Unit::Count ? row.shown_in.words.usual : ""),
            [&row](const EqualCluster& c) { return plain(metric_text(row, row.value(c.parts))); }, assumed);
        facts.back().help = plain(row.definition);
    };
    add({PLATEAU_TEXT("Accelerators"), {}}, {}, cluster_size);
    if (std::any_of(order.begin(), order.end(), [](const EqualCluster* c) { return idle_gpus(*c) > 0; }))
        add({PLATEAU_TEXT("of which idle"), {}}, {}, [](const EqualCluster& c) { return plain(count(idle_gpus(c))); });
    for (const answers::BasisRow& held : answers::basis_rows())
        if (held.basis != Basis::Gpus)
            add(
                plain(held.axis), {},
                [&held](const EqualCluster& c) {
                    return plain(Quantity{held.value(c.parts), held.unit});
                },
                true);
    by_metric("tokens_per_s", false);
    add({PLATEAU_TEXT("Against %1"), {Verbatim{answer.clusters.front().scenario.cluster.accelerator.title}}}, {},
        [&](const EqualCluster& c) {
            const Parts& own = answer.clusters.front().parts;
            return plain(own.fits() ? Argument(times(c.parts.tokens_per_s / own.tokens_per_s)) : dash);
        });
    add({PLATEAU_TEXT("Eight in ten"), {}}, {}, [](const EqualCluster& c) {
        if (!c.against_first)
            return plain(dash);
        return Message{"%1\u2013%2",
                       {Quantity{c.against_first->band.low, Unit::None}, times(c.against_first->band.high)}};
    });
    for (const char* key : {"mfu", "communication_fraction", "memory_bytes_per_gpu"})
        by_metric(key, false);
    const bool has_length = is_length_said(answer.clusters.front().scenario);
    for (const char* key : {"run_days", "usd", "energy_mwh", "seconds_per_million_tokens", "usd_per_million_tokens"})
        if (has_length == (metric(key).group == MetricGroup::Run))
            by_metric(key, true);
    add({PLATEAU_TEXT("Plan"), {}}, {}, [](const EqualCluster& c) { return plan_words(c.parts.plan); });
    return facts;
}

} // namespace plateau::narrate

namespace plateau::figures {

namespace {

using answers::EqualAnswer;
using answers::EqualCluster;

Figure started(const EqualAnswer& answer, const Scenario& scenario, const char* id)
{
    return Figure{.id = id,
                  .title = {PLATEAU_TEXT("Which hardware for the same money, power or count?"), {}},
                  .sentence = narrate::equal_sentence(answer),
                  .scenario = write_scenario(scenario),
                  .seen = narrate::equal_outcome(answer)};
}

/// Stretches the step's bar to the length of the run. What failures take stands idle at its end.
Bar run_bar(const EqualCluster& cluster, const Message& name, SeriesRole role)
{
    Bar bar = step_bar(cluster.parts, name, role);
    const double seconds = narrate::seconds_of(cluster);
    const double steps = seconds * cluster.parts.goodput / cluster.parts.step_seconds;
    for (Segment& segment : bar.segments)
        segment.value *= steps;
    bar.segments.push_back(
        {{PLATEAU_TEXT("Interruptions"), {}}, SegmentKind::Idle, seconds * (1 - cluster.parts.goodput)});
    return bar;
}

} // namespace

SeriesRole equal_role(std::size_t cluster) { return role_of_slot(static_cast<int>(cluster)); }

Figure equal_bars_figure(const EqualAnswer& answer, const Scenario& scenario)
{
    Figure figure = started(answer, scenario, "equal");
    Bars& chart = figure.chart.emplace<Bars>();
    chart.title = {PLATEAU_TEXT("Time of the run"), {}};
    if (!answer.clusters.empty())
        chart.note = narrate::equal_note(answer, told_tokens(scenario));
    std::vector<Bar>& bars = chart.bars;
    for (const EqualCluster* cluster : narrate::quickest_first(answer)) {
        const Message name = narrate::cluster_words(*cluster, answer.basis);
        const SeriesRole role = equal_role(static_cast<std::size_t>(cluster - answer.clusters.data()));
        if (std::isfinite(narrate::seconds_of(*cluster)))
            bars.push_back(run_bar(*cluster, name, role));
        else
            bars.push_back({name, role, {}, false});
    }
    return figure;
}

Figure equal_curves_figure(const EqualAnswer& answer, const Scenario& scenario)
{
    const answers::BasisRow& held = answers::row(answer.basis);
    Figure figure = started(answer, scenario, "equal-curves");
    Plot& plot = figure.plot();
    plot.x = {{PLATEAU_TEXT("%1, log scale"), {held.axis}}, held.unit, true, 0, 0, {}};
    Panel panel = titled_panel("throughput", {PLATEAU_TEXT("Throughput"), {}},
                               {PLATEAU_TEXT("tokens/s, each with its best plan"), {}}, {.logarithmic = true});
    double low = std::numeric_limits<double>::infinity(), high = 0, least = low, most = 0;
    for (std::size_t i = 0; i < answer.curves.size(); ++i) {
        Series series{.name = {"%1", {Verbatim{answer.curves[i].title}}},
                      .role = equal_role(i),
                      .every_value = true,
                      .own_x = answer.clusters[i].value};
        for (const answers::CurvePoint& point : answer.curves[i].points) {
            if (!point.parts.fits() || !(held.value(point.parts) > 0)) // free hardware has no place on the axis
                continue;
            series.x.push_back(held.value(point.parts));
            series.y.push_back(point.parts.tokens_per_s);
            low = std::min(low, series.x.back());
            high = std::max(high, series.x.back());
            least = std::min(least, series.y.back());
            most = std::max(most, series.y.back());
        }
        panel.series.push_back(std::move(series));
    }
    if (high > 0) {
        Series held_equal{.role = SeriesRole::Reference, .x = {answer.amount, answer.amount}, .y = {least, most}};
        held_equal.markers = held_equal.label_at_end = false;
        panel.series.insert(panel.series.begin(), std::move(held_equal));
        panel.notes.push_back({answer.amount, least, {"%1", {narrate::amount_words(answer.basis, answer.amount)}}, {}});
        plot.x.minimum = low / 1.2;
        plot.x.maximum = high * 1.2;
    }
    plot.panels = {panel};
    return figure;
}

} // namespace plateau::figures

namespace plateau::views {

namespace {

using answers::Basis;

template<Basis basis, bool curves>
Drawing equal(const ViewRequest<Scenario>& request)
{
    const answers::TrainingQuestion question(request.first());
    const auto answer = request.get<answers::EqualHardware>(answers::EqualHardware::Key::of(question, basis));
    if (answer->is_free)
        return {{}, narrate::equal_outcome(*answer)};
    if (answer->clusters.empty())
        return {{}, request.get<answers::StepEstimate>(question)->reason};
    return {curves ? figures::equal_curves_figure(*answer, request.first())
                   : figures::equal_bars_figure(*answer, request.first())};
}

constexpr const char* hardware_bars = PLATEAU_TEXT("Hardware compared: the run");
constexpr const char* hardware_curves = PLATEAU_TEXT("Hardware compared: curves");

constexpr View equal_views[] = {
    {"equal-usd", "The run on other hardware that costs as much an hour, each with its best plan",
     equal<Basis::Usd, false>, false, "hardware", "usd", hardware_bars},
    {"equal-watts", "The same of facilities that draw as much power", equal<Basis::Watts, false>, false, "hardware",
     "watts", hardware_bars},
    {"equal-gpus", "The same of as many accelerators", equal<Basis::Gpus, false>, false, "hardware", "gpus",
     hardware_bars},
    {"equal-usd-curves", "Throughput against dollars an hour, a curve for each hardware", equal<Basis::Usd, true>,
     false, "hardware", "usd_curves", hardware_curves},
    {"equal-watts-curves", "The same against the power of the facility", equal<Basis::Watts, true>, false, "hardware",
     "watts_curves", hardware_curves},
    {"equal-gpus-curves", "The same against the number of accelerators", equal<Basis::Gpus, true>, false, "hardware",
     "gpus_curves", hardware_curves},
};

} // namespace

} // namespace plateau::views

PLATEAU_VIEWS(equal_view, 40, equal_views)
