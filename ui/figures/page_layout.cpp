// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/export.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <qcustomplot.h>

#include "ui/controls/text.h"
#include "ui/controls/theme.h"
#include "ui/figures/picture.h"
#include "ui/figures/renderer.h"
#include "ui/figures/script_plan.h"

namespace plateau::ui {

namespace {

constexpr double inches_in_metre = 1 / 0.0254;
constexpr double logical_dpi = 96;
constexpr double tick_pixels = 11; ///< tick labels on screen
constexpr double picture_margin = 8;
constexpr double least_tile = 75e-3; ///< metres across, with letters of 7 points
constexpr double usual_points = 7;
constexpr int most_columns = 4;
constexpr double heading_row = 22, heading_letters = 13;
constexpr double page_title = 15, caption_letters = 11, title_line = 21, caption_line = 15; ///< before scaling
constexpr double page_margin = 8;
constexpr double smaller = 0.94;
constexpr double smallest_size = 11; ///< of letters on paper, before scaling
constexpr double least_pixels = 6.5; ///< of those; letters have whole pixels: 5 points and more
constexpr double wider = 1.06, most_wider = 8;
constexpr double never = std::numeric_limits<double>::infinity();

QSize pixels_of(const QSizeF& metres)
{
    const QSizeF pixels = metres * inches_in_metre * logical_dpi;
    return {std::max(1, static_cast<int>(std::lround(pixels.width()))),
            std::max(1, static_cast<int>(std::lround(pixels.height())))};
}

double metres_of(double pixels) { return pixels / inches_in_metre / logical_dpi; }

Theme paper_theme(figures::FigureTheme theme)
{
    switch (theme) {
    case figures::FigureTheme::Light:
        return light_theme();
    case figures::FigureTheme::Dark:
        return dark_theme();
    case figures::FigureTheme::Print:
        break;
    }
    return print_theme();
}

RenderStyle paper_style(const Theme& theme, const figures::ExportOptions& options, double share, bool tiled)
{
    RenderStyle style;
    style.theme = theme;
    style.names = options.names;
    style.see_through = options.see_through;
    style.text_scale = options.base_points * options.font_scale * share / 72 * logical_dpi / tick_pixels;
    style.line_scale = options.line_points > 0
        ? options.line_points / 72 * logical_dpi / SeriesStyle().width
        : std::max(0.55, 0.75 * options.base_points / 72 * logical_dpi / tick_pixels);
    style.compact = style.text_scale < 1;
    style.letters = options.letters && !tiled;
    style.marker = options.marker;
    style.on_paper = true;
    return style;
}

/// Around a picture: as wide as letters are large.
double margin_of(const RenderStyle& style) { return std::max(picture_margin, style.text(picture_margin)); }

/// The room that a figure needs at a size.
struct Needs {
    double lacks = 0; ///< pixels of height; infinite: it is too narrow for its letters
    double legend = 0; ///< of which below the plots
};

Needs needs(const figures::Figure& figure, const RenderStyle& style, QSize size, const Legend& legend)
{
    if (is_picture(figure)) {
        const double margin = margin_of(style), width = size.width() - 2 * margin;
        const QSizeF needed = picture_needs(figure, style, width);
        return {needed.width() > width ? never : needed.height() + 2 * margin - size.height()};
    }
    QCustomPlot plot;
    FigureRenderer renderer(plot);
    renderer.set(figure, style);
    renderer.fit(size, legend);
    return {renderer.short_of_width() ? never : renderer.short_of_height(), renderer.legend_height()};
}

/// The height at which a figure has all it needs, infinite where there is none at this width; and its legend's.
struct Fitted {
    double height = 0, legend = 0;
};

Fitted fitted(const figures::Figure& figure, const RenderStyle& style, QSize size, const Legend& legend, bool grows)
{
    constexpr int most_rounds = 6;
    if (const auto* moving = grows ? figure.as<figures::Mechanism>() : nullptr) {
        const double margin = 2 * margin_of(style), all = all_stills_height(*moving, style, size.width() - margin);
        size.setHeight(std::max(size.height(), static_cast<int>(std::ceil(all + margin))));
    }
    const int plain = size.height();
    Needs wanted = needs(figure, style, size, legend);
    // Words below the plots take nothing from them; more height may bring some of them back.
    for (int round = 0; grows && std::isfinite(wanted.lacks) && round < most_rounds; ++round) {
        const int height = std::max(plain + static_cast<int>(std::ceil(wanted.legend)),
                                    size.height() + static_cast<int>(std::ceil(std::max(0.0, wanted.lacks))));
        if (height <= size.height())
            break;
        size.setHeight(height);
        wanted = needs(figure, style, size, legend);
    }
    return {wanted.lacks > 0 ? never : size.height(), wanted.legend};
}

/// The heading of a tile with its letter; empty where it has none.
QString heading_of(const figures::FigurePage& page, std::size_t tile)
{
    const Message& heading = page.tiles[tile].heading;
    return heading.empty() ? QString()
                           : QStringLiteral("(%1) ").arg(QChar(u'a' + static_cast<int>(tile))) + text(heading);
}

bool headings_fit(const figures::FigurePage& page, const RenderStyle& style, double width)
{
    for (std::size_t tile = 0; tile < page.tiles.size(); ++tile)
        if (picture_margin + style.width(heading_of(page, tile), heading_letters, 600) > width)
            return false;
    return true;
}

double heading_space(const figures::FigurePage& page, const RenderStyle& style)
{
    const bool any
        = std::any_of(page.tiles.begin(), page.tiles.end(), [](const auto& tile) { return !tile.heading.empty(); });
    return any ? style.text(heading_row) : 0;
}

/// How many tiles may stand side by side, what is usual at the letters' size first. A page that grows has all its room
/// below.
std::vector<int> columns_of(const figures::FigurePage& page, const figures::ExportOptions& options)
{
    const double across = least_tile * options.base_points * options.font_scale / usual_points;
    const int most = std::min(most_columns, static_cast<int>(page.tiles.size()));
    std::vector<int> columns{std::clamp(static_cast<int>(options.size.width / across), 1, most)};
    for (int other = 1; other <= most && !options.grows; ++other)
        if (other != columns.front())
            columns.push_back(other);
    return columns;
}

/// The lines of title and caption and the room they take.
void place_page_words(const figures::FigurePage& page, const figures::ExportOptions& options, Laid& laid)
{
    const RenderStyle& style = laid.style;
    const double margin = style.text(page_margin);
    const double width = pixels_of({options.size.width, options.size.height}).width() - 2 * margin;
    laid.title = options.title ? wrapped(text(page.title), style.font(page_title, 600), width) : QStringList();
    laid.caption
        = options.caption ? wrapped(caption_words(page.provenance), style.font(caption_letters), width) : QStringList();
    if (!page.corner.empty()) {
        laid.asked = wrapped(text(page.asked), style.font(caption_letters), width);
        if (laid.caption.isEmpty())
            laid.caption = wrapped(text(page.corner), style.font(caption_letters), width);
    }
    const auto height = [&](const QStringList& lines, double line) {
        return lines.isEmpty() ? 0 : static_cast<double>(lines.size()) * style.text(line) + margin;
    };
    laid.above = height(laid.title, title_line) + height(laid.asked, caption_line);
    laid.below = height(laid.caption, caption_line);
}

/// Tiles `first` to before `last`, side by side: axes stand at one height, whatever is written below them.
Fitted fitted_row(const figures::FigurePage& page, int first, int last, RenderStyle style, QSize usual,
                  const Legend& legend, bool grows)
{
    constexpr int most_rounds = 6;
    Fitted row;
    for (int round = 0; round < most_rounds; ++round) {
        row = {grows ? 1.0 : usual.height(), 0};
        for (int i = first; i < last; ++i) {
            const figures::Figure& figure = page.tiles[static_cast<std::size_t>(i)].figure;
            const int least = grows && has_own_height(figure) ? 1 : usual.height();
            const Fitted own = fitted(figure, style, QSize(usual.width(), least), legend, grows);
            row = {std::max(row.height, own.height), std::max(row.legend, own.legend)};
        }
        if (last - first < 2 || row.legend <= style.least_legend || !std::isfinite(row.height))
            return row;
        style.least_legend = row.legend;
    }
    return {never, row.legend}; // every height of the legend sends more words into it
}

/// The entries that several tiles of this size would each have in their legend.
Legend common_legend(const figures::FigurePage& page, const RenderStyle& style, QSize tile)
{
    Legend once, common;
    for (std::size_t i = 0; page.tiles.size() > 1 && i < page.tiles.size(); ++i) {
        if (is_picture(page.tiles[i].figure))
            continue;
        QCustomPlot plot;
        FigureRenderer renderer(plot);
        renderer.set(page.tiles[i].figure, style);
        renderer.fit(tile);
        for (const LegendEntry& entry : renderer.legend().entries())
            if (entry.sample)
                (once.has(entry) ? common : once).add(entry);
    }
    return common;
}

/// False: at these letters not everything has its room.
bool place_tiles(const figures::FigurePage& page, const figures::ExportOptions& options, int columns, Laid& laid)
{
    const int count = static_cast<int>(page.tiles.size()), rows = (count + columns - 1) / columns;
    const QSize whole = pixels_of({options.size.width, options.size.height});
    const double heading = heading_space(page, laid.style);
    const int width = whole.width() / columns;
    laid.legend = common_legend(page, laid.style, QSize(width, std::max(1, whole.height() / rows)));
    const double below = laid.below + laid.legend.height(whole.width(), laid.style, 1);
    const int room = options.grows ? whole.height() : static_cast<int>(whole.height() - laid.above - below);
    const int usual = options.grows && rows > 1 ? static_cast<int>(room * 0.75) : room / rows;
    laid.tiles.clear();
    laid.legend_heights.clear();
    double top = std::ceil(laid.above);
    bool fits = usual > heading && headings_fit(page, laid.style, width);
    for (int row = 0; row < rows; ++row) {
        const int first = row * columns, last = std::min(count, first + columns);
        const Fitted room_of_row = fitted_row(
            page, first, last, laid.style, QSize(width, static_cast<int>(usual - heading)), laid.legend, options.grows);
        fits = fits && std::isfinite(room_of_row.height);
        const double height = std::isfinite(room_of_row.height) ? room_of_row.height : std::max(1.0, usual - heading);
        for (int i = first; i < last; ++i) {
            laid.tiles.emplace_back((i - first) * width, static_cast<int>(top + heading), width,
                                    static_cast<int>(height));
            laid.legend_heights.push_back(last - first > 1 ? room_of_row.legend : 0);
        }
        top += heading + height;
    }
    laid.size = QSize(whole.width(), options.grows ? static_cast<int>(std::ceil(top + below)) : whole.height());
    const bool low = options.most_height <= 0
        || laid.size.height() <= pixels_of({options.size.width, options.most_height}).height();
    return fits && low;
}

/// A figure that grows begins with room for its panels: the size is that of one.
figures::ExportOptions with_room_for_panels(const figures::FigurePage& page, figures::ExportOptions options)
{
    constexpr double each = 0.28; ///< of the height of one, for every further panel
    std::size_t most = 1;
    for (const figures::PageTile& tile : page.tiles)
        most = std::max(most, tile.figure.panels().size());
    if (options.grows)
        options.size.height *= 1 + each * static_cast<double>(most - 1);
    if (options.most_height > 0)
        options.size.height = std::min(options.size.height, options.most_height);
    return options;
}

std::vector<QRectF> draw_tile(QCPPainter& painter, const figures::Figure& figure, const RenderStyle& style, QSize size,
                              const Legend& legend, TracedPage* taken_apart)
{
    std::vector<QRectF> plots;
    if (is_picture(figure)) {
        painter.fillRect(QRect(QPoint(), size), style.ground());
        const double edge = margin_of(style);
        draw_picture(painter, QRectF(QPointF(), QSizeF(size)).adjusted(edge, edge, -edge, -edge), figure, style);
        return plots;
    }
    QCustomPlot plot;
    FigureRenderer renderer(plot);
    renderer.set(figure, style);
    renderer.fit(size, legend);
    if (taken_apart)
        renderer.take_apart(painter, size, figure, *taken_apart);
    else
        plot.toPainter(&painter, size.width(), size.height());
    for (std::size_t i = 0; i < renderer.panel_count(); ++i)
        plots.emplace_back(renderer.plot_rect(i));
    return plots;
}

void draw_page_words(QPainter& painter, const Laid& laid)
{
    const RenderStyle& style = laid.style;
    const double margin = style.text(page_margin), width = laid.size.width() - 2 * margin;
    const auto write = [&](const QStringList& lines, double top, double line, const QFont& font, const QColor& ink) {
        if (lines.isEmpty())
            return; // the painter stays as it is
        painter.setFont(font);
        painter.setPen(ink);
        for (const QString& words : lines) {
            painter.drawText(QRectF(margin, top, width, style.text(line)),
                             Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip, words);
            top += style.text(line);
        }
    };
    write(laid.title, margin / 2, title_line, style.font(page_title, 600), style.theme.text);
    write(laid.asked, margin / 2 + static_cast<double>(laid.title.size()) * style.text(title_line), caption_line,
          style.font(caption_letters), style.theme.text2);
    write(laid.caption, laid.size.height() - laid.below, caption_line, style.font(caption_letters), style.theme.text2);
}

} // namespace

Laid lay_out(const figures::FigurePage& page, const figures::ExportOptions& asked_for, const Theme* look)
{
    const figures::ExportOptions options = with_room_for_panels(page, asked_for);
    const Theme theme = look ? *look : paper_theme(options.theme);
    const FontFamily family(text(options.font));
    const OtherLanguage language(options.language);
    Laid laid;
    laid.family = text(options.font);
    const auto place = [&](double share, const figures::ExportOptions& at) {
        laid.style = paper_style(theme, at, share, page.tiles.size() > 1);
        place_page_words(page, at, laid);
        const std::vector<int> columns = columns_of(page, at);
        return std::any_of(columns.begin(), columns.end(),
                           [&](int count) { return place_tiles(page, at, count, laid); });
    };
    const double least = std::min(1.0, least_pixels / paper_style(theme, options, 1, false).text(smallest_size));
    figures::ExportOptions larger = options;
    bool fits = place(1, options);
    for (double share = smaller; !fits && share > least; share *= smaller)
        fits = place(share, options);
    if (!fits && least < 1)
        fits = place(least, options);
    laid.outgrown = !fits;
    larger.grows = true;
    larger.most_height = 0;
    while (!fits && larger.size.width < most_wider * options.size.width) {
        fits = place(least, larger);
        if (!fits)
            larger.size.width *= wider;
    }
    const QSizeF asked(options.size.width, options.size.height);
    const double high = metres_of(laid.size.height());
    const bool as_high = options.most_height > 0 && !laid.outgrown; // a pixel is a quarter of a millimetre
    laid.metres = laid.size == pixels_of(asked)
        ? asked
        : QSizeF(larger.size.width, as_high ? std::min(high, options.most_height) : high);
    return laid;
}

QString caption_words(const figures::Provenance& about)
{
    if (about.generated.empty())
        return text(about.caption);
    QStringList sentences;
    for (const Message& sentence : about.generated)
        sentences << text(sentence);
    return sentences.join(QLatin1Char(' '));
}

std::vector<QRectF> draw_page(QCPPainter& painter, const figures::FigurePage& page, const Laid& laid, bool vector,
                              TracedPage* taken_apart)
{
    if (vector) {
        painter.setMode(QCPPainter::pmVectorized);
        painter.setMode(QCPPainter::pmNonCosmetic);
    }
    painter.setMode(QCPPainter::pmNoCaching);
    const FontFamily family(laid.family);
    if (page.tiles.size() > 1 || laid.above + laid.below > 0)
        painter.fillRect(QRect(QPoint(), laid.size), laid.style.ground());
    std::vector<QRectF> plots;
    const RenderStyle& style = laid.style;
    draw_page_words(painter, laid);
    const double legend_height = laid.legend.height(laid.size.width(), style, 1);
    laid.legend.draw(painter,
                     QRectF(0, laid.size.height() - laid.below - legend_height, laid.size.width(), legend_height),
                     style, 1);
    for (std::size_t i = 0; i < page.tiles.size(); ++i) {
        const QRect& tile = laid.tiles[i];
        painter.save();
        painter.translate(tile.topLeft());
        RenderStyle own = style;
        own.least_legend = laid.legend_heights[i];
        const std::size_t before = taken_apart ? taken_apart->panels.size() : 0;
        for (const QRectF& plot : draw_tile(painter, page.tiles[i].figure, own, tile.size(), laid.legend, taken_apart))
            plots.push_back(plot.translated(tile.topLeft()));
        for (std::size_t k = before; taken_apart && k < taken_apart->panels.size(); ++k)
            taken_apart->panels[k].plot.translate(tile.topLeft());
        painter.restore();
        if (page.tiles[i].heading.empty())
            continue;
        const double heading = heading_space(page, style);
        painter.setFont(style.font(heading_letters, 600));
        painter.setPen(style.theme.text);
        painter.drawText(
            QRectF(tile.left() + picture_margin, tile.top() - heading, tile.width() - picture_margin, heading),
            Qt::AlignLeft | Qt::AlignBottom | Qt::TextSingleLine | Qt::TextDontClip, heading_of(page, i));
    }
    return plots;
}

} // namespace plateau::ui
