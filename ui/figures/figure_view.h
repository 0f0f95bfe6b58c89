// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <QImage>
#include <QLineEdit>
#include <QStringList>
#include <qcustomplot.h>

#include "core/charts/figure.h"
#include "core/charts/plot_view.h"
#include "ui/controls/text.h"
#include "ui/figures/labels.h"
#include "ui/figures/picture.h"
#include "ui/figures/renderer.h"

class QMenu;
class QToolButton;

namespace plateau::ui {

/// A field over the plot for the words of one remark. Enter or a click elsewhere takes them, Escape gives them up.
class RemarkEditor final : public QLineEdit {
    Q_OBJECT
public:
    explicit RemarkEditor(QWidget* parent);

    void edit(const QString& panel, const figures::Remark& remark, QPointF at);
    /// Takes what was typed; nothing where the field is closed.
    void finish();

signals:
    void written(const QString& panel, const plateau::figures::Remark& remark);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    QString panel_;
    figures::Remark remark_;
    bool open_ = false;
};

/// Keeps what was looked at before and, after a step back, since. It is no part of undo: looking changes no question.
class ViewHistory {
public:
    const figures::PlotView& now() const { return now_; }
    /// Takes over what was chosen elsewhere; no step.
    void set(figures::PlotView view) { now_ = std::move(view); }
    /// A step; one that `joins` continues the last. False: nothing is other than before.
    bool look(figures::PlotView view, bool joins)
    {
        if (view == now_)
            return false;
        if (!joins || before_.empty()) {
            if (before_.size() == most)
                before_.erase(before_.begin());
            before_.push_back(now_);
        }
        after_.clear();
        now_ = std::move(view);
        return true;
    }
    bool can_go_back() const { return !before_.empty(); }
    bool can_go_forward() const { return !after_.empty(); }
    void back() { step(before_, after_); }
    void forward() { step(after_, before_); }
    void forget()
    {
        before_.clear();
        after_.clear();
    }

private:
    static constexpr std::size_t most = 100;
    using Views = std::vector<figures::PlotView>;

    void step(Views& from, Views& to)
    {
        if (from.empty())
            return;
        to.push_back(std::exchange(now_, from.back()));
        from.pop_back();
    }

    figures::PlotView now_;
    Views before_;
    Views after_;
};

/// A place of the shared x axis that is being read.
struct Crosshair {
    double x = 0;
    struct Reading {
        figures::SeriesRole role = figures::SeriesRole::Current;
        std::vector<double> y; ///< of one curve there, panel by panel; NaN: none
    };
    std::vector<Reading> readings;
};

/// A figure of panels on screen: one plot that can be zoomed, moved and read; a marker that mouse and keyboard can
/// move. A click only gives it the keyboard. What it shows of the figure is its own affair; where the marker is wanted,
/// what stands under the crosshair and what people write it leaves to whoever owns the figure.
class FigureView final : public QCustomPlot {
    Q_OBJECT
public:
    explicit FigureView(QWidget* parent = nullptr);

    /// Shows the figure at the next turn of the event loop, however often it is called before.
    void show_figure(const figures::Figure& figure, const RenderStyle& style);
    /// The figure as it is looked at.
    const figures::Figure& figure() const { return renderer_.figure(); }
    const FigureRenderer& renderer() const { return renderer_; }
    /// What the pointer reads over a named point or a mark on the axis; empty: nothing.
    void set_point_hint(std::function<QString(const std::string& name)> hint) { point_hint_ = std::move(hint); }

    /// Which part of the figure is looked at. set_view() is no step of the history.
    const figures::PlotView& view() const { return history_.now(); }
    void set_view(const figures::PlotView& view);
    /// A step: something is hidden or shown.
    void look(figures::PlotView view, bool joins = false);
    void show_extra(figures::Extra extra, bool shown);
    void forget_history();
    /// Zoom, history and scales, for menus.
    std::vector<QAction*> view_actions() const;
    /// What the menu over a place of the plot offers; the caller owns it.
    QMenu* menu_at(QPointF position);

