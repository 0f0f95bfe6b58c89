// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "core/model/prepared.h"
#include "core/teaching/mechanisms/mechanisms.h"

namespace plateau::mechanisms {

namespace {

using collectives::Algorithm;
using collectives::Operation;

constexpr int most_round = 16, most_in_tree = 15;
constexpr double bars_left = 3.9, bars_right = 13.4, bar_height = 0.62, first_bar = 0.45, bar_step = 1.05;
constexpr Place ring_middle{4.2, 6.45}, tree_middle{11.9, 6.45};
constexpr double ring_radius = 2.0, node = 0.52, chunk = 0.28;

/// Compute and gather of a layer, which race each other: all seconds are the model's.
struct Race {
    double ranks = 0;
    double bytes = 0; ///< one layer's weights
    double compute = 0; ///< of a layer's forward pass
    double pass = 0; ///< the same with the traffic beside it
    double gather = 0;
    double hops = 0; ///< of the gather, latency
    bool doubles = false; ///< in place of a ring, recursive doubling
    bool ahead = true; ///< the next layer is gathered while this one computes
    std::optional<CollectiveUse> other = {}; ///< an all-reduce of as many bytes, not by ring

    double exposed() const { return pass - compute; }
    double gather_begin() const { return ahead ? 0 : compute; }
    double end() const { return std::max({pass, gather_begin() + gather, other ? other->seconds : 0}); }
};

/// The all-gather of the step that takes a layer's time.
const CollectiveUse* layer_gather(const Estimate& estimate, double seconds, double layers)
{
    const CollectiveUse* nearest = nullptr;
    const auto off = [&](const CollectiveUse& use) { return std::abs(use.seconds / layers - seconds); };
    for (const CollectiveUse& use : estimate.collectives)
        if (use.among == Among::Shards && use.operation == Operation::AllGather
            && (!nearest || off(use) < off(*nearest)))
            nearest = &use;
    return nearest;
}

Expected<Race> race_of(const Prepared& prepared, const Estimate& estimate)
{
    const double gather = quantity(estimate, "t_gather"), layers = prepared.stack.layers_per_unit;
    const CollectiveUse* use = layer_gather(estimate, gather, layers);
    if (!(gather > 0) || !use)
        return failure({PLATEAU_TEXT("This plan gathers no layer's weights. FSDP without a pipeline does."), {}});
    if (use->algorithm != Algorithm::Ring && use->algorithm != Algorithm::Doubling)
        return failure({PLATEAU_TEXT("Here the library gathers weights by another way than a ring."), {}});
    Race race{.ranks = use->ranks,
              .bytes = use->bytes / layers,
              .compute = quantity(estimate, "t_layer"),
              .pass = quantity(estimate, "t_pass"),
              .gather = gather,
              .hops = use->latency_seconds / layers,
              .doubles = use->algorithm == Algorithm::Doubling,
              .ahead = prepared.stack.prefetch > 0};
    for (const CollectiveUse& way :
         ways_among_shards(prepared, estimate.parts.plan, Operation::AllReduce, race.bytes)) {
        if (way.algorithm != Algorithm::Ring) {
            race.other = way;
            break;
        }
    }
    return race;
}

const char* other_name(Algorithm algorithm)
{
    switch (algorithm) {
    case Algorithm::Tree:
    case Algorithm::NvlsTree:
        return PLATEAU_TEXT("Tree");
    case Algorithm::CollNet:
        return PLATEAU_TEXT("Network switches");
    default:
        return PLATEAU_TEXT("Switches");
    }
}

bool is_tree(Algorithm algorithm) { return algorithm == Algorithm::Tree || algorithm == Algorithm::NvlsTree; }

class RingPicture {
public:
    explicit RingPicture(const Race& race) : race_(race), seconds_(1.04 * race.end()) { }

    Mechanism make()
    {
        mechanism_ = {.name = "ring",
                      .title = {PLATEAU_TEXT("A ring races the computation"), {}},
                      .caption = caption(),
                      .seconds = seconds_,
                      .play_seconds = 10};
        bars();
        race_.doubles ? doubling() : ring();
        if (race_.other)
            is_tree(race_.other->algorithm) ? tree() : switches();
        stills();
        facts();
        return std::move(mechanism_);
    }

private:
    Actor& add(Actor actor) { return mechanism_.actors.emplace_back(std::move(actor)); }

