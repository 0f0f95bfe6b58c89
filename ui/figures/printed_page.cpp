// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/printed_page.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextLayout>
#include <QUrl>

#include "core/views/figures/embedded.h"
#include "ui/controls/theme.h"

namespace plateau::ui {

namespace {

constexpr int page_dpi = 96;
constexpr double margin_millimetres = 18;
constexpr double highest = 0.8; ///< of the paper: a picture

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

/// `html` with its pictures as large as the paper allows.
void set_words(QTextDocument& document, QString html, const std::vector<std::string>& names,
               const std::vector<std::string>& bytes, QSizeF paper)
{
    for (std::size_t i = 0; i < names.size() && i < bytes.size(); ++i) {
        const QString name = QString::fromStdString(names[i]);
        const QString place = QStringLiteral("<img src=\"%1\"").arg(name);
        if (!html.contains(place))
            continue;
        const QImage image = QImage::fromData(QByteArray::fromStdString(bytes[i]), "PNG");
        document.addResource(QTextDocument::ImageResource, QUrl(name), image);
        const double scale
            = image.isNull() ? 1 : std::min(paper.width() / image.width(), highest * paper.height() / image.height());
        html.replace(place,
                     QStringLiteral("<img width=\"%2\" height=\"%3\" src=\"%1\"")
                         .arg(name)
                         .arg(int(image.width() * scale))
                         .arg(int(image.height() * scale)));
    }
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
void set_pages(QTextDocument& document, QString html, const std::vector<std::string>& names,
               const std::vector<std::string>& bytes, QSizeF paper)
{
    static const QRegularExpression opened(QStringLiteral("<h[1-6]"));
    constexpr int most_rounds = 20;
    for (int round = 0; round < most_rounds; ++round) {
        set_words(document, html, names, bytes, paper);
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
    QPainter painter(&writer);
    paint(writer, painter, paper);
    painter.end();
    return QByteArray::fromStdString(figures::without_time(buffer.data().toStdString()));
}

} // namespace

QByteArray printed_sheets(const std::vector<QString>& sheets, const std::vector<std::string>& names,
                          const std::vector<std::string>& bytes, const QString& title)
{
    return printed(title, [&](QPdfWriter& writer, QPainter& painter, QSizeF paper) {
        for (std::size_t i = 0; i < sheets.size(); ++i) {
            if (i > 0)
                writer.newPage();
            QTextDocument document;
            for (int letters = largest_letters; letters >= smallest_letters; --letters) {
                document.setDefaultFont(interface_font(letters));
                set_words(document, sheets[i], names, bytes, paper);
                if (document.pageCount() == 1)
                    break;
            }
            draw_pages(document, writer, painter, paper);
        }
    });
}

QByteArray printed_page(const QString& html, const std::vector<std::string>& names,
                        const std::vector<std::string>& bytes, const QString& title)
{
    return printed(title, [&](QPdfWriter& writer, QPainter& painter, QSizeF paper) {
        QTextDocument document;
        document.setDefaultFont(interface_font(usual_letters));
        set_pages(document, html, names, bytes, paper);
        draw_pages(document, writer, painter, paper);
    });
}

} // namespace plateau::ui
