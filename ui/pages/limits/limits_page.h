// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include <QObject>
#include <QString>
#include <QTimer>
#include <QWidget>

#include "core/answers/limits.h"
#include "core/answers/watch.h"
#include "core/catalog/catalog.h"
#include "core/views/limits_view.h"
#include "ui/document/edited_question.h"
#include "ui/pages/panels/page.h"
#include "ui/pages/parameters/parameter_panel.h"

class QGridLayout;
class QLabel;
class QMenu;
class QPushButton;
class QToolButton;

namespace plateau::ui {

class ConfigurationList;
class LimitsModel;

/// The configurations laid over each other: which are shown, which one the parameters edit; add, duplicate, rename,
/// remove.
class ConfigurationPanel final : public QWidget {
    Q_OBJECT
public:
    ConfigurationPanel(LimitsDocument& document, LimitsModel& model, QWidget* parent = nullptr);

    void refresh();
    ConfigurationList& list() const { return *list_; }
    QMenu* add_menu() const { return add_menu_; }
    QSize sizeHint() const override;

signals:
    /// A question of the workbench's hardware is wanted in the list.
    void workbench_wanted();

private:
    QString shown_title(std::size_t index) const;
    void fill_add_menu();
    void show_row_menu(int row, const QPoint& global);
    void duplicate(std::size_t index);

    LimitsDocument& document_;
    LimitsModel& model_;
    ConfigurationList* list_;
    QToolButton* add_;
    QToolButton* duplicate_;
    QToolButton* remove_;
    QMenu* add_menu_;
};

/// What is particular about a configuration: "NVLink domain 72, Duration 6 months".
QString configuration_words(const LimitsDocument& document, std::size_t index);

/// What a limits scenario varies: "Hardware", "NVLink domains".
QString limits_group(const LimitsScenario& scenario);

/// The shipped limits scenarios in submenus, by what they vary; they are read when their menu opens.
void add_limits_presets(QMenu& menu, const catalog::Catalog& catalog,
                        const std::function<void(const QString& file)>& chosen);

/// What can be read off each configuration's curve, the closed forms beside it: one column a configuration.
class LandmarksPanel final : public Panel {
    Q_OBJECT
public:
    explicit LandmarksPanel(QWidget* parent = nullptr);
    void show_picture(const figures::LimitsPicture& picture);
    /// Tab-separated.
    QString as_text() const;

protected:
    void fill() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Column {
        QString head;
        QString name;
        figures::SeriesRole role;
        bool current;
        answers::Standing standing;
        std::vector<QString> cells;
    };
    QLabel* cell(int row, int column);
    bool make_room();

    QGridLayout* grid_;
    bool narrow_ = false; ///< smaller type, so that the columns fit
    std::vector<Column> columns_;
};

/// What the limits page shows of its document: a curve of every configuration, rough before fine, and the run at the
/// marker. A curve that answers an older question is greyed until its successor arrives.
class LimitsModel final : public QObject {
    Q_OBJECT
public:
    LimitsModel(LimitsDocument& document, catalog::KnownRuns known, QObject* parent = nullptr);

    /// Computes only while somebody looks.
    void set_active(bool active);

    /// The visible configurations and the current one; the current one is never hidden.
    const figures::LimitsPicture& picture() const { return picture_; }
    const figures::LimitsCurve& current() const { return picture_.curves[picture_.current]; }
    const figures::Figure& figure() const { return figure_; }
    const figures::Figure& closed_forms() const { return closed_forms_; }
    /// The run at the marker; not known while it is computed.
    const limits::Point& marker() const;
    bool marker_known() const { return marker_.is_current(); }
    const catalog::KnownRuns& known() const { return known_; }

    /// What every picture of the curves goes through before it is shown.
    void set_decoration(std::function<void(figures::Figure&)> decorate) { decorate_ = std::move(decorate); }
    /// While somebody is asked which is which, configurations have no names.
    void set_names_asked(bool asked) { names_asked_ = asked; }
    bool names_are_asked() const { return names_asked_; }
    /// Draws the same answers as another picture.
    void redraw() { draw(); }

    bool is_hidden(int slot) const { return hidden_.count(slot) > 0; }
    void set_hidden(int slot, bool hidden);
    figures::LimitsDetail detail() const { return picture_.detail; }
    void set_detail(figures::LimitsDetail detail);

    bool is_working() const;
    int points_known() const;
    /// Waits for what is under way; for tests.
    void finish();

signals:
    void updated();

private:
    using CurveWatch = answers::Watch<answers::LimitsCurve>;

    void schedule();
    void refresh();
    void ask();
    bool is_shown(std::size_t configuration) const;
    CurveWatch& watch(int slot);
    void draw();

    LimitsDocument& document_;
    catalog::KnownRuns known_;
    std::set<int> hidden_;
    figures::LimitsPicture picture_;
    figures::Figure figure_;
    figures::Figure closed_forms_;
    std::function<void(figures::Figure&)> decorate_;
    bool names_asked_ = false;
    bool active_ = false;
    bool scheduled_ = false;
    std::shared_ptr<answers::Answers> answers_;
    std::shared_ptr<answers::Lane> lane_ = std::make_shared<answers::Lane>();
    std::map<int, std::unique_ptr<CurveWatch>> watches_; ///< by slot
    answers::Watch<answers::LimitsPoint> marker_;
};

class FigureView;
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
