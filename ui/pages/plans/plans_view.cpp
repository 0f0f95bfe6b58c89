// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>
#include <numeric>

#include "ui/controls/appearance.h"
#include "ui/controls/layouts.h"
#include "ui/pages/panels/panel.h"
#include "ui/pages/plans/plans_table.h"

namespace plateau::ui {

namespace {

constexpr int row_height = 28;
constexpr int bar_width = 40;
constexpr int least_bar_width = 16;
constexpr int bar_height = 8;
constexpr int padding = 8;
constexpr int sign_size = 14; ///< of a plan that the software does not run
constexpr int header_room = 18; ///< margins and the arrow of the sorted column

/// Left out one by one where the window is small; a row's tooltip and a copied table have them all.
constexpr const char* dispensable[]
    = {"cp_method", "sequence_parallel",  "bubble_fraction",  "versus_best", "known_by",
       "runs_on",   "schedule",           "virtual_stages",   "etp",         "recompute",
       "cp",        "first_stage_layers", "last_stage_layers"};

bool is_memory(int column) { return column == PlansTableModel::column("memory_bytes_per_gpu"); }

/// Flat rows with a line below; a bar beside the memory.
class RowDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    explicit RowDelegate(const PlansTableModel& plans, QObject* parent) : QStyledItemDelegate(parent), plans_(plans) { }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const auto* view = qobject_cast<const QTableView*>(option.widget);
        const Theme& theme = theme_of(option.palette);
        const bool chosen = option.state.testFlag(QStyle::State_Selected);
        const bool current = index.data(PlansTableModel::current_role).toBool();
        const auto* proxy = qobject_cast<const QSortFilterProxyModel*>(index.model());
        const Parts& parts = plans_.plan(proxy->mapToSource(index).row());
        painter->fillRect(option.rect, chosen ? theme.selected : theme.canvas);
        painter->setPen(theme.divider);
        painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
        QRect box = option.rect.adjusted(padding / 2, 0, -padding, -1);
        if (is_memory(index.column()))
            bar(*painter, box, parts, theme);
        if (index.column() == PlansTableModel::rank_column
            && !plans_.software_mark(proxy->mapToSource(index).row()).empty()) {
            const qreal ratio = painter->device()->devicePixelRatioF();
            painter->drawPixmap(box.left(), box.center().y() - sign_size / 2,
                                icon_pixmap(QStringLiteral("warning"), theme.warning, sign_size, ratio));
            box.setLeft(box.left() + sign_size);
        }
        QColor ink = parts.fits() ? theme.text : theme.text3;
        if (index.column() == PlansTableModel::rank_column)
            ink = current ? theme.accent : theme.text2;
        else if (index.column() == PlansTableModel::column("versus_best"))
            ink = theme.text2;
        if (view && view->property("stale").toBool())
            ink = theme.text3;
        painter->setPen(ink);
        QFont font = index.data(Qt::FontRole).value<QFont>();
        if (current && index.column() != PlansTableModel::rank_column)
            font.setWeight(QFont::DemiBold);
        painter->setFont(font);
        painter->drawText(box, index.data(Qt::TextAlignmentRole).toInt() | Qt::TextSingleLine, index.data().toString());
        if (view && view->hasFocus() && chosen && index.column() == PlansTableModel::rank_column) {
            painter->fillRect(QRect(option.rect.left(), option.rect.top(), 3, option.rect.height() - 1), theme.accent);
        }
    }

    /// Asked for up to a thousand rows of each column.
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override
    {
        const QFontMetrics metrics(interface_font(13, 600));
        const bool has_sign = index.column() == PlansTableModel::rank_column && plans_.is_any_marked();
        const int extra = is_memory(index.column()) ? bar_width + 10 : has_sign ? sign_size : 0;
        const QString words = index.data(PlansTableModel::widest_role).toString();
        return {metrics.horizontalAdvance(words) + padding + padding / 2 + extra, row_height};
    }

private:
    static void bar(QPainter& painter, const QRect& box, const Parts& parts, const Theme& theme)
    {
        const int width = std::min(bar_width, std::max(least_bar_width, box.width() - 50));
        const QRect groove(box.left() + 4, box.center().y() - bar_height / 2 + 1, width, bar_height);
        painter.fillRect(groove, theme.hover);
        const double share = std::clamp(parts.memory_bytes / parts.memory_limit_bytes, 0.0, 1.0);
        const QColor colour = parts.verdict == Verdict::Tight ? QColor(0xE6, 0x9F, 0x00)
            : parts.fits()                                    ? theme.text3
                                                              : theme.error;
        painter.fillRect(QRectF(groove.left(), groove.top(), share * width, groove.height()), colour);
    }

    const PlansTableModel& plans_;
};

} // namespace

