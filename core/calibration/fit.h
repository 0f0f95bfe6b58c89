// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/evidence/shipped.h"

/// Stack constants fitted to measurements. Minimised is
///     sum_i w_i rho((r_i / s)^2) + prior,   rho(z) = 2 (sqrt(1 + z) - 1)   (soft L1)
/// over r_i = ln(predicted / measured) of step time and of memory, and for verdicts the distance of ln(memory / limit)
/// from the right side (a timed run without a verdict did fit), by Levenberg-Marquardt with numeric derivatives. Rows
/// are weighted so that every source counts alike. Constants stay inside their range; a weak prior pulls them towards
/// where they started.
namespace plateau::evidence {

/// One number to fit: a constant that one or several stacks share.
struct Dial {
    std::string key; ///< of a stack constant
    std::vector<std::string> stacks; ///< ids; empty: all
    double low = 0;
    double high = 0;
    double start = 0;
    double value = 0; ///< the fitted one
    friend bool operator==(const Dial&, const Dial&) = default;
};
/// The dial at the constant's present value and range; the range of the stack's note where it has one.
Dial make_dial(const catalog::Catalog& catalog, const std::string& key, std::vector<std::string> stacks);

/// What is documented of a constant of all software (stacks/common.yaml), else the value that all share.
double documented_of_all(const catalog::Catalog& catalog, const std::string& key);

struct FitOptions {
    std::optional<double> prior = {}; ///< weight of one range's distance from the start, in units of one source; else
                                      ///< PhysicsValues::fit_prior
    std::optional<double> far_error = {}; ///< errors far beyond it hardly pull (Cauchy); else soft L1 from
                                          ///< PhysicsValues::fit_soft_error
    std::vector<std::string> groups = {}; ///< one for each case: groups count alike, and sources within a group; empty:
                                          ///< sources count alike
    int iterations = 12;
    bool time = true;
    bool memory = true;
};

struct FitResult {
    int rows = 0;
    double loss_before = 0;
    double loss_after = 0;
};

/// Fits the dials to `which` rows of the sample, in place; the sample's cases keep the fitted constants.
FitResult fit(Sample& sample, const std::vector<std::size_t>& which, std::vector<Dial>& dials,
              const FitOptions& options = {});

/// Sets the dials' values in all cases of their stacks.
void apply_dials(Sample& sample, const std::vector<Dial>& dials);

} // namespace plateau::evidence
