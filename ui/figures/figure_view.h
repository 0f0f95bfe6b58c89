// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include <functional>
#include <string>

#include "ui/figures/renderer.h"

namespace plateau::ui {

/// A figure of panels on screen: one plot, a marker that mouse and keyboard can move. It says where the marker is
/// wanted; whoever owns the figure answers with a new one.
class FigureView final : public QCustomPlot {
    Q_OBJECT
public:
    explicit FigureView(QWidget* parent = nullptr);

    /// Shows the figure at the next turn of the event loop, however often it is called before.
    void show_figure(const figures::Figure& figure, const RenderStyle& style);
    const figures::Figure& figure() const { return renderer_.figure(); }
    const FigureRenderer& renderer() const { return renderer_; }
    /// What the pointer reads over a named point or a mark on the axis; empty: nothing.
    void set_point_hint(std::function<QString(const std::string& name)> hint) { point_hint_ = std::move(hint); }

signals:
    void point_clicked(const QString& name);
    void marker_pressed();
    void marker_wanted(double x, bool fine); ///< while dragging; `fine`: between the stops too
    void marker_released();
    void marker_stepped(int stops, bool fine); ///< arrow and page keys
    void marker_sent(bool to_end); ///< Home, End

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    bool near_marker(QPointF position) const;
    /// The name of the point under the pointer, or nothing.
    std::string point_near(QPointF position) const;
    /// The words of the mark on the axis under the pointer, or nothing.
    std::string mark_near(QPointF position) const;
    void show_hint(QMouseEvent* event);

    FigureRenderer renderer_;
    QColor focus_colour_;
    bool dragging_ = false;
    bool by_keyboard_ = false; ///< a ring shows the focus only to those who need it
    double grab_offset_ = 0;
    std::function<QString(const std::string&)> point_hint_;
    std::string hinted_; ///< the point whose hint is shown
};

} // namespace plateau::ui
