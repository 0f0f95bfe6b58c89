// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "core/answers/answers.h"
#include "core/charts/figure.h"
#include "core/charts/plot_view.h"

namespace plateau::ui {

/// One line or mark that the legend explains: a sample of it and its name. A click hides or shows what can be hidden, a
/// double click shows a curve alone.
class LegendItem final : public QAbstractButton {
    Q_OBJECT
public:
    enum class Sample { Curve, Dotted, Bracket, Band, Ring, Line };
    struct Content {
        QString words;
        figures::SeriesRole role = figures::SeriesRole::Current; ///< of a curve
        bool shown = true;
        answers::Standing standing = answers::Standing::Current;
        Sample sample = Sample::Curve;
        QString whole = {}; ///< in full, under the pointer
        std::optional<figures::Extra> extra = {}; ///< what stands beside the curves; none: part of one

        bool operator==(const Content&) const = default;
    };

    explicit LegendItem(QWidget* parent = nullptr);
    void show_content(const Content& content);
    const Content& content() const { return content_; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void isolated();

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override; ///< Space as a click, Enter as a double click
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    bool is_curve() const { return content_.sample == Sample::Curve; }
    void draw_sample(QPainter& painter, QPointF left) const;

    Content content_;
};

/// What lines and marks above a figure's plots mean; the curves' entries hide and show them. What has no room in a line
/// stands in the next.
class LegendStrip final : public QWidget {
    Q_OBJECT
public:
    explicit LegendStrip(QWidget* parent = nullptr);
    /// Shows the entries of the whole figure, whatever of it is `hidden`, the curves first.
    void show_figure(const figures::Figure& figure, const std::vector<LegendItem::Content>& curves,
                     const std::set<figures::Extra>& hidden);
    /// Those that are shown.
    std::vector<LegendItem*> entries() const { return {entries_.begin(), entries_.begin() + used_}; }
    std::vector<LegendItem*> curves() const { return {entries_.begin(), entries_.begin() + curves_}; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }
    int heightForWidth(int width) const override { return place(width, {}); }

signals:
    void toggled(int curve, bool shown);
    void isolated(int curve);
    void extra_toggled(plateau::figures::Extra extra, bool shown);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Gives the place of each entry to `put`, if there is one; the height they take.
    int place(int width, const std::function<void(LegendItem&, const QRect&)>& put) const;
    void arrange();

    std::vector<LegendItem*> entries_;
    std::ptrdiff_t curves_ = 0, used_ = 0; ///< of them the first ones
};

} // namespace plateau::ui
