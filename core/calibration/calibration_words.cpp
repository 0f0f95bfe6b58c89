// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/calibration_words.h"

#include "core/calibration/scores.h"
#include "core/question/scenario/scenario_file.h"
#include "core/text/messages/words.h"

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

namespace plateau::answers {

namespace {

/// The nearest shipped run to each row, without the runs of the row's own source.
std::vector<evidence::Nearest> nearest_published(const evidence::KnownSteps& steps, const Scores::Value& scores)
{
    const auto& [rows, cases] = scores.sample;
    const std::vector<evidence::Row>& published = steps.evidence().sample.rows;
    std::map<std::string, std::vector<bool>> own;
    const auto hidden = [&](const std::string& source) -> const std::vector<bool>& {
        std::vector<bool>& which = own[source];
        if (which.empty())
            for (const evidence::Row& row : published)
                which.push_back(!source.empty() && row.source == source);
        return which;
    };
    const WorkspacePointer workspace = make_workspace();
    std::vector<evidence::Nearest> nearest(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (cases[i].missing.empty())
            nearest[i] = steps
                             .nearest(cases[i].posed.scenario, std::span(&scores.predictions[i].parts, 1), *workspace,
                                      hidden(rows[i].source))
                             .front();
    return nearest;
}

std::optional<double> scaling(const catalog::Catalog& catalog, const std::string& name)
{
    const auto scenario = find_scenario(catalog, name);
    if (!scenario)
        return std::nullopt;
    const auto prepared = prepare(*scenario);
    const WorkspacePointer workspace = make_workspace();
    const auto rate = [&](double gpus) {
        return evaluate(*at_gpus(*prepared, gpus), scenario->plan, *workspace).tokens_per_s_per_gpu();
    };
    return rate(2048) / rate(128) - 1;
}

std::optional<double> own_figure(const catalog::Catalog& catalog, const evidence::PeerFigure& peer,
                                 const Scores::Value& scores)
{
    if (peer.is_change())
        return scaling(catalog, peer.source);
    const std::vector<evidence::Row>& rows = scores.sample.rows;
    std::vector<std::size_t> which;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i].source.starts_with(peer.source) && rows[i].gpus.value_or(0) >= peer.least_gpus)
            which.push_back(i);
    const evidence::ScoredGroup group = evidence::score(rows, scores.predictions, which);
    if (peer.measure == "oom")
        return group.memory ? group.memory->oom_accuracy : std::nullopt;
    return group.time ? std::optional(group.time->mape) : std::nullopt;
}

} // namespace

Scores::Value Scores::compute(const Key& key, Work& work)
{
    Value scores;
    scores.sample = evidence::make_sample(work.catalog(), *key.rows);
    std::vector<std::size_t> scored = evidence::all_rows(scores.sample.rows);
    if (key.anchors > 0) {
        evidence::Anchored anchored = evidence::anchor(scores.sample, key.anchors);
        scores.predictions = std::move(anchored.predictions);
        scores.factors = std::move(anchored.factors);
        scored = std::move(anchored.scored);
    } else if (key.left_out) {
        scores.predictions = evidence::leave_out(work.catalog(), scores.sample, *key.left_out);
        scores.nearest = evidence::nearest_without(work.catalog(), scores.sample, *key.left_out);
    } else {
        scores.predictions = evidence::predict(scores.sample);
        if (const auto steps = work.data().runs())
            scores.nearest = nearest_published(*steps, scores);
    }
    for (std::size_t i = 0; i < scores.nearest.size(); ++i)
        if (scores.sample.cases[i].missing.empty())
            scores.predictions[i].doubt = scores.nearest[i].doubt;
    scores.report = evidence::report(scores.sample.rows, scores.predictions, scored);
    return scores;
}

std::size_t Scores::bytes(const Value& value)
{
    return sizeof value + value.sample.rows.size() * (sizeof(evidence::Row) + sizeof(evidence::Case) + sizeof(Parts));
}

Peers::Value Peers::compute(const Key& key, Work& work)
{
    const auto scores = work.get<Scores>(key);
    Value peers{evidence::read_peers(work.catalog()), {}};
    for (const evidence::PeerFigure& row : peers.table.rows)
        peers.own.push_back(own_figure(work.catalog(), row, *scores));
    return peers;
}

} // namespace plateau::answers

namespace plateau::evidence {

using Constants = catalog::StackConstants;

TimedRuns::TimedRuns(const Sample& sample) : sample_(sample), workspace_(make_workspace())
{
    for (std::size_t i = 0; i < sample.cases.size(); ++i)
        if (sample.cases[i].missing.empty() && sample.rows[i].measured_step_seconds())
            timed_.push_back(i);
}

TimedRuns TimedRuns::without(std::size_t left_out) const
{
    TimedRuns rest(sample_);
    rest.timed_.erase(rest.timed_.begin() + static_cast<std::ptrdiff_t>(left_out));
    return rest;
}

Prediction TimedRuns::predict(std::size_t i, const Constants& constants) const
{
    Case moved = sample_.cases[i];
    Constants& own = moved.posed.scenario.assumptions.stack.constants;
    for (const char* key : scaling_keys)
        value_of(own, key) = value_of(constants, key);
    own.fixed_memory_bytes = constants.fixed_memory_bytes;
    return evidence::predict(moved, sample_.rows[i], *workspace_);
}

Eigen::VectorXd TimedRuns::residuals(const Constants& constants) const
{
    Eigen::VectorXd r(static_cast<Eigen::Index>(timed_.size()));
    for (std::size_t k = 0; k < timed_.size(); ++k)
        r[static_cast<Eigen::Index>(k)]
            = std::log(predict(timed_[k], constants).step_seconds / *sample_.rows[timed_[k]].measured_step_seconds());
    return r;
}

Eigen::VectorXd TimedRuns::derivative(const Constants& at, const char* key) const
{
    const catalog::StackConstant& which = constant_of(key);
    double step = 0.01 * (which.high - which.low);
    if (at.*which.value + step > which.high)
        step = -step;
    Constants moved = at;
    moved.*which.value += step;
    return (residuals(moved) - residuals(at)) / step;
}

Eigen::MatrixXd TimedRuns::jacobian(const Constants& at, const std::vector<const char*>& keys) const
{
    Eigen::MatrixXd j(static_cast<Eigen::Index>(timed_.size()), static_cast<Eigen::Index>(keys.size()));
    for (std::size_t k = 0; k < keys.size(); ++k)
        j.col(static_cast<Eigen::Index>(k)) = derivative(at, keys[k]) * value_of(at, keys[k]);
    return j;
}

} // namespace plateau::evidence
