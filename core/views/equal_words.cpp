// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/equal_words.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "core/views/comparison.h"
#include "core/views/plan_words.h"
#include "core/views/times.h"

namespace plateau::narrate {

namespace {

using explore::Basis;
using explore::EqualCluster;
using units::Unit;

/// Counts the whole racks that a cluster fills; 0 if it is bought by the host.
double racks_of(const EqualCluster& cluster)
{
    const catalog::Accelerator& accelerator = cluster.scenario.cluster.accelerator;
    const double racks = cluster.parts.gpus / rack_gpus(accelerator);
    return rack_gpus(accelerator) > accelerator.per_host && racks == std::floor(racks) ? racks : 0;
}

/// Counts accelerators and racks: "1,296 in 18 racks". Of what is bought by the host it says the count alone.
Message count_words(const EqualCluster& cluster)
{
    const double racks = racks_of(cluster);
    const Quantity gpus = count(cluster.parts.gpus);
    return racks == 0 ? plain(gpus)
        : racks == 1  ? Message{PLATEAU_TEXT("%1 in a rack"), {gpus}}
                      : Message{PLATEAU_TEXT("%1 in %2 racks"), {gpus, count(racks)}};
}

Message cluster_name(const EqualCluster& cluster)
{
    return {"%1 %2", {count(cluster.parts.gpus), Verbatim{cluster.scenario.cluster.accelerator.title}}};
}

double idle_gpus(const EqualCluster& cluster) { return cluster.parts.gpus - cluster.parts.gpus_used; }

/// Says what is bought: "1,296 GB200 NVL72 fill 18 racks of 72."; "Of 1,296 GB200 NVL72, 16 idle, and are paid for."
std::vector<Message> purchase_sentences(const EqualCluster& cluster)
{
    const double racks = racks_of(cluster), idle = idle_gpus(cluster);
    const Message who = cluster_name(cluster);
    std::vector<Message> said;
    if (racks == 1)
        said.push_back({PLATEAU_TEXT("%1 fill one rack."), {who}});
    else if (racks > 1)
        said.push_back({PLATEAU_TEXT("%1 fill %2 racks of %3."),
                        {who, count(racks), count(rack_gpus(cluster.scenario.cluster.accelerator))}});
    if (idle > 0)
        said.push_back({PLATEAU_TEXT("Of %1, %2 idle but are paid for."), {who, count(idle)}});
    return said;
}

/// Says whether a difference is worth a sentence.
bool is_slower(const Parts& given, const Parts& best)
{
    return given.fits() && given.run_seconds > 1.01 * best.run_seconds;
}

} // namespace

Argument amount_words(Basis basis, double amount)
{
    switch (basis) {
    case Basis::Usd:
        return Message{PLATEAU_TEXT("%1 an hour"), {in_prose(amount, Unit::Usd)}};
    case Basis::Watts:
        return Quantity{amount, Unit::Watts};
    case Basis::Gpus:
        break;
    }
    return Quantity{amount, Unit::Gpus};
}

Message cluster_words(const EqualCluster& cluster, Basis basis)
{
    const Message who{"%1 × %2",
                      {count(cluster.scenario.cluster.gpus), Verbatim{cluster.scenario.cluster.accelerator.title}}};
    if (!cluster.parts.possible())
        return {PLATEAU_TEXT("%1: not possible"), {who}};
    if (!cluster.parts.fits())
        return {PLATEAU_TEXT("%1: does not fit"), {who}};
    if (basis == Basis::Gpus)
        return who;
    return {"%1: %2", {who, amount_words(basis, cluster.value)}};
}

Message equal_note(const explore::EqualAnswer& answer, double tokens)
{
    const Quantity all = in_prose(tokens, Unit::Tokens);
    if (answer.basis == Basis::Gpus)
        return {PLATEAU_TEXT("%1, each with its best plan"), {all}};
    return {PLATEAU_TEXT("%1, each with its best plan, on as many whole hosts as %2 allow"),
            {all, amount_words(answer.basis, answer.amount)}};
}

namespace {

/// Finds the fastest of the others that fit; null if none does.
const EqualCluster* best_other(const explore::EqualAnswer& answer)
{
    const EqualCluster* best = nullptr;
    for (const EqualCluster& cluster : answer.clusters)
        if (&cluster != &answer.clusters.front() && cluster.parts.fits()
            && (!best || cluster.parts.tokens_per_s > best->parts.tokens_per_s))
            best = &cluster;
    return best;
}

} // namespace

Message equal_outcome(const explore::EqualAnswer& answer)
{
    if (answer.is_free)
        return {PLATEAU_TEXT("This cluster costs nothing, so nothing else costs as much. Compare by power or count, or "
                             "give it a price."),
                {}};
    if (answer.clusters.empty())
        return {PLATEAU_TEXT("No plan of this question is possible."), {}};
    const EqualCluster& own = answer.clusters.front();
    const EqualCluster* best = best_other(answer);
    const Argument amount = amount_words(answer.basis, answer.amount);
    if (!best)
        return {PLATEAU_TEXT("None of the other choices fits within %1."), {amount}};
    if (!own.parts.fits())
        return {PLATEAU_TEXT("Within %1 no plan fits on %2; %3 do best."),
                {amount, Verbatim{own.scenario.cluster.accelerator.title}, cluster_name(*best)}};
    const double ratio = best->parts.tokens_per_s / own.parts.tokens_per_s;
    return ratio >= 1 ? Message{PLATEAU_TEXT("Within %1, %2 train %3 as many tokens a second as %4."),
                                {amount, cluster_name(*best), times(ratio), cluster_name(own)}}
                      : Message{PLATEAU_TEXT("Within %1, %2 train the most tokens; %3 train %4 as many."),
                                {amount, cluster_name(own), cluster_name(*best), times(ratio)}};
}

Message equal_sentence(const explore::EqualAnswer& answer)
{
    Message said = equal_outcome(answer);
    const EqualCluster* best = answer.clusters.empty() ? nullptr : best_other(answer);
    if (!best || !answer.clusters.front().parts.fits())
        return said;
    const EqualCluster& own = answer.clusters.front();
    const auto add = [&said](const Message& next) { said = {"%1 %2", {said, next}}; };
    if (best->against_first)
        add(range_sentence(*best->against_first));
    for (const EqualCluster* cluster : {best, &own})
        for (const Message& bought : purchase_sentences(*cluster))
            add(bought);
    if (is_slower(answer.given, own.parts))
        add({PLATEAU_TEXT("Each has its best plan; the given plan would take %1 in place of %2."),
             {Quantity{answer.given.run_seconds, Unit::Seconds}, Quantity{own.parts.run_seconds, Unit::Seconds}}});
    return said;
}

std::vector<const EqualCluster*> quickest_first(const explore::EqualAnswer& answer)
{
    std::vector<const EqualCluster*> order;
    for (const EqualCluster& cluster : answer.clusters)
        order.push_back(&cluster);
    const auto seconds = [](const EqualCluster* cluster) {
        const Parts& parts = cluster->parts;
        return parts.fits() && parts.run_seconds > 0 ? parts.run_seconds : std::numeric_limits<double>::infinity();
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](const auto* left, const auto* right) { return seconds(left) < seconds(right); });
    return order;
}

