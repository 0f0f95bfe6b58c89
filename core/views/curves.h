// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/answers/scaling_curve.h"
#include "core/views/scaling_view.h"
#include "core/views/view.h"

namespace plateau::views {

/// Holds the curves of scenarios as a workbench shows them: the first one is current, the others are pinned. The view
/// of the first decides about the plan; where it asks for the best plan, the given one is drawn too.
class Curves {
public:
    /// With `known` the curves say how their numbers are known.
    Curves(const ViewRequest<Scenario>& request, bool known);

    const answers::ScalingCurve& current() const { return *current_; }
    figures::ScalingPicture picture(const ScalingAxis& axis = scaling_axes().front()) const;

private:
    using Curve = std::shared_ptr<const answers::ScalingCurve>;
    Curve current_;
    Curve other_; ///< may be null
    std::vector<Curve> laid_over_;
    std::vector<Message> names_; ///< one for each scenario
};

/// Names scenarios that stand beside each other: by the one thing in which they differ, such as their hardware, or by
/// their titles where they differ in more.
std::vector<Message> telling_names(const std::vector<Scenario>& scenarios);

/// Makes the figure ready for paper: every curve and bar gets its name in place of a letter that a legend would
/// explain, and one that stands alone is called predicted.
figures::Figure named_on_paper(figures::Figure figure, const figures::ScalingPicture& picture);

/// Draws a figure of the answers at the scenarios' own counts, or says why there is no answer.
Drawing drawing_here(const ViewRequest<Scenario>& request, figures::Figure (*figure)(const figures::ScalingPicture&));

} // namespace plateau::views
