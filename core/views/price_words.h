// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/estimate.h"
#include "core/question/scenario/scenario.h"
#include "core/text/messages/message.h"

namespace plateau::narrate {

/// What money is counted with: "Price: 6.03 $/GPU-h, offered from 4.50 to 14.24 (2026-03; ornnai.com ...)"; of owned
/// hardware what an accelerator costs to buy. Brief: of the sources the name of the first.
Message price_words(const Scenario& scenario, bool brief = false);

/// At which price, in dollars per accelerator and hour, the other hardware would cost as much: "H100 SXM 80GB at
/// 1.57 $/GPU-h would cost as much for the same tokens as B200 at 6.03 $/GPU-h." Empty where it is not rented, or
/// nothing is paid.
Message equal_price_words(const Scenario& scenario, const Parts& parts, const Scenario& other,
                          const Parts& other_parts);

} // namespace plateau::narrate
