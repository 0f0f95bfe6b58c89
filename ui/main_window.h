// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>

#include "ui/appearance.h"
#include "ui/document/scenario_document.h"
#include "ui/pages/workbench_model.h"

class QDockWidget;
class QLabel;
class QTabBar;
class QToolBar;

namespace plateau::ui {

class ParameterPanel;
class ReadoutPanel;
class StatusLine;
class StepPanel;
class WorkbenchPage;

/// The window: menus, tool bar with the pages' tabs, parameters at the left, the page in the centre, numbers at the
/// right, a status line below. It joins the parts; what they show lives in the document and the model.
class MainWindow final : public QMainWindow {
    Q_OBJECT
public:
    MainWindow(ScenarioDocument& document, evidence::Claims claims, Appearance& appearance, QWidget* parent = nullptr);

    /// Says inline, in the status line, when it cannot be opened.
    void open(const QString& file_or_name);
    WorkbenchModel& model() { return model_; }
    WorkbenchPage& page() { return *page_; }
    ParameterPanel& parameters() { return *parameters_; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    // main_window.cpp: the parts and how they follow the model
    void build_docks();
    void build_tool_bar();
    void show_model();
    void show_title();
    void set_compact(bool compact);
    void reset_layout();
    // main_window_menus.cpp
    void build_actions();
    void build_menus();
    void build_file_menu();
    void refresh_icons();
    void fill_recent_menu();
    // main_window_files.cpp
    void ask_open();
    bool save();
    bool save_as();
    bool may_close();
    void export_figure();
    void copy_figure();
    void show_keyboard_help();
    void show_about();
    void show_accuracy();

    ScenarioDocument& document_;
    Appearance& appearance_;
    WorkbenchModel model_;

    WorkbenchPage* page_ = nullptr;
    ParameterPanel* parameters_ = nullptr;
    ReadoutPanel* readout_ = nullptr;
    StepPanel* step_ = nullptr;
    StatusLine* status_ = nullptr;
    QTabBar* tabs_ = nullptr;
    QToolBar* tool_bar_ = nullptr;
    QLabel* corner_ = nullptr;
    QDockWidget* parameter_dock_ = nullptr;
    QDockWidget* readout_dock_ = nullptr;
    QDockWidget* step_dock_ = nullptr;
    QMenu* recent_menu_ = nullptr;
    QAction* undo_ = nullptr;
    QAction* redo_ = nullptr;
    QAction* reset_all_ = nullptr;
    QAction* open_ = nullptr;
    QAction* save_ = nullptr;
    QAction* copy_ = nullptr;
    QAction* export_ = nullptr;
    int compact_ = -1;
};

} // namespace plateau::ui
