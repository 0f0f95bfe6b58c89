// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include <QEvent>
#include <QGraphicsOpacityEffect>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QShortcut>

#include "ui/controls/appearance.h"
#include "ui/controls/controls.h"
#include "ui/controls/layouts.h"
#include "ui/controls/subject.h"
#include "ui/controls/text.h"
#include "ui/pages/parameters/parameter_panel.h"
#include "ui/pages/parameters/parameter_row.h"
#include "ui/teaching/classroom/classroom_window.h"
#include "ui/teaching/tours/tour_panel.h"

namespace plateau::ui {

constexpr QSize usual_size{760, 620};
constexpr int margin = 20;
constexpr int frame = 48; ///< its title and some of the screen above it
constexpr int least_letters = 18;
constexpr int lines_of_a_screen = 36; ///< a presenter reads them standing

QString clock_words(qint64 seconds)
{
    const qint64 hours = seconds / 3600;
    const QString minutes = QStringLiteral("%1").arg(seconds / 60 % 60, hours > 0 ? 2 : 1, 10, QLatin1Char('0'));
    const QString rest = QStringLiteral("%1:%2").arg(minutes).arg(seconds % 60, 2, 10, QLatin1Char('0'));
    return hours > 0 ? QStringLiteral("%1:%2").arg(hours).arg(rest) : rest;
}

PresenterWindow::PresenterWindow(TourPlayer& player, QWidget* parent)
    : QWidget(parent, Qt::Window), player_(player), place_(new QLabel(this)), heading_(new QLabel(this)),
      clock_(new QLabel(this)), words_(new TourText(this)), swap_(new QPushButton(tr("Swap screens"), this))
{
    setWindowTitle(tr("Notes"));
    resize(usual_size);
    words_->setAccessibleName(tr("Notes"));
    auto* column = box_layout<QVBoxLayout>(this, {margin, margin, margin, margin}, margin / 2);
    auto* top = new QHBoxLayout;
    top->addWidget(place_, 1);
    top->addWidget(clock_);
    column->addLayout(top);
    heading_->setWordWrap(true);
    column->addWidget(heading_);
    column->addWidget(words_, 1);
    build_buttons(*column);
    connect(&player_, &TourPlayer::step_shown, this, &PresenterWindow::show_step);
    connect(&player_, &TourPlayer::changed, this, &PresenterWindow::show_step);
    connect(&player_, &TourPlayer::ended, this, &QWidget::close);
    started_.start();
    second_.setInterval(1000);
    connect(&second_, &QTimer::timeout, this, &PresenterWindow::tick);
    second_.start();
    fit();
    show_step();
}

/// The page keys too, which presenters' clickers send to whatever window has the keyboard.
void PresenterWindow::build_buttons(QVBoxLayout& column)
{
    auto* ways = new QHBoxLayout;
    auto* again = new QPushButton(tr("Clock to zero"), this);
    auto* back = new QPushButton(tr("Back"), this);
    auto* next = new QPushButton(tr("Next"), this);
    ways->addWidget(again);
    ways->addWidget(swap_);
    ways->addStretch();
    ways->addWidget(back);
    ways->addWidget(next);
    column.addLayout(ways);
    connect(again, &QPushButton::clicked, this, [this] {
        started_.restart();
        tick();
    });
    connect(swap_, &QPushButton::clicked, this, &PresenterWindow::swap_wanted);
    const auto go = [this](QPushButton* button, Qt::Key key, int by) {
        const auto there = [this, by] { player_.go(player_.index() + by); };
        connect(button, &QPushButton::clicked, this, there);
        connect(new QShortcut(QKeySequence(key), this), &QShortcut::activated, this, there);
    };
    go(back, Qt::Key_PageUp, -1);
    go(next, Qt::Key_PageDown, 1);
    connect(new QShortcut(QKeySequence(Qt::Key_Escape), this), &QShortcut::activated, this, &QWidget::close);
}

void PresenterWindow::show_beside(const QWidget& classroom)
{
    QScreen* other = screen_beside(classroom);
    swap_->setVisible(other);
    setAttribute(Qt::WA_ShowWithoutActivating, other);
    if (other && !(isVisible() && screen() == other)) {
        setWindowState(Qt::WindowNoState);
        setGeometry(other->availableGeometry().adjusted(margin, frame, -margin, -margin));
    }
    setWindowState(windowState() & ~Qt::WindowMinimized);
    show();
    raise();
    if (!other)
        activateWindow();
}

QString PresenterWindow::clock() const { return clock_->text(); }

void PresenterWindow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        fit();
        show_step();
    }
}

void PresenterWindow::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
}

/// Letters follow the window.
void PresenterWindow::fit()
{
    const int letters = std::max(least_letters, height() / lines_of_a_screen);
    const QString size = QStringLiteral("font-size: %1px; ");
    restyle(words_, size.arg(letters));
    restyle(place_, size.arg(letters) + QStringLiteral("color: %1").arg(theme_of(this).text2.name()));
    for (QLabel* label : {heading_, clock_})
        restyle(label, size.arg(letters * 4 / 3) + QStringLiteral("font-weight: 600"));
}

/// Beside what has passed stands what is planned up to the end of this step.
void PresenterWindow::tick()
{
    double planned = 0;
    if (player_.is_playing())
        for (int i = 0; i <= player_.index(); ++i)
            planned += player_.tour().steps[static_cast<std::size_t>(i)].minutes;
    const QString passed = clock_words(started_.elapsed() / 1000);
    clock_->setText(planned > 0 ? tr("%1 of %2").arg(passed, clock_words(static_cast<qint64>(planned * 60))) : passed);
}

void PresenterWindow::show_step()
{
    if (!player_.is_playing())
        return;
    const Theme& theme = theme_of(this);
    place_->setText(tr("%1, step %2 of %3")
                        .arg(text(player_.tour().title))
                        .arg(player_.index() + 1)
                        .arg(player_.tour().steps.size()));
    heading_->setText(text(player_.step().title));
    words_->show_html(notes_html(player_, theme));
    tick();
}

constexpr int milliseconds_per_stop = 700;

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
    auto* column = box_layout<QVBoxLayout>(control.box, {});
    auto* label = new QLabel(text(Word{parameter.label}), control.box);
    label->setMinimumWidth(1);
    column->addWidget(label);
    auto* line = box_layout<QHBoxLayout>(nullptr, {});
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
