// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/catalog/accelerator.h"
#include "core/catalog/entry_file.h"
#include "core/files/reader.h"
#include "core/files/text_file.h"
#include "core/text/messages/nearest.h"
#include "core/text/messages/words.h"

namespace plateau::catalog {

namespace {

using files::Need;
using files::Node;
using files::Reader;
using units::Unit;

/// The `limits:` mapping of a hardware file, if it has one.
void read_limits(Reader& reader, LimitsConstants& limits)
{
    reader.within("limits", [&](Reader& block) {
        block.quantity("clock_hz", Unit::None, limits.clock_hz, 1e6, 1e12);
        block.quantity("flop_per_clock", Unit::None, limits.flop_per_clock, 1, 1e9);
        block.quantity("processors", Unit::Count, limits.processors, 1, 1e6);
        block.quantity("sustained", Unit::Fraction, limits.sustained_fraction, 0.01, 1);
        block.quantity("memory", Unit::Bytes, limits.memory_bytes, 1e8, 1e14);
        block.quantity("memory_bandwidth", Unit::BytesPerSecond, limits.memory_bytes_per_s, 1e9, 1e16);
        block.quantity("cache", Unit::Bytes, limits.cache_bytes, 1e3, 1e12);
        block.quantity("cache_bandwidth", Unit::BytesPerSecond, limits.cache_bytes_per_s, 1e9, 1e16);
        block.quantity("registers", Unit::Bytes, limits.register_bytes, 1e3, 1e9);
        block.quantity("matmul_latency", Unit::Seconds, limits.matmul_latency_seconds, 0, 1);
        block.quantity("hop_latency", Unit::Seconds, limits.hop_latency_seconds, 0, 1);
        block.flag("pooled_shared_memory", limits.pooled_shared_memory);
        block.text("source", limits.source, Need::Required);
    });
}

constexpr double infinity = std::numeric_limits<double>::infinity();

constexpr std::pair<const char*, Wiring> wirings[]
    = {{"switched", Wiring::Switched}, {"per_pair", Wiring::PerPair}, {"torus", Wiring::Torus}};

void read_peaks(Reader& reader, Accelerator& accelerator, std::vector<Error>& errors)
{
    const Node* peak = reader.map("peak", Need::Required);
    if (!peak)
        return;
    Reader peaks(*peak, reader.file(), errors);
    bool any = false;
    for (const auto& [key, precision] : named_values<Precision>())
        any |= peaks.quantity(key, Unit::FlopPerSecond, accelerator.peak_flops[static_cast<size_t>(precision)], 1e9,
                              1e18);
    peaks.finish();
    if (!any)
        peaks.refuse(*peak, {PLATEAU_TEXT("there is no peak of any precision"), {}},
                     {PLATEAU_TEXT("a line like bf16: 989 TFLOP/s"), {}});
}

void read_domain(Reader& reader, NetworkTier& tier)
{
    std::string words;
    if (!reader.text("domain", words, Need::Required))
        return;
    if (words == "unlimited")
        tier.domain_size = infinity;
    else
        reader.quantity("domain", Unit::Gpus, tier.domain_size, 1, 1e9);
}

NetworkTier read_tier(const Node& node, const std::string& file, FabricKind usual, std::vector<Error>& errors)
{
    NetworkTier tier;
    tier.fabric = usual;
    Reader reader(node, file, errors);
    reader.text("name", tier.name, Need::Required);
    read_domain(reader, tier);
    reader.quantity("bandwidth", Unit::BytesPerSecond, tier.bandwidth_bytes_per_s, 1e6, infinity, Need::Required);
    tier.pair_bytes_per_s = tier.bandwidth_bytes_per_s;
    reader.quantity("pair_bandwidth", Unit::BytesPerSecond, tier.pair_bytes_per_s, 1e6, infinity);
    reader.quantity("latency", Unit::Seconds, tier.latency_seconds, 0, 1);
    reader.quantity("achieved", Unit::Fraction, tier.achieved_fraction, 0.01, 1);
    reader.quantity("oversubscription", Unit::Multiplier, tier.oversubscription, 1, 1000);
    reader.choice<Wiring>("wiring", tier.wiring, wirings);
    reader.choice("fabric", tier.fabric);
    reader.quantity("closes_at", Unit::Count, tier.closes_at, 0, 1e6);
    reader.finish();
    return tier;
}

void read_tiers(Reader& reader, Accelerator& accelerator, std::vector<Error>& errors)
{
    const std::span<const Node> tiers = reader.list("tiers", Need::Required);
    for (const Node& node : tiers) {
        const FabricKind usual = accelerator.tiers.empty() ? FabricKind::NvLink : FabricKind::InfiniBand;
        accelerator.tiers.push_back(read_tier(node, reader.file(), usual, errors));
        const size_t count = accelerator.tiers.size();
        if (count > 1 && accelerator.tiers[count - 1].domain_size <= accelerator.tiers[count - 2].domain_size)
            reader.refuse(node, {PLATEAU_TEXT("a tier must hold more accelerators than the one before it"), {}});
    }
    if (!tiers.empty() && accelerator.tiers.back().domain_size != infinity)
        reader.refuse(tiers.back(), {PLATEAU_TEXT("the last tier must reach every accelerator"), {}},
                      {PLATEAU_TEXT("domain: unlimited"), {}});
    if (tiers.size() > 4)
        reader.refuse(tiers[4], {PLATEAU_TEXT("there are more than four tiers"), {}});
}

void read_gemm(Reader& reader, const char* key, GemmConstants& gemm, Need need)
{
    reader.within(key, need, [&](Reader& constants) {
        gemm = {};
        constants.quantity("floor", Unit::Seconds, gemm.floor_seconds, 0, 1e-3, Need::Required);
        constants.quantity("efficiency", Unit::Fraction, gemm.efficiency, 0.01, 1, Need::Required);
        constants.quantity("memory_fraction", Unit::Fraction, gemm.memory_fraction, 0.01, 1);
        constants.quantity("long_kernel_loss", Unit::Fraction, gemm.long_kernel_loss, 0, 1);
    });
}

void read_attention(Reader& reader, const char* key, AttentionConstants& attention, Need need)
{
    reader.within(key, need, [&](Reader& constants) {
        constants.quantity("efficiency", Unit::Fraction, attention.efficiency, 0.01, 1, Need::Required);
        constants.quantity("half_sequence", Unit::Tokens, attention.half_sequence, 0, 1e6, Need::Required);
    });
}

void read_power(Reader& reader, Accelerator& accelerator)
{
    reader.within("power", Need::Required, [&](Reader& power) {
        power.quantity("tdp", Unit::Watts, accelerator.tdp_watts, 1, 1e5, Need::Required);
        accelerator.limit_watts = accelerator.tdp_watts;
        power.quantity("idle", Unit::Watts, accelerator.idle_watts, 0, 1e5);
        power.quantity("busy_fraction", Unit::Fraction, accelerator.busy_power_fraction, 0, 1.2);
        power.quantity("waiting_fraction", Unit::Fraction, accelerator.waiting_power_fraction, 0, 1.2);
        power.quantity("node_overhead", Unit::Watts, accelerator.node_overhead_watts, 0, 1e5);
    });
}

/// A price of some day, with its source.
template<class Price>
void read_price(Reader& reader, const char* key, const char* amount, Unit unit, double Price::*value, double most,
                Price& price)
{
    reader.within(key, [&](Reader& entry) {
        entry.quantity(amount, unit, price.*value, 0, most, Need::Required);
        entry.text("date", price.date, Need::Required);
        entry.text("source", price.source, Need::Required);
        if constexpr (requires { price.low; }) {
            entry.quantity("low", unit, price.low, 0, price.*value);
            entry.quantity("high", unit, price.high, price.*value, most);
        }
    });
}

void read_host(Reader& reader, Accelerator& accelerator)
{
    reader.within("host", [&](Reader& host) {
        accelerator.host_link_stated
            = host.quantity("link", Unit::BytesPerSecond, accelerator.host_link_bytes_per_s, 1e8, 1e13);
        host.quantity("memory", Unit::Bytes, accelerator.host_memory_bytes, 0, 1e14);
    });
}

/// Reads for which accelerator tables were held against the constants: a copy of its file under another name is not
/// measured.
void read_measured(Reader& reader, Accelerator& accelerator)
{
    const Node* given = reader.node().find("measured");
    if (std::vector<std::string> unnamed; given && given->kind == Node::Kind::List) { // [kernels]: it says not of which
        reader.texts("measured", unnamed);
        return;
    }
    reader.within("measured", [&](Reader& measured) {
        const auto on_this_one = [&](const char* what) {
            std::string id;
            return measured.text(what, id) && id == id_of(reader.file());
        };
        accelerator.measured_kernels = on_this_one("kernels");
        accelerator.measured_collectives = on_this_one("collectives");
    });
}

void read_doubtful(Reader& reader, const char* key, std::vector<std::string>& fields)
{
    if (!reader.texts(key, fields))
        return;
    const std::vector<std::string>& known = accelerator_fields();
    for (const std::string& field : fields)
        if (std::find(known.begin(), known.end(), field) == known.end())
            reader.refuse_error(
                key,
                unknown_name({PLATEAU_TEXT("%1 is not a field of an accelerator"), {Verbatim{field}}}, field, known));
}

} // namespace

const std::vector<std::string>& accelerator_fields()
{
    static const std::vector<std::string> fields = split(
        "all, peak, peak.fp16, peak.bf16, peak.fp8, peak.mxfp8, peak.nvfp4, peak.tf32, memory, visible_memory, "
        "memory_bandwidth, cache, processors, tiers, tiers.0, tiers.1, tiers.2, tiers.3, gemm, gemm_fp8, gemm_fp4, "
        "host, purchase, attention_flash2, attention_flash3, power, power.tdp, power.idle, power.busy_fraction, "
        "power.waiting_fraction, power.node_overhead, limits, price",
        ", ");
    return fields;
}

double clock_share(const Accelerator& accelerator, double exponent)
{
    const double limit = accelerator.limit_watts - accelerator.idle_watts;
    const double rated = accelerator.tdp_watts - accelerator.idle_watts;
    if (limit >= rated)
        return 1;
    return limit > 0 ? std::pow(limit / rated, 1 / exponent) : 0;
}

KnownBy known_by(const Accelerator& accelerator, const std::string& field)
{
    const auto holds = [&](const std::vector<std::string>& fields) {
        return std::any_of(fields.begin(), fields.end(), [&](const std::string& name) {
            return name == "all" || name == field
                || (field.size() > name.size() && field[name.size()] == '.'
                    && field.compare(0, name.size(), name) == 0);
        });
    };
    if (holds(accelerator.estimated) || (field == "host" && !accelerator.host_link_stated))
        return KnownBy::Estimated;
    if (holds(accelerator.recalled))
        return KnownBy::Recalled;
    const bool measured = (accelerator.measured_kernels && (field == "gemm" || field == "gemm_fp8"))
        || (accelerator.measured_collectives && field == "tiers.0");
    return measured ? KnownBy::Measured : KnownBy::Read;
}

EntryFile<Accelerator> parse_accelerator(const files::Document& document, std::vector<Error>& errors)
{
    EntryFile<Accelerator> result;
    Accelerator& accelerator = result.entry;
    Reader reader(document.root, document.file, errors);
    reader.text("title", accelerator.title, Need::Required);
    reader.text("vendor", accelerator.vendor, Need::Required);
    accelerator.generation = accelerator.vendor;
    reader.text("generation", accelerator.generation);
    read_peaks(reader, accelerator, errors);
    reader.quantity("memory", Unit::Bytes, accelerator.memory_bytes, 1e8, 1e14, Need::Required);
    double visible_bytes = accelerator.memory_bytes;
    if (reader.quantity("visible_memory", Unit::Bytes, visible_bytes, 0.8 * accelerator.memory_bytes,
                        1.2 * accelerator.memory_bytes))
        accelerator.visible_memory = visible_bytes / accelerator.memory_bytes;
    reader.quantity("memory_bandwidth", Unit::BytesPerSecond, accelerator.memory_bytes_per_s, 1e9, 1e16,
                    Need::Required);
    reader.quantity("memory_achieved", Unit::Fraction, accelerator.memory_fraction, 0.01, 1);
    reader.quantity("cache", Unit::Bytes, accelerator.cache_bytes, 0, 1e12);
    reader.whole("processors", accelerator.processors, 0, 1000000);
    reader.whole("popularity", accelerator.popularity, 0, 100);
    reader.whole("per_host", accelerator.per_host, 1, 1024);
    read_tiers(reader, accelerator, errors);
    read_gemm(reader, "gemm", accelerator.gemm, Need::Required);
    accelerator.gemm_fp8 = accelerator.gemm;
    read_gemm(reader, "gemm_fp8", accelerator.gemm_fp8, Need::Optional);
    accelerator.gemm_fp4 = accelerator.gemm_fp8;
    read_gemm(reader, "gemm_fp4", accelerator.gemm_fp4, Need::Optional);
    read_attention(reader, "attention_flash2", accelerator.attention_flash2, Need::Required);
    accelerator.attention_flash3 = accelerator.attention_flash2;
    read_attention(reader, "attention_flash3", accelerator.attention_flash3, Need::Optional);
    if (reader.text("transport", accelerator.transport.id, Need::Required))
        result.reference_where = reader.where("transport");
    read_power(reader, accelerator);
    read_limits(reader, accelerator.limits);
    read_price(reader, "price", "typical", Unit::UsdPerGpuHour, &Price::usd_per_gpu_hour, 1e4, accelerator.price);
    read_price(reader, "purchase", "usd", Unit::Usd, &PurchasePrice::usd, 1e7, accelerator.purchase);
    read_host(reader, accelerator);
    read_measured(reader, accelerator);
    read_doubtful(reader, "recalled", accelerator.recalled);
    read_doubtful(reader, "estimated", accelerator.estimated);
    reader.texts("sources", accelerator.sources, Need::Required);
    reader.text("notes", accelerator.notes);
    reader.finish();
    return result;
}

} // namespace plateau::catalog
