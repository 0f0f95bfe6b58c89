// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <qcustomplot.h>

#include <functional>
#include <optional>
#include <random>

#include "app/export_page.h"
#include "core/catalog/catalog.h"
#include "core/charts/plot_view.h"
#include "core/paper/embedded.h"
#include "core/views/view.h"
#include "tests/ui/collisions.h"
#include "tests/ui/picture_recorder.h"
#include "tests/ui/sample_figure.h"
#include "ui/controls/text.h"
#include "ui/controls/theme.h"
#include "ui/figures/export.h"
#include "ui/figures/picture.h"

namespace tst_collisions {

using namespace plateau;
using namespace plateau::ui;

namespace {

/// What is drawn when it is asked for: figures and papers' pages are many.
struct Case {
    std::string name;
    std::function<std::optional<figures::FigurePage>()> page; ///< nothing: the question has no answer
};

using Names = std::vector<std::string>;

views::Drawing made_of(const catalog::Catalog& catalog, const views::View& entry, const Names& names)
{
    answers::Answers answers(std::make_shared<const answers::Data>(
        std::shared_ptr<const catalog::Catalog>(std::shared_ptr<void>(), &catalog)));
    if (entry.takes<Scenario>()) {
        std::vector<Scenario> scenarios;
        for (const std::string& name : names)
            scenarios.push_back(*figures::read_question(catalog, name));
        return views::draw(entry, {answers, scenarios});
    }
    std::vector<LimitsScenario> scenarios;
    for (const std::string& name : names)
        scenarios.push_back(figures::read_limits_questions(catalog, name)->front());
    return views::draw(entry, {answers, scenarios});
}

Case figure_case(const catalog::Catalog& catalog, const views::View& entry, const Names& names)
{
    const std::string name = std::string(entry.name) + " of " + names.front() + (names.size() > 1 ? " and others" : "");
    return {name, [&catalog, &entry, names]() -> std::optional<figures::FigurePage> {
                views::Drawing drawing = made_of(catalog, entry, names);
                if (!drawing.no_answer.empty())
                    return std::nullopt;
                return worded(std::move(drawing.figure));
            }};
}

std::vector<Case> single_figures(const catalog::Catalog& catalog)
{
    std::vector<Case> cases;
    for (const auto& file : catalog::preset_files(catalog.folders, "scenarios")) {
        const std::string name = file.stem().string();
        const auto kind = figures::question_kind(catalog, name);
        for (const views::View& entry : views::all())
            if (kind && entry.kind() == *kind)
                cases.push_back(figure_case(catalog, entry, {name}));
    }
    return cases;
}

std::vector<Case> overlays(const catalog::Catalog& catalog)
{
    const std::vector<Names> limits{
        {"limits-h100-dense", "limits-a100-dense", "limits-v100-dense", "limits-h100-low-latency"},
        {"limits-h100-dense", "limits-h100-global-nvlink", "limits-h100-low-latency", "limits-h100-infinite-network"}};
    const std::vector<Names> training{{"fernandez-weak-scaling", "fernandez-a100", "fernandez-hsdp", "llama3-8b-fsdp"}};
    std::vector<Case> cases;
    for (const views::View& entry : views::all())
        if (entry.overlays)
            for (const Names& names : entry.takes<LimitsScenario>() ? limits : training)
                cases.push_back(figure_case(catalog, entry, names));
    return cases;
}

/// Figures of papers, some of them sheets of small multiples.
std::vector<Case> papers_pages(const catalog::Catalog& catalog)
{
    std::vector<Case> cases;
    for (const app::PaperFigure& paper : app::read_paper_figures(catalog.folders).figures)
        cases.push_back({paper.name, [name = paper.name]() -> std::optional<figures::FigurePage> {
                             app::Arguments arguments;
                             arguments.flags.emplace_back(app::figure_flag.name, name);
                             const auto maker = app::read_page_request(arguments);
                             const auto drawing = maker ? (*maker)() : tl::unexpected(maker.error());
                             return drawing && drawing->no_answer.empty() ? std::optional(drawing->page) : std::nullopt;
                         }});
    return cases;
}

/// Few of them, others in each language, all of which are soon drawn.
std::vector<Case> some_of(std::vector<Case> cases, std::size_t count, std::mt19937& random)
{
    std::erase_if(cases, [](const Case& c) {
        return c.name.find("equal") == 0 || c.name.find("frontier") == 0 || c.name.find("plans-heatmap") == 0
            || c.name.find("what-would-help") == 0 || c.name.find("domain-gain") == 0
            || c.name.find("llama3-405b") != std::string::npos || c.name.find("gpt3") != std::string::npos;
    });
    std::shuffle(cases.begin(), cases.end(), random);
    cases.resize(std::min(cases.size(), count));
    return cases;
}

/// The whole product, a part of it, or a few.
std::vector<Case> wanted_cases(const catalog::Catalog& catalog, int language)
{
    const QStringList part = qEnvironmentVariable("PLATEAU_ALL_FIGURES").split(u'/');
    const bool everything = !part.front().isEmpty();
    std::mt19937 random(20250131U + static_cast<unsigned>(language));
    std::vector<Case> cases;
    for (const auto& all : {single_figures(catalog), overlays(catalog), papers_pages(catalog)})
        for (const Case& one : everything ? all : some_of(all, 1, random))
            cases.push_back(one);
    if (part.size() == 2) {
        const std::size_t wanted = part[0].toUInt(), parts = part[1].toUInt();
        std::vector<Case> own;
        for (std::size_t i = 0; i < cases.size(); ++i)
            if (i % parts + 1 == wanted)
                own.push_back(cases[i]);
        return own;
    }
    return cases;
}

} // namespace

/// On paper no word touches another, a curve, a marker or a frame, none is cut and none is missing: measured from what
/// was drawn. PLATEAU_ALL_FIGURES=1 goes over every figure of every scenario in every language,
/// PLATEAU_ALL_FIGURES=2/5 over the second of five parts of them.
class TestCollisions : public QObject {
    Q_OBJECT

private slots:
    void made_up_figures_data()
    {
        QTest::addColumn<int>("figure");
        QTest::addColumn<int>("paper");
        const char* names[] = {"curves", "bars", "points", "waterfall", "waterfall alone"};
        for (int figure = 0; figure < 5; ++figure)
            for (int paper = 0; paper < static_cast<int>(papers().size()); ++paper)
                QTest::addRow("%s, %s", names[figure], papers()[static_cast<std::size_t>(paper)].name)
                    << figure << paper;
    }
    void made_up_figures()
    {
        QFETCH(int, figure);
        QFETCH(int, paper);
        const figures::Figure drawn = figure == 0 ? sample_figure()
            : figure == 1                         ? sample_bars()
            : figure == 2                         ? sample_points()
                                                  : sample_waterfall(figure == 3);
        const Collisions verdict = looked_at(worded(drawn), options_of(papers()[static_cast<std::size_t>(paper)]));
        QVERIFY2(verdict.problems.isEmpty(), qPrintable(verdict.problems.join(u'\n')));
    }

