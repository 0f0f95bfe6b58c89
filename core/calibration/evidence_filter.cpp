// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/evidence_filter.h"

#include <algorithm>

#include "core/evidence/alike.h"

namespace plateau::figures {

namespace {

std::string precision_group(const Scenario& run)
{
    using catalog::Precision;
    const Precision precision = run.workload.precision;
    if (precision == Precision::NvFp4)
        return english(Message{PLATEAU_TEXT("4 bit"), {}});
    const bool narrow = precision == Precision::Fp8 || precision == Precision::MxFp8;
    return english(Message{narrow ? PLATEAU_TEXT("8 bit") : PLATEAU_TEXT("16 bit"), {}});
}

std::string model_group(const Scenario& run)
{
    return english(Message{run.workload.shape.experts > 0 ? PLATEAU_TEXT("Experts") : PLATEAU_TEXT("Dense"), {}});
}

std::string attention_group(const Scenario& run)
{
    const bool flash = catalog::is_flash(run.assumptions.attention);
    return english(Message{flash ? PLATEAU_TEXT("Flash") : PLATEAU_TEXT("Unfused"), {}});
}

bool is_on(const EvidenceFilter& filter, const Scenario& run)
{
    return std::all_of(filter.groups_off.begin(), filter.groups_off.end(), [&](const auto& entry) {
        const auto found = std::ranges::find(evidence_groupings(), entry.first, &EvidenceGrouping::id);
        return found == evidence_groupings().end() || !entry.second.count(found->group(run));
    });
}

} // namespace

std::span<const EvidenceGrouping> evidence_groupings()
{
    static const EvidenceGrouping table[] = {
        {"hardware",
         {PLATEAU_TEXT("Hardware"), {}},
         [](const Scenario& run) { return hardware_family(run.cluster.accelerator); }},
        {"generation",
         {PLATEAU_TEXT("Generation"), {}},
         [](const Scenario& run) { return run.cluster.accelerator.generation; }},
        {"precision", {PLATEAU_TEXT("Precision"), {}}, precision_group},
        {"models", {PLATEAU_TEXT("Models"), {}}, model_group},
        {"attention", {PLATEAU_TEXT("Attention"), {}}, attention_group},
    };
    return table;
}

std::vector<std::string> groups_of(const evidence::Evidence& evidence, const EvidenceGrouping& grouping)
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < evidence.sample.rows.size(); ++i) {
        if (!evidence.predictions[i].predicted())
            continue;
        const std::string name = grouping.group(evidence.sample.cases[i].posed.scenario);
        if (std::ranges::find(names, name) == names.end())
            names.push_back(name);
    }
    return names;
}

std::vector<std::size_t> filtered(const evidence::Evidence& evidence, const EvidenceFilter& filter,
                                  const Scenario& scenario)
{
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < evidence.sample.rows.size(); ++i) {
        const evidence::Row& row = evidence.sample.rows[i];
        const Scenario& run = evidence.sample.cases[i].posed.scenario;
        if (!evidence.predictions[i].predicted() || filter.sources_off.count(row.source)
            || filter.left_out.count(row.id) || !is_on(filter, run))
            continue;
        if (run.cluster.gpus < filter.least_gpus || run.cluster.gpus > filter.most_gpus)
            continue;
        if (!filter.only_alike || evidence::is_alike(evidence.sample.cases[i], scenario))
            shown.push_back(i);
    }
    return shown;
}

} // namespace plateau::figures
