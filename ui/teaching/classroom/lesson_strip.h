// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <QObject>
#include <QTimer>
#include <QWidget>

#include "core/teaching/tours/tour.h"
#include "ui/document/question_document.h"
#include "ui/teaching/classroom/classroom_look.h"

class QHBoxLayout;

namespace plateau::ui {

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

} // namespace plateau::ui
