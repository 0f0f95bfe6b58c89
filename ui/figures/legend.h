// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QString>

#include <optional>
#include <vector>

#include "core/charts/figure.h"
#include "ui/figures/render_style.h"

/// What stands below a figure on paper: a legend of what has no words of its own, then footnotes for the words that
/// had no room.
namespace plateau::ui {

/// How something is drawn, small.
struct Sample {
    figures::SeriesRole role = figures::SeriesRole::Current;
    figures::SeriesForm form = figures::SeriesForm::Line;
    std::optional<figures::SegmentKind> area = {};
    bool band = false; ///< filled between two edges
    bool hatched = false; ///< where nothing is possible
    bool operator==(const Sample&) const = default;
};
Sample sample_of(const figures::Series& series);

struct LegendEntry {
    QString words;
    std::optional<Sample> sample = {}; ///< none: a footnote
    QString number = {}; ///< of a footnote; empty: nothing in the plot points to it
    std::vector<int> panels = {}; ///< that it belongs to, ascending
    bool operator==(const LegendEntry&) const = default;
};

class Legend {
public:
    /// Entries with the same words and sample become one.
    void add(const LegendEntry& entry);
    bool empty() const { return entries_.empty(); }
    /// An entry with the same words and sample.
    bool has(const LegendEntry& entry) const;
    const std::vector<LegendEntry>& entries() const { return entries_; }
    /// Pixels below the axis rows of a figure with so many panels.
    double height(double width, const RenderStyle& style, int panels) const;
    void draw(QPainter& painter, const QRectF& area, const RenderStyle& style, int panels) const;
    bool operator==(const Legend&) const = default;

private:
    std::vector<LegendEntry> legend() const;
    double lay(QPainter* painter, const QRectF& area, const RenderStyle& style, int panels) const;

    std::vector<LegendEntry> entries_;
};

} // namespace plateau::ui
