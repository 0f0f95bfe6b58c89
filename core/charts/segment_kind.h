// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace plateau::figures {

/// What a piece of a bar or an area is: grey computes, orange waits for traffic, hatched on canvas is idle, violet
/// waits for the host or for others.
enum class SegmentKind {
    MatrixMultiply,
    Attention,
    OtherKernels,
    Optimizer,
    Recompute,
    AllGather,
    ReduceScatter,
    TensorTraffic,
    ContextTraffic,
    ExpertTraffic,
    OtherTraffic,
    Idle,
    Host,
    Jitter,
};
inline bool is_waiting(SegmentKind kind) { return kind >= SegmentKind::AllGather; }

} // namespace plateau::figures
