// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/answers/answers.h"
#include "core/model/estimate.h"

namespace plateau::help {

/// A question whose terms are shown as examples.
struct Example {
    std::string title;
    Scenario scenario;
    Estimate estimate;
};

/// Examples made of shipped scenarios and of changes to them, so that every term is more than nothing in one of them.
std::vector<Example> examples(answers::Answers& answers);

} // namespace plateau::help
