// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teaching/mechanisms/mechanisms.h"

namespace plateau::mechanisms {

std::span<const Entry> all()
{
    static constexpr Entry entries[] = {
        {"ring", PLATEAU_TEXT("A ring of GPUs and a tree race the computation of a layer"), PLATEAU_TEXT("Ring"), ring},
        {"holdings", PLATEAU_TEXT("Who holds which weights, gradients and optimizer states, from DDP to HSDP"),
         PLATEAU_TEXT("Sharing"), holdings},
        {"tensor", PLATEAU_TEXT("The products of a layer divided, with sequence parallelism and without"),
         PLATEAU_TEXT("Tensor"), tensor},
        {"pipeline", PLATEAU_TEXT("A pipeline fills and drains"), PLATEAU_TEXT("Pipeline"), pipeline},
        {"experts", PLATEAU_TEXT("Tokens go to their experts and back"), PLATEAU_TEXT("Experts"), experts},
    };
    return entries;
}

} // namespace plateau::mechanisms
