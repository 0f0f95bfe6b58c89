// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>

#include <memory>
#include <vector>

/// A sheet of paper that remembers what was drawn on it: every piece of text with the box of its letters, and all
/// strokes as ink in an image. Fills are no ink; an opaque one covers the ink below it.
class PictureRecorder : public QPaintDevice {
public:
    struct Text {
        QString words;
        QRectF box; ///< of the letters themselves
        double points = 0; ///< size of the letters
        bool cut = false; ///< by the painter's clip
        bool covered = false; ///< by a later fill
    };

    /// `silent`: colours that are no ink, such as the grid's. `clips`: not so an SVG.
    PictureRecorder(QSize size, QList<QColor> silent, bool clips = true);
    ~PictureRecorder() override;

    QPaintEngine* paintEngine() const override { return engine_.get(); }
    const std::vector<Text>& texts() const { return texts_; }
    QRectF page() const { return QRectF(QPointF(), QSizeF(size_)); }
    /// Whether ink touches the box.
    bool inked(const QRectF& box) const;
    QImage ink() const { return ink_; }

protected:
    int metric(PaintDeviceMetric metric) const override;

private:
    friend class RecordingEngine;
    static constexpr int fine = 3; ///< dots of ink per pixel
    static constexpr int dots_per_inch = 96;

    QSize size_;
    QList<QColor> silent_;
    bool clips_;
    QImage ink_;
    std::vector<Text> texts_;
    std::unique_ptr<QPaintEngine> engine_;
};
