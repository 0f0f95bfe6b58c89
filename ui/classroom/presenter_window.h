// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QLabel;

namespace plateau::ui {

class TourPlayer;
class TourText;

/// "12:34", "1:02:03"
QString clock_words(qint64 seconds);

/// For whoever presents, on a screen the class does not see: notes of the step, the next one, and how long it took.
class PresenterWindow final : public QWidget {
    Q_OBJECT
public:
    PresenterWindow(TourPlayer& player, QWidget* parent);

    /// On another screen than `classroom`, where there is one.
    void show_beside(const QWidget& classroom);
    TourText& words() const { return *words_; }
    QString clock() const;

private:
    void fill();
    void tick();

    TourPlayer& player_;
    QLabel* place_;
    QLabel* heading_;
    QLabel* clock_;
    TourText* words_;
    QElapsedTimer started_;
    QTimer second_;
};

} // namespace plateau::ui
