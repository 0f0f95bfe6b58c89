// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/diagnostics/programs/reading.h"

namespace plateau::answers {

/// What people bring, read: configurations, logs, tables, traces.
struct FileReading {
    struct Key {
        std::string file;
        friend bool operator==(const Key&, const Key&) = default;
    };
    using Value = Expected<programs::Reading>;
    static constexpr bool is_remembered = false; ///< a file may change
    static Value compute(const Key& key, Work& work) { return programs::read_file(work.catalog(), key.file); }
};

} // namespace plateau::answers
