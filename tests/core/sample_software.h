// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/prepared.h"
#include "core/search/search.h"
#include "tests/core/sample_scenarios.h"

/// Questions about what programs do, and their answers.
namespace plateau::test {

/// Qwen3 235B on 256 H100: 128 experts, all 94 layers have them.
inline Scenario mixture(const Changes& changes)
{
    return changed(scenario({{"hardware", "h100_sxm"},
                             {"model", "qwen3_235b_a22b"},
                             {"gpus", "256"},
                             {"sequence", "4096"},
                             {"batch_mode", "total"},
                             {"global_batch", "2048"},
                             {"micro_batch", "1"},
                             {"ep", "8"},
                             {"dp_mode", "zero1"},
                             {"stack", "megatron_core_2024"}}),
                   changes);
}

inline Scenario best_of_mixtral(const char* any_software = "off")
{
    Scenario question = scenario({{"model", "mixtral_8x22b"},
                                  {"stack", "megatron_core_2024"},
                                  {"gpus", "256"},
                                  {"batch_mode", "total"},
                                  {"global_batch", "256"},
                                  {"cp", "1"},
                                  {"any_software", any_software}});
    question.locked = {"cp"};
    return question;
}

inline Parts best(const Scenario& question)
{
    search::PlanSearch search;
    return search::best_plan(search, *prepare(question), search::open_keys(question, search::PlanChoice::Best));
}

/// FSDP in pipelines, which not every program runs.
inline Scenario fsdp_in_pipelines(const char* stack)
{
    return scenario(
        {{"model", "llama3_70b"}, {"stack", stack}, {"gpus", "256"}, {"tp", "4"}, {"pp", "4"}, {"dp_mode", "fsdp"}});
}

} // namespace plateau::test
