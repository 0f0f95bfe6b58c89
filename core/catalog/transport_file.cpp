// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/entry_file.h"

namespace plateau::catalog {

namespace {

    using Triple = std::array<double, 3>;

    struct TripleRow {
        const char* key;
        units::Unit unit;
        Triple Transport::* value;
    };
    constexpr TripleRow triples[] = {
        {"ring_base", units::Unit::Seconds, &Transport::ring_base_seconds},
        {"tree_base", units::Unit::Seconds, &Transport::tree_base_seconds},
        {"ring_fabric_hop", units::Unit::Seconds, &Transport::ring_fabric_seconds},
        {"tree_fabric_hop", units::Unit::Seconds, &Transport::tree_fabric_seconds},
        {"ring_network_hop", units::Unit::Seconds, &Transport::ring_network_seconds},
        {"tree_network_hop", units::Unit::Seconds, &Transport::tree_network_seconds},
        {"ll_max", units::Unit::BytesPerSecond, &Transport::ll_max_bytes_per_s},
    };

    struct NumberRow {
        const char* key;
        units::Unit unit;
        double Transport::* value;
    };
    constexpr NumberRow numbers[] = {
        {"ll_fraction", units::Unit::Fraction, &Transport::ll_fraction},
        {"ll128_fraction", units::Unit::Fraction, &Transport::ll128_fraction},
        {"nvls_fraction", units::Unit::Fraction, &Transport::nvls_fraction},
        {"nvls_base", units::Unit::Seconds, &Transport::nvls_base_seconds},
        {"nvls_tree_level", units::Unit::Seconds, &Transport::nvls_tree_level_seconds},
        {"nvls_tree_rate", units::Unit::BytesPerSecond, &Transport::nvls_tree_bytes_per_s},
        {"launch", units::Unit::Seconds, &Transport::launch_seconds},
        {"latency_factor", units::Unit::Multiplier, &Transport::latency_factor},
    };

    struct FlagRow {
        const char* key;
        bool Transport::* value;
    };
    constexpr FlagRow flags[] = {
        {"ll128_across_network", &Transport::ll128_across_network},
        {"in_switch_reduction", &Transport::in_switch_reduction},
    };

} // namespace

EntryFile<Transport> parse_transport(const files::Document& document, std::vector<Error>& errors)
{
    EntryFile<Transport> result;
    Transport& transport = result.entry;
    files::Reader reader(document.root, document.file, errors);
    reader.text("title", transport.title, files::Need::Required);
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
