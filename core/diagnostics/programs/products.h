// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/text/messages/error.h"

/// Tables of measured matrix products: hipblaslt-bench, mamf-finder, and tables with a head of m, n, k and a time.
namespace plateau::programs {

struct MeasuredProduct {
    double m = 0, n = 0, k = 0;
    double seconds = 0;
    std::string format; ///< of the operands: "bf16", "fp8"; empty: not told

    double flop_per_s() const { return 2 * m * n * k / seconds; }
};

struct ProductTable {
    std::string device; ///< empty: not told
    std::vector<MeasuredProduct> rows;
    /// The largest rate among those of a format.
    std::optional<double> best(const std::string& format) const;
    std::vector<std::string> formats() const; ///< in the order of their first rows
};

Expected<ProductTable> read_products(const std::string& text, const std::string& file);

} // namespace plateau::programs
