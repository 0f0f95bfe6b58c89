// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/plans/plans_page.h"

#include <algorithm>
#include <limits>

#include "core/views/words.h"
#include "ui/controls/text.h"
#include "ui/figures/picture.h"

namespace plateau::ui {

namespace {

const std::string rank = "rank";
const std::string micro_batches = "micro_batches"; ///< of a step x sequences in each
const std::string versus = "versus_best";
const std::string runs_on = "runs_on";
const std::string known_by = "known_by";

bool stands_always(const Metric& metric) { return (metric.places & on_plans_table) != 0; }
/// Tells whether some objective uses this metric.
bool is_told(const Metric& metric)
{
    const auto rows = search::objectives();
    return std::any_of(rows.begin(), rows.end(),
                       [&](const search::ObjectiveRow& row) { return &search::told_metric(row.objective) == &metric; });
}

std::vector<PlanColumn> all_columns()
{
    std::vector<PlanColumn> columns{{rank}};
    for (const PlanDimension* dimension : plan_table::in_tables) {
        if (dimension == &plan_dimension_of<&Plan::micro_batch>)
            columns.push_back({micro_batches});
        else if (dimension->reported && !*dimension->beside)
            columns.push_back({dimension->key, dimension});
    }
    for (const Metric* metric : metrics_at(everywhere))
        if (stands_always(*metric) || is_told(*metric))
            columns.push_back({metric->key, nullptr, metric});
    columns.push_back({versus});
    columns.push_back({runs_on});
    columns.push_back({known_by});
    return columns;
}

const PlanColumn& at(int column) { return PlansTableModel::columns()[static_cast<std::size_t>(column)]; }

} // namespace

void PlansTableModel::set_plans(const answers::PlanList::Value& list)
{
    beginResetModel();
    plans_ = list.result.plans;
    pair_ = list.plans;
    known_.clear();
    ranked_ = static_cast<int>(plans_.size());
    objective_ = pair_->objective;
    const Parts& current = pair_->current;
    current_row_ = row_of(current.plan);
    if (current_row_ < 0 && current.possible()) {
        current_row_ = ranked_;
        plans_.push_back(current);
    }
    tight_row_ = list.tight ? row_of(list.tight->plan) : -1;
    if (list.tight && tight_row_ < 0) {
        tight_row_ = static_cast<int>(plans_.size());
        plans_.push_back(*list.tight);
    }
    marks_.clear();
    for (const Parts& parts : plans_)
        marks_.push_back(narrate::software_mark(pair_->scenario, parts.plan));
    any_marked_ = std::any_of(marks_.begin(), marks_.end(), [](const Message& mark) { return !mark.empty(); });
    endResetModel();
}

std::vector<Plan> PlansTableModel::added() const
{
    std::vector<Plan> plans;
    for (int row = ranked_; row < rowCount(); ++row)
        plans.push_back(plan(row).plan);
    return plans;
}

void PlansTableModel::set_known(std::vector<evidence::Nearest> known, int published)
{
    beginResetModel();
    known_ = std::move(known);
    published_ = published;
    endResetModel();
}

void PlansTableModel::set_pins(const std::vector<figures::PinnedRun>& pins)
{
    pins_ = pins;
    if (rowCount() > 0)
        emit dataChanged(index(0, rank_column), index(rowCount() - 1, rank_column));
}

QString PlansTableModel::pins_of(const Parts& parts) const
{
    QString letters;
    for (const figures::PinnedRun& pin : pins_)
        if (pin.parts.plan == parts.plan && pin.parts.gpus == parts.gpus)
            letters += text(pin.letter);
    return letters;
}

const evidence::Nearest* PlansTableModel::known(int row) const
{
    const auto place = static_cast<std::size_t>(row);
    return place < known_.size() ? &known_[place] : nullptr;
}

int PlansTableModel::row_of(const Plan& plan) const
{
    const auto found
        = std::find_if(plans_.begin(), plans_.end(), [&plan](const Parts& parts) { return parts.plan == plan; });
    return found == plans_.end() ? -1 : static_cast<int>(found - plans_.begin());
}

const std::vector<PlanColumn>& PlansTableModel::columns()
{
    static const std::vector<PlanColumn> list = all_columns();
    return list;
}

int PlansTableModel::column(std::string_view key)
{
    const auto found
        = std::find_if(columns().begin(), columns().end(), [key](const PlanColumn& each) { return each.key == key; });
    return static_cast<int>(found - columns().begin());
}

bool PlansTableModel::is_idle(int column) const
{
    const PlanColumn& shown = at(column);
    if (shown.metric)
        return !stands_always(*shown.metric) && shown.metric != &search::told_metric(objective_);
    if (shown.key == runs_on)
        return !is_any_marked();
    return shown.dimension && std::all_of(plans_.begin(), plans_.end(), [&shown](const Parts& parts) {
               return is_plain(*shown.dimension, parts.plan);
           });
}

QString PlansTableModel::title(int column)
{
    const PlanColumn& shown = at(column);
    if (shown.key == rank)
        return tr("#");
    if (shown.key == micro_batches)
        return tr("Micro-batches");
    if (shown.key == versus)
        return tr("vs best");
    if (shown.key == runs_on)
        return tr("Runs on");
    if (shown.key == known_by)
        return tr("Known by");
    return shown.dimension ? text(Word{shown.dimension->label})
                           : text(metric_title(*shown.metric, shown.metric->label));
}

QString PlansTableModel::short_title(int column)
{
    const PlanColumn& shown = at(column);
    if (shown.key == micro_batches)
        return tr("Micro-b.");
    if (shown.metric)
        return text(metric_heading(*shown.metric));
    if (!shown.dimension)
        return title(column);
    const PlanDimension& dimension = *shown.dimension;
    const char* words = *dimension.symbol ? dimension.symbol : *dimension.column ? dimension.column : dimension.label;
    return text(Word{words});
}

void PlansTableModel::set_short(bool is_short)
{
    if (short_ == is_short)
        return;
    short_ = is_short;
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

int PlansTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(plans_.size());
}

int PlansTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(columns().size());
}

