// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/teaching/classroom/classroom_window.h"

#include <QCloseEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QShortcut>
#include <QStackedWidget>
#include <QToolButton>

#include "ui/controls/appearance.h"
#include "ui/controls/layouts.h"
#include "ui/controls/subject.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/mechanism_player.h"
#include "ui/pages/panels/page.h"
#include "ui/teaching/tours/tour_panel.h"

namespace plateau::ui {

namespace {

constexpr int halo_at_24 = 26; ///< pixels, where letters have 24

QFrame* rule(QWidget* parent, QFrame::Shape shape)
{
    auto* line = new QFrame(parent);
    line->setFrameShape(QFrame::NoFrame);
    line->setObjectName(QStringLiteral("divider"));
    if (shape == QFrame::HLine)
        line->setFixedHeight(1);
    else
        line->setFixedWidth(1);
    return line;
}

QLabel* heading(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setProperty("heading", true);
    label->setWordWrap(true);
    return label;
}

} // namespace

ClassroomWindow::ClassroomWindow(TourPlayer& player, const Theme& theme)
    : QWidget(nullptr, Qt::Window), player_(player), look_(classroom_look(theme, {1920, 1080})), sweep_(this)
{
    setObjectName(QStringLiteral("classroom"));
    set_subject(this, QStringLiteral("window.md#classroom"));
    setPalette(ui::palette(theme));
    setAutoFillBackground(true);
    auto* column = box_layout<QVBoxLayout>(this, {}, 0);
    top_ = build_top();
    column->addWidget(top_);
    column->addWidget(rule(this, QFrame::HLine));
    auto* middle = new QHBoxLayout;
    middle->setSpacing(0);
    canvas_ = new ClassCanvas(player_, this);
    middle->addWidget(canvas_, 1);
    middle->addWidget(rule(this, QFrame::VLine));
    middle->addWidget(build_words());
    column->addLayout(middle, 1);
    column->addWidget(rule(this, QFrame::HLine));
    bottom_ = build_bottom();
    column->addWidget(bottom_);
    halo_ = new CursorHalo(*this);
    build_keys();

    connect(canvas_, &ClassCanvas::figure_shown, this, &ClassroomWindow::refresh, Qt::QueuedConnection);
    connect(&player_, &TourPlayer::step_shown, this, &ClassroomWindow::refresh, Qt::QueuedConnection);
    connect(&player_, &TourPlayer::changed, this, &ClassroomWindow::refresh, Qt::QueuedConnection);
    connect(&player_, &TourPlayer::picture_changed, this, &ClassroomWindow::refresh, Qt::QueuedConnection);
    connect(&player_, &TourPlayer::ended, this, &ClassroomWindow::refresh, Qt::QueuedConnection);
    connect(&sweep_, &Sweep::changed, this, &ClassroomWindow::show_play);
    fit();
    play_->setFocus();
}

QWidget* ClassroomWindow::build_top()
{
    auto* bar = new QWidget(this);
    auto* line = new QHBoxLayout(bar);
    title_ = new QLabel(bar);
    place_ = new QLabel(bar);
    progress_ = new TourProgress(bar);
    progress_->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    notes_button_ = new QToolButton(bar);
    notes_button_->setText(tr("Notes"));
    notes_button_->setToolTip(tr("Notes for whoever presents, in a second window"));
    notes_button_->setFocusPolicy(Qt::TabFocus);
    connect(notes_button_, &QToolButton::clicked, this, &ClassroomWindow::show_notes);
    auto* leave = new QToolButton(bar);
    leave->setText(tr("Leave (Esc)"));
    leave->setFocusPolicy(Qt::StrongFocus);
    connect(leave, &QToolButton::clicked, this, &QWidget::close);
    line->addWidget(title_);
    line->addWidget(place_);
    line->addWidget(progress_);
    line->addStretch(1);
    line->addWidget(notes_button_);
    line->addWidget(leave);
    return bar;
}

QWidget* ClassroomWindow::build_words()
{
    side_ = new QStackedWidget(this);
    panel_ = new TourPanel(player_, side_);
    side_->addWidget(panel_);
    auto* own = new QWidget(side_);
    auto* column = new QVBoxLayout(own);
    question_ = heading(own);
    sentence_ = new QLabel(own);
    sentence_->setWordWrap(true);
    column->addWidget(question_);
    column->addWidget(sentence_);
    column->addStretch(1);
    side_->addWidget(own);
    connect(panel_, &TourPanel::take_over_wanted, this, &QWidget::close);
    return side_;
}

QWidget* ClassroomWindow::build_bottom()
{
    auto* bar = new QWidget(this);
    auto* line = new QHBoxLayout(bar);
    play_ = new QPushButton(bar);
    play_->setAutoDefault(false);
    play_->installEventFilter(this);
    connect(play_, &QPushButton::clicked, &sweep_, &Sweep::toggle);
    strip_ = new LessonStrip(bar);
    back_ = new QPushButton(tr("Back"), bar);
    next_ = new QPushButton(tr("Next"), bar);
    next_->setDefault(true);
    for (QPushButton* button : {back_, next_}) {
        button->setAutoDefault(false);
        button->setFocusPolicy(Qt::TabFocus); // after a click Space still plays
        button->installEventFilter(this);
    }
    connect(back_, &QPushButton::clicked, this, [this] { go(-1); });
    connect(next_, &QPushButton::clicked, this, [this] { go(1); });
    line->addWidget(play_);
    line->addWidget(strip_, 1);
    line->addWidget(back_);
    line->addWidget(next_);
    return bar;
}

/// Page keys are what presenters' clickers send.
void ClassroomWindow::build_keys()
{
    const auto key = [this](int keys, auto member) {
        connect(new QShortcut(QKeySequence(keys), this), &QShortcut::activated, this, member);
    };
    key(Qt::Key_F11, [this] { close(); });
    key(Qt::Key_PageDown, [this] { go(1); });
    key(Qt::Key_PageUp, [this] { go(-1); });
    key(Qt::Key_N, &ClassroomWindow::show_notes);
    auto* pause = new QShortcut(QKeySequence(Qt::Key_Space), this);
    pause->setEnabled(false);
    connect(pause, &QShortcut::activated, this, [this] {
        sweep_.pause();
        play_->setFocus(); // where Space goes on
    });
    connect(&sweep_, &Sweep::changed, pause, [this, pause] { pause->setEnabled(sweep_.is_playing()); });
}

void ClassroomWindow::go(int by)
{
    sweep_.pause();
    if (!player_.is_playing())
        return;
    if (by > 0 && player_.is_last())
        close();
    else
        player_.go(player_.index() + by);
}

void ClassroomWindow::show_page(Page& page)
{
    if (page_ == &page)
        return;
    if (page_) {
        disconnect(page_, nullptr, this, nullptr);
        disconnect(&page_->document(), nullptr, this, nullptr);
    }
    page_ = &page;
    connect(page_, &Page::updated, this, &ClassroomWindow::refresh, Qt::QueuedConnection);
    connect(&page_->document(), &QuestionDocument::changed, strip_, &LessonStrip::refresh);
    connect(&page_->document(), &QuestionDocument::refusal_changed, strip_, &LessonStrip::refresh);
    refresh();
}

FigureView& ClassroomWindow::plot() const { return canvas_->plot(); }

tours::Lesson ClassroomWindow::lesson() const
{
    if (player_.is_playing())
        return player_.step().lesson;
    const std::string axis = page_->document().training() ? "gpus" : "training_flop";
    return {{axis}, {}, axis};
}

/// The stops of the page's axis where the parameter is that axis, whatever picture the step shows in its place.
std::vector<double> ClassroomWindow::stops_to_play() const
{
    const std::string key = lesson().play;
    const ParameterDescription* row = key.empty() ? nullptr : page_->document().row(key);
    if (!row)
        return {};
    std::vector<double> all = stops(*row);
    const std::vector<NamedFigure> figures = page_->figures();
    const bool on_axis = !figures.empty() && !figures.front().figure.panels().empty()
        && figures.front().figure.plot().x.unit == row->unit && (key == "gpus" || key == "training_flop");
    if (!on_axis)
        return all;
    const figures::Axis& x = figures.front().figure.plot().x;
    if (x.maximum > x.minimum)
        std::erase_if(all, [&](double stop) { return stop < x.minimum || stop > x.maximum; });
    if (player_.is_playing() && player_.hides_curve()) // a clicker's arrow does not tell the answer
        std::erase_if(all, [&](double stop) { return stop > player_.step().prediction->from; });
    return all;
}

void ClassroomWindow::refresh()
{
    if (!page_ || !isVisible())
        return;
    show_step();
    show_figure();
}

void ClassroomWindow::show_step()
{
    const bool tour = player_.is_playing();
    side_->setCurrentIndex(tour ? 0 : 1);
    for (QWidget* part : std::initializer_list<QWidget*>{place_, progress_, notes_button_, back_, next_})
        part->setVisible(tour);
    title_->setText(tour ? text(player_.tour().title) : text(page_->document().title_words()));
    if (tour) {
        const int count = static_cast<int>(player_.tour().steps.size());
        place_->setText(tr("step %1 of %2").arg(player_.index() + 1).arg(count));
        progress_->set_place(player_.index(), count);
        back_->setEnabled(player_.index() > 0);
        next_->setText(player_.is_hiding() ? tr("Skip") : tr("Next"));
        next_->setEnabled(!player_.is_last());
    }
    const bool had_keyboard = strip_->isAncestorOf(focusWidget());
    const bool waits = tour && (player_.hides_names() || player_.hides_picture()); // a change would tell
    strip_->show_lesson(lesson(), page_->document(), look_);
    strip_->set_locked(waits ? tr("Answer first") : QString());
    strip_->order_tabs(*play_, *back_);
    if (had_keyboard && !strip_->isAncestorOf(focusWidget()))
        play_->setFocus(); // the control is gone with its step
    colour();
    if (const std::string key = waits ? std::string() : lesson().play; sweep_.key() != key || !sweep_.is_playing())
        sweep_.set(&page_->document(), key, stops_to_play());
    show_play();
}

void ClassroomWindow::show_play()
{
    play_->setText(sweep_.is_playing() ? tr("Pause") : tr("Play"));
    play_->setIcon(icon(sweep_.is_playing() ? QStringLiteral("pause") : QStringLiteral("play"), this));
    play_->setVisible(sweep_.can_play());
    const ParameterDescription* row = page_ ? page_->document().row(sweep_.key()) : nullptr;
    const QString what = row ? text(Word{row->label}) : QString();
    play_->setToolTip(tr("Sweeps %1; Space pauses, the arrows go step by step").arg(what));
    play_->setAccessibleDescription(play_->toolTip());
}

void ClassroomWindow::show_figure()
{
    const bool hiding = player_.is_playing() && player_.hides_curve();
    canvas_->show_page(*page_, look_);
    canvas_->let_mouse_in(hiding);
    const bool asks = player_.is_playing() && player_.is_hiding();
    MechanismPlayer* moving = canvas_->moving();
    if (moving && (moving != moving_ || (asked_ && !asks))) // the button that told the answer is gone
        moving->setFocus(Qt::OtherFocusReason);
    else if (!moving && moving_)
        (play_->isVisible() ? static_cast<QWidget*>(play_) : this)->setFocus(Qt::OtherFocusReason);
    moving_ = moving;
    asked_ = asks;
    question_->setText(text(canvas_->figure().title));
    sentence_->setText(text(canvas_->figure().sentence));
}

void ClassroomWindow::build_notes()
{
    notes_ = new PresenterWindow(player_, this);
    connect(notes_, &PresenterWindow::swap_wanted, this, [this] {
        if (const QScreen* other = screen_beside(*this)) {
            fill_screen(*this, *other);
            notes_->show_beside(*this);
        }
    });
}

void ClassroomWindow::show_notes()
{
    if (!player_.is_playing())
        return;
    if (!notes_)
        build_notes();
    colour();
    notes_->show_beside(*this);
}

/// A window with a style sheet does not hand its palette on.
void ClassroomWindow::colour()
{
    const QPalette colours = ui::palette(look_.theme);
    for (QWidget* part : findChildren<QWidget*>())
        if (part->palette() != colours)
            part->setPalette(colours);
}

/// Letters and lengths follow the screen.
void ClassroomWindow::fit()
{
    look_ = classroom_look(look_.theme, size());
    restyle(this, look_.sheet());
    const int margin = look_.pixels(0.9), edge = look_.pixels(1.2);
    top_->setFixedHeight(look_.top());
    for (QWidget* bar : {top_, bottom_}) {
        bar->layout()->setContentsMargins(edge, 0, edge, 0);
        bar->layout()->setSpacing(margin);
    }
    bottom_->setFixedHeight(look_.bottom());
    side_->setFixedWidth(look_.column());
    side_->widget(1)->layout()->setContentsMargins(margin, edge, edge, margin);
    panel_->set_for_class(margin);
    progress_->setFixedSize(look_.pixels(11), look_.pixels(0.35));
    play_->setIconSize(QSize(1, 1) * look_.pixels(0.9));
    colour();
    halo_->set_radius(look_.pixels(double(halo_at_24) / 24));
    title_->setStyleSheet(QStringLiteral("font-weight: 600"));
    place_->setStyleSheet(QStringLiteral("color: %1").arg(look_.theme.text2.name()));
    sentence_->setStyleSheet(QStringLiteral("color: %1").arg(look_.theme.text2.name()));
}

void ClassroomWindow::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
    QMetaObject::invokeMethod(this, &ClassroomWindow::refresh, Qt::QueuedConnection);
}

void ClassroomWindow::closeEvent(QCloseEvent* event)
{
    sweep_.pause();
    if (notes_)
        notes_->close();
    event->accept();
    emit left();
}

void ClassroomWindow::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Escape:
        close();
        return;
    case Qt::Key_Space:
        sweep_.toggle();
        return;
    case Qt::Key_Left:
    case Qt::Key_Right:
        sweep_.pause();
        sweep_.step(event->key() == Qt::Key_Right ? 1 : -1);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

/// Arrows on a button step what is played, not the keyboard's place.
bool ClassroomWindow::eventFilter(QObject* watched, QEvent* event)
{
    if (qobject_cast<QPushButton*>(watched) && event->type() == QEvent::KeyPress) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Left || key->key() == Qt::Key_Right) {
            keyPressEvent(key);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace plateau::ui
