// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/export.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextFormat>
#include <QTextLayout>

#include <algorithm>

#include <qcustomplot.h>

#include "core/paper/embedded.h"
#include "ui/controls/text.h"
#include "ui/controls/theme.h"

namespace plateau::ui {

constexpr double highest = 0.62; ///< of the paper: a picture

PrintedPictures::PrintedPictures(const std::vector<figures::SheetPicture>& pictures, QSizeF paper) : paper_(paper)
{
    for (const figures::SheetPicture& picture : pictures) {
        Picture& kept = pictures_[QString::fromStdString(picture.name)];
        if (picture.page) {
            kept.page = &*picture.page;
            kept.laid = lay_out(*picture.page, picture.options);
            kept.size = kept.laid.size;
        } else {
            kept.image = QImage::fromData(QByteArray::fromStdString(picture.png), "PNG");
            kept.size = kept.image.size();
        }
    }
}

QSizeF PrintedPictures::intrinsicSize(QTextDocument*, int, const QTextFormat& format)
{
    const auto found = pictures_.constFind(format.toImageFormat().name());
    if (found == pictures_.constEnd() || found->size.isEmpty())
        return {};
    const double scale
        = std::min(paper_.width() / found->size.width(), highest * paper_.height() / found->size.height());
    return QSizeF(found->size) * scale;
}

void PrintedPictures::drawObject(QPainter* painter, const QRectF& rect, QTextDocument*, int, const QTextFormat& format)
{
    const auto found = pictures_.constFind(format.toImageFormat().name());
    if (found == pictures_.constEnd())
        return;
    if (!found->page) {
        painter->drawImage(rect, found->image);
        return;
    }
    painter->save();
    painter->translate(rect.topLeft());
    painter->scale(rect.width() / found->size.width(), rect.height() / found->size.height());
    draw_page(*static_cast<QCPPainter*>(painter), *found->page, found->laid, true);
    painter->restore();
}

namespace {

constexpr int page_dpi = 96;
constexpr double margin_millimetres = 18;

constexpr int usual_letters = 12; ///< pixels
constexpr int largest_letters = 15, smallest_letters = 7; ///< of a sheet

void set_up(QPdfWriter& writer, const QString& title)
{
    writer.setResolution(page_dpi);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins(QMarginsF(margin_millimetres, margin_millimetres, margin_millimetres, margin_millimetres),
                          QPageLayout::Millimeter);
    writer.setTitle(title);
    writer.setCreator(QStringLiteral("Plateau"));
}

void set_words(QTextDocument& document, QString html, PrintedPictures& pictures, QSizeF paper)
{
    document.documentLayout()->registerHandler(QTextFormat::ImageObject, &pictures);
    // A picture stands close to its caption, however far apart lines are.
    html.replace(QStringLiteral("<p><img"), QStringLiteral("<p style=\"line-height:100%\"><img"));
    document.setDocumentMargin(0);
    document.setHtml(html);
    document.setPageSize(paper);
}

/// That the block's first line stands on.
int page_of(const QTextDocument& document, const QTextBlock& block, double page_height)
{
    const double top = document.documentLayout()->blockBoundingRect(block).top();
    const QTextLayout& lines = *block.layout();
    return static_cast<int>((top + (lines.lineCount() > 0 ? lines.lineAt(0).rect().center().y() : 0)) / page_height);
}

/// Which heading of the document ends a page, all others counted; -1: none.
int heading_left_alone(const QTextDocument& document, double page_height)
{
    int heading = -1;
    for (QTextBlock block = document.begin(); block.next().isValid(); block = block.next())
        if (block.blockFormat().headingLevel() > 0) {
            ++heading;
            if (page_of(document, block, page_height) < page_of(document, block.next(), page_height))
                return heading;
        }
    return -1;
}

/// No heading ends a page.
void set_pages(QTextDocument& document, QString html, PrintedPictures& pictures, QSizeF paper)
{
    static const QRegularExpression opened(QStringLiteral("<h[1-6]"));
    constexpr int most_rounds = 20;
    for (int round = 0; round < most_rounds; ++round) {
        set_words(document, html, pictures, paper);
        const int alone = heading_left_alone(document, paper.height());
        auto tags = opened.globalMatch(html);
        for (int i = 0; i < alone && tags.hasNext(); ++i)
            tags.next();
        if (alone < 0 || !tags.hasNext())
            return;
        html.insert(tags.next().capturedEnd(), QStringLiteral(" style=\"page-break-before:always\""));
    }
}

void draw_pages(QTextDocument& document, QPdfWriter& writer, QPainter& painter, QSizeF paper)
{
    for (int page = 0; page < document.pageCount(); ++page) {
        if (page > 0)
            writer.newPage();
        painter.save();
        painter.translate(0, -page * paper.height());
        document.drawContents(&painter, QRectF(0, page * paper.height(), paper.width(), paper.height()));
        painter.restore();
    }
}

/// A PDF of what `paint` draws on the paper; the same bytes whenever it is made.
template<class Paint>
QByteArray printed(const QString& title, Paint paint)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    set_up(writer, title);
    const QSizeF paper = writer.pageLayout().paintRectPixels(page_dpi).size();
    QCPPainter painter;
    painter.begin(&writer);
    painter.setRenderHint(QPainter::LosslessImageRendering);
    paint(writer, painter, paper);
    painter.end();
    return QByteArray::fromStdString(figures::without_time(buffer.data().toStdString()));
}

} // namespace

