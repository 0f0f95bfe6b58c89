// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/answers/answers.h"
#include "core/diagnostics/programs/collective_tables.h"
#include "core/diagnostics/programs/products.h"
#include "core/diagnostics/programs/reading.h"
#include "core/diagnostics/programs/trace.h"
#include "core/evidence/own_stack.h"
#include "core/model/estimate.h"
#include "core/question/scenario/scenario.h"
#include <array>
#include <optional>
#include <span>

/// What measured collectives, traces and matrix products say of a question's cluster.
namespace plateau::answers {

/// What is shown of a question as shipped and as tuned.
inline constexpr const char* tuned_metrics[]
    = {"step_time_s", "tokens_per_s_per_gpu", "mfu", "communication_fraction", "run_days", "usd_total"};

/// A constant of the software stack, as shipped and as measured.
struct TunedConstant {
    std::string key; ///< of the parameter
    Message label;
    double shipped = 0; ///< what the question has
    programs::Interval value; ///< nine in ten; of one step of a trace: the value alone
    std::vector<std::string> from; ///< files, each with what it holds

    bool has_range() const { return value.low < value.high; }
};

struct Tuning {
    struct Key {
        TrainingQuestion question;
        std::shared_ptr<const std::vector<programs::Reading>> files; ///< the same only if it is the same object
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Value {
        std::vector<TunedConstant> constants; ///< empty: nothing is determined
        std::vector<Message> left_out; ///< what the files do not determine, and why
        std::shared_ptr<const Scenario> tuned; ///< the question's scenario with the constants; null: none
        Parts before; ///< of the question
        Parts after; ///< of the same question with the constants
    };
    static constexpr bool is_remembered = false; ///< what it was made of is of no use after it
    /// Network constants from all tables of collectives together, as much more or less than shipped as the tables show
    /// collectives alone to be quicker or slower; those of kernels from products likewise, then from a trace where no
    /// product tells them.
    static Value compute(const Key& key, Work& work);
};

/// A stack that keeps what was measured, made from the question's own: each constant with its range and its file.
catalog::Stack tuned_stack(const catalog::Catalog& catalog, const Scenario& scenario, const Tuning::Value& tuning);
/// Saved among the presets of one's own under its name, over an earlier one unless told otherwise; version and one more
/// where it stands there. Returns the file.
Expected<std::filesystem::path> save_tuned_stack(const catalog::Catalog& catalog, const Scenario& scenario,
                                                 const Tuning::Value& tuning, const std::string& title,
                                                 files::Replacing::What what = files::Replacing::What::Earlier);

/// A parameter that measurements determine, with its range (PhysicsValues::range_deviations).
struct TunedParameter {
    std::string key;
    programs::Interval value;
};

/// The constants that tables of collectives may determine.
inline constexpr const char* network_keys[] = {"fabric_fraction", "network_fraction", "latency_factor"};
/// The value of a constant of the scenario's software.
inline auto& constant(auto& scenario, const std::string& key)
{
    return scenario.assumptions.stack.constants.*catalog::find_stack_constant(key)->value;
}

/// What makes the scenario's cluster as quick as the tables, all together: the constants above. Least squares of
/// ln(modelled / measured) over the sizes. A parameter that hardly changes the times is not determined and left out.
/// Tables of operations that are not modelled, or with fewer than five sizes, do not count.
std::vector<TunedParameter> tuned_network(const Scenario& scenario, std::span<const programs::CollectiveTable> tables);

/// The ways that the model knows for each row of the table, the one it takes first, on a cluster with at least as many
/// accelerators as the table has ranks; empty where the operation is not modelled.
std::vector<std::vector<CollectiveUse>> modelled_rows(const Scenario& scenario, const programs::CollectiveTable& table);

/// One kind of work of a step, measured and predicted.
struct TracedTerm {
    std::string name; ///< of a kind of kernels, or "exposed_communication", "idle", "step"
    std::optional<double> predicted; ///< seconds; nothing where the model has no such term
    double measured = 0;
};

/// The term of a step that is mostly the work of such kernels; nothing for collectives of other kinds.
std::optional<Part> part_of(programs::KernelKind kind);

/// Seconds of each kind of kernels in a possible predicted step, the same work that a trace counts to it: the output
/// head's products among the products, its loss, number conversion, accumulation and clipping among the others, what is
/// computed again where it was computed first (full recomputation, in proportion) or in attention (selective).
std::array<double, programs::kernel_kinds> predicted_kernels(const Scenario& scenario, const Parts& parts);

/// What a file of measurements is compared with.
struct MeasuredAgainst {
    const Scenario* scenario = nullptr; ///< on whose cluster collectives are modelled; null: not told
    const Parts* parts = nullptr; ///< of the step that a trace or a log is compared with; null: none

    bool has_step() const { return scenario && parts; }
};
/// The terms of a traced step that are not zero, each beside the predicted one.
std::vector<TracedTerm> traced_terms(const programs::TracedStep& step, const MeasuredAgainst& against);

/// kernel_efficiency of products of the scenario's number format (16-bit formats are one), from their rates:
///     e' = e (mean of t_alone / t_measured, geometric),   within d s / sqrt(n)
/// t_alone what such products take by themselves on the accelerator as it was measured (e = 1): what a step loses
/// beside them stays in e. s is the scatter of its logarithm over the n products that arithmetic decides: whose time is
/// at least twice that of their traffic and of a launch. d is PhysicsValues::range_deviations. Empty for fewer than
/// three such products.
std::vector<TunedParameter> tuned_products(const Scenario& scenario, const programs::ProductTable& table);

/// Constants with which the step's kernels take the time that the trace of one rank shows: kernel_efficiency from
/// matrix products, attention_factor, memory_passes from other kernels, optimizer_bytes. One step gives no range: low
/// and high are the value. A kind of kernels that the plan or the trace has not, or whose time no value of the constant
/// gives, is left out. Time inside collectives holds waiting for other ranks: nothing is tuned on it.
std::vector<TunedParameter> tuned_trace(const Scenario& scenario, const Plan& plan, const programs::TracedStep& step);

} // namespace plateau::answers
