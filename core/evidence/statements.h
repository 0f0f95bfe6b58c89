// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/model/metrics.h"
#include "core/text/messages/names.h"

/// What a paper says in numbers, beside what the model predicts for the same question. Read from `statements` of
/// evidence/*.yaml in the preset folders (claims.h).
namespace plateau::files {
struct Node;
}

namespace plateau::evidence {

/// What a number of a paper is worth as a test of the model. Only what was reported and not used is one.
enum class Basis {
    Reported, ///< a number that somebody published
    Direction, ///< a direction that somebody published: more, less, no more than
    Expected, ///< what this project expects of a model that is right
    Used, ///< a published number by which constants of the model were chosen
};

using TypedChanges = std::vector<std::pair<std::string, std::string>>; ///< parameter key, value as people type it

/// "Of `scenario` with the changes `at`, `metric` is `reported`"; with `against`: relative to the same with those.
struct Statement {
    std::string id;
    std::string said; ///< what the number is of
    std::string scenario;
    const Metric* metric = nullptr;
    TypedChanges at;
    TypedChanges against;
    double reported = 0; ///< in the metric's own units, or a ratio
    Basis basis = Basis::Reported;
    catalog::KnownBy known_by = catalog::KnownBy::SecondHand;
    std::string source;

    bool is_ratio() const { return !against.empty(); }
};

/// "reported", "direction reported", "expected by us", "used in fitting"
const char* words(Basis basis);

/// One entry of the list; faults are added to `problems`.
Statement read_statement(const files::Node& node, const std::string& file, std::vector<Error>& problems);

/// "-37.2 %", "40.8 %": a value or ratio of a statement as its table has it.
std::string statement_text(const Statement& statement, double value);

} // namespace plateau::evidence

template<>
inline constexpr std::array plateau::names_of<plateau::evidence::Basis>{"reported", "direction", "expected", "used"};