std::vector<Fact> equal_facts(const explore::EqualAnswer& answer)
{
    if (answer.clusters.empty())
        return {};
    std::vector<Fact> facts;
    const std::vector<const EqualCluster*> order = quickest_first(answer);
    const auto add = [&](Message label, Message unit, const std::function<Message(const EqualCluster&)>& value,
                         bool assumed = false) {
        Fact fact{.name = std::move(label), .unit = std::move(unit), .assumed = assumed};
        for (const EqualCluster* cluster : order)
            fact.values.push_back(cluster->parts.fits() ? value(*cluster) : plain(dash));
        facts.push_back(std::move(fact));
    };
    const auto by_metric = [&](const char* key, bool assumed) {
        const Metric& row = metric(key);
        add(
            plain(row.short_label), plain(row.shown_in.unit == Unit::Count ? row.shown_in.words.usual : ""),
            [&row](const EqualCluster& c) { return plain(metric_text(row, row.value(c.parts))); }, assumed);
        facts.back().help = plain(row.definition);
    };
    add({PLATEAU_TEXT("Accelerators"), {}}, {}, count_words);
    if (std::any_of(order.begin(), order.end(), [](const EqualCluster* c) { return idle_gpus(*c) > 0; }))
        add({PLATEAU_TEXT("of which idle"), {}}, {}, [](const EqualCluster& c) { return plain(count(idle_gpus(c))); });
    for (const explore::BasisRow& held : explore::basis_rows())
        if (held.basis != Basis::Gpus)
            add(
                plain(held.axis), {},
                [&held](const EqualCluster& c) {
                    return plain(Quantity{held.value(c.parts), held.unit});
                },
                true);
    by_metric("tokens_per_s", false);
    add({PLATEAU_TEXT("Against %1"), {Verbatim{answer.clusters.front().scenario.cluster.accelerator.title}}}, {},
        [&](const EqualCluster& c) {
            const Parts& own = answer.clusters.front().parts;
            return plain(own.fits() ? Argument(times(c.parts.tokens_per_s / own.tokens_per_s)) : dash);
        });
    add({PLATEAU_TEXT("Eight in ten"), {}}, {}, [](const EqualCluster& c) {
        if (!c.against_first)
            return plain(dash);
        return Message{"%1\u2013%2",
                       {Quantity{c.against_first->band.low, Unit::None}, times(c.against_first->band.high)}};
    });
    for (const char* key : {"mfu", "communication_fraction", "memory_bytes_per_gpu"})
        by_metric(key, false);
    for (const char* key : {"run_days", "usd", "energy_mwh"})
        by_metric(key, true);
    add({PLATEAU_TEXT("Plan"), {}}, {}, [](const EqualCluster& c) { return plan_words(c.parts.plan); });
    return facts;
}

} // namespace plateau::narrate
