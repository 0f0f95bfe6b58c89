// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/workbench/form_parts.h"

#include <algorithm>

#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include "core/text/messages/words.h"
#include "core/views/why.h"
#include "core/views/words.h"
#include "ui/controls/appearance.h"
#include "ui/controls/controls.h"
#include "ui/controls/layouts.h"
#include "ui/controls/text.h"

namespace plateau::ui {

constexpr int field_width = 104;

KeyField::KeyField(const QString& label, const QString& help, QWidget* parent)
    : QWidget(parent), label_(new ElidedLabel(this)), field_(new ValueField(this)), message_(new QLabel(this))
{
    auto* column = box_layout<QVBoxLayout>(this, {}, 0);
    auto* line = box_layout<QHBoxLayout>(nullptr, {0, 2, 0, 2}, 8);
    label_->set_full_text(label);
    label_->setToolTip(help);
    label_->setBuddy(field_);
    field_->setFixedWidth(field_width);
    field_->setAccessibleName(label);
    field_->setAccessibleDescription(help);
    line->addWidget(label_, 1);
    line->addWidget(field_);
    column->addLayout(line);
    message_->setFont(interface_font(12));
    message_->setWordWrap(true);
    message_->hide();
    set_ink(message_, "error");
    column->addWidget(message_);
    connect(field_, &ValueField::committed, this, [this](const QString& words) { emit committed(words.trimmed()); });
}

void KeyField::show_value(double value, units::Unit unit)
{
    const units::NumberInParts shown = units::in_parts(value, unit, 4);
    field_->show_value(text(shown.number), text(unit_words(shown)));
    show_message({});
}

void KeyField::show_words(const QString& words)
{
    field_->show_value(words, {});
    show_message({});
}

void KeyField::show_refused(const QString& typed, const QString& why)
{
    field_->show_refused(typed);
    show_message(why);
}

void KeyField::show_message(const QString& why)
{
    field_->set_state(why.isEmpty() ? QString() : QStringLiteral("refused"));
    message_->setVisible(!why.isEmpty());
    message_->setText(why);
}

namespace {

constexpr int row_height = 24;
constexpr int few_rows = 3, most_rows = 8; ///< in sight, narrow lists and others; the list scrolls
constexpr int frame = 2; ///< that shows the keyboard, on each side
constexpr int width_with_time = 300; ///< narrower lists leave the time to the sentence above them

enum Column { hardware, time, cost, columns };

/// The keyboard is shown around the list, not around a cell.
class RowDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        option->state &= ~QStyle::State_HasFocus;
    }
};

} // namespace

SolutionList::SolutionList(QWidget* parent) : QTableWidget(0, columns, parent)
{
    setAccessibleName(tr("Hardware that keeps the limits"));
    setFont(interface_font(12));
    setObjectName(QStringLiteral("solutions"));
    setItemDelegate(new RowDelegate(this));
    make_list_of_rows(*this);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    verticalHeader()->setDefaultSectionSize(row_height);
    horizontalHeader()->hide();
    horizontalHeader()->setMinimumSectionSize(24);
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    horizontalHeader()->setSectionResizeMode(hardware, QHeaderView::Stretch);
    connect(this, &QTableWidget::currentCellChanged, this, [this](int row, int, int before, int) {
        if (row >= 0 && row != before)
            emit chosen(row);
    });
}

void SolutionList::show_found(std::span<const answers::Solutions::Found> found, bool models)
{
    setAccessibleName(models ? tr("Models by their loss") : tr("Hardware that keeps the limits"));
    const QSignalBlocker quiet(this);
    setRowCount(static_cast<int>(found.size()));
    for (int row = 0; row < rowCount(); ++row) {
        const answers::Solutions::Found& one = found[static_cast<std::size_t>(row)];
        const answers::RunCost& run = one.solution.run;
        const QString cells[columns] = {
            models ? text(one.scenario->workload.shape.title)
                   : QStringLiteral("%1 × %2").arg(quantity(one.solution.parts.gpus, units::Unit::Count, 7),
                                                   text(one.scenario->cluster.accelerator.title)),
            models ? quantity(one.solution.tokens, units::Unit::Tokens) : quantity(run.seconds, units::Unit::Seconds),
            models            ? quantity(one.solution.loss, units::Unit::None)
                : run.usd > 0 ? quantity(run.usd, units::Unit::Usd)
                              : tr("unknown")};
        for (int column = 0; column < columns; ++column) {
            auto* cell = new QTableWidgetItem(cells[column]);
            cell->setTextAlignment((column == hardware ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
            cell->setToolTip(tip(QStringList(std::begin(cells), std::end(cells)).join(QStringLiteral(", "))));
            setItem(row, column, cell);
        }
    }
    if (rowCount() > 0)
        setCurrentCell(0, 0);
    updateGeometry();
}

QSize SolutionList::sizeHint() const
{
    const int most = width() < width_with_time ? few_rows : most_rows;
    return {200, row_height * std::clamp(rowCount(), 1, most) + 2 * frame};
}

void SolutionList::resizeEvent(QResizeEvent* event)
{
    QTableWidget::resizeEvent(event);
    const bool narrow = width() < width_with_time;
    if (narrow == isColumnHidden(time))
        return;
    setColumnHidden(time, narrow);
    updateGeometry();
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
    set_ink(words_, current ? "text" : "text3");
    set_ink(detail_, "text2");
    restyle(gain_, QStringLiteral("color: %1; font-weight: 600").arg((current ? theme.good : theme.text3).name()));
    apply_->setEnabled(current);
    apply_->setAccessibleName(tr("Apply %1").arg(words));
}

void SuggestionRow::set_applicable(bool applicable) { apply_->setVisible(applicable); }

void SuggestionRow::click() { apply_->click(); }

SuggestionList::SuggestionList(int side_margin, int spacing, QWidget* parent) : QWidget(parent)
{
    box_layout<QVBoxLayout>(this, {side_margin, 0, side_margin, 0}, spacing);
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

} // namespace plateau::ui
