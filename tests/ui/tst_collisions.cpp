// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <qcustomplot.h>

#include <random>

#include "core/catalog/catalog.h"
#include "core/figures/figure_table.h"
#include "core/figures/plot_view.h"
#include "core/figures/question_file.h"
#include "tests/ui/picture_recorder.h"
#include "tests/ui/sample_figure.h"
#include "ui/base/language.h"
#include "ui/base/text.h"
#include "ui/figures/page_layout.h"

using namespace plateau;
using namespace plateau::ui;

namespace {

struct Paper {
    const char* name;
    const char* size;
    double font_scale;
    bool worded = false; ///< with title and caption, names of curves in the legend
};

constexpr Paper papers[] = {
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

figures::ExportOptions options_of(const Paper& paper)
{
    figures::ExportOptions options = *figures::export_size(paper.size);
    options.font_scale = paper.font_scale;
    options.title = options.caption = paper.worded;
    if (paper.worded)
        options.names = figures::NamePlace::Legend;
    return options;
}

QString squeezed(QString words)
{
    words.remove(QRegularExpression(QStringLiteral("\\s")));
    words.remove(QChar(0x00A0));
    return words;
}

/// Every word a figure of panels has; on paper none may be missing.
std::vector<QString> words_of(const figures::Figure& figure)
{
    std::vector<QString> words;
    const auto add = [&](const Message& message) {
        if (!message.empty())
            words.push_back(text(message));
    };
    const auto inside = [&](double x) { return x >= figure.x.minimum && x <= figure.x.maximum; };
    if (!figure.panels.empty()) {
        add(figure.x.title);
        add(figure.x.note);
        if (!figure.top_marks.empty())
            add(figure.top_note);
    }
    for (const figures::Panel& panel : figure.panels) {
        add(panel.title);
        add(panel.unit);
        for (const figures::Series& series : panel.series)
            if (std::any_of(series.y.begin(), series.y.end(), [](double y) { return std::isfinite(y); }))
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
            if (region.to > figure.x.minimum && region.from < figure.x.maximum)
                add(region.reason);
        for (const figures::Label& label : panel.labels)
            add(label.text);
        for (const figures::Mark& mark : panel.marks)
            if (inside(mark.x))
                add(mark.text);
        for (const Message& category : panel.y.categories)
            add(category);
    }
    for (const figures::Bar& bar : figure.bars) {
        add(bar.name);
        for (const figures::Segment& segment : bar.segments)
            add(segment.name);
    }
    if (figure.heat_map) {
        add(figure.heat_map->title);
        add(figure.heat_map->note);
        add(figure.heat_map->column_title);
        add(figure.heat_map->row_title);
    }
    if (figure.swings) {
        add(figure.swings->title);
        add(figure.swings->note);
        add(figure.swings->axis_title);
        for (const figures::Swing& swing : figure.swings->swings)
            add(swing.name);
    }
    return words;
}

constexpr double least_points = 5; ///< what can be read in print

struct Verdict {
    QStringList problems;
    double points = std::numeric_limits<double>::infinity(); ///< of the smallest letters
};

Verdict looked_at(const figures::Figure& figure, const figures::ExportOptions& options)
{
    figures::FigurePage page = figures::page_of(figure);
    page.provenance.caption = "What is plotted, of which configuration, with which assumptions, how it is known and "
                              "by which version: a caption of the usual length stands below the plots.";
    const Laid laid = lay_out(page, options);
    const Theme& theme = laid.style.theme;
    PictureRecorder sheet(laid.size, {theme.grid, theme.tint, theme.divider});
    std::vector<QRectF> plots;
    {
        QCPPainter painter;
        painter.begin(&sheet);
        plots = draw_page(painter, page, laid, true);
        painter.end();
    }
    Verdict verdict;
    const auto& texts = sheet.texts();
    const auto name = [](const PictureRecorder::Text& text) {
        return QStringLiteral("“%1” at %2,%3")
            .arg(text.words)
            .arg(text.box.x(), 0, 'f', 0)
            .arg(text.box.y(), 0, 'f', 0);
    };
    QString all;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        all += texts[i].words;
        verdict.points = std::min(verdict.points, texts[i].points);
        if (texts[i].points < least_points)
            verdict.problems << name(texts[i]) + QStringLiteral(" has letters of %1 points").arg(texts[i].points);
        const QRectF box = texts[i].box.adjusted(0.4, 0.4, -0.4, -0.4);
        if (!sheet.page().contains(box))
            verdict.problems << name(texts[i]) + QStringLiteral(" is cut by the page");
        if (texts[i].cut)
            verdict.problems << name(texts[i]) + QStringLiteral(" is cut");
        if (texts[i].covered)
            verdict.problems << name(texts[i]) + QStringLiteral(" is covered");
        if (texts[i].words.contains(QChar(0x2026)))
            verdict.problems << name(texts[i]) + QStringLiteral(" is elided");
        if (sheet.inked(box))
            verdict.problems << name(texts[i]) + QStringLiteral(" touches ink");
        for (std::size_t k = i + 1; k < texts.size(); ++k)
            if (box.intersects(texts[k].box.adjusted(0.4, 0.4, -0.4, -0.4)))
                verdict.problems << name(texts[i]) + QStringLiteral(" touches ") + name(texts[k]);
    }
    all = squeezed(all);
    for (const QString& words : words_of(figure))
        if (!all.contains(squeezed(words)))
            verdict.problems << QStringLiteral("“%1” is missing").arg(words);
    for (std::size_t i = 0; i < plots.size(); ++i) {
        if (!figure.panels[i].y.categories.empty())
            continue;
        const auto labels = std::count_if(texts.begin(), texts.end(), [&](const PictureRecorder::Text& text) {
            return text.box.right() < plots[i].left() && text.box.center().y() > plots[i].top() - 3
                && text.box.center().y() < plots[i].bottom() + 3;
        });
        if (labels < 3)
            verdict.problems << QStringLiteral("%1 labels on the y axis of plot %2").arg(labels).arg(i + 1);
    }
    if (!plots.empty()) {
        const double row = plots.back().bottom() + laid.style.text(26);
        const auto labels = std::count_if(texts.begin(), texts.end(), [&](const PictureRecorder::Text& text) {
            return text.box.top() > plots.back().bottom() && text.box.center().y() < row;
        });
        if (labels < 3)
            verdict.problems << QStringLiteral("%1 labels on the x axis").arg(labels);
    }
    return verdict;
}

} // namespace

