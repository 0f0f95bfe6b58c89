// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/readout_panel.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include "ui/base/appearance.h"
#include "ui/base/text.h"

namespace plateau::ui {

namespace {

constexpr int readout_height = 24;

} // namespace

ReadoutPanel::ReadoutPanel(QWidget* parent)
    : QWidget(parent), where_(new QLabel(this)), current_(new QLabel(tr("Current"), this)), grid_(new QGridLayout),
      note_(new QLabel(this))
{
    setProperty("dock", true);
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

void ReadoutPanel::show_estimate(const Estimate& estimate, const Scenario& scenario, bool extrapolated,
                                 const QString& column, bool stale, const QString& known)
{
    current_->setText(column);
    std::vector<ReadoutRow> rows = readout_rows(estimate, scenario, extrapolated);
    for (ReadoutRow& row : rows)
        row.help += QLatin1Char('\n') + (row.assumed && !extrapolated ? tr("Known by: assumption") : known);
    show_rows(tr("at %1").arg(quantity(scenario.cluster.gpus, units::Unit::Gpus)), std::move(rows),
              readout_note(estimate, scenario), stale || !estimate.parts.fits());
}

void ReadoutPanel::show_rows(const QString& where, std::vector<ReadoutRow> rows, const QString& note, bool stale)
{
    where_->setText(where);
    rows_ = std::move(rows);
    stale_ = stale;
    note_->setText(note);
    note_->setVisible(!note.isEmpty());
    while (lines_.size() < rows_.size())
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
        const bool shown = i < rows_.size();
        line.name->setVisible(shown);
        line.value->setVisible(shown);
        if (!shown)
            continue;
        const ReadoutRow& row = rows_[i];
        line.rule_above = row.rule_above;
        const QString mark = row.assumed ? QStringLiteral(" ≈") : QString();
        line.name->setText(QStringLiteral("%1 <span style=\"color:%2; font-size:12px\">%3%4</span>")
                               .arg(row.name.toHtmlEscaped(), theme.text2.name(), row.unit.toHtmlEscaped(), mark));
        line.name->setToolTip(row.help);
        restyle(line.value,
                QStringLiteral("color: %1; font-weight: %2")
                    .arg((stale_ ? theme.text3 : theme.text).name())
                    .arg(row.assumed ? 400 : 600));
        line.value->setText(row.value);
        line.value->setAccessibleName(row.name + QLatin1Char(' ') + row.value + QLatin1Char(' ') + row.unit);
    }
    update();
}

QString ReadoutPanel::as_text() const
{
    QString text;
    for (const ReadoutRow& row : rows_)
        text += row.name + QLatin1Char('\t') + row.value + QLatin1Char('\t') + row.unit + QLatin1Char('\n');
    return text;
}

void ReadoutPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        fill();
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
