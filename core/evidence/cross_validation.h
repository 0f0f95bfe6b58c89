// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/evidence/fit.h"

/// How well the model does with one measured point, and without any of a source.
namespace plateau::evidence {

struct Anchored {
    std::vector<Prediction> predictions;
    std::vector<std::size_t> scored; ///< rows that were not used as anchors
    std::map<std::string, double> factors; ///< source -> kernel efficiency relative to its stack's
};
/// One kernel-efficiency factor per source from its first `count` timed rows in file order; the others are predicted
/// with it. The rows' errors (soft L1, scale fit_soft_error) are weighed against the spread of such factors between
/// sites (site_spread), so that one odd row does not carry a whole source away.
Anchored anchor(const Sample& sample, int count);

/// The catalog as it would be without a table of runs: constants fitted to it (ConstantNote::fitted_on) are what
/// is documented, else what unknown software has, or where that too was fitted to it, what StackConstants has.
catalog::Catalog without_fits_on(const catalog::Catalog& catalog, const std::set<std::string>& tables);

/// Every source predicted with constants fitted on all the others (without_fits_on, then fit_pooled). The stacks'
/// documented behaviour, defaults and switches, stays.
std::vector<Prediction> leave_out(const catalog::Catalog& catalog, const Sample& sample);

/// What each constant of a stack becomes where any one source is left out: lowest and highest, by key.
using Intervals = std::map<std::string, std::pair<double, double>>;
std::map<std::string, Intervals> leave_out_intervals(const catalog::Catalog& catalog, const Sample& sample);

} // namespace plateau::evidence