/// On paper no word touches another, a curve, a marker or a frame, none is cut and none is missing: measured from what
/// was drawn. PLATEAU_ALL_FIGURES=1 goes over every figure of every scenario,
/// PLATEAU_ALL_FIGURES=2/5 over the second of five parts of them;
/// PLATEAU_FIGURES_IN=de: in German.
class TestCollisions : public QObject {
    Q_OBJECT

private slots:
    void made_up_figures_data()
    {
        QTest::addColumn<int>("figure");
        QTest::addColumn<int>("paper");
        const char* names[] = {"curves", "bars", "points"};
        for (int figure = 0; figure < 3; ++figure)
            for (int paper = 0; paper < static_cast<int>(std::size(papers)); ++paper)
                QTest::addRow("%s, %s", names[figure], papers[paper].name) << figure << paper;
    }
    void made_up_figures()
    {
        QFETCH(int, figure);
        QFETCH(int, paper);
        const figures::Figure drawn = figure == 0 ? sample_figure() : figure == 1 ? sample_bars() : sample_points();
        const Verdict verdict = looked_at(drawn, options_of(papers[paper]));
        QVERIFY2(verdict.problems.isEmpty(), qPrintable(verdict.problems.join(u'\n')));
    }

    /// The recorder sees what it is to see.
    void collisions_are_seen()
    {
        PictureRecorder sheet(QSize(200, 100), {QColor(Qt::yellow)});
        QCPPainter painter;
        painter.begin(&sheet);
        painter.setFont(interface_font(12));
        painter.setPen(Qt::black);
        painter.drawText(QPointF(10, 20), QStringLiteral("free"));
        painter.drawText(QPointF(10, 50), QStringLiteral("struck"));
        painter.drawLine(QPointF(0, 46), QPointF(100, 46));
        painter.drawText(QPointF(190, 20), QStringLiteral("over the edge"));
        painter.setPen(Qt::yellow);
        painter.drawLine(QPointF(0, 16), QPointF(100, 16));
        painter.setPen(Qt::black);
        painter.drawText(QPointF(10, 80), QStringLiteral("hidden"));
        painter.fillRect(QRectF(0, 60, 60, 30), Qt::white);
        painter.end();
        const auto& texts = sheet.texts();
        QCOMPARE(texts.size(), std::size_t(4));
        QVERIFY(!sheet.inked(texts[0].box) && sheet.inked(texts[1].box));
        QVERIFY(sheet.page().contains(texts[0].box) && !sheet.page().contains(texts[2].box));
        QVERIFY(texts[3].covered && !texts[0].covered);
    }

