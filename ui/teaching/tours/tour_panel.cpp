// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/teaching/tours/tour_panel.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/controls/appearance.h"
#include "ui/controls/controls.h"
#include "ui/controls/layouts.h"
#include "ui/pages/parameters/parameter_row.h"

namespace plateau::ui {

namespace {

QPushButton* push_button(const QString& words, QWidget* parent)
{
    auto* button = new QPushButton(words, parent);
    button->setAutoDefault(false);
    return button;
}

} // namespace

TourPanel::TourPanel(TourPlayer& player, QWidget* parent) : Panel(parent), player_(player)
{
    auto* column = box_layout<QVBoxLayout>(this, {panel_margin, 6, panel_margin, 10}, 8);
    head_ = build_head();
    column->addWidget(head_);
    progress_ = new TourProgress(this);
    column->addWidget(progress_);
    heading_ = new QLabel(this);
    heading_->setFont(interface_font(16, 600));
    heading_->setProperty("heading", true);
    heading_->setWordWrap(true);
    column->addWidget(heading_);
    words_ = new TourText(this);
    words_->setMinimumHeight(80);
    column->addWidget(words_, 1);
    column->addWidget(build_guess());
    ways_ = build_ways();
    column->addWidget(ways_);

    connect(words_, &TourText::turn_begun, this, [this](const QString& key) {
        QuestionDocument& document = player_.document();
        gesture_ = document.begin_gesture();
        turning_ = true;
        if (const ParameterDescription* row = document.row(key.toStdString())) {
            const Value value = document.value(key.toStdString());
            const double* number = std::get_if<double>(&value);
            turned_from_ = number ? stop_position(stops(*row), *number) : 0;
        }
    });
    connect(words_, &TourText::turned, this, &TourPanel::turn);
    connect(words_, &TourText::turn_ended, this, [this] {
        turning_ = false;
        gesture_ = 0;
    });
    connect(words_, &TourText::link_clicked, this, [this](const QString& target) {
        if (target.startsWith(attempt_link))
            player_.attempt(target.mid(attempt_link.size()).toInt());
        else if (target.startsWith(solution_link))
            player_.solve();
        else if (target.startsWith(parameter_link))
            emit parameter_wanted(target.mid(parameter_link.size()));
        else if (target.startsWith(page_link))
            emit help_wanted(target.mid(page_link.size()));
    });
    connect(&player_, &TourPlayer::step_shown, this, &TourPanel::fill);
    connect(&player_, &TourPlayer::changed, this, &TourPanel::fill);
    for (QWidget* widget : {static_cast<QWidget*>(this), static_cast<QWidget*>(words_)})
        widget->setAccessibleName(tr("Tour"));
}

QWidget* TourPanel::build_head()
{
    auto* head = new QWidget(this);
    auto* line = box_layout<QHBoxLayout>(head, {});
    title_ = new QLabel(head);
    title_->setWordWrap(true);
    title_->setFont(interface_font(13, 600));
    place_ = new QLabel(head);
    auto* leave = new QToolButton(head);
    leave->setText(tr("Leave"));
    leave->setToolTip(tr("Back to the question that was open before (Esc)"));
    leave->setFocusPolicy(Qt::StrongFocus);
    connect(leave, &QToolButton::clicked, &player_, &TourPlayer::leave);
    line->addWidget(title_, 1);
    line->addWidget(place_);
    line->addWidget(leave);
    return head;
}

QWidget* TourPanel::build_guess()
{
    guess_box_ = new QWidget(this);
    auto* column = box_layout<QVBoxLayout>(guess_box_, {}, 6);
    auto* line = new QHBoxLayout;
    guess_ = new QLineEdit(guess_box_);
    guess_->setPlaceholderText(tr("or type it"));
    guess_->setAccessibleName(tr("Your guess"));
    guess_->setMinimumWidth(60);
    reveal_ = push_button(tr("Reveal"), guess_box_);
    collect_ = push_button(tr("Next guess"), guess_box_);
    collect_->setToolTip(tr("Keeps this guess as a mark, for a class or a second try"));
    again_ = push_button(tr("Guess again"), guess_box_);
    line->addWidget(guess_, 1);
    line->addWidget(collect_);
    line->addWidget(reveal_);
    line->addWidget(again_);
    line->addStretch();
    collected_ = new QLabel(guess_box_);
    collected_->setWordWrap(true);
    choices_ = new ExerciseBox(player_, guess_box_);
    question_ = new QLabel(guess_box_);
    question_->setWordWrap(true);
    question_->setTextFormat(Qt::RichText);
    column->addWidget(question_);
    column->addWidget(choices_);
    column->addLayout(line);
    column->addWidget(collected_);
    connect(guess_, &QLineEdit::editingFinished, this, &TourPanel::take_typed_guess);
    connect(guess_, &QLineEdit::returnPressed, this, [this] {
        take_typed_guess();
        if (not_read_.isEmpty())
            reveal_->setFocus(); // Enter again reveals
    });
    connect(reveal_, &QPushButton::clicked, &player_, &TourPlayer::reveal);
    connect(collect_, &QPushButton::clicked, &player_, qOverload<>(&TourPlayer::collect));
    connect(again_, &QPushButton::clicked, &player_, &TourPlayer::guess_again);
    return guess_box_;
}

QWidget* TourPanel::build_ways()
{
    auto* ways = new QWidget(this);
    auto* line = box_layout<QHBoxLayout>(ways, {});
    steps_ = push_button(tr("Steps") + QStringLiteral("  "), ways);
    step_menu_ = new QMenu(steps_);
    steps_->setMenu(step_menu_);
    connect(step_menu_, &QMenu::aboutToShow, this, &TourPanel::show_steps);
    back_ = push_button(tr("Back"), ways);
    next_ = push_button(tr("Next"), ways);
    next_->setDefault(true);
    connect(back_, &QPushButton::clicked, this, [this] { player_.go(player_.index() - 1); });
    connect(next_, &QPushButton::clicked, this, &TourPanel::go_on);
    line->addWidget(steps_);
    line->addStretch();
    line->addWidget(back_);
    line->addWidget(next_);
    return ways;
}

void TourPanel::set_for_class(int margin)
{
    for (QWidget* part : {head_, progress_, ways_})
        part->hide();
    for_class_ = true;
    layout()->setContentsMargins(margin, margin, margin, margin / 2);
    layout()->setSpacing(margin / 2);
}

/// May a parameter be turned? In a class only what the lesson leaves open.
bool TourPanel::may_turn(const std::string& key) const
{
    const tours::Lesson& lesson = player_.step().lesson;
    const auto has = [&key](const std::vector<std::string>& keys) {
        return std::find(keys.begin(), keys.end(), key) != keys.end();
    };
    return !for_class_ || (has(lesson.controls) && !has(lesson.locked));
}

void TourPanel::go_on()
{
    if (player_.is_last())
        emit take_over_wanted();
    else
        player_.go(player_.index() + 1);
}

void TourPanel::show_steps()
{
    step_menu_->clear();
    if (!player_.is_playing())
        return;
    const auto& steps = player_.tour().steps;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const int index = static_cast<int>(i);
        QAction* item = step_menu_->addAction(QStringLiteral("%1  %2").arg(index + 1).arg(text(steps[i].title)), this,
                                              [this, index] { player_.go(index); });
        item->setCheckable(true);
        item->setChecked(index == player_.index());
    }
    step_menu_->addSeparator();
    step_menu_->addAction(tr("Take over this question: free workbench"), this, &TourPanel::take_over_wanted);
    step_menu_->addAction(tr("Leave: back to my question"), &player_, &TourPlayer::leave);
}

