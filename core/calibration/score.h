// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/evidence/predict.h"

/// Predictions against measurements. All errors are fractions; e_i = predicted / measured - 1.
namespace plateau::evidence {

struct TimeScore {
    int n = 0; ///< timed rows
    double mape = 0; ///< mean |e|
    double median_ape = 0;
    double p90_ape = 0;
    double bias = 0; ///< mean e: positive is predicted too slow
    std::optional<double> coverage80; ///< share of measured values in their prediction's band, where it has one
    std::optional<double> rank_correlation; ///< mean over layout sweeps, see below
    std::optional<double> top1_regret;
};

struct MemoryScore {
    int n = 0; ///< rows with a measured figure
    std::optional<double> mape;
    std::optional<double> median_ape;
    std::optional<double> bias;
    std::optional<double> coverage80; ///< as of time
    int oom_n = 0; ///< rows with a verdict
    std::optional<double> oom_accuracy;
    int oom_missed = 0; ///< ran out of memory, predicted to fit
    int oom_false_alarm = 0;
};

struct PowerScore {
    int n = 0;
    double mape = 0;
    double median_ape = 0;
    double bias = 0;
};

struct ScoredGroup {
    std::optional<TimeScore> time;
    std::optional<MemoryScore> memory;
    std::optional<PowerScore> power;
};

struct Report {
    int rows = 0;
    int predicted = 0;
    std::map<std::string, int> skipped; ///< reason -> rows
    std::map<std::string, int> not_compared; ///< of those predicted: why_not_compared() -> rows
    std::map<std::string, int> defaults; ///< empty column -> rows it was filled in, as filling_of() says
    std::map<std::string, std::map<std::string, int>> fillings; ///< of those columns, value that stands in -> rows
    std::vector<Error> questioned; ///< cells that cannot be right, and count as empty
    ScoredGroup overall; ///< over rows
    ScoredGroup by_source; ///< mean over sources; n counts sources
    std::map<std::string, ScoredGroup> sources;
};

/// One group of rows. A layout sweep is five or more timed rows that share model, GPU type and count, sequence and
/// global batch. Rank correlation is Spearman's between predicted and measured step time, mean over the sweeps whose
/// slowest row is at least 15 % slower than the fastest. Regret is what the layout predicted fastest, among those
/// predicted to fit, lost against the best measured one, mean over sweeps; picking one that ran out of memory
/// counts as 100 %.
ScoredGroup score(const std::vector<Row>& rows, const std::vector<Prediction>& predictions,
                  const std::vector<std::size_t>& which);

/// Over all rows, or over `which`.
Report report(const std::vector<Row>& rows, const std::vector<Prediction>& predictions);
Report report(const std::vector<Row>& rows, const std::vector<Prediction>& predictions,
              const std::vector<std::size_t>& which);

/// Why a row with this in Prediction::skipped was passed over: "missing cell: seq".
std::string skip_reason(const std::string& cell);
/// Why the predicted step time of a row is compared with nothing; empty where it is compared, or the row measures
/// something else.
std::string why_not_compared(const Row& row);

/// The mean of at least one value.
double mean(const std::vector<double>& values);
/// The value below which a share q of them lies; linear interpolation between order statistics.
double quantile(std::vector<double> values, double q);
/// Spearman's rank correlation, ties at their mean rank; nothing when either side is constant.
std::optional<double> rank_correlation(const std::vector<double>& x, const std::vector<double>& y);

} // namespace plateau::evidence
