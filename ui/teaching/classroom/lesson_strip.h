// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <map>
#include <memory>
#include <vector>

#include "core/teaching/tours/tour.h"
#include "ui/document/question_document.h"
#include "ui/teaching/classroom/classroom_look.h"

class QHBoxLayout;

namespace plateau::ui {

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
