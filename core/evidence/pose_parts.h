// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>

#include "core/evidence/pose.h"
#include "core/text/messages/words.h"

/// The parts of a posed run, in the order they are set. Private to this room.
namespace plateau::evidence {

inline int whole(double value) { return static_cast<int>(std::clamp(std::round(value), 1.0, 1e9)); }
/// In any case; `part` in lower case.
inline bool contains(std::string_view text, std::string_view part)
{
    const auto is_letter = [](char letter, char wanted) {
        return letter == wanted || (letter >= 'A' && letter <= 'Z' && letter + ('a' - 'A') == wanted);
    };
    return std::search(text.begin(), text.end(), part.begin(), part.end(), is_letter) != text.end() || part.empty();
}

/// Accelerators and network; false where Posed::missing says why not.
bool set_cluster(const Names& names, const Row& row, Posed& posed);

/// What multiplies: of "bf16+fp8" the narrow one. "fp8-mx" has a scale for every 32 values, "fp8-cs" one for a tensor.
std::optional<Precision> stated_precision(const std::string& word);

/// Stack, precision and attention kernel; with `given` that stack in place of the row's own.
void set_software(const Names& names, const Row& row, const catalog::Stack* given, Posed& posed);

/// Degrees, batch, sharding, recomputation and schedule, under the software; false where Posed::missing says why not.
bool set_plan(const Row& row, Posed& posed);

/// Leaves it without words and prices of the catalog: they take most of its room and decide no prediction.
void drop_words(Scenario& scenario);

} // namespace plateau::evidence
