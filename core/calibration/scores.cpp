// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/scores.h"

#include "core/question/scenario/scenario_file.h"

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
