// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/catalog/entry_file.h"
#include "core/catalog/physics.h"

namespace plateau::catalog {

namespace {

using Triple = std::array<double, 3>;

template<class Value>
struct TransportRow {
    const char* key;
    units::Unit unit;
    Value Transport::*value;
};
constexpr TransportRow<Triple> triples[] = {
    {"ring_base", units::Unit::Seconds, &Transport::ring_base_seconds},
    {"ring_fabric_hop", units::Unit::Seconds, &Transport::ring_fabric_seconds},
    {"ring_network_hop", units::Unit::Seconds, &Transport::ring_network_seconds},
    {"ring_lone_hop", units::Unit::Seconds, &Transport::ring_lone_seconds},
    {"ring_fraction", units::Unit::Fraction, &Transport::ring_fraction},
    {"ll_max", units::Unit::BytesPerSecond, &Transport::ll_max_bytes_per_s},
    {"tree_base", units::Unit::Seconds, &Transport::tree_base_seconds},
    {"tree_fabric_hop", units::Unit::Seconds, &Transport::tree_fabric_seconds},
    {"tree_network_level", units::Unit::Seconds, &Transport::tree_network_seconds},
    {"tree_fraction", units::Unit::Fraction, &Transport::tree_fraction},
};

constexpr TransportRow<double> numbers[] = {
    {"ring_all_reduce_factor", units::Unit::Multiplier, &Transport::ring_all_reduce_factor},
    {"local_copy", units::Unit::Fraction, &Transport::local_copy},
    {"local_reduce", units::Unit::Fraction, &Transport::local_reduce},
    {"nvls_fraction", units::Unit::Fraction, &Transport::nvls_fraction},
    {"nvls_base", units::Unit::Seconds, &Transport::nvls_base_seconds},
    {"nvls_chunk", units::Unit::Seconds, &Transport::nvls_chunk_seconds},
    {"nvls_tree_fraction", units::Unit::Fraction, &Transport::nvls_tree_fraction},
    {"nvls_tree_level", units::Unit::Seconds, &Transport::nvls_tree_level_seconds},
    {"nvls_tree_chunk", units::Unit::Seconds, &Transport::nvls_tree_chunk_seconds},
    {"collnet_base", units::Unit::Seconds, &Transport::collnet_base_seconds},
    {"collnet_fabric_hop", units::Unit::Seconds, &Transport::collnet_fabric_seconds},
    {"collnet_member", units::Unit::Seconds, &Transport::collnet_member_seconds},
    {"collnet_fraction", units::Unit::Multiplier, &Transport::collnet_fraction},
    {"collnet_gather_fraction", units::Unit::Multiplier, &Transport::collnet_gather_fraction},
    {"nvls_network", units::Unit::Seconds, &Transport::nvls_network_seconds},
    {"registered_fraction", units::Unit::Fraction, &Transport::registered_fraction},
    {"registered_base", units::Unit::Seconds, &Transport::registered_base_seconds},
    {"pat_base", units::Unit::Seconds, &Transport::pat_base_seconds},
    {"pat_level", units::Unit::Seconds, &Transport::pat_level_seconds},
    {"pat_rank", units::Unit::Seconds, &Transport::pat_rank_seconds},
    {"pat_fraction", units::Unit::Fraction, &Transport::pat_fraction},
    {"direct_base", units::Unit::Seconds, &Transport::direct_base_seconds},
    {"direct_chunk", units::Unit::Seconds, &Transport::direct_chunk_seconds},
    {"direct_peer", units::Unit::Seconds, &Transport::direct_peer_seconds},
    {"launch", units::Unit::Seconds, &Transport::launch_seconds},
    {"latency_factor", units::Unit::Multiplier, &Transport::latency_factor},
};

constexpr std::pair<const char*, bool Transport::*> flags[] = {
    {"ll128_across_network", &Transport::ll128_across_network},
    {"in_switch_reduction", &Transport::in_switch_reduction},
    {"pat", &Transport::pat},
};

} // namespace

EntryFile<Transport> parse_transport(const files::Document& document, std::vector<Error>& errors)
{
    EntryFile<Transport> result;
    Transport& transport = result.entry;
    files::Reader reader(document.root, document.file, errors);
    reader.text("title", transport.title, files::Need::Required);
    reader.text("version", transport.version, files::Need::Required);
    reader.texts("sources", transport.sources, files::Need::Required);
    std::string notes;
    reader.text("notes", notes);
    for (const auto& [key, unit, value] : triples)
        reader.quantities(key, unit, transport.*value);
    for (const auto& [key, unit, value] : numbers)
        reader.quantity(key, unit, transport.*value);
    for (const auto& [key, value] : flags)
        reader.flag(key, transport.*value);
    reader.finish();
    return result;
}

const FabricRow* fabric_of(const Physics& physics, FabricKind kind)
{
    const auto found = std::find_if(physics.fabrics.begin(), physics.fabrics.end(),
                                    [kind](const FabricRow& row) { return row.kind == kind; });
    return found == physics.fabrics.end() ? nullptr : &*found;
}

MessageLaw message_law(const FabricRow& fabric, double token_bytes, double extra_seconds)
{
    MessageLaw law;
    law.sums = fabric.sums;
    law.joined = fabric.rails ? fabric.joined : 1;
    if (fabric.single_bytes_per_s > 0)
        law.single_bytes_per_s = fabric.single_bytes_per_s;
    law.request_seconds = (fabric.round_trip_seconds + 2 * extra_seconds) / fabric.in_flight;
    law.message_bytes = fabric.message_bytes;
    law.forwarded_bytes = fabric.kernels_post ? 0 : fabric.dispatched_tokens * token_bytes;
    return law;
}

namespace {

/// kind: {title: ..., rails: true, joined: 8, ..., measured: [...], source: ...}
FabricRow read_fabric(FabricKind kind, files::Reader& values)
{
    using files::Need;
    using units::Unit;
    FabricRow row;
    row.key = name(kind);
    row.kind = kind;
    values.text("title", row.title, Need::Required);
    values.flag("rails", row.rails);
    values.flag("sums", row.sums);
    values.flag("kernels_post", row.kernels_post);
    values.quantity("joined", Unit::Count, row.joined, 1, 1e3);
    values.quantity("in_flight", Unit::Count, row.in_flight, 1, 1e6);
    values.quantity("message", Unit::Bytes, row.message_bytes, 0, 1e9);
    values.quantity("round_trip", Unit::Seconds, row.round_trip_seconds, 0, 1);
    values.quantity("single", Unit::BytesPerSecond, row.single_bytes_per_s, 0, 1e13);
    values.quantity("dispatched_tokens", Unit::Count, row.dispatched_tokens, 0, 1e6);
    values.texts("measured", row.measured);
    values.choice("known_by", row.known_by);
    values.text("source", row.source, Need::Required);
    return row;
}

} // namespace

void read_fabrics(files::Reader& parent, std::vector<FabricRow>& fabrics)
{
    parent.within("fabrics", [&](files::Reader& reader) {
        for (const auto& [key, kind] : named_values<FabricKind>())
            reader.within(key,
                          [&, kind = kind](files::Reader& values) { fabrics.push_back(read_fabric(kind, values)); });
    });
}

} // namespace plateau::catalog
