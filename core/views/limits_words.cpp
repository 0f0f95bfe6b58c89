// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <optional>

#include "core/limits/closed_forms.h"
#include "core/text/messages/speech.h"
#include "core/text/messages/words.h"
#include "core/views/limits_view.h"
#include "core/views/words.h"

namespace plateau::narrate {

namespace {

using limits::Bound;
using units::Unit;

Quantity share(double part, double whole) { return Quantity{whole > 0 ? part / whole : 0, Unit::Fraction, 2}; }

Message growth_words(const LimitsScenario& scenario)
{
    const double exponent = scenario.question.rules.batch.exponent;
    if (exponent == 0)
        return {"C^0", {}};
    if (scenario.batch_rule == BatchGrowth::SixthRoot && !scenario.overrides.count("batch_exponent"))
        return {"C^(1/6)", {}};
    return {"C^%1", {Quantity{exponent, Unit::None, 3}}};
}

struct Loss {
    const char* words;
    double seconds;
};

Loss largest_loss(const limits::Causes& causes)
{
    const std::vector<Loss> losses{{PLATEAU_TEXT("the GPUs' own memory"), causes.memory_seconds},
                                   {PLATEAU_TEXT("traffic"), causes.network_seconds},
                                   {PLATEAU_TEXT("latency"), causes.latency_seconds},
                                   {PLATEAU_TEXT("the pipeline bubble"), causes.pipeline_seconds}};
    return *std::max_element(losses.begin(), losses.end(),
                             [](const Loss& a, const Loss& b) { return a.seconds < b.seconds; });
}

} // namespace

Argument months(double seconds)
{
    const double count = seconds / limits::month_seconds;
    if (std::abs(count - std::round(count)) < whole_within && count >= 1)
        return Message{
            "%1 %2",
            {Quantity{count, Unit::None}, std::round(count) == 1 ? PLATEAU_TEXT("month") : PLATEAU_TEXT("months")}};
    return Quantity{seconds, Unit::Seconds};
}

Message limits_headline(const LimitsScenario& scenario, const limits::Landmarks& landmarks)
{
    const Verbatim title{scenario.accelerator.title};
    const auto flop = [](double value) { return Quantity{value, Unit::Flop}; };
    const Message where = scenario.cluster_mode == ClusterMode::Fixed
        ? Message{"%1 %2", {in_prose(scenario.gpus, Unit::Count), title}}
        : Message{PLATEAU_TEXT("%1 in %2"), {title, months(scenario.question.run_seconds)}};
    if (!landmarks.wall_flop)
        return {PLATEAU_TEXT("On %1 no run of this range finishes."), {where}};
    const Quantity wall = flop(*landmarks.wall_flop);
    if (scenario.cluster_mode == ClusterMode::Fixed)
        return {landmarks.wall_beyond_grid
                    ? PLATEAU_TEXT("%1 hold every run of this range, up to %2; how long each takes is below.")
                    : PLATEAU_TEXT("%1 hold runs up to %2, whatever time they take; larger ones do not fit."),
                {where, wall}};
    if (landmarks.below_from_start)
        return {landmarks.wall_beyond_grid
                    ? PLATEAU_TEXT("On %1 scaling is below linear from the start; runs finish up to %2, the end of the "
                                   "curve.")
                    : PLATEAU_TEXT("On %1 scaling is below linear from the start; beyond %2 no cluster finishes."),
                {where, wall}};
    if (!landmarks.linear_end_flop)
        return {landmarks.wall_beyond_grid
                    ? PLATEAU_TEXT("On %1 scaling stays linear up to the end of the curve, %2.")
                    : PLATEAU_TEXT("On %1 scaling stays linear up to %2; beyond it no cluster finishes in time."),
                {where, wall}};
    const Quantity first = flop(*landmarks.linear_end_flop);
    const bool ripples = landmarks.last_crossing_flop && *landmarks.last_crossing_flop > *landmarks.linear_end_flop;
    if (landmarks.wall_beyond_grid)
        return {ripples ? PLATEAU_TEXT("On %1 linear scaling first ends at %2; runs finish up to the end of the curve.")
                        : PLATEAU_TEXT("On %1 linear scaling ends at %2; runs finish up to the end of the curve."),
                {where, first}};
    return {ripples ? PLATEAU_TEXT("On %1 linear scaling first ends at %2; beyond %3 no cluster finishes.")
                    : PLATEAU_TEXT("On %1 linear scaling ends at %2; beyond %3 no cluster finishes."),
            {where, first, wall}};
}

Message bound_words(Bound bound)
{
    static constexpr const char* words[]
        = {PLATEAU_TEXT("linear scaling"),     PLATEAU_TEXT("memory-bound"),   PLATEAU_TEXT("network-bound"),
           PLATEAU_TEXT("latency-bound"),      PLATEAU_TEXT("pipeline-bound"), PLATEAU_TEXT("idle GPUs"),
           PLATEAU_TEXT("no cluster finishes")};
    static_assert(std::size(words) == names_of<Bound>.size());
    return {words[static_cast<std::size_t>(bound)], {}};
}

Message what_binds(const LimitsScenario& scenario, const limits::Point& point)
{
    const double step = point.time.step_seconds;
    const limits::Causes causes = limits::causes(point.time);
    const double tensor = point.layout.tp_model * point.layout.tp_ff;
    switch (point.bound) {
    case Bound::Arithmetic: {
        const Loss loss = largest_loss(causes);
        return {PLATEAU_TEXT("Scaling is still linear: %1 of a step is arithmetic at the sustained rate. The largest "
                             "loss is %2, %3."),
                {share(causes.arithmetic_seconds, step), loss.words, share(loss.seconds, step)}};
    }
    case Bound::Memory:
        return {
            PLATEAU_TEXT("The batch grows only as %1, so more GPUs mean more tensor shards, here %2 x %3. Shards of "
                         "%4 x %5 reuse too little of what they read: the GPUs' own memory costs %6 of a step."),
            {growth_words(scenario), count(point.layout.tp_model), count(point.layout.tp_ff),
             count(point.model.width / point.layout.tp_model), count(point.model.inner / point.layout.tp_ff),
             share(causes.memory_seconds, step)}};
    case Bound::Network:
        return {PLATEAU_TEXT("The batch grows only as %1, so more GPUs mean more tensor shards, here %2. Each computes "
                             "less per byte it sends: traffic that does not hide behind the arithmetic takes %3 of a "
                             "step."),
                {growth_words(scenario), count(tensor), share(causes.network_seconds, step)}};
    case Bound::Latency:
        return {PLATEAU_TEXT("A step passes %1 blocks one after the other, and there are %2 steps. %3 of each step is "
                             "latency of kernels and hops, which no bandwidth shortens."),
                {count(point.model.blocks), in_prose(std::round(point.model.steps()), Unit::Count),
                 share(causes.latency_seconds, step)}};
    case Bound::Pipeline:
        return {PLATEAU_TEXT("The batch is too small to fill %1 pipeline stages: they idle %2 of a step."),
                {count(point.layout.pp), share(causes.pipeline_seconds, step)}};
    case Bound::Idle:
        return {PLATEAU_TEXT("No layout of this model uses all of the cluster: %1 of %2 idle."),
                {in_prose(point.idle_devices(), Unit::Count), in_prose(point.devices, Unit::Gpus)}};
    case Bound::Infeasible:
        break;
    }
    if (scenario.cluster_mode == ClusterMode::Fixed)
        return {PLATEAU_TEXT("No layout of %1 holds the weights and optimizer states of %2 parameters."),
                {in_prose(scenario.gpus, Unit::Gpus), in_prose(point.model.parameters(), Unit::None)}};
    return {
        PLATEAU_TEXT("%1 steps through %2 blocks do not fit into %3, however many GPUs share them: kernels and hops "
                     "alone take longer."),
        {in_prose(std::round(point.model.steps()), Unit::Count), count(point.model.blocks),
         months(scenario.question.run_seconds)}};
}

Message limits_answer(const LimitsScenario& scenario, const limits::Point& point)
{
    const bool fixed = scenario.cluster_mode == ClusterMode::Fixed;
    const Quantity flop{point.model.training_flop, Unit::Flop};
    const Verbatim title{scenario.accelerator.title};
    const Argument time = fixed ? months(point.run_seconds) : live("duration", months(scenario.question.run_seconds));
    if (!point.feasible)
        return {fixed ? PLATEAU_TEXT("No: %1 cannot be done on %3 %4. %5")
                      : PLATEAU_TEXT("No: %1 cannot be done in %2 on %4. %5"),
                {flop, time, live("gpus", in_prose(scenario.gpus, Unit::Count)), title, what_binds(scenario, point)}};
    const Loss loss = largest_loss(limits::causes(point.time));
    const Quantity lost = share(loss.seconds, point.time.step_seconds);
    const Message why = point.bound == Bound::Arithmetic
        ? Message{PLATEAU_TEXT("Scaling is still linear; the largest loss is %1, %2 of a step."), {loss.words, lost}}
        : point.bound == Bound::Idle
        ? what_binds(scenario, point)
        : Message{PLATEAU_TEXT("It is %1: %2 takes %3 of a step."), {bound_words(point.bound), loss.words, lost}};
    const Quantity devices = in_prose(point.devices, Unit::Count);
    return {fixed ? PLATEAU_TEXT("Yes: %1 can be done on %2 %3, at %4 of their peak; it takes %5. %6")
                  : PLATEAU_TEXT("Yes: %1 can be done in %5 on %2 %3, at %4 of their peak. %6"),
            {flop, fixed ? live("gpus", devices) : Argument(devices), title,
             Quantity{point.utilization, Unit::Fraction}, time, why}};
}

std::vector<Message> closed_form_reasons(const LimitsScenario& scenario)
{
    const limits::Question& question = scenario.question;
    const limits::NodeRates node = limits::node_rates(question.machine);
    const limits::GrowthRule growth = limits::growth_rule(question.rules);
    if (scenario.cluster_mode == ClusterMode::Fixed)
        return {
            {PLATEAU_TEXT("A given cluster has no deadline, and both closed forms ask for one: they answer for %1."),
             {months(question.run_seconds)}}};
    const auto flop = [](double value) {
        return std::isfinite(value) ? Argument(Quantity{value, Unit::Flop}) : PLATEAU_TEXT("no compute");
    };
    return {
        {PLATEAU_TEXT("T_crit: a device needs %1 tokens at a time to keep its memory from waiting, and shards of %2 "
                      "words to keep the network from waiting. The batch and the width hold only so many of both: "
                      "linear scaling ends at %3."),
         {count(limits::needed_nanobatch(node)), count(limits::needed_shard(node)),
          flop(limits::critical_flop(node, growth, question.run_seconds))}},
        {PLATEAU_TEXT("T_limit: every step waits for 4 stages per block, %1 each. As many steps as the tokens need "
                      "fill %2 at %3."),
         {Quantity{node.stage_latency_seconds, Unit::Seconds}, months(question.run_seconds),
          flop(limits::limit_flop(node, growth, question.run_seconds))}}};
}

Message why_they_differ(const limits::Point& point, const Estimate& estimate)
{
    const Parts& parts = estimate.parts;
    if (!parts.possible())
        return {PLATEAU_TEXT("The detailed estimate cannot lay this run out so: %1. The limits model cuts batches into "
                             "tokens, not sequences, and knows no heads."),
                {estimate.reason}};
    const double step = parts.step_seconds;
    std::vector<Loss> extra{
        {PLATEAU_TEXT("attention"), parts[Part::Attention]},
        {PLATEAU_TEXT("norms, activations and the head"),
         parts[Part::OtherKernels] + parts[Part::Head] + parts[Part::Accumulation]},
        {PLATEAU_TEXT("recomputation"), parts[Part::Recompute]},
        {PLATEAU_TEXT("the optimizer"), parts[Part::Optimizer]},
        {PLATEAU_TEXT("the pipeline bubble of 1F1B"), parts[Part::Bubble]},
        {PLATEAU_TEXT("traffic at measured rates"), parts.communication_seconds()},
        {PLATEAU_TEXT("the host and jitter"),
         parts[Part::LaunchGap] + parts[Part::StepFixed] + parts[Part::Slowdown] + parts[Part::Jitter]}};
    std::stable_sort(extra.begin(), extra.end(), [](const Loss& a, const Loss& b) { return a.seconds > b.seconds; });
    std::vector<Argument> largest;
    for (std::size_t i = 0; i < 3; ++i)
        largest.push_back(Message{"%1 %2", {extra[i].words, share(extra[i].seconds, step)}});
    const Message words{
        PLATEAU_TEXT("Limits model: %1 of the peak. Detailed estimate: %2 MFU. It counts what the limits model leaves "
                     "out or idealises; of its step: %3. Only the limits model has zero-bubble pipelines, 2D tensor "
                     "shards and micro-batches smaller than a sequence. Two of its blocks, all feed-forward, are one "
                     "layer here, whose attention has fewer parameters."),
        {Quantity{point.utilization, Unit::Fraction}, Quantity{parts.mfu(), Unit::Fraction}, listed(largest)}};
    if (parts.plan.recompute == Recompute::None)
        return words;
    return {PLATEAU_TEXT("%1 Activations are recomputed, so that it fits: the limits model counts no bytes of them."),
            {words}};
}

namespace {

Fact fact(const char* name, Argument value, Message unit, const char* help)
{
    return {.name = plain(name), .unit = std::move(unit), .values = {plain(std::move(value))}, .help = plain(help)};
}

Fact fact(const char* name, double value, Unit unit, bool known, const char* help)
{
    if (!known)
        return fact(name, dash, {}, help);
    const units::NumberInParts shown = units::in_parts(value, unit);
    return fact(name, Quantity{value, unit, 3, Quantity::Style::Number}, unit_words(shown), help);
}

Message product(std::initializer_list<double> degrees)
{
    std::vector<Argument> factors;
    for (const double degree : degrees)
        factors.push_back(Quantity{degree, Unit::Count, 4});
    return listed(factors, " × ");
}

} // namespace

std::vector<Fact> limits_readout(const LimitsScenario& scenario, const limits::Point& point,
                                 const catalog::Growth& growth)
{
    const bool known = point.feasible;
    const bool shaped = point.model.width > 0;
    const limits::Layout& layout = point.layout;
    const double tensor = layout.tp_model * layout.tp_ff;
    std::vector<Fact> facts;
    facts.push_back(fact(PLATEAU_TEXT("Utilization"), point.utilization, Unit::Fraction, known,
                         PLATEAU_TEXT("Arithmetic of the model over what the cluster could do at its peak.")));
    facts.back().unit = {PLATEAU_TEXT("% of peak"), {}};
    facts.push_back(fact(PLATEAU_TEXT("GPUs"), point.devices, Unit::Count, known,
                         PLATEAU_TEXT("The smallest cluster that finishes in time.")));
    const bool experts = point.model.experts > 1;
    facts.push_back(fact(experts ? PLATEAU_TEXT("TP × EP × PP × DP") : PLATEAU_TEXT("TP × PP × DP"),
                         !known        ? Argument(dash)
                             : experts ? product({tensor, layout.ep, layout.pp, layout.dp})
                                       : product({tensor, layout.pp, layout.dp}),
                         {}, PLATEAU_TEXT("Tensor, expert, pipeline and data degree of the best layout.")));
    facts.push_back(fact(PLATEAU_TEXT("Parameters"), point.model.parameters(), Unit::None, shaped,
                         PLATEAU_TEXT("Of all experts together.")));
    facts.push_back(fact(PLATEAU_TEXT("Blocks, width"),
                         shaped ? Argument(listed({count(point.model.blocks), count(point.model.width)})) : dash, {},
                         PLATEAU_TEXT("Residual blocks, about twice a transformer's layers, and d_model.")));
    facts.push_back(fact(PLATEAU_TEXT("Batch"), point.model.batch_tokens, Unit::Tokens, shaped,
                         PLATEAU_TEXT("Tokens of one step.")));
    facts.push_back(fact(PLATEAU_TEXT("Run"),
                         known ? Argument(fixed(point.run_seconds / limits::month_seconds, 2)) : dash,
                         plain(PLATEAU_TEXT("months")), PLATEAU_TEXT("Time of the whole run.")));
    if (scenario.question.usd_per_device_hour > 0)
        facts.push_back(fact(PLATEAU_TEXT("Cost"), point.usd, Unit::Usd, known,
                             PLATEAU_TEXT("Accelerators times hours times the price of one.")));
    if (growth.per_year > 1 && point.model.training_flop > 0) {
        facts.push_back(fact(PLATEAU_TEXT("Year"), fixed(catalog::year_of(growth, point.model.training_flop), 1), {},
                             PLATEAU_TEXT("When the largest runs reach this compute if they keep growing so.")));
        facts.back().unit = {PLATEAU_TEXT("at × %1 a year"), {Quantity{growth.per_year, Unit::None}}};
    }
    return facts;
}

std::vector<Fact> closed_form_readout(const LimitsScenario& scenario)
{
    const limits::Question& question = scenario.question;
    const limits::NodeRates node = limits::node_rates(question.machine);
    const limits::GrowthRule growth = limits::growth_rule(question.rules);
    std::vector<Fact> facts;
    const auto add = [&](const char* name, double value, Unit unit, const char* help) {
        facts.push_back(fact(name, value, unit, std::isfinite(value), help));
    };
    add(PLATEAU_TEXT("Nanobatch needed"), limits::needed_nanobatch(node), Unit::Tokens,
        PLATEAU_TEXT("Tokens at a time for which the arithmetic takes as long as reading the weights."));
    add(PLATEAU_TEXT("Shard needed"), limits::needed_shard(node), Unit::Count,
        PLATEAU_TEXT("Side of a weight shard for which the arithmetic takes as long as the all-reduces."));
    facts.back().unit = {PLATEAU_TEXT("words"), {}};
    add(PLATEAU_TEXT("Stage latency"), node.stage_latency_seconds, Unit::Seconds,
        PLATEAU_TEXT("One matmul and two hops on every level of the network."));
    add(PLATEAU_TEXT("T_crit"), limits::critical_flop(node, growth, question.run_seconds), Unit::Flop,
        PLATEAU_TEXT("The end of linear scaling."));
    add(PLATEAU_TEXT("T_limit"), limits::limit_flop(node, growth, question.run_seconds), Unit::Flop,
        PLATEAU_TEXT("The latency wall."));
    return facts;
}

Message run_words(const catalog::KnownRun& run)
{
    const char* said = run.known_by == catalog::KnownBy::Read ? PLATEAU_TEXT("the developer's own figure")
        : run.known_by == catalog::KnownBy::Derived           ? PLATEAU_TEXT("derived")
                                                              : PLATEAU_TEXT("another party's estimate");
    return {"%1, %2", {Quantity{run.flop, Unit::Flop}, said}};
}

std::vector<Message> what_binds_here(const LimitsScenario& scenario, const limits::Point& point, const Message& problem)
{
    std::vector<Message> paragraphs;
    if (!problem.empty())
        paragraphs.push_back(problem);
    if (point.model.width > 0)
        paragraphs.push_back(what_binds(scenario, point));
    paragraphs.insert(paragraphs.end(), scenario.remarks.begin(), scenario.remarks.end());
    return paragraphs;
}

std::vector<Message> limits_leave_out(const catalog::KnownRuns& known)
{
    std::vector<Message> paragraphs{
        {PLATEAU_TEXT("Not modelled: attention, hardware failures, anything asynchronous, memory for activations. Real "
                      "runs reach lower utilization."),
         {}},
        {PLATEAU_TEXT("Years assume steady growth, which nobody promised. Most known runs are estimates: point at one "
                      "to read whose."),
         {}}};
    if (!known.growth.source.empty())
        paragraphs.push_back(
            {PLATEAU_TEXT("Growth: %1"), {catalog::words_of_file(known.growth.source, known.growth.shipped)}});
    return paragraphs;
}

Status limits_status(const std::vector<const LimitsScenario*>& scenarios, int points, bool searching)
{
    const bool as_published = std::all_of(scenarios.begin(), scenarios.end(), [](const LimitsScenario* scenario) {
        return std::none_of(limits_parameters().rows().begin(), limits_parameters().rows().end(),
                            [&](const LimitsParameter& row) {
                                return row.group == "quirks" && scenario->overrides.count(row.key) > 0;
                            });
    });
    Status status;
    status.verdict = {searching ? PLATEAU_TEXT("%1 points, searching") : PLATEAU_TEXT("%1 points, exact search"),
                      {Verbatim{std::to_string(points)}}};
    status.known = {as_published ? PLATEAU_TEXT("Known by: model as published, 618 of 618 published points reproduced")
                                 : PLATEAU_TEXT("Known by: the published model with its oddities changed"),
                    {}};
    return status;
}

} // namespace plateau::narrate

