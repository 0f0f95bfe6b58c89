// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnostics/gap.h"

namespace plateau::narrate {

using answers::Gap;

namespace {

const Metric& metric_of(const Gap::Key& asked, std::size_t run)
{
    return metric(run == 0 ? asked.measured.metric : asked.others[run - 1].measured.metric);
}

const char* position(const answers::RunBeside& run)
{
    return run.inside()          ? PLATEAU_TEXT("as expected")
        : run.measured < run.low ? PLATEAU_TEXT("lower than expected")
                                 : PLATEAU_TEXT("higher than expected");
}

} // namespace

Message gap_words(const answers::RunBeside& run, const Metric& metric)
{
    return {PLATEAU_TEXT("%1: measured %2, predicted %3, eight in ten %4 to %5: %6"),
            {metric.label, metric_text(metric, run.measured), metric_text(metric, run.predicted),
             metric_text(metric, run.low), metric_text(metric, run.high), position(run)}};
}

Message gap_place(const Gap::Value& gap)
{
    if (gap.runs == 0)
        return {};
    return {PLATEAU_TEXT("Of %1 published runs like it, %2 were quicker beside their prediction"),
            {Verbatim{std::to_string(gap.runs)}, Quantity{gap.percentile, units::Unit::Fraction}}};
}

Message gap_verdict(const Gap::Value& gap)
{
    const bool several = gap.runs_beside.size() > 1;
    if (!gap.causes.empty())
        return several
            ? Message{PLATEAU_TEXT("Each of these alone would explain all runs, the most plausible first"), {}}
            : Message{PLATEAU_TEXT("Each of these alone would explain it, the most plausible first"), {}};
    if (gap.runs_beside[gap.furthest].inside())
        return {PLATEAU_TEXT("Nothing is left to explain"), {}};
    return several
        ? Message{PLATEAU_TEXT("No single cause within its known range explains all runs; several together may"), {}}
        : Message{PLATEAU_TEXT("No single cause within its known range explains it; several together may"), {}};
}

Message cause_words(const answers::GapCause& cause)
{
    return {PLATEAU_TEXT("%1: %2 instead of %3"), {cause.label, cause.needed_text, cause.now_text}};
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
