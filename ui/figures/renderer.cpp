// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/renderer.h"

#include <algorithm>
#include <cmath>

#include "ui/figures/panel_view.h"

namespace plateau::ui {

FigureRenderer::FigureRenderer(QCustomPlot& plot) : plot_(plot)
{
    plot_.plotLayout()->clear();
    plot_.plotLayout()->setRowSpacing(0);
    plot_.setLocale(QLocale::c());
}

FigureRenderer::~FigureRenderer() = default;

void FigureRenderer::set(figures::Figure figure, const RenderStyle& style)
{
    figure_ = std::move(figure);
    style_ = style;
    plot_.setBackground(QBrush(style.theme.canvas));
    plot_.setPlottingHint(QCP::phFastPolylines, style.fast);
    if (panels_.size() != figure_.panels.size()) {
        panels_.clear();
        plot_.clearPlottables();
        plot_.clearItems();
        plot_.plotLayout()->clear();
        for (std::size_t row = 0; row < figure_.panels.size(); ++row) {
            panels_.push_back(std::make_unique<PanelView>(&plot_));
            plot_.plotLayout()->addElement(static_cast<int>(row), 0, panels_.back()->rect());
        }
    }
    for (std::size_t i = 0; i < panels_.size(); ++i)
        panels_[i]->set(figure_.panels[i], figure_, style_, static_cast<int>(i), i + 1 == panels_.size());
    fit(plot_.size());
}

void FigureRenderer::set_marker(double x) { figure_.marker = x; }

void FigureRenderer::fit(QSize size)
{
    if (panels_.empty())
        return;
    double shares = 0, margins = 0;
    for (std::size_t i = 0; i < panels_.size(); ++i) {
        shares += figure_.panels[i].height;
        const QMargins around = panels_[i]->rect()->margins();
        margins += around.top() + around.bottom();
    }
    const double room = std::max(1.0, size.height() - margins);
    QList<double> heights;
    for (std::size_t i = 0; i < panels_.size(); ++i) {
        const QMargins around = panels_[i]->rect()->margins();
        const double height = room * figure_.panels[i].height / shares;
        heights.append(height + around.top() + around.bottom());
        panels_[i]->set_extent(QSizeF(size.width() - around.left() - around.right(), height));
    }
    plot_.plotLayout()->setRowStretchFactors(heights);
}

std::optional<FigureRenderer::PointAt> FigureRenderer::point_at(QPointF pixel, double reach) const
{
    std::optional<PointAt> nearest;
    double least = reach;
    for (std::size_t p = 0; p < panels_.size(); ++p) {
        const QCPAxisRect* rect = panels_[p]->rect();
        if (!QRectF(rect->rect()).adjusted(-reach, -reach, reach, reach).contains(pixel))
            continue;
        const QCPAxis* x = rect->axis(QCPAxis::atBottom);
        const QCPAxis* y = rect->axis(QCPAxis::atLeft);
        for (std::size_t s = 0; s < figure_.panels[p].series.size(); ++s) {
            const figures::Series& series = figure_.panels[p].series[s];
            for (std::size_t i = 0; i < series.names.size() && i < series.x.size(); ++i) {
                if (series.names[i].empty())
                    continue;
                const QPointF at(x->coordToPixel(series.x[i]), y->coordToPixel(series.y[i]));
                const double distance = std::hypot(at.x() - pixel.x(), at.y() - pixel.y());
                if (distance <= least) { // of two in one place the one drawn last
                    least = distance;
                    nearest = PointAt{p, s, i, at};
                }
            }
        }
    }
    return nearest;
}

double FigureRenderer::x_at(double pixel) const
{
    return panels_.empty() ? 0 : panels_.front()->rect()->axis(QCPAxis::atBottom)->pixelToCoord(pixel);
}

double FigureRenderer::pixel_of(double x) const
{
    return panels_.empty() ? 0 : panels_.front()->rect()->axis(QCPAxis::atBottom)->coordToPixel(x);
}

QRect FigureRenderer::marker_area() const
{
    if (panels_.empty())
        return {};
    const QRect first = panels_.front()->rect()->rect(), last = panels_.back()->rect()->rect();
    return {QPoint(first.left(), first.top() - 8), QPoint(last.right(), last.bottom() + 28)};
}

QRectF FigureRenderer::plot_rect(std::size_t panel) const
{
    return panel < panels_.size() ? QRectF(panels_[panel]->rect()->rect()) : QRectF();
}

std::size_t FigureRenderer::panel_at(double pixel_y) const
{
    std::size_t nearest = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < panels_.size(); ++i) {
        const QRectF rect = plot_rect(i);
        const double distance = std::max({0.0, rect.top() - pixel_y, pixel_y - rect.bottom()});
        if (distance < least) {
            least = distance;
            nearest = i;
        }
    }
    return nearest;
}

double FigureRenderer::y_at(std::size_t panel, double pixel) const
{
    return panels_[panel]->rect()->axis(QCPAxis::atLeft)->pixelToCoord(pixel);
}

double FigureRenderer::pixel_of(std::size_t panel, double y) const
{
    return panels_[panel]->rect()->axis(QCPAxis::atLeft)->coordToPixel(y);
}

std::pair<double, double> FigureRenderer::y_range(std::size_t panel) const
{
    const QCPRange range = panels_[panel]->rect()->axis(QCPAxis::atLeft)->range();
    return {range.lower, range.upper};
}

} // namespace plateau::ui
