// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/mechanism.h"

#include "core/charts/csv_cells.h"
#include "core/files/csv.h"

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

double fact(const Mechanism& mechanism, const std::string& id)
{
    const auto found
        = std::find_if(mechanism.facts.begin(), mechanism.facts.end(), [&](const Fact& one) { return one.id == id; });
    return found == mechanism.facts.end() ? std::numeric_limits<double>::quiet_NaN() : found->value;
}

} // namespace plateau::mechanisms

namespace plateau::figures {

std::string csv(const Mechanism& chart)
{
    std::string lines = files::csv_line({"quantity", "value", "unit"});
    for (const mechanisms::Fact& fact : chart.facts)
        lines += files::csv_line({cell(fact.name), number_cell(fact.value), units::si_name(fact.unit)});
    return lines;
}

std::vector<Message> readings(const Mechanism& chart)
{
    std::vector<Message> lines;
    for (const mechanisms::Fact& fact : chart.facts)
        lines.push_back({"%1: %2", {fact.name, Quantity{fact.value, fact.unit}}});
    return lines;
}

} // namespace plateau::figures
