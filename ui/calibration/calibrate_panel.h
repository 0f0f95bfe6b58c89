// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/calibration/calibrate_model.h"
#include "ui/pages/panels/panel.h"

class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace plateau::ui {

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

} // namespace plateau::ui
