// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/limits_constants.h"

#include "core/files/reader.h"

namespace plateau::catalog {

void read_limits(files::Reader& reader, LimitsConstants& limits, std::vector<Error>& errors)
{
    using files::Need;
    using units::Unit;
    const files::Node* node = reader.map("limits");
    if (!node)
        return;
    files::Reader block(*node, reader.file(), errors);
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
    block.finish();
}

} // namespace plateau::catalog
