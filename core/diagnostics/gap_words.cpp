// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnostics/gap.h"

#include "core/views/plan_words.h"

namespace plateau::narrate {

using answers::Gap;

namespace {

const Metric& metric_of(const Gap::Key& asked, std::size_t run)
{
    return metric(run == 0 ? asked.measured.metric : asked.others[run - 1].measured.metric);
}

const char* position(const answers::RunBeside& run, const Metric& metric)
{
    if (!run.can_be())
        return PLATEAU_TEXT("impossible");
    if (run.inside())
        return PLATEAU_TEXT("as expected");
    const bool below = run.measured < run.low;
    if (std::string_view(metric.key) == answers::memory_metric)
        return below ? PLATEAU_TEXT("less than expected") : PLATEAU_TEXT("more than expected");
    return below == (metric.better == Better::Lower) ? PLATEAU_TEXT("faster than expected")
                                                     : PLATEAU_TEXT("slower than expected");
}

/// "FLOP per token": how a share counts attention.
Argument counted(const Metric& metric, const Scenario& scenario)
{
    const std::string_view key = metric.key;
    if (key == "mfu_causal")
        return PLATEAU_TEXT("half of attention");
    if (key == "mfu_6n")
        return PLATEAU_TEXT("no attention");
    const char* const words = counted_words(scenario);
    return key == "hfu" ? Argument(Message{PLATEAU_TEXT("%1 and what is computed again"), {words}}) : Argument(words);
}

Argument number_of(const answers::RunBeside& run, const Metric& metric)
{
    return Message{"%1 %2", {Word{metric.label}, metric_text(metric, run.measured)}};
}

Message impossible_words(const answers::RunBeside& run, const Scenario& scenario)
{
    return {PLATEAU_TEXT("This cannot be: the model's products alone would take %1 of the peak of %2. The number is "
                         "divided by something else or has another unit, or batch, GPUs, hardware or model are other "
                         "than said"),
            {Quantity{run.least_share, units::Unit::Fraction}, Verbatim{scenario.cluster.accelerator.title}}};
}

} // namespace

Message gap_words(const answers::RunBeside& run, const Metric& metric)
{
    return {PLATEAU_TEXT("%1: measured %2, predicted %3, eight in ten %4 to %5: %6"),
            {metric.label, metric_text(metric, run.measured), metric_text(metric, run.predicted),
             metric_text(metric, run.low), metric_text(metric, run.high), position(run, metric)}};
}

Message denominator_words(const answers::RunBeside& run, const Metric& metric, const Scenario& scenario)
{
    if (!answers::is_share(metric.key))
        return {};
    return {PLATEAU_TEXT("%1 is a share of %2, the dense %3 peak of %4; counted are the matrix products with %5"),
            {Word{metric.label}, Quantity{run.peak, units::Unit::FlopPerSecond},
             Verbatim{name(scenario.workload.precision)}, Verbatim{scenario.cluster.accelerator.title},
             counted(metric, scenario)}};
}

Message gap_place(const Gap::Value& gap)
{
    if (gap.runs == 0)
        return {};
    return {PLATEAU_TEXT("Of %1 published runs like it, %2 were quicker beside their prediction"),
            {Verbatim{std::to_string(gap.runs)}, Quantity{gap.percentile, units::Unit::Fraction}}};
}

Message gap_room(const Gap::Value& gap)
{
    if (gap.parts.fits())
        return {};
    return {
        PLATEAU_TEXT("The plan would not fit into memory: it needs %1 of %2. Since it ran, sharding, batch, model or "
                     "hardware are other than said"),
        {Quantity{gap.parts.memory_bytes, units::Unit::Bytes},
         Quantity{gap.parts.memory_limit_bytes, units::Unit::Bytes}}};
}

Message gap_verdict(const Gap::Key& asked, const Gap::Value& gap)
{
    const bool several = gap.runs_beside.size() > 1;
    const answers::RunBeside& run = gap.runs_beside[gap.furthest];
    const answers::TrainingQuestion& question
        = gap.furthest == 0 ? asked.question : asked.others[gap.furthest - 1].question;
    if (gap.contradicting != Gap::Value::no_run)
        return {PLATEAU_TEXT("%1 and %2 contradict one another: of one run both cannot be"),
                {number_of(run, metric_of(asked, gap.furthest)),
                 number_of(gap.runs_beside[gap.contradicting], metric_of(asked, gap.contradicting))}};
    if (!run.can_be())
        return impossible_words(run, *question.scenario);
    if (!gap.causes.empty())
        return several
            ? Message{PLATEAU_TEXT("Each of these alone would explain all runs, the most plausible first"), {}}
            : Message{PLATEAU_TEXT("Each of these alone would explain it, the most plausible first"), {}};
    if (run.inside())
        return {PLATEAU_TEXT("Nothing is left to explain"), {}};
    return several
        ? Message{PLATEAU_TEXT("Nothing within its known range explains all runs, nor do two choices together"), {}}
        : Message{PLATEAU_TEXT("Nothing within its known range explains it, nor do two choices together"), {}};
}

Message cause_words(const answers::GapCause& cause)
{
    if (cause.key == answers::GapCause::peak_key)
        return {PLATEAU_TEXT("Divided by %1 instead of %2, %3"), {cause.needed_text, cause.now_text, cause.label}};
    const Message words{PLATEAU_TEXT("%1: %2 instead of %3"), {cause.label, cause.needed_text, cause.now_text}};
    return cause.with.empty() ? words
                              : Message{PLATEAU_TEXT("%1, and with it %2"), {words, cause_words(cause.with.front())}};
}

Message ruled_out_words(const answers::RuledOut& ruled_out, const std::string& run, const Gap::Key& asked,
                        const Gap::Value& gap)
{
    const Metric& metric = metric_of(asked, ruled_out.by);
    return {PLATEAU_TEXT("%1; %2 of %3 would then be %4, measured %5"),
            {cause_words(ruled_out.cause), metric.label, Verbatim{run}, metric_text(metric, ruled_out.predicted),
             metric_text(metric, gap.runs_beside[ruled_out.by].measured)}};
}

} // namespace plateau::narrate
