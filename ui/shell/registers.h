// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/text/messages/error.h"

class QMenu;
class QWidget;

namespace plateau::ui {

class Appearance;
class EvidenceModel;
class HelpDesk;
class Keeping;
class MainWindow;
class NoticeBar;
class Opening;
class Page;
class Pages;
class ParameterPanel;
class Saving;
class SidePanels;
class StatusLine;
class WorkbenchModel;
struct ExportBundle;
struct Questions;

/// The parts of a window: what its pages are built from, and what they and the annexes can ask of it.
struct WindowParts {
    MainWindow& window;
    const Appearance& appearance;
    Questions& questions;
    EvidenceModel& evidence;
    WorkbenchModel& model;
    ParameterPanel& parameters; ///< several pages share it
    Pages& pages;
    SidePanels& panels;
    NoticeBar& notices;
    StatusLine& status;
    Saving& saving;
    Opening& opening;
    Keeping& keeping;
    HelpDesk& help;

    /// Brings a parameter's row into view.
    void reveal(const QString& key) const;
};

/// A page of the window; they stand in the order of the tabs.
struct PageRow {
    const QMetaObject* type; ///< of its class
    QString (*title)(); ///< of its tab
    const char* name; ///< in the tables of views and docks
    const char* subject; ///< its place in resources/help/window.md
    Page* (*build)(const WindowParts& window);
    const char* work = ""; ///< what copies of its work are called (Page::work); empty: it has none
    bool shows_runs = false; ///< it can bring a measured run into view (Page::show_run)
};

/// A panel that an annex adds to a page of the house. Where it stands says core/views/docks.cpp.
struct PanelRow {
    const char* page; ///< the name of the page
    const char* dock; ///< the panel's name among its docks
    QWidget* (*build)(const WindowParts& window, Page& page);
};

/// Entries of a menu, in the place that the house keeps for them there.
struct MenuRow {
    enum class Menu {
        File, ///< before Quit; filled once
        View, ///< before the panels; filled whenever another page comes to the front
        Help, ///< between help and what the program says of itself; filled once
    };
    Menu menu;
    void (*fill)(QMenu& menu, const WindowParts& window);
};

/// A kind of file that can be opened although it holds no question of this program.
struct FileRow {
    /// True when the content may be of this kind, so that it is not read as a set of scenarios.
    bool (*claims)(const std::string& content, const std::string& name);
    /// Opens the file, or calls `otherwise` when it is not of this kind.
    void (*open)(const WindowParts& window, const QString& file, const std::function<void()>& otherwise);
};

/// Something that an annex keeps beside each window.
struct CompanionRow {
    void (*build)(const WindowParts& window);
    /// The first window of the program has just been shown.
    void (*greet)(const WindowParts& window);
    /// The window makes room for one in another language. What is returned brings the companion's state into that one.
    std::function<void(const WindowParts& next)> (*leave)(const WindowParts& window);
};

/// What the window is made of beside its own parts. The house fills in its pages, then each annex of this build
/// (core/registers.h) adds its rows in its join.cpp.
struct Registers {
    std::vector<PageRow> pages;
    std::vector<PanelRow> panels;
    std::vector<MenuRow> menus;
    std::vector<FileRow> files;
    std::vector<CompanionRow> companions;
    std::vector<std::vector<ExportBundle> (*)(const Questions& questions)> bundles; ///< of figures, to export at once
};

/// Filled when it is first asked for.
const Registers& registers();

} // namespace plateau::ui
