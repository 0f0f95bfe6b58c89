// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace plateau::ui {

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

} // namespace plateau::ui
