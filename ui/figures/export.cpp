// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/export.h"

#include <fmt/format.h>

#include <QBuffer>
#include <QFile>
#include <QFontDatabase>
#include <QMimeData>
#include <QPdfWriter>
#include <QSvgGenerator>

#include "core/files/output.h"
#include "core/paper/embedded.h"
#include "ui/controls/text.h"
#include "ui/figures/picture_view.h"
#include "ui/figures/renderer.h"
#include "ui/figures/script_plan.h"

namespace plateau::ui {

namespace {

constexpr double inches_per_metre = 1 / 0.0254;
constexpr double screen_dpi = 96;
const QString title_place = QStringLiteral("plateau-title-stands-here");
const QString description_place = QStringLiteral("plateau-description-stands-here");

QByteArray png(const figures::FigurePage& page, const figures::ExportOptions& options)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    page_image(page, options).save(&buffer, "PNG");
    const std::string titled = figures::with_png_text(bytes.toStdString(), "Title", text(page.title).toStdString());
    return QByteArray::fromStdString(figures::embed_in_png(titled, page.provenance));
}

/// The letters themselves, for viewers that know no Plateau Sans, and what others may stand in with.
QByteArray with_fonts(QByteArray bytes)
{
    const QByteArray family("font-family=\"Plateau Sans\"");
    if (!bytes.contains(family))
        return bytes;
    const QByteArray faces = font_faces(bytes);
    QByteArray others;
    for (const char* other : {"Plateau Hangul", "Plateau Symbols"})
        if (faces.contains(other))
            others += other + QByteArray(", ");
    bytes.replace(family, "font-family=\"Plateau Sans, " + others + "Inter, Helvetica, Arial, sans-serif\"");
    const qsizetype after = bytes.indexOf("<defs>");
    return after < 0 ? bytes : bytes.insert(after, "<style type=\"text/css\">\n" + faces + "</style>\n");
}

QByteArray svg(const figures::FigurePage& page, const figures::ExportOptions& options)
{
    const Laid laid = lay_out(page, options);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(laid.size);
    generator.setViewBox(QRect(QPoint(), laid.size));
    generator.setResolution(static_cast<int>(screen_dpi));
    // Qt 6.4 writes these as they stand, later ones escape them: the words take their places afterwards.
    generator.setTitle(title_place);
    generator.setDescription(description_place);
    QCPPainter painter;
    painter.begin(&generator);
    draw_page(painter, page, laid, true);
    painter.end();
    const auto escaped = [](const Message& words) {
        return QByteArray::fromStdString(figures::xml_escaped(text(words).toStdString()));
    };
    QByteArray bytes = buffer.data();
    bytes.replace(title_place.toUtf8(), escaped(page.title));
    bytes.replace(description_place.toUtf8(), escaped(page.sentence));
    bytes = with_fonts(std::move(bytes));
    return QByteArray::fromStdString(figures::embed_in_svg(figures::xml_legal(bytes.toStdString()), page.provenance));
}

QByteArray pdf(const figures::FigurePage& page, const figures::ExportOptions& options)
{
    const Laid laid = lay_out(page, options);
    const figures::Provenance& said = page.provenance;
    const std::string title = text(page.title).toStdString();
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(static_cast<int>(screen_dpi));
    writer.setPageSize(QPageSize(laid.metres * 1000, QPageSize::Millimeter, {}, QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    writer.setTitle(text(page.title));
    writer.setCreator(QStringLiteral("Plateau"));
    writer.setDocumentXmpMetadata(QByteArray::fromStdString(figures::xmp_packet(title, said)));
    QCPPainter painter;
    painter.begin(&writer);
    draw_page(painter, page, laid, true);
    painter.end();
    return QByteArray::fromStdString(figures::embed_in_pdf(figures::without_time(buffer.data().toStdString()), said));
}

} // namespace

QByteArray font_faces(const QByteArray& svg)
{
    QByteArray faces;
    const auto add = [&](const char* family, const QString& file, const QByteArray& more, const char* type) {
        QFile font(QStringLiteral(":/plateau/fonts/") + file);
        if (font.open(QIODevice::ReadOnly))
            faces += QByteArray("@font-face{font-family:'") + family + "';" + more + "src:url(data:font/" + type
                + ";base64," + font.readAll().toBase64() + ")}\n";
    };
    for (const auto& [name, weight] : {std::pair("Regular", "400"), std::pair("SemiBold", "600")})
        if (svg.contains(QByteArray("font-weight=\"") + weight + '"'))
            add("Plateau Sans", QStringLiteral("PlateauSans-%1.otf").arg(QLatin1String(name)),
                QByteArray("font-weight:") + weight + ';', "otf");
    const QList<uint> letters = QString::fromUtf8(svg).toUcs4();
    if (std::any_of(letters.begin(), letters.end(),
                    [](uint letter) { return QChar::script(letter) == QChar::Script_Hangul; }))
        add("Plateau Hangul", QStringLiteral("PlateauHangul-Regular.ttf"), {}, "ttf");
    if (std::any_of(letters.begin(), letters.end(),
                    [](uint letter) { return letter >= 0x2600 && QChar::category(letter) == QChar::Symbol_Other; }))
        add("Plateau Symbols", QStringLiteral("PlateauSymbols-Regular.ttf"), {}, "ttf");
    return faces;
}

bool has_family(const QString& family)
{
    return family.isEmpty() || QFontDatabase::families().contains(family, Qt::CaseInsensitive);
}

bool has_fonts() { return load_fonts() || !QFontDatabase::families().isEmpty(); }

std::optional<QSizeF> outgrown(const figures::FigurePage& page, const figures::ExportOptions& options)
{
    const Laid laid = lay_out(page, options);
    return laid.outgrown ? std::optional(laid.metres) : std::nullopt;
}

QSize dots_of(const QSizeF& metres, double dpi)
{
    const auto dots
        = [&](double length) { return std::max(1, static_cast<int>(std::lround(length * inches_per_metre * dpi))); };
    return {dots(metres.width()), dots(metres.height())};
}

QImage page_image(const figures::FigurePage& page, const figures::ExportOptions& options, const Theme* look)
{
    const OtherLanguage language(options.language);
    const Laid laid = lay_out(page, options, look);
    const double scale = options.dpi / screen_dpi;
    QImage image(dots_of(laid.metres, options.dpi),
                 laid.style.see_through ? QImage::Format_ARGB32_Premultiplied : QImage::Format_RGB32);
    image.fill(laid.style.ground());
    const int dots = static_cast<int>(std::lround(options.dpi * inches_per_metre));
    // Letters are laid out at logical size; the resolution is the painter's business.
    image.setDotsPerMeterX(static_cast<int>(std::lround(screen_dpi * inches_per_metre)));
    image.setDotsPerMeterY(image.dotsPerMeterX());
    QCPPainter painter;
    painter.begin(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::TextAntialiasing);
    painter.scale(static_cast<double>(image.width()) / laid.size.width(),
                  static_cast<double>(image.height()) / laid.size.height());
    draw_page(painter, page, laid, scale >= 1.5);
    painter.end();
    image.setDotsPerMeterX(dots);
    image.setDotsPerMeterY(dots);
    return image;
}

Expected<void> drawable(const figures::FigurePage& page, const figures::ExportOptions& options)
{
    const QSizeF metres = lay_out(page, options).metres;
    return figures::can_be_drawn_in_points({metres.width(), metres.height()}, options);
}

Expected<QByteArray> page_bytes(const figures::FigurePage& page, const figures::ExportOptions& options)
{
    const OtherLanguage language(options.language);
    switch (options.format) {
    case figures::FigureFormat::Png:
        if (const auto possible = drawable(page, options); !possible)
            return tl::unexpected(possible.error());
        if (QByteArray bytes = png(page, options); !bytes.isEmpty())
            return bytes;
        return failure({PLATEAU_TEXT("there is not enough memory for this picture"), {}}, {},
                       {PLATEAU_TEXT("fewer dots per inch, or .svg or .pdf"), {}});
    case figures::FigureFormat::Svg:
        return svg(page, options);
    case figures::FigureFormat::Pdf:
        return pdf(page, options);
    case figures::FigureFormat::Matplotlib:
        return QByteArray::fromStdString(matplotlib_script(page, options));
    case figures::FigureFormat::Pgfplots:
        return QByteArray::fromStdString(pgfplots_script(page, options));
    case figures::FigureFormat::Csv:
    case figures::FigureFormat::Bibtex:
        break;
    }
    return QByteArray::fromStdString(figures::page_text(page, options.format));
}

QImage figure_image(const figures::Figure& figure, const figures::ExportOptions& options, const Theme* look)
{
    return page_image(figures::page_of(figure), options, look);
}

Expected<void> write_figure(const QString& file, const figures::FigurePage& page, const figures::ExportOptions& options)
{
    const std::vector<figures::FigureFile> all = figures::files_of(file.toStdU16String(), options.format);
    std::vector<files::Output> outputs;
    std::vector<files::Output*> together;
    outputs.reserve(all.size());
    for (const figures::FigureFile& one : all) {
        figures::ExportOptions own = options;
        own.format = one.format;
        own.table = all.front().file.filename().string();
        auto output = files::Output::open(one.file, files::Replacing::any_file());
        if (!output)
            return tl::unexpected(output.error());
        const auto bytes = page_bytes(page, own);
        if (!bytes)
            return tl::unexpected(bytes.error());
        output->write(bytes->toStdString());
        together.push_back(&outputs.emplace_back(std::move(*output)));
    }
    return files::Output::commit(together);
}

QString file_name_of(const QString& words)
{
    QString name;
    for (const QChar letter : words.trimmed().toLower())
        if (letter.isLetterOrNumber())
            name += letter;
        else if (!name.isEmpty() && !name.endsWith(QLatin1Char('-')))
            name += QLatin1Char('-');
    while (name.endsWith(QLatin1Char('-')))
        name.chop(1);
    return name.isEmpty() ? QStringLiteral("figure") : name;
}

QMimeData* figure_to_paste(const figures::FigurePage& page, const figures::ExportOptions& options)
{
    figures::ExportOptions own = options;
    own.format = figures::FigureFormat::Svg;
    auto* formats = new QMimeData;
    formats->setImageData(page_image(page, options));
    formats->setData(QStringLiteral("image/svg+xml"), page_bytes(page, own).value_or(QByteArray()));
    return formats;
}

QMimeData* data_to_paste(const figures::FigurePage& page)
{
    QString lines;
    const auto table = files::parse_csv(figures::page_csv(page), "figure");
    const auto add = [&](const std::vector<std::string>& cells) {
        QStringList words;
        for (const std::string& cell : cells)
            words << text(cell).replace(QLatin1Char('\t'), QLatin1Char(' '));
        lines += words.join(QLatin1Char('\t')) + QLatin1Char('\n');
    };
    if (table) {
        add(table->header);
        for (const files::CsvRow& row : table->rows)
            add(row.cells);
    }
    auto* formats = new QMimeData;
    formats->setText(lines);
    formats->setData(QStringLiteral("text/tab-separated-values"), lines.toUtf8());
    return formats;
}

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
