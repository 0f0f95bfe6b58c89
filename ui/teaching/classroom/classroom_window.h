// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QTimer>
#include <QWidget>

#include "core/teaching/tours/tour.h"
#include "ui/document/edited_question.h"
#include "ui/teaching/classroom/class_canvas.h"
#include "ui/teaching/tours/tour_player.h"

class QHBoxLayout;
class QLabel;
class QPushButton;
class QStackedWidget;
class QToolButton;
class QVBoxLayout;

namespace plateau::ui {

class TourText;

/// "12:34", "1:02:03"
QString clock_words(qint64 seconds);

/// The notes of the step for the person who presents, on a screen that the class does not see; also the next step, and
/// how long this one took.
class PresenterWindow final : public QWidget {
    Q_OBJECT
public:
    PresenterWindow(TourPlayer& player, QWidget* parent);

    /// Fills another screen than `classroom`, where there is one, and leaves it the keyboard; else lies over it.
    void show_beside(const QWidget& classroom);
    TourText& words() const { return *words_; }
    QString clock() const;

signals:
    void swap_wanted(); ///< the class is on the wrong one of two screens

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void build_buttons(QVBoxLayout& column);
    void fit();
    void show_step();
    void tick();

    TourPlayer& player_;
    QLabel* place_;
    QLabel* heading_;
    QLabel* clock_;
    TourText* words_;
    QPushButton* swap_;
    QElapsedTimer started_;
    QTimer second_;
};

/// Plays one parameter over its stops: one after the other, and at the end it rests. A whole run is one step of undo.
class Sweep final : public QObject {
    Q_OBJECT
public:
    explicit Sweep(QObject* parent = nullptr);

    /// Stops what plays. An empty key: there is nothing to play.
    void set(QuestionDocument* document, const std::string& key, std::vector<double> stops);
    const std::string& key() const { return key_; }
    bool can_play() const { return document_ && stops_.size() > 1; }
    bool is_playing() const { return clock_.isActive(); }
    /// Plays from where it stands, or from the start when it is at its end. It makes one stop and no more where nothing
    /// shall move by itself.
    void play();
    void pause();
    void toggle() { is_playing() ? pause() : play(); }
    void step(int count);

signals:
    void changed(); ///< plays or rests

private:
    void advance();
    double stop_index() const; ///< among the stops; -1: before the first
    void go_to(int index);

    QuestionDocument* document_ = nullptr;
    std::string key_;
    std::vector<double> stops_;
    QTimer clock_;
    QuestionDocument::Gesture gesture_ = 0;
};

class ParameterEditor;

/// The controls of a lesson side by side, large. Locked ones can be read and reached, but not changed.
class LessonStrip final : public QWidget {
    Q_OBJECT
public:
    explicit LessonStrip(QWidget* parent = nullptr);

    /// Builds the controls when they are others than before.
    void show_lesson(const tours::Lesson& lesson, QuestionDocument& document, const ClassroomLook& look);
    void refresh();
    bool is_locked(const std::string& key) const;
    /// Locks all controls and says why; empty: only what the lesson locks.
    void set_locked(const QString& why);
    /// Tab goes through the controls after `before` and on to `after`.
    void order_tabs(QWidget& before, QWidget& after) const;
    /// Null when the lesson does not show it.
    ParameterEditor* editor(const std::string& key) const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Control {
        std::string key;
        QWidget* box = nullptr;
        ParameterEditor* editor = nullptr;
        bool locked = false;
    };
    void lock(const Control& control, const QString& why);
    Control build(const ParameterDescription& parameter, bool locked);
    void enlarge(const Control& control);

    QHBoxLayout* line_;
    std::vector<Control> controls_;
    tours::Lesson lesson_;
    QuestionDocument* document_ = nullptr;
    ClassroomLook look_;
    QString locked_; ///< why all of it is; empty: it is not
};

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
