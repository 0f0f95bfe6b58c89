// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <vector>

#include "core/charts/figure.h"
#include "ui/pages/panels/panel.h"

namespace plateau::ui {

/// The values of several curves at one place: a line each, with a sample of the curve.
class CurveValues final : public QWidget {
    Q_OBJECT
public:
    struct Line {
        QString name;
        figures::SeriesRole role = figures::SeriesRole::Current;
        QStringList values; ///< under the heads; a single one takes the whole line
    };

    explicit CurveValues(QWidget* parent = nullptr);
    void show_lines(QStringList heads, std::vector<Line> lines);
    const std::vector<Line>& lines() const { return lines_; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QStringList heads_;
    std::vector<Line> lines_;
};

} // namespace plateau::ui
