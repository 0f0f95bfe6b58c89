// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include <optional>

#include "core/answers/step.h"
#include "core/answers/watch.h"
#include "core/diagnostics/file_reading.h"
#include "core/diagnostics/gap.h"
#include "core/diagnostics/tuning.h"
#include "ui/document/edited_question.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;
class QTreeWidget;
class QTreeWidgetItem;

namespace plateau::ui {

class FigureView;
class PictureView;

/// A file of a training program, as it was understood: line by line, each of which can be corrected; what it measured,
/// beside what is predicted; what can be made of it.
class ReadingDialog final : public QDialog {
    Q_OBJECT
public:
    ReadingDialog(ScenarioDocument& document, QString file, QWidget* parent = nullptr);
    ~ReadingDialog() override;

    /// It was read, or could not be.
    bool is_done() const { return reading_.answer() != nullptr; }
    /// Why it could not; null: it could, or is not yet read.
    const Error* error() const;
    /// What is shown; null: nothing yet.
    const programs::Reading* reading() const { return shown_ ? &*shown_ : nullptr; }
    /// The scenario that was read, with the corrections.
    const Scenario& scenario() const { return shown_->resolved; }

signals:
    void read(); ///< is_done()
    void question_wanted(); ///< scenario(), in place of the open one
    void tuning_wanted(const QString& key, const QString& value); ///< a parameter of the open question
    void stack_saved(const QString& id); ///< what was measured of the open question's cluster; in the catalog now

private:
    void show_reading();
    void show_measured();
    void show_figure();
    void ask_predicted();
    QTreeWidgetItem* add_group(const QString& title);
    void add_lines(const QString& title, const std::vector<programs::Line>& lines, bool open);
    void add_causes();
    void add_cause(QTreeWidgetItem* group, const answers::GapCause& cause, const QString& label);
    void add_terms();
    void add_tuned();
    void add_predictions(const answers::Tuning::Value& tuning);
    void tune();
    void save();
    void correct(QTreeWidgetItem* item);
    const Scenario& compared() const;
    void changeEvent(QEvent* event) override;

    ScenarioDocument& document_;
    QString file_;
    QLabel* head_;
    QLabel* sentence_;
    QStackedWidget* pictures_;
    FigureView* plot_;
    PictureView* bars_;
    QTreeWidget* lines_;
    QLabel* complaint_;
    QPushButton* use_;
    QPushButton* tune_;
    QLineEdit* name_;
    QPushButton* save_;
    std::optional<programs::Reading> shown_;
    bool filling_ = false;
    answers::Watch<answers::FileReading> reading_;
    answers::Watch<answers::StepParts> predicted_;
    answers::Watch<answers::Gap> gap_;
    answers::Watch<answers::Tuning> tuning_;
};

} // namespace plateau::ui
