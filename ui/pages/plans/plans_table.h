// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>
#include <QTableView>

#include <map>
#include <memory>
#include <string_view>
#include <vector>

#include "core/answers/plans.h"
#include "core/search/objective.h"
#include "core/views/measured_runs.h"
#include "core/views/plans_view.h"

namespace plateau::ui {

/// What a column of the table of plans shows: a plan parameter, a metric, or what its key says.
struct PlanColumn {
    std::string key; ///< of the parameter or metric; "rank", "micro_batches", "versus_best", "runs_on", "known_by"
    const PlanDimension* dimension = nullptr;
    const Metric* metric = nullptr;
};

/// Plans as rows, best first, the current one marked.
class PlansTableModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    static constexpr int rank_column = 0;
    /// Rank, plan parameters, metrics, distance from the best: in this order.
    static const std::vector<PlanColumn>& columns();
    /// The place of a key among them.
    static int column(std::string_view key);
    static constexpr int number_role = Qt::UserRole; ///< what sorting compares
    static constexpr int current_role = Qt::UserRole + 1;
    static constexpr int file_role = Qt::UserRole + 3; ///< as files say it: in English
    /// What is shown, or the longest of what may be shown where finding out takes a while.
    static constexpr int widest_role = Qt::UserRole + 2;

    using QAbstractTableModel::QAbstractTableModel;

    /// The plans of `list`, best first; the current one follows where it is none of them but possible, then the tight
    /// one.
    void set_plans(const answers::PlanList::Value& list);
    /// How the rows are known, in their order (empty: not yet), on hardware of which that many runs were published.
    void set_known(std::vector<evidence::Nearest> known, int published);
    /// Rows that are pinned plans on as many GPUs carry their letters.
    void set_pins(const std::vector<figures::PinnedRun>& pins);
    const Parts& plan(int row) const { return plans_[static_cast<std::size_t>(row)]; }
    /// -1: not among them.
    int row_of(const Plan& plan) const;
    int current_row() const { return current_row_; }
    /// That the scenario's own software does not run the plan of a row: what does, in words; empty: it runs it.
    const Message& software_mark(int row) const { return marks_[static_cast<std::size_t>(row)]; }
    bool is_any_marked() const { return any_marked_; }
    /// Columns that say the same in every row and nothing in particular.
    bool is_idle(int column) const;
    static QString title(int column);
    /// "TP" for "Tensor": where there is little room.
    static QString short_title(int column);
    void set_short(bool is_short);
    /// Plans with a rank: all but those that were added.
    int ranked() const { return ranked_; }
    /// Plans without a rank, which were added.
    std::vector<Plan> added() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    double number(int row, int column) const;
    QString words(int row, int column, bool of_file = false) const;
    double versus_best(const Parts& parts) const;
    const evidence::Nearest* known(int row) const;

    std::vector<evidence::Nearest> known_;
    int published_ = 0;
    QString pins_of(const Parts& parts) const;

    std::vector<figures::PinnedRun> pins_;
    std::vector<Parts> plans_;
    std::vector<Message> marks_; ///< of the plans
    bool any_marked_ = false;
    std::shared_ptr<const answers::PlanPair> pair_;
    int ranked_ = 0; ///< rows that have a rank; others may follow
    int current_row_ = -1;
    int tight_row_ = -1;
    bool short_ = false;
    search::Objective objective_ = search::Objective::Throughput;
};

/// Sorts by number, keeps what a filter lets pass.
class PlansProxy final : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit PlansProxy(PlansTableModel& plans, QObject* parent = nullptr);
    void set_filter(const answers::PlanFilter& filter);
    /// Rows in their order, as text with a separator; hidden columns are left out.
    QString as_text(QChar separator, const std::vector<int>& columns) const;

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    PlansTableModel& plans_;
    answers::PlanFilter filter_;
};

/// The table on screen.
class PlansView final : public QTableView {
    Q_OBJECT
public:
    explicit PlansView(PlansProxy& proxy, PlansTableModel& plans, QWidget* parent = nullptr);

    /// After the rows changed: which columns are shown, how wide.
    void arrange();
    /// Marks a row without telling anyone; -1: none.
    void mark(int source_row);
    /// Greyed: the rows answer an earlier question.
    void set_stale(bool stale);
    /// What is shown, in its order.
    QString as_text(QChar separator) const;

signals:
    void plan_selected(int source_row);
    void plan_adopted(int source_row); ///< double click, Enter

protected:
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    std::vector<int> shown_columns() const;
    /// By column, what cells and headers need.
    std::vector<int> widths(const std::vector<int>& cells, bool is_short) const;

    PlansProxy& proxy_;
    PlansTableModel& plans_;
    bool marking_ = false;
};

} // namespace plateau::ui
