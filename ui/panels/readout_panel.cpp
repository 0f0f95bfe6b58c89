// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/readout_panel.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include "ui/base/appearance.h"
#include "ui/base/text.h"
#include "ui/panels/fact_words.h"

namespace plateau::ui {

namespace {

constexpr int readout_height = 24;

} // namespace

ReadoutPanel::ReadoutPanel(QWidget* parent)
    : Panel(parent), where_(new QLabel(this)), current_(new QLabel(this)), grid_(new QGridLayout),
      note_(new QLabel(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 6, 12, 10);
    column->setSpacing(0);
    grid_->setHorizontalSpacing(8);
    grid_->setVerticalSpacing(0);
    grid_->setColumnStretch(0, 1);
    where_->setFont(interface_font(12));
    current_->setFont(interface_font(12, 600));
    current_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    grid_->addWidget(where_, 0, 0);
    grid_->addWidget(current_, 0, 1);
    grid_->setRowMinimumHeight(0, 26);
    column->addLayout(grid_);
    note_->setFont(interface_font(12));
    note_->setWordWrap(true);
    note_->setContentsMargins(0, 6, 0, 0);
    column->addWidget(note_);
    column->addStretch();
}

void ReadoutPanel::add_line()
{
    Line line{new QLabel(this), new QLabel(this)};
    line.name->setTextFormat(Qt::RichText);
    line.value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    line.value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    const int row = static_cast<int>(lines_.size()) + 1;
    grid_->addWidget(line.name, row, 0);
    grid_->addWidget(line.value, row, 1);
    grid_->setRowMinimumHeight(row, readout_height);
    lines_.push_back(line);
}

void ReadoutPanel::show_facts(const QString& where, const QString& column, std::vector<narrate::Fact> facts,
                              const QString& note, bool stale)
{
    where_->setText(where);
    current_->setText(column);
    facts_ = std::move(facts);
    stale_ = stale;
    note_->setText(note);
    note_->setVisible(!note.isEmpty());
    while (lines_.size() < facts_.size())
        add_line();
    fill();
}

void ReadoutPanel::fill()
{
    const Theme& theme = theme_of(this);
    restyle(where_, QStringLiteral("color: %1").arg(theme.text2.name()));
    restyle(current_, QStringLiteral("color: %1").arg(theme.accent.name()));
    restyle(note_, QStringLiteral("color: %1").arg(theme.text2.name()));
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        Line& line = lines_[i];
        const bool shown = i < facts_.size();
        line.name->setVisible(shown);
        line.value->setVisible(shown);
        if (!shown)
            continue;
        const narrate::Fact& fact = facts_[i];
        line.rule_above = fact.rule_above;
        line.name->setText(fact_label(fact, theme));
        line.name->setToolTip(tip(fact_hint(fact)));
        restyle(line.value,
                QStringLiteral("color: %1; font-weight: %2")
                    .arg((stale_ ? theme.text3 : theme.text).name())
                    .arg(fact.assumed ? 400 : 600));
        line.value->setText(fact_value(fact));
        line.value->setAccessibleName(QStringList{text(fact.name), fact_value(fact), text(fact.unit)}.join(u' '));
    }
    update();
}

QString ReadoutPanel::as_text() const
{
    QString lines;
    for (const narrate::Fact& fact : facts_)
        lines += QStringList{text(fact.name), fact_value(fact), text(fact.unit)}.join(u'\t') + QLatin1Char('\n');
    return lines;
}

void ReadoutPanel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme_of(this).window);
    painter.setPen(theme_of(this).divider);
    const auto rule = [&](int y) { painter.drawLine(12, y, width() - 12, y); };
    rule(where_->geometry().bottom() + 2);
    for (const Line& line : lines_)
        if (line.rule_above && line.name->isVisible())
            rule(line.name->geometry().top());
}

} // namespace plateau::ui