    /// From now on the pointer and the arrow keys ask for a crosshair; show_crosshair() answers.
    void set_reads(bool reads) { reads_ = reads; }
    void show_crosshair(std::optional<Crosshair> crosshair);
    const std::optional<Crosshair>& crosshair() const { return crosshair_; }
    /// From now on people can write on it.
    void set_takes_remarks(bool takes) { takes_remarks_ = takes; }
    /// Opens the field for a remark at a place of a panel.
    void write_at(std::size_t panel, double x, double y);
    RemarkEditor& editor() const { return *editor_; }

signals:
    void point_clicked(const QString& name);
    void marker_pressed();
    void marker_wanted(double x, bool fine); ///< while dragging; `fine`: between the stops too
    void marker_released();
    void marker_stepped(int stops, bool fine); ///< Ctrl with arrow and page keys; without Ctrl where nothing is read
    void marker_sent(bool to_end); ///< the same with Home, End
    /// Anywhere in the plots; `back`: that was the first click of a double one, which does something else.
    void marker_clicked(double x, bool back);
    void marker_set(double x); ///< to the crosshair: Enter, menu
    void crosshair_wanted(double x, double reach); ///< by the pointer: at x, give or take
    void crosshair_stepped(int stops, bool fine); ///< by arrow and page keys
    void crosshair_sent(bool to_end);
    void crosshair_dropped();
    void view_changed();
    void menu_made(QMenu& menu); ///< more may be added at its end
    /// Written, moved, or with empty text taken away; number 0: a new one.
    void remark_changed(const QString& panel, const plateau::figures::Remark& remark);

protected:
    bool event(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    static constexpr double key_factor = 1.6; ///< of a zoom by key
    enum class Drag { None, Marker, Band, Pan, Remark };
    struct RemarkAt {
        std::size_t panel = 0;
        figures::Remark remark;
    };
    void render();
    void draw_when_painted();
    bool near_marker(QPointF position) const;
    bool in_plots(QPointF position) const;
    /// The name of the point under the pointer, or nothing.
    std::string point_near(QPointF position) const;
    /// The words of the mark on the axis under the pointer, or nothing.
    std::string mark_near(QPointF position) const;
    void show_hint(QMouseEvent* event);
    /// Why the stretch of x under the pointer is tinted, or nothing.
    Message region_hint(QPointF position) const;
    Drag drag_from(const QMouseEvent& event);
    void follow_pointer(QMouseEvent* event);
    bool move_by_key(const QKeyEvent& event);
    bool look_by_key(const QKeyEvent& event);
    void drop_crosshair();
    void paint_crosshair(QPainter& painter) const;
    // figure_zoom.cpp
    void zoom_x(double factor, double about, bool joins = false);
    void zoom_y(std::size_t panel, double factor, double about, bool joins = false);
    void pan_x(double share, bool joins = false);
    void pan_by(QPointF pixels);
    figures::PlotView with_x(double from, double to) const;
    figures::PlotView with_y(figures::PlotView view, std::size_t panel, double from, double to) const;
    QRectF band() const;
    void zoom_to_band();
    double middle() const;
    void change_scale(bool of_x);
    void go(bool forward);
    // figure_menu.cpp
    void build_actions();
    void refresh_actions();
    void add_extras(QMenu& menu);
    void add_place(QMenu& menu, QPointF position);
    std::optional<RemarkAt> remark_near(QPointF position) const;
    std::optional<RemarkAt> remark_by_crosshair() const;
    void write_by_key();
    void edit_remark(const RemarkAt& at);
    void click_marker(QPointF at);
    void move_remark(QPointF to);

    struct Actions {
        QAction* in = nullptr;
        QAction* out = nullptr;
        QAction* all = nullptr;
        QAction* back = nullptr;
        QAction* forward = nullptr;
        QAction* scale_x = nullptr;
        QAction* scale_y = nullptr;
    };

    figures::Figure whole_; ///< of which renderer_ shows a part
    FigureRenderer renderer_;
    RenderStyle style_;
    ViewHistory history_;
    Actions actions_;
    QMenu* zoom_menu_ = nullptr;
    QToolButton* way_out_ = nullptr; ///< in the upper right corner while a part is shown
    RemarkEditor* editor_;
    std::optional<Crosshair> crosshair_;
    bool crosshair_by_key_ = false;
    bool reads_ = false;
    bool takes_remarks_ = false;
    Drag drag_ = Drag::None;
    QPointF pressed_, reached_; ///< of a drag
    figures::PlotView pressed_view_;
    std::optional<RemarkAt> held_; ///< being moved
    std::size_t at_panel_ = 0; ///< whose axis keys change
    std::optional<quint64> last_wheel_; ///< when, ms of the window system
    bool behind_ = false; ///< what it shows is not drawn yet
    bool by_keyboard_ = false; ///< a ring shows the focus only to those who need it
    double grab_offset_ = 0;
    std::function<QString(const std::string&)> point_hint_;
    std::string hinted_; ///< the point whose hint is shown
    double before_click_ = 0; ///< where the marker stood; 0: nowhere
};

/// Common to all: an item bound to one axis rect, drawn whole, never selectable.
class PanelItem : public QCPAbstractItem {
public:
    PanelItem(QCustomPlot* plot, QCPAxisRect* rect, const QString& layer);
    double selectTest(const QPointF&, bool, QVariant* = nullptr) const override { return -1; }
    /// `index` among the figure's panels.
    void set(const figures::Panel& panel, const figures::Figure& figure, const RenderStyle& style, int index,
             bool last);

protected:
    QPointF at(double x, double y) const;
    const figures::Plot& plotted() const { return figure_->plot(); }
    double x_pixel(double x) const { return rect_->axis(QCPAxis::atBottom)->coordToPixel(x); }

