// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QString>

#include <optional>
#include <vector>

#include "core/views/figures/figure.h"
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

struct FootEntry {
    QString words;
    std::optional<Sample> sample = {}; ///< none: a footnote
    QString number = {}; ///< of a footnote; empty: nothing in the plot points to it
    std::vector<int> panels = {}; ///< that it belongs to, ascending
    bool operator==(const FootEntry&) const = default;
};

class Foot {
public:
    /// Entries with the same words and sample become one.
    void add(const FootEntry& entry);
    bool empty() const { return entries_.empty(); }
    /// An entry with the same words and sample.
    bool has(const FootEntry& entry) const;
    const std::vector<FootEntry>& entries() const { return entries_; }
    /// Pixels below the axis rows of a figure with so many panels.
    double height(double width, const RenderStyle& style, int panels) const;
    void draw(QPainter& painter, const QRectF& area, const RenderStyle& style, int panels) const;
    bool operator==(const Foot&) const = default;

private:
    std::vector<FootEntry> legend() const;
    double lay(QPainter* painter, const QRectF& area, const RenderStyle& style, int panels) const;

    std::vector<FootEntry> entries_;
};

/// The words in lines no wider than `width`, broken at spaces; what has none stays whole.
QStringList wrapped(const QString& words, const QFont& font, double width);

} // namespace plateau::ui
