// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/model/metrics.h"
#include "ui/pages/panels/panel.h"

class QGridLayout;
class QLabel;
class QPushButton;

namespace plateau::ui {

/// One plan beside the current one, number by number, and the button that makes it the current one.
class PlanPanel final : public Panel {
    Q_OBJECT
public:
    explicit PlanPanel(QWidget* parent = nullptr);

    /// Null: nothing is selected.
    void show_plan(const Parts* plan, const Parts& current, const QString& settings = {});
    void set_stale(bool stale);
    QPushButton& adopt_button() const { return *adopt_; }
    /// The texts of a metric that is compared: its name, then this, current and change as shown.
    QStringList row_texts(std::string_view key) const;
    /// With room for a plan of two lines, whatever stands there now.
    QSize sizeHint() const override;

signals:
    void adopted();

protected:
    void fill() override;
    void paintEvent(QPaintEvent* event) override;
    QSize minimumSizeHint() const override { return {230, QWidget::minimumSizeHint().height()}; }
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Line {
        QLabel* name;
        QLabel* here;
        QLabel* current;
        QLabel* change;
    };

    bool is_narrow() const;
    QColor ink(const Parts* parts, bool memory) const;

    std::optional<Parts> plan_;
    Parts current_;
    QString settings_; ///< what else has to be set for it
    QLabel* title_;
    QLabel* details_;
    QGridLayout* grid_;
    std::vector<QLabel*> heads_;
    std::vector<Line> lines_;
    QPushButton* adopt_;
    bool stale_ = false;
};

/// Sentences: why the plan differs from the current one, and what to beware of.
class PlanReasonsPanel final : public Panel {
    Q_OBJECT
public:
    explicit PlanReasonsPanel(QWidget* parent = nullptr);
    void show_plan(const Parts* plan, const Parts& current, const Scenario& scenario);
    QString words() const;

protected:
    void fill() override;

private:
    QLabel* reasons_;
    QLabel* icon_;
    QLabel* warning_;
};

} // namespace plateau::ui