    QCPAxisRect* rect_;
    const figures::Panel* panel_ = nullptr;
    const figures::Figure* figure_ = nullptr;
    const RenderStyle* style_ = nullptr;
    int index_ = 0;
    bool last_ = false;
};

/// What a range of x is filled with; where nothing is possible, a pattern for a small sample of its hatching.
QBrush band_brush(const figures::Region& region, const Theme& theme);

/// Tinted and hatched ranges of x, below the grid.
class RegionItem final : public PanelItem {
public:
    using PanelItem::PanelItem;

protected:
    void draw(QCPPainter* painter) override;
};

/// The labels of a panel, its banner, and below the last one the figure's legend.
class LabelItem final : public PanelItem {
public:
    using PanelItem::PanelItem;
    /// What the figure's layout has found.
    void set_layout(WithoutRoom without_room, int first_number)
    {
        without_room_ = std::move(without_room);
        first_number_ = first_number;
    }
    void set_legend(Legend legend) { legend_ = std::move(legend); }
    PanelLabels labels() const;

protected:
    void draw(QCPPainter* painter) override;

private:
    void draw_strokes(QCPPainter* painter, const PanelLabels& labels);
    void draw_legend(QCPPainter* painter);
    void draw_banner(QCPPainter* painter);

    WithoutRoom without_room_;
    int first_number_ = 1; ///< of the panel's footnotes
    Legend legend_;
};

/// Where the tag of a value stands under its panel.
QRectF tag_of(double value, const figures::Axis& axis, const QCPAxisRect& panel, const RenderStyle& style);
/// Takes away the labels of an axis that a tag over it would cut, but for those that an earlier one has taken the room
/// of.
void clear_cut_labels(QPainter& painter, const QCPAxis& axis, const QRectF& tag, const QColor& ground,
                      const QRectF& earlier = {});

/// The line through the current point with its handle, its tag over the x axis and a dot on the current curve.
class MarkerItem final : public PanelItem {
public:
    using PanelItem::PanelItem;

protected:
    void draw(QCPPainter* painter) override;

private:
    void draw_tag(QCPPainter* painter, double x);
    void draw_dots(QCPPainter* painter, double x);
    void draw_own_place(QCPPainter* painter, const figures::Series& series);
};

/// What people wrote on one plot: a dot where it belongs, the words in a box above it.
class RemarkItem final : public PanelItem {
public:
    using PanelItem::PanelItem;

protected:
    void draw(QCPPainter* painter) override;
};

/// The box of a remark's words, inside `area` beside its dot at `anchor`.
QRectF remark_box(const QString& words, QPointF anchor, const QRectF& area, const RenderStyle& style);
/// As it is shown: one line's worth of harmless characters.
QString remark_words(const figures::Remark& remark);

/// One panel on the plot: an axis rect, a fixed set of graphs per series, and the items around them. set() swaps
/// data and pens; graphs are made once and kept as long as the panel has as many series.
class PanelView {
public:
    explicit PanelView(QCustomPlot* plot);

