// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <QObject>
#include <QString>
#include <QTextBrowser>
#include <QWidget>

#include "core/teaching/tours/guess.h"
#include "ui/controls/theme.h"
#include "ui/pages/panels/page.h"
#include "ui/teaching/tours/tour_player.h"

class QCPAxisRect;
class QLabel;
class QLineEdit;
class QMenu;
class QPushButton;
class QVBoxLayout;

namespace plateau::ui {

class ExerciseBox;
class TourText;

/// A tour beside the page: where one is, the step's words, the guess, and the ways on.
class TourPanel final : public Panel {
    Q_OBJECT
public:
    explicit TourPanel(TourPlayer& player, QWidget* parent = nullptr);

    QSize sizeHint() const override { return {336, 460}; }
    /// Words and guesses alone: the ways on stand elsewhere, and only the lesson's numbers can be turned.
    void set_for_class(int margin);
    TourText& words() const { return *words_; }
    QPushButton& next_button() const { return *next_; }
    QPushButton& reveal_button() const { return *reveal_; }
    QLineEdit& guess_field() const { return *guess_; }
    ExerciseBox& choices() const { return *choices_; }
    QString remark() const; ///< below the guess: what was kept, or what was not understood

signals:
    void parameter_wanted(const QString& key); ///< its row should come into view
    void help_wanted(const QString& page);
    void take_over_wanted();

protected:
    void fill() override;

private:
    QWidget* build_head();
    QWidget* build_guess();
    QWidget* build_ways();
    void show_guess();
    void show_steps();
    void turn(const QString& key, int stops);
    bool may_turn(const std::string& key) const;
    void go_on();
    void take_typed_guess();

    TourPlayer& player_;
    QWidget* head_;
    QWidget* ways_;
    bool for_class_ = false;
    QLabel* title_;
    QLabel* place_;
    QWidget* progress_;
    QLabel* heading_;
    TourText* words_;
    QWidget* guess_box_;
    ExerciseBox* choices_;
    QString not_read_; ///< of the last thing typed
    QLineEdit* guess_;
    QPushButton* reveal_;
    QPushButton* collect_;
    QPushButton* again_;
    QLabel* question_; ///< below the text, which scrolls
    QLabel* collected_;
    QPushButton* steps_;
    QMenu* step_menu_;
    QPushButton* back_;
    QPushButton* next_;
    QuestionDocument::Gesture gesture_ = 0;
    double turned_from_ = 0; ///< place among the stops; while a number is dragged
    bool turning_ = false;
    int shown_step_ = -1;
};

/// A text in which numbers can be turned: dragged to the side, or with the arrow keys while one has the focus (Tab goes
/// from one to the next). Says how many stops; whoever owns the text answers with another one.
class TourText final : public QTextBrowser {
    Q_OBJECT
public:
    explicit TourText(QWidget* parent = nullptr);

    /// Keeps the place and the number that has the focus.
    void show_html(const QString& html);

signals:
    void link_clicked(const QString& target);
    void turn_begun(const QString& key);
    void turned(const QString& key, int stops); ///< since it began
    void turn_ended();

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

private:
    QString focused_link() const;
    void focus_link(const QString& target);

    QString html_;
    QString pressed_; ///< the link under the button
    int pressed_x_ = 0;
    bool dragging_ = false;
};

/// A dash for every step; those that were seen are filled.
class TourProgress final : public QWidget {
    Q_OBJECT
public:
    explicit TourProgress(QWidget* parent = nullptr);
    void set_place(int step, int steps);
    QSize sizeHint() const override { return {200, 6}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int step_ = 0;
    int steps_ = 1;
};

/// The buttons that answer a question with choices: the letters of curves, or things to be clicked in their order.
class ExerciseBox final : public QWidget {
    Q_OBJECT
public:
    explicit ExerciseBox(TourPlayer& player, QWidget* parent = nullptr);

    void refresh();
    const std::vector<QPushButton*>& buttons() const { return buttons_; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    void press(int choice);
    QString in_lines(const QString& words, const QPushButton& button) const;

    TourPlayer& player_;
    QVBoxLayout* column_;
    std::vector<QPushButton*> buttons_;
    std::string built_for_; ///< tour and step
};

/// What a link of a tour's text stands for begins with one of these.
inline const QString parameter_link = QStringLiteral("set:"); ///< then the key
inline const QString attempt_link = QStringLiteral("try:"); ///< then its number
inline const QString solution_link = QStringLiteral("solve:"); ///< of what is to be reached
inline const QString page_link = QStringLiteral("help:"); ///< then its name

/// What the step asks; empty once it has told the answer.
QString question_html(TourPlayer& player, const Theme& theme);

/// The step as it reads now: its text, what became of the answer, where to look, what to try; before a class what it
/// asks, beside a page claims and sources, which a class has on paper. Of the numbers, those that `may_turn` can be
/// turned.
QString step_html(TourPlayer& player, const Theme& theme,
                  const std::function<bool(const std::string& key)>& may_turn = {}, bool for_class = false);

/// What whoever presents the step wants to have before them: its notes, the answer, where to look, what is published
/// and where it is from, and what comes next.
QString notes_html(TourPlayer& player, const Theme& theme);

/// What the class guessed, once it is revealed: "11 guesses, half of them between 5,900 and 7,400; 2 near".
QString spread_words(const TourPlayer& player);

class FigureView;

/// Takes the mouse over a plot while a step hides a part of it: a click or a line drawn there is a guess.
class GuessCatcher final : public QObject {
public:
    GuessCatcher(FigureView& plot, TourPlayer& player, QObject* parent);

    void catch_for(const tours::Prediction& prediction);
    void stop() { prediction_.reset(); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    const QCPAxisRect* asked_plot() const;
    bool mark(QPointF position);
    void draw_to(QPointF position);
    void finish();

    FigureView& plot_;
    TourPlayer& player_;
    std::optional<tours::Prediction> prediction_;
    tours::Guess drawn_;
    bool drawing_ = false;
};

} // namespace plateau::ui
