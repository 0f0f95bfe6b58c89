// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/collisions.h"

#include <algorithm>
#include <cmath>

#include <QRegularExpression>

#include <qcustomplot.h>

#include "tests/ui/picture_recorder.h"
#include "ui/controls/text.h"
#include "ui/figures/export.h"

namespace plateau::ui {

namespace {

constexpr Paper all_papers[] = {
    {"column", "column", 1},
    {"two columns", "two-column", 1},
    {"slide", "slide", 1},
    {"4:3", "slide-4x3", 1},
    {"column, 200 %", "column", 2},
    {"two columns, 200 %", "two-column", 2},
    {"slide, 200 %", "slide", 2},
    {"88 x 60 mm", "88x60mm", 1},
    {"column, all words", "column", 1, true},
    {"slide, all words", "slide", 1, true},
};

QString squeezed(QString words)
{
    words.remove(QRegularExpression(QStringLiteral("\\s")));
    words.remove(QChar(0x00A0));
    return words;
}

/// Every word a figure of panels has; on paper none may be missing.
void add_words_of(const figures::Figure& figure, std::vector<QString>& words)
{
    const auto add = [&](const Message& message) {
        if (!message.empty())
            words.push_back(text(message));
    };
    if (const auto* plot = figure.as<figures::Plot>(); plot && !plot->panels.empty()) {
        add(plot->x.title);
        add(plot->x.note);
        if (!plot->top_marks.empty())
            add(plot->top_note);
    }
    for (const figures::Panel& panel : figure.panels()) {
        const figures::Axis& x = figure.plot().x;
        add(panel.title);
        add(panel.unit);
        for (const figures::Series& series : panel.series)
            if (panel.y.categories.empty() // else its row has a name
                && std::any_of(series.y.begin(), series.y.end(), [](double y) { return std::isfinite(y); }))
                add(series.beside.empty() ? series.name : series.beside);
        for (const figures::Note& note : panel.notes) {
            add(note.head);
            add(note.text);
        }
        for (const figures::Bracket& bracket : panel.brackets) {
            add(bracket.head);
            add(bracket.text);
        }
        for (const figures::Region& region : panel.regions)
            if (region.to > x.minimum && region.from < x.maximum)
                add(region.reason);
        for (const figures::Label& label : panel.labels)
            add(label.text);
        for (const figures::Mark& mark : panel.marks)
            if (mark.x >= x.minimum && mark.x <= x.maximum)
                add(mark.text);
        for (const Message& category : panel.y.categories)
            add(category);
    }
    if (const auto* chart = figure.as<figures::Bars>())
        for (const figures::Bar& bar : chart->bars) {
            add(bar.name);
            for (const figures::Segment& segment : bar.segments)
                add(segment.name);
        }
    if (const auto* map = figure.as<figures::HeatMap>()) {
        add(map->title);
        add(map->note);
        add(map->column_title);
        add(map->row_title);
    }
    if (const auto* chart = figure.as<figures::Waterfall>()) {
        add(chart->title);
        add(chart->note);
        for (const figures::WaterfallStep& step : chart->steps) {
            add(step.name);
            add(step.own.words);
            if (chart->has_pinned())
                add(step.pinned.words);
        }
        add(chart->pinned_name);
    }
    if (const auto* chart = figure.as<figures::Mechanism>()) {
        add(chart->title);
        add(chart->caption);
        for (const auto& still : chart->stills)
            add(still.words);
        for (const auto& actor : chart->actors)
            add(actor.words);
    }
}

constexpr double least_points = 5; ///< what can be read in print

using Texts = std::vector<PictureRecorder::Text>;

QString name_of(const PictureRecorder::Text& text)
{
    return QStringLiteral("“%1” at %2,%3").arg(text.words).arg(text.box.x(), 0, 'f', 0).arg(text.box.y(), 0, 'f', 0);
}

QRectF letters_of(const PictureRecorder::Text& text) { return text.box.adjusted(0.4, 0.4, -0.4, -0.4); }

/// Of each piece of text alone, and of every two.
void look_at_texts(const PictureRecorder& sheet, Collisions& verdict)
{
    const Texts& texts = sheet.texts();
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const auto problem = [&](const QString& words) { verdict.problems << name_of(texts[i]) + words; };
        verdict.points = std::min(verdict.points, texts[i].points);
        if (texts[i].points < least_points)
            problem(QStringLiteral(" has letters of %1 points").arg(texts[i].points));
        const QRectF box = letters_of(texts[i]);
        if (!sheet.page().contains(box))
            problem(QStringLiteral(" is cut by the page"));
        if (texts[i].cut)
            problem(QStringLiteral(" is cut"));
        if (texts[i].covered)
            problem(QStringLiteral(" is covered"));
        if (texts[i].words.contains(QChar(0x2026)))
            problem(QStringLiteral(" is elided"));
        if (sheet.inked(box))
            problem(QStringLiteral(" touches ink"));
        for (std::size_t k = i + 1; k < texts.size(); ++k)
            if (box.intersects(letters_of(texts[k])))
                problem(QStringLiteral(" touches ") + name_of(texts[k]));
    }
}

void look_for_words(const figures::FigurePage& page, const Texts& texts, Collisions& verdict)
{
    QString all;
    for (const PictureRecorder::Text& text : texts)
        all += text.words;
    all = squeezed(all);
    std::vector<QString> wanted;
    for (const figures::PageTile& tile : page.tiles) {
        if (!tile.heading.empty())
            wanted.push_back(text(tile.heading));
        add_words_of(tile.figure, wanted);
    }
    for (const QString& words : wanted)
        if (!all.contains(squeezed(words)))
            verdict.problems << QStringLiteral("“%1” is missing").arg(words);
}

/// Each axis has three labels and more; `plots` are those of the tile.
void look_at_axes(const figures::Figure& figure, const QRectF& tile, const std::vector<QRectF>& plots, double row,
                  const Texts& texts, Collisions& verdict)
{
    const auto labels = [&](auto stands_there) {
        return std::count_if(texts.begin(), texts.end(), [&](const PictureRecorder::Text& text) {
            return tile.contains(text.box.center()) && stands_there(text.box);
        });
    };
    for (std::size_t i = 0; i < plots.size(); ++i) {
        if (!figure.plot().panels[i].y.categories.empty())
            continue;
        const QRectF& plot = plots[i];
        const auto found = labels([&](const QRectF& box) {
            return box.right() < plot.left() && box.center().y() > plot.top() - 3
                && box.center().y() < plot.bottom() + 3;
        });
        if (found < 3)
            verdict.problems << QStringLiteral("%1 labels on the y axis of plot %2").arg(found).arg(i + 1);
    }
    if (plots.empty())
        return;
    const double below = plots.back().bottom();
    const auto found = labels([&](const QRectF& box) { return box.top() > below && box.center().y() < below + row; });
    if (found < 3)
        verdict.problems << QStringLiteral("%1 labels on the x axis").arg(found);
}

} // namespace