double PlansTableModel::versus_best(const Parts& parts) const
{
    if (ranked_ == 0)
        return std::numeric_limits<double>::quiet_NaN();
    const double best = search::objective_value(objective_, plan(0));
    const double here = search::objective_value(objective_, parts);
    return search::objective_metric(objective_).better == Better::Higher ? best / here - 1 : here / best - 1;
}

double PlansTableModel::number(int row, int column) const
{
    const Parts& parts = plan(row);
    const PlanColumn& shown = at(column);
    if (shown.dimension)
        return effective(*shown.dimension, parts.plan);
    if (shown.metric)
        return shown.metric->value(parts);
    if (shown.key == runs_on)
        return software_mark(row).empty() ? 0 : 1;
    if (shown.key == known_by)
        return known(row) ? static_cast<double>(known(row)->known) : 0;
    return shown.key == rank ? row : shown.key == micro_batches ? parts.micro_batches : versus_best(parts);
}

QString PlansTableModel::words(int row, int column, bool of_file) const
{
    const auto told = [of_file](const Argument& words) { return of_file ? text(english(words)) : text(words); };
    const PlanColumn& shown = at(column);
    if (shown.key == runs_on) {
        const Message& mark = software_mark(row);
        const Message words = mark.empty() ? narrate::own_software() : mark;
        return of_file ? text(english(words)) : text(words);
    }
    if (shown.key == known_by)
        return !known(row) ? QString(QChar(0x2013))
            : of_file      ? text(std::string(name(known(row)->known)))
                           : text(Word{name(known(row)->known)});
    const double value = number(row, column);
    const Plan& degrees = plan(row).plan;
    if (shown.key == rank)
        return (row == current_row_     ? QString(QChar(0x25CF))
                    : row == tight_row_ ? tr("tight")
                                        : QString::number(row + 1))
            + (pins_of(plan(row)).isEmpty() ? QString() : QLatin1Char(' ') + pins_of(plan(row)));
    if (shown.key == micro_batches)
        return QStringLiteral("%1 × %2").arg(told(Quantity{value, units::Unit::Count}),
                                             told(Quantity{double(degrees.micro_batch), units::Unit::Count}));
    if (shown.key == versus)
        return told(narrate::change_words(100 * value));
    if (shown.dimension)
        return told(plan_cell_words(*shown.dimension, degrees));
    return told(metric_number(*shown.metric, value));
}

