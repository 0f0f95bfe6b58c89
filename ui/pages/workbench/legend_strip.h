// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "core/charts/figure.h"
#include "core/charts/plot_view.h"

namespace plateau::ui {

// Lengths of a legend's entry, in logical pixels.
inline constexpr int sample_width = 24;
inline constexpr int after_sample = 8;

/// One curve in the legend: a sample of its line and its name. A click hides or shows it, a double click shows it
/// alone.
class LegendChip final : public QAbstractButton {
    Q_OBJECT
public:
    explicit LegendChip(QWidget* parent = nullptr);

    void show_curve(const QString& words, figures::SeriesRole role, bool shown, bool stale);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void isolated();

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override; ///< Space as a click, Enter as a double click
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    QString words_; ///< whole
    figures::SeriesRole role_ = figures::SeriesRole::Current;
    bool stale_ = false;
};

class LegendChip;

/// What stands in a figure besides its curves - extrapolated parts, published ratios, bands - with a sample. A click
/// hides or shows what can be hidden.
class LegendKey final : public QAbstractButton {
    Q_OBJECT
public:
    enum class Sample { Dotted, Bracket, Band, Ring, Line };
    struct Entry {
        Sample sample = Sample::Line;
        QString words;
        QString whole; ///< in full, under the pointer
        std::optional<figures::Extra> extra; ///< none: belongs to a curve
        bool shown = true;
        bool stale = false;

        bool operator==(const Entry&) const = default;
    };

    explicit LegendKey(QWidget* parent = nullptr);
    void show_entry(const Entry& entry);
    const Entry& entry() const { return entry_; }
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Entry entry_;
};

/// A curve as the legend shows it.
struct LegendCurve {
    QString words;
    figures::SeriesRole role = figures::SeriesRole::Current;
    bool shown = true;
    bool stale = false;
};

/// What lines and marks above a figure's plots mean; the curves' entries hide and show them. What has no room in a line
/// stands in the next.
class LegendStrip final : public QWidget {
    Q_OBJECT
public:
    explicit LegendStrip(QWidget* parent = nullptr);
    /// Shows the entries of the whole figure, whatever of it is `hidden`.
    void show_figure(const figures::Figure& figure, const std::vector<LegendCurve>& curves,
                     const std::set<figures::Extra>& hidden);
    const std::vector<LegendChip*>& chips() const { return chips_; }
    const std::vector<LegendKey*>& keys() const { return keys_; }
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
    QStringList show_curves(const std::vector<LegendCurve>& curves);
    QStringList show_keys(const std::vector<LegendKey::Entry>& entries);
    std::vector<QAbstractButton*> entries() const; ///< that are shown, in order
    /// Gives the place of each entry to `put`, if there is one; the height they take.
    int place(int width, const std::function<void(QAbstractButton&, const QRect&)>& put) const;
    void arrange();

    std::vector<LegendChip*> chips_;
    std::vector<LegendKey*> keys_;
    std::size_t used_chips_ = 0, used_keys_ = 0;
};

} // namespace plateau::ui
