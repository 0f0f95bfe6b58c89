// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace plateau {

/// In which order the stages of a pipeline work on their micro-batches.
enum class PipelineSchedule {
    GPipe, ///< all forward, then all backward (arXiv 1811.06965)
    OneFOneB, ///< one forward, one backward in turn (arXiv 2006.09503)
    Interleaved, ///< 1F1B over several model chunks per rank (arXiv 2104.04473)
    ZeroBubbleH1, ///< weight gradients kept back, memory of 1F1B (arXiv 2401.10241)
    ZeroBubbleH2, ///< the same with more micro-batches in flight (arXiv 2401.10241)
    ZeroBubbleV, ///< two chunks per rank, folded into a V (arXiv 2405.15362)
    DualPipe, ///< fed from both ends, every parameter twice (arXiv 2412.19437)
    DualPipeV, ///< DualPipe cut in half: a V without the second copy
};

} // namespace plateau
