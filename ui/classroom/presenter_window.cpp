// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/classroom/presenter_window.h"

#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScreen>

#include "ui/base/appearance.h"
#include "ui/base/text.h"
#include "ui/tours/tour_player.h"
#include "ui/tours/tour_text.h"
#include "ui/tours/tour_words.h"

namespace plateau::ui {

namespace {

constexpr QSize usual_size{760, 620};
constexpr int margin = 20;
constexpr int letters = 18;

QLabel* large(QWidget* parent, int pixels)
{
    auto* label = new QLabel(parent);
    label->setFont(interface_font(pixels, 600));
    return label;
}

} // namespace

QString clock_words(qint64 seconds)
{
    const qint64 hours = seconds / 3600;
    const QString minutes = QStringLiteral("%1").arg(seconds / 60 % 60, hours > 0 ? 2 : 1, 10, QLatin1Char('0'));
    const QString rest = QStringLiteral("%1:%2").arg(minutes).arg(seconds % 60, 2, 10, QLatin1Char('0'));
    return hours > 0 ? QStringLiteral("%1:%2").arg(hours).arg(rest) : rest;
}

PresenterWindow::PresenterWindow(TourPlayer& player, QWidget* parent)
    : QWidget(parent, Qt::Window), player_(player), place_(new QLabel(this)), heading_(large(this, 24)),
      clock_(large(this, 24)), words_(new TourText(this))
{
    setWindowTitle(tr("Notes"));
    resize(usual_size);
    words_->setStyleSheet(QStringLiteral("font-size: %1px").arg(letters));
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
    auto* ways = new QHBoxLayout;
    auto* again = new QPushButton(tr("Clock to zero"), this);
    auto* back = new QPushButton(tr("Back"), this);
    auto* next = new QPushButton(tr("Next"), this);
    ways->addWidget(again);
    ways->addStretch();
    ways->addWidget(back);
    ways->addWidget(next);
    column->addLayout(ways);
    connect(again, &QPushButton::clicked, this, [this] {
        started_.restart();
        tick();
    });
    connect(back, &QPushButton::clicked, this, [this] { player_.go(player_.index() - 1); });
    connect(next, &QPushButton::clicked, this, [this] { player_.go(player_.index() + 1); });
    connect(&player_, &TourPlayer::step_shown, this, &PresenterWindow::fill);
    connect(&player_, &TourPlayer::changed, this, &PresenterWindow::fill);
    connect(&player_, &TourPlayer::ended, this, &QWidget::close);
    started_.start();
    second_.setInterval(1000);
    connect(&second_, &QTimer::timeout, this, &PresenterWindow::tick);
    second_.start();
    fill();
}

void PresenterWindow::show_beside(const QWidget& classroom)
{
    for (QScreen* screen : QGuiApplication::screens())
        if (screen != classroom.screen()) {
            setGeometry(screen->availableGeometry());
            break;
        }
    setWindowState(windowState() & ~Qt::WindowMinimized);
    show();
    raise();
    activateWindow();
}

QString PresenterWindow::clock() const { return clock_->text(); }

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

void PresenterWindow::fill()
{
    if (!player_.is_playing())
        return;
    const Theme& theme = theme_of(this);
    place_->setText(tr("%1, step %2 of %3")
                        .arg(text(player_.tour().title))
                        .arg(player_.index() + 1)
                        .arg(player_.tour().steps.size()));
    restyle(place_, QStringLiteral("color: %1; font-size: %2px").arg(theme.text2.name()).arg(letters));
    heading_->setText(text(player_.step().title));
    words_->show_html(notes_html(player_, theme));
    tick();
}

} // namespace plateau::ui
