// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics/programs/products.h"
#include "core/diagnostics/programs/trace.h"
#include "core/diagnostics/tuned_network.h"

/// Measured kernels beside those of a predicted step, and what they say of the constants of a scenario's software.
namespace plateau::answers {

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

/// A predicted step; null: none.
struct PredictedStep {
    const Scenario* scenario = nullptr;
    const Parts* parts = nullptr; ///< possible

    explicit operator bool() const { return scenario && parts; }
};
/// The terms of a traced step that are not zero, each beside the predicted one.
std::vector<TracedTerm> traced_terms(const programs::TracedStep& step, const PredictedStep& predicted);

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