    Message caption() const
    {
        const double end = race_.gather_begin() + race_.gather;
        if (race_.doubles)
            return {
                PLATEAU_TEXT("Where the distance doubles each round, a gather takes as many rounds as the logarithm "
                             "says: %1 of each pass stay exposed."),
                {seconds_words(race_.exposed())}};
        if (end > race_.compute)
            return {PLATEAU_TEXT("The layer is computed before the ring is done. With what the two take from each "
                                 "other, %1 of each pass stay exposed. Hops alone take %2, and every further GPU adds "
                                 "one."),
                    {seconds_words(race_.exposed()), seconds_words(race_.hops)}};
        return {PLATEAU_TEXT("The ring is done before the layer: its traffic hides, but for %1 that the two take from "
                             "each other. Hops alone take %2, and every further GPU adds one."),
                {seconds_words(race_.exposed()), seconds_words(race_.hops)}};
    }

    double x(double seconds) const { return bars_left + seconds / seconds_ * (bars_right - bars_left); }
    static double y(int row) { return first_bar + row * bar_step; }

    void bar(int row, Message name, const char* id, Role role, double begin, double end)
    {
        const double middle = y(row) + bar_height / 2;
        add(said_at(bars_left - 0.25, middle, std::move(name), {.align = Actor::Align::Right}));
        add(still(Shape::Box, Role::Track, {bars_left, y(row), bars_right - bars_left, bar_height}));
        add(moving(Shape::Box, role, growing(begin, end, {x(begin), y(row), x(end) - x(begin), bar_height}), id));
    }

    void number(int row, double end, double seconds, Role role = Role::Text)
    {
        add(said_at(bars_right + 0.2, y(row) + bar_height / 2, {"%1", {seconds_words(seconds)}},
                    {.role = role, .strong = role != Role::Text, .from = end}));
    }

    void bars()
    {
        const double begin = race_.gather_begin(), end = begin + race_.gather;
        bar(0, {PLATEAU_TEXT("Layer computes"), {}}, "layer.bar", Role::Computing, 0, race_.compute);
        if (race_.exposed() > 0)
            add(moving(Shape::Box, Role::Exposed,
                       growing(race_.compute, race_.pass,
                               {x(race_.compute), y(0), x(race_.pass) - x(race_.compute), bar_height}),
                       "exposed.bar"));
        number(0, race_.pass, race_.pass);
        bar(1, {race_.doubles ? PLATEAU_TEXT("Doubling gathers") : PLATEAU_TEXT("Ring gathers"), {}}, "ring.bar",
            Role::Traffic, begin, end);
        number(1, end, race_.gather);
        if (race_.other) {
            bar(2, {PLATEAU_TEXT("%1 sums"), {other_name(race_.other->algorithm)}}, "other.bar", Role::Traffic, 0,
                race_.other->seconds);
            number(2, race_.other->seconds, race_.other->seconds);
        }
        const double bottom = y(race_.other ? 2 : 1) + bar_height + 0.12;
        const auto now = [&](double time) { return Place{x(time) - 0.02, 0.3, 0.04, bottom - 0.3}; };
        add(moving(Shape::Box, Role::Text, {key(0, now(0)), key(seconds_, now(seconds_))}, "now"));
    }

    int drawn_round() const
    {
        const double most = std::min<double>(most_round, race_.ranks);
        return race_.doubles ? 1 << static_cast<int>(std::log2(most)) : static_cast<int>(most);
    }

    static std::vector<Place> circle(const Place& middle, int count)
    {
        std::vector<Place> places;
        for (int i = 0; i < count; ++i) {
            const double angle = 2 * std::numbers::pi * i / count - std::numbers::pi / 2;
            places.push_back({middle.x + ring_radius * std::cos(angle), middle.y + ring_radius * std::sin(angle)});
        }
        return places;
    }

