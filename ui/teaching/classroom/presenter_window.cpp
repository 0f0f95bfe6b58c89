// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/teaching/classroom/presenter_window.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QShortcut>

#include <algorithm>

#include "ui/controls/appearance.h"
#include "ui/controls/text.h"
#include "ui/teaching/classroom/classroom_look.h"
#include "ui/teaching/tours/tour_player.h"
#include "ui/teaching/tours/tour_text.h"
#include "ui/teaching/tours/tour_words.h"

namespace plateau::ui {

namespace {

constexpr QSize usual_size{760, 620};
constexpr int margin = 20;
constexpr int frame = 48; ///< its title and some of the screen above it
constexpr int least_letters = 18;
constexpr int lines_of_a_screen = 36; ///< a presenter reads them standing

} // namespace

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
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(margin, margin, margin, margin);
    column->setSpacing(margin / 2);
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

} // namespace plateau::ui
