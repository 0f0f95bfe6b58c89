// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollBar>
#include <QTextBlock>
#include <QVBoxLayout>

#include "ui/controls/appearance.h"
#include "ui/controls/text.h"
#include "ui/figures/figure_view.h"
#include "ui/teaching/tours/tour_panel.h"

namespace plateau::ui {

constexpr int pixels_per_stop = 14;
constexpr int least_drag = 5;

TourText::TourText(QWidget* parent) : QTextBrowser(parent)
{
    setOpenLinks(false);
    setFrameShape(QFrame::NoFrame);
    setUndoRedoEnabled(false);
    setObjectName(QStringLiteral("dock"));
    setTextInteractionFlags(Qt::TextBrowserInteraction);
    document()->setDocumentMargin(0);
    viewport()->setAutoFillBackground(false);
}

void TourText::show_html(const QString& html)
{
    if (html == html_)
        return;
    html_ = html;
    const QString focused = focused_link();
    const int place = verticalScrollBar()->value();
    setHtml(html);
    if (!focused.isEmpty())
        focus_link(focused);
    verticalScrollBar()->setValue(place);
}

/// Coming back to it, the keyboard is on the last link at once, as it is on the first one going forward.
void TourText::focusInEvent(QFocusEvent* event)
{
    QTextBrowser::focusInEvent(event);
    if (event->reason() != Qt::BacktabFocusReason || textCursor().hasSelection())
        return;
    moveCursor(QTextCursor::End);
    focusNextPrevChild(false);
}

QString TourText::focused_link() const { return textCursor().charFormat().anchorHref(); }

void TourText::focus_link(const QString& target)
{
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next())
        for (auto at = block.begin(); !at.atEnd(); ++at)
            if (at.fragment().charFormat().anchorHref() == target) {
                QTextCursor cursor(document());
                cursor.setPosition(at.fragment().position());
                cursor.setPosition(at.fragment().position() + at.fragment().length(), QTextCursor::KeepAnchor);
                setTextCursor(cursor);
                return;
            }
}

void TourText::mousePressEvent(QMouseEvent* event)
{
    pressed_ = event->button() == Qt::LeftButton ? anchorAt(event->position().toPoint()) : QString();
    pressed_x_ = event->position().toPoint().x();
    dragging_ = false;
    if (pressed_.isEmpty())
        QTextBrowser::mousePressEvent(event);
    else
        setFocus(Qt::MouseFocusReason);
}

void TourText::mouseMoveEvent(QMouseEvent* event)
{
    if (pressed_.isEmpty()) {
        QTextBrowser::mouseMoveEvent(event);
        if (anchorAt(event->position().toPoint()).startsWith(parameter_link))
            viewport()->setCursor(Qt::SizeHorCursor);
        return;
    }
    if (!pressed_.startsWith(parameter_link))
        return;
    const int moved = event->position().toPoint().x() - pressed_x_;
    const QString key = pressed_.mid(parameter_link.size());
    if (!dragging_ && std::abs(moved) >= least_drag) {
        dragging_ = true;
        emit turn_begun(key);
    }
    if (dragging_)
        emit turned(key, moved / pixels_per_stop);
}

void TourText::mouseReleaseEvent(QMouseEvent* event)
{
    if (pressed_.isEmpty()) {
        QTextBrowser::mouseReleaseEvent(event);
        return;
    }
    const QString target = std::exchange(pressed_, {});
    if (std::exchange(dragging_, false))
        emit turn_ended();
    else if (anchorAt(event->position().toPoint()) == target)
        emit link_clicked(target);
}

void TourText::keyPressEvent(QKeyEvent* event)
{
    const QString target = focused_link();
    const int key = event->key();
    const bool arrow = key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down;
    if (arrow && target.startsWith(parameter_link)) {
        emit turned(target.mid(parameter_link.size()), key == Qt::Key_Right || key == Qt::Key_Up ? 1 : -1);
        return;
    }
    if ((key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space) && !target.isEmpty()) {
        emit link_clicked(target);
        return;
    }
    QTextBrowser::keyPressEvent(event);
}

