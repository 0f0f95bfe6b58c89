// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/workbench/returns_panel.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "core/views/curve_words.h"
#include "core/views/looks.h"
#include "ui/controls/appearance.h"
#include "ui/controls/layouts.h"
#include "ui/controls/subject.h"
#include "ui/controls/text.h"
#include "ui/document/edited_question.h"
#include "ui/pages/panels/facts_table.h"
#include "ui/pages/workbench/form_parts.h"

namespace plateau::ui {

ReturnsPanel::ReturnsPanel(QuestionDocument& document, QWidget* parent) : QScrollArea(parent), document_(document)
{
    scrolling_column(*this, {12, 6, 12, 10}, 2);
    const auto fill_anew = [this] {
        if (curve_)
            sight_.fill();
    };
    follow_theme(*this, fill_anew);
    connect(&document_, &QuestionDocument::refusal_changed, this, fill_anew);
}

void ReturnsPanel::build()
{
    if (knee_)
        return;
    auto* column = static_cast<QVBoxLayout*>(widget()->layout());
    knee_ = new QLabel;
    lines_ = new QVBoxLayout;
    knee_->setWordWrap(true);
    column->addWidget(knee_);
    for (const char* key : {"knee_factor", "base_gpus", "critical_batch"})
        add_key(key);
    lines_->setContentsMargins(0, 4, 0, 0);
    lines_->setSpacing(4);
    column->addLayout(lines_);
    column->addStretch();
}

void ReturnsPanel::add_key(const char* key)
{
    const ParameterDescription& row = *document_.row(key);
    KeyField* field = fields_[key] = new KeyField(text(Word{row.label}), text(Word{row.help}));
    set_subject(field, QLatin1String(key));
    widget()->layout()->addWidget(field);
    connect(field, &KeyField::committed, this,
            [this, key](const QString& words) { document_.edit_text(key, words.toStdString()); });
}

void ReturnsPanel::show_key(KeyField& field, const std::string& key)
{
    const ParameterDescription& row = *document_.row(key);
    const double value = std::get<double>(document_.value(key));
    if (const auto* refusal = document_.refusal(key))
        field.show_refused(text(refusal->text), text(refusal->error));
    else if (value == 0 && !row.zero_name.empty())
        field.show_words(text(Word{row.zero_label}));
    else
        field.show_value(value, row.unit);
}

void ReturnsPanel::show_curve(std::shared_ptr<const answers::ScalingCurve> curve, bool stale)
{
    curve_ = std::move(curve);
    waits_ = stale;
    stale_ = stale || !curve_->here().fits();
    sight_.fill();
}

QString ReturnsPanel::knee_words() const
{
    const double factor = document_.training()->returns.knee_factor;
    return text(narrate::knee_sentence(answers::knee(answers::doublings(curve_->points), factor), factor));
}

std::vector<narrate::Fact> ReturnsPanel::facts() const
{
    return narrate::returns_facts({curve_->scenario, curve_->points, curve_->here(), curve_->searched,
                                   figures::clock_of(document_.training()->view)});
}

void ReturnsPanel::fill()
{
    build();
    const std::vector<narrate::Fact> facts = this->facts();
    knee_->setText(waits_ ? tr("searching …") : knee_words());
    for (const auto& [key, field] : fields_)
        show_key(*field, key);
    const Theme& theme = theme_of(widget());
    set_ink(knee_, stale_ ? "text3" : "text");
    while (cells_.size() < facts.size())
        add_line();
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        const bool shown = i < facts.size();
        cells_[i].front()->parentWidget()->setVisible(shown);
        if (!shown)
            continue;
        const narrate::Fact& fact = facts[i];
        const QString words[] = {text(fact.name), fact_value(fact, 0), fact_value(fact, 1)};
        const bool after_others = fact.heading && i > 0;
        cells_[i].front()->parentWidget()->setContentsMargins(0, after_others ? 6 : 0, 0, 0);
        for (std::size_t cell = 0; cell < 3; ++cell) {
            QLabel* label = cells_[i][cell];
            label->setVisible(cell == 0 || !words[cell].isEmpty());
            label->setText(words[cell]);
            const bool strong = fact.heading ? cell == 0 : cell > 0;
            const QColor colour = stale_ ? theme.text3 : fact.heading && cell > 0 ? theme.text2 : theme.text;
            restyle(label,
                    QStringLiteral("color: %1; font-size: %2px; font-weight: %3")
                        .arg(colour.name())
                        .arg(fact.heading ? 12 : 13)
                        .arg(strong ? 600 : 400));
        }
    }
    align();
}

void ReturnsPanel::add_line()
{
    auto* line = new QWidget(widget());
    auto* row = box_layout<QHBoxLayout>(line, {}, 8);
    const auto& cells = cells_.emplace_back(std::array{new QLabel(line), new QLabel(line), new QLabel(line)});
    cells[0]->setWordWrap(true);
    for (QLabel* cell : cells)
        row->addWidget(cell, cell == cells[0] ? 1 : 0);
    for (QLabel* number : {cells[1], cells[2]})
        number->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    lines_->addWidget(line);
}

/// Numbers stand in columns where a line has two; one alone leaves its room to the words.
void ReturnsPanel::align()
{
    const auto has_two = [](const auto& cells) { return !cells[1]->isHidden() && !cells[2]->isHidden(); };
    for (const std::size_t cell : {std::size_t(1), std::size_t(2)}) {
        int widest = 0;
        for (const auto& cells : cells_)
            if (has_two(cells) && !cells[0]->parentWidget()->isHidden())
                widest = std::max(widest, cells[cell]->sizeHint().width());
        for (const auto& cells : cells_)
            cells[cell]->setMinimumWidth(has_two(cells) ? widest : 0);
    }
}

QString ReturnsPanel::as_text() const
{
    if (!curve_)
        return {};
    QString all = knee_words() + QLatin1Char('\n');
    for (const narrate::Fact& fact : facts())
        all += QStringList{text(fact.name), fact_value(fact, 0), fact_value(fact, 1)}.join(u'\t') + QLatin1Char('\n');
    return all;
}

} // namespace plateau::ui
