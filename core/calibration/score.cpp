// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/score.h"

#include <numeric>
#include <tuple>

#include "core/evidence/shipped.h"
#include "core/model/reach.h"
#include "core/text/messages/words.h"

namespace plateau::evidence {

namespace {

std::vector<double> ranks(const std::vector<double>& values)
{
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    std::vector<double> result(values.size());
    for (std::size_t i = 0; i < order.size();) {
        std::size_t j = i;
        while (j < order.size() && values[order[j]] == values[order[i]])
            ++j;
        for (std::size_t k = i; k < j; ++k)
            result[order[k]] = 0.5 * static_cast<double>(i + j - 1);
        i = j;
    }
    return result;
}

} // namespace

double mean(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double quantile(std::vector<double> values, double q)
{
    std::sort(values.begin(), values.end());
    const double at = q * static_cast<double>(values.size() - 1);
    const std::size_t low = static_cast<std::size_t>(at);
    const std::size_t high = std::min(low + 1, values.size() - 1);
    return values[low] + (at - static_cast<double>(low)) * (values[high] - values[low]);
}

std::optional<double> rank_correlation(const std::vector<double>& x, const std::vector<double>& y)
{
    const std::vector<double> a = ranks(x);
    const std::vector<double> b = ranks(y);
    const double centre = 0.5 * (static_cast<double>(a.size()) - 1);
    double ab = 0;
    double aa = 0;
    double bb = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        ab += (a[i] - centre) * (b[i] - centre);
        aa += (a[i] - centre) * (a[i] - centre);
        bb += (b[i] - centre) * (b[i] - centre);
    }
    if (!(aa > 0 && bb > 0))
        return std::nullopt;
    return ab / std::sqrt(aa * bb);
}

namespace {

using Indices = std::vector<std::size_t>;

constexpr int smallest_sweep = 5;
constexpr double smallest_spread = 1.15;

/// A sweep compares the plans of one program.
using SweepKey = std::tuple<std::string, std::string, std::string, double, double, double>;

SweepKey sweep_key(const Row& row)
{
    return {lower(row.framework), lower(row.model),         lower(row.gpu),
            row.gpus.value_or(0), row.sequence.value_or(0), row.global_batch.value_or(0)};
}

struct Sweep {
    Indices timed;
    Indices out_of_memory;
};

std::map<SweepKey, Sweep> sweeps(const std::vector<Row>& rows, const std::vector<Prediction>& predictions,
                                 const Indices& which)
{
    std::map<SweepKey, Sweep> result;
    for (const std::size_t i : which) {
        if (!predictions[i].predicted())
            continue;
        if (rows[i].measured_step_seconds())
            result[sweep_key(rows[i])].timed.push_back(i);
        else if (rows[i].oom.value_or(false))
            result[sweep_key(rows[i])].out_of_memory.push_back(i);
    }
    std::erase_if(result,
                  [](const auto& entry) { return static_cast<int>(entry.second.timed.size()) < smallest_sweep; });
    return result;
}

std::optional<double> sweep_rank(const std::vector<Row>& rows, const std::vector<Prediction>& predictions,
                                 const Sweep& sweep)
{
    std::vector<double> measured;
    std::vector<double> predicted;
    for (const std::size_t i : sweep.timed) {
        measured.push_back(*rows[i].measured_step_seconds());
        predicted.push_back(predictions[i].step_seconds);
    }
    const auto [fastest, slowest] = std::minmax_element(measured.begin(), measured.end());
    if (*slowest < smallest_spread * *fastest)
        return std::nullopt;
    return rank_correlation(predicted, measured);
}

double sweep_regret(const std::vector<Row>& rows, const std::vector<Prediction>& predictions, const Sweep& sweep)
{
    Indices all = sweep.timed;
    all.insert(all.end(), sweep.out_of_memory.begin(), sweep.out_of_memory.end());
    const auto better = [&](std::size_t a, std::size_t b) {
        const Prediction& x = predictions[a];
        const Prediction& y = predictions[b];
        return x.out_of_memory != y.out_of_memory ? y.out_of_memory : x.step_seconds < y.step_seconds;
    };
    const std::size_t pick = *std::min_element(all.begin(), all.end(), better);
    const std::optional<double> picked = rows[pick].measured_step_seconds();
    if (!picked)
        return 1;
    double best = *picked;
    for (const std::size_t i : sweep.timed)
        best = std::min(best, *rows[i].measured_step_seconds());
    return *picked / best - 1;
}

/// Counts measured values inside the band of eight in ten.
class Coverage {
public:
    void add(double predicted, double measured, double sigma)
    {
        ++n_;
        held_ += std::abs(std::log(predicted / measured)) <= eight_in_ten * sigma ? 1 : 0;
    }
    std::optional<double> share() const { return n_ == 0 ? std::nullopt : std::optional(held_ / n_); }

private:
    double n_ = 0;
    double held_ = 0;
};

std::optional<TimeScore> time_score(const std::vector<Row>& rows, const std::vector<Prediction>& predictions,
                                    const Indices& which)
{
    std::vector<double> absolute;
    std::vector<double> signed_errors;
    Coverage coverage;
    for (const std::size_t i : which) {
        const std::optional<double> measured = rows[i].measured_step_seconds();
        if (!measured || !predictions[i].predicted())
            continue;
        signed_errors.push_back(predictions[i].step_seconds / *measured - 1);
        absolute.push_back(std::abs(signed_errors.back()));
        if (predictions[i].doubt)
            coverage.add(predictions[i].step_seconds, *measured, predictions[i].doubt->step);
    }
    if (absolute.empty())
        return std::nullopt;
    TimeScore result{static_cast<int>(absolute.size()),
                     mean(absolute),
                     quantile(absolute, 0.5),
                     quantile(absolute, 0.9),
                     mean(signed_errors),
                     coverage.share(),
                     {},
                     {}};
    std::vector<double> correlations;
    std::vector<double> regrets;
    for (const auto& [key, sweep] : sweeps(rows, predictions, which)) {
        if (const auto rho = sweep_rank(rows, predictions, sweep))
            correlations.push_back(*rho);
        regrets.push_back(sweep_regret(rows, predictions, sweep));
    }
    if (!correlations.empty())
        result.rank_correlation = mean(correlations);
    if (!regrets.empty())
        result.top1_regret = mean(regrets);
    return result;
}

std::optional<MemoryScore> memory_score(const std::vector<Row>& rows, const std::vector<Prediction>& predictions,
                                        const Indices& which)
{
    MemoryScore result;
    std::vector<double> errors;
    std::vector<double> signed_errors;
    Coverage coverage;
    int right = 0;
    for (const std::size_t i : which) {
        const Prediction& prediction = predictions[i];
        if (!prediction.predicted())
            continue;
        if (rows[i].memory_bytes) {
            signed_errors.push_back(prediction.memory_bytes / *rows[i].memory_bytes - 1);
            errors.push_back(std::abs(signed_errors.back()));
            if (prediction.doubt)
                coverage.add(prediction.memory_bytes, *rows[i].memory_bytes, prediction.doubt->memory);
        }
        if (!rows[i].oom)
            continue;
        ++result.oom_n;
        right += prediction.out_of_memory == *rows[i].oom ? 1 : 0;
        result.oom_missed += *rows[i].oom && !prediction.out_of_memory ? 1 : 0;
        result.oom_false_alarm += !*rows[i].oom && prediction.out_of_memory ? 1 : 0;
    }
    result.n = static_cast<int>(errors.size());
    if (!errors.empty()) {
        result.mape = mean(errors);
        result.median_ape = quantile(errors, 0.5);
        result.bias = mean(signed_errors);
        result.coverage80 = coverage.share();
    }
    if (result.oom_n > 0)
        result.oom_accuracy = static_cast<double>(right) / result.oom_n;
    if (result.n == 0 && result.oom_n == 0)
        return std::nullopt;
    return result;
}

std::optional<PowerScore> power_score(const std::vector<Row>& rows, const std::vector<Prediction>& predictions,
                                      const Indices& which)
{
    std::vector<double> errors;
    std::vector<double> signed_errors;
    for (const std::size_t i : which)
        if (rows[i].node_watts && predictions[i].predicted()) {
            signed_errors.push_back(predictions[i].node_watts / *rows[i].node_watts - 1);
            errors.push_back(std::abs(signed_errors.back()));
        }
    if (errors.empty())
        return std::nullopt;
    return PowerScore{static_cast<int>(errors.size()), mean(errors), quantile(errors, 0.5), mean(signed_errors)};
}

/// Mean of a figure over the sources that have it.
template<class Score, class Figure>
std::optional<double> mean_of(const std::map<std::string, ScoredGroup>& sources,
                              std::optional<Score> ScoredGroup::*part, Figure Score::*figure)
{
    std::vector<double> values;
    for (const auto& [name, group] : sources)
        if (const auto& score = group.*part)
            if (const std::optional<double> value = (*score).*figure)
                values.push_back(*value);
    if (values.empty())
        return std::nullopt;
    return mean(values);
}

std::optional<TimeScore> mean_time(const std::map<std::string, ScoredGroup>& sources)
{
    TimeScore result;
    const auto average = [&](auto figure) { return mean_of(sources, &ScoredGroup::time, figure); };
    for (const auto& [name, group] : sources)
        result.n += group.time ? 1 : 0;
    if (result.n == 0)
        return std::nullopt;
    result.mape = *average(&TimeScore::mape);
    result.median_ape = *average(&TimeScore::median_ape);
    result.p90_ape = *average(&TimeScore::p90_ape);
    result.bias = *average(&TimeScore::bias);
    result.coverage80 = average(&TimeScore::coverage80);
    result.rank_correlation = average(&TimeScore::rank_correlation);
    result.top1_regret = average(&TimeScore::top1_regret);
    return result;
}

ScoredGroup mean_over_sources(const std::map<std::string, ScoredGroup>& sources)
{
    ScoredGroup result;
    result.time = mean_time(sources);
    MemoryScore memory;
    PowerScore power;
    for (const auto& [name, group] : sources) {
        if (group.memory) {
            memory.n += group.memory->n > 0 ? 1 : 0;
            memory.oom_n += group.memory->oom_n > 0 ? 1 : 0;
            memory.oom_missed += group.memory->oom_missed;
            memory.oom_false_alarm += group.memory->oom_false_alarm;
        }
        power.n += group.power ? 1 : 0;
    }
    memory.mape = mean_of(sources, &ScoredGroup::memory, &MemoryScore::mape);
    memory.coverage80 = mean_of(sources, &ScoredGroup::memory, &MemoryScore::coverage80);
    memory.oom_accuracy = mean_of(sources, &ScoredGroup::memory, &MemoryScore::oom_accuracy);
    if (memory.n + memory.oom_n > 0)
        result.memory = memory;
    power.mape = mean_of(sources, &ScoredGroup::power, &PowerScore::mape).value_or(0);
    if (power.n > 0)
        result.power = power;
    return result;
}

} // namespace

std::string skip_reason(const std::string& cell)
{
    constexpr std::string_view gpu = "gpu=";
    if (cell.starts_with(gpu))
        return "unknown gpu: " + cell.substr(gpu.size());
    return cell == excluded_cell ? "left out: " + cell : "missing cell: " + cell;
}

std::string why_not_compared(const Row& row)
{
    if (row.measured_step_seconds())
        return {};
    if (!row.questioned.empty())
        return "not compared: a measured cell cannot be right";
    if (row.tokens_per_s_per_gpu)
        return "not compared: global_batch_seqs is empty";
    if (row.model_flop_per_s)
        return "not compared: tflops_kind does not say how FLOP are counted";
    return row.memory_bytes || row.oom || row.node_watts ? std::string() : "not compared: nothing is measured";
}

ScoredGroup score(const std::vector<Row>& rows, const std::vector<Prediction>& predictions, const Indices& which)
{
    return {time_score(rows, predictions, which), memory_score(rows, predictions, which),
            power_score(rows, predictions, which)};
}

Report report(const std::vector<Row>& rows, const std::vector<Prediction>& predictions)
{
    return report(rows, predictions, all_rows(rows));
}

Report report(const std::vector<Row>& rows, const std::vector<Prediction>& predictions, const Indices& which)
{
    Report result;
    result.rows = static_cast<int>(which.size());
    std::map<std::string, Indices> by_source;
    for (const std::size_t i : which) {
        by_source[rows[i].source].push_back(i);
        result.questioned.insert(result.questioned.end(), rows[i].questioned.begin(), rows[i].questioned.end());
        if (!predictions[i].predicted())
            ++result.skipped[skip_reason(predictions[i].skipped)];
        else if (++result.predicted; !why_not_compared(rows[i]).empty())
            ++result.not_compared[why_not_compared(rows[i])];
        const auto& [columns, filled] = std::tie(predictions[i].defaults, predictions[i].filled);
        for (std::size_t k = 0; k < columns.size(); ++k) {
            ++result.defaults[columns[k]];
            if (const std::size_t is = k < filled.size() ? filled[k].find('=') : std::string::npos;
                is != std::string::npos)
                ++result.fillings[columns[k]][filled[k].substr(is + 1)];
        }
    }
    result.overall = score(rows, predictions, which);
    for (const auto& [source, own] : by_source)
        result.sources[source] = score(rows, predictions, own);
    result.by_source = mean_over_sources(result.sources);
    return result;
}

} // namespace plateau::evidence
