// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <random>

#include "core/diagnostics/launch_arguments.h"
#include "core/diagnostics/programs/program.h"
#include "tests/core/sample_parts.h"
#include "tests/core/sample_scenarios.h"

/// Random plans of every model, written for programs.
namespace plateau::test {

/// The stacks that a program's releases stand for, newest last.
inline std::vector<std::string> launch_stacks(const std::string& name)
{
    std::vector<std::string> stacks;
    for (const programs::Program& program : programs::programs_in(catalog::preset_folders()).all)
        if (program.style != programs::Style::None && (program.id == name || program.release_of == name))
            stacks.push_back(program.stack);
    return stacks;
}

/// A program that plans are written for, on one of its stacks: "torchtitan", "torchtitan_2026".
struct WrittenFor {
    std::string program;
    std::string stack;
};

struct WrittenPlan {
    Scenario scenario; ///< with the plan that was written
    Parts parts;
    narrate::LaunchArguments launch;

    bool is_proposed() const { return launch.refusal.empty() && launch.cannot.empty() && !launch.empty(); }
    /// As the program's reader is given it: a file of YAML, else one script.
    std::string text() const
    {
        const bool yaml = !launch.files.empty() && launch.files.front().first.ends_with(".yaml");
        return yaml ? launch.files.front().second : launch.script();
    }
};

class WrittenPlans {
public:
    explicit WrittenPlans(unsigned seed) : random_(seed) { }

    /// Of one model; what is impossible is drawn again.
    WrittenPlan operator()(const WrittenFor& program, const catalog::ModelShape& model)
    {
        for (;;) {
            auto scenario = with_all(shipped(), base(), draw(program, model));
            if (!scenario)
                continue;
            Parts parts = parts_of(*scenario);
            if (!parts.possible())
                continue;
            auto launch = narrate::launch_arguments(program.program, parts, *scenario);
            scenario->plan = parts.plan;
            return {*std::move(scenario), parts, std::move(launch)};
        }
    }

private:
    static const Scenario& base()
    {
        static const Scenario scenario = *find_scenario(shipped(), "llama3-70b-h100");
        return scenario;
    }

    Value of(const std::vector<Value>& values) { return values[random_() % values.size()]; }

    std::vector<std::pair<std::string, Value>> draw(const WrittenFor& program, const catalog::ModelShape& model)
    {
        const double layers = model.layers;
        std::vector<std::pair<std::string, Value>> drawn{
            {"model", model.id},
            {"stack", program.stack},
            {"gpus", of({8.0, 16.0, 64.0, 256.0, 1024.0})},
            {"sequence", model.rotary ? of({1024.0, 2048.0, 4096.0}) : Value(double(model.max_sequence))},
            {"batch_mode", std::string("total")},
            {"global_batch", of({256.0, 1024.0, 4096.0, 1152.0})},
            {"micro_batch", of({1.0, 1.0, 2.0, 4.0})},
            {"tp", of({1.0, 1.0, 2.0, 4.0, 8.0})},
            {"pp", of({1.0, 1.0, 2.0, 4.0, 8.0})},
            {"cp", of({1.0, 1.0, 1.0, 2.0, 4.0})},
            {"dp_mode",
             of({std::string("ddp"), std::string("zero1"), std::string("zero2"), std::string("fsdp"),
                 std::string("fsdp"), std::string("hsdp")})},
            {"recompute", of({std::string("none"), std::string("selective"), std::string("full")})},
            {"schedule", of({std::string("1f1b"), std::string("interleaved"), std::string("gpipe")})},
            {"cp_method", of({std::string("ring"), std::string("all_gather"), std::string("ulysses")})},
            {"sequence_parallel", of({0.0, 1.0, 1.0})},
            {"virtual_stages", of({1.0, 1.0, 2.0, 3.0})},
            {"precision", of({std::string("bf16"), std::string("bf16"), std::string("fp8"), std::string("fp16")})},
        };
        if (model.experts > 0)
            drawn.emplace_back("ep", of({1.0, 2.0, 8.0}));
        if (random_() % 8 == 0 && layers > 8)
            drawn.emplace_back("first_stage_layers", std::floor(layers / 8));
        if (random_() % 4 == 0)
            drawn.emplace_back("shard_group", of({4.0, 8.0, 16.0}));
        return drawn;
    }

    std::mt19937 random_;
};

} // namespace plateau::test
