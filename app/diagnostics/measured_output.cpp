// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagnostics/measured_output.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/table.h"
#include "core/text/messages/foreign.h"

namespace plateau::app {

namespace {

using programs::CollectiveTable;
using programs::LoggedRun;
using programs::LoggedStep;
using units::format;
using units::Unit;

Json interval_json(const programs::Interval& interval)
{
    return {{"value", number(interval.value)}, {"low", number(interval.low)}, {"high", number(interval.high)}};
}

constexpr const char* use_names[] = {"counts", "warm_up", "outlier"};

Json run_json(const LoggedRun& run)
{
    constexpr double giga = 1e9;
    Json json;
    json["step_time_s"] = number(run.step_seconds);
    json["tokens_per_s_per_gpu"] = number(run.tokens_per_s_per_gpu);
    json["memory_gb"] = run.memory_bytes ? number(*run.memory_bytes / giga) : Json(nullptr);
    json["memory_is"] = !run.memory_bytes ? Json(nullptr) : Json(run.memory_is_reserved ? "reserved" : "allocated");
    json["power_w"] = number(run.watts);
    json["flop_per_s_per_gpu"] = number(run.flop_per_s);
    json["steps"] = run.counted();
    json["set_aside"] = run.set_aside();
    json["scatter"] = number(run.scatter);
    json["values"] = Json::array();
    for (const LoggedStep& step : run.steps)
        json["values"].push_back({{"step", number(step.number)},
                                  {run.in_seconds ? "seconds" : "per_second", number(step.value)},
                                  {"use", use_names[std::size_t(step.use)]}});
    json["remarks"] = list_of(run.remarks, [](const Message& remark) { return english(remark); });
    return json;
}

std::string run_text(const LoggedRun& run)
{
    std::string text;
    for (const Message& remark : run.remarks)
        text += fmt::format("Note: {}\n", english(remark));
    if (!run.step_seconds && !run.tokens_per_s_per_gpu)
        return text + "No step time can be told from it\n";
    text += "Measured: ";
    if (run.step_seconds)
        text += format(*run.step_seconds, Unit::Seconds) + " a step";
    if (run.tokens_per_s_per_gpu)
        text += fmt::format("{}{} tokens/s per GPU", run.step_seconds ? ", " : "",
                            format(*run.tokens_per_s_per_gpu, Unit::Count));
    if (run.memory_bytes)
        text += fmt::format(", {} {}", memory_words(*run.memory_bytes),
                            run.memory_is_reserved ? "reserved" : "allocated");
    if (run.watts)
        text += ", " + format(*run.watts, Unit::Watts);
    int early = 0, far = 0;
    for (const LoggedStep& step : run.steps) {
        early += step.use == LoggedStep::Use::WarmUp;
        far += step.use == LoggedStep::Use::Outlier;
    }
    return text
        + fmt::format("\n  the median of {} values, which scatter by {}; {} at the start and {} outliers set aside\n",
                      run.counted(), format(run.scatter < 1e-6 ? 0 : run.scatter, Unit::Fraction), early, far);
}

/// The keys of one table of several begin with its operation.
std::string prefix(const std::vector<CollectiveTable>& tables, const CollectiveTable& table)
{
    return tables.size() > 1 ? table.operation + "." : std::string();
}

using RowsOfWays = std::vector<std::vector<CollectiveUse>>;

Json table_json(const CollectiveTable& table, const RowsOfWays& modelled)
{
    Json json;
    json["operation"] = table.operation.empty() ? Json(nullptr) : Json(table.operation);
    json["library"] = table.library;
    json["device"] = table.device.empty() ? Json(nullptr) : Json(table.device);
    json["ranks"] = table.ranks;
    json["hosts"] = table.hosts > 0 ? Json(table.hosts) : Json(nullptr);
    json["datatype"] = table.datatype;
    json["rows"] = Json::array();
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        const auto& row = table.rows[i];
        Json each{
            {"bytes", number(row.bytes)}, {"seconds", number(row.seconds)}, {"busbw", number(row.bus_bytes_per_s)}};
        each["modelled_seconds"] = nullptr;
        if (i < modelled.size()) {
            const CollectiveUse& taken = modelled[i].front();
            each["modelled_seconds"] = number(taken.seconds);
            each["algorithm"] = name(taken.algorithm);
            each["protocol"] = name(taken.protocol);
        }
        json["rows"].push_back(std::move(each));
    }
    return json;
}

void add_tables(Json& json, const std::vector<CollectiveTable>& tables, const Scenario* cluster)
{
    json["fitted"] = Json::object();
    json["tables"] = Json::array();
    for (const CollectiveTable& table : tables) {
        const std::string before = prefix(tables, table);
        if (table.fit) {
            json["fitted"][before + "latency_s"] = interval_json(table.fit->latency);
            json["fitted"][before + "bus_bandwidth"] = interval_json(table.fit->rate);
            if (table.fit->latency_beyond) {
                json["fitted"][before + "latency_beyond_s"] = interval_json(*table.fit->latency_beyond);
                json["fitted"][before + "switch_bytes"]
                    = interval_json({table.fit->switch_bytes, table.fit->switch_bytes / 2, table.fit->switch_bytes});
            }
        }
        if (cluster)
            for (const answers::TunedParameter& tuned : answers::tuned_network(*cluster, {&table, 1}))
                json["fitted"][before + tuned.key] = interval_json(tuned.value);
        json["tables"].push_back(table_json(table, cluster ? answers::modelled_rows(*cluster, table) : RowsOfWays()));
    }
}

std::string interval_text(const programs::Interval& value, Unit unit)
{
    return fmt::format("{} ({} to {})", format(value.value, unit), format(value.low, unit), format(value.high, unit));
}

/// Measured against modelled, with the way that the model takes at each size.
std::string measured_rows_text(const CollectiveTable& table, const RowsOfWays& modelled)
{
    if (modelled.empty())
        return {};
    TextTable rows({"  size", "measured", "modelled", "measured / modelled", "way modelled"});
    for (std::size_t i = 0; i < modelled.size(); ++i) {
        const CollectiveUse& taken = modelled[i].front();
        const double seconds = table.rows[i].seconds;
        rows.add({"  " + format(table.rows[i].bytes, Unit::Bytes), format(seconds, Unit::Seconds),
                  format(taken.seconds, Unit::Seconds), fmt::format("{:.2f}", seconds / taken.seconds),
                  way_words(taken)});
    }
    return rows.text();
}

std::string tables_text(const std::vector<CollectiveTable>& tables, const Scenario* cluster)
{
    std::string text;
    for (const CollectiveTable& table : tables) {
        text += fmt::format(
            "\n{} among {} ranks{}, {}: {} sizes, {} at {}\n",
            table.operation.empty() ? "an operation that the text does not name" : table.operation, table.ranks,
            table.hosts > 0 ? fmt::format(" on {} host{}", table.hosts, table.hosts > 1 ? "s" : "") : "",
            table.datatype, table.rows.size(), format(table.rows.back().bus_bytes_per_s, Unit::BytesPerSecond),
            format(table.rows.back().bytes, Unit::Bytes));
        if (!table.fit) {
            text += "  too few sizes for latency and rate to be told apart\n";
            continue;
        }
        text += fmt::format("  latency {}", interval_text(table.fit->latency, Unit::Seconds));
        if (table.fit->latency_beyond)
            text += fmt::format(", {} from {} on", format(table.fit->latency_beyond->value, Unit::Seconds),
                                format(table.fit->switch_bytes, Unit::Bytes));
        text += fmt::format("; rate {}\n", interval_text(table.fit->rate, Unit::BytesPerSecond));
        const auto tuned
            = cluster ? answers::tuned_network(*cluster, {&table, 1}) : std::vector<answers::TunedParameter>();
        for (const answers::TunedParameter& each : tuned)
            text += fmt::format("  {} {:.3g} ({:.3g} to {:.3g})\n", each.key, each.value.value, each.value.low,
                                each.value.high);
        if (cluster)
            text += measured_rows_text(table, answers::modelled_rows(*cluster, table));
    }
    return text;
}

void add_trace(Json& json, const programs::Trace& trace, const MeasuredAgainst& against)
{
    json["steps"] = trace.steps.size();
    json["ranks"] = trace.ranks > 0 ? Json(trace.ranks) : Json(nullptr);
    json["rank"] = trace.rank >= 0 ? Json(trace.rank) : Json(nullptr);
    const programs::TracedStep& step = trace.step;
    json["step"] = {{"name", step.name},
                    {"seconds", number(step.seconds)},
                    {"kernels", step.kernels},
                    {"busy_seconds", number(step.busy)},
                    {"compute_seconds", number(step.compute)},
                    {"collective_seconds", number(step.collectives)},
                    {"exposed_seconds", number(step.exposed)},
                    {"idle_seconds", number(step.idle)}};
    json["terms"] = Json::array();
    for (const answers::TracedTerm& term : answers::traced_terms(step, against))
        json["terms"].push_back({{"name", term.name},
                                 {"predicted_seconds", number(term.predicted)},
                                 {"measured_seconds", number(term.measured)}});
}

std::string trace_text(const programs::Trace& trace, const MeasuredAgainst& against)
{
    std::string text = fmt::format("\n{} step{} marked{}{}\n", trace.steps.size(), trace.steps.size() == 1 ? "" : "s",
                                   trace.rank >= 0 ? fmt::format(", rank {}", trace.rank) : "",
                                   trace.ranks > 0 ? fmt::format(" of {}", trace.ranks) : "");
    if (!trace.has_kernels)
        return text + "It holds no kernels of a GPU: nothing can be compared\n";
    TextTable table({foreign_line(trace.step.name.empty() ? "the whole trace" : trace.step.name), "measured",
                     "predicted", "measured / predicted"});
    for (const answers::TracedTerm& term : answers::traced_terms(trace.step, against))
        table.add(
            {"  " + term.name, format(term.measured, Unit::Seconds),
             term.predicted ? format(*term.predicted, Unit::Seconds) : "",
             term.predicted && *term.predicted > 0 ? fmt::format("{:.2f}", term.measured / *term.predicted) : ""});
    return text + table.text();
}

void add_products(Json& json, const programs::ProductTable& table)
{
    json["products"] = table.rows.size();
    json["best_flop_per_s"] = Json::object();
    for (const std::string& name : table.formats())
        json["best_flop_per_s"][name.empty() ? "unknown" : name] = number(*table.best(name));
    json["rows"] = Json::array();
    for (const programs::MeasuredProduct& row : table.rows)
        json["rows"].push_back({{"m", number(row.m)},
                                {"n", number(row.n)},
                                {"k", number(row.k)},
                                {"format", row.format},
                                {"seconds", number(row.seconds)},
                                {"flop_per_s", number(row.flop_per_s())}});
}

std::string products_text(const programs::ProductTable& table)
{
    std::string text = fmt::format("\n{} products\n", table.rows.size());
    for (const std::string& name : table.formats())
        text += fmt::format("  {}: at best {}\n", name.empty() ? "of a format that is not told" : name,
                            format(*table.best(name), Unit::FlopPerSecond));
    return text;
}

} // namespace

