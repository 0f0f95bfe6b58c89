// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <map>

#include "core/views/scaling_view.h"
#include "ui/teaching/tours/tour_player.h"

class QMenu;

namespace plateau::ui {

class ClassCanvas;
class GuessCatcher;
class Keeping;
class MainWindow;
class NoticeBar;
class Page;
class SidePanels;
class Pages;
class Saving;
class TourPanel;
class WorkbenchModel;
struct Questions;
struct WindowParts;

/// Plays tours in the window: the panel beside the pages, the page, view and picture of each step, guesses on the plot.
class TourDesk final : public QObject {
    Q_OBJECT
public:
    explicit TourDesk(const WindowParts& parts);
    /// The one of a window.
    static TourDesk& of(const MainWindow& window);

    TourPlayer& player() { return player_; }
    TourPanel& panel() { return *panel_; }
    /// Says so in a notice when it cannot be played.
    void start(const QString& id);
    /// The first time the program runs, and never again.
    void offer();
    void fill_menu(QMenu& menu);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void show_step();
    void show_picture();
    void redraw();
    void end(const QString& id, TourEnd how);
    void take_over();

    TourPlayer& player_;
    Questions& questions_;
    WorkbenchModel& model_;
    Pages& pages_;
    SidePanels& panels_;
    NoticeBar& notices_;
    Saving& saving_;
    Keeping& keeping_;
    TourPanel* panel_;
    ClassCanvas* canvas_ = nullptr; ///< in place of the page, where a step is about something that it does not draw
    std::map<const Page*, GuessCatcher*> catchers_;
    struct Before { ///< how the window was looked at
        Page* page = nullptr;
        const ScalingAxis* axis = scaling_axes().data();
        bool best = false;
    } before_;
};

} // namespace plateau::ui
