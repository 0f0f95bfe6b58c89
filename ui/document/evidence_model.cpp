// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/evidence_model.h"

namespace plateau::ui {

EvidenceModel::EvidenceModel(ScenarioDocument& document, QObject* parent)
    : QObject(parent), document_(document), runs_(document.answers(), [this](answers::News) { take(); })
{
}

const evidence::Claims& EvidenceModel::claims() const { return document_.answers()->data()->claims(); }

void EvidenceModel::load()
{
    const auto* before = runs_.answer();
    runs_.ask({});
    if (runs_.answer() != before) // remembered: nobody will tell
        take();
}

void EvidenceModel::take()
{
    by_id_.clear();
    for (std::size_t i = 0; i < evidence().sample.rows.size(); ++i)
        by_id_.emplace(evidence().sample.rows[i].id, i);
    emit loaded();
}

std::optional<std::size_t> EvidenceModel::find(const std::string& id) const
{
    const auto found = by_id_.find(id);
    return found == by_id_.end() ? std::nullopt : std::optional(found->second);
}

} // namespace plateau::ui
