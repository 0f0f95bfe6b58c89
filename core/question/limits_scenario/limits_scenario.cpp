// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/question/limits_scenario/limits_scenario.h"

#include "core/files/node.h"
#include "core/question/scenario/find_entry.h"
#include "core/question/scenario/parameter_table_impl.h"
#include "core/question/scenario/scenario_file_impl.h"
#include "core/text/messages/words.h"

namespace plateau {

namespace {

constexpr const char* default_hardware = "h100_sxm";
constexpr double unlimited = std::numeric_limits<double>::infinity();

Expected<const catalog::Accelerator*> find_accelerator(const catalog::Catalog& catalog, const std::string& text)
{
    return find_entry(catalog.accelerators, text, PLATEAU_TEXT("%1 is not a known accelerator"),
                      "plateau catalog accelerators");
}

std::string chosen(const LimitsScenario& scenario, const char* key, const std::string& otherwise)
{
    const auto found = scenario.overrides.find(key);
    const std::string* text = found == scenario.overrides.end() ? nullptr : std::get_if<std::string>(&found->second);
    return text ? *text : otherwise;
}

bool has(const catalog::Accelerator& accelerator, catalog::Precision precision)
{
    return accelerator.peak_flops[static_cast<std::size_t>(precision)] > 0;
}

/// The precision asked for; unless told bf16, else fp16.
Expected<catalog::Precision> choose_precision(const LimitsScenario& scenario)
{
    using catalog::Precision;
    const catalog::Accelerator& accelerator = scenario.accelerator;
    const Precision usual = has(accelerator, Precision::Bf16) ? Precision::Bf16 : Precision::Fp16;
    const Precision asked = from_name<Precision>(chosen(scenario, "precision", name(usual))).value_or(usual);
    if (has(accelerator, asked))
        return asked;
    std::vector<std::string> legal;
    for (int i = 0; i < catalog::precision_count; ++i)
        if (has(accelerator, static_cast<Precision>(i)))
            legal.emplace_back(name(static_cast<Precision>(i)));
    return failure({PLATEAU_TEXT("%1 cannot compute in %2"), {Verbatim{accelerator.title}, Verbatim{name(asked)}}}, {},
                   one_of(legal));
}

std::vector<limits::NetworkLevel> hardware_levels(const catalog::Accelerator& accelerator, double latency_seconds)
{
    std::vector<limits::NetworkLevel> levels;
    double inside = 1;
    for (const catalog::NetworkTier& tier : accelerator.tiers) {
        if (tier.domain_size <= inside)
            continue;
        levels.push_back(
            {tier.domain_size / inside, 2 * tier.bandwidth_bytes_per_s / tier.oversubscription, latency_seconds});
        inside = tier.domain_size;
    }
    if (levels.empty())
        levels.push_back({unlimited, unlimited, latency_seconds});
    levels.back().group = unlimited;
    return levels;
}

void set_levels(limits::Network& network, const std::vector<limits::NetworkLevel>& levels)
{
    network.count = static_cast<int>(std::min<std::size_t>(levels.size(), limits::max_levels));
    std::copy_n(levels.begin(), network.count, network.levels.begin());
}

/// A size or rate a hundred times the hardware's or a hundredth of it: typed without its unit, perhaps.
void remark_on_size(LimitsScenario& scenario, const LimitsParameter& row, const Value& usual, const Value& chosen)
{
    constexpr double suspicious = 100;
    const bool has_prefix = row.unit == units::Unit::Bytes || row.unit == units::Unit::BytesPerSecond
        || row.unit == units::Unit::BitsPerSecond || row.unit == units::Unit::FlopPerSecond;
    if (!has_prefix)
        return;
    const double ratio = std::get<double>(chosen) / std::get<double>(usual);
    if (std::isfinite(ratio) && ratio > 0 && (ratio >= suspicious || ratio <= 1 / suspicious))
        scenario.remarks.push_back({PLATEAU_TEXT("%1 is %2; this hardware's is %3. A number without a unit is read "
                                                 "in the one that people use: say MB, GB/s or TFLOP/s."),
                                    {Word{row.label}, value_words(row, chosen), value_words(row, usual)}});
}

/// What was chosen and changes nothing, and what leaves part of a domain over.
void remark_on_effect(LimitsScenario& scenario)
{
    for (const LimitsParameter& row : limits_parameters().rows())
        if (scenario.overrides.count(row.key) && !row.applies(scenario))
            scenario.remarks.push_back(
                {PLATEAU_TEXT("%1 (%2) changes nothing here."), {Word{row.label}, Verbatim{row.key}}});
    const limits::Network& network = scenario.question.machine.network;
    const double domain = network.levels[0].group;
    const auto count = [](double value) { return Quantity{value, units::Unit::Count}; };
    if (network.count < 2)
        return;
    if (scenario.cluster_mode == ClusterMode::Fixed && std::fmod(scenario.gpus, domain) != 0)
        scenario.remarks.push_back(
            {PLATEAU_TEXT("%1 GPUs do not fill whole domains of %2."), {count(scenario.gpus), count(domain)}});
    const double power = std::exp2(std::floor(std::log2(domain)));
    if (power != domain)
        scenario.remarks.push_back(
            {scenario.question.whole_domains || scenario.cluster_mode == ClusterMode::Fixed
                 ? PLATEAU_TEXT("Every group lies inside a domain of %1. A model that cannot be divided by %1 uses "
                                "fewer GPUs of each domain, such as %2; the others idle.")
                 : PLATEAU_TEXT("Clusters of 2^i GPUs use groups of %2 in domains of %1; the other GPUs of a domain "
                                "are left out."),
             {count(domain), count(power)}});
}

/// An unlimited group leaves nothing for the levels outside it.
void drop_unreachable_levels(limits::Network& network)
{
    for (int k = 0; k + 1 < network.count; ++k)
        if (std::isinf(network.levels[k].group))
            network.count = k + 1;
}

std::optional<Error> follow_hardware(const catalog::Catalog& catalog, LimitsScenario& scenario)
{
    const auto found = find_accelerator(catalog, chosen(scenario, "hardware", default_hardware));
    if (!found)
        return found.error();
    scenario.accelerator = **found;
    if (scenario.overrides.count("hardware"))
        scenario.overrides["hardware"] = (*found)->id;
    const auto precision = choose_precision(scenario);
    if (!precision)
        return precision.error();
    scenario.precision = *precision;
    const catalog::Accelerator* reference = catalog.accelerator(default_hardware);
    std::vector<Argument> missing;
    scenario.question.machine.device = limits_device(scenario.accelerator, *precision, reference, missing);
    if (!missing.empty())
        scenario.remarks.push_back(
            {PLATEAU_TEXT("The file of %1 does not say its %2: taken in proportion to an H100's."),
             {Verbatim{scenario.accelerator.title}, listed(missing)}});
    double latency = scenario.accelerator.limits.hop_latency_seconds;
    if (latency == 0 && reference)
        latency = reference->limits.hop_latency_seconds;
    scenario.network = chosen(scenario, "network", "hardware");
    if (scenario.network == "hardware") {
        set_levels(scenario.question.machine.network, hardware_levels(scenario.accelerator, latency));
    } else {
        const auto levels = parse_network(scenario.network, latency);
        if (!levels)
            return levels.error();
        set_levels(scenario.question.machine.network, *levels);
    }
    scenario.question.usd_per_device_hour = scenario.accelerator.price.usd_per_gpu_hour;
    return {};
}

} // namespace

Expected<std::vector<limits::NetworkLevel>> parse_network(const std::string& text, double latency_seconds)
{
    const Message example{PLATEAU_TEXT("levels as in 8:450GB/s:1.125us, unlimited:50GB/s"), {}};
    std::vector<limits::NetworkLevel> levels;
    for (const std::string& part : split(text, ",")) {
        const std::vector<std::string> cells = split(part, ":");
        if (cells.size() < 2 || cells.size() > 3 || levels.size() == limits::max_levels)
            return failure({PLATEAU_TEXT("%1 is not a list of network levels"), {Verbatim{text}}}, {}, example);
        limits::NetworkLevel level{.latency_seconds = latency_seconds};
        const std::string group = trimmed(cells[0]);
        const Expected<double> size
            = group == "unlimited" ? Expected<double>(unlimited) : units::parse(group, units::Unit::Gpus);
        const Expected<double> rate = units::parse(trimmed(cells[1]), units::Unit::BytesPerSecond);
        if (!size || !rate || !(*size >= 1) || !(*rate > 0) || (std::isfinite(*size) && *size != std::floor(*size)))
            return failure({PLATEAU_TEXT("%1 is not a network level"), {Verbatim{part}}}, {}, example);
        level.group = *size;
        level.bytes_per_s = 2 * *rate;
        if (cells.size() == 3) {
            const Expected<double> latency = units::parse(trimmed(cells[2]), units::Unit::Seconds);
            if (!latency || *latency < 0)
                return failure({PLATEAU_TEXT("%1 is not a network level"), {Verbatim{part}}}, {}, example);
            level.latency_seconds = *latency;
        }
        levels.push_back(level);
    }
    levels.back().group = unlimited;
    return levels;
}

Expected<LimitsScenario> resolve(const catalog::Catalog& catalog, LimitsScenario scenario)
{
    LimitsScenario result;
    static_cast<Choices&>(result) = std::move(scenario);
    result.remarks.clear(); // they are made again
    for (const auto& [key, value] : result.overrides) {
        const auto row = limits_parameters().require(key);
        if (!row)
            return tl::make_unexpected(row.error());
        const auto legal = check_value(**row, value);
        if (!legal)
            return tl::make_unexpected(legal.error());
    }
    if (auto error = follow_hardware(catalog, result))
        return tl::make_unexpected(std::move(*error));
    for (const LimitsParameter& row : limits_parameters().rows()) {
        const auto found = result.overrides.find(row.key);
        if (found == result.overrides.end() || row.kind == ParameterKind::Name)
            continue;
        const Value usual = row.get(result);
        row.set(result, found->second);
        remark_on_size(result, row, usual, found->second);
    }
    drop_unreachable_levels(result.question.machine.network);
    result.question.fixed_devices = result.cluster_mode == ClusterMode::Fixed ? result.gpus : 0;
    if (!(result.question.width_from <= result.question.width_to))
        return failure({PLATEAU_TEXT("the smallest width is larger than the largest"), {}});
    remark_on_effect(result);
    return result;
}

Expected<LimitsScenario> default_limits_scenario(const catalog::Catalog& catalog)
{
    return resolve(catalog, LimitsScenario{});
}

Expected<LimitsScenario> with_all(const catalog::Catalog& catalog, const LimitsScenario& scenario,
                                  const std::vector<std::pair<std::string, Value>>& changes)
{
    LimitsScenario changed = scenario;
    for (const auto& [key, value] : changes)
        changed.overrides[key] = value;
    return resolve(catalog, std::move(changed));
}

Expected<LimitsScenario> with_value(const catalog::Catalog& catalog, const LimitsScenario& scenario,
                                    const std::string& key, Value value)
{
    return with_all(catalog, scenario, {{key, std::move(value)}});
}

Expected<LimitsScenario> with(const catalog::Catalog& catalog, const LimitsScenario& scenario, const std::string& key,
                              const std::string& text)
{
    return edit::with(limits_parameters(), catalog, scenario, key, text);
}

Expected<LimitsScenario> without(const catalog::Catalog& catalog, const LimitsScenario& scenario,
                                 const std::string& key)
{
    return edit::without(limits_parameters(), catalog, scenario, key);
}

Value default_value(const catalog::Catalog& catalog, const LimitsScenario& scenario, const std::string& key)
{
    return edit::default_value(limits_parameters(), catalog, scenario, key);
}

namespace fs = std::filesystem;
using files::Node;

namespace {

constexpr const char* kind_name = "limits";

Expected<LimitsScenario> read_document(const catalog::Catalog& catalog, const Expected<files::Document>& document,
                                       UnknownKeys unknown)
{
    if (!document)
        return tl::make_unexpected(document.error());
    const Node* kind = document->root.find("kind");
    if (!kind || kind->text != kind_name)
        return failure({PLATEAU_TEXT("this is not a question about the limits of scaling"), {}},
                       files::where(document->file, kind ? kind->line : 1, kind ? kind->column : 1),
                       {PLATEAU_TEXT("kind: limits as the first key"), {}});
    const auto choices
        = scenario_file::ChoicesReader<LimitsScenario>(*document, kind_name, limits_parameters(), unknown).read();
    if (!choices)
        return choices;
    return scenario_file::resolved(catalog, *choices, *document,
                                   {PLATEAU_TEXT("The hardware's file has changed since this scenario was saved; its "
                                                 "numbers may differ."),
                                    {}});
}

} // namespace

Expected<LimitsScenario> read_limits_scenario(const catalog::Catalog& catalog, const fs::path& file,
                                              UnknownKeys unknown)
{
    return read_document(catalog, files::read_yaml(file), unknown);
}

Expected<LimitsScenario> read_limits_scenario_text(const catalog::Catalog& catalog, const std::string& text,
                                                   const std::string& where, UnknownKeys unknown)
{
    return read_document(catalog, files::parse_yaml(text, where), unknown);
}

Expected<LimitsScenario> find_limits_scenario(const catalog::Catalog& catalog, const std::string& name_or_file)
{
    const auto file = find_scenario_file(catalog, name_or_file);
    if (!file)
        return tl::make_unexpected(file.error());
    return read_limits_scenario(catalog, *file);
}

std::string write_scenario(const LimitsScenario& scenario)
{
    return scenario_file::written(scenario, kind_name, limits_parameters());
}

std::string preset_hash(const LimitsScenario& scenario)
{
    return scenario_file::fingerprint({scenario.accelerator.file});
}

} // namespace plateau
