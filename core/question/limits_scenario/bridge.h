// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/question/limits_scenario/limits_scenario.h"
#include "core/question/scenario/scenario.h"

/// From a point of the limits curve to the training scenario it describes, and from a training scenario to the question
/// where its hardware stops scaling.
namespace plateau {

/// The same cluster, shape and layout. Taken over: hardware, links where they differ from the hardware's, precision,
/// devices, d_model, d_ff, L / 2 layers (a block of the limits model is an attention or a feed-forward block), batch,
/// training tokens, tensor, pipeline and data degrees, price. Stages beyond the layers become data ranks; optimizer
/// states are sharded, weights are not (zero1), as in the limits model. Fails where the training scenario's ranges end
/// and for mixtures of experts.
Expected<Scenario> as_training(const catalog::Catalog& catalog, const LimitsScenario& scenario,
                               const limits::Point& point);

/// The training scenario's hardware, domain, links, precision and price; all else as usual.
Expected<LimitsScenario> as_limits(const catalog::Catalog& catalog, const Scenario& scenario);

} // namespace plateau
