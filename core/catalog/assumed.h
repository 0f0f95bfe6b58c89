// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"

namespace plateau::catalog {

/// The value that files of presets/assumptions give this key of the training parameters, the last of them; null when
/// none does.
inline const AssumedValue* assumed(const Catalog& catalog, const std::string& key)
{
    const AssumedValue* found = nullptr;
    for (const AssumedValues& file : catalog.assumptions) {
        for (const AssumedValue& value : file.values)
            found = value.key == key ? &value : found;
    }
    return found;
}

} // namespace plateau::catalog