PlansView::PlansView(PlansProxy& proxy, PlansTableModel& plans, QWidget* parent)
    : QTableView(parent), proxy_(proxy), plans_(plans)
{
    setModel(&proxy);
    setItemDelegate(new RowDelegate(plans, this));
    make_list_of_rows(*this);
    follow_theme(*this, [this] { viewport()->update(); });
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setSortingEnabled(true);
    verticalHeader()->setDefaultSectionSize(row_height);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setMinimumSectionSize(24);
    horizontalHeader()->setSectionsMovable(false);
    sortByColumn(PlansTableModel::rank_column, Qt::AscendingOrder);
    setAccessibleName(tr("Plans that fit"));
    connect(this, &QTableView::doubleClicked, this,
            [this](const QModelIndex& index) { emit plan_adopted(proxy_.mapToSource(index).row()); });
    auto* sort = new QAction(tr("Sort the plans by the column of the current cell"), this);
    sort->setShortcut(Qt::Key_S);
    sort->setShortcutContext(Qt::WidgetShortcut);
    connect(sort, &QAction::triggered, this, [this] {
        const QHeaderView& head = *horizontalHeader();
        const bool again = head.sortIndicatorSection() == currentIndex().column();
        const bool falls = again && head.sortIndicatorOrder() == Qt::AscendingOrder;
        if (currentIndex().isValid())
            sortByColumn(currentIndex().column(), falls ? Qt::DescendingOrder : Qt::AscendingOrder);
    });
    addAction(sort);
}

std::vector<int> PlansView::shown_columns() const
{
    std::vector<int> columns;
    for (int column = 0; column < plans_.columnCount(); ++column)
        if (!isColumnHidden(column))
            columns.push_back(column);
    return columns;
}

std::vector<int> PlansView::widths(const std::vector<int>& cells, bool is_short) const
{
    const QFontMetrics metrics(interface_font(12));
    std::vector<int> result = cells;
    for (const int column : shown_columns()) {
        const QString words = is_short ? PlansTableModel::short_title(column) : PlansTableModel::title(column);
        int& width = result[static_cast<std::size_t>(column)];
        width = std::max(metrics.horizontalAdvance(words) + header_room, width);
    }
    return result;
}

void PlansView::arrange()
{
    for (int column = 0; column < plans_.columnCount(); ++column)
        setColumnHidden(column, plans_.is_idle(column));
    std::vector<int> cells(PlansTableModel::columns().size(), 0);
    for (const int column : shown_columns())
        cells[static_cast<std::size_t>(column)] = sizeHintForColumn(column);
    std::vector<int> wanted = widths(cells, false);
    const int room = viewport()->width();
    const bool is_short = std::accumulate(wanted.begin(), wanted.end(), 0) > room;
    if (is_short) {
        cells[static_cast<std::size_t>(PlansTableModel::column("memory_bytes_per_gpu"))] -= bar_width - least_bar_width;
        wanted = widths(cells, true);
    }
    plans_.set_short(is_short);
    for (const char* key : dispensable) {
        if (std::accumulate(wanted.begin(), wanted.end(), 0) <= room)
            break;
        const int column = PlansTableModel::column(key);
        setColumnHidden(column, true);
        wanted[static_cast<std::size_t>(column)] = 0;
    }
    const std::vector<int> shown = shown_columns();
    int rest = std::max(0, room - std::accumulate(wanted.begin(), wanted.end(), 0));
    const int each = rest / static_cast<int>(shown.size());
    for (const int column : shown) {
        const int more = column == shown.back() ? rest : each;
        rest -= more;
        setColumnWidth(column, wanted[static_cast<std::size_t>(column)] + more);
    }
}

void PlansView::mark(int source_row)
{
    marking_ = true;
    const int column = currentIndex().isValid() ? currentIndex().column() : int(PlansTableModel::rank_column);
    const QModelIndex index = source_row < 0 ? QModelIndex() : proxy_.mapFromSource(plans_.index(source_row, column));
    if (index.isValid()) {
        selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        scrollTo(index, QAbstractItemView::EnsureVisible);
    } else {
        selectionModel()->clear();
    }
    marking_ = false;
}

void PlansView::set_stale(bool stale)
{
    if (property("stale").toBool() == stale)
        return;
    setProperty("stale", stale);
    viewport()->update();
}

QString PlansView::as_text(QChar separator) const
{
    std::vector<int> columns;
    for (int column = 0; column < plans_.columnCount(); ++column)
        if (!plans_.is_idle(column))
            columns.push_back(column);
    return proxy_.as_text(separator, columns);
}

void PlansView::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTableView::currentChanged(current, previous);
    if (!marking_ && current.isValid())
        emit plan_selected(proxy_.mapToSource(current).row());
}

void PlansView::keyPressEvent(QKeyEvent* event)
{
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter && currentIndex().isValid()) {
        emit plan_adopted(proxy_.mapToSource(currentIndex()).row());
        return;
    }
    QTableView::keyPressEvent(event);
}

void PlansView::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    arrange();
}

} // namespace plateau::ui
