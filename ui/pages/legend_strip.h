// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

#include "ui/figures/figure.h"

namespace plateau::ui {

/// What lines and marks above a figure's plots mean.
class LegendStrip final : public QWidget {
    Q_OBJECT
public:
    explicit LegendStrip(QWidget* parent = nullptr);
    void show_figure(const Figure& figure, const QString& current);
    QSize sizeHint() const override { return {300, 24}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    enum class Sample { Curve, Dotted, Bracket, Band };
    struct Entry {
        Sample sample;
        QString words;
    };
    std::vector<Entry> entries_;
    bool stale_ = false;
};

} // namespace plateau::ui
