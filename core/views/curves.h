// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/answers/curve.h"
#include "core/views/figures/scaling_figure.h"
#include "core/views/view.h"

namespace plateau::views {

/// The curves of scenarios, as a workbench with the others pinned shows them: the plan that the first one's view asks
/// about, beside the best one also the given one.
class Curves {
public:
    /// `known`: they say how their numbers are known.
    Curves(const ViewRequest<Scenario>& request, bool known);

    const answers::ScalingCurve& current() const { return *current_; }
    figures::ScalingPicture picture(figures::ThroughputView view = figures::ThroughputView::Total) const;

private:
    using Curve = std::shared_ptr<const answers::ScalingCurve>;
    Curve current_;
    Curve other_; ///< null: none
    std::vector<Curve> laid_over_;
    std::vector<Message> names_; ///< of the scenarios asked about
};

/// What scenarios are called beside each other: the one thing in which they differ, such as their hardware; else their
/// titles.
std::vector<Message> telling_names(const std::vector<Scenario>& scenarios);

/// As a picture on paper: every curve and bar is called by what it is, not by a letter that something else explains,
/// and what stands alone is what is predicted.
figures::Figure named_on_paper(figures::Figure figure, const figures::ScalingPicture& picture);

/// A figure of the answers at the scenarios' own counts; without an answer, why there is none.
Drawing drawing_here(const ViewRequest<Scenario>& request, figures::Figure (*figure)(const figures::ScalingPicture&));

} // namespace plateau::views
