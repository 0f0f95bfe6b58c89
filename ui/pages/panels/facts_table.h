// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QHBoxLayout>
#include <QString>
#include <QStringList>
#include <QWidget>

#include "core/charts/figure.h"
#include "core/views/words.h"
#include "ui/controls/theme.h"
#include "ui/pages/panels/page.h"

class QGridLayout;
class QLabel;
class QLineEdit;
class QToolButton;

namespace plateau::ui {

/// The name, behind it in grey the unit and the mark of what is assumed; as HTML. `narrow`: in few words.
QString fact_label(const narrate::Fact& fact, const Theme& theme, bool narrow = false);
/// What a pointer over it is told.
QString fact_hint(const narrate::Fact& fact);
/// The value in a column; empty beyond the last.
QString fact_value(const narrate::Fact& fact, std::size_t column = 0);

/// Sentences one after the other.
QString joined(const std::vector<Message>& sentences, QChar separator = QLatin1Char(' '));
/// One string for each.
QStringList paragraphs(const std::vector<Message>& sentences);

/// Names at the left, values in columns at the right, thin rules between.
class FactsTable final : public QWidget {
    Q_OBJECT
public:
    explicit FactsTable(QWidget* parent = nullptr);

    /// Headings of the name column and of the values; the column whose values stand in bold, -1: none.
    void set_columns(const QString& name, const std::vector<QString>& columns, int bold);
    /// What a pointer over a column's head is told.
    void set_heads_help(const std::vector<QString>& help);
    void set_column_width(int pixels); ///< at least
    void set_name_width(int pixels); ///< at least, of the names
    void set_narrow(bool narrow); ///< names in few words
    void show_facts(const std::vector<narrate::Fact>& facts);
    const std::vector<narrate::Fact>& facts() const { return facts_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void fill();
    void apply_column_width();
    QLabel* cell(std::size_t row, std::size_t column);

    QGridLayout* grid_;
    std::vector<QLabel*> heads_;
    std::vector<std::vector<QLabel*>> cells_; ///< by row, the name first
    std::vector<narrate::Fact> facts_;
    std::vector<QString> columns_;
    QString name_;
    int bold_ = -1;
    int column_width_ = 0;
    bool narrow_ = false;
};

/// One configuration in the list: its line and marker, its name, what is particular about it, an eye.
class ConfigurationRow final : public QWidget {
    Q_OBJECT
public:
    explicit ConfigurationRow(QWidget* parent = nullptr);

    struct Content {
        QString name;
        QString sign; ///< before the name: "A"; may be empty
        QString words;
        figures::SeriesRole role = figures::SeriesRole::Current;
        bool current = false;
        bool hidden = false;
        bool may_hide = true; ///< the current one stays in sight
    };
    void show_content(const Content& content);
    const Content& content() const { return content_; }
    void begin_rename();

    QSize sizeHint() const override { return {200, 44}; }

signals:
    void chosen();
    void hide_wanted(bool hidden);
    void renamed(const QString& name);
    void menu_wanted(const QPoint& global);
    void removal_wanted();
    void step_wanted(int rows);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void end_rename(bool keep);
    void dress();

    Content content_;
    QToolButton* eye_;
    QLineEdit* editor_;
};

/// Configurations below each other. Up and Down go from one to the next.
class ConfigurationList final : public QWidget {
    Q_OBJECT
public:
    explicit ConfigurationList(QWidget* parent = nullptr);

    void show_rows(const std::vector<ConfigurationRow::Content>& contents);
    ConfigurationRow* row(int index) const { return rows_[static_cast<std::size_t>(index)]; }

signals:
    void chosen(int row);
    void renamed(int row, const QString& name);
    void removal_wanted(int row);
    void hide_wanted(int row, bool hidden);
    void menu_wanted(int row, const QPoint& global);

private:
    void add_row();

    std::vector<ConfigurationRow*> rows_;
    int shown_ = 0; ///< the first ones
};

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

/// The answer in a few large numbers, small words below each. A click on one asks where it comes from.
class AnswerStrip final : public QWidget {
    Q_OBJECT
public:
    explicit AnswerStrip(QWidget* parent = nullptr) : QWidget(parent), columns_(new QHBoxLayout(this)) { }

    /// Not `fresh`: they answer the question before, and are pale.
    void show_facts(const std::vector<narrate::Fact>& facts, bool fresh);
    void set_compact(bool compact) { compact_ = compact; }
    QString as_text() const; ///< "10,534 tokens/s each GPU; 49 % MFU; ..."

signals:
    void metric_clicked(const QString& metric);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Number {
        QLabel* value;
        QLabel* words;
    };

    QHBoxLayout* columns_;
    std::vector<Number> numbers_;
    bool compact_ = false;
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
    /// Where there is no room for a third column, its change is under the pointer.
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
    std::vector<int> rules() const; ///< where the lines between the facts are

    QLabel* where_;
    QLabel* current_;
    QLabel* beside_;
    QLabel* change_;
    QString beside_name_;
    QString beside_gpus_;
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
