// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"

namespace plateau::answers {

/// The published runs with their predictions.
struct Runs {
    struct Key {
        friend bool operator==(const Key&, const Key&) = default;
    };
    using Value = std::shared_ptr<const evidence::KnownSteps>; ///< null only when stopped
    static Value compute(const Key&, Work& work) { return work.data().runs(work.stop()); }
};

} // namespace plateau::answers
