// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include <QDialog>
#include <QObject>
#include <QVariantMap>

#include "core/teaching/tours/exercise_sheet.h"
#include "core/text/messages/error.h"
#include "core/views/scaling_view.h"
#include "ui/shell/registers.h"
#include "ui/teaching/tours/tour_player.h"

class QCheckBox;
class QSpinBox;

namespace plateau::ui {

class ClassCanvas;
class GuessCatcher;
class TourPanel;

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
    void keep_answer();
    void redraw();
    void end(const QString& id, TourEnd how);
    void take_over();

    const WindowParts to_;
    TourPlayer& player_;
    TourPanel* panel_;
    ClassCanvas* canvas_ = nullptr; ///< in place of the page, where a step is about something that it does not draw
    std::map<const Page*, GuessCatcher*> catchers_;
    struct Before { ///< how the window was looked at
        Page* page = nullptr;
        const ScalingAxis* axis = scaling_axes().data();
        bool best = false;
        QVariantMap panels;
    } before_;
};

/// Which sheet of a tour's exercises to save: its number, from which its values follow, and whether answers stand at
/// its end.
class ExercisesDialog final : public QDialog {
    Q_OBJECT
public:
    explicit ExercisesDialog(const QString& tour, QWidget* parent = nullptr);

    tours::SheetChoice choice() const; ///< a PDF

private:
    QSpinBox* number_;
    QCheckBox* key_;
};

class ClassroomWindow;
class WritingBeside;

/// What a class sees over the whole screen, and what it gets: handouts, the tour as a page of the web.
class ClassDesk final : public QObject {
    Q_OBJECT
public:
    ClassDesk(const WindowParts& parts, TourPlayer& player);
    ~ClassDesk() override;
    /// The one of a window.
    static ClassDesk& of(const MainWindow& window);

    /// Opens it; once more: back to the window as it was.
    void toggle();
    void leave();
    ClassroomWindow* classroom() const { return classroom_.get(); } ///< null: there is none now
    void add_to(QMenu& menu);
    /// Entries that save what a class gets.
    void add_papers_to(QMenu& menu);

    bool can_save_papers() const; ///< handouts and exercises
    void save_handout(int step, bool key = false);
    void save_exercises();
    /// The tour as one page of the web.
    bool can_save_lecture() const;
    void save_lecture();

private:
    const WindowParts to_;
    TourPlayer& player_;
    WritingBeside& writing_;
    std::unique_ptr<ClassroomWindow> classroom_; ///< belongs to no window: a dialog of the main one leaves it free
    /// Asks for a file and writes what `make` makes for it, told whether it is to be a web page.
    void save_paper(const QString& title, const QString& name, bool also_html,
                    const std::function<Expected<std::string>(bool html)>& make);
};

} // namespace plateau::ui
