// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/scaling_bands.h"

#include <algorithm>

#include "core/views/returns_sentence.h"

namespace plateau::figures {

namespace {

constexpr std::size_t most_words = 3;

Note note_at(const answers::ScalingCurve& curve, double gpus, const PartsValue& value, const narrate::Landmark& words)
{
    const auto point = std::find_if(curve.points.begin(), curve.points.end(),
                                    [gpus](const auto& candidate) { return candidate.gpus == gpus; });
    return Note{.x = gpus, .y = value(point->parts), .head = words.head, .text = words.text};
}

void add_crossovers(std::vector<Note>& notes, const answers::ScalingCurve& curve, const PartsValue& value)
{
    std::vector<explore::Crossover> changes = explore::crossovers(explore::doublings(curve.points));
    const auto of_tensor = [](const explore::Crossover& change) { return change.before.tp != change.after.tp; };
    if (!changes.empty())
        std::stable_partition(changes.begin() + 1, changes.end(), of_tensor);
    for (std::size_t i = 0; i < changes.size(); ++i) {
        const auto words = i < most_words ? narrate::crossover_words(changes[i]) : narrate::Landmark{};
        Note note = note_at(curve, changes[i].gpus, value, words);
        note.tick = note.optional = true;
        notes.push_back(note);
    }
}

} // namespace

std::vector<Note> landmarks(const ScalingPicture& picture, const PartsValue& value)
{
    std::vector<Note> notes;
    const answers::ScalingCurve& curve = *picture.current;
    const bool of_time = picture.view == ThroughputView::ToLoss;
    if (picture.current_visible && !picture.current_stale) {
        const auto doublings = explore::doublings(curve.points);
        if (const auto knee = explore::knee(doublings, curve.scenario.returns.knee_factor); knee && !of_time)
            notes.push_back(note_at(curve, knee->gpus, value, narrate::knee_words(*knee)));
        if (const auto soonest = explore::soonest_finish(doublings, curve.scenario))
            notes.push_back(note_at(curve, soonest->gpus, value, narrate::soonest_words(*soonest)));
    }
    if (of_time)
        return notes;
    if (curve.searched && picture.current_visible && !picture.current_stale)
        add_crossovers(notes, curve, value);
    else if (picture.other && picture.other->searched && !picture.other_stale)
        add_crossovers(notes, *picture.other, value);
    return notes;
}

} // namespace plateau::figures
