// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "core/teaching/tours/guess.h"

class QCPAxisRect;

namespace plateau::ui {

class FigureView;

/// Takes the mouse over a plot while a step hides a part of it: a click or a line drawn there is a guess.
class GuessCatcher final : public QObject {
    Q_OBJECT
public:
    explicit GuessCatcher(FigureView& plot, QObject* parent = nullptr);

    void catch_for(const tours::Prediction& prediction);
    void stop() { prediction_.reset(); }

signals:
    void guessed(const plateau::tours::Guess& guess);
    void marked(double value); ///< at the right edge: one of many

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    const QCPAxisRect* asked_plot() const;
    bool mark(QPointF position);
    void draw_to(QPointF position);
    void finish();

    FigureView& plot_;
    std::optional<tours::Prediction> prediction_;
    tours::Guess drawn_;
    bool drawing_ = false;
};

} // namespace plateau::ui
