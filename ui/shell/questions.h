// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include "ui/document/pins.h"
#include "ui/document/question_document.h"

namespace plateau::ui {

/// The questions of a window: a training scenario with the pins beside it, and limits. Another window can go on with
/// them.
struct Questions {
    explicit Questions(ScenarioDocument& document)
        : training(document), pins(document), limits(document.shared_catalog())
    {
    }

    ScenarioDocument& training;
    Pins pins;
    LimitsDocument limits;

    std::array<QuestionDocument*, 2> documents() { return {&training, &limits}; }
    bool are_limits(const QuestionDocument& document) const { return &document == &limits; }
};

} // namespace plateau::ui
