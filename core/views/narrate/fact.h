// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/text/messages/message.h"

/// What read-outs, tables and status lines show of an answer, ready to be drawn.
namespace plateau::narrate {

/// What stands where there is no value.
inline constexpr const char* dash = "\u2013";

/// One line of a read-out or of a table of facts.
struct Fact {
    Message name = {};
    Message unit = {}; ///< after the name, in grey
    Message narrow = {}; ///< both of them where there is little room; empty: as they are
    std::vector<Message> values = {}; ///< one per column
    Message help = {};
    Message known = {}; ///< how it is known
    bool assumed = false; ///< rests on what nobody measured or said; marked
    bool rule_above = false;
    bool heading = false; ///< of the lines below
    std::string metric = {}; ///< key of the metric it shows; empty: none
};

/// What the status line says of an answer.
struct Status {
    enum class Tone { Good, Warning, Error };
    Tone tone = Tone::Good;
    Message verdict = {}; ///< "Fits: 41.9 of 80 GB per GPU"
    Message known = {}; ///< how the numbers are known
    std::string run = {}; ///< id of the measured run that these words are about; empty: none
    Message work = {}; ///< "89 estimates, 0.4 ms"
};

/// A marked text, or anything else alone, as a Fact holds it.
inline Message plain(const char* text) { return {text, {}}; }
inline Message plain(Argument argument) { return {"%1", {std::move(argument)}}; }

} // namespace plateau::narrate
