// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/entry_file.h"

namespace plateau::catalog {

namespace {

using Triple = std::array<double, 3>;

struct TripleRow {
    const char* key;
    units::Unit unit;
    Triple Transport::*value;
};
constexpr TripleRow triples[] = {
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

struct NumberRow {
    const char* key;
    units::Unit unit;
    double Transport::*value;
};
constexpr NumberRow numbers[] = {
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

struct FlagRow {
    const char* key;
    bool Transport::*value;
};
constexpr FlagRow flags[] = {
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
    for (const TripleRow& row : triples)
        reader.quantities(row.key, row.unit, transport.*row.value);
    for (const NumberRow& row : numbers)
        reader.quantity(row.key, row.unit, transport.*row.value);
    for (const FlagRow& row : flags)
        reader.flag(row.key, transport.*row.value);
    reader.finish();
    return result;
}

} // namespace plateau::catalog
