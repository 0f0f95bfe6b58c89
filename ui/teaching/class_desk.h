// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>

#include <QDialog>
#include <QObject>

#include "core/teaching/tours/exercise_sheet.h"
#include "core/text/messages/error.h"

class QCheckBox;
class QMenu;
class QSpinBox;
class QWidget;

namespace plateau::ui {

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

class Appearance;
class ClassroomWindow;
class MainWindow;
class Pages;
class Saving;
class NoticeBar;
class TourPlayer;
class WritingBeside;
struct WindowParts;

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
    void save_handout(bool whole);
    void save_exercises();
    /// The tour as one page of the web.
    bool can_save_lecture() const;
    void save_lecture();

private:
    QWidget& window_;
    const Appearance& appearance_;
    TourPlayer& player_;
    Pages& pages_;
    NoticeBar& notices_;
    Saving& saving_;
    WritingBeside& writing_;
    std::unique_ptr<ClassroomWindow> classroom_; ///< belongs to no window: a dialog of the main one leaves it free
    /// Asks for a file and writes what `make` makes for it, told whether it is to be a web page.
    void save_paper(const QString& title, const QString& name, bool also_html,
                    const std::function<Expected<std::string>(bool html)>& make);
};

} // namespace plateau::ui