void add_measured(Json& json, const programs::Reading& reading, const MeasuredAgainst& against)
{
    json["device"] = reading.device.empty() ? Json(nullptr) : Json(reading.device);
    if (const auto* run = std::get_if<LoggedRun>(&reading.measured))
        json["measured"] = run_json(*run);
    if (const auto* tables = std::get_if<std::vector<CollectiveTable>>(&reading.measured))
        add_tables(json, *tables, against.scenario);
    if (const auto* trace = std::get_if<programs::Trace>(&reading.measured))
        add_trace(json, *trace, against);
    if (const auto* table = std::get_if<programs::ProductTable>(&reading.measured))
        add_products(json, *table);
}

std::string measured_text(const programs::Reading& reading, const MeasuredAgainst& against)
{
    const std::string device = reading.device.empty() ? "" : fmt::format("On {}\n", foreign_line(reading.device));
    if (const auto* run = std::get_if<LoggedRun>(&reading.measured))
        return device + run_text(*run);
    if (const auto* tables = std::get_if<std::vector<CollectiveTable>>(&reading.measured))
        return device + tables_text(*tables, against.scenario);
    if (const auto* trace = std::get_if<programs::Trace>(&reading.measured))
        return device + trace_text(*trace, against);
    if (const auto* table = std::get_if<programs::ProductTable>(&reading.measured))
        return device + products_text(*table);
    return {};
}

} // namespace plateau::app
