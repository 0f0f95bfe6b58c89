// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/web_picture.h"

#include <QBuffer>
#include <QSvgGenerator>

#include <cmath>
#include <functional>

#include <fmt/format.h>
#include <qcustomplot.h>

#include "core/paper/encodings.h"
#include "ui/controls/text.h"
#include "ui/figures/export.h"
#include "ui/figures/picture.h"
#include "ui/figures/renderer.h"
#include "ui/figures/schematic_view.h"

namespace plateau::ui {

namespace {

constexpr double usual_width = 560; ///< pixels; narrower pictures have narrow margins
constexpr double web_margin = 4;
constexpr double smaller_letters = 0.94, least_scale = 0.6;
constexpr int most_rounds = 12;

RenderStyle web_style(QSize size)
{
    RenderStyle style;
    style.theme = print_theme();
    style.compact = size.width() < usual_width;
    style.on_paper = true;
    style.see_through = true;
    return style;
}

/// What `draw` draws, as SVG; `plots`: the attribute of that name.
std::string drawn(QSize size, const std::string& plots, const std::function<void(QCPPainter&)>& draw)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(), size));
    generator.setResolution(96);
    QCPPainter painter;
    painter.begin(&generator);
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNonCosmetic);
    painter.setMode(QCPPainter::pmNoCaching);
    draw(painter);
    painter.end();
    std::string svg = figures::xml_legal(buffer.data().toStdString());
    return plots.empty() ? svg
                         : svg.insert(svg.find("<svg") + 4, " data-plots=\"" + figures::xml_escaped(plots) + "\"");
}

std::string plots_of(const FigureRenderer& renderer)
{
    std::string words;
    for (std::size_t i = 0; i < renderer.panel_count(); ++i) {
        const QRectF plot = renderer.plot_rect(i);
        const auto [low, high] = renderer.y_range(i);
        words += fmt::format("{}{} {:.1f} {:.1f} {:.1f} {:.1f} {:.6g} {:.6g} {:d} {:.6g} {:.6g} {:d}", i > 0 ? " " : "",
                             renderer.plot().panels[i].id, plot.left(), plot.top(), plot.right(), plot.bottom(),
                             renderer.x_at(plot.left()), renderer.x_at(plot.right()), renderer.plot().x.logarithmic,
                             low, high, renderer.plot().panels[i].y.logarithmic);
    }
    return words;
}

std::string drawn_plot(const figures::Figure& figure, QSize size)
{
    RenderStyle style = web_style(size);
    QCustomPlot plot;
    FigureRenderer renderer(plot);
    renderer.set(figure, style);
    renderer.fit(size);
    for (int round = 0; round < most_rounds; ++round) {
        if (renderer.short_of_width() && style.text_scale > least_scale) {
            style.text_scale *= smaller_letters;
            renderer.set(figure, style);
        } else if (renderer.short_of_height() > 0.5) {
            size.rheight() += static_cast<int>(std::ceil(renderer.short_of_height()));
        } else {
            break;
        }
        renderer.fit(size);
    }
    return drawn(size, plots_of(renderer),
                 [&](QCPPainter& painter) { plot.toPainter(&painter, size.width(), size.height()); });
}

std::string drawn_other(const figures::Figure& figure, QSize size)
{
    RenderStyle style = web_style(size);
    const double width = size.width() - 2 * web_margin;
    QSizeF needed = picture_needs(figure, style, width);
    for (int round = 0; round < most_rounds && needed.width() > width; ++round) {
        style.text_scale *= smaller_letters;
        needed = picture_needs(figure, style, width);
    }
    if (const auto* moving = figure.as<figures::Mechanism>())
        needed.setHeight(std::max(needed.height(), all_stills_height(*moving, style, width)));
    const int height = static_cast<int>(std::ceil(needed.height() + 2 * web_margin));
    size.setHeight(has_own_height(figure) ? height : std::max(size.height(), height));
    return drawn(size, {}, [&](QCPPainter& painter) {
        draw_picture(painter, QRectF(QPointF(), size).adjusted(web_margin, web_margin, -web_margin, -web_margin),
                     figure, style);
    });
}

std::string drawn_schematic(const figures::Schematic& sheet, QSize size)
{
    const RenderStyle style = web_style(size);
    const double width = size.width() - 2 * web_margin;
    const double heading = heading_height(style, width, text(sheet.title), text(sheet.sentence)) + style.text(8);
    size.setHeight(static_cast<int>(heading + width * sheet.height / sheet.width + 2 * web_margin));
    return drawn(size, {}, [&](QCPPainter& painter) {
        draw_schematic(painter, QRectF(QPointF(), size).adjusted(web_margin, web_margin, -web_margin, -web_margin),
                       sheet, style);
    });
}

} // namespace

std::string web_picture(const figures::WebPicture& picture, QSize least)
{
    if (const auto* sheet = std::get_if<figures::Schematic>(&picture))
        return drawn_schematic(*sheet, least);
    const auto& figure = std::get<figures::Figure>(picture);
    return is_picture(figure) ? drawn_other(figure, least) : drawn_plot(figure, least);
}

std::string web_fonts(const std::string& words)
{
    return font_faces("font-weight=\"400\" font-weight=\"600\"" + QByteArray::fromStdString(words)).toStdString();
}

} // namespace plateau::ui
