// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/step_bar.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

#include "ui/base/text.h"

namespace plateau::ui {

namespace {

constexpr double name_row = 20;
constexpr double bar_height = 20;
constexpr double bar_gap = 6;
constexpr double legend_row = 16;
constexpr double swatch = 10;
constexpr double column_gap = 16;
constexpr double smallest_numbered = 20;

double total(const figures::Bar& bar)
{
    double sum = 0;
    for (const figures::Segment& segment : bar.segments)
        sum += segment.value;
    return sum;
}

double sum_of(const figures::Bar& bar, bool waiting)
{
    double sum = 0;
    for (const figures::Segment& segment : bar.segments)
        sum += figures::is_waiting(segment.kind) == waiting ? segment.value : 0;
    return sum;
}

/// Milliseconds while a bar is shorter than ten seconds, so that one figure has one unit.
struct Scale {
    double factor = 1;
    QString unit;
    int decimals = 0; ///< of numbers from ten on; smaller ones have one more
};

Scale scale_of(const figures::Figure& figure)
{
    double longest = 0;
    for (const figures::Bar& bar : figure.bars)
        longest = std::max(longest, total(bar));
    if (figure.bar_unit != units::Unit::Seconds)
        return {1, {}, 0};
    return longest < 10 ? Scale{1e3, QStringLiteral("ms"), 0} : Scale{1, QStringLiteral("s"), 1};
}

QString number(double value, const Scale& scale)
{
    const double shown = value * scale.factor;
    if (shown >= 1000)
        return text(units::show(std::round(shown), units::Unit::Count).number);
    const int decimals = scale.decimals + (shown < 10 ? 1 : 0);
    return shown >= 100 || shown < 0.05 ? QString::number(std::round(shown)) : QString::number(shown, 'f', decimals);
}

void fill(QPainter& painter, const QRectF& box, const SegmentStyle& look, double pen)
{
    painter.fillRect(box, look.fill);
    if (look.hatched) {
        painter.save();
        painter.setClipRect(box, Qt::IntersectClip);
        painter.setPen(QPen(look.edge, pen));
        for (double x = box.left() - box.height(); x < box.right(); x += 6)
            painter.drawLine(QLineF(x, box.bottom(), x + box.height(), box.top()));
        painter.restore();
    }
    if (look.edge.isValid()) {
        painter.setPen(QPen(look.edge, pen));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

class BarPainter {
public:
    BarPainter(QPainter& painter, const RenderStyle& style, const Scale& scale)
        : painter_(painter), style_(style), scale_(scale)
    {
    }

    void bar(const figures::Bar& bar, const QRectF& area, double longest)
    {
        const double width = longest > 0 ? area.width() * total(bar) / longest : 0;
        const QColor ink = bar.stale ? style_.theme.text3 : style_.theme.text;
        write(area.adjusted(0, 0, 0, style_.text(name_row) - area.height()), Qt::AlignLeft, text(bar.name), 12, 600,
              bar.stale ? style_.theme.text3 : style_.theme.series(bar.role).label);
        write(area.adjusted(0, 0, 0, style_.text(name_row) - area.height()), Qt::AlignRight,
              number(total(bar), scale_) + QChar(0x00A0) + scale_.unit, 12, 600, ink);
        double x = area.left();
        const double top = area.top() + style_.text(name_row);
        for (const figures::Segment& segment : bar.segments) {
            const double length = total(bar) > 0 ? width * segment.value / total(bar) : 0;
            if (length > 0.2)
                piece(segment, QRectF(x, top, std::max(1.0, length - 1), style_.text(bar_height)), bar.stale);
            x += length;
        }
    }

    void legend(const figures::Bar& bar, const QRectF& area, bool waiting)
    {
        QRectF row(area.left(), area.top(), area.width(), style_.text(legend_row + 2));
        const QString head = waiting ? QCoreApplication::translate("figure", "Waiting")
                                     : QCoreApplication::translate("figure", "Computing");
        write(row, Qt::AlignLeft, head, 12, 600, style_.theme.text);
        write(row, Qt::AlignRight, number(sum_of(bar, waiting), scale_), 12, 600, style_.theme.text);
        row.translate(0, style_.text(legend_row + 2));
        row.setHeight(style_.text(legend_row));
        for (const figures::Segment& segment : bar.segments) {
            if (figures::is_waiting(segment.kind) != waiting)
                continue;
            const double side = style_.text(swatch);
            fill(painter_, QRectF(row.left(), row.center().y() - side / 2, side, side),
                 style_.theme.segment(segment.kind), style_.pen(1));
            const QString value = number(segment.value, scale_);
            const double number_width
                = QFontMetricsF(interface_font(style_.text(12))).horizontalAdvance(value) + style_.text(6);
            write(row.adjusted(style_.text(swatch + 6), 0, -number_width, 0), Qt::AlignLeft, text(segment.name), 12,
                  400, style_.theme.text);
            write(row, Qt::AlignRight, value, 12, 400, style_.theme.text2);
            row.translate(0, style_.text(legend_row));
        }
    }

private:
    void piece(const figures::Segment& segment, const QRectF& box, bool stale)
    {
        SegmentStyle look = style_.theme.segment(segment.kind);
        if (stale)
            painter_.setOpacity(0.45);
        fill(painter_, box, look, style_.pen(1));
        const QString words = number(segment.value, scale_);
        const QFont font = interface_font(style_.text(11));
        const double width = QFontMetricsF(font).horizontalAdvance(words);
        if (box.width() >= std::max(style_.text(smallest_numbered), width + 4)) {
            if (look.hatched) {
                const QRectF behind(box.center().x() - width / 2 - 2, box.top() + 2, width + 4, box.height() - 4);
                painter_.fillRect(behind, look.fill);
            }
            write(box, Qt::AlignHCenter, words, 11, 400, look.ink);
        }
        painter_.setOpacity(1);
    }

    void write(const QRectF& box, Qt::Alignment side, const QString& words, double size, int weight,
               const QColor& colour)
    {
        const QFont font = interface_font(style_.text(size), weight);
        painter_.setFont(font);
        painter_.setPen(colour);
        painter_.drawText(box, side | Qt::AlignVCenter | Qt::TextSingleLine,
                          QFontMetricsF(font).elidedText(words, Qt::ElideRight, std::ceil(box.width()) + 1));
    }

    QPainter& painter_;
    const RenderStyle& style_;
    Scale scale_;
};

double legend_rows(const figures::Figure& figure)
{
    if (figure.bars.empty())
        return 0;
    const auto& segments = figure.bars.front().segments;
    const auto waiting = std::count_if(segments.begin(), segments.end(),
                                       [](const figures::Segment& s) { return figures::is_waiting(s.kind); });
    return static_cast<double>(
        std::max<std::ptrdiff_t>(waiting, static_cast<std::ptrdiff_t>(segments.size()) - waiting));
}

} // namespace

double step_bars_height(const figures::Figure& figure, const RenderStyle& style)
{
    const double bars = static_cast<double>(figure.bars.size()) * (name_row + bar_height + bar_gap);
    return style.text(bars + 2 + legend_row + 2 + legend_rows(figure) * legend_row + 2);
}

void draw_step_bars(QPainter& painter, const QRectF& area, const figures::Figure& figure, const RenderStyle& style)
{
    if (figure.bars.empty())
        return;
    BarPainter bars(painter, style, scale_of(figure));
    double longest = 0;
    for (const figures::Bar& bar : figure.bars)
        longest = std::max(longest, total(bar));
    QRectF row(area.left(), area.top(), area.width(), style.text(name_row + bar_height));
    for (const figures::Bar& bar : figure.bars) {
        bars.bar(bar, row, longest);
        row.translate(0, style.text(name_row + bar_height + bar_gap));
    }
    const double half = (area.width() - style.text(column_gap)) / 2;
    const QRectF legend(area.left(), row.top() + style.text(2), half, area.bottom() - row.top());
    bars.legend(figure.bars.front(), legend, false);
    bars.legend(figure.bars.front(), legend.translated(half + style.text(column_gap), 0), true);
}

} // namespace plateau::ui
