// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <QAbstractTableModel>
#include <QObject>
#include <QSortFilterProxyModel>
#include <QTableView>

#include "core/answers/plan_map.h"
#include "core/answers/plans.h"
#include "core/answers/suggestions.h"
#include "core/answers/watch.h"
#include "core/model/metrics.h"
#include "core/search/objective.h"
#include "core/views/measured_runs.h"
#include "core/views/plans_view.h"
#include "ui/document/edited_question.h"
#include "ui/pages/panels/page.h"

class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;
class QTimer;

namespace plateau::ui {

/// One plan beside the current one, number by number, and the button that makes it the current one.
class PlanPanel final : public Panel {
    Q_OBJECT
public:
    explicit PlanPanel(QWidget* parent = nullptr);

    /// Null: nothing is selected.
    void show_plan(const Parts* plan, const Parts& current, const QString& settings = {});
    void set_stale(bool stale);
    QPushButton& adopt_button() const { return *adopt_; }
    /// With room for a plan of two lines, whatever stands there now.
    QSize sizeHint() const override;

signals:
    void adopted();

protected:
    void fill() override;
    void paintEvent(QPaintEvent* event) override;
    QSize minimumSizeHint() const override { return {230, QWidget::minimumSizeHint().height()}; }
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Line {
        QLabel* name;
        QLabel* here;
        QLabel* current;
        QLabel* change;
    };

    bool is_narrow() const;
    QColor ink(const Parts* parts, bool memory) const;

    std::optional<Parts> plan_;
    Parts current_;
    QString settings_; ///< what else has to be set for it
    QLabel* title_;
    QLabel* details_;
    QGridLayout* grid_;
    std::vector<QLabel*> heads_;
    std::vector<Line> lines_;
    QPushButton* adopt_;
    bool stale_ = false;
};

/// Sentences: why the plan differs from the current one, and what to beware of.
class PlanReasonsPanel final : public Panel {
    Q_OBJECT
public:
    explicit PlanReasonsPanel(QWidget* parent = nullptr);
    void show_plan(const Parts* plan, const Parts& current, const Scenario& scenario);
    QString words() const;

protected:
    void fill() override;

private:
    QLabel* reasons_;
    QLabel* icon_;
    QLabel* warning_;
};

/// What the plans page answers, piece by piece as it is ready: the list, the map, what would help, time against money.
class PlansModel final : public QObject {
    Q_OBJECT
public:
    static constexpr int most_plans = 1000;

    enum class Piece { List, Map, Help, Frontier };

    explicit PlansModel(ScenarioDocument& document, QObject* parent = nullptr);

    /// An idle model computes nothing; what it missed it makes up for.
    void set_active(bool active);
    /// The list and the choice between time and money say how they are known, once the published runs are read.
    void set_known(bool known);
    /// How the plans of list() are known, then those added; empty: not yet.
    std::vector<evidence::Nearest> known(const std::vector<Plan>& added) const;

    /// A number that is another one for every new list.
    std::uint64_t list_number() const { return list_number_; }
    /// The last answers; null: none yet.
    const answers::PlanList::Value* list() const { return list_.answer(); }
    const answers::PlanMap::Value* map() const { return map_.answer(); }
    const answers::Sensitivities::Value* help() const { return help_.answer(); }
    const answers::Frontier::Value* choices() const { return frontier_.answer(); }
    /// The plan that help() is about.
    search::PlanChoice helped() const { return answers::Sensitivities::choice(*help_.answered(), *help()->plans); }
    /// Whether a piece answers the question as it is.
    bool is_current(Piece piece) const;

    const std::string& x() const { return x_; }
    const std::string& y() const { return y_; }
    void set_axes(const std::string& x, const std::string& y);
    /// The frontier is searched for only while it is looked at.
    void show_frontier(bool shown);
    /// The list holds the best plans that pass it; the conditions on results are the table's.
    void set_filter(const answers::PlanFilter& filter);

    /// The plan looked at: the best until one is chosen.
    const Parts* selected() const;
    /// What besides the plan has to be set for it; of a cell of the map.
    const std::vector<answers::Setting>& settings() const { return settings_; }
    void select(const Parts& parts, std::vector<answers::Setting> settings = {});
    /// The selected plan becomes the scenario's own, with its GPU count and settings: one undo step.
    void adopt(const Parts& parts, const std::vector<answers::Setting>& settings = {});

    /// Waits for what is under way; for tests.
    void wait();

signals:
    void updated();
    void selection_changed();

private:
    /// What each piece would be asked now.
    answers::PlanList::Key list_key(bool known) const;
    answers::PlanMap::Key map_key() const;
    answers::TrainingQuestion help_key() const;
    answers::Frontier::Key frontier_key() const;
    void ask();
    void take_list();
    void take_known();
    void keep_selection();

