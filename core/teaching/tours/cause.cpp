// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teaching/tours/cause.h"

#include <algorithm>
#include <cmath>

namespace plateau::tours {

Expected<std::vector<Moved>> moved(const Question& question, const Cause& cause, Numbers& numbers)
{
    const auto after = numbers.parts(question, cause.at);
    if (!after)
        return tl::unexpected(after.error());
    const auto before = numbers.parts(question, cause.against);
    if (!before)
        return tl::unexpected(before.error());
    const auto of_a_token = [](const Parts& parts, Part part) {
        return parts[part] * parts.gpus_used / (parts.tokens_per_s * parts.step_seconds);
    };
    std::vector<Moved> all;
    all.reserve(time_part_count);
    for (int i = 0; i < time_part_count; ++i)
        all.push_back({Part(i), of_a_token(*after, Part(i)) - of_a_token(*before, Part(i))});
    std::stable_sort(all.begin(), all.end(),
                     [](const Moved& a, const Moved& b) { return std::abs(a.seconds) > std::abs(b.seconds); });
    return all;
}

} // namespace plateau::tours
