// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>
#include <set>

#include "core/answers/watch.h"
#include "core/calibration/own_runs.h"
#include "ui/document/question_document.h"

namespace plateau::ui {

/// Runs of one's own, typed or read, and what they determine of a stack.
class CalibrateModel final : public QObject {
    Q_OBJECT
public:
    explicit CalibrateModel(ScenarioDocument& document, QObject* parent = nullptr);

    /// The current scenario, as measured; on another number of GPUs where one is given.
    Expected<void> add_typed(const evidence::TypedRun& run, double gpus = 0);
    /// A table for add_file() to fill in, made from the current scenario.
    std::string table() const;
    /// Adds all rows of a table of measured runs.
    Expected<void> add_file(const std::string& file);
    void remove(std::size_t run);
    /// The runs and the software they used, as text from which restore() makes them again.
    std::string as_text() const;
    /// Puts the runs of a text in place of those there are.
    Expected<void> restore(const std::string& text);
    std::size_t run_count() const { return runs_.size(); }
    const std::string& run_id(std::size_t run) const
    {
        const answers::OwnRun& own = runs_[run].run;
        return own.scenario ? own.typed.id : own.row.id;
    }

    /// The software the runs used; the current scenario's stack until somebody chooses.
    std::string base() const;
    void set_base(const std::string& stack);

    /// Returns the fit or why there is none; null while there are no runs or the fit is under way.
    std::shared_ptr<const Expected<evidence::Calibration>> result() const
    {
        return fit_.is_current() ? fit_.shared() : nullptr;
    }
    /// Saves the stack and reads the catalog again, so that it can be chosen. Returns its id.
    Expected<std::string> save(const std::string& title);
    void wait() { fit_.wait(); }

signals:
    void updated();

private:
    struct Run {
        answers::OwnRun run;
        std::shared_ptr<const std::string> table; ///< that it was read from; null: typed
        std::size_t line = 0; ///< its row there, from 0
    };
    Expected<void> add_table(const std::string& table, const std::string& where, const std::set<std::size_t>& wanted);
    Expected<void> add_typed(const Scenario& scenario, const evidence::TypedRun& run);
    void fit();

    ScenarioDocument& document_;
    std::vector<Run> runs_;
    std::string base_;
    int typed_ = 0;
    answers::Watch<answers::Calibration> fit_;
};

} // namespace plateau::ui
