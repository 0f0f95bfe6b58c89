// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/panels/panel.h"
#include "ui/teaching/tours/tour_player.h"

class QLabel;
class QLineEdit;
class QMenu;
class QPushButton;

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

} // namespace plateau::ui
