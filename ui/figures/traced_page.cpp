// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/script_plan.h"

#include <QFontInfo>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>

#include <cmath>

#include <qcustomplot.h>

#include "ui/figures/export.h"

namespace plateau::ui {

namespace {

constexpr int dots_per_inch = 96;
constexpr double hatch_step = 7;

class TracingEngine final : public QPaintEngine {
public:
    explicit TracingEngine(TracedPage& page)
        : QPaintEngine(PaintEngineFeatures(AllFeatures & ~ObjectBoundingModeGradients)), page_(page)
    {
    }

    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    Type type() const override { return User; }

    void updateState(const QPaintEngineState& changed) override
    {
        if (changed.state() & DirtyPen)
            pen_ = changed.pen();
        if (changed.state() & DirtyBrush)
            brush_ = changed.brush();
        if (changed.state() & DirtyTransform)
            transform_ = changed.transform();
        if (changed.state() & DirtyOpacity)
            opacity_ = changed.opacity();
    }

    void drawPath(const QPainterPath& path) override
    {
        for (const QPolygonF& piece : path.toSubpathPolygons())
            add(piece, true);
    }
    void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override
    {
        add(QPolygonF(QList<QPointF>(points, points + count)), mode != PolylineMode);
    }
    void drawLines(const QLineF* lines, int count) override
    {
        for (int i = 0; i < count; ++i)
            add(QPolygonF({lines[i].p1(), lines[i].p2()}), false);
    }
    void drawRects(const QRectF* rects, int count) override
    {
        for (int i = 0; i < count; ++i)
            add(QPolygonF({rects[i].topLeft(), rects[i].topRight(), rects[i].bottomRight(), rects[i].bottomLeft()}),
                true);
    }
    void drawEllipse(const QRectF& box) override
    {
        QPainterPath path;
        path.addEllipse(box);
        drawPath(path);
    }
    void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override { }
    void drawTextItem(const QPointF& at, const QTextItem& item) override
    {
        const bool goes_on = at.y() == end_.y() && std::abs(at.x() - end_.x()) < 0.01 && transform_ == end_transform_;
        end_ = at + QPointF(item.width(), 0);
        end_transform_ = transform_;
        if (goes_on && !page_.texts.empty()) { // letters of another font in the same words
            page_.texts.back().words += item.text();
            page_.texts.back().width += item.width();
            return;
        }
        if (item.text().trimmed().isEmpty())
            return;
        page_.texts.push_back({item.text(), transform_.map(at), item.width(),
                               static_cast<double>(QFontInfo(item.font()).pixelSize()), item.font().weight() >= 600,
                               seen(pen_.color()), -std::atan2(transform_.m12(), transform_.m11()) * 180 / M_PI});
    }

private:
    QColor seen(QColor colour) const
    {
        colour.setAlphaF(colour.alphaF() * static_cast<float>(opacity_));
        return colour;
    }

    void add(const QPolygonF& points, bool closed)
    {
        TracedShape shape{transform_.map(points), closed};
        const bool filled = closed && brush_.style() != Qt::NoBrush && brush_.color().alpha() > 0;
        if (filled && brush_.style() == Qt::SolidPattern)
            shape.fill = seen(brush_.color());
        if (pen_.style() != Qt::NoPen && pen_.color().alpha() > 0) {
            shape.stroke = seen(pen_.color());
            shape.width = std::max(0.5, pen_.widthF());
            if (pen_.style() != Qt::SolidLine)
                shape.dash = pen_.dashPattern();
        }
        if (shape.fill.isValid() || shape.stroke.isValid())
            page_.shapes.push_back(shape);
        if (filled && brush_.style() != Qt::SolidPattern) // a pattern of the painter's: as lines
            for (const QLineF& line : hatch_lines(transform_.mapRect(points.boundingRect()), hatch_step))
                page_.shapes.push_back({QPolygonF({line.p1(), line.p2()}), false, {}, seen(brush_.color()), 1});
    }

    TracedPage& page_;
    QPen pen_;
    QBrush brush_;
    QTransform transform_;
    double opacity_ = 1;
    QPointF end_; ///< of the last letters
    QTransform end_transform_;
};

} // namespace

TracingDevice::TracingDevice(TracedPage& page) : size_(page.size), engine_(std::make_unique<TracingEngine>(page)) { }

TracingDevice::~TracingDevice() = default;

QPaintEngine* TracingDevice::paintEngine() const { return engine_.get(); }

int TracingDevice::metric(PaintDeviceMetric metric) const { return dots_metric(metric, size_); }

int dots_metric(QPaintDevice::PaintDeviceMetric metric, QSize size)
{
    constexpr double inch = 25.4; // mm
    switch (metric) {
    case QPaintDevice::PdmWidth:
        return size.width();
    case QPaintDevice::PdmHeight:
        return size.height();
    case QPaintDevice::PdmWidthMM:
        return static_cast<int>(std::lround(size.width() * inch / dots_per_inch));
    case QPaintDevice::PdmHeightMM:
        return static_cast<int>(std::lround(size.height() * inch / dots_per_inch));
    case QPaintDevice::PdmNumColors:
        return 1 << 24;
    case QPaintDevice::PdmDepth:
        return 24;
    case QPaintDevice::PdmDevicePixelRatio:
        return 1;
    case QPaintDevice::PdmDevicePixelRatioScaled:
        return static_cast<int>(QPaintDevice::devicePixelRatioFScale());
    default:
        return dots_per_inch;
    }
}

TracedPage traced(const figures::FigurePage& page, const figures::ExportOptions& options)
{
    const Laid laid = lay_out(page, options);
    TracedPage result;
    result.size = laid.size;
    result.style = laid.style;
    TracingDevice device(result);
    QCPPainter painter;
    painter.begin(&device);
    draw_page(painter, page, laid, true, &result);
    painter.end();
    return result;
}

} // namespace plateau::ui
