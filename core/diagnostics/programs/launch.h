// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/question/scenario/scenario.h"

/// Programs told to run a scenario: the rows of presets/programs read the other way.
namespace plateau::programs {

struct Program;

/// How a program takes its settings.
enum class Style {
    None, ///< it is only read
    Flags, ///< --tensor-model-parallel-size 2
    Dotted, ///< --parallelism.tensor_parallel_degree 2
    Assigned, ///< model.tensor_model_parallel_size=2
    Yaml,
    Json,
};

/// Lines that the program accepts, and what it cannot be told.
struct Written {
    std::vector<std::string> lines;
    std::vector<Message> cannot;
};

/// A launch in the making. The scenario's plan has every degree filled in.
class Writer {
public:
    Writer(const Program& program, Scenario scenario, double global_batch);

    const Program& program() const { return program_; }
    const Scenario& scenario() const { return scenario_; }
    const Plan& plan() const { return scenario_.plan; }
    const catalog::ModelShape& shape() const { return scenario_.workload.shape; }
    double global_batch() const { return global_batch_; }
    /// Micro-batches of a step and data rank.
    double accumulation() const;
    double gpus() const;
    /// A parameter's value as files have it.
    std::string word(const std::string& parameter) const;
    double number(const std::string& parameter) const;

    void set(const std::string& key, const std::string& value);
    void set(const std::string& key, const char* value) { set(key, std::string(value)); }
    void set(const std::string& key, double value);
    void flag(const std::string& key);
    void cannot(Message why) { written_.cannot.push_back(std::move(why)); }
    /// Sizes of the model, by the program's rows.
    void shape_rows();
    /// The program's name for the model; empty where it has none.
    std::string model_name() const;
    /// A degree that must be 1 here.
    void must_be_one(const char* parameter);
    /// Stages whose layers must be left to follow.
    void must_spread_layers();

    Written take();

private:
    void rows();

    const Program& program_;
    Scenario scenario_;
    double global_batch_;
    std::vector<std::pair<std::string, std::string>> settings_;
    Written written_;
};

Written write_launch(const Program& program, const Scenario& scenario, const Plan& plan, double global_batch);

} // namespace plateau::programs

template<>
inline constexpr std::array plateau::names_of<plateau::programs::Style>{"none",     "flags", "dotted",
                                                                        "assigned", "yaml",  "json"};
