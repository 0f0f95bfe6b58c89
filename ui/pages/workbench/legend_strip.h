// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include <QAbstractButton>
#include <QWidget>

#include "core/answers/answers.h"
#include "core/answers/scaling_curve.h"
#include "core/charts/figure.h"
#include "core/charts/plot_view.h"
#include "core/model/timeline.h"

namespace plateau::ui {

/// One line or mark that the legend explains: a sample of it and its name. A click hides or shows what can be hidden, a
/// double click shows a curve alone.
class LegendItem final : public QAbstractButton {
    Q_OBJECT
public:
    enum class Sample { Curve, Dotted, Bracket, Band, Ring, Line };
    struct Content {
        QString words;
        figures::SeriesRole role = figures::SeriesRole::Current; ///< of a curve
        bool shown = true;
        answers::Standing standing = answers::Standing::Current;
        Sample sample = Sample::Curve;
        QString whole = {}; ///< in full, under the pointer
        std::optional<figures::Extra> extra = {}; ///< what stands beside the curves; none: part of one

        bool operator==(const Content&) const = default;
    };

    explicit LegendItem(QWidget* parent = nullptr);
    void show_content(const Content& content);
    const Content& content() const { return content_; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void isolated();

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override; ///< Space as a click, Enter as a double click
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    bool is_curve() const { return content_.sample == Sample::Curve; }
    void draw_sample(QPainter& painter, QPointF left) const;

    Content content_;
};

/// What lines and marks above a figure's plots mean; the curves' entries hide and show them. What has no room in a line
/// stands in the next.
class LegendStrip final : public QWidget {
    Q_OBJECT
public:
    explicit LegendStrip(QWidget* parent = nullptr);
    /// Shows the entries of the whole figure, whatever of it is `hidden`, the curves first.
    void show_figure(const figures::Figure& figure, const std::vector<LegendItem::Content>& curves,
                     const std::set<figures::Extra>& hidden);
    /// Those that are shown.
    std::vector<LegendItem*> entries() const { return {entries_.begin(), entries_.begin() + used_}; }
    std::vector<LegendItem*> curves() const { return {entries_.begin(), entries_.begin() + curves_}; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }
    int heightForWidth(int width) const override { return place(width, {}); }

signals:
    void toggled(int curve, bool shown);
    void isolated(int curve);
    void extra_toggled(plateau::figures::Extra extra, bool shown);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Gives the place of each entry to `put`, if there is one; the height they take.
    int place(int width, const std::function<void(LegendItem&, const QRect&)>& put) const;
    void arrange();

    std::vector<LegendItem*> entries_;
    std::ptrdiff_t curves_ = 0, used_ = 0; ///< of them the first ones
};

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