std::span<const Paper> papers() { return all_papers; }

figures::ExportOptions options_of(const Paper& paper)
{
    figures::ExportOptions options = *figures::export_size(paper.size);
    options.font_scale = paper.font_scale;
    options.title = options.caption = paper.worded;
    if (paper.worded)
        options.names = figures::NamePlace::Legend;
    return options;
}

Collisions looked_at(const figures::FigurePage& page, const figures::ExportOptions& options)
{
    const OtherLanguage language(options.language);
    const Laid laid = lay_out(page, options);
    const Theme& theme = laid.style.theme;
    PictureRecorder sheet(laid.size, {theme.grid, theme.tint, theme.divider});
    QCPPainter painter;
    painter.begin(&sheet);
    const std::vector<QRectF> plots = draw_page(painter, page, laid, true);
    painter.end();
    Collisions verdict;
    look_at_texts(sheet, verdict);
    look_for_words(page, sheet.texts(), verdict);
    for (std::size_t i = 0; i < page.tiles.size(); ++i) {
        const QRectF tile(laid.tiles[i]);
        std::vector<QRectF> own;
        std::copy_if(plots.begin(), plots.end(), std::back_inserter(own),
                     [&](const QRectF& plot) { return tile.contains(plot.center()); });
        look_at_axes(page.tiles[i].figure, tile, own, laid.style.text(26), sheet.texts(), verdict);
    }
    return verdict;
}

figures::FigurePage worded(figures::Figure figure)
{
    figures::FigurePage page = figures::page_of(std::move(figure));
    page.provenance.write_caption(
        "What is plotted, of which configuration, with which assumptions, how it is known and "
        "by which version: a caption of the usual length stands below the plots.");
    return page;
}

} // namespace plateau::ui
