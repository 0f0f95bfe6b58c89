// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/charts/roles.h"
#include "core/text/messages/message.h"
#include "core/text/messages/names.h"
#include "core/text/units/quantity.h"

/// A moving picture of how something works, as a plain value: shapes on a sheet of 16 x 9, each with the places it
/// passes. The window plays it; paper shows its stills; a script of a page can play it from the same numbers.
namespace plateau::mechanisms {

inline constexpr double sheet_width = 16, sheet_height = 9;

/// It says what a shape stands for; a theme gives it its colour.
enum class Role {
    Text,
    Muted, ///< what is said beside, lines between
    Track, ///< the room in which something grows: pale
    Computing, ///< arithmetic, forward
    Backward, ///< arithmetic, backward
    Traffic, ///< bytes on their way, and the time they take
    Exposed, ///< time that waits for them
    Idle, ///< nothing to do: hatched
    Weights,
    Gradients,
    States, ///< of the optimizer
    Activations, ///< tokens on their way through a layer
    Paper, ///< what lies behind all
    Limit, ///< a line that must not be crossed
};

enum class Shape {
    Box, ///< from its upper left corner
    Disc, ///< in the box
    Arrow, ///< from its corner to the opposite one, along signed width and height
    Words, ///< on a line whose middle is y; width and height are not used
};

/// Where a shape is at one time. Between two of them it moves evenly; before the first and after the last it rests.
struct Key {
    double time = 0; ///< on the clock of the picture
    double x = 0, y = 0, width = 0, height = 0; ///< of the sheet, from the upper left
    double opacity = 1;
};

struct Actor {
    enum class Align { Left, Middle, Right }; ///< of words about x

    std::string id = {}; ///< what it is, for tests and scripts: "ring.bar"
    Shape shape = Shape::Box;
    Role role = Role::Track;
    std::vector<Key> keys = {}; ///< ascending in time, at least one
    Message words = {}; ///< those of Shape::Words; inside a box where there is room
    double letters = 0.42; ///< their height, of the sheet
    Align align = Align::Left;
    bool strong = false;
};

/// A time worth standing still at.
struct Still {
    double time = 0;
    Message words = {}; ///< what is to be seen then
};

/// A number that the picture is drawn from.
struct Fact {
    std::string id; ///< "exposed"
    Message name;
    double value = 0;
    units::Unit unit = units::Unit::Seconds;
};

struct Mechanism {
    std::string name = {}; ///< "ring"
    Message title = {};
    Message caption = {}; ///< what happens, in one sentence
    double seconds = 0; ///< on its clock, from start to end
    bool has_clock = true; ///< they are seconds of the model; false: steps from still to still
    double play_seconds = 8; ///< that it takes to play
    std::vector<Actor> actors = {}; ///< from back to front
    std::vector<Still> stills = {}; ///< three or four, ascending in time; the last is the end
    bool rests_at_end = false; ///< before anybody plays it; else at its first still
    std::vector<Fact> facts = {};
};

/// Where it stands before anybody plays it.
double rest_of(const Mechanism& mechanism);
/// Where an actor is at a time.
Key at(const Actor& actor, double time);

/// Not a number: there is no such fact.
double fact(const Mechanism& mechanism, const std::string& id);

} // namespace plateau::mechanisms

namespace plateau::figures {

/// A moving picture; on paper its stills side by side.
using mechanisms::Mechanism;

/// A row for each number it is drawn from.
std::string csv(const Mechanism& chart);
std::vector<Message> readings(const Mechanism& chart);
inline std::vector<NamedPart> named_parts(Mechanism&) { return {}; }
inline bool leave_out(Mechanism&, const IsOut&) { return true; }

} // namespace plateau::figures

template<>
inline constexpr std::array plateau::names_of<plateau::mechanisms::Role>{
    "text", "muted",   "track",     "computing", "backward",    "traffic", "exposed",
    "idle", "weights", "gradients", "states",    "activations", "paper",   "limit"};
template<>
inline constexpr std::array plateau::names_of<plateau::mechanisms::Shape>{"box", "disc", "arrow", "words"};
template<>
inline constexpr std::array plateau::names_of<plateau::mechanisms::Actor::Align>{"left", "middle", "right"};
