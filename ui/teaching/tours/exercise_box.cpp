// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/teaching/tours/exercise_box.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QResizeEvent>
#include <QVBoxLayout>

#include <algorithm>

#include "ui/controls/text.h"
#include "ui/teaching/tours/tour_player.h"

namespace plateau::ui {

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
