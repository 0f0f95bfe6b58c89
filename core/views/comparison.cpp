// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/answers/returns.h"
#include "core/views/words.h"

namespace plateau::narrate {

namespace {

using units::Unit;

constexpr std::size_t most_told = 3;

/// Puts the plan that the answer uses in place of what was left open.
Scenario as_used(const ComparedScenario& asked)
{
    Scenario used = asked.scenario;
    if (asked.parts.possible())
        used.plan = asked.parts.plan;
    return used;
}

bool applies(const TrainingParameter& row, const Scenario& scenario) { return !row.applies || row.applies(scenario); }

/// Says whether this row was set differently, or left to the search in one of them.
bool chosen_apart(const std::string& key, const Scenario& a, const Scenario& b)
{
    const auto choice = [&key](const Scenario& scenario) {
        const auto found = scenario.overrides.find(key);
        return found == scenario.overrides.end() ? std::optional<Value>() : std::optional<Value>(found->second);
    };
    return choice(a) != choice(b) || a.open.count(key) != b.open.count(key);
}

struct Difference {
    const TrainingParameter* row;
    Argument a, b;
    bool chosen;
};

std::vector<Difference> differences(const ComparedScenario& a, const ComparedScenario& b)
{
    const Scenario first = as_used(a), second = as_used(b);
    std::vector<Difference> found;
    for (const TrainingParameter& row : training_parameters().rows()) {
        const bool in_first = applies(row, first), in_second = applies(row, second);
        if ((!in_first && !in_second) || (in_first == in_second && row.get(first) == row.get(second)))
            continue;
        const Argument left = in_first ? own_value(row, first) : dash,
                       right = in_second ? own_value(row, second) : dash;
        if (english(left) != english(right))
            found.push_back({&row, left, right, chosen_apart(row.key, a.scenario, b.scenario)});
    }
    return found;
}

Fact difference_fact(const Difference& difference)
{
    return {.name = plain(Word{difference.row->label}),
            .values = {plain(difference.a), plain(difference.b)},
            .help = plain(Word{difference.row->help})};
}

/// Writes a difference in the digits and the unit of what it is a difference of: "+1,024".
Argument signed_number(double value, int digits)
{
    if (!std::isfinite(value) || value == 0)
        return dash;
    return Message{value > 0 ? "+%1" : "\u2212%1", {steady(std::abs(value), digits)}};
}

} // namespace

Argument own_value(const TrainingParameter& row, const Scenario& scenario)
{
    if (row.key == "hardware")
        return Verbatim{scenario.cluster.accelerator.title};
    if (row.key == "model")
        return Verbatim{scenario.workload.shape.title};
    if (row.key == "stack")
        return catalog::title_of(scenario.assumptions.stack);
    return value_words(row, row.get(scenario));
}

std::vector<Fact> differing_parameters(const ComparedScenario& a, const ComparedScenario& b)
{
    std::vector<Fact> facts, followed;
    for (const Difference& difference : differences(a, b))
        (difference.chosen ? facts : followed).push_back(difference_fact(difference));
    if (!followed.empty()) {
        facts.push_back({.name = {PLATEAU_TEXT("And so"), {}}, .values = {Message{}, Message{}}, .heading = true});
        facts.insert(facts.end(), followed.begin(), followed.end());
    }
    return facts;
}

Message difference_words(const ComparedScenario& of, const ComparedScenario& base)
{
    std::vector<Argument> told;
    std::size_t more = 0;
    for (const Difference& difference : differences(base, of)) {
        if (!difference.chosen)
            continue;
        if (told.size() == most_told) {
            ++more;
            continue;
        }
        const bool names_itself = difference.row->kind == ParameterKind::Name || difference.row->key == "gpus";
        told.push_back(names_itself ? difference.b : Message{"%1 %2", {Word{difference.row->label}, difference.b}});
    }
    if (more > 0)
        return {PLATEAU_TEXT("%1 and %2 more"), {listed(told), Verbatim{std::to_string(more)}}};
    return listed(told);
}

std::vector<Fact> value_comparison(const ComparedScenario& a, const ComparedScenario& b)
{
    std::vector<Fact> facts;
    MetricGroup group = MetricGroup::Rate;
    for (const Metric* metric : metrics_at(on_readout)) {
        if (!says_something(*metric, a.parts) && !says_something(*metric, b.parts))
            continue;
        const MetricShown look = metric_shown(*metric, a.parts.possible() ? a.parts : b.parts, b.parts);
        Fact fact = look.fact;
        tell_limits(fact, *metric, a.parts, b.parts);
        fact.rule_above = metric->group != group && !facts.empty();
        group = metric->group;
        const double from = shown_value(*metric, a.parts, look), to = shown_value(*metric, b.parts, look);
        fact.values
            = {plain(steady(from, look.digits)), plain(steady(to, look.digits)),
               plain(signed_number(to - from, std::min(3, look.digits))), metric_change(*metric, b.parts, a.parts)};
        facts.push_back(std::move(fact));
    }
    return facts;
}

Message metric_change(const Metric& metric, const Parts& to, const Parts& from)
{
    if (!to.possible() || !from.possible())
        return {};
    const double value = metric.value(to), before = metric.value(from);
    return plain(metric.shown_in.unit == Unit::Fraction ? change_words(100 * (value - before), PLATEAU_TEXT("pts"))
                                                        : change_words(100 * (value / before - 1)));
}

Message range_sentence(const evidence::Difference& difference)
{
    const bool faster = difference.chance >= 0.5;
    const double chance = faster ? difference.chance : 1 - difference.chance;
    const double of_ten = std::round(10 * chance);
    const Message how_often = of_ten < 10 ? Message{PLATEAU_TEXT("%1 of 10"), {count(of_ten)}}
                                          : Message{PLATEAU_TEXT("more than 9 of 10"), {}};
    const Message eight{faster ? PLATEAU_TEXT("Eight in ten: %1 to %2 as fast; faster in %3.")
                               : PLATEAU_TEXT("Eight in ten: %1 to %2 as fast; slower in %3."),
                        {Quantity{difference.band.low, Unit::None}, times(difference.band.high), how_often}};
    if (difference.otherwise.empty())
        return eight;
    const Message range{difference.is_open()
                            ? PLATEAU_TEXT("Which is faster is open: %1 explanations that fit what was measured alike "
                                           "say %2 to %3 as fast.")
                            : PLATEAU_TEXT("%1 explanations that fit what was measured alike say %2 to %3 as fast."),
                        {count(double(difference.explanations)), Quantity{difference.range.low, Unit::None, 3},
                         times(difference.range.high)}};
    return {"%1 %2", {eight, range}};
}

namespace {

Message who_wins(const Message& name_a, const Parts& a, const Message& name_b, const Parts& b)
{
    if (!a.fits() || !b.fits()) {
        if (a.fits() == b.fits())
            return {PLATEAU_TEXT("Neither %1 nor %2 fits."), {name_a, name_b}};
        return {PLATEAU_TEXT("%1 does not fit; %2 does."),
                a.fits() ? std::vector<Argument>{name_b, name_a} : std::vector<Argument>{name_a, name_b}};
    }
    const double faster = b.tokens_per_s / a.tokens_per_s - 1;
    const double dearer = b.usd_per_million_tokens / a.usd_per_million_tokens - 1;
    const auto share = [](double change) { return Quantity{std::abs(change), Unit::Fraction, 2}; };
    const auto told = [&share](double change) { return change > many_times ? times(1 + change) : share(change); };
    const std::vector<Argument> words{name_b, told(faster), name_a, told(dearer)};
    const Message speed{std::abs(faster) < same_plan_within ? PLATEAU_TEXT("%1 trains as many tokens a second as %3")
                            : faster > many_times           ? PLATEAU_TEXT("%1 trains %2 as many tokens a second as %3")
                            : faster > 0                    ? PLATEAU_TEXT("%1 trains %2 more tokens a second than %3")
                                         : PLATEAU_TEXT("%1 trains %2 fewer tokens a second than %3"),
                        words};
    if (!std::isfinite(dearer))
        return {"%1.", {speed}};
    const Message price{std::abs(dearer) < same_plan_within ? PLATEAU_TEXT("at the same cost")
                            : dearer > many_times           ? PLATEAU_TEXT("each %4 as dear")
                            : dearer > 0                    ? PLATEAU_TEXT("each %4 dearer")
                                                            : PLATEAU_TEXT("each %4 cheaper"),
                        words};
    return {"%1, %2.", {speed, price}};
}

} // namespace

Message comparison_sentence(const Message& name_a, const ComparedScenario& a, const Message& name_b,
                            const ComparedScenario& b, const evidence::ModelError& error)
{
    Message winner = who_wins(name_a, a.parts, name_b, b.parts);
    if (!a.parts.fits() || !b.parts.fits() || a.parts.tokens_per_s == b.parts.tokens_per_s)
        return winner;
    const evidence::Difference difference = evidence::difference({b.scenario, b.parts}, {a.scenario, a.parts}, error);
    return {"%1 %2", {winner, range_sentence(difference)}};
}

Argument change_words(double change, const char* unit)
{
    constexpr double two_digits = 9.95;
    if (!std::isfinite(change) || change == 0)
        return dash;
    const Quantity size = fixed(std::abs(change), std::abs(change) < two_digits ? 1 : 0);
    const std::string sign = english(size) == "0.0" ? "" : change < 0 ? "\u2212" : "+";
    return Message{sign + "%1\u00a0%2", {size, unit}};
}

Quantity before(Quantity first, const Quantity& second)
{
    if (units::show(first.value, first.unit).unit == units::show(second.value, second.unit).unit)
        first.style = Quantity::Style::Number;
    return first;
}

Message from_to(const Quantity& a, const Quantity& b) { return {PLATEAU_TEXT("%1 to %2"), {before(a, b), b}}; }

const std::vector<const Metric*>& compared_metrics()
{
    static const std::vector<const Metric*> list = metrics_at(on_comparison);
    return list;
}

std::vector<Fact> plan_comparison(const Parts* plan, const Parts& current)
{
    std::vector<Fact> facts;
    for (const Metric* metric : compared_metrics()) {
        const Parts& measure = plan && plan->possible() ? *plan : current;
        const MetricScale scale = measure.possible() ? metric_scale(*metric, metric->value(measure)) : MetricScale{};
        const auto value = [&](const Parts* parts) {
            return plain(parts && parts->possible() ? Argument(metric_number(*metric, metric->value(*parts), scale))
                                                    : dash);
        };
        facts.push_back(
            {.name = plain(metric->short_label),
             .unit = metric_unit(*metric, measure, true, scale),
             .narrow = plain(metric->column),
             .values = {value(plan), value(&current), plan ? metric_change(*metric, *plan, current) : Message{}},
             .help = plain(metric->definition)});
    }
    return facts;
}

Message plan_setup(const Parts& plan, const Parts& current, const Message& settings)
{
    const std::vector<Argument> words{count(plan.micro_batches), plan_details(plan.plan),
                                      settings.empty() ? Argument(Quantity{plan.gpus, Unit::Gpus}) : settings};
    const bool one = plan.micro_batches == 1;
    if (!settings.empty())
        return {one ? PLATEAU_TEXT("%1 micro-batch a step, %2; with %3")
                    : PLATEAU_TEXT("%1 micro-batches, %2; with %3"),
                words};
    if (plan.gpus != current.gpus)
        return {one ? PLATEAU_TEXT("%1 micro-batch a step, %2, on %3") : PLATEAU_TEXT("%1 micro-batches, %2, on %3"),
                words};
    return {one ? PLATEAU_TEXT("%1 micro-batch a step, %2") : PLATEAU_TEXT("%1 micro-batches, %2"), words};
}

Status plans_status(const answers::PlanCounts& counts, bool any_fits, bool searching)
{
    Status status{.verdict = {PLATEAU_TEXT("%1 plans considered, %2 pruned, %3 of %4 evaluated fit"),
                              {count(counts.considered), count(counts.considered - counts.evaluated),
                               count(counts.feasible), count(counts.evaluated)}}};
    if (!any_fits) {
        status.tone = Status::Tone::Error;
        status.verdict = {PLATEAU_TEXT("No plan fits: %1 considered"), {count(counts.considered)}};
    }
    status.known
        = {searching ? PLATEAU_TEXT("searching …") : PLATEAU_TEXT("Exact: the best equals the exhaustive search"), {}};
    return status;
}

Message listed_words(int listed, const answers::PlanCounts& counts, bool filtered, bool searching)
{
    if (searching)
        return {PLATEAU_TEXT("searching …"), {}};
    if (listed == 0)
        return {filtered ? PLATEAU_TEXT("none passes the filter") : PLATEAU_TEXT("none"), {}};
    return {PLATEAU_TEXT("the best %1, of %2 considered"), {count(listed), count(counts.considered)}};
}

Message batch_words(const Scenario& scenario)
{
    const Workload& workload = scenario.workload;
    const double sequences = workload.batch_mode == BatchMode::Total
        ? workload.global_batch
        : workload.sequences_per_gpu * scenario.cluster.gpus;
    return {PLATEAU_TEXT("%1, %2 sequences of %3"),
            {Quantity{scenario.cluster.gpus, Unit::Gpus}, count(sequences), count(workload.sequence)}};
}

namespace {

using search::Objective;
Quantity share(double value) { return Quantity{std::abs(value), Unit::Fraction, std::abs(value) < 0.1 ? 1 : 2}; }

struct Measure {
    const char* more; ///< than the current plan
    const char* equal; ///< is the current plan
};

/// It says what a plan is praised for.
Measure measure(Objective objective)
{
    static constexpr Measure measures[]
        = {{PLATEAU_TEXT("%1 gives %2 tokens/s per GPU available, %3 more than the current plan (%4)."),
            PLATEAU_TEXT("The current plan is the best: %1 gives %2 tokens/s per GPU available.")},
           {PLATEAU_TEXT("%1 costs %2 per million tokens, %3 less than the current plan (%4)."),
            PLATEAU_TEXT("The current plan is the cheapest: %1 costs %2 per million tokens.")},
           {PLATEAU_TEXT("%1 takes %2 J per token, %3 less than the current plan (%4)."),
            PLATEAU_TEXT("The current plan takes the least energy: %1, %2 J per token.")},
           {PLATEAU_TEXT("%1 needs %2 per GPU, %3 less than the current plan (%4)."),
            PLATEAU_TEXT("The current plan needs the least memory: %1, %2 per GPU.")}};
    static_assert(std::size(measures) == names_of<Objective>.size());
    return measures[static_cast<std::size_t>(objective)];
}

void add_causes(std::vector<Message>& reasons, const std::vector<CauseShare>& all)
{
    std::vector<CauseShare> saved, paid;
    for (const CauseShare& each : all)
        (each.share > 0 ? saved : paid).push_back(each);
    std::reverse(paid.begin(), paid.end());
    if (saved.size() == 1)
        reasons.push_back({PLATEAU_TEXT("Per token it saves %1 of the current plan's time on %2."),
                           {share(saved[0].share), name(saved[0].cause)}});
    else if (saved.size() > 1)
        reasons.push_back({PLATEAU_TEXT("Per token it saves %1 of the current plan's time on %2 and %3 on %4."),
                           {share(saved[0].share), name(saved[0].cause), share(saved[1].share), name(saved[1].cause)}});
    if (!paid.empty())
        reasons.push_back({PLATEAU_TEXT("It pays %1 more for %2."), {share(paid[0].share), name(paid[0].cause)}});
}

} // namespace

std::vector<CauseShare> loss_causes(const Parts& from, const Parts& to)
{
    std::vector<CauseShare> result;
    for (const answers::LossShare& loss : answers::loss_by_cause(from, to)) {
        const Cause why = cause(loss.part);
        const auto known
            = std::find_if(result.begin(), result.end(), [why](const CauseShare& c) { return c.cause == why; });
        if (known != result.end())
            known->share += loss.share;
        else
            result.push_back({why, loss.share});
    }
    std::erase_if(result, [](const CauseShare& c) { return std::abs(c.share) < smallest_cause; });
    std::stable_sort(result.begin(), result.end(),
                     [](const CauseShare& a, const CauseShare& b) { return a.share > b.share; });
    return result;
}

Message best_plan_sentence(const Parts& best, const Parts& current, Objective objective)
{
    if (!best.possible())
        return {PLATEAU_TEXT("No plan is possible."), {}};
    if (!best.fits())
        return {PLATEAU_TEXT("No plan fits. The leanest, %1, needs %2 of %3 per GPU."),
                {plan_words(best.plan), Quantity{best.memory_bytes, Unit::Bytes},
                 Quantity{best.memory_limit_bytes, Unit::Bytes}}};
    const Measure what = measure(objective);
    const Metric& told = search::told_metric(objective);
    const double value = told.value(best);
    const Argument value_words = metric_text(told, value);
    if (!current.fits()) {
        const Metric& rate = search::told_metric(Objective::Throughput);
        return {PLATEAU_TEXT("The current plan does not fit. The best that does is %1: %2 tokens/s per GPU available."),
                {plan_words(best.plan), metric_text(rate, rate.value(best))}};
    }
    const double change = std::abs(value / told.value(current) - 1);
    if (current.verdict == Verdict::Tight && search::better(objective, current, best))
        return {PLATEAU_TEXT("%1 is the best that leaves the head room; the current plan (%2) gains %3, but is tight."),
                {plan_words(best.plan), plan_words(current.plan), share(change)}};
    if (best.plan == current.plan)
        return {what.equal, {plan_words(best.plan), value_words}};
    if (!(change >= same_plan_within))
        return {PLATEAU_TEXT("%1 is the best; the current plan (%2) is as good within 0.1 %."),
                {plan_words(best.plan), plan_words(current.plan)}};
    if (change >= many_times)
        return {PLATEAU_TEXT("%1 gives %2 tokens/s per GPU available, %3 as many as the current plan (%4)."),
                {plan_words(best.plan), value_words, times(1 + change), plan_words(current.plan)}};
    return {what.more, {plan_words(best.plan), value_words, share(change), plan_words(current.plan)}};
}

std::vector<Message> plan_reasons(const Parts& plan, const Parts& current, double domain_size)
{
    std::vector<Message> reasons;
    if (plan.plan == current.plan && plan.gpus == current.gpus)
        return {{PLATEAU_TEXT("This is the current plan."), {}}};
    if (!plan.possible())
        return {};
    if (current.possible())
        add_causes(reasons, loss_causes(plan, current));
    const Plan& degrees = plan.plan;
    const Quantity domain = count(domain_size);
    if (degrees.tp > 1 && degrees.tp <= domain_size)
        reasons.push_back(
            {PLATEAU_TEXT("Tensor %1 stays inside the NVLink domain of %2."), {count(degrees.tp), domain}});
    else if (degrees.tp > domain_size)
        reasons.push_back({PLATEAU_TEXT("Tensor %1 crosses the NVLink domain of %2."), {count(degrees.tp), domain}});
    if (degrees.pp == 1 && current.plan.pp > 1)
        reasons.push_back({PLATEAU_TEXT("Without pipeline stages there is no bubble."), {}});
    if (plan.gpus_used < plan.gpus)
        reasons.push_back({PLATEAU_TEXT("It uses %1 of %2 GPUs."), {count(plan.gpus_used), count(plan.gpus)}});
    if (reasons.empty())
        reasons.push_back({PLATEAU_TEXT("It differs from the current plan by less than 1 % in every cause."), {}});
    return reasons;
}

Message tight_warning(const Parts& parts)
{
    if (parts.verdict != Verdict::Tight)
        return {};
    return {
        PLATEAU_TEXT("%1 of %2 is tight: an allocator that frees and asks again slows the step, or it does not fit."),
        {Quantity{parts.memory_bytes, Unit::Bytes}, Quantity{parts.memory_limit_bytes, Unit::Bytes}}};
}

Message tight_offer(const Parts& tight, const Parts& best, Objective objective)
{
    const Metric& told = search::told_metric(objective);
    const double ratio = told.value(tight) / told.value(best);
    return {ratio >= 1 ? PLATEAU_TEXT("%1 gives %2 more, but takes %3 of the memory: tight.")
                       : PLATEAU_TEXT("%1 needs %2 less, but takes %3 of the memory: tight."),
            {plan_words(tight.plan), share(std::abs(ratio - 1)), share(tight.memory_bytes / tight.memory_limit_bytes)}};
}

} // namespace plateau::narrate
