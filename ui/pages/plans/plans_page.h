// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "ui/pages/panels/page.h"
#include "ui/pages/plans/plans_model.h"
#include "ui/pages/plans/plans_table.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;
class QTimer;

namespace plateau::ui {

class EmptyNote;
class FigureView;
class ObjectiveRow;
class EvidenceModel;
class PictureView;
class PlanPanel;
class PlanReasonsPanel;
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
