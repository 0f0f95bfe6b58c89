// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/panels/curve_values.h"

#include <QPainter>

#include <algorithm>

#include "ui/controls/appearance.h"
#include "ui/controls/marker.h"

namespace plateau::ui {

namespace {

constexpr int line_height = 20;
constexpr int sample = 22;
constexpr double numbers_from = 0.30; ///< of the width, where the first column begins

} // namespace

CurveValues::CurveValues(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void CurveValues::show_lines(QStringList heads, std::vector<Line> lines)
{
    const bool resized = lines.size() != lines_.size();
    heads_ = std::move(heads);
    lines_ = std::move(lines);
    QStringList words;
    for (const Line& line : lines_)
        words << line.name + QStringLiteral(": ") + line.values.join(QStringLiteral(", "));
    setAccessibleName(heads_.join(QStringLiteral(", ")));
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    setVisible(!lines_.empty());
    if (resized)
        updateGeometry();
    update();
}

QSize CurveValues::sizeHint() const
{
    return {200, lines_.empty() ? 0 : 6 + line_height * (1 + static_cast<int>(lines_.size()))};
}

void CurveValues::paintEvent(QPaintEvent*)
{
    const Theme& theme = theme_of(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double first = numbers_from * width();
    const double column = (width() - first) / std::max<qsizetype>(1, heads_.size());
    const auto cell = [&](qsizetype index, double top) {
        return QRectF(first + column * static_cast<double>(index), top, column, line_height);
    };
    double top = 6;
    painter.setPen(theme.divider);
    painter.drawLine(QLineF(0, 2, width(), 2));
    painter.setFont(interface_font(12));
    painter.setPen(theme.text2);
    for (qsizetype i = 0; i < heads_.size(); ++i)
        painter.drawText(cell(i, top), Qt::AlignRight | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(heads_[i], Qt::ElideRight, static_cast<int>(column) - 4));
    for (const Line& line : lines_) {
        top += line_height;
        const SeriesStyle look = theme.series(line.role);
        QPen pen(look.line, look.width, Qt::SolidLine, Qt::FlatCap);
        if (!look.dash.isEmpty())
            pen.setDashPattern(look.dash);
        painter.setPen(pen);
        const double middle = top + line_height / 2.0;
        painter.drawLine(QLineF(0, middle, sample, middle));
        draw_marker(painter, look.marker, {sample / 2.0, middle}, look.line);
        painter.setFont(interface_font(12, 600));
        painter.setPen(theme.text);
        painter.drawText(QRectF(sample + 6, top, std::max(0.0, first - sample - 6), line_height),
                         Qt::AlignLeft | Qt::AlignVCenter, line.name);
        painter.setFont(interface_font(13));
        if (line.values.size() == 1)
            painter.drawText(QRectF(first, top, width() - first, line_height), Qt::AlignRight | Qt::AlignVCenter,
                             line.values.front());
        else
            for (qsizetype i = 0; i < line.values.size(); ++i)
                painter.drawText(cell(i, top), Qt::AlignRight | Qt::AlignVCenter, line.values[i]);
    }
}

} // namespace plateau::ui
