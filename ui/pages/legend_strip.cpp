// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/legend_strip.h"

#include <QPainter>

#include "ui/appearance.h"

namespace plateau::ui {

namespace {

constexpr double sample_width = 24;
constexpr double after_sample = 8;
constexpr double between = 22;

} // namespace

LegendStrip::LegendStrip(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void LegendStrip::show_figure(const Figure& figure, const QString& current)
{
    entries_.clear();
    bool beyond = false, bracket = false, band = false;
    stale_ = false;
    for (const Panel& panel : figure.panels) {
        bracket = bracket || !panel.brackets.empty();
        for (const Series& series : panel.series) {
            beyond = beyond || (series.extrapolated_from > 0 && series.extrapolated_from < figure.x.maximum);
            band = band || series.role == SeriesRole::Band;
            stale_ = stale_ || series.stale;
        }
    }
    entries_.push_back({Sample::Curve, current});
    if (bracket)
        entries_.push_back({Sample::Bracket, tr("Published ratio")});
    if (beyond)
        entries_.push_back({Sample::Dotted, tr("Extrapolated")});
    if (band)
        entries_.push_back({Sample::Band, tr("Range of the constants")});
    QStringList words;
    for (const Entry& entry : entries_)
        words << entry.words;
    setAccessibleName(tr("Legend: %1").arg(words.join(QStringLiteral(", "))));
    update();
}

void LegendStrip::paintEvent(QPaintEvent*)
{
    const Theme& theme = theme_of(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(interface_font(12));
    const QColor hue = stale_ ? theme.stale : theme.series(SeriesRole::Current).line;
    const double y = height() / 2.0;
    double x = 0;
    for (const Entry& entry : entries_) {
        const double words = painter.fontMetrics().horizontalAdvance(entry.words);
        if (x + sample_width + after_sample + words > width())
            break;
        painter.setBrush(Qt::NoBrush);
        switch (entry.sample) {
        case Sample::Curve:
            painter.setPen(QPen(hue, 2.25));
            painter.drawLine(QLineF(x, y, x + sample_width, y));
            painter.setPen(Qt::NoPen);
            painter.setBrush(hue);
            painter.drawEllipse(QPointF(x + sample_width / 2, y), 3.2, 3.2);
            break;
        case Sample::Dotted: {
            QPen dots(hue, 2.25, Qt::SolidLine, Qt::RoundCap);
            dots.setDashPattern({0.67, 1.8});
            painter.setPen(dots);
            painter.drawLine(QLineF(x + 1, y, x + sample_width, y));
            break;
        }
        case Sample::Bracket:
            painter.setPen(QPen(theme.text, 1.5, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
            painter.drawPolyline(QPolygonF({{x + 14, y - 6}, {x + 9, y - 6}, {x + 9, y + 6}, {x + 14, y + 6}}));
            break;
        case Sample::Band:
            painter.fillRect(QRectF(x, y - 5, sample_width, 10), theme.series(SeriesRole::Band).line);
            break;
        }
        x += sample_width + after_sample;
        painter.setPen(entry.sample == Sample::Curve ? theme.text : theme.text2);
        painter.drawText(QRectF(x, 0, words + 4, height()), Qt::AlignVCenter | Qt::AlignLeft, entry.words);
        x += words + between;
    }
}

} // namespace plateau::ui
