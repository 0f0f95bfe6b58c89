// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>

#include "core/charts/plot_view.h"
#include "ui/pages/panels/page.h"
#include "ui/pages/panels/view_panel.h"
#include "ui/pages/workbench/legend_strip.h"
#include "ui/pages/workbench/solve_panel.h"
#include "ui/pages/workbench/tried_panel.h"
#include "ui/pages/workbench/workbench_model.h"

class QStackedWidget;
class QToolButton;

namespace plateau::ui {

class ComparePanel;
class FigureView;
class AnswerStrip;
class ReadoutPanel;
class ReturnsPanel;
class Segments;
class WhyPanel;

/// The centre of the workbench: the answer in five numbers and a sentence, and the three plots.
class WorkbenchPage final : public Page {
    Q_OBJECT
public:
    /// `parameters` stands at the left; other pages may share it.
    WorkbenchPage(ScenarioDocument& document, WorkbenchModel& model, QWidget& parameters, QWidget* parent = nullptr);

    static constexpr const char* page_name = "workbench";
    static QString tab() { return tr("Workbench"); }
    ScenarioDocument& document() override { return document_; }
    void show_view(const views::View& view) override;
    std::string step_trace() const override;
    bool has_step() const override { return model_.estimate().parts.possible(); }
    narrate::Status status() const override;
    PageCorner corner() const override;
    std::vector<QList<QAction*>> view_actions() const override;
    void finish() override;

    FigureView& plot() const { return *plot_; }
    std::shared_ptr<const answers::ScalingCurve> curve() const { return model_.shared_curve(); }
    void choose_axis(const ScalingAxis& axis);
    const QWidget* notes() const;
    ComparePanel& compare() const { return *compare_; }
    ReadoutPanel& readout() const { return *readout_; }
    WhyPanel& why() const { return *why_; }
    PicturePanel& step_panel() const { return *step_; }
    PicturePanel& memory_panel() const { return *memory_; }
    TriedPanel& tried() const { return *tried_panel_; }
    Tried& log() { return tried_; }
    TimelineView& timeline() const { return *timeline_; }
    void show_timeline(bool shown);
    AnswerStrip& answer() const { return *answer_; }
    /// Pins are changed through these.
    void follow(Pins& pins);

signals:
    void parameter_wanted(const QString& key); ///< its row should come into view
    void notes_wanted(); ///< to be written
    void explained(); ///< the panel that says why has something new

protected:
    std::vector<DrawnView> drawn() const override;
    std::map<std::string, QWidget*> panels() override;
    void fit() override;
    void redraw() override;

private:
    void build_view_actions();
    void show_step();
    void show_axis();
    void show_answer();
    // workbench_reading.cpp
    void connect_marker();
    void move_to(double gpus, bool fine);
    void step(int stops, bool fine);
    void connect_crosshair();
    void show_crosshair();
    void show_read_curves(const answers::ScalingCurve* beside);
    void show_readout();
    bool show_reading(const QString& column, const answers::ScalingCurve* beside);
    // workbench_looks.cpp
    LegendItem::Content legend_curve(search::PlanChoice choice) const;
    std::vector<LegendItem::Content> legend_curves() const;
    void connect_legend();
    void show_curve(int curve, bool shown);
    void isolate(int curve);
    void connect_looks();
    void follow_looks();
    void show_legend();
    void show_notes();
    void write_remark(const QString& panel, const figures::Remark& remark);

    static constexpr const char* timeline_look = "timeline";
    static constexpr const char* account_look = "account";

    ScenarioDocument& document_;
    WorkbenchModel& model_;
    QWidget& parameters_;
    Pins* pins_ = nullptr;
    Tried tried_;
    TriedPanel* tried_panel_;
    ReadoutPanel* readout_;
    ComparePanel* compare_;
    PicturePanel* step_;
    PicturePanel* memory_;
    QLabel* memory_words_; ///< below it
    QWidget* memory_box_;
    AnswerStrip* answer_; ///< five numbers above the plots
    WhyPanel* why_;
    ReturnsPanel* returns_;
    SolvePanel* solve_;
    NotePanel* notes_;
    InSight notes_sight_; ///< long texts take long to lay out: those of a new window wait for its first picture
    bool is_finished_ = false;
    QAction* measured_ = nullptr;
    QAction* communication_ = nullptr;
    QAction* timeline_action_ = nullptr;
    QAction* legend_action_ = nullptr; ///< checked: it stands there whatever is drawn
    LegendStrip* legend_;
    QToolButton* cancel_;
    Segments* view_;
    QToolButton* other_axes_; ///< those of the first plot that have no button of their own until they are chosen
    FigureView* plot_;
    Cursor* cursor_;
    QStackedWidget* pictures_;
    TimelineView* timeline_;
    PictureView* below_timeline_; ///< where one stage leaves room: what becomes of the peak in it
    ScenarioDocument::Gesture gesture_ = 0;
    QTimer burst_end_;
    std::vector<bool> before_isolated_; ///< the legend's curves that were shown; empty: none stands alone
};

} // namespace plateau::ui
