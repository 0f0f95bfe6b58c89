// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/returns_panel.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

#include "core/narrate/plan_words.h"
#include "core/narrate/returns_sentence.h"
#include "core/units/steady.h"
#include "ui/base/appearance.h"
#include "ui/base/scrolling_column.h"
#include "ui/base/text.h"
#include "ui/document/question_document.h"
#include "ui/workbench/key_field.h"

namespace plateau::ui {

namespace {

constexpr double least_share = 0.005;
constexpr std::size_t most_causes = 5;

QString count(double number) { return quantity(number, units::Unit::Count); }
QString percent(double share) { return quantity(share, units::Unit::Fraction, 2); }

} // namespace

ReturnsPanel::ReturnsPanel(QuestionDocument& document, QWidget* parent)
    : QScrollArea(parent), document_(document), knee_(new QLabel), grid_(new QGridLayout)
{
    auto* column = scrolling_column(*this, {12, 6, 12, 10}, 2);
    knee_->setWordWrap(true);
    column->addWidget(knee_);
    add_key(factor_, "knee_factor");
    add_key(base_, "base_gpus");
    add_key(critical_, "critical_batch");
    grid_->setHorizontalSpacing(10);
    grid_->setVerticalSpacing(0);
    grid_->setColumnStretch(0, 1);
    column->addLayout(grid_);
    column->addStretch();
    connect(&document_, &QuestionDocument::refusal_changed, this, [this] {
        show_key(*factor_, "knee_factor");
        show_key(*base_, "base_gpus");
        show_key(*critical_, "critical_batch");
    });
}

void ReturnsPanel::add_key(KeyField*& field, const char* key)
{
    const ParameterDescription& row = *document_.row(key);
    field = new KeyField(text(Message{row.label, {}}), text(Message{row.help, {}}));
    widget()->layout()->addWidget(field);
    connect(field, &KeyField::committed, this,
            [this, key](const QString& words) { document_.edit_text(key, words.toStdString()); });
}

void ReturnsPanel::show_key(KeyField& field, const char* key)
{
    const ParameterDescription& row = *document_.row(key);
    const double value = std::get<double>(document_.value(key));
    if (const auto* refusal = document_.refusal(key))
        field.show_refused(text(refusal->text), text(refusal->error));
    else if (value == 0 && !row.zero_name.empty())
        field.show_words(text(row.zero_name));
    else
        field.show_value(value, row.unit);
}

void ReturnsPanel::show_curve(const figures::ScalingCurve& curve, bool stale)
{
    stale_ = stale || !curve.here().fits();
    const double factor = document_.training()->returns.knee_factor;
    knee_->setText(text(narrate::knee_sentence(explore::knee(explore::doublings(curve.points), factor), factor)));
    show_key(*factor_, "knee_factor");
    show_key(*base_, "base_gpus");
    show_key(*critical_, "critical_batch");
    std::vector<Line> lines;
    for (const auto& part : {marginal_lines(curve), loss_lines(curve), to_loss_lines(curve), plan_lines(curve)})
        lines.insert(lines.end(), part.begin(), part.end());
    fill(lines);
}

/// What the step that ends at the current count brought, and what the next one brings.
std::vector<ReturnsPanel::Line> ReturnsPanel::marginal_lines(const figures::ScalingCurve& curve)
{
    const double gpus = curve.scenario.cluster.gpus;
    auto points = explore::doublings(curve.points);
    if (std::none_of(points.begin(), points.end(), [gpus](const auto& point) { return point.gpus == gpus; })) {
        const auto after
            = std::find_if(points.begin(), points.end(), [gpus](const auto& point) { return point.gpus > gpus; });
        points.insert(after, explore::CurvePoint{gpus, curve.here()});
    }
    const auto steps = explore::marginal_returns(points);
    const explore::Marginal* last = nullptr;
    const explore::Marginal* next = nullptr;
    for (const auto& step : steps) {
        if (step.gpus == gpus)
            last = &step;
        if (step.gpus > gpus && !next)
            next = &step;
    }
    const auto line = [&](const QString& name, auto value) {
        return Line{name, last ? value(*last) : QStringLiteral("–"), next ? value(*next) : QStringLiteral("–")};
    };
    const auto number = [](double value) { return text(units::steady(value)); };
    std::vector<Line> lines{
        {tr("Around %1").arg(quantity(gpus, units::Unit::Gpus)), tr("to here"), tr("from here"), true}};
    lines.push_back(line(tr("A doubling returns"),
                         [](const auto& step) { return quantity(step.doubling_factor, units::Unit::Multiplier); }));
    lines.push_back(
        line(tr("Added GPU, tokens/s"), [&](const auto& step) { return number(step.tokens_per_s_per_added_gpu); }));
    lines.push_back(
        line(tr("Added $, k tokens"), [&](const auto& step) { return number(step.tokens_per_added_usd / 1e3); }));
    lines.push_back(
        line(tr("Added W, tokens/s"), [&](const auto& step) { return number(step.tokens_per_added_joule); }));
    return lines;
}

std::vector<ReturnsPanel::Line> ReturnsPanel::loss_lines(const figures::ScalingCurve& curve)
{
    const explore::CurvePoint* base = explore::base_point(curve.points, curve.scenario.returns.base_gpus);
    if (!base || !curve.here().fits() || base->gpus == curve.here().gpus)
        return {};
    const Parts& here = curve.here();
    const double efficiency = explore::scaling_efficiency(here, base->parts);
    std::vector<Line> lines{{tr("Against %1").arg(quantity(base->gpus, units::Unit::Gpus)), {}, {}, true},
                            {tr("Scaling efficiency"), {}, percent(efficiency)}};
    const auto causes = explore::loss_by_cause(base->parts, here);
    for (const explore::LossShare& cause : causes)
        if (std::abs(cause.share) >= least_share && lines.size() < 2 + most_causes)
            lines.push_back(
                {cause.part == Part::Count ? tr("Idle GPUs") : text(Message{label(cause.part), {}}),
                 {},
                 (cause.share > 0 ? QStringLiteral("−") : QStringLiteral("+")) + percent(std::abs(cause.share))});
    return lines;
}

/// What a batch of this size costs in tokens, and so in time.
std::vector<ReturnsPanel::Line> ReturnsPanel::to_loss_lines(const figures::ScalingCurve& curve)
{
    const Parts& here = curve.here();
    if (!here.fits())
        return {};
    const Scenario& scenario = curve.scenario;
    const double batch = here.global_batch * scenario.workload.sequence;
    const double critical = explore::critical_batch_tokens(scenario);
    const double tokens = explore::tokens_to_loss(scenario.workload.tokens, batch, critical);
    const auto in_tokens = [](double count) { return quantity(count, units::Unit::Tokens); };
    return {
        {tr("To the loss of %1").arg(in_tokens(scenario.workload.tokens)), {}, {}, true},
        {scenario.returns.critical_batch_tokens > 0 ? tr("Critical batch, as typed") : tr("Critical batch, by rule"),
         {},
         in_tokens(critical)},
        {tr("Batch"), {}, in_tokens(batch)},
        {tr("Tokens needed"), {}, in_tokens(tokens)},
        {tr("Time"), {}, quantity(tokens / here.tokens_per_s, units::Unit::Seconds)}};
}

std::vector<ReturnsPanel::Line> ReturnsPanel::plan_lines(const figures::ScalingCurve& curve)
{
    const auto changes
        = curve.searched ? explore::crossovers(explore::doublings(curve.points)) : std::vector<explore::Crossover>{};
    if (changes.empty())
        return {};
    std::vector<Line> lines{{tr("Best plan from"), {}, {}, true}};
    for (const explore::Crossover& change : changes)
        lines.push_back({tr("%1: %2").arg(count(change.gpus), text(narrate::plan_words(change.after))), {}, {}});
    return lines;
}

void ReturnsPanel::fill(const std::vector<Line>& lines)
{
    lines_ = lines;
    const Theme& theme = theme_of(widget());
    restyle(knee_, QStringLiteral("color: %1").arg((stale_ ? theme.text3 : theme.text).name()));
    while (cells_.size() < lines.size()) {
        const int row = static_cast<int>(cells_.size());
        std::array<QLabel*, 3> cells{new QLabel, new QLabel, new QLabel};
        for (int i = 0; i < 3; ++i) {
            grid_->addWidget(cells[static_cast<std::size_t>(i)], row, i);
            cells[static_cast<std::size_t>(i)]->setAlignment((i ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
        }
        cells[0]->setWordWrap(true);
        cells_.push_back(cells);
    }
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        const bool shown = i < lines.size();
        const Line line = shown ? lines[i] : Line{};
        const QString words[] = {line.name, line.first, line.second};
        grid_->setRowMinimumHeight(static_cast<int>(i), !shown ? 0 : line.heading ? 26 : 20);
        for (std::size_t cell = 0; cell < 3; ++cell) {
            QLabel* label = cells_[i][cell];
            label->setVisible(shown);
            if (!shown)
                continue;
            label->setText(words[cell]);
            const bool strong = line.heading ? cell == 0 : cell > 0;
            const QColor colour = stale_ ? theme.text3 : line.heading && cell > 0 ? theme.text2 : theme.text;
            restyle(label,
                    QStringLiteral("color: %1; font-size: %2px; font-weight: %3")
                        .arg(colour.name())
                        .arg(line.heading ? 12 : 13)
                        .arg(strong ? 600 : 400));
        }
    }
}

QString ReturnsPanel::as_text() const
{
    QString all = knee_->text() + QLatin1Char('\n');
    for (const Line& line : lines_)
        all += line.name + QLatin1Char('\t') + line.first + QLatin1Char('\t') + line.second + QLatin1Char('\n');
    return all;
}

void ReturnsPanel::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        fill(std::vector<Line>(lines_));
}

} // namespace plateau::ui
