// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

#include "core/evidence/shipped.h"
#include "shipped_catalog.h"

namespace plateau::test {

/// The measured runs as they are shipped, read and predicted once.
inline const evidence::Evidence& shipped_evidence()
{
    static const evidence::Evidence evidence = evidence::read_evidence(shipped());
    return evidence;
}

inline std::size_t run_called(const std::string& id)
{
    const auto& rows = shipped_evidence().sample.rows;
    return std::size_t(std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.id == id; })
                       - rows.begin());
}

} // namespace plateau::test
