// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

class QLabel;
class QToolButton;

namespace plateau::ui {

class ConfigurationList;
class FactsTable;
class Pins;
class QuietCombo;
class WorkbenchModel;

/// The pinned questions: which are shown, in what any two of them differ, and what comes of it.
class ComparePanel final : public QScrollArea {
    Q_OBJECT
public:
    explicit ComparePanel(QWidget* parent = nullptr);

    /// What is done to the rows is done to these.
    void follow(Pins& pins);
    void show_model(const WorkbenchModel& model);
    void set_compact(bool compact);
    QSize sizeHint() const override { return {300, 360}; }
    ConfigurationList& list() const { return *list_; }
    const FactsTable& parameters() const { return *parameters_; }
    const FactsTable& values() const { return *values_; }
    QString sentence() const;

signals:
    void save_wanted();
    void open_wanted();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void catch_up();
    void show_rows(const WorkbenchModel& model);
    void show_pair(const WorkbenchModel& model);
    void show_row_menu(int pin, const QPoint& global);

    Pins* pins_ = nullptr;
    const WorkbenchModel* model_ = nullptr;
    ConfigurationList* list_;
    QToolButton* swap_;
    QToolButton* restore_;
    QToolButton* remove_;
    QLabel* nothing_;
    QLabel* against_label_;
    QuietCombo* against_;
    QLabel* sentence_;
    QLabel* parameters_head_;
    FactsTable* parameters_;
    QLabel* values_head_;
    FactsTable* values_;
    int chosen_ = 0;
    bool behind_ = false; ///< hidden while the question moved
    bool compact_ = false;
};

} // namespace plateau::ui
