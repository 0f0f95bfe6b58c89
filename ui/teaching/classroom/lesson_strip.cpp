// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/teaching/classroom/lesson_strip.h"

#include <algorithm>
#include <cmath>

#include <QGraphicsOpacityEffect>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QToolButton>

#include "ui/controls/appearance.h"
#include "ui/controls/controls.h"
#include "ui/controls/subject.h"
#include "ui/pages/parameters/parameter_editor.h"
#include "ui/pages/parameters/row_text.h"
#include "ui/pages/parameters/stop_slider.h"

namespace plateau::ui {

namespace {

constexpr int milliseconds_per_stop = 700;

} // namespace

Sweep::Sweep(QObject* parent) : QObject(parent)
{
    clock_.setInterval(milliseconds_per_stop);
    connect(&clock_, &QTimer::timeout, this, &Sweep::advance);
}

void Sweep::set(QuestionDocument* document, const std::string& key, std::vector<double> stops)
{
    pause();
    document_ = key.empty() ? nullptr : document;
    key_ = key;
    stops_ = std::move(stops);
}

double Sweep::stop_index() const
{
    const Value value = document_->value(key_);
    const double* number = std::get_if<double>(&value);
    if (!number)
        return -1;
    const auto above = std::lower_bound(stops_.begin(), stops_.end(), *number * (1 - 1e-12));
    const double index = static_cast<double>(above - stops_.begin());
    return above != stops_.end() && std::abs(*above - *number) <= 1e-12 * std::abs(*number) ? index : index - 0.5;
}

void Sweep::go_to(int index) { document_->edit_value(key_, Value(stops_[static_cast<std::size_t>(index)]), gesture_); }

void Sweep::play()
{
    if (!can_play() || is_playing())
        return;
    gesture_ = document_->begin_gesture();
    if (stop_index() >= static_cast<double>(stops_.size()) - 1)
        go_to(0);
    else
        step(1);
    if (reduces_motion())
        return;
    clock_.start();
    emit changed();
}

void Sweep::pause()
{
    if (!is_playing())
        return;
    clock_.stop();
    gesture_ = 0;
    emit changed();
}

void Sweep::step(int count)
{
    if (!can_play())
        return;
    const double from = stop_index();
    const double wanted = (count > 0 ? std::floor(from) : std::ceil(from)) + count;
    go_to(static_cast<int>(std::clamp(wanted, 0.0, static_cast<double>(stops_.size()) - 1)));
}

void Sweep::advance()
{
    step(1);
    if (stop_index() >= static_cast<double>(stops_.size()) - 1)
        pause();
}

namespace {

constexpr double locked_opacity = 0.55;
constexpr int most_letters = 34; ///< how wide a control may become

bool is_edit(const QEvent& event)
{
    switch (event.type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonRelease:
    case QEvent::MouseButtonDblClick:
    case QEvent::Wheel:
    case QEvent::ContextMenu:
    case QEvent::Drop:
    case QEvent::InputMethod:
        return true;
    case QEvent::KeyPress:
    case QEvent::KeyRelease: {
        const int key = static_cast<const QKeyEvent&>(event).key();
        return key != Qt::Key_Tab && key != Qt::Key_Backtab && key != Qt::Key_Escape;
    }
    default:
        return false;
    }
}

} // namespace

LessonStrip::LessonStrip(QWidget* parent) : QWidget(parent), line_(new QHBoxLayout(this))
{
    line_->setContentsMargins(0, 0, 0, 0);
    line_->setAlignment(Qt::AlignLeft);
    setAccessibleName(tr("Controls"));
}

void LessonStrip::show_lesson(const tours::Lesson& lesson, QuestionDocument& document, const ClassroomLook& look)
{
    const bool same = document_ == &document && lesson.controls == lesson_.controls && lesson.locked == lesson_.locked;
    const bool resized = look_.letter != look.letter;
    look_ = look;
    if (!same) {
        for (const Control& control : std::exchange(controls_, {})) // events of a dying box find none of them
            delete control.box;
        lesson_ = lesson;
        document_ = &document;
        locked_.clear();
        for (const std::string& key : lesson.controls)
            if (const ParameterDescription* row = document.row(key))
                controls_.push_back(build(*row, is_locked(key)));
    }
    line_->setSpacing(look_.pixels(1.2));
    if (!same || resized)
        for (const Control& control : controls_)
            enlarge(control);
    refresh();
}

bool LessonStrip::is_locked(const std::string& key) const
{
    return std::find(lesson_.locked.begin(), lesson_.locked.end(), key) != lesson_.locked.end();
}

ParameterEditor* LessonStrip::editor(const std::string& key) const
{
    for (const Control& control : controls_)
        if (control.key == key)
            return control.editor;
    return nullptr;
}

void LessonStrip::order_tabs(QWidget& before, QWidget& after) const
{
    QWidget* last = &before;
    for (const Control& control : controls_)
        for (QWidget* part : control.box->findChildren<QWidget*>())
            if ((part->focusPolicy() & Qt::TabFocus) != 0 && part->window() == window()) {
                setTabOrder(last, part);
                last = part;
            }
    setTabOrder(last, &after);
}

LessonStrip::Control LessonStrip::build(const ParameterDescription& parameter, bool locked)
{
    Control control{parameter.key, new QWidget(this), nullptr, locked};
    auto* column = new QVBoxLayout(control.box);
    column->setContentsMargins(0, 0, 0, 0);
    auto* label = new QLabel(text(Word{parameter.label}), control.box);
    label->setMinimumWidth(1);
    column->addWidget(label);
    auto* line = new QHBoxLayout;
    line->setContentsMargins(0, 0, 0, 0);
    column->addLayout(line);
    control.editor = make_editor(parameter, *document_, *control.box);
    control.editor->add_to(*line);
    control.editor->set_name(text(Word{parameter.label}), text(Word{parameter.help}));
    label->setBuddy(control.editor->main_control());
    set_subject(control.box, subject_of_row(parameter, *document_));
    line_->addWidget(control.box, 1);
    for (QWidget* part : control.box->findChildren<QWidget*>())
        part->installEventFilter(this);
    lock(control, locked ? tr("Locked by the lesson") : QString());
    return control;
}

/// Makes the controls pale and gives the reason under the pointer.
void LessonStrip::lock(const Control& control, const QString& why)
{
    QGraphicsOpacityEffect* pale = nullptr;
    if (!why.isEmpty()) {
        pale = new QGraphicsOpacityEffect(control.box);
        pale->setOpacity(locked_opacity);
    }
    control.box->setGraphicsEffect(pale);
    control.box->setToolTip(why);
    for (QWidget* part : control.box->findChildren<QWidget*>())
        part->setToolTip(why);
}

void LessonStrip::set_locked(const QString& why)
{
    if (std::exchange(locked_, why) == why)
        return;
    for (const Control& control : controls_)
        lock(control, why.isEmpty() && control.locked ? tr("Locked by the lesson") : why);
}

/// The editors come in the window's size.
void LessonStrip::enlarge(const Control& control)
{
    control.box->setMaximumWidth(look_.pixels(most_letters));
    control.box->layout()->setSpacing(look_.pixels(0.15));
    for (auto* line : control.box->findChildren<QHBoxLayout*>())
        line->setSpacing(look_.pixels(0.5));
    for (auto* field : control.box->findChildren<ValueField*>()) {
        field->setFixedHeight(look_.control());
        field->setFixedWidth(look_.field());
    }
    for (auto* combo : control.box->findChildren<QComboBox*>())
        combo->setFixedHeight(look_.control());
    for (auto* segments : control.box->findChildren<Segments*>())
        segments->setFixedHeight(look_.control());
    for (auto* slider : control.box->findChildren<StopSlider*>()) {
        slider->set_scale(look_.letter / 13);
        slider->setMinimumWidth(look_.pixels(3));
    }
}

void LessonStrip::refresh()
{
    for (const Control& control : controls_) {
        control.editor->refresh(nullptr, false, false);
        control.editor->set_state(document_->refusal(control.key) ? QStringLiteral("refused") : QString());
    }
}

bool LessonStrip::eventFilter(QObject* watched, QEvent* event)
{
    const auto of = std::find_if(controls_.begin(), controls_.end(), [&](const Control& control) {
        return control.box->isAncestorOf(qobject_cast<QWidget*>(watched));
    });
    const bool locked = of != controls_.end() && (of->locked || !locked_.isEmpty());
    return (locked && is_edit(*event)) || QWidget::eventFilter(watched, event);
}

} // namespace plateau::ui
