// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/views/scaling_figure.h"

namespace plateau::figures {

/// From the peak of the GPUs over what kernels, recomputation, traffic, idle and jitter take to the MFU; then over GPUs
/// without work and failures to what a useful token costs. Beside it the first pin, without one the other plan.
Figure mfu_account(const ScalingPicture& picture);

} // namespace plateau::figures
