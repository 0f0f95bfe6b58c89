// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/evidence_model.h"

#include <QCoreApplication>

#include <chrono>

namespace plateau::ui {

EvidenceModel::EvidenceModel(ScenarioDocument& document, evidence::Claims claims, QObject* parent)
    : QObject(parent), document_(document), claims_(std::move(claims))
{
}

EvidenceModel::~EvidenceModel() = default;

void EvidenceModel::load()
{
    if (asked_)
        return;
    asked_ = true;
    // The catalog lives as long as the document; the answer crosses by one queued call.
    const catalog::Catalog& catalog = document_.catalog();
    background_.submit([this, &catalog, error = claims_.reach](const std::stop_token& stop, std::uint64_t generation) {
        const auto start = std::chrono::steady_clock::now();
        auto evidence = std::make_shared<const evidence::Evidence>(evidence::read_evidence(catalog, stop));
        if (stop.stop_requested())
            return;
        auto sources = figures::evidence_sources(*evidence, claims_);
        auto steps = std::make_shared<const evidence::KnownSteps>(evidence, error);
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        QMetaObject::invokeMethod(
            this,
            [this, generation, evidence, sources, steps, seconds] {
                if (generation != background_.generation())
                    return;
                evidence_ = evidence;
                sources_ = sources;
                steps_ = steps;
                seconds_ = seconds;
                by_id_.clear();
                for (std::size_t i = 0; i < evidence_->sample.rows.size(); ++i)
                    by_id_.emplace(evidence_->sample.rows[i].id, i);
                emit loaded();
            },
            Qt::QueuedConnection);
    });
}

void EvidenceModel::wait()
{
    background_.wait();
    QCoreApplication::sendPostedEvents(this);
}

std::optional<std::size_t> EvidenceModel::find(const std::string& id) const
{
    const auto found = by_id_.find(id);
    return found == by_id_.end() ? std::nullopt : std::optional(found->second);
}

} // namespace plateau::ui
