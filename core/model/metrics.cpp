// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/metrics.h"

#include <cassert>

namespace plateau {

namespace {

using units::Unit;
using enum Better;
using enum MetricGroup;

constexpr MetricUnit tokens_per_second{
    .words = {PLATEAU_TEXT("tokens/s"), PLATEAU_TEXT("tok/s")}, .unit = Unit::Count, .digits = 4};
constexpr MetricUnit seconds{.words = PLATEAU_TEXT("s"), .unit = Unit::Seconds, .digits = 4};
constexpr MetricUnit percent{.words = "%", .unit = Unit::Fraction, .decimals = 1};
constexpr MetricUnit flops{.words = PLATEAU_TEXT("FLOP/s"), .unit = Unit::FlopPerSecond};
constexpr MetricUnit of_step{.words = {PLATEAU_TEXT("% of step"), "%"}, .unit = Unit::Fraction, .decimals = 1};
constexpr MetricUnit gigabytes{.words = PLATEAU_TEXT("GB"), .unit = Unit::Bytes};
constexpr MetricUnit watts{.words = PLATEAU_TEXT("W"), .unit = Unit::Watts};
constexpr MetricUnit a_number{.words = "", .unit = Unit::None};
constexpr MetricUnit whole_number{.words = "", .unit = Unit::None, .decimals = 0};
constexpr MetricUnit dollars{.words = "$", .unit = Unit::Usd};
constexpr MetricUnit days{.words = PLATEAU_TEXT("days"), .unit = Unit::Seconds, .si = units::day};
constexpr MetricUnit megawatt_hours{.words = PLATEAU_TEXT("MWh"), .unit = Unit::Joules, .si = units::megawatt_hour};
constexpr MetricUnit carbon{.words = PLATEAU_TEXT("kg CO2e"), .unit = Unit::Kilograms};
constexpr MetricUnit tokens_per_second_alone{.words = PLATEAU_TEXT("tokens/s"), .unit = Unit::Count, .digits = 4};
constexpr MetricUnit joules{.words = PLATEAU_TEXT("J"), .unit = Unit::None};
constexpr MetricUnit tokens{.words = PLATEAU_TEXT("tokens"), .unit = Unit::Count};

constexpr ScalingAxis all_axes[] = {
    {.metric = "tokens_per_s",
     .name = "total",
     .title = "Throughput, MFU and communication share against the GPU count",
     .label = PLATEAU_TEXT("Total"),
     .help = PLATEAU_TEXT("Throughput of the whole cluster"),
     .unit = PLATEAU_TEXT("tokens/s, all GPUs"),
     .logarithmic = true,
     .measured = Measured::AllGpus},
    {.metric = "tokens_per_s_per_gpu",
     .name = "per_gpu",
     .title = "The same, with the throughput of one GPU",
     .label = PLATEAU_TEXT("Per GPU"),
     .help = PLATEAU_TEXT("Throughput divided by the GPUs in use, and what each added one brings"),
     .banded = true,
     .measured = Measured::PerGpu,
     .added = PLATEAU_TEXT("added GPUs"),
     .divisor = [](const Parts& p) { return p.gpus; }},
    {.metric = "tokens_per_s_per_gpu_kept",
     .name = "goodput",
     .title = "The same, with what failures leave of the throughput of one GPU",
     .label = PLATEAU_TEXT("Goodput"),
     .help = PLATEAU_TEXT("Throughput of a GPU, less checkpoints, lost work and restarts"),
     .banded = true},
    {.metric = "tokens_per_usd",
     .name = "per_usd",
     .title = "The same, with the tokens for a dollar",
     .label = PLATEAU_TEXT("Per $"),
     .help = PLATEAU_TEXT("Tokens for a dollar, and for each added one"),
     .banded = true,
     .measured = Measured::AtCurve,
     .added = PLATEAU_TEXT("added $"),
     .divisor = [](const Parts& p) { return p.usd_per_s(); },
     .no_divisor = PLATEAU_TEXT("Free of charge: a dollar buys tokens without end")},
    {.metric = "tokens_per_joule",
     .name = "per_watt",
     .title = "The same, with the throughput per watt of the facility",
     .label = PLATEAU_TEXT("Per W"),
     .help = PLATEAU_TEXT("Throughput per watt of the facility, and per added one"),
     .added = PLATEAU_TEXT("added W"),
     .divisor = [](const Parts& p) { return p.facility_watts; }},
    {.name = "to_loss",
     .title = "The same, with the time to a loss: larger batches need more tokens, failures cost time",
     .label = PLATEAU_TEXT("To loss"),
     .help = PLATEAU_TEXT("Days to the same loss: a larger batch costs tokens, failures cost time (panel Returns)"),
     .logarithmic = true},
    {.metric = "kept_mfu",
     .name = "kept_mfu",
     .title = "The same, with the share of the peak that failures leave",
     .label = PLATEAU_TEXT("Kept MFU"),
     .help = PLATEAU_TEXT("MFU, less checkpoints, lost work and restarts"),
     .unit = PLATEAU_TEXT("share of the peak"),
     .banded = true},
};

constexpr auto has_end = [](const Parts& p) { return !std::isnan(p.run_seconds); }; // else nobody said its length
constexpr Metric all_metrics[] = {
    {.key = "tokens_per_s",
     .word = "throughput",
     .label = PLATEAU_TEXT("Throughput"),
     .shown_in = tokens_per_second,
     .better = Higher,
     .group = Rate,
     .places = on_readout | on_report_table | on_comparison,
     .definition = PLATEAU_TEXT("Tokens of the whole cluster per second."),
     .value = [](const auto& p) { return p.tokens_per_s; }},
    {.key = "tokens_per_s_per_gpu",
     .label = PLATEAU_TEXT("Tokens/s per GPU in use"),
     .short_label = PLATEAU_TEXT("Per GPU in use"),
     .shown_in = tokens_per_second,
     .better = Higher,
     .group = Rate,
     .places = on_readout | on_report_table | on_comparison | on_map,
     .definition
     = PLATEAU_TEXT("Throughput divided by the GPUs that the plan uses; those it leaves idle are not counted."),
     .value = [](const auto& p) { return p.tokens_per_s_per_gpu(); },
     .column = PLATEAU_TEXT("Tok/s/GPU in use")},
    {.key = "tokens_per_s_per_gpu_available",
     .word = "tokens",
     .label = PLATEAU_TEXT("Tokens/s per GPU available"),
     .short_label = PLATEAU_TEXT("Per GPU available"),
     .shown_in = tokens_per_second,
     .better = Higher,
     .group = Rate,
     .places = on_plans_table | on_comparison | on_map,
     .definition
     = PLATEAU_TEXT("Throughput divided by all GPUs of the cluster, those that the plan leaves idle included."),
     .value = [](const auto& p) { return p.tokens_per_s / p.gpus; },
     .column = PLATEAU_TEXT("Tok/s/GPU")},
    {.key = "step_time_s",
     .word = "step",
     .label = PLATEAU_TEXT("Step time"),
     .shown_in = seconds,
     .better = Lower,
     .group = StepTime,
     .places = on_readout | on_report_table | on_comparison | on_map,
     .definition = PLATEAU_TEXT("One optimizer step."),
     .value = [](const auto& p) { return p.step_seconds; }},
    {.key = "mfu",
     .label = PLATEAU_TEXT("MFU"),
     .shown_in = percent,
     .better = Higher,
     .group = Rate,
     .places = on_readout | on_report_table | on_plans_table | on_comparison | on_map,
     .definition
     = PLATEAU_TEXT("Model FLOP/s over the dense peak of the GPUs in use; attention counted in full, 6N + 12 L d "
                    "s, unless set otherwise (counted_flop)."),
     .value = [](const auto& p) { return p.mfu(); }},
    {.key = "mfu_causal",
     .label = PLATEAU_TEXT("MFU, causal"),
     .shown_in = percent,
     .better = Higher,
     .group = Rate,
     .places = on_report,
     .definition = PLATEAU_TEXT("The same with half of the attention, 6N + 6 L d s."),
     .value = [](const auto& p) { return p.mfu_causal(); }},
    {.key = "mfu_6n",
     .label = PLATEAU_TEXT("MFU, 6N only"),
     .shown_in = percent,
     .better = Higher,
     .group = Rate,
     .places = on_report,
     .definition = PLATEAU_TEXT("The same without attention."),
     .value = [](const auto& p) { return p.mfu_six_n(); }},
    {.key = "hfu",
     .label = PLATEAU_TEXT("HFU"),
     .shown_in = percent,
     .better = Higher,
     .group = Rate,
     .places = on_readout | on_report_table | on_comparison,
     .definition = PLATEAU_TEXT("MFU plus what is computed again; attention is counted in the same way."),
     .value = [](const auto& p) { return p.hfu(); }},
    {.key = "peak_flops",
     .label = PLATEAU_TEXT("Peak FLOP/s"),
     .short_label = PLATEAU_TEXT("Peak"),
     .shown_in = flops,
     .better = Neither,
     .group = Rate,
     .places = on_report,
     .definition = PLATEAU_TEXT("Dense peak of one GPU at the scenario's precision."),
     .value = [](const auto& p) { return p.peak_flops; }},
    {.key = "communication_fraction",
     .word = "communication",
     .label = PLATEAU_TEXT("Exposed communication"),
     .short_label = PLATEAU_TEXT("Exposed comm."),
     .shown_in = of_step,
     .better = Lower,
     .group = StepTime,
     .places = on_readout | on_report_table | on_comparison | on_map,
     .definition = PLATEAU_TEXT("Communication the step waits for."),
     .value = [](const auto& p) { return p.communication_fraction(); }},
    {.key = "communication_busy_fraction",
     .label = PLATEAU_TEXT("All communication"),
     .short_label = PLATEAU_TEXT("All comm."),
     .shown_in = of_step,
     .better = Lower,
     .group = StepTime,
     .places = on_readout,
     .definition = PLATEAU_TEXT(
         "Communication, hidden under compute or not. Where several kinds run at once, the sum is at most the "
         "whole step."),
     .value = [](const auto& p) { return formula::min(1.0, p.communication_busy_fraction()); }},
    {.key = "bubble_fraction",
     .word = "bubble",
     .label = PLATEAU_TEXT("Pipeline bubble"),
     .short_label = PLATEAU_TEXT("Bubble"),
     .shown_in = of_step,
     .better = Lower,
     .group = StepTime,
     .places = on_readout | on_plans_table | on_comparison | on_map,
     .definition = PLATEAU_TEXT("Stages waiting for the pipeline to fill and drain."),
     .value = [](const auto& p) { return p.bubble_fraction(); },
     .says_something = [](const Parts& p) { return p.plan.pp > 1; }},
    {.key = "memory_bytes_per_gpu",
     .word = "memory",
     .label = PLATEAU_TEXT("Memory"),
     .shown_in = gigabytes,
     .better = Lower,
     .group = Memory,
     .places = on_readout | on_report_table | on_plans_table | on_comparison | on_map,
     .definition = PLATEAU_TEXT("On the GPU that needs most."),
     .value = [](const auto& p) { return p.memory_bytes; },
     .most = [](const Parts& p) { return p.memory_limit_bytes; }},
    {.key = "power_w_per_gpu",
     .word = "power",
     .label = PLATEAU_TEXT("Power per GPU"),
     .shown_in = watts,
     .better = Lower,
     .group = Power,
     .places = on_readout,
     .definition = PLATEAU_TEXT("Board power of a GPU in use, from a model of three states: computing, waiting for "
                                "traffic, waiting for the host."),
     .value = [](const auto& p) { return p.power_watts; }},
    {.key = "node_power_w",
     .label = PLATEAU_TEXT("Power per host"),
     .shown_in = watts,
     .better = Lower,
     .group = Power,
     .places = on_report,
     .definition = PLATEAU_TEXT("GPUs and all else in one host."),
     .value = [](const auto& p) { return p.node_watts; }},
    {.key = "facility_power_w",
     .label = PLATEAU_TEXT("Facility power"),
     .shown_in = watts,
     .better = Lower,
     .group = Power,
     .places = on_report,
     .definition = PLATEAU_TEXT("The whole cluster, spares, network and cooling included."),
     .value = [](const auto& p) { return p.facility_watts; }},
    {.key = "tokens_per_joule",
     .label = PLATEAU_TEXT("Tokens per joule of the facility"),
     .short_label = PLATEAU_TEXT("Tokens per joule"),
     .shown_in = a_number,
     .better = Higher,
     .group = Power,
     .places = on_readout,
     .definition = PLATEAU_TEXT("Per joule of the whole facility: hosts, network and cooling are assumed."),
     .value = [](const auto& p) { return p.facility_watts > 0 ? p.tokens_per_joule() : p.unknown(); }},
    {.key = "tokens_per_gpu_joule",
     .label = PLATEAU_TEXT("Tokens per joule of the GPUs in use"),
     .short_label = PLATEAU_TEXT("Tokens per GPU joule"),
     .shown_in = a_number,
     .better = Higher,
     .group = Power,
     .definition = PLATEAU_TEXT("Per joule of the boards in use, hosts and network left out."),
     .value = [](const auto& p) { return p.power_watts > 0 ? p.tokens_per_gpu_joule() : p.unknown(); }},
    {.key = "model_gflop_per_joule",
     .word = "efficiency",
     .label = PLATEAU_TEXT("Model GFLOP per joule of the facility"),
     .short_label = PLATEAU_TEXT("Model GFLOP per joule"),
     .shown_in = whole_number,
     .better = Higher,
     .group = Power,
     .places = on_readout | on_map,
     .definition = PLATEAU_TEXT("Useful work per joule of the whole facility, counted as MFU counts it."),
     .value =
         [](const auto& p) {
             return p.facility_watts > 0 ? 1e-9 * p.model_flop_per_token * p.tokens_per_s / p.facility_watts
                                         : p.unknown();
         }},
    {.key = "seconds_per_million_tokens",
     .label = PLATEAU_TEXT("Time per M tokens"),
     .shown_in = seconds,
     .better = Lower,
     .group = Power,
     .places = on_readout,
     .definition = PLATEAU_TEXT("Interruptions included; shown where nobody said how long the run is."),
     .value = [](const auto& p) { return p.goodput > 1e-9 ? 1e6 / (p.tokens_per_s * p.goodput) : p.unknown(); },
     .says_something = [](const Parts& p) { return std::isnan(p.run_seconds); }},
    {.key = "usd_per_million_tokens",
     .word = "cost",
     .label = PLATEAU_TEXT("$ per million tokens"),
     .short_label = PLATEAU_TEXT("Cost per M tokens"),
     .shown_in = dollars,
     .better = Lower,
     .group = Power,
     .places = on_readout | on_report_table | on_comparison | on_map,
     .definition = PLATEAU_TEXT("All GPUs of the cluster at their hourly price."),
     .value = [](const auto& p) { return p.usd_per_million_tokens; },
     .column = PLATEAU_TEXT("$/M tok")},
    {.key = "goodput",
     .label = PLATEAU_TEXT("Goodput"),
     .shown_in = percent,
     .better = Higher,
     .group = Run,
     .places = on_readout,
     .definition
     = PLATEAU_TEXT("Share of the time that advances the run; the rest goes to checkpoints, lost work and restarts."),
     .value = [](const auto& p) { return p.goodput; }},
    {.key = "kept_mfu",
     .label = PLATEAU_TEXT("MFU that failures leave"),
     .short_label = PLATEAU_TEXT("Kept MFU"),
     .shown_in = percent,
     .better = Higher,
     .group = Run,
     .places = on_map,
     .definition = PLATEAU_TEXT("MFU times goodput: what of the peak advances the run."),
     .value = [](const auto& p) { return p.mfu() * p.goodput; }},
    {.key = "run_days",
     .label = PLATEAU_TEXT("Time of the run, days"),
     .short_label = PLATEAU_TEXT("Time"),
     .shown_in = days,
     .better = Lower,
     .group = Run,
     .places = on_readout,
     .definition = PLATEAU_TEXT("Wall-clock time to train on all tokens."),
     .value = [](const auto& p) { return p.run_seconds / units::day; },
     .says_something = has_end},
    {.key = "usd",
     .label = PLATEAU_TEXT("Cost of the run, $"),
     .short_label = PLATEAU_TEXT("Cost"),
     .shown_in = dollars,
     .better = Lower,
     .group = Run,
     .places = on_readout,
     .definition = PLATEAU_TEXT("Hardware of the whole cluster for that time, spares included."),
     .value = [](const auto& p) { return p.run_usd; },
     .says_something = has_end},
    {.key = "energy_mwh",
     .label = PLATEAU_TEXT("Energy of the run, MWh"),
     .short_label = PLATEAU_TEXT("Energy"),
     .shown_in = megawatt_hours,
     .better = Lower,
     .group = Run,
     .places = on_readout,
     .definition = PLATEAU_TEXT("Of the facility: hosts, network and cooling are assumed."),
     .value = [](const auto& p) { return p.run_joules / units::megawatt_hour; },
     .says_something = has_end},
    {.key = "kg_co2e",
     .label = PLATEAU_TEXT("Carbon of the run, kg CO2e"),
     .short_label = PLATEAU_TEXT("Carbon"),
     .shown_in = carbon,
     .better = Lower,
     .group = Run,
     .places = on_readout,
     .definition = PLATEAU_TEXT("CO2 equivalent of that electricity, location-based; making the hardware is left out."),
     .value = [](const auto& p) { return p.run_kg_co2e; },
     .says_something = has_end},
    {.key = "host_bytes_per_gpu",
     .label = PLATEAU_TEXT("Host memory per GPU"),
     .short_label = PLATEAU_TEXT("Host memory"),
     .shown_in = gigabytes,
     .better = Lower,
     .group = Memory,
     .definition = PLATEAU_TEXT("What is offloaded to the host, for each of its GPUs."),
     .value = [](const auto& p) { return p.host_bytes; }},
    {.key = "tokens_per_s_per_gpu_kept",
     .word = "kept",
     .label = PLATEAU_TEXT("Tokens/s kept through failures, per GPU in use"),
     .short_label = PLATEAU_TEXT("Kept per GPU in use"),
     .shown_in = tokens_per_second_alone,
     .better = Higher,
     .group = Run,
     .places = on_map,
     .definition
     = PLATEAU_TEXT("Throughput of a GPU in use times the goodput: checkpoints, lost work and restarts are taken off."),
     .value = [](const auto& p) { return p.tokens_per_s_per_gpu() * p.goodput; }},
    {.key = "joules_per_token",
     .word = "energy",
     .label = PLATEAU_TEXT("J per token"),
     .short_label = PLATEAU_TEXT("Energy per token"),
     .shown_in = joules,
     .better = Lower,
     .group = Power,
     .places = on_comparison | on_map,
     .definition = PLATEAU_TEXT("Energy of the whole facility: hosts, network and cooling are assumed."),
     .value = [](const auto& p) { return p.facility_watts / p.tokens_per_s; },
     .column = PLATEAU_TEXT("J/tok")},
    {.key = "tokens_per_usd",
     .label = PLATEAU_TEXT("Tokens per $"),
     .shown_in = tokens,
     .better = Higher,
     .group = Power,
     .definition = PLATEAU_TEXT("All GPUs of the cluster at their hourly price."),
     .value = [](auto& p) { return p.usd_per_million_tokens > 0 ? 1e6 / p.usd_per_million_tokens : p.unknown(); }},
};

} // namespace

std::span<const Metric> metrics() { return all_metrics; }

const Metric* find_metric(std::string_view key)
{
    const std::string_view known = key == "usd_total" ? "usd" : key; // as files of earlier versions call it
    const auto found = std::find_if(std::begin(all_metrics), std::end(all_metrics),
                                    [known](const Metric& row) { return row.key == known; });
    return found == std::end(all_metrics) ? nullptr : found;
}

const Metric& metric(std::string_view key)
{
    const Metric* found = find_metric(key);
    assert(found);
    return *found;
}

std::span<const ScalingAxis> scaling_axes() { return all_axes; }

const ScalingAxis& scaling_axis(std::string_view name)
{
    const auto found = std::find_if(std::begin(all_axes), std::end(all_axes),
                                    [name](const ScalingAxis& axis) { return axis.name == name; });
    return found == std::end(all_axes) ? all_axes[0] : *found;
}

std::vector<const Metric*> metrics_at(unsigned places)
{
    std::vector<const Metric*> result;
    for (const MetricGroup group : {Rate, StepTime, Memory, Power, Run})
        for (const Metric& row : all_metrics)
            if (row.group == group && (row.places & places) != 0)
                result.push_back(&row);
    return result;
}

bool says_something(const Metric& metric, const Parts& parts)
{
    return !metric.says_something || metric.says_something(parts);
}

double display_factor(const Metric& metric)
{
    return metric.shown_in.unit == Unit::Fraction ? 100 : metric.shown_in.unit == Unit::Bytes ? 1e-9 : 1;
}

Message metric_title(const Metric& metric, const char* label)
{
    const bool plain = metric.shown_in.unit == Unit::Fraction || metric.shown_in.unit == Unit::Bytes
        || metric.shown_in.unit == Unit::Seconds;
    return plain && metric.shown_in.si == 1 ? Message{"%1, %2", {label, metric.shown_in.words.usual}}
                                            : Message{label, {}};
}

Message metric_heading(const Metric& metric)
{
    if (*metric.column)
        return {metric.column, {}};
    return {"%1, %2", {metric.short_label, metric.shown_in.words.narrow}};
}

MetricScale metric_scale(const Metric& metric, double value)
{
    constexpr const char* prefixes[] = {"", "k", "M", "G", "T"};
    constexpr double most_digits = 99999.5, most_with_prefix = 999.95; // before the next one is shorter
    MetricScale scale;
    if (metric.shown_in.unit != Unit::Count)
        return scale;
    for (std::size_t i = 0; i + 1 < std::size(prefixes); ++i) {
        if (!(value / scale.divisor >= (i == 0 ? most_digits : most_with_prefix)))
            break;
        scale = {scale.divisor * 1e3, prefixes[i + 1]};
    }
    return scale;
}

Quantity metric_number(const Metric& metric, double value, const MetricScale& scale)
{
    const double shown = value * display_factor(metric) / scale.divisor;
    return metric.shown_in.decimals >= 0 ? Quantity{shown, Unit::None, metric.shown_in.decimals, Quantity::Style::Fixed}
                                         : Quantity{shown, Unit::None, 3, Quantity::Style::Steady};
}

Message metric_unit(const Metric& metric, const Parts& parts, bool narrow, const MetricScale& scale)
{
    const char* words = narrow ? metric.shown_in.words.narrow : metric.shown_in.words.usual;
    const double most = metric.most ? metric.most(parts) : 0;
    if (most > 0)
        return {PLATEAU_TEXT("%1 of %2"), {words, Quantity{most * display_factor(metric), Unit::None, 4}}};
    return *scale.prefix ? Message{"%1 %2", {Verbatim{scale.prefix}, words}} : Message{words, {}};
}

Quantity metric_text(const Metric& metric, double value) { return {value * metric.shown_in.si, metric.shown_in.unit}; }

Expected<double> parse_metric(const Metric& metric, const std::string& text)
{
    const auto bare = units::parse(text, Unit::None);
    if (bare && metric.shown_in.unit == Unit::Fraction)
        return *bare >= 1 ? *bare / 100 : *bare;
    if (bare && metric.shown_in.si != 1)
        return bare;
    const auto value = units::parse(text, metric.shown_in.unit);
    return value ? Expected<double>(*value / metric.shown_in.si) : value;
}

} // namespace plateau
