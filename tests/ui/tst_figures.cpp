// SPDX-License-Identifier: GPL-3.0-or-later
#include <QImage>
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <QtTest>

#include <qcustomplot.h>

#include "core/charts/plot.h"
#include "core/paper/embedded.h"
#include "core/paper/figure_page.h"
#include "core/text/messages/speech.h"
#include "tests/ui/exported_figure.h"
#include "tests/ui/sample_figure.h"
#include "ui/controls/text.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/labels.h"
#include "ui/figures/renderer.h"
#include "ui/figures/script_plan.h"

namespace tst_figures {

using namespace plateau;
using namespace plateau::ui;

namespace {

RenderStyle screen_style()
{
    RenderStyle style;
    style.theme = light_theme();
    style.fast = true;
    return style;
}

QStringList svg_texts(const QByteArray& svg)
{
    QStringList words;
    QXmlStreamReader reader(svg);
    while (!reader.atEnd())
        if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == QLatin1String("text"))
            words << reader.readElementText();
    return words;
}

figures::FigurePage golden_page(const QString& kind)
{
    if (kind != QLatin1String("tiles"))
        return figures::page_of(kind == QLatin1String("bars")            ? sample_bars()
                                    : kind == QLatin1String("points")    ? sample_points()
                                    : kind == QLatin1String("map")       ? sample_map()
                                    : kind == QLatin1String("waterfall") ? sample_waterfall()
                                                                         : sample_figure());
    figures::FigurePage page = figures::page_of(sample_figure());
    page.tiles.push_back({{"second", {}}, sample_figure(0.2)});
    page.tiles.front().heading = {"first", {}};
    return page;
}

} // namespace