    ScenarioDocument& document_;
    bool active_ = false;
    bool frontier_shown_ = false;
    bool known_ = false;
    std::string x_ = "tp", y_ = "pp";
    answers::PlanFilter filter_;
    std::uint64_t list_number_ = 0;
    std::optional<Parts> selected_; ///< chosen by hand
    std::vector<answers::Setting> settings_;
    std::shared_ptr<answers::Answers> answers_;
    std::shared_ptr<answers::Lane> lane_ = std::make_shared<answers::Lane>();
    answers::Watch<answers::PlanList> list_{answers_, [this](answers::News) { take_list(); }, {}, lane_};
    /// The same, known.
    answers::Watch<answers::PlanList> known_list_{answers_, [this](answers::News) { take_known(); }, {}, lane_};
    answers::Watch<answers::PlanMap> map_{answers_, [this](answers::News) { emit updated(); }, {}, lane_};
    answers::Watch<answers::Sensitivities> help_{answers_, [this](answers::News) { emit updated(); }, {}, lane_};
    answers::Watch<answers::Frontier> frontier_{answers_, [this](answers::News) { emit updated(); }, {}, lane_};
};

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

class FigureView;
class ObjectiveRow;
class EvidenceModel;
class PictureView;
class QuietCombo;
class Segments;

/// Which plan is best, and what would help most: a map of two plan parameters or the choice between time and money,
/// the change each resource would bring, and the plans that fit as a table.
class PlansPage final : public Page {
    Q_OBJECT
public:
    /// `parameters` stands at the left; other pages may share it.
    PlansPage(ScenarioDocument& document, EvidenceModel& evidence, QWidget& parameters, QWidget* parent = nullptr);

    static constexpr const char* page_name = "plans";
    static QString tab() { return tr("Plans"); }
    /// Pinned questions: a panel of theirs beside the parameters, and where they stand in time and money.
    void follow_pins(QWidget& panel, std::function<std::vector<figures::PinnedRun>()> pins);
    /// To be called when the pins have changed.
    void refresh_pins();
    ScenarioDocument& document() override { return document_; }
    void show_view(const views::View& view) override;
    narrate::Status status() const override;
    PageCorner corner() const override;
    void set_active(bool active) override;

    PlansModel& model() { return *model_; }
    PlansView& table() const { return *table_; }
    PictureView& map() const { return *map_; }
    PictureView& help() const { return *help_; }
    FigureView& frontier() const { return *frontier_; }
    QLineEdit& filter() const { return *filter_; }
    QString filter_message() const;
    PlanPanel& plan_panel() const { return *plan_panel_; }
    PlanReasonsPanel& reasons() const { return *reasons_; }

signals:
    void parameter_wanted(const QString& key); ///< its row should come into view
    void selection_shown(); ///< the plan and the question of the model are in the panels now

protected:
    std::vector<DrawnView> drawn() const override;
    std::map<std::string, QWidget*> panels() override;
    void fit() override;
    void redraw() override;

private:
    void build();
    QWidget* build_controls();
    QWidget* build_pictures();
    QWidget* build_table_header();
    void connect_pictures();
    void show_pictures();
    void show_table();
    void show_nothing(bool filtered);
    void show_pins();
    void show_selection();
    int ranked_rows() const;
    void read_filter();
    void fill_axes();
    void follow_looks();
    void remember_map();
    void show_picture(bool map);
    void choose_picture(bool map);

    static constexpr const char* frontier_look = "frontier";
    void copy_table(QChar separator);
    figures::Figure map_figure() const;
    figures::Figure help_figure() const;
    figures::Figure front_figure() const;

    ScenarioDocument& document_;
    EvidenceModel& evidence_;
    QWidget& parameters_;
    PlansModel* model_;
    PlansTableModel* plans_;
    PlansProxy* proxy_;

    ObjectiveRow* objective_;
    Segments* view_;
    QuietCombo* x_;
    QuietCombo* y_;
    QuietCombo* result_;
    std::vector<QWidget*> map_choices_; ///< each with its name before it
    QStackedWidget* left_;
    PictureView* map_;
    FigureView* frontier_;
    PictureView* help_;
    QLabel* table_title_;
    QLabel* listed_; ///< how many of how many
    QLineEdit* filter_;
    QLabel* filter_message_;
    QPushButton* copy_;
    PlansView* table_;
    EmptyNote* nothing_;
    QLabel* pin_words_; ///< what the pinned questions reach
    PlanPanel* plan_panel_;
    PlanReasonsPanel* reasons_;
    QTimer* filter_timer_;
    std::uint64_t shown_ = 0; ///< the list in the table
    std::vector<std::string> map_keys_; ///< what the sides of the map may be
    QWidget* pin_panel_ = nullptr;
    std::function<std::vector<figures::PinnedRun>()> pins_;
};

} // namespace plateau::ui
