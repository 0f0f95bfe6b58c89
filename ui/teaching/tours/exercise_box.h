// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

class QPushButton;
class QVBoxLayout;

namespace plateau::ui {

class TourPlayer;

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

} // namespace plateau::ui
