// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>

#include "core/catalog/catalog.h"
#include "core/figures/figure.h"
#include "core/limits_scenario/limits_scenario.h"
#include "core/scenario/scenario.h"

namespace plateau::evidence {

class KnownSteps;

} // namespace plateau::evidence

namespace plateau::figures {

/// While one lives, figures that its thread makes of the catalog share one reading of the published runs.
class SharedRuns {
public:
    explicit SharedRuns(const catalog::Catalog& catalog);
    ~SharedRuns();
    SharedRuns(const SharedRuns&) = delete;
    SharedRuns& operator=(const SharedRuns&) = delete;

    bool are_of(const catalog::Catalog& catalog) const { return &catalog == &catalog_; }
    const evidence::KnownSteps& steps();

private:
    struct Read;
    const catalog::Catalog& catalog_;
    SharedRuns* outer_;
    std::unique_ptr<Read> read_;
};

/// A figure, or why the question has no answer that could be drawn.
struct MadeFigure {
    Figure figure;
    Message no_answer;
    Message known = {}; ///< how its numbers are known; may be empty
};

/// One figure that can be made of any scenario of its kind: the window's own, by name.
struct FigureEntry {
    const char* name;
    const char* title;
    MadeFigure (*make)(const catalog::Catalog&, const std::vector<Scenario>&) = nullptr; ///< of training scenarios ...
    MadeFigure (*make_limits)(const catalog::Catalog&, const std::vector<LimitsScenario>&)
        = nullptr; ///< ... or of limits ones; the first is asked, the others lie over it
    bool overlays = false; ///< several scenarios have room in it

    const char* kind() const { return make_limits ? "limits" : "training"; }
};

/// The first of the scenario's kind is drawn unless a name is given.
std::span<const FigureEntry> figure_table();
/// Null: there is none of that name.
const FigureEntry* figure_entry(const std::string& name);

} // namespace plateau::figures