constexpr double between = 4;

TourProgress::TourProgress(QWidget* parent) : QWidget(parent) { setFixedHeight(6); }

void TourProgress::set_place(int step, int steps)
{
    step_ = step;
    steps_ = std::max(1, steps);
    update();
}

void TourProgress::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = theme_of(this);
    const double wide = (width() + between) / steps_;
    for (int i = 0; i < steps_; ++i)
        painter.fillRect(QRectF(i * wide, 0, wide - between, height()), i <= step_ ? theme.accent : theme.groove);
}

ExerciseBox::ExerciseBox(TourPlayer& player, QWidget* parent)
    : QWidget(parent), player_(player), column_(new QVBoxLayout(this))
{
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(6);
}

void ExerciseBox::build()
{
    const tours::Exercise& exercise = *player_.step().exercise;
    for (QPushButton* button : buttons_)
        delete button;
    buttons_.clear();
    while (QLayoutItem* item = column_->takeAt(0))
        delete item;
    const bool letters = exercise.form == tours::Exercise::Form::Which;
    QBoxLayout* line = letters ? new QHBoxLayout : nullptr;
    const std::size_t count = letters                   ? player_.letters().size()
        : exercise.form == tours::Exercise::Form::Order ? exercise.items.size()
                                                        : 0;
    for (std::size_t i = 0; i < count; ++i) {
        auto* button = new QPushButton(this);
        button->setAutoDefault(false);
        button->setCheckable(letters);
        connect(button, &QPushButton::clicked, this, [this, i] { press(static_cast<int>(i)); });
        (letters ? line : static_cast<QBoxLayout*>(column_))->addWidget(button);
        buttons_.push_back(button);
    }
    if (line) {
        line->addStretch();
        column_->addLayout(line);
    }
}

/// A letter is taken in place of another; of an order each thing once, and once more takes it and all after it back.
void ExerciseBox::press(int choice)
{
    std::vector<int> answer = player_.answer();
    if (player_.step().exercise->form == tours::Exercise::Form::Which) {
        answer = {choice};
    } else if (const auto found = std::find(answer.begin(), answer.end(), choice); found != answer.end()) {
        answer.erase(found, answer.end());
    } else {
        answer.push_back(choice);
    }
    player_.set_answer(std::move(answer));
}

void ExerciseBox::refresh()
{
    const bool asked
        = player_.is_playing() && player_.step().exercise && player_.is_hiding() && player_.step().exercise->hides();
    setVisible(asked);
    if (!asked)
        return;
    if (const std::string now = player_.tour().id + '/' + player_.step().id; now != built_for_) {
        built_for_ = now;
        build();
    }
    const tours::Exercise& exercise = *player_.step().exercise;
    const std::vector<int>& answer = player_.answer();
    for (std::size_t i = 0; i < buttons_.size(); ++i) {
        const auto place = std::find(answer.begin(), answer.end(), static_cast<int>(i));
        if (exercise.form == tours::Exercise::Form::Which) {
            buttons_[i]->setText(text(tours::letter(static_cast<int>(i))));
            buttons_[i]->setChecked(place != answer.end());
            continue;
        }
        QString words;
        for (const tours::Piece& piece : exercise.items[i].say)
            words += piece.kind == tours::Piece::Kind::Number ? player_.text(piece.ask) : text(piece.words);
        const auto number = place - answer.begin() + 1;
        buttons_[i]->setText(
            in_lines(place == answer.end() ? words : QStringLiteral("%1.  %2").arg(number).arg(words), *buttons_[i]));
    }
}

/// A button does not wrap its words by itself.
QString ExerciseBox::in_lines(const QString& words, const QPushButton& button) const
{
    const QFontMetrics metrics(button.font());
    const int room = width() - 2 * metrics.height();
    QString lines, line;
    for (const QString& word : words.split(QLatin1Char(' '))) {
        const QString longer = line.isEmpty() ? word : line + QLatin1Char(' ') + word;
        if (line.isEmpty() || metrics.horizontalAdvance(longer) <= room) {
            line = longer;
            continue;
        }
        lines += line + QLatin1Char('\n');
        line = word;
    }
    return lines + line;
}

