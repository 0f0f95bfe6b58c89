// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/charts/mechanism.h"
#include "core/model/estimate.h"
#include "core/text/messages/error.h"

/// The moving pictures there are, each drawn from the estimate of a step.
namespace plateau::mechanisms {

/// A layer's weights go round a ring of GPUs while the layer before is computed; beside it an all-reduce of as many
/// bytes the library's other way. What the computation does not hide is exposed.
Expected<Mechanism> ring(const Prepared& prepared, const Estimate& estimate);

/// Weights, gradients and optimizer states of a rank under each way of sharing them.
Expected<Mechanism> holdings(const Prepared& prepared, const Estimate& estimate);
/// The products of a block of a layer, divided, and what is exchanged around them, with sequence parallelism and
/// without.
Expected<Mechanism> tensor(const Prepared& prepared, const Estimate& estimate);
/// The passes of a step in the order of its schedule.
Expected<Mechanism> pipeline(const Prepared& prepared, const Estimate& estimate);
/// Tokens of a scale-up domain go to the experts of all domains and back.
Expected<Mechanism> experts(const Prepared& prepared, const Estimate& estimate);

struct Entry {
    const char* name; ///< "ring"
    const char* title;
    const char* short_title;
    Expected<Mechanism> (*make)(const Prepared&, const Estimate&);
};
std::span<const Entry> all();

} // namespace plateau::mechanisms

/// What the makers of moving pictures share.
namespace plateau::mechanisms {

struct Place {
    double x = 0, y = 0, width = 0, height = 0;

    Place around(double side) const { return {x - side / 2, y - side / 2, side, side}; } ///< of a point
};

inline Key key(double time, const Place& place, double opacity = 1)
{
    return {time, place.x, place.y, place.width, place.height, opacity};
}

/// A shape moves from one place to another; before and after it is not seen.
std::vector<Key> passing(double begin, const Place& from, double end, const Place& to);
/// A shape appears at a time and stays.
std::vector<Key> appearing(double time, const Place& place);
/// A shape grows evenly from its left edge.
std::vector<Key> growing(double begin, double end, const Place& whole);
/// A shape grows evenly from its lower edge, from one share of the whole to another.
std::vector<Key> rising(double begin, double end, const Place& whole, double from, double to = 1);

inline Actor still(Shape shape, Role role, const Place& place, Message words = {})
{
    return {.shape = shape, .role = role, .keys = {key(0, place)}, .words = std::move(words)};
}
inline Actor moving(Shape shape, Role role, std::vector<Key> keys, std::string id = {})
{
    return {.id = std::move(id), .shape = shape, .role = role, .keys = std::move(keys)};
}

struct Said {
    double letters = 0.42;
    Actor::Align align = Actor::Align::Left;
    Role role = Role::Text;
    bool strong = false;
    double from = 0; ///< the time at which it is said
};
Actor said_at(double x, double y, Message words, const Said& how = {});

/// The quantity of an estimate that has this symbol; NaN where the estimate has none.
double quantity(const Estimate& estimate, const char* symbol);

inline Quantity seconds_words(double seconds) { return {seconds, units::Unit::Seconds}; }
inline Quantity bytes_words(double bytes) { return {bytes, units::Unit::Bytes}; }
inline Quantity gpus_words(double gpus) { return {gpus, units::Unit::Gpus}; }

} // namespace plateau::mechanisms
