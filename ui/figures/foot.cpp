// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/foot.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

#include "ui/controls/marker.h"
#include "ui/figures/picture.h"

namespace plateau::ui {

namespace {

constexpr double foot_size = 11; ///< letters, before scaling
constexpr double foot_line = 15;
constexpr double sample_width = 22;
constexpr double side_margin = 8;
constexpr double entry_gap = 14;

void draw_sample(QPainter& painter, const QRectF& box, const Sample& sample, const RenderStyle& style)
{
    const SeriesStyle look = style.theme.series(sample.role);
    const QPointF middle = box.center();
    const double tall = style.text(9);
    const QRectF swatch(box.left(), middle.y() - tall / 2, box.width(), tall);
    painter.setBrush(Qt::NoBrush);
    if (sample.hatched) {
        hatch(painter, swatch, style.theme.groove, style.pen(1));
        painter.setPen(QPen(style.theme.outline, style.pen(1)));
        painter.drawRect(swatch);
    } else if (sample.area) {
        painter.fillRect(swatch, style.theme.segment(*sample.area).brush());
    } else if (sample.band || sample.form == figures::SeriesForm::Bars)
        painter.fillRect(swatch, sample.role == figures::SeriesRole::Reference ? style.theme.grid : look.line);
    else {
        if (sample.form == figures::SeriesForm::Line) {
            QPen pen(look.line, look.width > 1 ? style.pen(look.width) : style.pen(1), Qt::SolidLine, Qt::FlatCap);
            if (!look.dash.isEmpty())
                pen.setDashPattern(look.dash);
            painter.setPen(pen);
            painter.drawLine(QLineF(box.left(), middle.y(), box.right(), middle.y()));
        }
        draw_marker(painter, look.marker, middle, look.line, style.pen(look.marker_size / 2));
    }
}

QString letters(const std::vector<int>& panels)
{
    QString all;
    for (const int panel : panels)
        all += (all.isEmpty() ? QString() : QStringLiteral(", ")) + QChar(u'a' + panel);
    return all;
}

bool is_same(const FootEntry& one, const FootEntry& other)
{
    return one.words == other.words && one.sample == other.sample && one.number == other.number;
}

} // namespace

bool Foot::has(const FootEntry& entry) const
{
    return std::any_of(entries_.begin(), entries_.end(), [&](const FootEntry& own) { return is_same(own, entry); });
}

void Foot::add(const FootEntry& entry)
{
    const auto known
        = std::find_if(entries_.begin(), entries_.end(), [&](const FootEntry& own) { return is_same(own, entry); });
    if (known == entries_.end())
        entries_.push_back(entry);
    else
        for (const int panel : entry.panels)
            if (std::find(known->panels.begin(), known->panels.end(), panel) == known->panels.end())
                known->panels.push_back(panel);
}

/// What looks alike has one sample.
std::vector<FootEntry> Foot::legend() const
{
    std::vector<FootEntry> rows;
    for (const FootEntry& entry : entries_) {
        if (!entry.sample)
            continue;
        const auto alike = std::find_if(rows.begin(), rows.end(), [&](const FootEntry& row) {
            return row.sample == entry.sample && row.panels == entry.panels;
        });
        if (alike == rows.end())
            rows.push_back(entry);
        else
            alike->words += QStringLiteral(", ") + entry.words;
    }
    return rows;
}

double Foot::lay(QPainter* painter, const QRectF& area, const RenderStyle& style, int panels) const
{
    const QFont font = interface_font(style.text(foot_size)), strong = interface_font(style.text(foot_size), 600);
    const QFontMetricsF metrics(font), bold(strong);
    const double line = style.text(foot_line), sample = style.text(sample_width), gap = style.text(entry_gap);
    const double left = area.left() + style.text(side_margin), right = area.right() - style.text(side_margin);
    double x = left, y = area.top();
    const auto write = [&](double at, const QString& words, const QFont& with, const QColor& colour) {
        if (!painter)
            return;
        painter->setFont(with);
        painter->setPen(colour);
        painter->drawText(QPointF(at, y + line / 2 + QFontMetricsF(with).capHeight() / 2), words);
    };
    const auto of_panels = [&](const FootEntry& entry) {
        const bool all = static_cast<int>(entry.panels.size()) >= panels || entry.panels.empty();
        return style.letters && !all ? QStringLiteral(" (%1)").arg(letters(entry.panels)) : QString();
    };
    bool open = false;
    for (const FootEntry& entry : legend()) {
        const double lead = sample + style.text(6);
        const QString words = entry.words + of_panels(entry);
        const double width = lead + metrics.horizontalAdvance(words);
        if (open && x + width > right) {
            y += line;
            x = left;
        }
        if (painter)
            draw_sample(*painter, QRectF(x, y, sample, line), *entry.sample, style);
        bool first = true;
        for (const QString& part : wrapped(words, font, right - x - lead)) {
            if (!first)
                y += line;
            write(x + lead, part, font, style.theme.text);
            first = false;
        }
        x += width + gap;
        open = true;
    }
    if (open)
        y += line;
    x = left;
    open = false;
    for (const FootEntry& entry : entries_) {
        if (entry.sample)
            continue;
        const double lead = entry.number.isEmpty() ? 0 : bold.horizontalAdvance(entry.number) + style.text(5);
        const QString before = entry.number.isEmpty() && style.letters && !entry.panels.empty() && panels > 1
            ? QStringLiteral("(%1) ").arg(letters(entry.panels))
            : QString();
        const double width = lead + metrics.horizontalAdvance(before + entry.words);
        if (open && x + width > right) {
            y += line;
            x = left;
        }
        if (!entry.number.isEmpty())
            write(x, entry.number, strong, style.theme.text);
        const QStringList parts = wrapped(before + entry.words, font, right - x - lead);
        for (qsizetype part = 0; part < parts.size(); ++part) {
            y += part > 0 ? line : 0;
            write(x + lead, parts[part], font, style.theme.text2);
        }
        x = parts.size() > 1 ? right : x + width + gap;
        open = true;
    }
    if (open)
        y += line;
    return y - area.top() + (entries_.empty() ? 0 : style.text(5));
}

double Foot::height(double width, const RenderStyle& style, int panels) const
{
    return lay(nullptr, QRectF(0, 0, width, 0), style, panels);
}

void Foot::draw(QPainter& painter, const QRectF& area, const RenderStyle& style, int panels) const
{
    lay(&painter, area, style, panels);
}

QStringList wrapped(const QString& words, const QFont& font, double width)
{
    const QFontMetricsF metrics(font);
    QStringList lines;
    for (const QString& word : words.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const QString longer = lines.isEmpty() ? word : lines.back() + QLatin1Char(' ') + word;
        if (!lines.isEmpty() && metrics.horizontalAdvance(longer) <= width)
            lines.back() = longer;
        else
            lines << word;
    }
    return lines;
}

} // namespace plateau::ui
