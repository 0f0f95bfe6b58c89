// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/limits/device.h"

#include <algorithm>

namespace plateau::limits {

double Device::cache_tile_bytes() const
{
    const double registers = processor_tile_bytes() * (cache_tile_of_all_processors ? processors : 1.0);
    return std::max(usable_fraction * cache_bytes, registers);
}

} // namespace plateau::limits
