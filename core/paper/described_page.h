// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/paper/figure_page.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/question/scenario/scenario.h"

namespace plateau::figures {

/// A figure with all that its file says about itself: the scenarios, the one that is asked first; the name under which
/// `plateau export` draws it, may be empty; a caption and the sources. `known`: how its numbers are known; may be
/// empty.
FigurePage described_page(Figure figure, std::vector<Scenario> scenarios, const std::string& shown,
                          const Message& known = {});
FigurePage described_page(Figure figure, std::vector<LimitsScenario> scenarios, const std::string& shown,
                          const Message& known = {});

} // namespace plateau::figures
