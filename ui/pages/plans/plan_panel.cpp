// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/plans/plan_panel.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

#include <algorithm>

#include "core/views/plan_comparison.h"
#include "core/views/plan_words.h"
#include "ui/controls/appearance.h"
#include "ui/controls/text.h"
#include "ui/pages/panels/facts_table.h"

namespace plateau::ui {

namespace {

constexpr int fact_height = 22;

constexpr int least_with_change = 290;
constexpr const char* memory_metric = "memory_bytes_per_gpu";

} // namespace

PlanPanel::PlanPanel(QWidget* parent)
    : Panel(parent), title_(new QLabel(this)), details_(new QLabel(this)), grid_(new QGridLayout),
      adopt_(new QPushButton(tr("Adopt this plan"), this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 12, 12);
    column->setSpacing(0);
    title_->setFont(interface_font(16, 600));
    title_->setWordWrap(true);
    title_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    details_->setFont(interface_font(12));
    details_->setWordWrap(true);
    details_->setContentsMargins(0, 2, 0, 6);
    column->addWidget(title_);
    column->addWidget(details_);
    grid_->setHorizontalSpacing(8);
    grid_->setVerticalSpacing(0);
    grid_->setColumnStretch(0, 1);
    const QString heads[] = {tr("This"), tr("Current"), tr("Change")};
    for (int i = 0; i < 3; ++i) {
        auto* head = new QLabel(heads[i], this);
        head->setFont(interface_font(12, i == 2 ? 400 : 600));
        head->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        grid_->addWidget(head, 0, i + 1);
        heads_.push_back(head);
    }
    grid_->setRowMinimumHeight(0, fact_height);
    for (std::size_t i = 0; i < narrate::compared_metrics().size(); ++i) {
        Line line{new QLabel(this), new QLabel(this), new QLabel(this), new QLabel(this)};
        line.name->setTextFormat(Qt::RichText);
        line.name->setWordWrap(true);
        const int at = static_cast<int>(i) + 1;
        grid_->addWidget(line.name, at, 0);
        int place = 1;
        for (QLabel* label : {line.here, line.current, line.change}) {
            label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
            label->setFont(interface_font(13, place == 1 ? 600 : 400));
            grid_->addWidget(label, at, place++);
        }
        grid_->setRowMinimumHeight(at, fact_height);
        lines_.push_back(line);
    }
    column->addLayout(grid_);
    column->addSpacing(10);
    auto* buttons = new QHBoxLayout;
    adopt_->setDefault(true);
    adopt_->setToolTip(tr("Make this the scenario's plan: one undo step"));
    connect(adopt_, &QPushButton::clicked, this, &PlanPanel::adopted);
    buttons->addWidget(adopt_);
    buttons->addStretch();
    column->addLayout(buttons);
    column->addStretch();
}

QSize PlanPanel::sizeHint() const
{
    constexpr int usual_width = 300;
    const int line = title_->fontMetrics().lineSpacing();
    const int below = heightForWidth(usual_width) - title_->heightForWidth(usual_width);
    return {usual_width, below + 2 * line};
}

void PlanPanel::show_plan(const Parts* plan, const Parts& current, const QString& settings)
{
    settings_ = settings;
    plan_ = plan ? std::optional<Parts>(*plan) : std::nullopt;
    current_ = current;
    fill();
}

void PlanPanel::set_stale(bool stale)
{
    if (stale_ == stale)
        return;
    stale_ = stale;
    fill();
}

void PlanPanel::fill()
{
    const Theme& theme = theme_of(this);
    const bool any = plan_.has_value();
    title_->setText(any ? text(narrate::plan_words(plan_->plan)) : tr("No plan"));
    const Message settings = settings_.isEmpty() ? Message{} : Message{"%1", {Verbatim{settings_.toStdString()}}};
    details_->setText(any ? text(narrate::plan_setup(*plan_, current_, settings))
                          : tr("Nothing fits or the search is still under way."));
    restyle(details_, QStringLiteral("color: %1").arg(theme.text2.name()));
    restyle(heads_[1], QStringLiteral("color: %1").arg(theme.accent.name()));
    restyle(heads_[2], QStringLiteral("color: %1").arg(theme.text2.name()));
    const std::vector<narrate::Fact> facts = narrate::plan_comparison(any ? &*plan_ : nullptr, current_);
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        const Line& line = lines_[i];
        line.name->setText(fact_label(facts[i], theme, is_narrow()));
        line.name->setToolTip(tip(fact_hint(facts[i])));
        std::size_t column = 0;
        for (QLabel* label : {line.here, line.current, line.change})
            label->setText(fact_value(facts[i], column++));
        const bool memory = narrate::compared_metrics()[i]->key == std::string_view(memory_metric);
        restyle(line.here, QStringLiteral("color: %1").arg(ink(any ? &*plan_ : nullptr, memory).name()));
        restyle(line.current, QStringLiteral("color: %1").arg(ink(&current_, memory).name()));
        restyle(line.change, QStringLiteral("color: %1").arg(theme.text2.name()));
        line.here->setAccessibleName(text(facts[i].name) + QLatin1Char(' ') + line.here->text());
    }
    adopt_->setEnabled(any && !stale_
                       && !(plan_->plan == current_.plan && plan_->gpus == current_.gpus && settings_.isEmpty()));
    update();
}

