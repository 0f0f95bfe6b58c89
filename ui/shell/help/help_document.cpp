// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/help/help_document.h"

#include <QRegularExpression>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextFrame>
#include <QTextTable>

#include <vector>

namespace plateau::ui {

namespace {

constexpr double body_pixels = 14;
constexpr double heading_pixels[] = {24, 18, 16, 14, 14, 14};
// Stand in the text while it is read as Markdown, so that a named paragraph is known again in the document.
constexpr QChar mark_begin(0xE000);
constexpr QChar mark_end(0xE001);

/// Lines that name the paragraph below are taken out; a mark with their number stands there.
QString with_marks(const QString& markdown, std::vector<QString>& anchors)
{
    static const QRegularExpression named(QStringLiteral("^<a id=\"([^\"]+)\"></a>$"));
    static const QRegularExpression head(QStringLiteral("^(#+ |- )?"));
    QStringList lines;
    int waiting = -1;
    for (QString line : markdown.split(u'\n')) {
        if (line.startsWith(QLatin1String("<!-- ")))
            continue;
        if (const auto found = named.match(line); found.hasMatch()) {
            waiting = static_cast<int>(anchors.size());
            anchors.push_back(found.captured(1));
            continue;
        }
        if (waiting >= 0 && !line.isEmpty()) {
            line.insert(head.match(line).capturedLength(),
                        QString(mark_begin) + QString::number(waiting) + QString(mark_end));
            waiting = -1;
        }
        lines << line;
    }
    return lines.join(u'\n');
}

HelpPlaces take_marks(QTextDocument& document, const std::vector<QString>& anchors)
{
    HelpPlaces places;
    static const QRegularExpression mark(QStringLiteral("\\x{E000}(\\d+)\\x{E001}"));
    QTextCursor edit(&document);
    edit.beginEditBlock();
    for (QTextCursor found = document.find(mark); !found.isNull(); found = document.find(mark, found)) {
        const auto number = found.selectedText().mid(1).chopped(1).toUInt();
        found.removeSelectedText();
        if (number < anchors.size())
            places.blocks[anchors[number]] = found.blockNumber();
    }
    edit.endEditBlock();
    return places;
}

/// The interface font has no heavier weight than this; whether the block holds a picture.
bool style_letters(const QTextBlock& block)
{
    bool picture = false;
    std::vector<std::pair<int, int>> bold;
    for (auto each = block.begin(); !each.atEnd(); ++each) {
        const QTextFragment fragment = each.fragment();
        picture = picture || fragment.charFormat().isImageFormat();
        if (fragment.charFormat().fontWeight() > QFont::DemiBold)
            bold.emplace_back(fragment.position(), fragment.position() + fragment.length());
    }
    QTextCharFormat letters;
    letters.setFontWeight(QFont::DemiBold);
    for (const auto& [from, to] : bold) {
        QTextCursor cursor(block);
        cursor.setPosition(from);
        cursor.setPosition(to, QTextCursor::KeepAnchor);
        cursor.mergeCharFormat(letters);
    }
    return picture;
}

void style_block(QTextCursor& cursor, const Theme& theme)
{
    const QTextBlock block = cursor.block();
    const bool picture = style_letters(block);
    QTextBlockFormat format = block.blockFormat();
    const int level = format.headingLevel();
    if (level > 0) {
        format.setTopMargin(level == 1 ? 0 : level == 2 ? 22 : 16);
        format.setBottomMargin(6);
        QTextCharFormat letters;
        letters.setFont(interface_font(heading_pixels[level - 1], 600));
        cursor.select(QTextCursor::BlockUnderCursor);
        cursor.mergeCharFormat(letters);
    } else if (format.hasProperty(QTextFormat::BlockCodeLanguage) || format.nonBreakableLines()) {
        format.setBackground(theme.window);
        format.setLeftMargin(10);
        format.setNonBreakableLines(false);
    } else if (!cursor.currentTable()) {
        format.setBottomMargin(block.textList() ? 3 : 9);
    }
    if (!picture)
        format.setLineHeight(125, QTextBlockFormat::ProportionalHeight);
    QTextCursor(block).setBlockFormat(format);
}

void style_table(QTextTable& table, const Theme& theme)
{
    QTextTableFormat format = table.format();
    format.setBorder(1);
    format.setBorderBrush(theme.divider);
    format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
    format.setBorderCollapse(true);
    format.setCellPadding(4);
    format.setCellSpacing(0);
    format.setBottomMargin(12);
    format.setTopMargin(4);
    format.setWidth(QTextLength());
    table.setFormat(format);
    for (int column = 0; column < table.columns(); ++column) {
        QTextTableCell cell = table.cellAt(0, column);
        QTextCharFormat head = cell.format();
        head.setBackground(theme.window);
        cell.setFormat(head);
    }
}

} // namespace

HelpPlaces fill_help_document(QTextDocument& document, const QString& markdown, const Theme& theme)
{
    std::vector<QString> anchors;
    document.setUndoRedoEnabled(false);
    document.setDefaultFont(interface_font(body_pixels));
    document.setMarkdown(with_marks(markdown, anchors), QTextDocument::MarkdownDialectGitHub);
    document.setDocumentMargin(20);
    HelpPlaces places = take_marks(document, anchors);
    QTextCursor cursor(&document);
    cursor.beginEditBlock();
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        cursor.setPosition(block.position());
        style_block(cursor, theme);
    }
    cursor.endEditBlock();
    for (QTextFrame* frame : document.rootFrame()->childFrames())
        if (auto* table = qobject_cast<QTextTable*>(frame))
            style_table(*table, theme);
    return places;
}

} // namespace plateau::ui
