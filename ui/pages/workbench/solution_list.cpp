// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/workbench/solution_list.h"

#include <QEvent>
#include <QHeaderView>
#include <QStyledItemDelegate>

#include <algorithm>

#include "ui/controls/appearance.h"
#include "ui/controls/layouts.h"
#include "ui/controls/text.h"
#include "ui/pages/panels/panel.h"

namespace plateau::ui {

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
    follow_theme(*this, [this] { dress(); });
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
    dress();
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

void SolutionList::set_grey(bool grey)
{
    grey_ = grey;
    dress();
}

QSize SolutionList::sizeHint() const
{
    const int most = width() < width_with_time ? few_rows : most_rows;
    return {200, row_height * std::clamp(rowCount(), 1, most) + 2 * frame};
}

void SolutionList::dress()
{
    const Theme& theme = theme_of(this);
    restyle(this,
            QStringLiteral("QTableView { background: %1; color: %2; border: %4px solid %1 } "
                           "QTableView:focus { border: %4px solid %3 }")
                .arg(theme.window.name(), (grey_ ? theme.text3 : theme.text).name(), theme.accent.name())
                .arg(frame));
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

} // namespace plateau::ui
