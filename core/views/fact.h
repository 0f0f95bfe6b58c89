// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/text/messages/message.h"

/// Read-outs, tables and status lines show these of an answer.
namespace plateau::narrate {

/// It stands where there is no value.
inline constexpr const char* dash = "\u2013";

/// Holds one line of a read-out or of a table of facts.
struct Fact {
    Message name = {};
    Message unit = {}; ///< it stands after the name, in grey
    Message narrow = {}; ///< name and unit where there is little room; empty if they stay as they are
    std::vector<Message> values = {}; ///< one per column
    Message help = {};
    Message known = {}; ///< how it is known
    bool assumed = false; ///< it rests on what nobody measured or said, and is marked
    bool rule_above = false;
    bool heading = false; ///< it heads the lines below
    std::string metric = {}; ///< key of the metric that it shows; empty if it shows none
};

/// The status line says it of an answer.
struct Status {
    enum class Tone { Good, Warning, Error };
    Tone tone = Tone::Good;
    Message verdict = {}; ///< "Fits: 41.9 of 80 GB per GPU"
    Message known = {}; ///< how the numbers are known
    std::string run = {}; ///< id of the measured run that these words are about; empty if they are about none
    Message work = {}; ///< "89 estimates, 0.4 ms"
};

/// Makes a marked text, or anything else that stands alone, a Message.
inline Message plain(const char* text) { return {text, {}}; }
inline Message plain(Argument argument) { return {"%1", {std::move(argument)}}; }

} // namespace plateau::narrate
