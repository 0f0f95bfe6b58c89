// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QScrollArea>

#include "core/answers/equal_hardware.h"
#include "core/answers/solutions.h"
#include "core/answers/watch.h"
#include "ui/document/edited_question.h"
#include "ui/pages/panels/page.h"

class QComboBox;
class QLabel;
class QPushButton;

namespace plateau::ui {

class KeyField;
class Segments;
class SolutionList;

/// The other way round: limits first, then the most tokens, the lowest loss, the largest model, the smallest cluster or
/// the cheapest hardware that keeps them, or what one number must be. Limits are remembered with the scenario.
class SolvePanel final : public QScrollArea {
    Q_OBJECT
public:
    explicit SolvePanel(QuestionDocument& document, QWidget* parent = nullptr);

    /// All that stands in it; done when it is first in sight, if not before.
    void build();
    /// Are the published runs read, so that solutions can say how they are known?
    void set_known(bool known) { known_ = known; }
    /// The pins that a number can be asked against.
    void follow(const Pins& pins);
    /// Reads the document again.
    void refresh();
    bool is_busy() const { return watch_.is_busy() || number_watch_.is_busy(); }
    const answers::Solutions::Value* answer() const { return watch_.answer(); }
    QSize sizeHint() const override { return {300, 330}; }

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void build_form();
    void build_answer();
    void take_enter();
    void commit(std::size_t index, const QString& words);
    double limit(std::size_t index) const;
    void ask();
    void ask_number(const answers::Limits& limits);
    answers::Limits limits() const;
    void take(answers::News news);
    void take_number(answers::News news);
    void show_progress(const answers::Progress& progress);
    void fill_numbers();
    void show_rivals();
    bool is_number() const;
    bool has_answer() const { return is_number() ? number_watch_.answer() != nullptr : answer() != nullptr; }
    void cancel();
    void show_found(int index);
    void show_among();
    void show_state();
    void apply();
    bool is_found() const;

    QuestionDocument& document_;
    bool known_ = false;
    Segments* target_ = nullptr;
    Segments* among_ = nullptr; ///< which hardware may be found
    QWidget* number_form_ = nullptr; ///< of the last target: which number, for what
    QComboBox* number_ = nullptr;
    QComboBox* rival_ = nullptr; ///< the limits, or a pin
    const Pins* pins_ = nullptr;
    QString rival_name_; ///< of the pin that was asked against
    KeyField* tokens_ = nullptr;
    std::vector<KeyField*> fields_; ///< of answers::limit_rows()
    QPushButton* solve_ = nullptr;
    QLabel* progress_ = nullptr;
    QLabel* sentence_ = nullptr;
    QLabel* details_ = nullptr;
    SolutionList* list_ = nullptr;
    QPushButton* apply_ = nullptr;
    std::size_t shown_ = 0; ///< of what was found
    bool outdated_ = false; ///< the scenario or a limit changed since
    bool committed_ = false; ///< by the key that is under way
    InSight sight_{*this, [this] { build(); }};
    answers::Watch<answers::Solutions> watch_;
    answers::Watch<answers::NeededValue> number_watch_;
};

} // namespace plateau::ui
