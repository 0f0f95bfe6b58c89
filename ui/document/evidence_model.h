// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>
#include <optional>

#include "core/evidence/known.h"
#include "core/evidence/score.h"
#include "core/figures/evidence_figure.h"
#include "core/threads/pool.h"
#include "ui/document/scenario_document.h"

namespace plateau::ui {

/// The measured runs and their predictions: read and predicted once, in the background, when somebody first asks;
/// again when the catalog is another one. The evidence page shows them, the workbench draws those like its scenario.
class EvidenceModel final : public QObject {
    Q_OBJECT
public:
    EvidenceModel(ScenarioDocument& document, evidence::Claims claims, QObject* parent = nullptr);
    ~EvidenceModel() override;

    /// Starts reading unless that is done or under way.
    void load();
    bool is_loaded() const { return evidence_ != nullptr; }
    /// Waits for the background; for tests.
    void wait();

    const evidence::Evidence& evidence() const { return *evidence_; }
    std::shared_ptr<const evidence::Evidence> shared() const { return evidence_; }
    const std::vector<figures::EvidenceSource>& sources() const { return sources_; }
    const evidence::Claims& claims() const { return claims_; }
    /// How numbers are known by the runs; null until they are read.
    std::shared_ptr<const evidence::KnownSteps> steps() const { return steps_; }
    double seconds() const { return seconds_; } ///< that the background took
    /// Row number of a run; nothing before they are loaded.
    std::optional<std::size_t> find(const std::string& id) const;

signals:
    void loaded();

private:
    ScenarioDocument& document_;
    evidence::Claims claims_;
    std::shared_ptr<const evidence::Evidence> evidence_;
    std::vector<figures::EvidenceSource> sources_;
    std::shared_ptr<const evidence::KnownSteps> steps_;
    std::map<std::string, std::size_t> by_id_;
    double seconds_ = 0;
    bool asked_ = false;
    threads::Background background_; ///< last: stops before what it uses goes away
};

} // namespace plateau::ui
