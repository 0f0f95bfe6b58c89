// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

#include <vector>

#include "core/answers/watch.h"
#include "core/diagnostics/gap.h"
#include "ui/document/edited_question.h"
#include "ui/pages/panels/page.h"

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QVBoxLayout;

namespace plateau::ui {

class SuggestionRow;

/// Why is my run slower? What was measured of the question, typed or pasted as a line of a log, beside what is
/// predicted; what alone would explain it; what the runs measured of pinned questions rule out. The number is kept with
/// the scenario.
class MeasuredPanel final : public QScrollArea {
    Q_OBJECT
public:
    explicit MeasuredPanel(ScenarioDocument& document, QWidget* parent = nullptr);

    /// Pins with a number of their own are other runs of the cluster.
    void follow(Pins& pins);
    /// Reads the document again.
    void refresh() { sight_.fill(); }
    /// Does what typing these words and Enter would do.
    void enter(const QString& words);
    const answers::Gap::Value* answer() const { return watch_.is_current() ? watch_.answer() : nullptr; }
    QString as_text() const; ///< what stands below the field
    void apply(std::size_t cause); ///< makes it so in the open question
    QSize sizeHint() const override { return {300, 330}; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void build_field(QVBoxLayout* column);
    void commit();
    void forget();
    void ask();
    QString name_of(std::size_t run) const;
    void fill();
    void fill_causes();

    ScenarioDocument& document_;
    Pins* pins_ = nullptr;
    QLabel* intro_;
    QPlainTextEdit* field_;
    QPushButton* enter_;
    QPushButton* forget_;
    QLabel* error_;
    QLabel* runs_;
    QLabel* place_;
    QLabel* verdict_;
    QVBoxLayout* rows_;
    std::vector<SuggestionRow*> shown_;
    QLabel* ruled_out_;
    std::vector<QString> names_; ///< of the runs that are asked about
    answers::Watch<answers::Gap> watch_;
    InSight sight_{*this, [this] {
                       ask();
                       fill();
                   }};
};

} // namespace plateau::ui