namespace plateau::figures {

namespace {

using narrate::plain;

constexpr LandmarkRow rows[] = {
    {PLATEAU_TEXT("First crossing"),
     PLATEAU_TEXT("Training compute at which utilization first falls to the end of linear scaling; below: already the "
                  "smallest run. The curve ripples: degrees are powers of two and divisors.")},
    {PLATEAU_TEXT("Last crossing"), PLATEAU_TEXT("From here on utilization stays below it.")},
    {PLATEAU_TEXT("closed form"), PLATEAU_TEXT("T_crit: the end of linear scaling on one line, without search."),
     "T_crit"},
    {PLATEAU_TEXT("Wall"),
     PLATEAU_TEXT("The largest run that any cluster finishes in time, or that fits the given one."), nullptr, true},
    {PLATEAU_TEXT("closed form"), PLATEAU_TEXT("T_limit: the latency wall on one line, without search."), "T_limit"},
    {PLATEAU_TEXT("GPUs at wall"), PLATEAU_TEXT("Accelerators of that run.")},
};

Message flop(std::optional<double> value)
{
    return plain(value ? Argument(Quantity{*value, units::Unit::Flop, 3, Quantity::Style::Number}) : narrate::dash);
}

} // namespace

std::span<const LandmarkRow> landmark_rows() { return rows; }

Message landmark_words(const LandmarkRow& row)
{
    return row.closed_form ? Message{"%1, %2", {row.closed_form, row.name}} : plain(row.name);
}

std::vector<Message> landmark_cells(const LimitsCurve& curve)
{
    const limits::Landmarks marks = limits::landmarks(curve.scenario->question, curve.points);
    const Message wall = flop(marks.wall_flop);
    std::vector<Message> cells{
        flop(marks.linear_end_flop),
        flop(marks.last_crossing_flop),
        flop(marks.closed_form_linear_end_flop),
        marks.wall_beyond_grid ? Message{"> %1", {wall}} : wall,
        flop(marks.closed_form_wall_flop),
        plain(marks.wall_devices ? Argument(narrate::count(*marks.wall_devices)) : narrate::dash)};
    if (marks.below_from_start)
        cells[0] = plain(PLATEAU_TEXT("below"));
    for (std::size_t row = 0; row < cells.size(); ++row)
        if (curve.standing == answers::Standing::Draft && !rows[row].closed_form)
            cells[row] = plain("…");
    return cells;
}

} // namespace plateau::figures
