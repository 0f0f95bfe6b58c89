// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/teaching/tours/tour_text.h"

#include <algorithm>

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
#include "ui/teaching/tours/tour_player.h"
#include "ui/teaching/tours/tour_words.h"

namespace plateau::ui {

namespace {

constexpr int pixels_per_stop = 14;
constexpr int least_drag = 5;

} // namespace

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

namespace {

constexpr double between = 4;

} // namespace

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

} // namespace plateau::ui
