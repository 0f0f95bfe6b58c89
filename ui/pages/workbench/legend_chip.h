// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

#include "core/charts/figure.h"

namespace plateau::ui {

// Lengths of a legend's entry, in logical pixels.
inline constexpr int sample_width = 24;
inline constexpr int after_sample = 8;

/// One curve in the legend: a sample of its line and its name. A click hides or shows it, a double click shows it
/// alone.
class LegendChip final : public QAbstractButton {
    Q_OBJECT
public:
    explicit LegendChip(QWidget* parent = nullptr);

    void show_curve(const QString& words, figures::SeriesRole role, bool shown, bool stale);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void isolated();

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override; ///< Space as a click, Enter as a double click
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    QString words_; ///< whole
    figures::SeriesRole role_ = figures::SeriesRole::Current;
    bool stale_ = false;
};

} // namespace plateau::ui
