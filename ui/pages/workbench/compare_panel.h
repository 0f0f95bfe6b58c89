// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <vector>

#include <QScrollArea>

#include "core/answers/scaling_curve.h"
#include "core/views/words.h"
#include "ui/pages/panels/page.h"

class QLabel;
class QToolButton;
class QVBoxLayout;

namespace plateau::ui {

class ConfigurationList;
class FactsTable;
class QuietCombo;
class WorkbenchModel;

/// The pinned questions: which are shown, in what any two of them differ, and what comes of it.
class ComparePanel final : public QScrollArea {
    Q_OBJECT
public:
    explicit ComparePanel(QWidget* parent = nullptr);

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
    void chosen(int pin);
    void renamed(int pin, const QString& name);
    void hide_wanted(int pin, bool hidden);
    void swap_wanted(int pin);
    void restore_wanted(int pin);
    void removal_wanted(int pin);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void catch_up();
    void show_rows(const WorkbenchModel& model);
    void show_pair(const WorkbenchModel& model);
    void show_row_menu(int pin, const QPoint& global);

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

class KeyField;
class QuestionDocument;

/// Where returns diminish: the knee, what the last and the next GPUs bring, scaling efficiency, and what took the rest.
class ReturnsPanel final : public QScrollArea {
    Q_OBJECT
public:
    explicit ReturnsPanel(QuestionDocument& document, QWidget* parent = nullptr);

    /// All that stands in it; done when it is first in sight, if not before.
    void build();
    /// Computed while the panel can be seen, else when it is next.
    void show_curve(std::shared_ptr<const answers::ScalingCurve> curve, bool stale);
    /// Everything it says, a line each.
    QString as_text() const;
    QSize sizeHint() const override { return {300, 330}; }

private:
    void add_key(KeyField*& field, const char* key);
    void show_key(KeyField& field, const char* key);
    QString knee_words() const;
    std::vector<narrate::Fact> facts() const;
    void fill();
    void add_line();
    void align();

    QuestionDocument& document_;
    InSight sight_{*this, [this] { fill(); }};
    QLabel* knee_ = nullptr; ///< this and all else once it is in sight
    KeyField* factor_ = nullptr;
    KeyField* critical_ = nullptr;
    KeyField* base_ = nullptr;
    QVBoxLayout* lines_ = nullptr;
    std::vector<std::array<QLabel*, 3>> cells_; ///< of each line: what it is, to here, from here
    std::shared_ptr<const answers::ScalingCurve> curve_;
    bool stale_ = false;
    bool waits_ = false; ///< the curve answers the question before
};

} // namespace plateau::ui
