// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/limits/curve.h"
#include "core/text/messages/message.h"

namespace plateau {
struct LimitsScenario;
}

namespace plateau::figures {

/// How something is laid out, drawn from the model's numbers: boxes, arrows and words on a sheet of its own measures,
/// from the upper left.
struct Schematic {
    enum class Tone {
        Outline,
        Pale, ///< a part among others
        Strong, ///< the part that is spoken of
        Computing,
        Waiting,
        Idle,
    };
    struct Box {
        double x = 0, y = 0, width = 0, height = 0;
        Tone tone = Tone::Outline;
        Message words = {}; ///< inside, where there is room
    };
    struct Arrow {
        double x_from = 0, y_from = 0, x_to = 0, y_to = 0;
        bool both = false; ///< heads at both ends
    };
    struct Word {
        double x = 0, y = 0; ///< of the left end of its middle line
        Message text;
        bool strong = false;
    };
    Message title = {};
    Message sentence = {}; ///< what it says, also for those who do not see it
    double width = 100, height = 60;
    std::vector<Box> boxes = {};
    std::vector<Arrow> arrows = {};
    std::vector<Word> words = {};
};

/// Schematics 2 to 5 of Erdil and Schneider-Joseph, of the run at the marker: names for files.
std::span<const char* const> schematics();
/// Nothing: no cluster finishes that run in time, or there is no such schematic.
std::optional<Schematic> schematic(const std::string& name, const limits::Question& question,
                                   const limits::Point& point);

} // namespace plateau::figures
