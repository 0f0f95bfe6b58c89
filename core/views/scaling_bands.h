// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/views/throughput_axis.h"

/// What stands behind the curve over GPU counts: how wide the prediction is, and where it holds.
namespace plateau::figures {

/// `value` between the band's low and high factor, at the curve's points; gaps where nothing fits.
Series scaling_band(const answers::ScalingCurve& curve, const PartsValue& value);

/// Hatched where nothing fits, plain beyond `end`, the count where the evidence ends (0: none);
/// `with_words`: what stands in the way is written there.
std::vector<Region> scaling_regions(const answers::ScalingCurve& curve, double end, bool with_words);

/// Where waiting decides, as far as to the middle between two counts.
std::vector<Region> wait_regions(const answers::ScalingCurve& curve);

/// The knee of the current curve, and where along the best one another plan takes over: a tick at every change, words
/// where they fit. First the change away from the plan of the smallest counts, then those of the tensor degree.
std::vector<Note> landmarks(const ScalingPicture& picture, const PartsValue& value);

} // namespace plateau::figures
