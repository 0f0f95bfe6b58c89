// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/paper/figure_page.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/question/scenario/scenario.h"

namespace plateau::figures {

/// The first scenario is the one that is asked, the others lie over it. `known`: how the numbers are known; may be
/// empty.
std::vector<Message> long_caption(const FigurePage& page, const std::vector<Scenario>& scenarios, const Message& known);
std::vector<Message> long_caption(const FigurePage& page, const std::vector<LimitsScenario>& scenarios,
                                  const Message& known);

/// Two sentences: what is shown of what, what to see.
std::vector<Message> caption(const FigurePage& page, const std::vector<Scenario>& scenarios);
std::vector<Message> caption(const FigurePage& page, const std::vector<LimitsScenario>& scenarios);
/// caption() without the configuration, where that stands beside the picture.
std::vector<Message> short_caption(const FigurePage& page);

/// Captions and sources of a page; `known` as above.
template<class S>
void describe(FigurePage& page, const std::vector<S>& scenarios, const Message& known);

/// Its sentences as one paragraph, in English.
std::string caption_text(const std::vector<Message>& sentences);

/// Sources of the hardware, the model, the software and the constants that the scenarios draw on; each once.
std::vector<std::string> sources_of(const std::vector<Scenario>& scenarios);
std::vector<std::string> sources_of(const std::vector<LimitsScenario>& scenarios);

/// A figure with all that its file says about itself: the scenarios, the one that is asked first; the name under which
/// `plateau export` draws it, may be empty; a caption and the sources. `known`: how its numbers are known; may be
/// empty.
FigurePage described_page(Figure figure, std::vector<Scenario> scenarios, const std::string& shown,
                          const Message& known = {});
FigurePage described_page(Figure figure, std::vector<LimitsScenario> scenarios, const std::string& shown,
                          const Message& known = {});

} // namespace plateau::figures
