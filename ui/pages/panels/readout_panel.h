// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <vector>

#include "core/charts/figure.h"
#include "core/views/fact.h"
#include "ui/pages/panels/panel.h"

class QGridLayout;
class QLabel;

namespace plateau::ui {

/// The values of several curves at one place: a line each, with a sample of the curve.
class CurveValues final : public QWidget {
    Q_OBJECT
public:
    struct Line {
        QString name;
        figures::SeriesRole role = figures::SeriesRole::Current;
        QStringList values; ///< under the heads; a single one takes the whole line
    };

    explicit CurveValues(QWidget* parent = nullptr);
    void show_lines(QStringList heads, std::vector<Line> lines);
    const std::vector<Line>& lines() const { return lines_; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QStringList heads_;
    std::vector<Line> lines_;
};

/// The current point in numbers.
class ReadoutPanel final : public Panel {
    Q_OBJECT
public:
    explicit ReadoutPanel(QWidget* parent = nullptr);

    /// `column`: whose numbers they are. `stale`: they no longer answer the question.
    void show_facts(const QString& where, const QString& column, std::vector<narrate::Fact> facts, const QString& note,
                    bool stale);
    /// Whose numbers stand in the second column of the facts, with the change from them in the third; empty: neither.
    /// Where there is no room for a third column, a click on the head of the second shows the change in its place.
    /// `gpus`: their count, where it is another than the first column's; else empty.
    void set_beside(const QString& name, const QString& gpus, figures::SeriesRole role);
    /// The place the numbers are of, while its own are still on their way.
    void set_where(const QString& where);
    /// Below the facts, of every curve that is drawn; no lines: nothing.
    void show_curves(QStringList heads, std::vector<CurveValues::Line> lines);
    const CurveValues& curves() const { return *curves_; }
    QString where() const;
    /// Name, value and unit of every row, tab-separated.
    QString as_text() const;

signals:
    void metric_clicked(const QString& metric);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void fill() override;
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    struct Line {
        QLabel* name;
        QLabel* value;
        QLabel* beside;
        QLabel* change;
        bool rule_above = false;
    };
    void add_line();
    void choose(int line);
    void show_change_instead(bool instead);
    std::vector<int> rules() const; ///< where the lines between the facts are

    QLabel* where_;
    QLabel* current_;
    QLabel* beside_;
    QLabel* change_;
    QString beside_name_;
    QString beside_gpus_;
    bool change_instead_ = false; ///< in the second column
    figures::SeriesRole beside_role_ = figures::SeriesRole::PinA;
    QGridLayout* grid_;
    CurveValues* curves_;
    QLabel* note_;
    std::vector<Line> lines_;
    std::vector<int> painted_rules_;
    std::vector<narrate::Fact> facts_;
    bool stale_ = false;
    int chosen_ = -1; ///< line that the keyboard is at
};

} // namespace plateau::ui