/// Figures become pictures: the same plottables over and over, direct labels apart, text that stays text.
class TestFigures : public QObject {
    Q_OBJECT
private slots:
    void tick_texts_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<units::Unit>("unit");
        QTest::addColumn<QString>("expected");
        const QString space(QChar(0x00A0));
        QTest::newRow("100 k") << 1e5 << units::Unit::None << QStringLiteral("100") + space + QStringLiteral("k");
        QTest::newRow("1 M") << 1e6 << units::Unit::None << QStringLiteral("1") + space + QStringLiteral("M");
        QTest::newRow("2,048") << 2048. << units::Unit::Gpus << QStringLiteral("2,048");
        QTest::newRow("1,048,576") << 1048576. << units::Unit::Gpus << QStringLiteral("1,048,576");
        QTest::newRow("percent") << 0.125 << units::Unit::Fraction << QStringLiteral("12.5");
        QTest::newRow("zero") << 0. << units::Unit::Fraction << QStringLiteral("0");
        QTest::newRow("minus") << -5. << units::Unit::None << QString(QChar(0x2212)) + QStringLiteral("5");
    }
    void tick_texts()
    {
        QFETCH(double, value);
        QFETCH(units::Unit, unit);
        QTEST(tick_text(value, unit), "expected");
    }

    /// One format on an axis: never "5,000" beside "10 k", nor "2.5" beside "5".
    void numbers_of_an_axis_are_written_alike()
    {
        const auto labels = [](double low, double high, bool logarithmic, units::Unit unit) {
            QCustomPlot plot;
            plot.yAxis->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
            plot.yAxis->setRange(low, high);
            ValueTicker ticker(plot.yAxis);
            ticker.set_extent(220);
            ticker.set_spacing(30);
            ticker.set_unit(unit);
            QVector<double> ticks;
            QVector<QString> all;
            ticker.generate({low, high}, QLocale::c(), 'g', 6, ticks, nullptr, &all);
            QStringList inside;
            for (qsizetype i = 0; i < ticks.size(); ++i)
                if (ticks[i] >= low && ticks[i] <= high)
                    inside << QString(all[i]).replace(QChar(0x00A0), QLatin1Char(' '));
            return inside;
        };
        using units::Unit;
        QCOMPARE(labels(0, 15000, false, Unit::None),
                 (QStringList{"0", "2,500", "5,000", "7,500", "10,000", "12,500", "15,000"}));
        QCOMPARE(labels(0, 4000, false, Unit::None).last(), QStringLiteral("4,000"));
        QCOMPARE(labels(0, 150000, false, Unit::None).last(), QStringLiteral("150 k"));
        QCOMPARE(labels(0, 5e10, false, Unit::Bytes).last(), QStringLiteral("50 GB"));
        const QStringList watts = labels(5e3, 5e5, true, Unit::Watts);
        QVERIFY2(watts.contains("100 kW") && watts.filter("kW").size() == watts.size(), qPrintable(watts.join(u'|')));
        QCOMPARE(labels(5e2, 2e5, true, Unit::None), (QStringList{"1 k", "10 k", "100 k"}));
        const QStringList dollars = labels(1e8, 1e13, true, Unit::Usd);
        QVERIFY2(dollars.contains(QStringLiteral("1 T")), qPrintable(dollars.join(u'|'))); // five decades
        QVERIFY(labels(1e8, 1e16, true, Unit::Usd).contains(QStringLiteral("10¹²"))); // and eight
        QVERIFY(labels(0, 0.125, false, Unit::Fraction).contains(QStringLiteral("2.5"))
                == labels(0, 0.125, false, Unit::Fraction).contains(QStringLiteral("5.0")));
    }

    /// Beside each number of several bars stands whose it is; the colours of swings have a key.
    void numbers_and_colours_say_whose_they_are()
    {
        figures::Figure bars = sample_bars();
        auto& chart = std::get<figures::Bars>(bars.chart);
        chart.bars.push_back(chart.bars.front());
        chart.bars.back().name = {"Other", {}};
        chart.title = {"Time of the run", {}};
        chart.note = {"1 T tokens", {}};
        const QStringList words = svg_texts(figure_svg(bars, *figures::export_size("column")));
        QVERIFY(words.contains(QStringLiteral("A  Current")) && words.contains(QStringLiteral("B  Other")));
        QCOMPARE(words.count(QStringLiteral("A")), 2); // over the numbers of computing and of waiting
        QCOMPARE(words.count(QStringLiteral("B")), 2);
        QVERIFY(words.contains(QStringLiteral("Time of the run")) && words.contains(QStringLiteral("1 T tokens")));
        QVERIFY(!words.filter(QStringLiteral(" · ")).size());
        const QStringList swings = svg_texts(figure_svg(sample_swings(), *figures::export_size("column")));
        QVERIFY(swings.contains(QStringLiteral("÷ 2")) && swings.contains(QStringLiteral("× 2")));
    }

    /// Letters of 18 points in truth: the smallest of a slide are as large.
    void letters_of_a_slide_are_as_large_as_they_say()
    {
        for (figures::Figure figure : sample_figures()) {
            figure.main_panel = figure.panels().empty() ? std::string() : figure.panels().front().id;
            figures::keep_main_panel(figure);
            const TracedPage page = traced(figures::page_of(figure), *figures::export_size("slide"));
            double least = page.style.text(11); // of the axes' numbers
            for (const TracedText& each : page.texts)
                least = std::min(least, each.size);
            QVERIFY2(least >= 18 * 96. / 72 - 0.01, qPrintable(text(figure.id) + QStringLiteral(": %1 px").arg(least)));
        }
    }

    void round_steps()
    {
        QCOMPARE(round_step(50, 5), 10.);
        QCOMPARE(round_step(1, 4), 0.25);
        QCOMPARE(round_step(0.44, 5), 0.1);
        QCOMPARE(round_step(9000, 5), 2000.);
        QCOMPARE(multiples(0.5, -0.7, 1), QVector<double>({-0.5, 0, 0.5, 1}));
        // A step that is lost in the last digits is no endless way.
        QVERIFY(multiples(round_step(1, 6), 1e18, 1e18 + 1024).size() <= 100);
    }

    /// Zero is no end of a logarithmic axis, and the way down to it has no end.
    void a_logarithmic_axis_from_zero_is_as_good_as_automatic()
    {
        const auto drawn = [](double highest) {
            figures::Figure figure = sample_figure();
            figure.plot().panels[0].y.maximum = highest;
            FigureView view;
            view.resize(800, 600);
            view.show_figure(figure, screen_style());
            return view.grab().toImage();
        };
        QCOMPARE(drawn(1e6), drawn(0));
    }

    void labels_are_pushed_apart()
    {
        const auto centres = push_apart({100, 104, 50, 102}, 15, 0, 200);
        QCOMPARE(centres.size(), std::size_t(4));
        QCOMPARE(centres[2], 50.); // alone: stays
        QCOMPARE(centres[3] - centres[0], 15.);
        QCOMPARE(centres[1] - centres[3], 15.);
        QVERIFY(qAbs((centres[0] + centres[1] + centres[3]) / 3 - 102) < 1e-9);
    }

    void labels_stay_inside()
    {
        for (double centre : push_apart({-5, -4, -3}, 15, 0, 100))
            QVERIFY(centre >= 0 && centre <= 100);
        const auto low = push_apart({99, 99, 99}, 15, 0, 100);
        QCOMPARE(*std::max_element(low.begin(), low.end()), 100.);
    }

    void notes_avoid_curves()
    {
        const QRectF area(0, 0, 400, 200);
        const QPolygonF above(QList<QPointF>{{0, 60}, {400, 60}});
        FreeSpace space(area);
        space.occupy(above);
        const auto placed = [&] { return space.place_free({200, 60}, {80, 32}, 18, 100); };
        const auto first = placed();
        QVERIFY(first && area.contains(*first));
        QVERIFY(first->bottom() < 60 || first->top() > 60);
        space.occupy(*first);
        QVERIFY(placed() && !placed()->intersects(*first));
        space.occupy(area);
        QVERIFY(!placed());
    }

    /// A value that cannot be computed has no place; Qt says that a rectangle contains it.
    void what_is_nowhere_takes_no_room()
    {
        constexpr double nowhere = std::numeric_limits<double>::quiet_NaN(), far = 1e30;
        const QRectF area(0, 0, 400, 200);
        FreeSpace space(area);
        const QPolygonF curve(QList<QPointF>{{0, nowhere}, {100, nowhere}, {-far, far}, {far, -far}});
        space.occupy(curve);
        space.occupy(QRectF(far, -far, far, 10));
        QVERIFY(space.is_free(QRectF(150, 150, 80, 32)));
        QVERIFY(space.is_free(QLineF(nowhere, far, 100, -far)));
        const QRectF name = space.beside(curve, {60, 15}, 8);
        QVERIFY(std::isfinite(name.top()) && area.contains(name));
    }

    /// Where one line has no room, two have: nothing becomes a footnote.
    void a_note_stands_in_its_plot_on_paper()
    {
        figures::ExportOptions options = *figures::export_size("column");
        options.format = figures::FigureFormat::Svg;
        const QStringList words = svg_texts(*page_bytes(figures::page_of(sample_figure()), options));
        QVERIFY2(words.contains(QStringLiteral("Knee at 1,024 GPUs")) && !words.contains(QStringLiteral("1")),
                 qPrintable(words.join(u'|')));
    }

    void a_curves_name_stands_where_the_curve_stands_apart()
    {
        const QRectF area(0, 0, 400, 200);
        const QPolygonF curve({{0, 100}, {100, 100}, {200, 100}, {300, 100}, {400, 100}});
        FreeSpace space(area);
        space.occupy(curve);
        space.occupy(QPolygonF(QList<QPointF>{{0, 80}, {220, 80}}));
        space.occupy(QPolygonF(QList<QPointF>{{0, 120}, {220, 120}}));
        const QRectF name = space.beside(curve, {60, 15}, 8);
        QVERIFY(area.contains(name));
        QVERIFY(name.left() > 220);
        QVERIFY(name.bottom() < 100 || name.top() > 100);
        QVERIFY(std::min(std::abs(name.bottom() - 100), std::abs(name.top() - 100)) < 20);
    }

    void values_between_points()
    {
        const figures::Series series{{}, figures::SeriesRole::Current, {1, 4}, {10, 1000}, {}, 0, true, true};
        QCOMPARE(figures::value_at(series, 2, true, false), 505.);
        QCOMPARE(figures::value_at(series, 2, true, true), 100.);
        QVERIFY(std::isnan(figures::value_at(series, 8, true, true)));
        QVERIFY(std::isnan(figures::value_at(series, 0.5, true, true)));
    }

    void curves_and_bands_end_where_the_axis_ends()
    {
        figures::Series line{{"line", {}}, figures::SeriesRole::Current, {1, 2, 4}, {0, 10, 30}, {}, 0, false, false};
        figures::Series cut = clipped(line, {5, 20, false}, false);
        QCOMPARE(cut.x, (std::vector<double>{1, 1.5, 2, 3, 4}));
        QVERIFY(std::isnan(cut.y.front()) && std::isnan(cut.y.back()));
        QCOMPARE((std::vector<double>{cut.y.begin() + 1, cut.y.end() - 1}), (std::vector<double>{5, 10, 20}));
        line.y_low = {-10, 6, 8};
        cut = clipped(line, {5, 20, false}, false);
        for (std::size_t i = 0; i < cut.x.size(); ++i)
            QVERIFY(cut.y[i] >= 5 && cut.y[i] <= 20 && cut.y_low[i] >= 5 && cut.y_low[i] <= cut.y[i]);
        QCOMPARE(clipped(line, {-20, 40, false}, false).x, line.x);
    }

    void plottables_are_kept()
    {
        FigureView view;
        view.resize(900, 700);
        view.show_figure(sample_figure(), screen_style());
        QList<QCPAbstractPlottable*> first;
        for (int i = 0; i < view.plottableCount(); ++i)
            first << view.plottable(i);
        QVERIFY(first.size() > 10);
        view.show_figure(sample_figure(0.5), screen_style());
        QCOMPARE(view.plottableCount(), first.size());
        for (int i = 0; i < view.plottableCount(); ++i)
            QCOMPARE(view.plottable(i), first.at(i));
        QCOMPARE(view.itemCount(), 12); // four to a panel
    }

    void one_replot_per_turn()
    {
        FigureView view;
        view.resize(900, 700);
        QSignalSpy replots(&view, &QCustomPlot::afterReplot);
        for (int i = 0; i < 100; ++i)
            view.show_figure(sample_figure(0.01 * i), screen_style());
        QCOMPARE(replots.count(), 0);
        QCoreApplication::processEvents();
        QCOMPARE(replots.count(), 1);
    }

    void curves_stay_small()
    {
        FigureView view;
        view.show_figure(sample_figure(), screen_style());
        for (int i = 0; i < view.graphCount(); ++i)
            QVERIFY(view.graph(i)->dataCount() <= 300);
        QVERIFY(view.plottingHints().testFlag(QCP::phFastPolylines));
    }

    void svg_keeps_its_text()
    {
        const QByteArray svg = figure_svg(sample_figure(), {});
        QCOMPARE(svg, figure_svg(sample_figure(), {}));
        const QStringList words = svg_texts(svg);
        for (const char* wanted : {"Throughput", "tokens/s, all GPUs", "MFU", "% of 989 TFLOP/s, dense bf16",
                                   "GPUs, log scale", "ideal, linear", "exposed", "does not fit", "a", "b", "c", "128"})
            QVERIFY2(words.contains(QLatin1String(wanted)), wanted);
        QVERIFY(!svg.contains("<image"));
        QVERIFY(!svg.contains("non-scaling-stroke"));
        QVERIFY(!words.contains(QStringLiteral("2,048,"))); // no marker tag unless asked for
    }

    void svg_has_its_size()
    {
        const auto options = figures::export_size("180x100mm");
        QVERIFY(options.has_value());
        const QByteArray svg = figure_svg(sample_figure(), *options);
        QVERIFY(svg.contains("viewBox=\"0 0 680 378\""));
        QVERIFY(svg.contains("width=\"179.917mm\""));
    }

    void png_has_its_size()
    {
        figures::ExportOptions options;
        options.size = {88e-3, 100e-3};
        options.dpi = 300;
        const QImage image = figure_image(sample_figure(), options);
        QCOMPARE(image.size(), QSize(1039, 1181));
        QCOMPARE(image.dotsPerMeterX(), 11811);
        QVERIFY(image.pixelColor(2, 2) == QColor(Qt::white));
    }

    void pixels_are_pixels()
    {
        QCOMPARE(figure_image(sample_figure(), *figures::export_size("1200x800px")).size(), QSize(1200, 800));
        QCOMPARE(figure_image(sample_figure(), *figures::export_size("slide")).size(), QSize(2560, 1440));
    }

    /// Two metres at 2400 dpi once made an empty file, and at 600 dpi took nine gigabytes.
    void a_picture_of_too_many_points_is_refused()
    {
        auto options = figures::export_size("2000x2000mm");
        options->dpi = 2400;
        const auto bytes = figure_bytes(sample_figure(), *options);
        QVERIFY(!bytes);
        QVERIFY2(text(said(bytes.error())).contains(QStringLiteral("155 dpi")), qPrintable(text(said(bytes.error()))));
        options->dpi = 155;
        QVERIFY(figures::can_be_drawn_in_points(options->size, *options));
        options->dpi = 156;
        QVERIFY(!figures::can_be_drawn_in_points(options->size, *options));
        options->format = figures::FigureFormat::Svg;
        QVERIFY(figure_bytes(sample_figure(), *options));
    }

    /// Bytes that a person has looked at. Where they change on purpose, the test says where the new ones lie.
    void golden_files_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("suffix");
        for (const char* kind : {"curves", "bars", "points", "map", "waterfall", "tiles"})
            for (const char* suffix : {"csv", "svg"})
                if (std::string(kind) != "tiles" || std::string(suffix) == "csv")
                    QTest::addRow("%s %s", kind, suffix) << kind << suffix;
    }
    void golden_files()
    {
        QFETCH(QString, kind);
        QFETCH(QString, suffix);
        figures::ExportOptions options = *figures::export_size("column");
        options.format = *figures::export_format("golden." + suffix.toStdString());
        figures::FigurePage page = golden_page(kind);
        page.provenance.version = "0";
        page.provenance.sources = {"A source, 2024"};
        QByteArray bytes = *page_bytes(page, options);
        if (const qsizetype style = bytes.indexOf("<style"); style >= 0) { // the font's own bytes
            QVERIFY(bytes.contains("@font-face"));
            bytes.remove(style, bytes.indexOf("</style>") + 8 - style);
        }
        const QString name = QStringLiteral("golden_%1.%2").arg(kind, suffix);
        QFile golden(QStringLiteral(TEST_DATA "/") + name);
        if (golden.open(QIODevice::ReadOnly) && bytes == golden.readAll())
            return;
        const QString now = QDir::temp().filePath(name);
        QFile written(now);
        QVERIFY(written.open(QIODevice::WriteOnly));
        written.write(bytes);
        QFAIL(qPrintable(QStringLiteral("differs from tests/data/%1; the new one lies at %2").arg(name, now)));
    }

    void names_stand_where_they_are_asked_for()
    {
        figures::ExportOptions options = *figures::export_size("column");
        const auto words = [&](figures::NamePlace place) {
            options.names = place;
            return svg_texts(figure_svg(sample_figure(), options));
        };
        const QStringList curves = words(figures::NamePlace::Curves), legend = words(figures::NamePlace::Legend),
                          none = words(figures::NamePlace::None);
        QVERIFY(curves.contains(QStringLiteral("ideal, linear")));
        QVERIFY(legend.contains(QStringLiteral("ideal, linear (a)"))); // below, with the letters of its panels
        for (const QString& word : none)
            QVERIFY2(!word.contains(QStringLiteral("ideal")) && !word.contains(QStringLiteral("exposed")),
                     qPrintable(word));
        QVERIFY(none.contains(QStringLiteral("Throughput")) && none.contains(QStringLiteral("128")));
    }

    void title_and_caption_take_room_of_their_own()
    {
        figures::FigurePage page = figures::page_of(sample_figure());
        page.provenance.write_caption(
            "A caption that is said below the plots, in as many lines as it needs on this paper.");
        figures::ExportOptions options = *figures::export_size("column");
        options.format = figures::FigureFormat::Svg;
        options.most_height = 0;
        const QSize plain = lay_out(page, options).size;
        options.title = options.caption = true;
        const Laid laid = lay_out(page, options);
        QVERIFY(laid.above > 0 && laid.below > 0);
        QCOMPARE(laid.size.height() - plain.height() > laid.above + laid.below - 2, true);
        const QString all = svg_texts(*page_bytes(page, options)).join(u' ');
        QVERIFY2(all.contains(text(page.title)) && all.contains(text(page.provenance.caption)), qPrintable(all));
        options.most_height = 120e-3; // as high as it may be, with smaller letters
        QVERIFY(lay_out(page, options).metres.height() < 120.1e-3);
        QVERIFY(!lay_out(page, options).outgrown);
        options.grows = false; // of a given height the plots get less
        const QSize given = lay_out(page, options).size;
        options.title = options.caption = false;
        QCOMPARE(lay_out(page, options).size, given);
    }

    void lines_are_as_wide_as_asked()
    {
        figures::ExportOptions options = *figures::export_size("column");
        options.line_points = 1.5;
        QVERIFY(figure_svg(sample_figure(), options).contains("stroke-width=\"2\"")); // in pixels of 1/96 inch
        QVERIFY(!figure_svg(sample_figure(), *figures::export_size("column")).contains("stroke-width=\"2\""));
    }

    void another_font_is_one_choice()
    {
        const QString other = QStringLiteral("Plateau Hangul"); // comes with the program
        figures::ExportOptions options = *figures::export_size("column");
        options.font = other.toStdString();
        QVERIFY(has_family(other) && !has_family(QStringLiteral("No such family")));
        const QByteArray svg = figure_svg(sample_figure(), options);
        QVERIFY(svg.contains("font-family=\"" + other.toUtf8()) && !svg.contains("Plateau Sans"));
        QVERIFY(figure_svg(sample_figure(), *figures::export_size("column")).contains("Plateau Sans"));
    }

    void grey_and_colour_blind_eyes()
    {
        QImage picture(3, 1, QImage::Format_RGB32);
        picture.setPixelColor(0, 0, Qt::white);
        picture.setPixelColor(1, 0, QColor(200, 40, 40));
        picture.setPixelColor(2, 0, QColor(20, 130, 20));
        QCOMPARE(seen_as(picture, Sight::Full), picture);
        const QImage grey = seen_as(picture, Sight::Grey), deutan = seen_as(picture, Sight::Deuteranopia);
        for (int x = 0; x < 3; ++x)
            QCOMPARE(grey.pixelColor(x, 0).hslSaturation(), 0);
        QCOMPARE(deutan.pixelColor(0, 0), QColor(Qt::white));
        const auto apart = [](const QImage& image) {
            return std::abs(image.pixelColor(1, 0).red() - image.pixelColor(1, 0).green() - image.pixelColor(2, 0).red()
                            + image.pixelColor(2, 0).green());
        };
        QVERIFY(apart(deutan) < apart(picture) / 2); // red and green come together
    }

    void png_is_the_same_twice()
    {
        figures::ExportOptions options = *figures::export_size("60x60mm");
        options.dpi = 96;
        QCOMPARE(figure_png(sample_figure(), options), figure_png(sample_figure(), options));
    }

    void every_format_says_what_it_is()
    {
        figures::FigurePage page = figures::page_of(sample_figure());
        page.provenance.write_caption("A made-up curve & its <band>.");
        page.provenance.sources = {"A source, 2024"};
        for (const char* suffix : {"png", "svg", "pdf", "csv", "py", "tex"}) {
            figures::ExportOptions options = *figures::export_size("column");
            options.dpi = 96;
            options.format = *figures::export_format(std::string("x.") + suffix);
            const QByteArray bytes = *page_bytes(page, options);
            for (const char* words : {"A made-up curve", "A source, 2024", "Plateau"})
                QVERIFY2(bytes.contains(words),
                         qPrintable(QStringLiteral("%1 in %2").arg(QLatin1String(words), QLatin1String(suffix))));
            QCOMPARE(QString::fromStdString(figures::embedded_scenario(bytes.toStdString(), options.format)),
                     QString::fromStdString(page.provenance.scenario));
        }
    }

    void tiles_share_their_axes()
    {
        figures::FigurePage page = golden_page(QStringLiteral("tiles"));
        figures::share_axes(page);
        QCOMPARE(page.tiles[0].figure.plot().panels[0].y.maximum, page.tiles[1].figure.plot().panels[0].y.maximum);
        QVERIFY(page.tiles[0].figure.plot().panels[0].y.maximum > page.tiles[0].figure.plot().panels[0].y.minimum);
        figures::ExportOptions options = *figures::export_size("two-column");
        options.format = figures::FigureFormat::Svg;
        const QStringList words = svg_texts(*page_bytes(page, options));
        QVERIFY(words.contains(QStringLiteral("(a) first")) && words.contains(QStringLiteral("(b) second")));
        QCOMPARE(words.count(QStringLiteral("Throughput")), 2);
        const QString csv = QString::fromStdString(figures::page_csv(page));
        QCOMPARE(csv.count(QStringLiteral("\ntile,")), 1);
        QCOMPARE(csv.count(QStringLiteral("\nfirst,")), csv.count(QStringLiteral("\nsecond,")));
    }

    void dark_theme_paints_dark()
    {
        figures::ExportOptions options;
        options.theme = figures::FigureTheme::Dark;
        QCOMPARE(figure_image(sample_figure(), options).pixelColor(2, 2), dark_theme().canvas);
    }

    void exports_carry_their_scenario_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("bars");
        for (const char* suffix : {"png", "svg", "pdf", "csv"}) {
            QTest::addRow("%s", suffix) << QStringLiteral("figure.") + QLatin1String(suffix) << false;
            QTest::addRow("%s, bars", suffix) << QStringLiteral("bars.") + QLatin1String(suffix) << true;
        }
    }
    void exports_carry_their_scenario()
    {
        QFETCH(QString, name);
        QFETCH(bool, bars);
        const figures::Figure figure = bars ? sample_bars() : sample_figure();
        figures::ExportOptions options;
        options.format = *figures::export_format(name.toStdString());
        const std::string bytes = figure_bytes(figure, options)->toStdString();
        QVERIFY(bytes.size() > 200);
        QCOMPARE(QString::fromStdString(figures::embedded_scenario(bytes, options.format)),
                 QString::fromStdString(figure.scenario));
    }

    void foreign_files_are_refused()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("other.svg"));
        QFile other(file);
        QVERIFY(other.open(QIODevice::WriteOnly));
        other.write("<svg xmlns='http://www.w3.org/2000/svg'/>");
        other.close();
        QVERIFY(!figures::read_embedded_scenario(file.toStdString()).has_value());
        QVERIFY(
            !figures::read_embedded_scenario(folder.filePath(QStringLiteral("missing.png")).toStdString()).has_value());
    }

    void csv_holds_what_is_drawn()
    {
        const QStringList lines
            = QString::fromStdString(figures::page_csv(figures::page_of(sample_figure()))).split(QLatin1Char('\n'));
        const auto header = std::find_if(lines.begin(), lines.end(),
                                         [](const QString& line) { return line.startsWith(QLatin1String("GPUs")); });
        QVERIFY(header != lines.end());
        QVERIFY(header->contains(QLatin1String("MFU: Current [fraction]")));
        QVERIFY(header->contains(QLatin1String("Throughput: ideal")));
        const QStringList first = (header + 1)->split(QLatin1Char(','));
        QCOMPARE(first.at(0), QStringLiteral("8"));
        QCOMPARE(first.at(1), QStringLiteral("72000"));
        QCOMPARE(first.at(2), QString()); // not possible there: an empty cell, not a zero
        QCOMPARE(std::count_if(header + 1, lines.end(), [](const QString& line) { return !line.isEmpty(); }), 89);
    }

    void points_csv_has_a_row_per_point()
    {
        const QString csv = QString::fromStdString(figures::page_csv(figures::page_of(sample_points())));
        QVERIFY2(csv.contains(QStringLiteral("panel,series,name,x,y,x_low,x_high,category\n")), qPrintable(csv));
        QVERIFY(csv.contains(QStringLiteral("Step time,runs,second,10,12,,,\n")));
        QVERIFY(csv.contains(QStringLiteral("Error by source,ranges,,5,0,-3,9,One\n")));
        QVERIFY(csv.contains(QStringLiteral("Error by source,counts,,2,7,,,\n")));
        QVERIFY(!csv.contains(QStringLiteral("equal"))); // the line that shows where equal values lie is no data
    }

    void points_over_curves_join_their_table()
    {
        figures::Figure figure = sample_figure();
        figure.plot().panels[1].series.push_back(sample_points().plot().panels[0].series[1]);
        const QStringList lines
            = QString::fromStdString(figures::page_csv(figures::page_of(figure))).split(QLatin1Char('\n'));
        const auto header = std::find_if(lines.begin(), lines.end(),
                                         [](const QString& line) { return line.startsWith(QLatin1String("GPUs")); });
        QVERIFY(header->endsWith(QLatin1String(",run")));
        const auto row = std::find_if(header, lines.end(),
                                      [](const QString& line) { return line.endsWith(QLatin1String(",second")); });
        QVERIFY(row != lines.end());
        QCOMPARE(row->count(QLatin1Char(',')), (header + 1)->count(QLatin1Char(',')));
        QVERIFY(row->startsWith(QLatin1String("10,")));
    }

    void points_are_found_and_clicked()
    {
        FigureView view;
        view.resize(700, 600);
        view.show_figure(sample_points(), screen_style());
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        view.replot();
        const QCPAxisRect* rect = view.axisRect(0);
        const QPoint at(static_cast<int>(std::lround(rect->axis(QCPAxis::atBottom)->coordToPixel(10))),
                        static_cast<int>(std::lround(rect->axis(QCPAxis::atLeft)->coordToPixel(12))));
        const auto found = view.renderer().point_at(at + QPoint(3, -2), 7);
        QVERIFY(found.has_value());
        QCOMPARE(found->point, std::size_t(1));
        QVERIFY(!view.renderer().point_at(at + QPoint(40, -40), 7));
        QSignalSpy clicked(&view, &FigureView::point_clicked);
        QTest::mouseClick(&view, Qt::LeftButton, {}, at);
        QCOMPARE(clicked.count(), 1);
        QCOMPARE(clicked.first().first().toString(), QStringLiteral("second"));
        QTest::mouseClick(&view, Qt::LeftButton, {}, at + QPoint(40, -40));
        QCOMPARE(clicked.count(), 1);
    }

    void categories_stand_where_their_points_do()
    {
        const QByteArray svg = figure_svg(sample_points(), {});
        const QStringList words = svg_texts(svg);
        for (const char* wanted : {"One", "A rather long name", "+10"})
            QVERIFY2(words.contains(QLatin1String(wanted)), wanted);
        FigureView view;
        view.resize(700, 600);
        view.show_figure(sample_points(), screen_style());
        view.replot();
        const QCPAxis* y = view.axisRect(1)->axis(QCPAxis::atLeft);
        QVERIFY(y->coordToPixel(0) < y->coordToPixel(1)); // the first on top
        QCOMPARE(view.axisRect(0)->margins().left(), view.axisRect(1)->margins().left());
        QVERIFY(view.axisRect(1)->margins().left() > 90);
    }

    void sizes_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QSizeF>("millimetres");
        QTest::newRow("column") << QStringLiteral("column") << QSizeF(88, 66);
        QTest::newRow("two columns") << QStringLiteral("two-column") << QSizeF(180, 90);
        QTest::newRow("mm") << QStringLiteral("120x80mm") << QSizeF(120, 80);
        QTest::newRow("mm twice") << QStringLiteral("120mm x 80mm") << QSizeF(120, 80);
        QTest::newRow("in") << QStringLiteral("3.5x2in") << QSizeF(88.9, 50.8);
        QTest::newRow("px") << QStringLiteral("960x480px") << QSizeF(254, 127);
        QTest::newRow("no unit") << QStringLiteral("120x80") << QSizeF();
        QTest::newRow("zero") << QStringLiteral("0x80mm") << QSizeF();
        QTest::newRow("word") << QStringLiteral("huge") << QSizeF();
    }
    void sizes()
    {
        QFETCH(QString, words);
        QFETCH(QSizeF, millimetres);
        const auto options = figures::export_size(words.toStdString());
        QCOMPARE(options.has_value(), millimetres.isValid());
        if (options) {
            QVERIFY(qAbs(options->size.width * 1e3 - millimetres.width()) < 1e-6);
            QVERIFY(qAbs(options->size.height * 1e3 - millimetres.height()) < 1e-6);
        }
    }
};

PLATEAU_TEST(TestFigures)

} // namespace tst_figures

#include "tst_figures.moc"
