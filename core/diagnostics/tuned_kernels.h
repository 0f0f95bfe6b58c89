// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnostics/programs/products.h"
#include "core/diagnostics/programs/trace.h"
#include "core/diagnostics/tuned_network.h"

/// What measured kernels say of the constants of a scenario's software.
namespace plateau::answers {

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
