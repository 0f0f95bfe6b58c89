// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/charts/figure.h"

/// What people write on plots. In the scenario's view, an entry each: `remark_2: "throughput 1024 2.1e+06 Rented from
/// here on"`, under the key of the panel it stands on and at a place of its axes.
namespace plateau::figures {

using View = std::map<std::string, std::string>; ///< of a scenario

struct PlacedRemark {
    std::string panel; ///< key_of() it
    Remark remark;

    bool operator==(const PlacedRemark&) const = default;
};
std::vector<PlacedRemark> remarks(const View& view);

/// The entry of one; and the number a new one gets.
std::string remark_key(int number);
std::string written(const PlacedRemark& placed);
int next_remark(const View& view);

/// Puts them onto the panels they belong to, in place of those there.
void place_remarks(Figure& figure, const View& view);

} // namespace plateau::figures
