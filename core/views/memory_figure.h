// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/views/scaling_figure.h"

namespace plateau::figures {

/// What fills the memory of the fullest device against what it has, with the device of every stage below where there
/// are several, and the pinned questions. Stages that hold the same share a bar. The
/// scenario's text is left to whoever has it already.
Figure memory_figure(const ScalingPicture& picture);
/// memory_figure() without the stages: one bar for each question.
Figure holdings_figure(const ScalingPicture& picture);

} // namespace plateau::figures
