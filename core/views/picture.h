// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/views/view.h"

namespace plateau::views {

/// The picture of a view of training scenarios, as an answer: what a window watches.
struct Picture {
    struct Key {
        std::string view; ///< the name of one that takes training scenarios
        std::shared_ptr<const Scenario> scenario; ///< never null
        bool operator==(const Key& other) const;
    };
    using Value = Made;
    static Made compute(const Key& key, answers::Work& work);
    static std::size_t bytes(const Made& made);
};

} // namespace plateau::views