/// What is not understood stays in the field, with a word of what would be.
void TourPanel::take_typed_guess()
{
    if (!player_.is_playing() || !player_.hides_curve() || !guess_->isModified())
        return;
    const QString typed = guess_->text().trimmed();
    const auto read
        = typed.isEmpty() ? Expected<double>(failure({})) : player_.read_guess(typed_in_english(typed).toStdString());
    if (!read) {
        not_read_ = typed.isEmpty() ? QString() : text(read.error().what);
        show_guess();
        return;
    }
    not_read_.clear();
    guess_->setModified(false);
    player_.set_guess({{player_.step().prediction->at, *read}});
}

QString TourPanel::remark() const { return collected_->text(); }

/// While dragged, stops count from where the number stood; keys take one each.
void TourPanel::turn(const QString& name, int count)
{
    QuestionDocument& document = player_.document();
    const std::string key = name.toStdString();
    const ParameterDescription* row = document.row(key);
    if (!row)
        return;
    if (row->kind == ParameterKind::Choice || row->kind == ParameterKind::Name) {
        if (!turning_)
            emit parameter_wanted(name);
        return;
    }
    const Value value = document.value(key);
    const double* number = std::get_if<double>(&value);
    if (!number)
        return;
    const std::vector<double> places = stops(*row);
    const double from = turning_ ? turned_from_ : stop_position(places, *number);
    const double next = count == 0 ? *number : stop_from(places, from, count);
    if (next != *number)
        document.edit_value(key, Value(next), gesture_);
}

