// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/plans_table.h"

#include <algorithm>
#include <cmath>

#include "core/narrate/plan_words.h"
#include "core/search/plan_axis.h"
#include "ui/appearance.h"
#include "ui/figures/picture.h"
#include "ui/panels/readout_rows.h"
#include "ui/text.h"

namespace plateau::ui {

namespace {

struct AxisColumn {
    PlansTableModel::Column column;
    const char* key;
};
constexpr AxisColumn axis_columns[] = {
    {PlansTableModel::Tensor, "tp"},         {PlansTableModel::Pipeline, "pp"},
    {PlansTableModel::Context, "cp"},        {PlansTableModel::Expert, "ep"},
    {PlansTableModel::Data, "dp"},           {PlansTableModel::Virtual, "virtual_stages"},
    {PlansTableModel::Schedule, "schedule"}, {PlansTableModel::Recompute, "recompute"},
    {PlansTableModel::Sharding, "dp_mode"},  {PlansTableModel::SequenceParallel, "sequence_parallel"},
};

const search::PlanAxis* axis_of(PlansTableModel::Column column)
{
    for (const AxisColumn& each : axis_columns)
        if (each.column == column)
            return search::find_plan_axis(each.key);
    return nullptr;
}

QString sharding_words(const Plan& plan)
{
    if (plan.dp_mode != DataParallelMode::Hsdp || plan.shard_group <= 0)
        return text(search::value_words(*search::find_plan_axis("dp_mode"), static_cast<int>(plan.dp_mode)));
    return QStringLiteral("HSDP %1").arg(text(units::format(plan.shard_group, units::Unit::Count)));
}

QString schedule_words(const Plan& plan)
{
    return plan.pp > 1 ? text(search::value_words(*search::find_plan_axis("schedule"), static_cast<int>(plan.schedule)))
                       : QString(QChar(0x2013));
}

QString change_words(double change)
{
    if (!std::isfinite(change))
        return QString(QChar(0x2013));
    const double percent = 100 * std::abs(change);
    const QString digits = QString::number(percent, 'f', percent >= 9.95 ? 0 : 1);
    if (digits == QLatin1String("0.0"))
        return change == 0 ? QString(QChar(0x2013)) : QStringLiteral("0.0\u00A0%");
    return (change < 0 ? QChar(0x2212) : QLatin1Char('+')) + digits + QStringLiteral("\u00A0%");
}

} // namespace

void PlansTableModel::set_plans(std::vector<Parts> plans, const Parts& current, search::Objective objective)
{
    beginResetModel();
    plans_ = std::move(plans);
    ranked_ = static_cast<int>(plans_.size());
    objective_ = objective;
    current_row_ = row_of(current.plan);
    if (current_row_ < 0 && current.possible()) {
        current_row_ = ranked_;
        plans_.push_back(current);
    }
    endResetModel();
}

int PlansTableModel::row_of(const Plan& plan) const
{
    const auto found
        = std::find_if(plans_.begin(), plans_.end(), [&plan](const Parts& parts) { return parts.plan == plan; });
    return found == plans_.end() ? -1 : static_cast<int>(found - plans_.begin());
}

bool PlansTableModel::is_idle(Column column) const
{
    const auto all = [this](auto test) { return std::all_of(plans_.begin(), plans_.end(), test); };
    switch (column) {
    case Context:
        return all([](const Parts& parts) { return parts.plan.cp == 1; });
    case Expert:
        return all([](const Parts& parts) { return parts.plan.ep == 1; });
    case Virtual:
        return all([](const Parts& parts) { return parts.plan.virtual_stages == 1; });
    case Schedule:
        return all([](const Parts& parts) {
            const PipelineSchedule schedule = parts.plan.schedule; // the virtual stages tell these two apart
            return parts.plan.pp == 1 || schedule == PipelineSchedule::OneFOneB
                || schedule == PipelineSchedule::Interleaved;
        });
    case SequenceParallel:
        return all([](const Parts& parts) { return parts.plan.tp == 1; });
    default:
        return false;
    }
}

QString PlansTableModel::title(Column column)
{
    switch (column) {
    case Rank:
        return tr("#");
    case MicroBatches:
        return tr("Micro-batches");
    case Virtual:
        return tr("Virtual");
    case SequenceParallel:
        return tr("Seq. par.");
    case TokensPerGpu:
        return tr("Tokens/s/GPU");
    case Mfu:
        return tr("MFU, %");
    case Bubble:
        return tr("Bubble, %");
    case Memory:
        return tr("Memory, GB");
    case VersusBest:
        return tr("vs best");
    default:
        break;
    }
    const search::PlanAxis* axis = axis_of(column);
    return axis ? text(Message{axis->label, {}}) : QString();
}

QString PlansTableModel::short_title(Column column)
{
    if (column == MicroBatches)
        return tr("Micro-b.");
    if (column == TokensPerGpu)
        return tr("Tok/s/GPU");
    if (column == Recompute)
        return tr("Recomp.");
    if (column == Schedule)
        return tr("Sched.");
    const search::PlanAxis* axis = axis_of(column);
    return axis && *axis->symbol ? text(std::string(axis->symbol)) : title(column);
}

void PlansTableModel::set_short(bool is_short)
{
    if (short_ == is_short)
        return;
    short_ = is_short;
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

int PlansTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(plans_.size());
}

int PlansTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

double PlansTableModel::number(int row, Column column) const
{
    const Parts& parts = plan(row);
    switch (column) {
    case Rank:
        return row;
    case MicroBatches:
        return parts.micro_batches;
    case TokensPerGpu:
        return parts.tokens_per_s / parts.gpus;
    case Mfu:
        return parts.mfu();
    case Bubble:
        return parts.bubble_fraction();
    case Memory:
        return parts.memory_bytes;
    case VersusBest: {
        if (ranked_ == 0)
            return std::numeric_limits<double>::quiet_NaN();
        const double best = search::objective_value(objective_, plan(0));
        const double here = search::objective_value(objective_, parts);
        return objective_ == search::Objective::Throughput ? best / here - 1 : here / best - 1;
    }
    default:
        break;
    }
    const search::PlanAxis* axis = axis_of(column);
    return axis ? axis->get(parts.plan) : 0;
}

QString PlansTableModel::words(int row, Column column) const
{
    const double value = number(row, column);
    switch (column) {
    case Rank:
        return row == current_row_ ? QString(QChar(0x25CF)) : QString::number(row + 1);
    case Sharding:
        return sharding_words(plan(row).plan);
    case Schedule:
        return schedule_words(plan(row).plan);
    case MicroBatches:
        return QStringLiteral("%1 × %2").arg(text(units::format(value, units::Unit::Count)),
                                             text(units::format(plan(row).plan.micro_batch, units::Unit::Count)));
    case TokensPerGpu:
        return steady_number(value);
    case Mfu:
    case Bubble:
        return QString::number(100 * value, 'f', 1);
    case Memory:
        return steady_number(value / 1e9);
    case VersusBest:
        return row == 0 && ranked_ > 0 ? QString(QChar(0x2013)) : change_words(value);
    default:
        break;
    }
    const search::PlanAxis* axis = axis_of(column);
    return axis ? text(search::value_words(*axis, axis->get(plan(row).plan))) : QString();
}

QVariant PlansTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const auto column = static_cast<Column>(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return words(index.row(), column);
    case number_role:
        return number(index.row(), column);
    case current_role:
        return index.row() == current_row_;
    case Qt::TextAlignmentRole:
        return static_cast<int>((column == Rank ? Qt::AlignHCenter : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::FontRole:
        return column == TokensPerGpu ? interface_font(13, 600) : interface_font(13);
    case Qt::ToolTipRole: {
        const Parts& parts = plan(index.row());
        QString words
            = text(narrate::plan_words(parts.plan)) + QStringLiteral("\n") + text(narrate::plan_details(parts.plan));
        if (index.row() == current_row_)
            words = tr("The current plan") + QStringLiteral("\n") + words;
        if (!parts.fits())
            words += QStringLiteral("\n") + tr("Does not fit");
        return words;
    }
    case Qt::AccessibleTextRole:
        return title(column) + QLatin1Char(' ') + words(index.row(), column);
    default:
        return {};
    }
}

QVariant PlansTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const auto column = static_cast<Column>(section);
    if (role == Qt::DisplayRole)
        return short_ ? short_title(column) : title(column);
    if (role == Qt::ToolTipRole)
        return column == MicroBatches ? tr("Micro-batches of one step × sequences in each")
            : column == Mfu ? tr("Of the dense peak, attention counted in full; HFU stands beside it in the panel")
                            : title(column);
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((section == Rank ? Qt::AlignHCenter : Qt::AlignRight) | Qt::AlignVCenter);
    return {};
}

PlansProxy::PlansProxy(PlansTableModel& plans, QObject* parent) : QSortFilterProxyModel(parent), plans_(plans)
{
    setSourceModel(&plans);
    setSortRole(PlansTableModel::number_role);
}

void PlansProxy::set_filter(const explore::PlanFilter& filter)
{
    filter_ = filter;
    invalidateFilter();
}

bool PlansProxy::filterAcceptsRow(int row, const QModelIndex&) const { return filter_.matches(plans_.plan(row)); }

QString PlansProxy::as_text(QChar separator, const std::vector<int>& columns) const
{
    QString lines;
    QStringList header;
    for (const int column : columns)
        header << plans_.title(static_cast<PlansTableModel::Column>(column));
    lines += header.join(separator) + QLatin1Char('\n');
    for (int row = 0; row < rowCount(); ++row) {
        QStringList cells;
        for (const int column : columns) {
            const QModelIndex at = index(row, column);
            QString cell
                = column == PlansTableModel::Rank ? QString::number(mapToSource(at).row() + 1) : at.data().toString();
            cell.remove(QLatin1Char(',')).replace(QChar(0x2212), QLatin1Char('-'));
            cells << cell.replace(QChar(0x2013), QString()).replace(QChar(0x00A0), QLatin1Char(' '));
        }
        lines += cells.join(separator) + QLatin1Char('\n');
    }
    return lines;
}

} // namespace plateau::ui
