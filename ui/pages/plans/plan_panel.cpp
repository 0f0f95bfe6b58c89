// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <numeric>

#include <QAction>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QStyledItemDelegate>

#include "core/views/words.h"
#include "ui/controls/appearance.h"
#include "ui/controls/layouts.h"
#include "ui/controls/text.h"
#include "ui/pages/panels/facts_table.h"
#include "ui/pages/plans/plans_page.h"

namespace plateau::ui {

constexpr int fact_height = 22;

constexpr int least_with_change = 290;
constexpr const char* memory_metric = "memory_bytes_per_gpu";

PlanPanel::PlanPanel(QWidget* parent)
    : Panel(parent), title_(new QLabel(this)), details_(new QLabel(this)), grid_(new QGridLayout),
      adopt_(new QPushButton(tr("Adopt this plan"), this))
{
    auto* column = box_layout<QVBoxLayout>(this, {12, 8, 12, 12}, 0);
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
    set_ink(details_, "text2");
    set_ink(heads_[1], "accent");
    set_ink(heads_[2], "text2");
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
        set_ink(line.change, "text2");
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
    auto* column = box_layout<QVBoxLayout>(this, {12, 8, 12, 12}, 8);
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
    icon_->setPixmap(icon(QStringLiteral("warning"), theme.warning).pixmap({16, 16}, devicePixelRatioF()));
    set_ink(warning_, "warning");
}

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
                                icon(QStringLiteral("warning"), theme.warning).pixmap({sign_size, sign_size}, ratio));
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