QByteArray printed_sheets(const std::vector<std::string>& sheets, const std::vector<figures::SheetPicture>& pictures,
                          const std::string& title)
{
    return printed(QString::fromStdString(title), [&](QPdfWriter& writer, QPainter& painter, QSizeF paper) {
        PrintedPictures drawn(pictures, paper);
        for (std::size_t i = 0; i < sheets.size(); ++i) {
            if (i > 0)
                writer.newPage();
            QTextDocument document;
            for (int letters = largest_letters; letters >= smallest_letters; --letters) {
                document.setDefaultFont(interface_font(letters));
                set_words(document, QString::fromStdString(sheets[i]), drawn, paper);
                if (document.pageCount() == 1)
                    break;
            }
            draw_pages(document, writer, painter, paper);
        }
    });
}

QByteArray printed_page(const QString& html, const std::vector<figures::SheetPicture>& pictures, const QString& title)
{
    return printed(title, [&](QPdfWriter& writer, QPainter& painter, QSizeF paper) {
        PrintedPictures drawn(pictures, paper);
        QTextDocument document;
        document.setDefaultFont(interface_font(usual_letters));
        set_pages(document, html, drawn, paper);
        draw_pages(document, writer, painter, paper);
    });
}

namespace {

/// Makes a figure as wide as the text of a page, with room for what it has below its plots.
figures::ExportOptions options_of(const figures::FigurePage& page)
{
    constexpr double width = 174e-3, low = 78e-3, high = 100e-3;
    figures::ExportOptions options = *figures::export_size("two-column");
    options.format = figures::FigureFormat::Svg;
    options.size = {width, page.tiles.front().figure.panels().size() > 1 ? high : low};
    return options;
}

} // namespace

QByteArray report_bytes(const views::Report& report, ReportFormat format, const std::string& language)
{
    const OtherLanguage spoken(language);
    std::vector<figures::SheetPicture> pictures;
    std::vector<std::string> images;
    for (const views::ReportSection& section : report.sections)
        for (const figures::FigurePage& page : section.pictures) {
            const figures::ExportOptions options = options_of(page);
            if (format == ReportFormat::Html) {
                images.push_back("data:image/svg+xml;base64,"
                                 + figures::to_base64(page_bytes(page, options)->toStdString()));
                continue;
            }
            images.push_back("picture-" + std::to_string(images.size()));
            pictures.push_back({.name = images.back(), .page = page, .options = options});
        }
    const views::Medium medium = format == ReportFormat::Html ? views::Medium::Screen : views::Medium::Paper;
    const std::string html = report_html(report, images, medium, spoken_language().code);
    return format == ReportFormat::Html ? QByteArray::fromStdString(html)
                                        : printed_page(QString::fromStdString(html), pictures, text(report.title));
}

} // namespace plateau::ui
