// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/panels/facts_table.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>

#include "ui/controls/appearance.h"
#include "ui/controls/controls.h"
#include "ui/controls/subject.h"
#include "ui/controls/text.h"
#include "ui/pages/panels/panel.h"

namespace plateau::ui {

namespace {

/// A unit stays in one line.
QString unbroken(QString unit) { return unit.replace(u'/', QStringLiteral("/\u2060")).replace(u' ', QChar(0x00A0)); }

/// "Throughput, M tok/s": as a unit, what comes last.
QString few_words(const QString& name_and_unit)
{
    const QString between = QStringLiteral(", ");
    const qsizetype end = name_and_unit.lastIndexOf(between);
    return end < 0 ? name_and_unit
                   : name_and_unit.left(end) + between + unbroken(name_and_unit.mid(end + between.size()));
}

} // namespace

QString fact_label(const narrate::Fact& fact, const Theme& theme, bool narrow)
{
    const bool few = narrow && !fact.narrow.empty();
    const QString unit = few ? QString() : unbroken(text(fact.unit).toHtmlEscaped());
    return (few ? few_words(text(fact.narrow)) : text(fact.name)).toHtmlEscaped()
        + QStringLiteral("%1<span style=\"color:%2; font-size:12px\">%3%4</span>")
              .arg(unit.isEmpty() ? QString() : QStringLiteral(" "), theme.text2.name(), unit,
                   fact.assumed ? QStringLiteral("&nbsp;≈") : QString());
}

QString fact_hint(const narrate::Fact& fact)
{
    return fact.known.empty() ? text(fact.help) : text(fact.help) + QLatin1Char('\n') + text(fact.known);
}

QString fact_value(const narrate::Fact& fact, std::size_t column)
{
    return column < fact.values.size() ? text(fact.values[column]) : QString();
}

QStringList paragraphs(const std::vector<Message>& sentences)
{
    QStringList list;
    for (const Message& sentence : sentences)
        list << text(sentence);
    return list;
}

QString joined(const std::vector<Message>& sentences, QChar separator) { return paragraphs(sentences).join(separator); }

namespace {

constexpr int fact_height = 24;

} // namespace

FactsTable::FactsTable(QWidget* parent) : QWidget(parent), grid_(new QGridLayout(this))
{
    grid_->setContentsMargins(0, 0, 0, 0);
    grid_->setHorizontalSpacing(12);
    grid_->setVerticalSpacing(0);
    follow_theme(*this, [this] { fill(); });
}

void FactsTable::set_columns(const QString& name, const std::vector<QString>& columns, int bold)
{
    name_ = name;
    columns_ = columns;
    bold_ = bold;
    while (heads_.size() < columns.size() + 1) {
        auto* head = new QLabel(this);
        head->setFont(interface_font(12, heads_.empty() ? 600 : 400));
        head->setAlignment((heads_.empty() ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
        grid_->addWidget(head, 0, static_cast<int>(heads_.size()));
        heads_.push_back(head);
    }
    const bool one = columns.size() == 1; // then its words may need several lines
    grid_->setColumnStretch(0, one ? 0 : 1);
    grid_->setColumnStretch(1, one ? 1 : 0);
    bool any = !name.isEmpty();
    for (const QString& column : columns)
        any = any || !column.isEmpty();
    grid_->setRowMinimumHeight(0, any ? fact_height : 0);
    for (std::size_t i = 0; i < heads_.size(); ++i)
        heads_[i]->setVisible(any);
    apply_column_width();
    fill();
}

void FactsTable::set_heads_help(const std::vector<QString>& help)
{
    for (std::size_t i = 0; i < std::min(help.size(), columns_.size()); ++i) {
        heads_[i + 1]->setToolTip(tip(help[i]));
        heads_[i + 1]->setWordWrap(true);
    }
}

void FactsTable::set_column_width(int pixels)
{
    column_width_ = pixels;
    apply_column_width();
}

void FactsTable::set_name_width(int pixels) { grid_->setColumnMinimumWidth(0, pixels); }

void FactsTable::apply_column_width()
{
    for (int column = 1; column < int(heads_.size()); ++column)
        grid_->setColumnMinimumWidth(column, column <= int(columns_.size()) ? column_width_ : 0);
}

void FactsTable::set_narrow(bool narrow)
{
    if (narrow_ == narrow)
        return;
    narrow_ = narrow;
    grid_->setHorizontalSpacing(narrow ? 8 : 12);
    fill();
}

QLabel* FactsTable::cell(std::size_t row, std::size_t column)
{
    while (cells_.size() <= row) {
        cells_.emplace_back();
        grid_->setRowMinimumHeight(static_cast<int>(cells_.size()), fact_height);
    }
    auto& line = cells_[row];
    while (line.size() <= column) {
        const bool first = line.empty();
        QLabel* label = first ? new QLabel(this) : new ValueLabel(this);
        if (first)
            label->setTextFormat(Qt::RichText);
        label->setWordWrap(!first && columns_.size() == 1);
        grid_->addWidget(label, static_cast<int>(row) + 1, static_cast<int>(line.size()));
        line.push_back(label);
    }
    return line[column];
}

void FactsTable::show_facts(const std::vector<narrate::Fact>& facts)
{
    facts_ = facts;
    fill();
}

void FactsTable::fill()
{
    const Theme& theme = theme_of(this);
    for (std::size_t i = 0; i < heads_.size(); ++i) {
        heads_[i]->setText(i == 0 ? name_ : i <= columns_.size() ? columns_[i - 1] : QString());
        restyle(heads_[i], QStringLiteral("color: %1").arg((i == 0 ? theme.text : theme.text2).name()));
    }
    for (std::size_t row = 0; row < facts_.size(); ++row) {
        const narrate::Fact& fact = facts_[row];
        QLabel* name = cell(row, 0);
        name->setText(fact_label(fact, theme, narrow_));
        if (const bool wraps = narrow_ && columns_.size() > 1; name->wordWrap() != wraps)
            name->setWordWrap(wraps); // so that the values have their room
        restyle(name, fact.heading ? QStringLiteral("color: %1; font-size: 12px").arg(theme.text2.name()) : QString());
        name->setToolTip(tip(fact_hint(fact)));
        set_subject(name, text(fact.metric));
        for (std::size_t column = 0; column < columns_.size(); ++column) {
            QLabel* label = cell(row, column + 1);
            const bool bold = static_cast<int>(column) == bold_ && !fact.assumed;
            label->setText(fact_value(fact, column));
            const int least = grid_->columnMinimumWidth(static_cast<int>(column) + 1);
            const bool is_long = least > 0 && label->fontMetrics().horizontalAdvance(label->text()) > 1.4 * least;
            if (const bool wraps = columns_.size() == 1 || is_long; label->wordWrap() != wraps)
                label->setWordWrap(wraps); // so that all columns are in sight
            label->setToolTip(tip(fact_hint(fact)));
            set_subject(label, text(fact.metric));
            label->setAccessibleName(
                QStringList{text(fact.name), columns_[column], label->text(), text(fact.unit)}.join(u' '));
            restyle(label, QStringLiteral("color: %1; font-weight: %2").arg(theme.text.name()).arg(bold ? 600 : 400));
        }
    }
    for (std::size_t row = 0; row < cells_.size(); ++row) {
        for (std::size_t column = 0; column < cells_[row].size(); ++column)
            cells_[row][column]->setVisible(row < facts_.size() && column <= columns_.size());
        grid_->setRowMinimumHeight(static_cast<int>(row) + 1, row < facts_.size() ? fact_height : 0);
    }
    updateGeometry();
    update();
}

void FactsTable::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(theme_of(this).divider);
    for (std::size_t row = 0; row < facts_.size() && row < cells_.size(); ++row) {
        const bool first = row == 0;
        if (first && grid_->rowMinimumHeight(0) == 0)
            continue;
        const int y = cells_[row].front()->geometry().top();
        painter.drawLine(0, y, width(), y);
    }
}

} // namespace plateau::ui
