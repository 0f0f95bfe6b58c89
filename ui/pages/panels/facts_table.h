// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

#include <vector>

#include "core/views/fact.h"
#include "ui/controls/theme.h"

class QGridLayout;
class QLabel;

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

} // namespace plateau::ui
