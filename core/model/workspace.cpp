// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/workspace.h"

#include <bit>
#include <tuple>

#include "core/model/inputs.h"
#include "core/model/ledger.h"
#include "core/plan/plan_dimensions.h"

namespace plateau {

namespace {

constexpr std::size_t most_ways = 512;

std::uint64_t mix(std::uint64_t hash, std::uint64_t value)
{
    hash ^= value + 0x9e3779b97f4a7c15ULL + (hash << 6) + (hash >> 2);
    hash *= 0xff51afd7ed558ccdULL;
    return hash ^ hash >> 32; // whole numbers as doubles differ in their highest bits alone
}

std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

/// Whether two collectives differ in nothing but their bytes.
bool same_ranks(const Traffic& left, const Traffic& right)
{
    return left.operation == right.operation && left.ranks == right.ranks && left.stride == right.stride
        && left.usable == right.usable && left.neighbours == right.neighbours && left.copies == right.copies;
}

} // namespace

struct LayerMemo {
    struct Key {
        std::uint64_t identity = 0;
        LayerValues values{};
        double usable = 0;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Entry {
        Key key;
        LayerCost cost;
    };
    std::array<Entry, 256> entries{};
};

Workspace::Workspace() = default;
Workspace::~Workspace() = default;

void WorkspaceDeleter::operator()(Workspace* workspace) const { delete workspace; }

WorkspacePointer make_workspace() { return WorkspacePointer(new Workspace); }

void Workspace::bind(const Prepared& prepared)
{
    if (identity_ == prepared.identity)
        return;
    identity_ = prepared.identity;
    paces_.fill({});
    bind_network(prepared);
}

void Workspace::bind_network(const Prepared& prepared)
{
    const auto met = std::tie(network_.tiers, network_.transport, network_.fabric_fraction, network_.network_fraction,
                              network_.slice);
    const auto now = std::tie(prepared.tiers, prepared.transport, prepared.stack.fabric_fraction,
                              prepared.stack.network_fraction, prepared.slice);
    if (met == now)
        return;
    network_ = {prepared.tiers, prepared.transport,  prepared.stack.fabric_fraction, prepared.stack.network_fraction,
                prepared.slice, network_.version + 1};
    placement_ = {};
    group_ = {};
    ways_found_ = 0;
}

const LayerLedger<double>& Workspace::layer(const Prepared& prepared, const Degrees& degrees)
{
    bind(prepared);
    if (!layers_)
        layers_ = std::make_unique<LayerMemo>();
    const LayerMemo::Key key{prepared.identity, layer_values(degrees.plan), degrees.domain_used};
    std::uint64_t hash = mix(bits(key.usable), key.identity);
    for (std::size_t i = 0; i < key.values.size(); i += 2) { // two at a time
        const std::uint64_t next = i + 1 < key.values.size() ? std::uint32_t(key.values[i + 1]) : 0;
        hash = mix(hash, std::uint64_t(std::uint32_t(key.values[i])) << 32 | next);
    }
    LayerMemo::Entry& entry = layers_->entries[(hash >> 32) % layers_->entries.size()];
    if (entry.key != key) {
        entry.cost = layer_ledger(Inputs<double>(prepared, degrees, *this));
        entry.key = key;
    }
    return entry.cost;
}

const collectives::Group& Workspace::group(const Prepared& prepared, const Traffic& traffic)
{
    const collectives::Placement placement{.ranks = traffic.ranks,
                                           .stride = traffic.stride,
                                           .usable = traffic.usable,
                                           .neighbours = traffic.neighbours,
                                           .fabric_fraction = prepared.stack.fabric_fraction,
                                           .network_fraction = prepared.stack.network_fraction,
                                           .slice = prepared.slice};
    if (!(placement == placement_)) {
        group_ = collectives::place(prepared.tiers, placement);
        placement_ = placement;
    }
    return group_;
}

Workspace::WaysEntry& Workspace::ways_entry(const Traffic& traffic)
{
    std::uint64_t hash = mix(std::uint64_t(traffic.operation), bits(traffic.ranks));
    hash = mix(hash, bits(traffic.stride));
    hash = mix(hash, bits(traffic.usable));
    hash = mix(hash, bits(traffic.neighbours));
    hash = mix(hash, bits(traffic.copies));
    return ways_[(hash >> 32) & (ways_.size() - 1)];
}

const collectives::Candidates& Workspace::candidates(const Prepared& prepared, const Traffic& traffic)
{
    bind(prepared);
    WaysEntry* entry = &ways_entry(traffic);
    if (entry->version != network_.version || !same_ranks(entry->key, traffic)) {
        if (++ways_found_ > ways_.size() && ways_.size() < most_ways) {
            ways_.assign(4 * ways_.size(), {});
            ways_found_ = 0;
            entry = &ways_entry(traffic);
        }
        collectives::find_candidates(traffic.operation, group(prepared, traffic), prepared.transport, entry->candidates,
                                     traffic.copies);
        entry->key = traffic;
        entry->version = network_.version;
    }
    return entry->candidates;
}

collectives::Cost Workspace::collective(const Prepared& prepared, const Traffic& traffic)
{
    if (records)
        traced.push_back(traffic);
    return collectives::collective(candidates(prepared, traffic), traffic.bytes);
}

CollectiveUse Workspace::use_of(const Prepared& prepared, const Traffic& traffic)
{
    const collectives::Cost cost = collective(prepared, traffic);
    return {traffic.among, traffic.operation, cost.algorithm,
            cost.protocol, traffic.ranks,     group(prepared, traffic).domains,
            traffic.bytes, cost.seconds,      cost.latency_seconds};
}

const RunPace& Workspace::pace(const Prepared& prepared, double nodes)
{
    bind(prepared);
    PaceEntry& entry = paces_[std::uint64_t(nodes) % paces_.size()];
    if (entry.nodes != nodes)
        entry = {nodes, run_pace(Constants<double>(prepared), nodes)};
    return entry.pace;
}

} // namespace plateau
