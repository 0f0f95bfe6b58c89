// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/help/help_window.h"

#include <QAbstractTextDocumentLayout>
#include <QKeyEvent>
#include <QPrintDialog>
#include <QPrinter>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextFrame>
#include <QTextTable>

#include <algorithm>

#include "ui/controls/appearance.h"

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
            places[anchors[number]] = found.blockNumber();
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

constexpr int picture_width = 640;
const QLatin1String play("play:"); ///< before the name of a moving picture: the target of a link

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

HelpBrowser::HelpBrowser(const HelpLibrary& library, QWidget* parent) : QTextBrowser(parent), library_(library)
{
    setOpenLinks(false);
    setAccessibleName(tr("Page of help"));
    connect(this, &QTextBrowser::anchorClicked, this, &HelpBrowser::follow);
}

void HelpBrowser::follow(const QUrl& url)
{
    const QString target = url.toString();
    if (!target.startsWith(play))
        emit link_clicked(target);
    else if (const auto& figure = figure_of(target.mid(play.size())))
        play_picture(*figure, *this);
}

/// Moving pictures are links that play them.
void HelpBrowser::make_playable(QTextDocument& page)
{
    struct Picture {
        int from, to;
        QString name;
    };
    std::vector<Picture> moving;
    for (QTextBlock block = page.begin(); block.isValid(); block = block.next())
        for (auto each = block.begin(); !each.atEnd(); ++each) {
            const QTextFragment fragment = each.fragment();
            if (!fragment.charFormat().isImageFormat())
                continue;
            const QString name = fragment.charFormat().toImageFormat().name();
            if (const auto& figure = figure_of(name); figure && figure->figure.as<figures::Mechanism>())
                moving.push_back({fragment.position(), fragment.position() + fragment.length(), name});
        }
    for (const Picture& picture : moving) {
        QTextCursor cursor(&page);
        cursor.setPosition(picture.from);
        cursor.setPosition(picture.to, QTextCursor::KeepAnchor);
        QTextCharFormat link;
        link.setAnchor(true);
        link.setAnchorHref(play + picture.name);
        link.setToolTip(tr("Play"));
        cursor.mergeCharFormat(link);
    }
}

void HelpBrowser::show_page(const QString& name)
{
    if (name == page_)
        return;
    page_ = name;
    anchor_.clear();
    refill();
    verticalScrollBar()->setValue(0);
}

void HelpBrowser::refill()
{
    // Filled before it is shown, or it would be laid out over and over.
    auto* page = new QTextDocument(this);
    places_ = fill_help_document(*page, library_.markdown(page_), theme_of(this));
    make_playable(*page);
    const QPointer<QTextDocument> before = document();
    marked_.clear();
    setExtraSelections({});
    setDocument(page);
    delete before.data(); // the first one is the view's own, and gone
    setAccessibleName(library_.title(page_));
    mark(words_);
}

void HelpBrowser::go_to(const QString& anchor)
{
    anchor_ = anchor;
    const auto found = places_.find(anchor);
    const QTextBlock block = document()->findBlockByNumber(found == places_.end() ? 0 : found->second);
    setTextCursor(QTextCursor(block));
    const double top = document()->documentLayout()->blockBoundingRect(block).top();
    verticalScrollBar()->setValue(found == places_.end() ? 0 : static_cast<int>(top) - 8);
}

int HelpBrowser::mark(const QStringList& words)
{
    words_ = words;
    marked_.clear();
    current_ = -1;
    for (const QString& word : words)
        for (QTextCursor found = document()->find(word); !found.isNull(); found = document()->find(word, found))
            marked_.push_back(found);
    std::sort(marked_.begin(), marked_.end(),
              [](const QTextCursor& one, const QTextCursor& other) { return one.position() < other.position(); });
    show_marks();
    return static_cast<int>(marked_.size());
}

void HelpBrowser::step(int direction)
{
    const int count = static_cast<int>(marked_.size());
    if (count == 0)
        return;
    current_ = current_ < 0 ? (direction > 0 ? 0 : count - 1) : (current_ + direction + count) % count;
    QTextCursor cursor = marked_[static_cast<std::size_t>(current_)];
    cursor.setPosition(cursor.selectionStart());
    setTextCursor(cursor);
    ensureCursorVisible();
    show_marks();
}

void HelpBrowser::show_marks()
{
    const Theme& theme = theme_of(this);
    QList<QTextEdit::ExtraSelection> selections;
    for (std::size_t i = 0; i < marked_.size(); ++i) {
        QTextEdit::ExtraSelection selection;
        const bool current = static_cast<int>(i) == current_;
        selection.cursor = marked_[i];
        selection.format.setBackground(current ? theme.accent : theme.warning_fill);
        selection.format.setForeground(current ? theme.on_accent : theme.text);
        selections << selection;
    }
    setExtraSelections(selections);
}

const std::optional<HelpFigure>& HelpBrowser::figure_of(const QString& name)
{
    const auto [figure, is_new] = figures_.try_emplace(name);
    if (is_new)
        figure->second = help_figure(library_.answers(), name);
    return figure->second;
}

QVariant HelpBrowser::loadResource(int type, const QUrl& name)
{
    if (type != QTextDocument::ImageResource)
        return {};
    const std::optional<HelpFigure>& figure = figure_of(name.toString());
    QImage& picture = pictures_[name.toString()];
    if (picture.isNull() && figure)
        picture = help_picture(*figure, theme_of(this), picture_width, devicePixelRatioF());
    return picture;
}

void HelpBrowser::changeEvent(QEvent* event)
{
    QTextBrowser::changeEvent(event);
    if (event->type() != QEvent::PaletteChange || page_.isEmpty())
        return;
    pictures_.clear();
    const int place = verticalScrollBar()->value();
    refill();
    verticalScrollBar()->setValue(place);
}

void HelpBrowser::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_F3)
        step(event->modifiers().testFlag(Qt::ShiftModifier) ? -1 : 1);
    else
        QTextBrowser::keyPressEvent(event);
}

/// On white, whatever the theme of the screen.
void HelpBrowser::print_page()
{
    QPrinter printer(QPrinter::HighResolution);
    printer.setDocName(library_.title(page_));
    QPrintDialog dialog(&printer, this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    const Theme paper = print_theme();
    QTextDocument page;
    for (const auto& [name, figure] : figures_)
        if (figure)
            page.addResource(QTextDocument::ImageResource, QUrl(name), help_picture(*figure, paper, picture_width, 2));
    fill_help_document(page, library_.markdown(page_), paper);
    page.print(&printer);
}

} // namespace plateau::ui
