// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/question/scenario/scenario.h"

/// Programs told to run a scenario: the rows of presets/programs read the other way.
namespace plateau::programs {

struct Program;
struct Programs;
/// What makes a model what it is beside its sizes, by name: "norm", "rotary_base", "router.score".
using Block = std::map<std::string, std::string, std::less<>>;

/// How a program takes its settings.
enum class Style {
    None, ///< it is only read
    Flags, ///< --tensor-model-parallel-size 2
    Dotted, ///< --parallelism.tensor_parallel_degree 2
    Assigned, ///< model.tensor_model_parallel_size=2
    Yaml,
    Json,
};

/// What the program accepts, and what it cannot be told.
struct Written {
    std::vector<std::string> launcher; ///< what stands before the arguments: "torchrun --nnodes 4 pretrain_gpt.py"
    std::vector<std::string> arguments; ///< one word each, as a process takes them
    std::vector<std::pair<std::string, std::string>> files; ///< that the arguments name: name and text
    std::vector<std::pair<std::string, std::string>> environment; ///< variables and values
    std::vector<std::string> blanks; ///< options that are left to whoever starts it
    std::vector<Message> cannot;

    bool empty() const { return arguments.empty() && files.empty(); }
    /// As a person types or saves them: the files, else an option with its value a line, quoted for a shell.
    std::vector<std::string> lines() const;
    /// One script that makes the files and starts the program.
    std::string script() const;
};

/// A launch in the making. The scenario's plan has every degree filled in.
class Writer {
public:
    /// `told`: the program, or the one whose settings it is told; `block`: of the scenario's model.
    Writer(const Program& program, const Program& told, Scenario scenario, double global_batch, Block block);

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
    void set(const std::string& key, double value);
    void flag(const std::string& key);
    /// An option of the command line beside a file.
    void beside(const std::string& key, const std::string& value);
    void environment(const char* name, const char* value) { written_.environment.emplace_back(name, value); }
    /// What the presets know of the model's block; empty: nothing.
    std::string fact(std::string_view name) const;
    /// The facts that the program's table "block" names; what is not known of those without `otherwise` is left blank.
    void block_rows();
    void cannot(Message why) { written_.cannot.push_back(std::move(why)); }
    /// Sizes of the model, by the program's rows.
    void shape_rows();
    /// The program's name for the model; empty where it has none.
    std::string model_name() const;
    /// A parameter that the program has in one way only.
    void must_be(const char* parameter, std::string_view value);
    void has_no(const char* parameter);
    /// Programs that take a step only of whole micro-batches.
    void must_divide_batch();
    /// Stages whose layers must be left to follow.
    void must_spread_layers();

    Written take();

private:
    void rows();
    void words();
    void start();
    /// Settings by the program's own names: "model.num_layers", several of them, with a value of its own behind "=", in
    /// which % is the setting's. Empty: it does not need it; without a name: it cannot be told.
    void rename();
    std::string option(std::string key) const;

    const Program& program_;
    const Program& told_;
    Scenario scenario_;
    double global_batch_;
    Block block_;
    std::vector<std::pair<std::string, std::string>> settings_, beside_;
    Written written_;
};

/// With what `programs` know of the scenario's model.
Written write_launch(const Program& program, const Scenario& scenario, const Plan& plan, double global_batch,
                     const Programs& programs);

} // namespace plateau::programs

template<>
inline constexpr std::array plateau::names_of<plateau::programs::Style>{"none",     "flags", "dotted",
                                                                        "assigned", "yaml",  "json"};
