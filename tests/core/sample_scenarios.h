// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <random>

#include "core/question/scenario/parameter_table.h"
#include "core/question/scenario/scenario.h"
#include "core/question/scenario/scenario_file.h"
#include "shipped_catalog.h"
#include "tests/samples.h"

/// Scenarios for tests: shipped presets resolved with typed changes, and random legal ones.
namespace plateau::test {

using Changes = std::vector<std::pair<std::string, std::string>>;

/// With typed changes, resolved once.
inline Scenario changed(const Scenario& base, const Changes& changes)
{
    std::vector<std::pair<std::string, Value>> values;
    for (const auto& [key, text] : changes) {
        const auto row = training_parameters().require(key);
        const Expected<Value> value = row ? parse_value(**row, text) : tl::make_unexpected(row.error());
        if (!value)
            qFatal("%s", english(value.error()).c_str());
        values.emplace_back(key, *value);
    }
    const Expected<Scenario> result = with_all(shipped(), base, values);
    if (!result)
        qFatal("%s", english(result.error()).c_str());
    return *result;
}

inline Scenario changed(const Scenario& base, const std::string& key, const std::string& text)
{
    return changed(base, Changes{{key, text}});
}

/// Whose run is 10^12 tokens long unless told.
inline Scenario scenario(const Changes& changes)
{
    return changed(changed(*default_scenario(shipped()), "tokens", "1T"), changes);
}

/// Llama 2 7B, sequence 4096, two sequences per GPU, FSDP over the whole world, on H100.
inline Scenario weak_scaling(const std::string& gpus)
{
    return scenario({{"hardware", "h100_sxm"},
                     {"model", "llama2_7b"},
                     {"gpus", gpus},
                     {"sequence", "4096"},
                     {"sequences_per_gpu", "2"},
                     {"micro_batch", "2"},
                     {"dp_mode", "fsdp"}});
}

/// A random question; not every one is possible.
inline Scenario random_scenario(std::mt19937& random)
{
    const auto pick = [&](std::initializer_list<const char*> choices) {
        return std::string(choices.begin()[random() % choices.size()]);
    };
    const std::string tensor = pick({"1", "1", "2", "4", "8", "16"});
    return scenario({{"hardware", pick({"v100_sxm2_32", "a100_sxm_80", "h100_sxm", "h200", "b200", "gb200_nvl72"})},
                     {"model", pick({"llama2_1b", "llama2_7b", "llama2_70b", "llama3_8b", "llama3_405b", "gpt3_175b"})},
                     {"gpus", std::to_string(1u << (random() % 15))},
                     {"nvlink_domain", pick({"1", "4", "8", "72", "256"})},
                     {"scale_out_bandwidth", pick({"100Gb/s", "400Gb/s", "3200Gb/s", "unlimited"})},
                     {"scale_out_latency", pick({"0", "2us", "50us"})},
                     {"sequence", pick({"1024", "2048", "4096", "32768"})},
                     {"batch_mode", pick({"per_gpu", "total"})},
                     {"sequences_per_gpu", pick({"1", "2", "4", "16"})},
                     {"global_batch", pick({"32", "512", "2048", "100"})},
                     {"micro_batch", pick({"1", "1", "2", "4"})},
                     {"tp", tensor},
                     {"pp", pick({"1", "1", "2", "4", "8"})},
                     {"cp", pick({"1", "1", "1", "2"})},
                     {"virtual_stages", pick({"1", "1", "2"})},
                     {"schedule", pick({"gpipe", "1f1b", "interleaved"})},
                     {"dp_mode", pick({"ddp", "zero1", "zero2", "fsdp", "hsdp"})},
                     {"sequence_parallel", tensor == "1" ? "off" : pick({"on", "off"})},
                     {"recompute", pick({"none", "selective", "full"})},
                     {"stack", pick({"pytorch_fsdp_2024", "megatron_core_2024", "nemo_bf16"})},
                     {"fine_tune", pick({"none", "none", "none", "lora"})},
                     {"lora_modules", pick({"attention", "all"})}});
}

} // namespace plateau::test