QVariant PlansTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return words(index.row(), column);
    case file_role:
        return words(index.row(), column, true);
    case number_role:
        return number(index.row(), column);
    case widest_role:
        return at(column).key == known_by ? text(Word{name(evidence::Known::Extrapolated)})
                                          : words(index.row(), column);
    case current_role:
        return index.row() == current_row_;
    case Qt::TextAlignmentRole:
        return static_cast<int>((column == rank_column ? Qt::AlignHCenter : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::FontRole:
        return at(column).metric == &search::told_metric(objective_) ? interface_font(13, 600) : interface_font(13);
    case Qt::ToolTipRole: {
        const Parts& parts = plan(index.row());
        QString words
            = text(narrate::plan_words(parts.plan)) + QStringLiteral("\n") + text(narrate::plan_details(parts.plan));
        if (index.row() == current_row_)
            words = tr("The current plan") + QStringLiteral("\n") + words;
        if (const QString letters = pins_of(parts); !letters.isEmpty())
            words += QStringLiteral("\n") + tr("Pinned: %1").arg(letters);
        if (parts.verdict == Verdict::Tight)
            words += QStringLiteral("\n") + text(narrate::tight_warning(parts));
        if (!parts.fits())
            words += QStringLiteral("\n") + tr("Does not fit");
        if (!software_mark(index.row()).empty())
            words += QStringLiteral("\n") + text(narrate::software_warning(pair_->scenario, parts.plan));
        if (const evidence::Nearest* nearest = known(index.row()))
            words += QLatin1Char('\n') + text(narrate::known_words(*nearest, published_));
        return words;
    }
    case Qt::AccessibleTextRole: {
        const QString said = title(column) + QLatin1Char(' ') + words(index.row(), column);
        const Message& mark = software_mark(index.row());
        return column == rank_column && !mark.empty() ? said + QStringLiteral(", ") + text(mark) : said;
    }
    default:
        return {};
    }
}

QVariant PlansTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const PlanColumn& shown = at(section);
    if (role == Qt::DisplayRole)
        return short_ ? short_title(section) : title(section);
    if (role == Qt::ToolTipRole && shown.metric)
        return text(Word{shown.metric->label}) + QLatin1Char('\n') + text(Word{shown.metric->definition});
    if (role == Qt::ToolTipRole)
        return shown.key == micro_batches ? tr("Micro-batches of one step × sequences in each") : title(section);
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((section == rank_column ? Qt::AlignHCenter : Qt::AlignRight) | Qt::AlignVCenter);
    return {};
}

PlansProxy::PlansProxy(PlansTableModel& plans, QObject* parent) : QSortFilterProxyModel(parent), plans_(plans)
{
    setSourceModel(&plans);
    setSortRole(PlansTableModel::number_role);
}

void PlansProxy::set_filter(const answers::PlanFilter& filter)
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
        header << PlansTableModel::title(column);
    lines += header.join(separator) + QLatin1Char('\n');
    for (int row = 0; row < rowCount(); ++row) {
        QStringList cells;
        for (const int column : columns) {
            const QModelIndex at = index(row, column);
            QString cell = column == PlansTableModel::rank_column ? QString::number(mapToSource(at).row() + 1)
                                                                  : at.data(PlansTableModel::file_role).toString();
            cell.remove(QLatin1Char(',')).replace(QChar(0x2212), QLatin1Char('-'));
            cells << cell.replace(QChar(0x2013), QString()).replace(QChar(0x00A0), QLatin1Char(' '));
        }
        lines += cells.join(separator) + QLatin1Char('\n');
    }
    return lines;
}

} // namespace plateau::ui