    /// Every GPU starts with one piece, hands on what it got last, and ends with all.
    void ring()
    {
        const int drawn = drawn_round();
        const auto count = static_cast<std::size_t>(drawn);
        const double begin = race_.gather_begin(), hop = race_.gather / std::max(1, drawn - 1);
        const std::vector<Place> places = circle(ring_middle, drawn);
        for (std::size_t i = 0; i < count; ++i) {
            const Place &from = places[i], &to = places[(i + 1) % count];
            add(still(Shape::Arrow, Role::Track, {from.x, from.y, to.x - from.x, to.y - from.y}));
        }
        for (const Place& place : places) {
            add(still(Shape::Box, Role::Track, place.around(node)));
            add(moving(Shape::Box, Role::Weights, rising(begin, begin + race_.gather, place.around(node), 1.0 / drawn),
                       "ring.gpu"));
        }
        for (std::size_t i = 0; i < count; ++i) {
            std::vector<Key> keys;
            for (std::size_t k = 0; k < count; ++k)
                keys.push_back(key(begin + static_cast<double>(k) * hop, places[(i + k) % count].around(chunk)));
            keys.push_back(key(begin + race_.gather, places[(i + count - 1) % count].around(chunk), 0));
            add(moving(Shape::Disc, Role::Traffic, std::move(keys), "ring.chunk"));
        }
        middle_words({PLATEAU_TEXT("%1 hops"), {Quantity{race_.ranks - 1, units::Unit::Count}}});
    }

    /// In each round two GPUs exchange all they have, at twice the distance of the round before. Rounds are drawn
    /// equally long.
    void doubling()
    {
        const std::size_t drawn = static_cast<std::size_t>(drawn_round());
        const double begin = race_.gather_begin(), rounds = std::log2(static_cast<double>(drawn)),
                     round = race_.gather / std::max(1.0, rounds);
        const std::vector<Place> places = circle(ring_middle, static_cast<int>(drawn));
        for (const Place& place : places) {
            add(still(Shape::Box, Role::Track, place.around(node)));
            std::vector<Key> keys;
            for (std::size_t k = 1; k <= drawn; k *= 2) {
                const double time = begin + std::log2(static_cast<double>(k)) * round;
                keys.push_back(rising(time, time, place.around(node), double(k) / double(drawn)).front());
            }
            add(moving(Shape::Box, Role::Weights, std::move(keys), "ring.gpu"));
        }
        for (std::size_t k = 1; k < drawn; k *= 2) {
            const double time = begin + std::log2(static_cast<double>(k)) * round;
            for (std::size_t i = 0; i < drawn; ++i)
                add(moving(Shape::Disc, Role::Traffic,
                           passing(time, places[i].around(chunk), time + round, places[i ^ k].around(chunk)),
                           "ring.chunk"));
        }
        middle_words({PLATEAU_TEXT("%1 rounds"), {Quantity{std::ceil(std::log2(race_.ranks)), units::Unit::Count}}});
    }

    void middle_words(Message hops)
    {
        constexpr auto middle = Actor::Align::Middle;
        add(said_at(ring_middle.x, ring_middle.y - 0.55, {"%1", {gpus_words(race_.ranks)}},
                    {.align = middle, .strong = true}));
        add(said_at(ring_middle.x, ring_middle.y, std::move(hops), {.align = middle}));
        if (drawn_round() < race_.ranks)
            add(said_at(ring_middle.x, ring_middle.y + 0.55,
                        {PLATEAU_TEXT("%1 drawn"), {Verbatim{std::to_string(drawn_round())}}},
                        {.align = middle, .role = Role::Muted}));
    }

    void nodes(const std::vector<Place>& places, const std::vector<double>& filled)
    {
        for (std::size_t i = 0; i < places.size(); ++i) {
            add(still(Shape::Box, Role::Track, places[i].around(node)));
            add(moving(Shape::Box, Role::Gradients, appearing(filled[i], places[i].around(node)), "other.gpu"));
        }
    }

