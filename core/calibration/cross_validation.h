// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/calibration/pooled_fit.h"
#include "core/evidence/known.h"
#include "core/text/messages/names.h"

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
/// is documented, else what unknown software has, or where that too was fitted to it, documented_of_all().
catalog::Catalog without_fits_on(const catalog::Catalog& catalog, const std::set<std::string>& tables);

/// What is left out at a time: the runs of one publication, of one program (the name of its stack's first framework,
/// whatever its versions; what no stack knows by its own name), or of one year and all later ones.
enum class LeftOut { Source, Program, Year };

/// The group of each row, by name.
std::vector<std::string> groups_of(const Sample& sample, LeftOut by);
/// Whether a prediction of the group must not know each row.
std::vector<bool> hidden_from(const std::string& group, const std::vector<std::string>& groups, LeftOut by);

/// Calls `use` for every group with its rows, the sample, and the constants fitted on what is known without it.
using UseLeftOut = std::function<void(const std::vector<std::size_t>&, const Sample&, const PooledFit&)>;
void without_each(const catalog::Catalog& catalog, const Sample& sample, LeftOut by, const UseLeftOut& use);

/// Every group predicted with constants fitted on all the others, of a year on the years before (without_fits_on, then
/// fit_pooled). The stacks' documented behaviour, defaults and switches, stays.
std::vector<Prediction> leave_out(const catalog::Catalog& catalog, const Sample& sample, LeftOut by = LeftOut::Source);

/// Of each row that was predicted, the nearest run among those that its prediction may know.
std::vector<Nearest> nearest_without(const catalog::Catalog& catalog, const Sample& sample, LeftOut by);

} // namespace plateau::evidence

template<>
inline constexpr std::array plateau::names_of<plateau::evidence::LeftOut>{"source", "program", "year"};
