// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/metrics.h"

#include <algorithm>
#include <cassert>

#include "core/text/units/durations.h"
#include "core/text/units/steady.h"

namespace plateau {

namespace {

using units::Unit;
using enum Better;
using enum MetricGroup;

constexpr UnitWords tokens_per_second{PLATEAU_TEXT("tokens/s"), PLATEAU_TEXT("tok/s")};
constexpr UnitWords of_step{PLATEAU_TEXT("% of step"), "%"};

constexpr ScalingAxis total{.view = ThroughputView::Total,
                            .name = "total",
                            .title = "Throughput, MFU and communication share against the GPU count",
                            .label = PLATEAU_TEXT("Total"),
                            .help = PLATEAU_TEXT("Throughput of the whole cluster"),
                            .unit = PLATEAU_TEXT("tokens/s, all GPUs"),
                            .logarithmic = true,
                            .measured = Measured::AllGpus};
constexpr ScalingAxis per_gpu{.view = ThroughputView::PerGpu,
                              .name = "per_gpu",
                              .title = "The same, with the throughput of one GPU",
                              .label = PLATEAU_TEXT("Per GPU"),
                              .help
                              = PLATEAU_TEXT("Throughput divided by the GPUs in use, and what each added one brings"),
                              .banded = true,
                              .measured = Measured::PerGpu,
                              .added = PLATEAU_TEXT("added GPUs"),
                              .divisor = [](const Parts& p) { return p.gpus; }};
constexpr ScalingAxis kept{.view = ThroughputView::Goodput,
                           .name = "goodput",
                           .title = "The same, with what failures leave of the throughput of one GPU",
                           .label = PLATEAU_TEXT("Goodput"),
                           .help = PLATEAU_TEXT("Throughput of a GPU, less checkpoints, lost work and restarts"),
                           .banded = true};
constexpr ScalingAxis per_usd{.view = ThroughputView::PerUsd,
                              .name = "per_usd",
                              .title = "The same, with the tokens for a dollar",
                              .label = PLATEAU_TEXT("Per $"),
                              .help = PLATEAU_TEXT("Tokens for a dollar, and for each added one"),
                              .banded = true,
                              .measured = Measured::AtCurve,
                              .added = PLATEAU_TEXT("added $"),
                              .divisor = [](const Parts& p) { return p.usd_per_s(); }};
constexpr ScalingAxis per_watt{.view = ThroughputView::PerWatt,
                               .name = "per_watt",
                               .title = "The same, with the throughput per watt of the facility",
                               .label = PLATEAU_TEXT("Per W"),
                               .help = PLATEAU_TEXT("Throughput per watt of the facility, and per added one"),
                               .added = PLATEAU_TEXT("added W"),
                               .divisor = [](const Parts& p) { return p.facility_watts; }};

constexpr ScalingAxis kept_mfu{.view = ThroughputView(6),
                               .name = "kept_mfu",
                               .title = "The same, with the share of the peak that failures leave",
                               .label = PLATEAU_TEXT("Kept MFU"),
                               .help = PLATEAU_TEXT("MFU, less checkpoints, lost work and restarts"),
                               .unit = PLATEAU_TEXT("share of the peak"),
                               .banded = true};

constexpr Metric all_metrics[] = {
    {"tokens_per_s", "throughput", PLATEAU_TEXT("Throughput"), PLATEAU_TEXT("Throughput"), tokens_per_second,
     Unit::Count, 1, 4, -1, Higher, Rate, on_readout | on_report_table | on_comparison,
     PLATEAU_TEXT("Tokens of the whole cluster per second."), [](const auto& p) { return p.tokens_per_s; }, nullptr, "",
     nullptr, &total},
    {"tokens_per_s_per_gpu", "", PLATEAU_TEXT("Tokens/s per GPU in use"), PLATEAU_TEXT("Per GPU in use"),
     tokens_per_second, Unit::Count, 1, 4, -1, Higher, Rate, on_readout | on_report_table | on_comparison | on_map,
     PLATEAU_TEXT("Throughput divided by the GPUs that the plan uses; those it leaves idle are not counted."),
     [](const auto& p) { return p.tokens_per_s_per_gpu(); }, nullptr, PLATEAU_TEXT("Tok/s/GPU in use"), nullptr,
     &per_gpu},
    {"tokens_per_s_per_gpu_available", "tokens", PLATEAU_TEXT("Tokens/s per GPU available"),
     PLATEAU_TEXT("Per GPU available"), tokens_per_second, Unit::Count, 1, 4, -1, Higher, Rate,
     on_plans_table | on_comparison | on_map,
     PLATEAU_TEXT("Throughput divided by all GPUs of the cluster, those that the plan leaves idle included."),
     [](const auto& p) { return p.tokens_per_s / p.gpus; }, nullptr, PLATEAU_TEXT("Tok/s/GPU")},
    {"step_time_s", "step", PLATEAU_TEXT("Step time"), PLATEAU_TEXT("Step time"), PLATEAU_TEXT("s"), Unit::Seconds, 1,
     4, -1, Lower, StepTime, on_readout | on_report_table | on_comparison | on_map, PLATEAU_TEXT("One optimizer step."),
     [](const auto& p) { return p.step_seconds; }},
    {"mfu", "", PLATEAU_TEXT("MFU"), PLATEAU_TEXT("MFU"), "%", Unit::Fraction, 1, 3, 1, Higher, Rate,
     on_readout | on_report_table | on_plans_table | on_comparison | on_map,
     PLATEAU_TEXT("Model FLOP/s over the dense peak of the GPUs in use; attention counted in full, 6N + 12 L d "
                  "s, unless set otherwise (counted_flop)."),
     [](const auto& p) { return p.mfu(); }},
    {"mfu_causal", "", PLATEAU_TEXT("MFU, causal"), PLATEAU_TEXT("MFU, causal"), "%", Unit::Fraction, 1, 3, 1, Higher,
     Rate, on_report, PLATEAU_TEXT("The same with half of the attention, 6N + 6 L d s."),
     [](const auto& p) { return p.mfu_causal(); }},
    {"mfu_6n", "", PLATEAU_TEXT("MFU, 6N only"), PLATEAU_TEXT("MFU, 6N only"), "%", Unit::Fraction, 1, 3, 1, Higher,
     Rate, on_report, PLATEAU_TEXT("The same without attention."), [](const auto& p) { return p.mfu_six_n(); }},
    {"hfu", "", PLATEAU_TEXT("HFU"), PLATEAU_TEXT("HFU"), "%", Unit::Fraction, 1, 3, 1, Higher, Rate,
     on_readout | on_report_table | on_comparison,
     PLATEAU_TEXT("MFU plus what is computed again; attention is counted in the same way."),
     [](const auto& p) { return p.hfu(); }},
    {"peak_flops", "", PLATEAU_TEXT("Peak FLOP/s"), PLATEAU_TEXT("Peak"), PLATEAU_TEXT("FLOP/s"), Unit::FlopPerSecond,
     1, 3, -1, Neither, Rate, on_report, PLATEAU_TEXT("Dense peak of one GPU at the scenario's precision."),
     [](const auto& p) { return p.peak_flops; }},
    {"communication_fraction", "communication", PLATEAU_TEXT("Exposed communication"), PLATEAU_TEXT("Exposed comm."),
     of_step, Unit::Fraction, 1, 3, 1, Lower, StepTime, on_readout | on_report_table | on_comparison | on_map,
     PLATEAU_TEXT("Communication the step waits for."), [](const auto& p) { return p.communication_fraction(); }},
    {"communication_busy_fraction", "", PLATEAU_TEXT("All communication"), PLATEAU_TEXT("All comm."), of_step,
     Unit::Fraction, 1, 3, 1, Lower, StepTime, on_readout,
     PLATEAU_TEXT("Communication, hidden under compute or not. Where several kinds run at once, the sum is at most the "
                  "whole step."),
     [](const auto& p) { return formula::min(1.0, p.communication_busy_fraction()); }},
    {"bubble_fraction", "bubble", PLATEAU_TEXT("Pipeline bubble"), PLATEAU_TEXT("Bubble"), of_step, Unit::Fraction, 1,
     3, 1, Lower, StepTime, on_readout | on_plans_table | on_comparison | on_map,
     PLATEAU_TEXT("Stages waiting for the pipeline to fill and drain."),
     [](const auto& p) { return p.bubble_fraction(); }, [](const Parts& p) { return p.plan.pp > 1; }},
    {"memory_bytes_per_gpu", "memory", PLATEAU_TEXT("Memory"), PLATEAU_TEXT("Memory"), PLATEAU_TEXT("GB"), Unit::Bytes,
     1, 3, -1, Lower, Memory, on_readout | on_report_table | on_plans_table | on_comparison | on_map,
     PLATEAU_TEXT("On the GPU that needs most."), [](const auto& p) { return p.memory_bytes; }, nullptr, "",
     [](const Parts& p) { return p.memory_limit_bytes; }},
    {"power_w_per_gpu", "power", PLATEAU_TEXT("Power per GPU"), PLATEAU_TEXT("Power per GPU"), PLATEAU_TEXT("W"),
     Unit::Watts, 1, 3, -1, Lower, Power, on_readout,
     PLATEAU_TEXT("Board power of a GPU in use, from a model of three states: computing, waiting for "
                  "traffic, waiting for the host."),
     [](const auto& p) { return p.power_watts; }},
    {"node_power_w", "", PLATEAU_TEXT("Power per host"), PLATEAU_TEXT("Power per host"), PLATEAU_TEXT("W"), Unit::Watts,
     1, 3, -1, Lower, Power, on_report, PLATEAU_TEXT("GPUs and all else in one host."),
     [](const auto& p) { return p.node_watts; }},
    {"facility_power_w", "", PLATEAU_TEXT("Facility power"), PLATEAU_TEXT("Facility power"), PLATEAU_TEXT("W"),
     Unit::Watts, 1, 3, -1, Lower, Power, on_report,
     PLATEAU_TEXT("The whole cluster, spares, network and cooling included."),
     [](const auto& p) { return p.facility_watts; }},
    {"tokens_per_joule", "", PLATEAU_TEXT("Tokens per joule of the facility"), PLATEAU_TEXT("Tokens per joule"), "",
     Unit::None, 1, 3, -1, Higher, Power, on_readout,
     PLATEAU_TEXT("Per joule of the whole facility: hosts, network and cooling are assumed."),
     [](const auto& p) { return p.facility_watts > 0 ? p.tokens_per_joule() : p.unknown(); }, nullptr, "", nullptr,
     &per_watt},
    {"tokens_per_gpu_joule", "", PLATEAU_TEXT("Tokens per joule of the GPUs in use"),
     PLATEAU_TEXT("Tokens per GPU joule"), "", Unit::None, 1, 3, -1, Higher, Power, 0,
     PLATEAU_TEXT("Per joule of the boards in use, hosts and network left out."),
     [](const auto& p) { return p.power_watts > 0 ? p.tokens_per_gpu_joule() : p.unknown(); }},
    {"model_gflop_per_joule", "efficiency", PLATEAU_TEXT("Model GFLOP per joule of the facility"),
     PLATEAU_TEXT("Model GFLOP per joule"), "", Unit::None, 1, 3, 0, Higher, Power, on_readout | on_map,
     PLATEAU_TEXT("Useful work per joule of the whole facility, counted as MFU counts it."),
     [](const auto& p) {
         return p.facility_watts > 0 ? 1e-9 * p.model_flop_per_token * p.tokens_per_s / p.facility_watts : p.unknown();
     }},
    {"usd_per_million_tokens", "cost", PLATEAU_TEXT("$ per million tokens"), PLATEAU_TEXT("Cost per M tokens"), "$",
     Unit::Usd, 1, 3, -1, Lower, Power, on_readout | on_report_table | on_comparison | on_map,
     PLATEAU_TEXT("All GPUs of the cluster at their hourly price."),
     [](const auto& p) { return p.usd_per_million_tokens; }, nullptr, PLATEAU_TEXT("$/M tok")},
    {"goodput", "", PLATEAU_TEXT("Goodput"), PLATEAU_TEXT("Goodput"), "%", Unit::Fraction, 1, 3, 1, Higher, Run,
     on_readout,
     PLATEAU_TEXT("Share of the time that advances the run; the rest goes to checkpoints, lost work and restarts."),
     [](const auto& p) { return p.goodput; }},
    {"kept_mfu", "", PLATEAU_TEXT("MFU that failures leave"), PLATEAU_TEXT("Kept MFU"), "%", Unit::Fraction, 1, 3, 1,
     Higher, Run, on_map, PLATEAU_TEXT("MFU times goodput: what of the peak advances the run."),
     [](const auto& p) { return p.mfu() * p.goodput; }, nullptr, "", nullptr, &kept_mfu},
    {"run_days", "", PLATEAU_TEXT("Time of the run, days"), PLATEAU_TEXT("Time"), PLATEAU_TEXT("days"), Unit::Seconds,
     units::day, 3, -1, Lower, Run, on_readout, PLATEAU_TEXT("Wall-clock time to train on all tokens."),
     [](const auto& p) { return p.run_seconds / units::day; }},
    {"usd", "", PLATEAU_TEXT("Cost of the run, $"), PLATEAU_TEXT("Cost"), "$", Unit::Usd, 1, 3, -1, Lower, Run,
     on_readout, PLATEAU_TEXT("Hardware of the whole cluster for that time, spares included."),
     [](const auto& p) { return p.run_usd; }},
    {"energy_mwh", "", PLATEAU_TEXT("Energy of the run, MWh"), PLATEAU_TEXT("Energy"), PLATEAU_TEXT("MWh"),
     Unit::Joules, units::megawatt_hour, 3, -1, Lower, Run, on_readout,
     PLATEAU_TEXT("Of the facility: hosts, network and cooling are assumed."),
     [](const auto& p) { return p.run_joules / units::megawatt_hour; }},
    {"kg_co2e", "", PLATEAU_TEXT("Carbon of the run, kg CO2e"), PLATEAU_TEXT("Carbon"), PLATEAU_TEXT("kg CO2e"),
     Unit::Kilograms, 1, 3, -1, Lower, Run, on_readout,
     PLATEAU_TEXT("CO2 equivalent of that electricity, location-based; making the hardware is left out."),
     [](const auto& p) { return p.run_kg_co2e; }},
    {"host_bytes_per_gpu", "", PLATEAU_TEXT("Host memory per GPU"), PLATEAU_TEXT("Host memory"), PLATEAU_TEXT("GB"),
     Unit::Bytes, 1, 3, -1, Lower, Memory, 0, PLATEAU_TEXT("What is offloaded to the host, for each of its GPUs."),
     [](const auto& p) { return p.host_bytes; }},
    {"tokens_per_s_per_gpu_kept", "kept", PLATEAU_TEXT("Tokens/s kept through failures, per GPU in use"),
     PLATEAU_TEXT("Kept per GPU in use"), PLATEAU_TEXT("tokens/s"), Unit::Count, 1, 4, -1, Higher, Run, on_map,
     PLATEAU_TEXT("Throughput of a GPU in use times the goodput: checkpoints, lost work and restarts are taken off."),
     [](const auto& p) { return p.tokens_per_s_per_gpu() * p.goodput; }, nullptr, "", nullptr, &kept},
    {"joules_per_token", "energy", PLATEAU_TEXT("J per token"), PLATEAU_TEXT("Energy per token"), PLATEAU_TEXT("J"),
     Unit::None, 1, 3, -1, Lower, Power, on_comparison | on_map,
     PLATEAU_TEXT("Energy of the whole facility: hosts, network and cooling are assumed."),
     [](const auto& p) { return p.facility_watts / p.tokens_per_s; }, nullptr, PLATEAU_TEXT("J/tok")},
    {"tokens_per_usd", "", PLATEAU_TEXT("Tokens per $"), PLATEAU_TEXT("Tokens per $"), PLATEAU_TEXT("tokens"),
     Unit::Count, 1, 3, -1, Higher, Power, 0, PLATEAU_TEXT("All GPUs of the cluster at their hourly price."),
     [](const auto& p) { return p.usd_per_million_tokens > 0 ? 1e6 / p.usd_per_million_tokens : p.unknown(); }, nullptr,
     "", nullptr, &per_usd},
};

} // namespace

std::span<const Metric> metrics() { return all_metrics; }

const Metric* find_metric(std::string_view key)
{
    constexpr std::string_view earlier_cost = "usd_total"; // as files of earlier versions call it
    const std::string_view known = key == earlier_cost ? "usd" : key;
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
    return metric.unit == Unit::Fraction ? 100 : metric.unit == Unit::Bytes ? 1e-9 : 1;
}

Message metric_title(const Metric& metric, const char* label)
{
    const bool plain = metric.unit == Unit::Fraction || metric.unit == Unit::Bytes || metric.unit == Unit::Seconds;
    return plain && metric.si == 1 ? Message{"%1, %2", {label, metric.unit_words.usual}} : Message{label, {}};
}

Message metric_heading(const Metric& metric)
{
    if (*metric.column)
        return {metric.column, {}};
    return {"%1, %2", {metric.short_label, metric.unit_words.narrow}};
}

MetricScale metric_scale(const Metric& metric, double value)
{
    constexpr const char* prefixes[] = {"", "k", "M", "G", "T"};
    constexpr double most_digits = 99999.5, most_with_prefix = 999.95; // before the next one is shorter
    MetricScale scale;
    if (metric.unit != Unit::Count)
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
    return metric.decimals >= 0 ? Quantity{shown, Unit::None, metric.decimals, Quantity::Style::Fixed}
                                : Quantity{shown, Unit::None, 3, Quantity::Style::Steady};
}

Message metric_unit(const Metric& metric, const Parts& parts, bool narrow, const MetricScale& scale)
{
    const char* words = narrow ? metric.unit_words.narrow : metric.unit_words.usual;
    const double most = metric.most ? metric.most(parts) : 0;
    if (most > 0)
        return {PLATEAU_TEXT("%1 of %2"), {words, Quantity{most * display_factor(metric), Unit::None, 4}}};
    return *scale.prefix ? Message{"%1 %2", {Verbatim{scale.prefix}, words}} : Message{words, {}};
}

Quantity metric_text(const Metric& metric, double value) { return {value * metric.si, metric.unit}; }

Expected<double> parse_metric(const Metric& metric, const std::string& text)
{
    const auto bare = units::parse(text, Unit::None);
    if (bare && metric.unit == Unit::Fraction)
        return *bare >= 1 ? *bare / 100 : *bare;
    if (bare && metric.si != 1)
        return bare;
    const auto value = units::parse(text, metric.unit);
    return value ? Expected<double>(*value / metric.si) : value;
}

} // namespace plateau