    /// An SVG knows no clip: a part of a figure is drawn alike with and without one.
    void nothing_leaves_its_plot_data()
    {
        QTest::addColumn<QString>("view");
        QTest::newRow("curves and bands") << QStringLiteral("mfu=0.2:0.3; throughput=1e6:1e7; communication=0.1:0.4");
        QTest::newRow("points") << QString();
    }
    void nothing_leaves_its_plot()
    {
        QFETCH(QString, view);
        figures::Figure figure = sample_points();
        figure.x.minimum = 1; // leaves a point and its range behind, cuts others
        figure.panels.pop_back();
        if (!view.isEmpty())
            figure = figures::seen(sample_figure(), figures::read_plot_view(view.toStdString()));
        const figures::FigurePage page = figures::page_of(figure);
        const Laid laid = lay_out(page, options_of(papers[0]));
        std::vector<QRectF> plots;
        QImage ink[2];
        for (const bool clips : {false, true}) {
            PictureRecorder sheet(laid.size, {laid.style.theme.grid, laid.style.theme.tint}, clips);
            QCPPainter painter;
            painter.begin(&sheet);
            plots = draw_page(painter, page, laid, true);
            painter.end();
            ink[clips] = sheet.ink();
        }
        int outside = 0;
        for (int y = 0; y < ink[0].height(); ++y)
            for (int x = 0; x < ink[0].width(); ++x) {
                const QPointF at = QPointF(x, y) / (double(ink[0].width()) / laid.size.width());
                const bool inside = std::any_of(plots.begin(), plots.end(), [&](const QRectF& plot) {
                    return plot.adjusted(-3, -3, 3, 3).contains(at); // as far as strokes are wide
                });
                outside += !inside && ink[0].pixel(x, y) != ink[1].pixel(x, y);
            }
        QCOMPARE(outside, 0);
    }

    void every_figure_of_every_scenario()
    {
        const QStringList part = qEnvironmentVariable("PLATEAU_ALL_FIGURES").split(u'/');
        const bool everything = !part.front().isEmpty();
        speak_language(language_of(qEnvironmentVariable("PLATEAU_FIGURES_IN", QStringLiteral("en"))));
        const catalog::Catalog catalog = catalog::read(catalog::preset_folders());
        struct Case {
            const figures::FigureEntry* entry;
            std::vector<std::string> scenarios;
        };
        std::vector<Case> cases;
        for (const auto& file : catalog::preset_files(catalog.folders, "scenarios")) {
            const std::string name = file.stem().string();
            const auto kind = figures::question_kind(catalog, name);
            QVERIFY2(kind.has_value(), name.c_str());
            for (const figures::FigureEntry& entry : figures::figure_table())
                if ((entry.make_limits != nullptr) == (*kind == "limits"))
                    cases.push_back({&entry, {name}});
        }
        for (const figures::FigureEntry& entry : figures::figure_table())
            if (entry.make_limits) {
                cases.push_back(
                    {&entry,
                     {"limits-h100-dense", "limits-a100-dense", "limits-v100-dense", "limits-h100-low-latency"}});
                cases.push_back({&entry,
                                 {"limits-h100-dense", "limits-h100-global-nvlink", "limits-h100-low-latency",
                                  "limits-h100-infinite-network"}});
            } else if (entry.overlays)
                cases.push_back(
                    {&entry, {"fernandez-weak-scaling", "fernandez-a100", "fernandez-hsdp", "llama3-8b-fsdp"}});
        if (!everything) {
            std::mt19937 random(20250131);
            std::erase_if(cases, [](const Case& c) {
                const std::string name = c.entry->name;
                return name.find("equal") == 0 || name == "frontier" || name == "plans-heatmap"
                    || name == "what-would-help" || c.scenarios.front().find("fernandez") == std::string::npos;
            });
            std::shuffle(cases.begin(), cases.end(), random);
            cases.resize(std::min<std::size_t>(cases.size(), 2));
        }
        if (part.size() == 2) {
            const std::size_t wanted = part[0].toUInt(), parts = part[1].toUInt();
            std::vector<Case> own;
            for (std::size_t i = 0; i < cases.size(); ++i)
                if (i % parts + 1 == wanted)
                    own.push_back(cases[i]);
            cases = std::move(own);
        }
        int drawn = 0, without_answer = 0, bad = 0;
        double points = std::numeric_limits<double>::infinity();
        for (const Case& each : cases) {
            const QString what = QString::fromStdString(std::string(each.entry->name) + " of " + each.scenarios.front()
                                                        + (each.scenarios.size() > 1 ? " and others" : ""));
            figures::MadeFigure made;
            if (each.entry->make_limits) {
                std::vector<LimitsScenario> scenarios;
                for (const std::string& name : each.scenarios)
                    scenarios.push_back(*figures::read_limits_question(catalog, name));
                made = each.entry->make_limits(catalog, scenarios);
            } else {
                std::vector<Scenario> scenarios;
                for (const std::string& name : each.scenarios)
                    scenarios.push_back(*figures::read_question(catalog, name));
                made = each.entry->make(catalog, scenarios);
            }
            if (!made.no_answer.empty()) {
                ++without_answer;
                continue;
            }
            for (const Paper& paper : papers) {
                const Verdict verdict = looked_at(made.figure, options_of(paper));
                ++drawn;
                points = std::min(points, verdict.points);
                if (verdict.problems.isEmpty())
                    continue;
                ++bad;
                qWarning().noquote() << what << "on" << paper.name << "\n  "
                                     << verdict.problems.join(QStringLiteral("\n   "));
            }
        }
        qInfo() << drawn << "pictures," << bad << "with collisions;" << without_answer << "figures without an answer;"
                << "smallest letters" << points << "points";
        QVERIFY(drawn > 0);
        QCOMPARE(bad, 0);
    }
};

PLATEAU_TEST(TestCollisions)
#include "tst_collisions.moc"
