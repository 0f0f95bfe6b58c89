// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <memory>

#include "core/answers/scaling_curve.h"
#include "core/model/timeline.h"

namespace plateau::ui {

/// One step of training: stages down, time across, of each stage a lane that computes and one that communicates or
/// waits. Wheel and + zoom, a drag and the arrows move, 0 and a double click show all of it; a click asks where the
/// time under it comes from.
class TimelineView final : public QWidget {
    Q_OBJECT
public:
    explicit TimelineView(std::shared_ptr<answers::Answers> answers, QWidget* parent = nullptr);

    /// Computed while it is looked at.
    void show_step(std::shared_ptr<const answers::ScalingCurve> curve);
    /// Letters and lengths, over those of the window.
    void set_scale(double scale);
    const Timeline& timeline() const { return timeline_; }
    double from() const { return from_; } ///< seconds of the step in sight
    double to() const { return to_; }
    /// What is drawn at a point; null: nothing.
    const Interval* interval_at(QPointF point) const;
    QRectF rect_of(std::size_t stage, const Interval& interval) const;
    QString words(std::size_t stage, const Interval& interval) const;

signals:
    void part_clicked(const QString& term);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QRectF area() const;
    double scaled(double pixels) const { return pixels * scale_; }
    QFont letters(double pixels, int weight = 400) const;
    double row_height() const;
    double x_of(double seconds) const;
    double seconds_at(double x) const;
    std::pair<int, const Interval*> found_at(QPointF point) const;
    void compute();
    void zoom(double factor, double around);
    void move(double share);
    void look(double from, double to);
    void draw_stage(QPainter& painter, std::size_t stage) const;
    void draw_axis(QPainter& painter) const;

    std::shared_ptr<answers::Answers> answers_;
    std::shared_ptr<const answers::ScalingCurve> curve_;
    bool behind_ = true;
    Timeline timeline_;
    double from_ = 0;
    double to_ = 0;
    QPointF pressed_;
    double pressed_from_ = 0;
    bool dragging_ = false;
    double scale_ = 1;
};

inline constexpr double timeline_letter = 11; ///< pixels: the smallest

} // namespace plateau::ui
