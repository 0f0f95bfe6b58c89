// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"

namespace plateau::test {

/// The presets as they are shipped, read once.
inline const catalog::Catalog& shipped()
{
    static const catalog::Catalog catalog = catalog::read({PRESETS});
    return catalog;
}

} // namespace plateau::test
