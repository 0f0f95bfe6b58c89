// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan_dimensions.h"
#include "core/question/scenario/training_rows.h"

namespace plateau::training_rows {

std::vector<TrainingParameter> batch()
{
    return {
        choice(
            {"batch_mode", PLATEAU_TEXT("Fixed"), "batch",
             PLATEAU_TEXT("What stays the same as GPUs are added: the batch per GPU (weak scaling) or in total "
                          "(strong scaling)."),
             PLATEAU_TEXT("per GPU, as in the published weak-scaling curve"),
             PLATEAU_TEXT("weak scaling, strong scaling")},
            {{"per_gpu", PLATEAU_TEXT("per GPU"), PLATEAU_TEXT("Weak scaling: the global batch grows.")},
             {"total", PLATEAU_TEXT("in total"), PLATEAU_TEXT("Strong scaling: the global batch stays.")}},
            [](auto& s) -> auto& { return s.workload.batch_mode; }),
        number({"sequences_per_gpu", PLATEAU_TEXT("Batch per GPU"), "batch",
                PLATEAU_TEXT("Global batch divided by the GPU count, whatever the plan."),
                PLATEAU_TEXT("2, as in the published weak-scaling curve"), PLATEAU_TEXT("batch size")},
               {Unit::Sequences, Log2, 1.0 / 1024, 4096}, [](auto& s) -> auto& { return s.workload.sequences_per_gpu; },
               {.applies = [](const Scenario& s) { return s.workload.batch_mode == BatchMode::PerGpu; }}),
        number({"global_batch", PLATEAU_TEXT("Global batch"), "batch",
                PLATEAU_TEXT("Sequences of one optimizer step over the whole cluster."),
                PLATEAU_TEXT("256: two sequences on each of 128 GPUs"), PLATEAU_TEXT("batch size, tokens per step")},
               {Unit::Sequences, Log2, 1, 16777216}, [](auto& s) -> auto& { return s.workload.global_batch; },
               {.kind = ParameterKind::Whole,
                .applies = [](const Scenario& s) { return s.workload.batch_mode == BatchMode::Total; }}),
        plan_row(plan_dimension_of<&Plan::micro_batch>)};
}

} // namespace plateau::training_rows
