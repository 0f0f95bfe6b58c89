// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

#include <vector>

#include "ui/workbench/solver.h"

class QLabel;
class QPushButton;

namespace plateau::ui {

class KeyField;
class QuestionDocument;
class Segments;
class SolutionList;

/// The other way round: limits first, then the smallest cluster, the cheapest hardware or the largest model that keeps
/// them. Limits are remembered with the scenario.
class SolvePanel final : public QScrollArea {
    Q_OBJECT
public:
    explicit SolvePanel(QuestionDocument& document, QWidget* parent = nullptr);

    /// Of the measured runs; null until they are read.
    void set_steps(std::shared_ptr<const evidence::KnownSteps> steps) { steps_ = std::move(steps); }
    /// Reads the document again.
    void refresh();
    const Solver& solver() const { return solver_; }
    QSize sizeHint() const override { return {300, 330}; }

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void build_form();
    void build_answer();
    void commit(std::size_t index, const QString& words);
    double limit(std::size_t index) const;
    void ask();
    void show_answer(const std::shared_ptr<const Solver::Answer>& answer);
    void show_found(int index);
    void show_among();
    void show_state();
    void apply();
    bool is_found() const;

    QuestionDocument& document_;
    Solver solver_;
    std::shared_ptr<const catalog::Catalog> catalog_;
    std::shared_ptr<const evidence::KnownSteps> steps_;
    Segments* target_;
    Segments* among_; ///< which hardware may be found
    KeyField* tokens_;
    std::vector<KeyField*> fields_; ///< of explore::limit_rows()
    QPushButton* solve_;
    QLabel* progress_;
    QLabel* sentence_;
    QLabel* details_;
    SolutionList* list_;
    QPushButton* apply_;
    std::shared_ptr<const Solver::Answer> answer_;
    std::size_t shown_ = 0; ///< of what was found
    bool outdated_ = false; ///< the scenario or a limit changed since
};

} // namespace plateau::ui
