// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/evaluate.h"
#include "sample_parts.h"
#include "sample_scenarios.h"

namespace plateau::test {

/// What a step is made of, as far as these tests look at it.
struct StepSample {
    Degrees degrees;
    LayerCost layer;
    TermRow<double> host;
    StageParameters parameters;
    double kept_bytes = 0; ///< of one layer
    schedule::StageCost stage; ///< of the fullest stage
};

inline StepSample step_of(const Scenario& question)
{
    const auto prepared = prepare(question);
    const WorkspacePointer workspace = make_workspace();
    const Degrees degrees = complete(*prepared, plan(*prepared));
    Step step(*prepared, degrees, *workspace, workspace->layer(*prepared, degrees));
    parts_of(step);
    return {step.degrees, step.layer, step.offload, step.parameters, kept_layer_bytes(step.x), step.busiest_rank.cost};
}

/// DeepSeek-V3 on 512 H100s, unless told otherwise.
inline Scenario mixture(Changes more)
{
    Changes changes{{"hardware", "h100_sxm"}, {"model", "deepseek_v3"}, {"stack", "megatron_core_2024"},
                    {"gpus", "512"},          {"batch_mode", "total"},  {"global_batch", "4096"},
                    {"dp_mode", "zero1"}};
    changes.insert(changes.end(), more.begin(), more.end());
    return scenario(changes);
}

/// Llama 3 8B on 64 H100s, each sequence of 131,072 tokens over eight of them.
inline Scenario long_context(Changes more)
{
    Changes changes{{"hardware", "h100_sxm"}, {"model", "llama3_8b"}, {"stack", "megatron_core_2024"},
                    {"gpus", "64"},           {"sequence", "131072"}, {"batch_mode", "total"},
                    {"global_batch", "64"},   {"dp_mode", "zero1"},   {"cp", "8"}};
    changes.insert(changes.end(), more.begin(), more.end());
    return scenario(changes);
}

} // namespace plateau::test
