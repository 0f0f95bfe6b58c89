// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/workbench/suggestions.h"

#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

#include "core/views/why.h"
#include "ui/controls/appearance.h"
#include "ui/controls/text.h"

namespace plateau::ui {

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
