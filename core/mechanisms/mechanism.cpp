// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanisms/mechanism.h"

#include <algorithm>
#include <limits>

namespace plateau::mechanisms {

Key at(const Actor& actor, double time)
{
    const auto after = std::upper_bound(actor.keys.begin(), actor.keys.end(), time,
                                        [](double moment, const Key& key) { return moment < key.time; });
    if (after == actor.keys.begin())
        return actor.keys.front();
    const Key& from = *(after - 1);
    if (after == actor.keys.end() || !(after->time > from.time))
        return from;
    const double share = (time - from.time) / (after->time - from.time);
    const auto between = [&](double Key::*member) { return from.*member + share * ((*after).*member - from.*member); };
    return {
        time, between(&Key::x), between(&Key::y), between(&Key::width), between(&Key::height), between(&Key::opacity)};
}

double rest_of(const Mechanism& mechanism)
{
    if (mechanism.rests_at_end)
        return mechanism.seconds;
    return mechanism.stills.empty() ? 0 : mechanism.stills.front().time;
}

const Actor* find_actor(const Mechanism& mechanism, const std::string& id)
{
    const auto found = std::find_if(mechanism.actors.begin(), mechanism.actors.end(),
                                    [&](const Actor& actor) { return actor.id == id; });
    return found == mechanism.actors.end() ? nullptr : &*found;
}

double fact(const Mechanism& mechanism, const std::string& id)
{
    const auto found
        = std::find_if(mechanism.facts.begin(), mechanism.facts.end(), [&](const Fact& one) { return one.id == id; });
    return found == mechanism.facts.end() ? std::numeric_limits<double>::quiet_NaN() : found->value;
}

} // namespace plateau::mechanisms
