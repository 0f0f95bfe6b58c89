// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileSystemWatcher>
#include <QMainWindow>
#include <QUndoGroup>

#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "core/figures/figure_page.h"
#include "core/figures/plan_figures.h"
#include "ui/base/appearance.h"
#include "ui/document/evidence_model.h"
#include "ui/document/limits_document.h"
#include "ui/document/pins.h"
#include "ui/document/scenario_document.h"
#include "ui/figures/named_figure.h"
#include "ui/window/page_docks.h"
#include "ui/window/recovery.h"
#include "ui/workbench/workbench_model.h"

class QActionGroup;
class QLabel;
class QStackedWidget;
class QTabBar;
class QToolBar;
class QToolButton;

namespace plateau::ui {

class ClassroomWindow;
struct ExportBundle;
class EvidencePage;
class FigureView;
class HardwarePage;
class HelpDesk;
class LimitsPage;
class ParameterPanel;
class NoticeBar;
class ScenarioCards;
class SchematicView;
class StatusLine;
class PlansPage;
class TourPanel;
class TourPlayer;
class GuessCatcher;
class WorkbenchPage;
struct Language;

/// The window: menus, tool bar with the pages' tabs, the active page in the centre between its panels, a status line
/// below. It joins the parts; what they show lives in the document, the models and the pages. Only the workbench is
/// built at once, the other pages when they are first asked for; the published runs are read once the window stands.
class MainWindow final : public QMainWindow {
    Q_OBJECT
public:
    /// What stands beside the document, so that another window can go on with it.
    struct Beside {
        explicit Beside(ScenarioDocument& document) : pins(document), limits(document.shared_catalog()) { }
        Pins pins;
        LimitsDocument limits;
    };

    MainWindow(ScenarioDocument& document, Appearance& appearance, std::shared_ptr<Beside> beside = nullptr);
    /// The same window anew, every word of it in `language`: questions, what can be undone, page, panels and tour stay.
    static std::unique_ptr<MainWindow> in_another_language(std::unique_ptr<MainWindow> window,
                                                           const Language& language);

