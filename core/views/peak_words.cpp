// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/peak_words.h"

#include <algorithm>

#include "core/model/prepared.h"
#include "core/plan/plan_layers.h"
#include "core/text/units/quantity.h"

namespace plateau::narrate {

namespace {

constexpr std::size_t most_named = 3;

} // namespace

std::vector<Part> largest_parts(const Stage& stage)
{
    std::vector<Part> parts;
    for (int part = int(first_memory_part); part < int(first_power_part); ++part)
        if (stage.bytes(Part(part)) > 0)
            parts.push_back(Part(part));
    std::stable_sort(parts.begin(), parts.end(), [&](Part a, Part b) { return stage.bytes(a) > stage.bytes(b); });
    return parts;
}

Message peak_words(const Stage& stage, const Peak& peak)
{
    std::vector<Part> parts = largest_parts(stage);
    parts.resize(std::min(parts.size(), most_named));
    std::vector<Argument> held;
    held.reserve(parts.size());
    for (const Part part : parts)
        held.push_back(Message{"%1 %2", {label(part), Quantity{stage.bytes(part), units::Unit::Bytes}}});
    return {
        stage.fullest_at_loss()
            ? PLATEAU_TEXT("Peak: %1 into the step, at the loss of micro-batch %2: %3")
            : PLATEAU_TEXT("Peak: %1 into the step, as the backward pass of micro-batch %2 starts: %3"),
        {Quantity{peak.seconds, units::Unit::Seconds}, Verbatim{std::to_string(peak.micro_batch + 1)}, listed(held)}};
}

Message fullest_peak_words(const Prepared& prepared, const Plan& plan, double most_passes)
{
    const std::vector<Stage> all = stages(prepared, plan);
    if (all.empty())
        return {};
    const Degrees degrees = complete(prepared, plan);
    if (2. * double(all.size()) * chunks(degrees.plan) * degrees.micro_batches > most_passes)
        return {};
    const std::size_t most = fullest(all);
    return peak_words(all[most], peaks(timeline(prepared, plan, 0))[most]);
}

} // namespace plateau::narrate
