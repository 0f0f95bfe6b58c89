// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>

#include "ui/teaching/classroom/classroom_look.h"
#include "ui/teaching/classroom/lesson_strip.h"
#include "ui/teaching/tours/tour_player.h"

class QLabel;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace plateau::ui {

class ClassCanvas;
class CursorHalo;
class FigureView;
class LessonStrip;
class MechanismPlayer;
class Page;
class PresenterWindow;
class TourPanel;
class TourProgress;

/// What a class sees, in a window of its own over the whole screen: one figure, the words of the step, and below them
/// the controls of the lesson. Nothing else can be changed; the window behind stays as it is.
class ClassroomWindow final : public QWidget {
    Q_OBJECT
public:
    ClassroomWindow(TourPlayer& player, const Theme& theme);

    /// Shows the figure and question of this page from now on.
    void show_page(Page& page);
    /// Shows the page and the tour as they are now.
    void refresh();

    FigureView& plot() const;
    ClassCanvas& canvas() const { return *canvas_; }
    LessonStrip& strip() const { return *strip_; }
    Sweep& sweep() { return sweep_; }
    TourPanel& words() const { return *panel_; }
    PresenterWindow* notes() const { return notes_; }
    QPushButton& play_button() const { return *play_; }
    const ClassroomLook& look() const { return look_; }
    void show_notes();

signals:
    void left();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* build_top();
    QWidget* build_words();
    QWidget* build_bottom();
    void build_keys();
    void build_notes();
    void fit();
    void colour();
    void show_step();
    void show_figure();
    void show_play();
    tours::Lesson lesson() const;
    std::vector<double> stops_to_play() const;
    void go(int by);

    TourPlayer& player_;
    ClassroomLook look_;
    QPointer<Page> page_;
    QPointer<MechanismPlayer> moving_; ///< in sight: it has the keyboard first
    bool asked_ = false; ///< when it was drawn last
    Sweep sweep_;
    QWidget *top_, *bottom_;
    QStackedWidget* side_; ///< of the words: a tour's, or the page's
    ClassCanvas* canvas_;
    TourPanel* panel_;
    QLabel *title_, *place_, *question_, *sentence_;
    TourProgress* progress_;
    LessonStrip* strip_;
    QPushButton *play_, *back_, *next_;
    QToolButton* notes_button_;
    CursorHalo* halo_;
    PresenterWindow* notes_ = nullptr;
};

} // namespace plateau::ui
