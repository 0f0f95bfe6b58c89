// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <optional>

#include <QObject>
#include <QStringList>

#include "core/answers/step.h"
#include "core/answers/watch.h"
#include "core/evidence/claims.h"
#include "ui/document/edited_question.h"

namespace plateau::ui {

/// The published runs and their predictions, read once, when somebody first asks. The workbench draws those that
/// are like its scenario.
class EvidenceModel final : public QObject {
    Q_OBJECT
public:
    explicit EvidenceModel(ScenarioDocument& document, QObject* parent = nullptr);

    /// Starts reading unless that is done or under way.
    void load();
    bool is_loaded() const { return runs_.answer() != nullptr; }
    /// Waits for the runs; for tests.
    void wait() { runs_.wait(); }

    const evidence::Evidence& evidence() const { return steps()->evidence(); }
    std::shared_ptr<const evidence::Evidence> shared() const { return steps()->shared_evidence(); }
    const evidence::Claims& claims() const;
    /// How numbers are known by the runs; null until they are read.
    std::shared_ptr<const evidence::KnownSteps> steps() const { return is_loaded() ? *runs_.answer() : nullptr; }
    /// Row number of a run; nothing before they are loaded.
    std::optional<std::size_t> find(const std::string& id) const;

signals:
    void loaded();

private:
    void take();

    ScenarioDocument& document_;
    std::map<std::string, std::size_t> by_id_;
    answers::Watch<answers::Runs> runs_;
};

// The files opened or saved last, newest first, kept between sessions.

QStringList recent_files();
void add_recent_file(const QString& file);
void forget_recent_files();

} // namespace plateau::ui
