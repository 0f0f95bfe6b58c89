// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <QTextBrowser>
#include <QWidget>

class QPushButton;
class QVBoxLayout;

namespace plateau::ui {

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
