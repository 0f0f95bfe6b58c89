// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

#include "core/figures/figure.h"

namespace plateau::ui {

class LegendChip;

/// What stands in a figure besides its curves: extrapolated parts, published ratios, bands.
class LegendKeys final : public QWidget {
    Q_OBJECT
public:
    explicit LegendKeys(QWidget* parent = nullptr);
    void show_figure(const figures::Figure& figure);
    QSize sizeHint() const override { return {100, 24}; }
    QString words() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    enum class Sample { Dotted, Bracket, Band, Ring };
    struct Entry {
        Sample sample;
        QString words;
    };
    std::vector<Entry> entries_;
    bool stale_ = false;
};

/// A curve as the legend shows it.
struct LegendCurve {
    QString words;
    figures::SeriesRole role = figures::SeriesRole::Current;
    bool shown = true;
    bool stale = false;
};

/// What lines and marks above a figure's plots mean; the curves' entries hide and show them.
class LegendStrip final : public QWidget {
    Q_OBJECT
public:
    explicit LegendStrip(QWidget* parent = nullptr);
    void show_figure(const figures::Figure& figure, const std::vector<LegendCurve>& curves);
    const std::vector<LegendChip*>& chips() const { return chips_; }

signals:
    void toggled(int curve, bool shown);
    void isolated(int curve);

private:
    std::vector<LegendChip*> chips_;
    LegendKeys* keys_;
};

} // namespace plateau::ui