    /// Says in a notice when it cannot be opened. What is replaced can be had back by undo.
    void open(const QString& file_or_name);
    /// The same once changes to what it would replace are saved or given up.
    void ask_and_open(const QString& file_or_name);
    /// A scenario's text, as pasted or dropped.
    void paste(const QString& words);
    /// Keeps what is not saved in `folder` and offers what was left behind there.
    void recover_in(const QString& folder);
    Recovery* recovery() { return recovery_; }
    NoticeBar& notices() { return *notices_; }
    void show_page(Page& page);
    /// Of the active page.
    QuestionDocument& document();
    WorkbenchModel& model() { return model_; }
    EvidenceModel& evidence() { return evidence_; }
    Pins& pins() { return pins_; }
    EvidencePage& evidence_page();
    WorkbenchPage& workbench() { return *workbench_; }
    PlansPage& plans();
    HardwarePage& hardware();
    ParameterPanel& parameters() { return *parameters_; }
    LimitsPage& limits();
    TourPlayer& tours() { return *tours_; }
    TourPanel& tour_panel() { return *tour_panel_; }
    HelpDesk& help() { return *help_; }
    /// Says so in a notice when it cannot be played.
    void start_tour(const QString& id);
    /// The first time the program runs, and never again.
    void offer_tour();
    /// The bytes of a PDF: one step of a tour, or, -1, all of them.
    using Handouts = std::function<Expected<std::string>(const std::string& tour, int step)>;
    void set_handouts(Handouts handouts) { handouts_ = std::move(handouts); }
    /// What a class sees, over the whole screen; once more: back to the window as it was.
    void toggle_classroom();
    ClassroomWindow* classroom() const { return classroom_; } ///< null: there is none now

signals:
    void language_chosen(); ///< another one than is spoken; it is remembered already

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void childEvent(QChildEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Tab {
        QString title;
        std::function<Page*()> build;
        const char* name; ///< of its place on the page of help about the window
        Page* page = nullptr; ///< null until somebody asks for it
    };

    // main_window.cpp: the parts and how they follow the active page
    void build_parts();
    void add_pages();
    Page& page(Tab& tab);
    Page* build_plans();
    Page* build_limits();
    Page* build_evidence();
    void show_limits();
    void reveal(const QString& key);
    void build_tool_bar();
    void refresh_parameters();
    void refresh();
    void show_title();
    void set_room(Room room);
    void fit_panel_tabs(QTabBar& bar) const;
    Room room() const;
    // main_window_menus.cpp
    void build_actions();
    void build_theme_actions();
    void build_theme_and_language_menus();
    void build_menus();
    void build_file_menu();
    void fill_view_menu();
    void refresh_icons();
    void fill_recent_menu();
    // main_window_compare.cpp
    void build_compare_menu();
    void pin();
    void save_set();
    void open_set();
    bool open_as_set(const QString& file);
    bool open_limits_set(const std::string& content, const QString& file);
    std::vector<figures::PinnedRun> pinned_runs() const;
    // main_window_files.cpp
    void ask_new();
    void ask_open();
    bool save();
    bool save_as();
    bool save_question(QuestionDocument& document, std::size_t index, const QString& file);
    bool ask_and_save(QuestionDocument& document, std::size_t index, const QString& title);
    void complain(const Error& error);
    void offer_as_model(const QString& file);
    Page& page_for(const std::string& kind);
    void save_timeline();
    void edit_notes();
    void copy_text();
    // main_window_export.cpp: figures into files and onto the clipboard
    std::vector<Scenario> compared() const;
    std::vector<LimitsScenario> compared_limits() const;
    /// With all that its file says about itself.
    figures::FigurePage described(const NamedFigure& named) const;
    void show_as_exported();
    /// That of `view` first, or of the one that has the keyboard.
    std::vector<NamedFigure> figures_from(const QWidget* view) const;
    void offer_figures_of(Page& page);
    void add_ways_out(QMenu& menu, const QWidget& view);
    /// `style`: its name; empty: what was chosen the last time.
    void export_figure(const QString& style = {}, const QWidget* view = nullptr);
    void offer_styles(QToolButton& button);
    std::vector<ExportBundle> bundles() const;
    void export_all();
    void copy_figure(const QWidget* view = nullptr);
    void copy_data(const QWidget* view = nullptr, bool whole = false);
    // main_window_help.cpp
    void build_help();
    void build_help_menu();
    // main_window_tours.cpp
    void build_tours(const evidence::Claims& claims);
    void fill_tours_menu(QMenu& menu);
    void show_tour_step();
    void end_tour(const QString& id, bool taken_over);
    void redraw_tour();
    void show_tour_picture();
    void take_over_tour();
    std::vector<Recovery::Aside> unsaved_texts() const;
    // main_window_classroom.cpp
    void add_classroom_items(QMenu& menu);
    void save_handout(bool whole);
    // main_window_language.cpp
    struct Arrangement;
    Arrangement arrangement();
    void arrange(const Arrangement& as_before);
    // main_window_keeping.cpp: nothing is lost
    static inline const QString calibration_kind = QStringLiteral("calibration"); ///< of a copy
    struct Losable {
        QuestionDocument* document = nullptr; ///< null: a calibration
        QuestionDocument::Unsaved unsaved;
    };
    std::vector<Losable> losable();
    std::vector<Losable> losable(QuestionDocument& document);
    /// Asks what to save of these, and saves; false: the person wants to go on.
    bool settle(const std::vector<Losable>& all);
    bool may_close();
    /// For one more question: limits stand side by side, a training scenario takes the place of another.
    bool make_room(QuestionDocument& document);
    void keep_all();
    void watch_files();
    void look_at(const QString& file);
    void offer_left_behind();
    void restore(const Recovery::Left& left);

    ScenarioDocument& document_;
    Appearance& appearance_;
    EvidenceModel evidence_;
    std::shared_ptr<Beside> beside_;
    Pins& pins_;
    WorkbenchModel model_;
    LimitsDocument& limits_document_;

    ParameterPanel* parameters_ = nullptr;
    WorkbenchPage* workbench_ = nullptr;
    std::vector<Tab> pages_; ///< in the order of the tabs
    Page* active_ = nullptr;
    PageDocks docks_;
    QUndoGroup undo_group_;
    StatusLine* status_ = nullptr;
    NoticeBar* notices_ = nullptr;
    ScenarioCards* cards_ = nullptr; ///< null until somebody asks for a new scenario
    Recovery* recovery_ = nullptr; ///< null: nothing is kept (tests)
    QString recovery_folder_;
    std::vector<Recovery::Left> left_;
    HelpDesk* help_ = nullptr;
    TourPlayer* tours_ = nullptr;
    TourPanel* tour_panel_ = nullptr;
    FigureView* tour_picture_ = nullptr; ///< in place of the page, where a step has one
    SchematicView* tour_schematic_ = nullptr; ///< likewise
    std::map<const Page*, GuessCatcher*> guess_catchers_;
    struct Looks { ///< of the window before a tour
        Page* page = nullptr;
        figures::ThroughputView view = figures::ThroughputView::Total;
        bool best = false;
    } looks_;
    ClassroomWindow* classroom_ = nullptr;
    Handouts handouts_;
    QFileSystemWatcher watcher_;
    QStackedWidget* centre_ = nullptr;
    QTabBar* tabs_ = nullptr;
    QToolBar* tool_bar_ = nullptr;
    QLabel* corner_ = nullptr;
    QMenu* view_menu_ = nullptr;
    QMenu* panels_menu_ = nullptr;
    QMenu* theme_menu_ = nullptr;
    QMenu* language_menu_ = nullptr;
    QMenu* recent_menu_ = nullptr;
    QActionGroup* themes_ = nullptr;
    QAction* undo_ = nullptr;
    QAction* redo_ = nullptr;
    QAction* reset_all_ = nullptr;
    QAction* open_ = nullptr;
    QAction* save_ = nullptr;
    QAction* pin_ = nullptr;
    QAction* copy_ = nullptr;
    QAction* copy_data_ = nullptr;
    QAction* export_ = nullptr;
    QAction* export_all_ = nullptr;
    Room room_ = Room::Usual;
    bool laid_out_ = false;
};

} // namespace plateau::ui
