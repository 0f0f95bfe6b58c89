// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/printed_page.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextLayout>

#include <qcustomplot.h>

#include "core/paper/embedded.h"
#include "ui/controls/theme.h"
#include "ui/figures/printed_pictures.h"

namespace plateau::ui {

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

} // namespace plateau::ui
