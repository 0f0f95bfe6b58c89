// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/picture_recorder.h"

#include <algorithm>
#include <cmath>

#include "ui/figures/script_plan.h"

class RecordingEngine final : public QPaintEngine {
public:
    explicit RecordingEngine(PictureRecorder& sheet)
        : QPaintEngine(PaintEngineFeatures(AllFeatures & ~ObjectBoundingModeGradients)), sheet_(sheet)
    {
    }

    bool begin(QPaintDevice*) override
    {
        ink_.begin(&sheet_.ink_);
        return true;
    }
    bool end() override { return ink_.end(); }
    Type type() const override { return User; }

    void updateState(const QPaintEngineState& changed) override
    {
        if (changed.state() & DirtyPen)
            pen_ = changed.pen();
        if (changed.state() & DirtyBrush)
            brush_ = changed.brush();
        if (changed.state() & DirtyTransform)
            transform_ = changed.transform();
        if (changed.state() & (DirtyClipEnabled | DirtyClipPath | DirtyClipRegion | DirtyTransform)) {
            clipped_ = sheet_.clips_ && painter()->hasClipping();
            clip_ = clipped_ ? painter()->transform().map(painter()->clipPath()) : QPainterPath();
        }
    }

    void drawPath(const QPainterPath& path) override { shape(path, true); }
    void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override
    {
        QPainterPath path;
        for (int i = 0; i < count; ++i)
            i == 0 ? path.moveTo(points[i]) : path.lineTo(points[i]);
        if (mode != PolylineMode)
            path.closeSubpath();
        shape(path, mode != PolylineMode);
    }
    void drawLines(const QLineF* lines, int count) override
    {
        QPainterPath path;
        for (int i = 0; i < count; ++i) {
            path.moveTo(lines[i].p1());
            path.lineTo(lines[i].p2());
        }
        shape(path, false);
    }
    void drawRects(const QRectF* rects, int count) override
    {
        for (int i = 0; i < count; ++i) {
            QPainterPath path;
            path.addRect(rects[i]);
            shape(path, true);
        }
    }
    void drawEllipse(const QRectF& box) override
    {
        QPainterPath path;
        path.addEllipse(box);
        shape(path, true);
    }
    void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override { }
    void drawTextItem(const QPointF& at, const QTextItem& item) override
    {
        // Letters of two fonts come one after the other, each where those before end: they are one text.
        const bool goes_on = at.y() == end_.y() && std::abs(at.x() - end_.x()) < 0.01 && transform_ == end_transform_;
        end_ = at + QPointF(item.width(), 0);
        end_transform_ = transform_;
        const QString words = item.text().trimmed();
        if (words.isEmpty())
            return;
        const QRectF letters = QFontMetricsF(item.font()).tightBoundingRect(item.text()).translated(at);
        const QRectF box = transform_.mapRect(letters);
        const double points = QFontInfo(item.font()).pixelSize() * 72. / PictureRecorder::dots_per_inch;
        const bool cut = clipped_ && !clip_.contains(box);
        if (!goes_on || sheet_.texts_.empty()) {
            sheet_.texts_.push_back({words, box, points, cut, false});
            return;
        }
        PictureRecorder::Text& text = sheet_.texts_.back();
        text = {text.words + words, text.box | box, std::min(text.points, points), text.cut || cut, text.covered};
    }

private:
    bool is_silent(const QColor& colour) const
    {
        for (const QColor& silent : sheet_.silent_)
            if (silent.rgb() == colour.rgb())
                return true;
        return colour.alpha() == 0;
    }

    void shape(const QPainterPath& path, bool closed)
    {
        ink_.save();
        ink_.scale(PictureRecorder::fine, PictureRecorder::fine);
        if (clipped_)
            ink_.setClipPath(clip_);
        ink_.setTransform(transform_, true);
        const bool filled = closed && brush_.style() == Qt::SolidPattern && brush_.color().alpha() > 0;
        const bool stroked = pen_.style() != Qt::NoPen && !is_silent(pen_.color());
        // A filled shape with an outline is a marker; without, a surface that words may stand on.
        if (filled && !stroked && brush_.color().alpha() == 255) {
            ink_.fillPath(path, Qt::white);
            cover(transform_.mapRect(path.boundingRect()));
        }
        if (stroked) {
            QPen pen(pen_);
            pen.setColor(Qt::black);
            if (pen.widthF() < 0.5)
                pen.setWidthF(0.5);
            ink_.setPen(pen);
            ink_.setBrush(Qt::NoBrush);
            ink_.drawPath(path);
        }
        ink_.restore();
    }

    void cover(const QRectF& box)
    {
        const QRectF visible = clipped_ ? box & clip_.boundingRect() : box;
        for (PictureRecorder::Text& text : sheet_.texts_)
            text.covered = text.covered || visible.intersects(text.box.adjusted(0.3, 0.3, -0.3, -0.3));
    }

    PictureRecorder& sheet_;
    QPainter ink_;
    QPen pen_;
    QBrush brush_;
    QTransform transform_;
    bool clipped_ = false;
    QPainterPath clip_;
    QPointF end_; ///< of the last letters
    QTransform end_transform_;
};

PictureRecorder::PictureRecorder(QSize size, QList<QColor> silent, bool clips)
    : size_(size), silent_(std::move(silent)), clips_(clips), ink_(size * fine, QImage::Format_Grayscale8),
      engine_(std::make_unique<RecordingEngine>(*this))
{
    ink_.fill(Qt::white);
}

PictureRecorder::~PictureRecorder() = default;

bool PictureRecorder::inked(const QRectF& box) const
{
    const QRect dots = QRectF(box.topLeft() * fine, box.size() * fine).toAlignedRect() & ink_.rect();
    for (int y = dots.top(); y <= dots.bottom(); ++y) {
        const uchar* row = ink_.constScanLine(y);
        for (int x = dots.left(); x <= dots.right(); ++x)
            if (row[x] < 128)
                return true;
    }
    return false;
}

int PictureRecorder::metric(PaintDeviceMetric metric) const { return plateau::ui::dots_metric(metric, size_); }
