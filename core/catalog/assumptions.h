// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/catalog/accelerator.h"

namespace plateau::catalog {

/// One parameter's default that belongs to no hardware, model or stack: prices, failure rates, carbon. Its text is
/// read by the parameter table when a scenario is resolved.
struct AssumedValue {
    std::string key = {};
    std::string value = {};
    KnownBy known_by = KnownBy::Estimated;
    std::string source = {};
    std::string file = {};
    std::string where = {}; ///< file:line:column
};

/// One file of presets/assumptions.
struct AssumedValues {
    std::string id;
    std::string title;
    std::string file;
    std::vector<AssumedValue> values;
    std::vector<std::string> sources;
};

} // namespace plateau::catalog
