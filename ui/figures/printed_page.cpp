// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/printed_page.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextLayout>
#include <QUrl>

#include "core/figures/embedded.h"
#include "ui/base/theme.h"

namespace plateau::ui {

namespace {

constexpr int page_dpi = 96;
constexpr double margin_millimetres = 18;
constexpr double widest_page = 0.95, highest = 0.8; ///< of the paper: a picture

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
        const double scale = image.isNull()
            ? 1
            : std::min(widest_page * paper.width() / image.width(), highest * paper.height() / image.height());
        html.replace(place,
                     QStringLiteral("<img width=\"%2\" height=\"%3\" src=\"%1\"")
                         .arg(name)
                         .arg(int(image.width() * scale))
                         .arg(int(image.height() * scale)));
    }
    document.setHtml(html);
    document.setPageSize(paper);
}

/// That the block's first line stands on.
int page_of(const QTextDocument& document, const QTextBlock& block, double page_height)
{
    const double block_top = document.documentLayout()->blockBoundingRect(block).top();
    return static_cast<int>((block_top + block.layout()->lineAt(0).rect().center().y()) / page_height);
}

/// Pictures stand close to their captions, however far apart lines are; no heading ends a page.
void keep_together(QTextDocument& document, double page_height)
{
    const auto change = [](const QTextBlock& block, const auto& how) {
        QTextBlockFormat format = block.blockFormat();
        how(format);
        QTextCursor(block).setBlockFormat(format);
    };
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
        if (block.text() == QString(QChar::ObjectReplacementCharacter))
            change(block, [](QTextBlockFormat& format) { format.setLineHeight(0, QTextBlockFormat::SingleHeight); });
    for (QTextBlock block = document.begin(); block.next().isValid(); block = block.next())
        if (block.blockFormat().headingLevel() > 0
            && page_of(document, block, page_height) < page_of(document, block.next(), page_height))
            change(block,
                   [](QTextBlockFormat& format) { format.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore); });
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
            document.drawContents(&painter, QRectF(QPointF(), paper));
        }
    });
}

QByteArray printed_page(const QString& html, const std::vector<std::string>& names,
                        const std::vector<std::string>& bytes, const QString& title)
{
    return printed(title, [&](QPdfWriter& writer, QPainter& painter, QSizeF paper) {
        QTextDocument document;
        document.setDefaultFont(interface_font(usual_letters));
        set_words(document, html, names, bytes, paper);
        keep_together(document, paper.height());
        for (int page = 0; page < document.pageCount(); ++page) {
            if (page > 0)
                writer.newPage();
            painter.save();
            painter.translate(0, -page * paper.height());
            document.drawContents(&painter, QRectF(0, page * paper.height(), paper.width(), paper.height()));
            painter.restore();
        }
    });
}

} // namespace plateau::ui