/// Colours a memory that does not fit, or is tight.
QColor PlanPanel::ink(const Parts* parts, bool memory) const
{
    const Theme& theme = theme_of(this);
    if (stale_)
        return theme.text3;
    if (!memory || !parts || parts->verdict == Verdict::Fits)
        return theme.text;
    return parts->fits() ? theme.warning : theme.error;
}

bool PlanPanel::is_narrow() const { return width() < least_with_change; }

QStringList PlanPanel::row_texts(std::string_view key) const
{
    const auto& metrics = narrate::compared_metrics();
    const auto found = std::find(metrics.begin(), metrics.end(), find_metric(key));
    const Line& line = lines_[static_cast<std::size_t>(found - metrics.begin())];
    return {text(Word{(*found)->short_label}), line.here->text(), line.current->text(), line.change->text()};
}

/// Leaves the change out where it is narrow: this and the current plan say as much.
void PlanPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool wide = !is_narrow();
    if (heads_.back()->isHidden() != wide)
        return;
    heads_.back()->setVisible(wide);
    for (const Line& line : lines_)
        line.change->setVisible(wide);
    fill();
}

void PlanPanel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme_of(this).window);
    painter.setPen(theme_of(this).divider);
    for (const Line& line : lines_)
        painter.drawLine(12, line.name->geometry().top(), width() - 12, line.name->geometry().top());
}

PlanReasonsPanel::PlanReasonsPanel(QWidget* parent)
    : Panel(parent), reasons_(new QLabel(this)), icon_(new QLabel(this)), warning_(new QLabel(this))
{
    reasons_->setAccessibleName(tr("Why it wins"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 12, 12);
    column->setSpacing(8);
    for (QLabel* label : {reasons_, warning_}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setFont(interface_font(13));
        label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::MinimumExpanding);
    }
    column->addWidget(reasons_);
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(icon_, 0, Qt::AlignTop);
    line->addWidget(warning_, 1);
    column->addLayout(line);
    column->addStretch();
    fill();
}

void PlanReasonsPanel::show_plan(const Parts* plan, const Parts& current, const Scenario& scenario)
{
    const auto& tiers = scenario.cluster.tiers;
    const double domain_size = tiers.empty() ? 1 : tiers.front().domain_size;
    reasons_->setText(plan ? joined(narrate::plan_reasons(*plan, current, domain_size)) : QString());
    std::vector<Message> warnings;
    if (plan)
        for (Message warning : {narrate::software_warning(scenario, plan->plan), narrate::tight_warning(*plan)})
            if (!warning.empty())
                warnings.push_back(std::move(warning));
    warning_->setText(joined(warnings));
    icon_->setVisible(!warning_->text().isEmpty());
    warning_->setVisible(!warning_->text().isEmpty());
}

QString PlanReasonsPanel::words() const { return reasons_->text() + QLatin1Char('\n') + warning_->text(); }

void PlanReasonsPanel::fill()
{
    const Theme& theme = theme_of(this);
    icon_->setPixmap(icon_pixmap(QStringLiteral("warning"), theme.warning, 16, devicePixelRatioF()));
    restyle(warning_, QStringLiteral("color: %1").arg(theme.warning.name()));
}

} // namespace plateau::ui
