// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <set>

#include <QObject>

#include "core/answers/watch.h"
#include "core/calibration/evidence_facts.h"
#include "core/calibration/own_runs.h"
#include "ui/document/edited_question.h"
#include "ui/pages/panels/facts_table.h"
#include "ui/pages/panels/page.h"

class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;

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

class QuietCombo;
class Segments;

/// Runs of one's own: typed or from a table, what they determine, and the stack they become. Says everything inline.
class CalibratePanel final : public Panel {
    Q_OBJECT
public:
    CalibratePanel(ScenarioDocument& document, CalibrateModel& model, QWidget* parent = nullptr);

    void open_form(bool open);
    /// Opens a file as if it had been chosen in the file dialog.
    void open_csv(const QString& file);
    void save_table(const QString& file);
    /// A result that stands in no stack yet.
    bool is_unsaved() const { return model_.result() && *model_.result() && model_.result() != saved_result_; }
    /// Returns false when it was not saved; the panel says why.
    bool save();
    /// What would be lost, as text that restore() takes; empty: nothing.
    std::string copy() const;
    void restore(const std::string& copy);

signals:
    void changed();

protected:
    void fill() override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void build_form();
    void build_result();
    void add_run();
    void ask_csv();
    void ask_table();
    void use_saved();
    void refresh();
    void refresh_question();
    void fill_bases();
    void fill_runs();
    void fail(QLineEdit* field, const QString& words);

    ScenarioDocument& document_;
    CalibrateModel& model_;
    QLabel* intro_;
    QPushButton* enter_;
    QPushButton* read_;
    QLabel* table_;
    QWidget* form_;
    QLabel* question_;
    QLineEdit* gpus_;
    Segments* kind_;
    QLineEdit* measured_;
    QLineEdit* memory_;
    QPushButton* add_;
    QLabel* error_;
    QWidget* result_;
    QuietCombo* base_;
    QGridLayout* runs_;
    QLabel* sentence_;
    QLabel* limits_;
    QLineEdit* name_;
    QPushButton* save_;
    QLabel* saved_;
    std::string saved_id_;
    std::shared_ptr<const Expected<evidence::Calibration>> saved_result_;
};

/// A run chosen on the evidence page: what it is called and a table about it; a hint while none is chosen.
class RunPanel final : public Panel {
    Q_OBJECT
public:
    explicit RunPanel(const QString& hint, QWidget* parent = nullptr);

    void set_columns(const std::vector<QString>& columns, int bold);
    void show_run(const QString& title, const QString& subtitle, const std::vector<narrate::Fact>& facts);
    void clear();
    FactsTable& table() const { return *table_; }
    QString title() const;

protected:
    void fill() override;

private:
    QLabel* title_;
    QLabel* subtitle_;
    QLabel* hint_;
    FactsTable* table_;
};

/// Says where the run comes from, how its numbers are known, what was assumed, and what can be done with it.
class RunSourcePanel final : public Panel {
    Q_OBJECT
public:
    explicit RunSourcePanel(QWidget* parent = nullptr);

    void show_run(const narrate::RunOrigin& origin, bool left_out);
    void clear();
    QPushButton* open_button() const { return open_; }
    QPushButton* leave_out_button() const { return leave_out_; }
    /// Writes words below the buttons; empty: none.
    void say(const QString& words);

signals:
    void open_wanted();
    void leave_out_wanted(bool out);

protected:
    void fill() override;

private:
    QLabel* source_;
    QLabel* assumed_;
    QLabel* notes_;
    QLabel* said_;
    QPushButton* open_;
    QPushButton* leave_out_;
    narrate::RunOrigin origin_;
    bool left_out_ = false;
    bool empty_ = true;
};

} // namespace plateau::ui
