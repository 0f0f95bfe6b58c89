// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/views/why.h"
#include "ui/controls/appearance.h"
#include "ui/controls/text.h"
#include "ui/pages/workbench/solve_panel.h"
#include "ui/pages/workbench/workbench_model.h"

namespace plateau::ui {

using search::PlanChoice;

double roundest(double low, double high)
{
    for (double step = std::exp2(std::floor(std::log2(std::max(1.0, high)))); step >= 1; step /= 2) {
        const double number = std::max(1.0, std::ceil(low / step)) * step;
        if (number <= high)
            return number;
    }
    return std::max(1.0, std::round((low + high) / 2));
}

Cursor::Cursor(ScenarioDocument& document, const WorkbenchModel& model, QObject* parent)
    : QObject(parent), document_(document), model_(model)
{
}

std::optional<Scenario> Cursor::scenario(const Reading& reading) const
{
    auto at = with_value(document_.catalog(), reading.curve->scenario, "gpus", Value(gpus_));
    return at ? std::optional(std::move(*at)) : std::nullopt;
}

std::optional<Estimate> Cursor::estimate(const Reading& reading) const
{
    const auto at = scenario(reading);
    if (!at || !reading.parts)
        return std::nullopt;
    return *document_.answers()->get<answers::PlanEstimate>(
        {std::make_shared<const Scenario>(*at), reading.parts->plan});
}

void Cursor::read(double gpus)
{
    if (gpus == gpus_)
        return;
    gpus_ = gpus;
    refresh();
}

void Cursor::leave()
{
    gpus_ = 0;
    readings_.clear();
    for (const auto& watch : watches_)
        watch->cancel();
}

void Cursor::add(const QString& name, figures::SeriesRole role, const Curve& curve)
{
    if (curve)
        readings_.push_back({name, role, curve, parts_of(curve, watch_of(readings_.size()))});
}

Cursor::PartsWatch& Cursor::watch_of(std::size_t reading)
{
    while (watches_.size() <= reading)
        watches_.push_back(std::make_unique<PartsWatch>(
            document_.answers(), [this](answers::News) { refresh(); }, answers::Patience(), lane_));
    return *watches_[reading];
}

void Cursor::refresh()
{
    if (!is_on())
        return;
    readings_.clear();
    const PlanChoice asked = model_.choice();
    const auto name = [](const answers::ScalingCurve& curve) { return text(figures::curve_name(curve)); };
    const Curve current = model_.shared_curve();
    const Curve other = model_.other_curve();
    add(other ? name(*current) : tr("Current"), figures::SeriesRole::Current,
        model_.is_current(asked) ? current : nullptr);
    if (other)
        add(name(*other), figures::SeriesRole::OtherPlan, other);
    if (model_.pins() && !model_.pins()->names_are_asked())
        for (const Pin& pin : model_.pins()->all())
            if (!pin.hidden)
                add(pin.letter(), figures::role_of_slot(pin.slot), model_.pinned(pin));
    for (std::size_t i = readings_.size(); i < watches_.size(); ++i)
        watches_[i]->cancel();
    emit changed();
}

std::optional<Parts> Cursor::parts_of(const Curve& curve, PartsWatch& watch) const
{
    const auto point = std::find_if(curve->points.begin(), curve->points.end(),
                                    [this](const answers::CurvePoint& each) { return each.gpus == gpus_; });
    const bool own = curve->scenario.cluster.gpus == gpus_;
    if (own || point != curve->points.end()) {
        watch.cancel();
        return own ? curve->here() : point->parts;
    }
    auto there = with_value(document_.catalog(), curve->scenario, "gpus", Value(gpus_));
    if (!there)
        return {};
    watch.ask({std::make_shared<const Scenario>(std::move(*there)), curve->choice, curve->objective});
    return watch.is_current() ? std::optional(*watch.answer()) : std::nullopt;
}

SuggestionRow::SuggestionRow(QWidget* parent)
    : QWidget(parent), words_(new QLabel(this)), detail_(new QLabel(this)), gain_(new QLabel(this)),
      apply_(new QPushButton(tr("Apply"), this))
{
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 4, 0, 4);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(0);
    grid->setColumnStretch(0, 1);
    for (QLabel* label : {words_, detail_})
        label->setWordWrap(true);
    detail_->setFont(interface_font(12));
    grid->addWidget(words_, 0, 0, 1, 3);
    grid->addWidget(detail_, 1, 0);
    grid->addWidget(gain_, 1, 1);
    grid->addWidget(apply_, 1, 2);
    connect(apply_, &QPushButton::clicked, this, &SuggestionRow::wanted);
}