void TourPanel::show_guess()
{
    const bool draws = player_.step().prediction.has_value();
    const bool asked = draws || player_.step().exercise;
    const bool hiding = player_.is_hiding();
    guess_box_->setVisible(asked);
    next_->setDefault(true);
    QWidget* const first = draws ? static_cast<QWidget*>(guess_) : reveal_;
    if (!for_class_)
        setFocusProxy(hiding ? first : next_); // Enter goes on where nothing is asked
    if (!asked)
        return;
    const bool arrived = shown_step_ != player_.index() && next_->hasFocus();
    const bool had_keyboard = guess_box_->isAncestorOf(QApplication::focusWidget()) || (hiding && arrived);
    if (!hiding || shown_step_ != player_.index())
        not_read_.clear();
    choices_->refresh();
    guess_->setVisible(hiding && draws);
    reveal_->setVisible(hiding);
    reveal_->setDefault(hiding);
    next_->setDefault(!hiding);
    collect_->setVisible(hiding && draws);
    again_->setVisible(!hiding);
    again_->setText(draws ? tr("Guess again") : tr("Ask again"));
    if (had_keyboard && !hiding && next_->isVisible())
        next_->setFocus();
    else if (had_keyboard && hiding && !guess_box_->isAncestorOf(QApplication::focusWidget()))
        first->setFocus();
    const auto mine = draws ? tours::guessed(*player_.step().prediction, player_.guess()) : std::nullopt;
    collect_->setEnabled(mine.has_value());
    if (!guess_->isModified())
        guess_->setText(mine ? player_.written(*mine) : QString());
    collected_->setText(
        !hiding || !draws          ? QString()
            : !not_read_.isEmpty() ? not_read_
            : player_.collected().empty() && for_class_
            ? tr("Guesses of a class: each click to the right of the plot, at the height of the guess, adds one.")
            : spread_words(player_));
    collected_->setVisible(!collected_->text().isEmpty());
}

void TourPanel::fill()
{
    if (!player_.is_playing())
        return;
    const int count = static_cast<int>(player_.tour().steps.size());
    const Theme& theme = theme_of(this);
    title_->setText(text(player_.tour().title));
    place_->setText(tr("step %1 of %2").arg(player_.index() + 1).arg(count));
    set_ink(place_, "text2");
    set_ink(collected_, "text2");
    static_cast<TourProgress*>(progress_)->set_place(player_.index(), count);
    heading_->setText(text(player_.step().title));
    back_->setEnabled(player_.index() > 0);
    next_->setText(player_.is_last() ? tr("Free workbench") : player_.is_hiding() ? tr("Skip") : tr("Next"));
    next_->setToolTip(player_.is_last() ? tr("Ends the tour; its question stays, with everything unlocked")
                                        : QString());
    show_guess();
    if (shown_step_ != player_.index()) {
        shown_step_ = player_.index();
        guess_->clear();
        words_->verticalScrollBar()->setValue(0);
    }
    question_->setText(for_class_ ? QString() : question_html(player_, theme));
    question_->setVisible(!question_->text().isEmpty());
    words_->show_html(step_html(
        player_, theme, [this](const std::string& key) { return may_turn(key); }, for_class_));
}

} // namespace plateau::ui
