// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>

#include "ui/pages/limits/limits_model.h"
#include "ui/pages/panels/page.h"
#include "ui/pages/parameters/parameter_panel.h"

class QPushButton;

namespace plateau::ui {

class ConfigurationPanel;
class FigureView;
class LandmarksPanel;
class NotePanel;
class ReadoutPanel;
class Segments;

/// How far one training run can scale: the curves of several configurations, the closed forms, and the run at the
/// marker.
class LimitsPage final : public Page {
    Q_OBJECT
public:
    LimitsPage(LimitsDocument& document, catalog::KnownRuns known, QWidget* parent = nullptr);

    static constexpr const char* page_name = "limits";
    static QString tab() { return tr("Limits"); }
    LimitsDocument& document() override { return document_; }
    void show_view(const views::View& view) override;
    narrate::Status status() const override;
    PageCorner corner() const override;
    void set_active(bool active) override;

    LimitsModel& model() { return model_; }
    FigureView& plot() const { return *plot_; }
    ConfigurationPanel& configurations() const { return *configurations_; }
    ParameterPanel& parameters() const { return *parameters_; }
    ReadoutPanel& readout() const { return *readout_; }
    NotePanel& binds() const { return *binds_; }
    LandmarksPanel& landmarks() const { return *landmarks_; }
    QPushButton& open_button() const { return *open_; }

    enum class View { Curve, ClosedForms };
    void choose_view(View view);

signals:
    /// The run at the marker as a training scenario.
    void scenario_wanted(const plateau::Scenario& scenario);
    void workbench_wanted();

protected:
    std::vector<DrawnView> drawn() const override;
    std::map<std::string, QWidget*> panels() override;
    void fit() override;
    void redraw() override;

private:
    void build_views();
    void build_panels();
    void connect_marker();
    void connect_view();
    void choose_detail(figures::LimitsDetail detail);
    void show_marker();
    void move_to(double x, bool fine);
    double clicked(double x) const;
    void step(int stops, bool fine);
    void edit(const char* key, double value);
    void open_as_scenario();
    const figures::Figure& shown() const;
    std::vector<double> marker_stops() const;

    LimitsDocument& document_;
    LimitsModel model_;
    View view_ = View::Curve;
    Segments* views_;
    Segments* details_;
    FigureView* plot_;
    ConfigurationPanel* configurations_ = nullptr;
    ParameterPanel* parameters_ = nullptr;
    LandmarksPanel* landmarks_ = nullptr;
    QWidget* at_marker_ = nullptr;
    ReadoutPanel* readout_ = nullptr;
    QPushButton* open_ = nullptr;
    NotePanel* binds_ = nullptr;
    NotePanel* left_out_ = nullptr;
    QuestionDocument::Gesture gesture_ = 0;
    QTimer burst_end_;
    Message bridge_problem_;
    bool opened_once_ = false;
};

} // namespace plateau::ui
