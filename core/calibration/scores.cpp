// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/scores.h"

#include "core/calibration/statements_table.h"
#include "core/question/scenario/scenario_file.h"

namespace plateau::answers {

namespace {

/// The nearest run to each row among those that its prediction may know; the prediction gets its doubt from it.
std::vector<evidence::Nearest> nearest_of_others(const evidence::Claims& claims, Scores::Value& scores,
                                                 evidence::LeftOut by)
{
    const auto& [rows, cases] = scores.sample;
    const auto runs = std::make_shared<const evidence::Evidence>(
        evidence::Evidence{scores.sample, evidence::predict(scores.sample), {}});
    const evidence::KnownSteps steps(runs, claims.reach);
    const WorkspacePointer workspace = make_workspace();
    std::vector<evidence::Nearest> nearest(rows.size());
    const std::vector<std::string> groups = evidence::groups_of(scores.sample, by);
    std::map<std::string, std::vector<bool>> hidden;
    for (const std::string& group : std::set<std::string>(groups.begin(), groups.end()))
        hidden[group] = evidence::hidden_from(group, groups, by);
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (cases[i].missing.empty()) {
            nearest[i] = steps
                             .nearest(cases[i].posed.scenario, std::span(&runs->predictions[i].parts, 1), *workspace,
                                      hidden[groups[i]])
                             .front();
            scores.predictions[i].doubt = nearest[i].doubt;
        }
    return nearest;
}

/// The nearest shipped run to each row, without the runs of the row's own source.
std::vector<evidence::Nearest> nearest_published(const evidence::KnownSteps& steps, Scores::Value& scores)
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
        if (cases[i].missing.empty()) {
            nearest[i] = steps
                             .nearest(cases[i].posed.scenario, std::span(&scores.predictions[i].parts, 1), *workspace,
                                      hidden(rows[i].source))
                             .front();
            scores.predictions[i].doubt = nearest[i].doubt;
        }
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
    evidence::Sample& sample = scores.sample;
    std::vector<std::size_t> scored = evidence::all_rows(sample.rows);
    scores.dials = key.dials;
    switch (key.fit) {
    case Fit::Anchors: {
        evidence::Anchored anchored = evidence::anchor(sample, key.anchors);
        scores.predictions = std::move(anchored.predictions);
        scores.factors = std::move(anchored.factors);
        scored = std::move(anchored.scored);
        break;
    }
    case Fit::Others:
        scores.predictions = evidence::leave_out(work.catalog(), sample, key.left_out);
        scores.nearest = nearest_of_others(work.data().claims(), scores, key.left_out);
        break;
    case Fit::Dials:
        scores.fit = evidence::fit(sample, scored, scores.dials);
        break;
    case Fit::Pooled:
        scores.without = evidence::leave_out_intervals(work.catalog(), sample);
        scores.pooled = evidence::fit_pooled(work.catalog(), sample, scored);
        break;
    case Fit::Nothing:
        break;
    }
    if (scores.predictions.empty())
        scores.predictions = evidence::predict(sample);
    if (key.fit == Fit::Nothing)
        if (const auto steps = work.data().runs())
            scores.nearest = nearest_published(*steps, scores);
    scores.report = evidence::report(sample.rows, scores.predictions, scored);
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

Statements::Value Statements::compute(const Key&, Work& work)
{
    Value said;
    for (const evidence::Statement& statement : work.data().claims().statements)
        said.push_back(evidence::predicted(work.catalog(), statement));
    return said;
}

} // namespace plateau::answers
