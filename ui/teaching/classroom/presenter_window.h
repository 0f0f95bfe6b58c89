// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace plateau::ui {

class TourPlayer;
class TourText;

/// "12:34", "1:02:03"
QString clock_words(qint64 seconds);

/// The notes of the step for the person who presents, on a screen that the class does not see; also the next step, and
/// how long this one took.
class PresenterWindow final : public QWidget {
    Q_OBJECT
public:
    PresenterWindow(TourPlayer& player, QWidget* parent);

    /// Fills another screen than `classroom`, where there is one, and leaves it the keyboard; else lies over it.
    void show_beside(const QWidget& classroom);
    TourText& words() const { return *words_; }
    QString clock() const;

signals:
    void swap_wanted(); ///< the class is on the wrong one of two screens

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void build_buttons(QVBoxLayout& column);
    void fit();
    void show_step();
    void tick();

    TourPlayer& player_;
    QLabel* place_;
    QLabel* heading_;
    QLabel* clock_;
    TourText* words_;
    QPushButton* swap_;
    QElapsedTimer started_;
    QTimer second_;
};

} // namespace plateau::ui