    /// Words of a waterfall make room for each other at every size of a window, in every theme.
    void words_of_a_waterfall_stand_apart_in_a_window()
    {
        for (const bool pinned : {false, true})
            for (const Theme& theme : {light_theme(), dark_theme(), print_theme()})
                for (int width = 200; width <= 900; width += 50)
                    for (int height = 60; height <= 600; height += 60) {
                        RenderStyle style;
                        style.theme = theme;
                        PictureRecorder sheet(QSize(width, height), {});
                        QPainter painter(&sheet);
                        draw_picture(painter, QRectF(4, 4, width - 8, height - 8), sample_waterfall(pinned), style);
                        painter.end();
                        const std::vector<PictureRecorder::Text>& texts = sheet.texts();
                        QVERIFY(texts.size() >= 2); // its heading
                        for (std::size_t i = 0; i < texts.size(); ++i)
                            for (std::size_t k = 0; k < i; ++k)
                                QVERIFY2(!texts[i].box.adjusted(0.4, 2, -0.4, -2).intersects(texts[k].box),
                                         qPrintable(QStringLiteral("%1 x %2: %3, %4")
                                                        .arg(width)
                                                        .arg(height)
                                                        .arg(texts[i].words, texts[k].words)));
                    }
    }

    /// However narrow its cells are: a frame around one covers no digit of the number in it.
    void numbers_of_a_heat_map_stand_clear_of_frames()
    {
        figures::HeatMap map;
        map.title = {"Throughput of each pair", {}};
        map.row_title = map.column_title = {"tensor", {}};
        for (const char* name : {"1", "2", "4"}) {
            map.columns.push_back({name, {}});
            map.rows.push_back({name, {}});
        }
        for (int cell = 0; cell < 9; ++cell)
            map.cells.push_back({10486.0 + cell, {}, {}});
        map.best = 4;
        map.current = 0;
        map.current_value = map.cells[0].value;
        map.selected = 8;
        figures::Figure figure;
        figure.chart = map;
        const QRegularExpression number(QStringLiteral("^[0-9.,]+$"));
        int widths = 0;
        for (int width = 150; width < 420; ++width) {
            RenderStyle style;
            style.theme = light_theme();
            PictureRecorder sheet(QSize(width, 260), {});
            QPainter painter(&sheet);
            draw_picture(painter, QRectF(0, 0, width, 260), figure, style);
            painter.end();
            int numbers = 0;
            for (const PictureRecorder::Text& text : sheet.texts())
                if (number.match(text.words).hasMatch() && text.words.size() > 3) {
                    ++numbers;
                    QVERIFY2(!sheet.inked(text.box.adjusted(0.4, 0.4, -0.4, -0.4)),
                             qPrintable(QStringLiteral("%1 at a width of %2").arg(text.words).arg(width)));
                }
            QVERIFY(numbers == 0 || numbers == 9); // the best one's is among them
            widths += numbers > 0;
        }
        QVERIFY(widths > 200);
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
        figure.plot().x.minimum = 1; // leaves a point and its range behind, cuts others
        figure.plot().panels.pop_back();
        if (!view.isEmpty())
            figure = figures::seen(sample_figure(), figures::read_plot_view(view.toStdString()));
        const figures::FigurePage page = figures::page_of(figure);
        const Laid laid = lay_out(page, options_of(papers().front()));
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

    void every_figure_of_every_scenario_data()
    {
        QTest::addColumn<int>("language");
        for (int language = 0; language < static_cast<int>(languages().size()); ++language)
            QTest::newRow(languages()[static_cast<std::size_t>(language)].code) << language;
    }
    void every_figure_of_every_scenario()
    {
        QFETCH(int, language);
        const catalog::Catalog catalog = catalog::read(catalog::preset_folders());
        int drawn = 0, without_answer = 0, bad = 0;
        double points = std::numeric_limits<double>::infinity();
        for (const Case& each : wanted_cases(catalog, language)) {
            const std::optional<figures::FigurePage> page = each.page();
            if (!page) {
                ++without_answer;
                continue;
            }
            for (const Paper& paper : papers()) {
                figures::ExportOptions options = options_of(paper);
                options.language = languages()[static_cast<std::size_t>(language)].code;
                const Collisions verdict = looked_at(*page, options);
                ++drawn;
                points = std::min(points, verdict.points);
                if (verdict.problems.isEmpty())
                    continue;
                ++bad;
                qWarning().noquote() << QString::fromStdString(each.name) << "on" << paper.name << "\n  "
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

} // namespace tst_collisions

#include "tst_collisions.moc"