    /// What is handed over lives as long as it is shown.
    void set(const figures::Panel& panel, const figures::Figure& figure, const RenderStyle& style, int index,
             bool last);
    QCPAxisRect* rect() const { return rect_; }
    LabelItem& labels() { return *labels_; }
    /// Space around its plot; `below`: more of it under the axis rows.
    void set_margins(int width, bool ends_below, double below);
    /// The size its plot will have.
    void set_extent(QSizeF size)
    {
        x_ticker_->set_extent(size.width());
        x_values_->set_extent(size.width());
        y_ticker_->set_extent(size.height());
    }
    /// The least height at which its axis has room for its labels, and the least width.
    double least_height() const;
    double least_width() const;
    /// False: a word above or below is longer than a row.
    bool titles_fit() const { return titles_fit_; }

private:
    /// What one series may be drawn with; what it does not need is hidden.
    struct SeriesGraphs {
        QCPGraph* line = nullptr;
        QCPGraph* lower = nullptr; ///< lower edge of a band
        QCPGraph* beyond = nullptr; ///< dotted, beyond the evidence
        QCPGraph* markers = nullptr;
        QCPGraph* hollow_markers = nullptr;
        QCPCurve* ranges = nullptr; ///< of points; made when first needed
        QCPBars* bars = nullptr; ///< made when first needed
        std::vector<QCPAbstractPlottable*> all;
    };

    template<class Plottable>
    Plottable* add(SeriesGraphs& graphs);
    void add_graphs();
    void set_axes();
    figures::Series on_paper(const figures::Series& series) const;
    bool shows(double x, double y) const;
    QColor colour_of(const figures::Series& series) const;
    void set_curve(SeriesGraphs& graphs, const figures::Series& whole);
    void set_points(SeriesGraphs& graphs, const figures::Series& series);
    void set_bars(SeriesGraphs& graphs, const figures::Series& series);
    void set_band(SeriesGraphs& graphs, const figures::Series& series);

    const figures::Panel* panel_ = nullptr;
    const figures::Figure* figure_ = nullptr;
    const RenderStyle* style_ = nullptr;
    int index_ = 0;
    bool last_ = false, titles_fit_ = true;
    QCPAxisRect* rect_;
    QCPAxis *x_, *y_;
    QSharedPointer<PowerOfTwoTicker> x_ticker_;
    QSharedPointer<ValueTicker> x_values_; ///< where powers of two are not what people count in
    QSharedPointer<ValueTicker> y_ticker_;
    std::vector<SeriesGraphs> graphs_;
    LabelItem* labels_;
    std::vector<PanelItem*> items_; ///< all of them
};

/// Lets screen readers know what paints a figure as a chart, whose value is what a figure says of itself. Called by
/// whatever paints one; more calls change nothing.
void tell_plots();

/// A widget that paints a figure has this property.
inline constexpr const char* plot_property = "plateau_plot";

/// What screen readers hear of a figure.
inline QString summary_words(const figures::Figure& figure)
{
    QStringList lines;
    for (const Message& line : figures::summary(figure))
        lines << text(line);
    return lines.join(QLatin1Char(' '));
}

/// How a picture looks printed without colour, or to people who tell fewer colours apart.
enum class Sight { Full, Grey, Deuteranopia, Protanopia };

QImage seen_as(QImage picture, Sight sight);

} // namespace plateau::ui
