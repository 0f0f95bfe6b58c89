// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/text/messages/error.h"

/// Tables of nccl-tests and rccl-tests: what collectives took on a cluster.
namespace plateau::programs {

/// One size, out of place; where the first calls were slow, in place.
struct MeasuredCollective {
    double bytes = 0; ///< of the whole buffer, as nccl-tests counts
    double seconds = 0;
    double bus_bytes_per_s = 0;
};

/// A measured number with its range: PhysicsValues::range_deviations standard errors to each side.
struct Interval {
    double value = 0;
    double low = 0;
    double high = 0;
};

/// One run of one operation.
struct CollectiveTable {
    std::string library; ///< "nccl-tests" or "rccl-tests"
    std::string operation; ///< "all_reduce"; empty: the text does not tell
    std::string device; ///< as the driver calls it; empty: not told
    std::string datatype;
    int ranks = 0; ///< 0: not to be told
    int hosts = 0; ///< distinct names; 0: not told
    std::vector<MeasuredCollective> rows;
    /// t = latency + f S / rate, f the bus factor of the operation, where the library changes its protocol with another
    /// latency from `switch_bytes` on. Nothing where there are too few rows.
    struct Fit {
        Interval latency; ///< seconds
        Interval rate; ///< bytes/s, of the bus
        std::optional<Interval> latency_beyond;
        double switch_bytes = 0;
    };
    std::optional<Fit> fit;
};

/// f: bytes that cross the busiest link for each byte of the buffer; 0: the operation is not known.
double bus_factor(const std::string& operation, int ranks);

/// The line through times that such an operation takes among so many ranks, each number `deviations` standard errors
/// wide to each side.
std::optional<CollectiveTable::Fit> fit_rows(const std::vector<MeasuredCollective>& rows, const std::string& operation,
                                             int ranks, double deviations);

/// All runs of a text, or of the JSON that nccl-tests -J writes, of which only sizes, times and devices are kept.
/// Fails, with a place, on runs of one rank each and on wrong results: nothing may be tuned on those.
Expected<std::vector<CollectiveTable>> read_collectives(const std::string& text, const std::string& file,
                                                        double deviations);

} // namespace plateau::programs
