// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include <QScrollArea>

#include "core/calibration/evidence_view.h"
#include "core/calibration/score.h"
#include "ui/calibration/calibrate_panel.h"
#include "ui/document/evidence_model.h"
#include "ui/pages/panels/page.h"

class QCheckBox;
class QGridLayout;
class QLabel;

namespace plateau::ui {

class EvidenceFilterPanel;
class FigureView;
class SourceList;

/// Predicted against measured for all published runs: which, how close, where from; and a stack fitted to runs of
/// one's own. Reads and predicts when it is first shown; draws only while it is.
class EvidencePage final : public Page {
    Q_OBJECT
public:
    EvidencePage(ScenarioDocument& document, EvidenceModel& model, QWidget* parent = nullptr);

    static constexpr const char* page_name = "evidence";
    static QString tab() { return tr("Evidence"); }
    ScenarioDocument& document() override { return document_; }
    narrate::Status status() const override;
    PageCorner corner() const override;
    void set_active(bool active) override;
    void show_run(const std::string& id) override { select(id); }
    std::string work() const override;
    void restore_work(const std::string& copy) override;
    bool has_unsaved_work() const override;
    QString work_title() const override;
    bool save_work() override;

    const figures::EvidenceFilter& filter() const { return filter_; }
    void set_filter(const figures::EvidenceFilter& filter);
    void choose(figures::EvidenceQuantity quantity);
    void choose(figures::EvidenceView view);
    void select(const std::string& id); ///< a run; empty: none
    const std::string& selected() const { return selected_; }
    /// Makes the selected run the current scenario; undoable.
    bool open_selected();

    const std::vector<std::size_t>& shown() const { return shown_; }
    FigureView& plot() const { return *plot_; }
    FigureView& errors() const { return *errors_; }
    const std::vector<figures::EvidenceSource>& all_sources() const { return all_sources_; }
    RunPanel& run() const { return *run_; }
    CalibrateModel& calibration() { return calibration_; }

signals:
    void opened(); ///< a run as the current scenario: the workbench has something to show

protected:
    std::vector<DrawnView> drawn() const override;
    std::map<std::string, QWidget*> panels() override;
    void fit() override;
    void redraw() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build_layout();
    void build_actions();
    void connect_panels();
    void take_evidence();
    void refresh();
    void fill_sources();
    void show_selected();
    void step(int runs);

    ScenarioDocument& document_;
    EvidenceModel& model_;
    std::vector<figures::EvidenceSource> all_sources_;
    CalibrateModel calibration_;
    figures::EvidenceFilter filter_;
    figures::EvidenceQuantity quantity_ = figures::EvidenceQuantity::StepTime;
    figures::EvidenceView view_ = figures::EvidenceView::Values;
    std::string selected_;
    std::vector<std::size_t> shown_;
    std::optional<evidence::ScoredGroup> score_;
    figures::Figure figure_;
    figures::Figure errors_figure_;
    Segments* quantities_;
    Segments* views_;
    FigureView* plot_;
    EmptyNote* nothing_ = nullptr;
    FigureView* errors_;
    FactsTable* summary_;
    SourceList* sources_;
    EvidenceFilterPanel* filter_panel_;
    CalibratePanel* calibrate_panel_;
    RunPanel* run_;
    RunPanel* configuration_;
    RunSourcePanel* source_;
    QScrollArea* calibrate_area_;
    QScrollArea* configuration_area_;
    QScrollArea* source_area_;
    bool active_ = false;
    bool stale_ = true; ///< something changed while hidden
};

class ElidedLabel;
class OneTabStop;
class ValueField;

/// The sources of the measured runs: their marks on the plots, runs and mean error, and a box that takes them out.
class SourceList final : public QScrollArea {
    Q_OBJECT
public:
    explicit SourceList(QWidget* parent = nullptr);

    struct Line {
        figures::EvidenceSource source;
        int runs = 0;
        double error = 0; ///< mean, fraction
        std::optional<double> left_out; ///< of constants fitted on all other sources
    };
    void show_lines(const std::vector<Line>& lines, const Line& all, const std::set<std::string>& off);
    QCheckBox* box(const std::string& source) const;
    QSize sizeHint() const override;

signals:
    void toggled(const QString& source, bool on);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Row {
        QCheckBox* box;
        QLabel* mark;
        ElidedLabel* name;
        QLabel* runs;
        QLabel* error;
        QLabel* left_out;
    };
    void add_row();
    void fill();

    QGridLayout* grid_;
    OneTabStop* boxes_ = nullptr;
    std::vector<QLabel*> heads_;
    std::vector<Row> rows_;
    std::vector<Line> lines_; ///< and the sum of all as the last
    std::set<std::string> off_;
    bool narrow_ = false; ///< the runs of a source are in its tool tip
};

/// What of the runs is shown: the groups they fall into, GPU counts, likeness to the current scenario.
class EvidenceFilterPanel final : public Panel {
    Q_OBJECT
public:
    explicit EvidenceFilterPanel(QWidget* parent = nullptr);

    /// The groups there are, and how many GPUs the smallest and the largest run used.
    void set_choices(const evidence::Evidence& evidence);
    void set_filter(const figures::EvidenceFilter& filter);
    /// How many runs are like the current scenario.
    void set_alike(int runs);
    QCheckBox* box(const std::string& grouping, const std::string& group) const;

signals:
    void changed(const plateau::figures::EvidenceFilter& filter);
    void reset();

protected:
    void fill() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void heading(const QString& words, int row);
    void place_boxes();
    void add_box(const std::string& grouping, const std::string& group);
    void show_gpus();
    void take_gpus(ValueField& field, double& value, const QString& words);

    figures::EvidenceFilter filter_;
    double least_ = 1;
    double most_ = 1;
    int headings_width_ = 70; ///< the widest's
    QGridLayout* grid_;
    std::map<std::string, QGridLayout*> groups_; ///< by grouping
    std::map<std::string, OneTabStop*> stops_;
    std::map<std::pair<std::string, std::string>, QCheckBox*> boxes_; ///< by grouping and group
    QCheckBox* alike_;
    ValueField* from_;
    ValueField* to_;
    QLabel* error_;
};

} // namespace plateau::ui
