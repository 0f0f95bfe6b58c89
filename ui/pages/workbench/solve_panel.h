// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

#include <vector>

#include "core/answers/advice.h"
#include "core/answers/watch.h"

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

    /// Are the published runs read, so that solutions can say how they are known?
    void set_known(bool known) { known_ = known; }
    /// Reads the document again.
    void refresh();
    bool is_busy() const { return watch_.is_busy(); }
    const answers::Solutions::Value* answer() const { return watch_.answer(); }
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
    void take(answers::News news);
    void cancel();
    void show_found(int index);
    void show_among();
    void show_state();
    void apply();
    bool is_found() const;

    QuestionDocument& document_;
    bool known_ = false;
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
    std::size_t shown_ = 0; ///< of what was found
    bool outdated_ = false; ///< the scenario or a limit changed since
    answers::Watch<answers::Solutions> watch_;
};

} // namespace plateau::ui