void ExerciseBox::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        refresh();
}

GuessCatcher::GuessCatcher(FigureView& plot, TourPlayer& player, QObject* parent)
    : QObject(parent), plot_(plot), player_(player)
{
    plot_.installEventFilter(this);
}

void GuessCatcher::catch_for(const tours::Prediction& prediction)
{
    if (!prediction_)
        drawing_ = false;
    prediction_ = prediction;
}

bool GuessCatcher::eventFilter(QObject* watched, QEvent* event)
{
    const auto* mouse = dynamic_cast<const QMouseEvent*>(event);
    if (!prediction_ || watched != &plot_ || !mouse)
        return false;
    switch (event->type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick:
        if (mouse->button() != Qt::LeftButton)
            return false;
        if (mark(mouse->position()))
            return true;
        drawing_ = true;
        drawn_.clear();
        draw_to(mouse->position());
        return true;
    case QEvent::MouseMove:
        plot_.setCursor(Qt::CrossCursor);
        if (drawing_)
            draw_to(mouse->position());
        return true;
    case QEvent::MouseButtonRelease:
        if (!drawing_)
            return false;
        finish();
        return true;
    default:
        return false;
    }
}

/// Null when the figure has no such panel.
const QCPAxisRect* GuessCatcher::asked_plot() const
{
    const auto& panels = plot_.figure().plot().panels;
    for (int i = 0; i < std::min(plot_.axisRectCount(), static_cast<int>(panels.size())); ++i)
        if (panels[static_cast<std::size_t>(i)].id == prediction_->panel)
            return plot_.axisRect(i);
    return nullptr;
}

/// Right of the axes' end every click is a mark of its own: a class calls out its numbers.
bool GuessCatcher::mark(QPointF position)
{
    constexpr int edge = 8;
    const QCPAxisRect* rect = asked_plot();
    if (!rect || position.x() < rect->right() + edge || position.y() < rect->top() || position.y() > rect->bottom())
        return false;
    player_.collect(std::max(0.0, rect->axis(QCPAxis::atLeft)->pixelToCoord(position.y())));
    return true;
}

/// Draws within the asked panel, right of what is seen; a line goes on to the right only.
void GuessCatcher::draw_to(QPointF position)
{
    const QCPAxisRect* rect = asked_plot();
    if (!rect || !rect->rect().adjusted(0, -4, 60, 4).contains(position.toPoint()))
        return;
    const double x = plot_.renderer().x_at(std::min<double>(position.x(), rect->right()));
    const double y = rect->axis(QCPAxis::atLeft)->pixelToCoord(position.y());
    if (x <= prediction_->from || (!drawn_.empty() && x <= drawn_.back().first))
        return;
    drawn_.emplace_back(x, std::max(y, 0.0));
    player_.set_guess(drawn_);
}

/// The guess has a value where it is scored: a click near there is one for it, a line that ends before goes on level,
/// and one that begins beyond leads there from what is seen.
void GuessCatcher::finish()
{
    drawing_ = false;
    if (drawn_.empty())
        return;
    const double at = prediction_->at;
    constexpr double near = 0.5; // of an octave
    if (std::abs(std::log2(drawn_.back().first / at)) < near && drawn_.back().first != at) {
        const double y = drawn_.back().second;
        while (!drawn_.empty() && drawn_.back().first >= at / std::exp2(near))
            drawn_.pop_back();
        drawn_.emplace_back(at, y);
    } else if (drawn_.back().first < at) {
        drawn_.emplace_back(at, drawn_.back().second);
    } else if (const auto [x, y] = drawn_.front(); x > at) {
        const double start = tours::last_seen(*prediction_, plot_.figure()).value_or(y);
        const double share = std::log(at / prediction_->from) / std::log(x / prediction_->from);
        drawn_.insert(drawn_.begin(), {at, start + share * (y - start)});
    }
    player_.set_guess(drawn_);
}

} // namespace plateau::ui