    /// Sums go up level by level, and the whole comes down again.
    void tree()
    {
        int levels = 2;
        while ((2 << levels) - 1 <= std::min<double>(most_in_tree, race_.ranks))
            ++levels;
        const int count = (1 << levels) - 1;
        const double top = tree_middle.y - 1.85, row = 3.7 / (levels - 1), wide = 7.2;
        const double step = race_.other->seconds / (2 * (levels - 1));
        const auto level_of = [](int i) { return static_cast<int>(std::log2(i + 1)); };
        std::vector<Place> places;
        std::vector<double> filled;
        for (int i = 0; i < count; ++i) {
            const int level = level_of(i), of_level = 1 << level, place = i + 1 - of_level;
            places.push_back({tree_middle.x + wide * ((place + 0.5) / of_level - 0.5), top + level * row});
            filled.push_back((levels - 1 + level) * step);
        }
        for (int i = 1; i < count; ++i) {
            const Place &child = places[static_cast<std::size_t>(i)],
                        &parent = places[static_cast<std::size_t>((i - 1) / 2)];
            add(still(Shape::Arrow, Role::Track, {child.x, child.y, parent.x - child.x, parent.y - child.y}));
        }
        nodes(places, filled);
        for (int i = 1; i < count; ++i) {
            const Place child = places[static_cast<std::size_t>(i)].around(chunk),
                        parent = places[static_cast<std::size_t>((i - 1) / 2)].around(chunk);
            const int level = level_of(i);
            const double up = (levels - 1 - level) * step, down = (levels - 2 + level) * step;
            add(moving(Shape::Disc, Role::Traffic, passing(up, child, up + step, parent), "other.sum"));
            add(moving(Shape::Disc, Role::Traffic, passing(down, parent, down + step, child), "other.whole"));
        }
        add(said_at(tree_middle.x - 0.5, top, {PLATEAU_TEXT("up, then down"), {}},
                    {.align = Actor::Align::Right, .role = Role::Muted}));
    }

    /// Switches sum what all send, and send it to all.
    void switches()
    {
        const int drawn = static_cast<int>(std::min<double>(most_round, race_.ranks));
        const double half = race_.other->seconds / 2;
        const Place middle = tree_middle.around(0.9);
        const std::vector<Place> places = circle(tree_middle, drawn);
        for (const Place& place : places)
            add(still(Shape::Arrow, Role::Track, {place.x, place.y, tree_middle.x - place.x, tree_middle.y - place.y}));
        nodes(places, std::vector<double>(places.size(), race_.other->seconds));
        add(still(Shape::Box, Role::Track, middle));
        add(moving(Shape::Box, Role::Gradients, appearing(half, middle)));
        for (const Place& place : places) {
            const Place own = place.around(chunk), at = tree_middle.around(chunk);
            add(moving(Shape::Disc, Role::Traffic, passing(0, own, half, at), "other.sum"));
            add(moving(Shape::Disc, Role::Traffic, passing(half, at, 2 * half, own), "other.whole"));
        }
    }

    void stills()
    {
        const double end = race_.gather_begin() + race_.gather, computed = race_.compute;
        std::vector<Still> all{{0.3 * std::min(computed, end), {PLATEAU_TEXT("the race begins"), {}}},
                               {computed, {PLATEAU_TEXT("the layer is computed"), {}}},
                               {end, {PLATEAU_TEXT("the ring is done"), {}}}};
        std::sort(all.begin(), all.end(), [](const Still& a, const Still& b) { return a.time < b.time; });
        all.push_back({seconds_, {PLATEAU_TEXT("all are done"), {}}});
        mechanism_.stills = std::move(all);
    }

    void facts()
    {
        mechanism_.facts = {{"compute", {PLATEAU_TEXT("A layer computes"), {}}, race_.compute},
                            {"gather", {PLATEAU_TEXT("The ring gathers its weights"), {}}, race_.gather},
                            {"hops", {PLATEAU_TEXT("of it hops"), {}}, race_.hops},
                            {"exposed", {PLATEAU_TEXT("Exposed"), {}}, race_.exposed()}};
        if (race_.other)
            mechanism_.facts.push_back(
                {"other", {PLATEAU_TEXT("An all-reduce of as many bytes"), {}}, race_.other->seconds});
    }

    Race race_;
    double seconds_;
    Mechanism mechanism_;
};

} // namespace

Expected<Mechanism> ring(const Prepared& prepared, const Estimate& estimate)
{
    return race_of(prepared, estimate).map([](const Race& race) { return RingPicture(race).make(); });
}

} // namespace plateau::mechanisms
