// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <map>
#include <string>
#include <vector>

#include "core/charts/figure.h"
#include "ui/figures/picture.h"

namespace plateau::ui {

/// A picture as high as it needs to be: where the step's time goes, what fills the memory, an account of MFU. Its parts
/// can be clicked and walked through with the arrow keys.
class PicturePanel final : public QWidget {
    Q_OBJECT
public:
    explicit PicturePanel(QWidget* parent = nullptr);
    void show_figure(const figures::Figure& figure);

    const figures::Figure& figure() const { return figure_; }
    QSize sizeHint() const override { return {usual_width, heightForWidth(usual_width)}; }
    int heightForWidth(int width) const override;
    /// Can every word of it be read?
    bool is_whole() const;
    /// Where a part of the figure is.
    QRectF rect_of(int part) const { return part_rect(area(), figure_, look(), part); }

signals:
    /// A part was clicked: the formulas of what it sums up.
    void subjects_wanted(const std::vector<std::string>& subjects);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    static constexpr int usual_width = 300;

    RenderStyle look() const;
    QRectF area() const;
    int part_under(QPointF point) const;

    void choose(int part);
    void ask_about(int part);

    figures::Figure figure_{.chart = figures::Bars()};
    int chosen_ = -1; ///< part that the keyboard is at
    mutable std::map<int, int> heights_; ///< by width: layouts ask many times
};

} // namespace plateau::ui
