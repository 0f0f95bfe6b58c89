// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/labels.h"

#include <QFontMetricsF>

#include <algorithm>

#include "ui/controls/theme.h"

namespace plateau::ui {

namespace {

constexpr double legend_size = 11; ///< letters, before scaling
constexpr double legend_line = 15;
constexpr double sample_width = 22;
constexpr double least_marker = 2.6; ///< radius
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
        draw_marker(painter, look.marker, middle, look.line,
                    std::max(style.pen(look.marker_size / 2), style.text(least_marker)));
    }
}

QString letters(const std::vector<int>& panels)
{
    QString all;
    for (const int panel : panels)
        all += (all.isEmpty() ? QString() : QStringLiteral(", ")) + QChar(u'a' + panel);
    return all;
}

bool is_same(const LegendEntry& one, const LegendEntry& other)
{
    return one.words == other.words && one.sample == other.sample && one.number == other.number;
}

} // namespace

Sample sample_of(const figures::Series& series)
{
    return {series.role, series.form, series.area, !series.y_low.empty()};
}

bool Legend::has(const LegendEntry& entry) const
{
    return std::any_of(entries_.begin(), entries_.end(), [&](const LegendEntry& own) { return is_same(own, entry); });
}

void Legend::add(const LegendEntry& entry)
{
    const auto known
        = std::find_if(entries_.begin(), entries_.end(), [&](const LegendEntry& own) { return is_same(own, entry); });
    if (known == entries_.end())
        entries_.push_back(entry);
    else
        for (const int panel : entry.panels)
            if (std::find(known->panels.begin(), known->panels.end(), panel) == known->panels.end())
                known->panels.push_back(panel);
}

/// The entries of the legend; those that look alike share one sample.
std::vector<LegendEntry> Legend::legend() const
{
    std::vector<LegendEntry> rows;
    for (const LegendEntry& entry : entries_) {
        if (!entry.sample)
            continue;
        const auto alike = std::find_if(rows.begin(), rows.end(), [&](const LegendEntry& row) {
            return row.sample == entry.sample && row.panels == entry.panels;
        });
        if (alike == rows.end())
            rows.push_back(entry);
        else
            alike->words += QStringLiteral(", ") + entry.words;
    }
    std::stable_partition(rows.begin(), rows.end(), [](const LegendEntry& row) {
        return row.sample->role == figures::SeriesRole::Current && !row.sample->area;
    }); // drawn last, named first
    return rows;
}

double Legend::lay(QPainter* painter, const QRectF& area, const RenderStyle& style, int panels) const
{
    const QFont font = style.font(legend_size), strong = style.font(legend_size, 600);
    const double line = style.text(legend_line), sample = style.text(sample_width);
    const double left = area.left() + style.text(side_margin), right = area.right() - style.text(side_margin);
    double x = left, y = area.top();
    bool begun = false; ///< something stands on the line
    const auto write = [&](double at, const QString& words, const QFont& with, const QColor& colour) {
        if (!painter)
            return;
        painter->setFont(with);
        painter->setPen(colour);
        painter->drawText(QPointF(at, y + line / 2 + QFontMetricsF(with).capHeight() / 2), words);
    };
    /// Words on the line or on the next ones, behind `lead` pixels that `draw_lead` fills.
    const auto add_words = [&](double lead, const QString& words, const QColor& colour, auto draw_lead) {
        const double width = lead + QFontMetricsF(font).horizontalAdvance(words);
        if (begun && x + width > right) {
            y += line;
            x = left;
        }
        draw_lead();
        const QStringList parts = wrapped(words, font, right - x - lead);
        for (qsizetype part = 0; part < parts.size(); ++part) {
            y += part > 0 ? line : 0;
            write(x + lead, parts[part], font, colour);
        }
        x = parts.size() > 1 ? right : x + width + style.text(entry_gap);
        begun = true;
    };
    const auto end_line = [&] {
        y += begun ? line : 0;
        x = left;
        begun = false;
    };
    for (const LegendEntry& entry : legend()) {
        const bool all = static_cast<int>(entry.panels.size()) >= panels || entry.panels.empty();
        const QString of_panels
            = style.letters && !all ? QStringLiteral(" (%1)").arg(letters(entry.panels)) : QString();
        add_words(sample + style.text(6), entry.words + of_panels, style.theme.text, [&] {
            if (painter)
                draw_sample(*painter, QRectF(x, y, sample, line), *entry.sample, style);
        });
    }
    end_line();
    for (const LegendEntry& entry : entries_) {
        if (entry.sample)
            continue;
        const bool numbered = !entry.number.isEmpty();
        const QString of_panels = !numbered && style.letters && !entry.panels.empty() && panels > 1
            ? QStringLiteral("(%1) ").arg(letters(entry.panels))
            : QString();
        const double lead = numbered ? QFontMetricsF(strong).horizontalAdvance(entry.number) + style.text(5) : 0;
        add_words(lead, of_panels + entry.words, style.theme.text2, [&] {
            if (numbered)
                write(x, entry.number, strong, style.theme.text);
        });
    }
    end_line();
    return y - area.top() + (entries_.empty() ? 0 : style.text(5));
}

double Legend::height(double width, const RenderStyle& style, int panels) const
{
    return lay(nullptr, QRectF(0, 0, width, 0), style, panels);
}

void Legend::draw(QPainter& painter, const QRectF& area, const RenderStyle& style, int panels) const
{
    lay(&painter, area, style, panels);
}

} // namespace plateau::ui
