// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/calibration/evidence_view.h"
#include "core/calibration/score.h"
#include "ui/calibration/calibrate_model.h"
#include "ui/document/evidence_model.h"
#include "ui/pages/panels/page.h"

class QScrollArea;

namespace plateau::ui {

class CalibratePanel;
class EvidenceFilterPanel;
class FactsTable;
class EmptyNote;
class FigureView;
class RunPanel;
class RunSourcePanel;
class Segments;
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

} // namespace plateau::ui
