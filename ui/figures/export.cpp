// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/export.h"

#include <QBuffer>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <cmath>

#include <qcustomplot.h>

#include "core/figures/embedded.h"
#include "core/figures/figure_csv.h"
#include "core/figures/png_text.h"
#include "core/figures/xml_text.h"
#include "ui/base/text.h"
#include "ui/figures/picture.h"
#include "ui/figures/renderer.h"

namespace plateau::ui {

namespace {

constexpr double inches_per_metre = 1 / 0.0254;
constexpr double screen_dpi = 96;
constexpr double base_pixels = 11; ///< tick labels on screen
const QString title_place = QStringLiteral("plateau-title-stands-here");
const QString description_place = QStringLiteral("plateau-description-stands-here");

QSizeF metres(const figures::ExportOptions& options) { return {options.size.width, options.size.height}; }

QSize logical_size(const figures::ExportOptions& options)
{
    const QSizeF pixels = metres(options) * inches_per_metre * screen_dpi;
    return {std::max(1, static_cast<int>(std::lround(pixels.width()))),
            std::max(1, static_cast<int>(std::lround(pixels.height())))};
}

RenderStyle style_of(const figures::ExportOptions& options)
{
    RenderStyle style;
    switch (options.theme) {
    case figures::FigureTheme::Print:
        style.theme = print_theme();
        break;
    case figures::FigureTheme::Light:
        style.theme = light_theme();
        break;
    case figures::FigureTheme::Dark:
        style.theme = dark_theme();
        break;
    }
    style.text_scale = options.base_points * options.font_scale / 72 * screen_dpi / base_pixels;
    style.line_scale = std::max(0.55, 0.75 * options.base_points / 72 * screen_dpi / base_pixels);
    style.compact = style.text_scale < 1;
    style.letters = options.letters;
    style.marker = options.marker;
    return style;
}

/// Draws at logical size; text stays text, lines keep their width when the drawing is scaled.
void draw(QCPPainter& painter, const figures::Figure& figure, const figures::ExportOptions& options, bool vector)
{
    const QSize size = logical_size(options);
    const RenderStyle style = style_of(options);
    if (vector) {
        painter.setMode(QCPPainter::pmVectorized);
        painter.setMode(QCPPainter::pmNonCosmetic);
    }
    painter.setMode(QCPPainter::pmNoCaching);
    if (is_picture(figure)) {
        painter.fillRect(QRect(QPoint(), size), style.theme.canvas);
        draw_picture(painter, QRectF(QPointF(), QSizeF(size)).adjusted(8, 8, -8, -8), figure, style);
        return;
    }
    QCustomPlot plot;
    FigureRenderer renderer(plot);
    renderer.set(figure, style);
    renderer.fit(size);
    plot.toPainter(&painter, size.width(), size.height());
}

} // namespace

QImage figure_image(const figures::Figure& figure, const figures::ExportOptions& options)
{
    const QSize size = logical_size(options);
    const double scale = options.dpi / screen_dpi;
    const QSizeF exact = metres(options) * inches_per_metre * options.dpi;
    QImage image(QSize(std::max(1, static_cast<int>(std::lround(exact.width()))),
                       std::max(1, static_cast<int>(std::lround(exact.height())))),
                 QImage::Format_RGB32);
    image.fill(style_of(options).theme.canvas);
    image.setDotsPerMeterX(static_cast<int>(std::lround(options.dpi * inches_per_metre)));
    image.setDotsPerMeterY(image.dotsPerMeterX());
    {
        // Letters are laid out at logical size; the resolution is the painter's business.
        const int dots = image.dotsPerMeterX();
        image.setDotsPerMeterX(static_cast<int>(std::lround(screen_dpi * inches_per_metre)));
        image.setDotsPerMeterY(image.dotsPerMeterX());
        QCPPainter painter;
        painter.begin(&image);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setRenderHint(QPainter::TextAntialiasing);
        painter.scale(static_cast<double>(image.width()) / size.width(),
                      static_cast<double>(image.height()) / size.height());
        draw(painter, figure, options, scale >= 1.5);
        painter.end();
        image.setDotsPerMeterX(dots);
        image.setDotsPerMeterY(dots);
    }
    return image;
}

QByteArray figure_png(const figures::Figure& figure, const figures::ExportOptions& options)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    figure_image(figure, options).save(&buffer, "PNG");
    std::string png = figures::embed_in_png(bytes.toStdString(), figure.scenario);
    png = figures::with_png_text(png, "Description", text(figure.sentence).toStdString());
    return QByteArray::fromStdString(figures::with_png_text(png, "Title", text(figure.title).toStdString()));
}

QByteArray figure_svg(const figures::Figure& figure, const figures::ExportOptions& options)
{
    const QSize size = logical_size(options);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator svg;
    svg.setOutputDevice(&buffer);
    svg.setSize(size);
    svg.setViewBox(QRect(QPoint(), size));
    svg.setResolution(static_cast<int>(screen_dpi));
    // Qt 6.4 writes these as they stand, later ones escape them: the words take their places afterwards.
    svg.setTitle(title_place);
    svg.setDescription(description_place);
    QCPPainter painter;
    painter.begin(&svg);
    draw(painter, figure, options, true);
    painter.end();
    const auto escaped = [](const Message& words) {
        return QByteArray::fromStdString(figures::xml_escaped(text(words).toStdString()));
    };
    QByteArray bytes = buffer.data();
    bytes.replace(title_place.toUtf8(), escaped(figure.title));
    bytes.replace(description_place.toUtf8(), escaped(figure.sentence));
    return QByteArray::fromStdString(figures::embed_in_svg(figures::xml_legal(bytes.toStdString()), figure.scenario));
}

QByteArray figure_pdf(const figures::Figure& figure, const figures::ExportOptions& options)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter pdf(&buffer);
    pdf.setResolution(static_cast<int>(screen_dpi));
    pdf.setPageSize(QPageSize(metres(options) * 1000, QPageSize::Millimeter, {}, QPageSize::ExactMatch));
    pdf.setPageMargins(QMarginsF());
    pdf.setTitle(text(figure.title));
    pdf.setCreator(QStringLiteral("Plateau"));
    QCPPainter painter;
    painter.begin(&pdf);
    draw(painter, figure, options, true);
    painter.end();
    return QByteArray::fromStdString(figures::embed_in_pdf(buffer.data().toStdString(), figure.scenario));
}

QByteArray figure_bytes(const figures::Figure& figure, const figures::ExportOptions& options)
{
    switch (options.format) {
    case figures::FigureFormat::Png:
        return figure_png(figure, options);
    case figures::FigureFormat::Svg:
        return figure_svg(figure, options);
    case figures::FigureFormat::Pdf:
        return figure_pdf(figure, options);
    case figures::FigureFormat::Csv:
        break;
    }
    return QByteArray::fromStdString(figures::figure_csv(figure));
}

} // namespace plateau::ui