void SuggestionRow::show_suggestion(const QString& words, const QString& detail, const QString& gain, bool current)
{
    const Theme& theme = theme_of(this);
    words_->setText(words);
    detail_->setText(detail);
    gain_->setText(gain);
    restyle(words_, QStringLiteral("color: %1").arg((current ? theme.text : theme.text3).name()));
    restyle(detail_, QStringLiteral("color: %1").arg(theme.text2.name()));
    restyle(gain_, QStringLiteral("color: %1; font-weight: 600").arg((current ? theme.good : theme.text3).name()));
    apply_->setEnabled(current);
    apply_->setAccessibleName(tr("Apply %1").arg(words));
}

void SuggestionRow::set_applicable(bool applicable) { apply_->setVisible(applicable); }

void SuggestionRow::click() { apply_->click(); }

namespace {

constexpr int card_width = 340;
constexpr int edge = 8;

} // namespace

SuggestionList::SuggestionList(int side_margin, int spacing, QWidget* parent) : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(side_margin, 0, side_margin, 0);
    column->setSpacing(spacing);
}

void SuggestionList::show_suggestions(const std::vector<answers::Suggestion>& suggestions, const Gain& gain,
                                      bool current)
{
    while (rows_.size() < suggestions.size()) {
        auto* row = new SuggestionRow;
        const int index = static_cast<int>(rows_.size());
        connect(row, &SuggestionRow::wanted, this, [this, index] { emit wanted(index); });
        layout()->addWidget(row);
        rows_.push_back(row);
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        rows_[i]->setVisible(i < suggestions.size());
        if (i < suggestions.size())
            rows_[i]->show_suggestion(text(narrate::suggestion_words(suggestions[i])),
                                      text(narrate::suggestion_detail(suggestions[i])), gain(suggestions[i]), current);
    }
}

MisfitCard::MisfitCard(QWidget* parent)
    : QFrame(parent), verdict_(new QLabel), fold_(new QToolButton), close_(new QToolButton), head_(new QLabel),
      body_(new QWidget), list_(new SuggestionList(panel_margin, 2))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(4, 8, 4, 8);
    column->setSpacing(2);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(panel_margin, 0, 4, 0);
    verdict_->setFont(interface_font(13, 600));
    verdict_->setWordWrap(true);
    close_->setObjectName(QStringLiteral("small"));
    close_->setToolTip(tr("Close"));
    close_->setAccessibleName(tr("Close"));
    fold_->setObjectName(QStringLiteral("small"));
    top->addWidget(verdict_, 1);
    top->addWidget(fold_, 0, Qt::AlignTop);
    top->addWidget(close_, 0, Qt::AlignTop);
    column->addLayout(top);
    column->addWidget(body_);
    column = new QVBoxLayout(body_);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    head_->setFont(interface_font(12, 600));
    head_->setContentsMargins(panel_margin, 4, panel_margin, 0);
    column->addWidget(head_);
    column->addWidget(list_);
    connect(list_, &SuggestionList::wanted, this, &MisfitCard::wanted);
    connect(fold_, &QToolButton::clicked, this, [this] { fold(!folded_); });
    fold(false);
    connect(close_, &QToolButton::clicked, this, [this] {
        closed_ = true;
        hide();
    });
    parent->installEventFilter(this);
    hide();
}

void MisfitCard::show_misfit(const QString& verdict, const std::vector<answers::Suggestion>& remedies, bool searching)
{
    const Theme& theme = theme_of(this);
    verdict_->setText(verdict);
    restyle(verdict_, QStringLiteral("color: %1").arg(theme.error.name()));
    close_->setIcon(icon(QStringLiteral("close"), this));
    fold(folded_);
    head_->setText(searching              ? tr("Looking for what would make it fit …")
                       : remedies.empty() ? tr("No single change makes it fit")
                                          : tr("With one of these it fits"));
    list_->show_suggestions(
        remedies, [](const auto& each) { return text(narrate::suggestion_rate(each)); }, !searching);
    list_->setVisible(!searching);
    setVisible(!closed_);
    place();
}

void MisfitCard::settle()
{
    closed_ = false;
    hide();
}

void MisfitCard::fold(bool folded)
{
    folded_ = folded;
    body_->setVisible(!folded);
    fold_->setIcon(icon(folded ? QStringLiteral("chevron-right") : QStringLiteral("chevron-down"), this));
    const QString words = folded ? tr("Show what would make it fit") : tr("Fold to one line");
    fold_->setToolTip(words);
    fold_->setAccessibleName(words);
    if (isVisible())
        place();
}

void MisfitCard::place()
{
    const QSize room = parentWidget()->size() - QSize(2 * edge, 2 * edge);
    const int width = std::min(card_width, room.width());
    layout()->activate();
    const int height = std::min(room.height(), std::max(sizeHint().height(), heightForWidth(width)));
    setGeometry(parentWidget()->width() - width - edge, parentWidget()->height() - height - edge, width, height);
    raise();
}

bool MisfitCard::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize && isVisible())
        place();
    return QFrame::eventFilter(watched, event);
}

void MisfitCard::paintEvent(QPaintEvent*)
{
    const Theme& theme = theme_of(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.outline, 1));
    painter.setBrush(theme.window);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
}

} // namespace plateau::ui
