// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/calibration_words.h"
#include "core/text/messages/words.h"

#include <algorithm>
#include <cmath>

namespace plateau::evidence {

namespace {

/// An error as a percentage; one that rounds to nothing is zero.
Quantity percent(double fraction)
{
    constexpr double nothing = 5e-5;
    return {std::abs(fraction) < nothing ? 0 : fraction, units::Unit::Fraction, 2};
}

/// "0.62 (0.58–0.66)"
Message words(const FittedConstant& fitted)
{
    const units::Unit unit = constant_of(fitted.key).unit;
    return {"%1 (%2–%3)",
            {Quantity{fitted.value, unit}, Quantity{fitted.low, unit, 3, Quantity::Style::Number},
             Quantity{fitted.high, unit}}};
}

std::size_t furthest(const Eigen::VectorXd& residuals)
{
    Eigen::Index worst = 0;
    residuals.cwiseAbs().maxCoeff(&worst);
    return static_cast<std::size_t>(worst);
}

} // namespace

Message determined_words(const std::vector<FittedConstant>& fitted, bool kernel, bool network)
{
    if (kernel && network)
        return {PLATEAU_TEXT("The runs determine kernel efficiency, %1, and the network share, %2."),
                {words(fitted[0]), words(fitted[1])}};
    if (kernel)
        return {PLATEAU_TEXT("The runs determine kernel efficiency, %1."), {words(fitted[0])}};
    return {PLATEAU_TEXT("The runs determine the network share, %1."), {words(fitted[0])}};
}

Message undetermined_words(const TimedRuns& runs, bool kernel, bool network)
{
    const bool across = std::any_of(runs.timed().begin(), runs.timed().end(), [&](std::size_t i) {
        const Cluster& cluster = runs.scenario(i).cluster;
        return cluster.gpus > cluster.tiers.front().domain_size;
    });
    if (kernel && network)
        return {PLATEAU_TEXT("Latency, overlap and jitter keep the base stack's values."), {}};
    if (!kernel)
        return {
            PLATEAU_TEXT("Kernel efficiency keeps the base stack's value: a run inside one node would determine it."),
            {}};
    if (!across)
        return {PLATEAU_TEXT("The network share keeps the base stack's value: a run over several nodes would determine "
                             "it."),
                {}};
    return {PLATEAU_TEXT("The network share keeps the base stack's value: runs that spend different shares of their "
                         "step on the network would determine it."),
            {}};
}

tl::unexpected<Error> outside_range(const TimedRuns& runs, const catalog::StackConstants& base, const char* key)
{
    const Eigen::VectorXd r = runs.residuals(base);
    const Row& row = runs.row(runs.timed()[furthest(r)]);
    const catalog::StackConstant& which = constant_of(key);
    const double ratio = std::exp(-r[static_cast<Eigen::Index>(furthest(r))]);
    return failure(
        {ratio > 1 ? PLATEAU_TEXT("%1 took %2 times as long as predicted: no plausible %3 explains that")
                   : PLATEAU_TEXT("%1 took only %2 of the predicted time: no plausible %3 explains that"),
         {Verbatim{row.id}, ratio > 1 ? Quantity{ratio, units::Unit::None} : percent(ratio), Word{lower(which.label)}}},
        row.where,
        {PLATEAU_TEXT("a run whose configuration is the one that was measured; tokens/s are of all GPUs or "
                      "of one as the field says; %1 from %2 to %3"),
         {Word{lower(which.label)}, Verbatim{units::exact(which.low, which.unit)},
          Verbatim{units::exact(which.high, which.unit)}}});
}

tl::unexpected<Error> worse_than_base(const TimedRuns& runs, const catalog::StackConstants& base, const WorseFit& worse)
{
    const Eigen::VectorXd r = runs.residuals(base);
    const std::size_t at = worse.spoiler.value_or(furthest(r));
    const Row& row = runs.row(runs.timed()[at]);
    const Quantity took = percent(std::exp(-r[static_cast<Eigen::Index>(at)]));
    const Message what = worse.spoiler
        ? Message{PLATEAU_TEXT("fitted to these runs the mean error of step time would be %1, without a fit it is %2. "
                               "%3 spoils it, which took %4 of the time predicted: fitted to the others alone their "
                               "error is %5"),
                  {percent(worse.after), percent(worse.before), Verbatim{row.id}, took, percent(worse.without)}}
        : Message{PLATEAU_TEXT("fitted to these runs the mean error of step time would be %1, without a fit it is %2. "
                               "They contradict each other; furthest off is %3, which took %4 of the time predicted"),
                  {percent(worse.after), percent(worse.before), Verbatim{row.id}, took}};
    return failure(what, row.where,
                   {PLATEAU_TEXT("runs of one cluster in one state; with %1 mended or left out (use=exclude in its "
                                 "table), the others can be calibrated to"),
                    {Verbatim{row.id}}});
}

tl::unexpected<Error> nothing_timed(const Sample& sample)
{
    for (const Row& row : sample.rows)
        if (!row.questioned.empty())
            return tl::unexpected(row.questioned.front());
    for (std::size_t i = 0; i < sample.rows.size(); ++i)
        if (!sample.cases[i].missing.empty() && !sample.rows[i].excluded)
            return failure({PLATEAU_TEXT("%1 cannot be predicted: %2 is missing or impossible"),
                            {Verbatim{sample.rows[i].id}, Verbatim{sample.cases[i].missing}}},
                           sample.rows[i].where, {PLATEAU_TEXT("a run with its whole configuration"), {}});
    return failure({PLATEAU_TEXT("no run says how fast it was"), {}}, sample.rows.empty() ? "" : sample.rows[0].where,
                   {PLATEAU_TEXT("step_time_s, tokens_per_s_per_gpu or mfu in at least one row"), {}});
}

tl::unexpected<Error> nothing_determined(const TimedRuns& runs, const Eigen::MatrixXd& j)
{
    return failure(
        {PLATEAU_TEXT("these runs determine neither kernel efficiency nor the network share: 10 % less of "
                      "either would change their steps by %1 and %2 at most"),
         {percent(0.1 * j.col(0).cwiseAbs().maxCoeff()), percent(0.1 * j.col(1).cwiseAbs().maxCoeff())}},
        runs.row(runs.timed().front()).where,
        {PLATEAU_TEXT("a run whose step is mostly computation: larger layers, or more sequences per GPU"), {}});
}

} // namespace plateau::evidence
