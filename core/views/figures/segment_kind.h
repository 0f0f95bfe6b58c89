// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace plateau::figures {

/// What a piece of a bar is: grey computes, orange waits, hatched on canvas is idle.
enum class SegmentKind {
    MatrixMultiply,
    Attention,
    OtherKernels,
    Optimizer,
    Recompute,
    AllGather,
    ReduceScatter,
    OtherTraffic,
    Idle,
};
inline bool is_waiting(SegmentKind kind) { return kind >= SegmentKind::AllGather; }

} // namespace plateau::figures
