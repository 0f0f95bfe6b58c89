// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <QColor>
#include <QPaintDevice>
#include <QPolygonF>
#include <QString>

#include "core/files/csv.h"
#include "core/paper/figure_page.h"
#include "ui/figures/picture.h"

/// What a script has to draw from the table of page_csv() beside it: which columns and rows make which curve. All else
/// is drawn as it stands on the page (traced_page.h).
namespace plateau::ui {

struct ScriptCurve {
    const figures::Series* series = nullptr;
    std::string name;
    std::size_t x = 0, y = 0; ///< columns
    std::optional<std::size_t> low = {}, x_low = {}, x_high = {};
    int first = 0, end = 0; ///< rows after the header
};

/// A panel of a plot.
struct ScriptAxes {
    const figures::Panel* panel = nullptr;
    std::vector<ScriptCurve> curves;
    std::vector<const figures::Series*> lines; ///< no data: where equal values lie
};

struct ScriptPlan {
    files::CsvTable table;
    std::vector<ScriptAxes> axes; ///< tile by tile; pictures that are no plots have none
};

ScriptPlan script_plan(const figures::FigurePage& page);

/// A file of resources/scripts: what every script of its kind begins with.
std::string script_head(const char* file);

/// Python that draws the figure with matplotlib; LaTeX that does with pgfplots.
std::string matplotlib_script(const figures::FigurePage& page, const figures::ExportOptions& options);
std::string pgfplots_script(const figures::FigurePage& page, const figures::ExportOptions& options);

// A page as it is laid out, taken apart for scripts that draw it again: where its plots stand, what their axes show,
// and every word and stroke around the curves. Lengths in pixels of 1/96 inch from the upper left.

struct TracedText {
    QString words;
    QPointF baseline; ///< where they begin
    double width = 0;
    double size = 11; ///< of the letters
    bool strong = false;
    QColor ink;
    double angle = 0; ///< degrees against the clock
};

struct TracedShape {
    QPolygonF points;
    bool closed = false;
    QColor fill = {}; ///< not valid: none
    QColor stroke = {}; ///< not valid: none
    double width = 1;
    QVector<qreal> dash = {}; ///< in widths of the stroke; empty: solid
    bool above = false; ///< over the curves and the grid
};

struct TracedTick {
    double value = 0;
    QString words;
};

struct TracedAxis {
    double low = 0, high = 1; ///< from the left, from below
    bool logarithmic = false;
    std::vector<TracedTick> ticks = {};
};

struct TracedPanel {
    const figures::Panel* panel = nullptr;
    const figures::Figure* figure = nullptr;
    QRectF plot;
    TracedAxis x, y;
};

struct TracedPage {
    QSize size;
    RenderStyle style;
    std::vector<TracedShape> shapes; ///< in the order in which they are drawn
    std::vector<TracedText> texts;
    std::vector<TracedPanel> panels; ///< tile by tile
};

TracedPage traced(const figures::FigurePage& page, const figures::ExportOptions& options);

/// What a device of so many dots at 96 an inch says of itself, whatever is drawn on it becomes.
int dots_metric(QPaintDevice::PaintDeviceMetric metric, QSize size);

/// Writes down what is drawn on it, in logical pixels.
class TracingDevice final : public QPaintDevice {
public:
    explicit TracingDevice(TracedPage& page);
    ~TracingDevice() override;

    QPaintEngine* paintEngine() const override;

protected:
    int metric(PaintDeviceMetric metric) const override;

private:
    QSize size_;
    std::unique_ptr<QPaintEngine> engine_;
};

} // namespace plateau::ui
