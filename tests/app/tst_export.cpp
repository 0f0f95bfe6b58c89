// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include "exports.h"
#include "tests/annexes.h"

namespace tst_export {

/// Figures without a display: every format, every size, and the scenario inside.
class TestExport : public QObject, Exports {
    Q_OBJECT

private slots:
    void status_data();
    void status();
    void an_unknown_figure_names_the_nearest();
    void every_figure_in_every_format_data();
    void every_figure_in_every_format();
    void size_in_pixels();
    void size_in_millimetres();
    void themes_differ();
    void a_figure_may_have_nothing_behind_it();
    void several_lie_over_each_other();
    void small_multiples();
    void wrong_words_are_told_data();
    void wrong_words_are_told();
    void figures_of_papers();
    void a_papers_figure_is_not_ours();
    void sizes_are_kept();
    void a_picture_has_one_panel_unless_more_are_asked_for();
    void a_parameter_gives_a_curve_for_each_value();
    void a_list_makes_many();
    void all_figures_of_a_scenario_go_into_a_folder();
    void a_style_is_a_set_of_flags();
    void curves_are_left_out_and_stay_out();
    void words_of_ones_own_stand_on_the_picture();
    void references_are_written();
    void figures_say_whose_code_they_repeat();
    void how_far_a_range_goes_is_said();
    void words_of_a_picture_are_of_the_language_asked_for();
    void a_paper_too_small_for_its_words_grows();
    void captions_say_what_is_plotted();
    void the_catalog_says_what_a_figure_needs();
    void csv_holds_the_curve_of_the_sweep();
    void the_best_plan_is_drawn_when_asked_data();
    void the_best_plan_is_drawn_when_asked();
};

void TestExport::status_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<int>("expected");
    QTest::newRow("no output") << "export fernandez-weak-scaling --figure scaling" << 2;
    QTest::newRow("unknown figure") << "export fernandez-weak-scaling --figure scalin --output x.png" << 2;
    QTest::newRow("unknown format") << "export fernandez-weak-scaling --output x.bmp" << 2;
    QTest::newRow("bad size") << "export fernandez-weak-scaling --output x.png --size huge" << 2;
    QTest::newRow("bad theme") << "export fernandez-weak-scaling --output x.png --theme sepia" << 2;
    QTest::newRow("bad resolution") << "export fernandez-weak-scaling --output x.png --dpi none" << 2;
    QTest::newRow("bad font scale") << "export fernandez-weak-scaling --output x.png --font-scale 0" << 2;
    QTest::newRow("nothing fits")
        << "export fernandez-weak-scaling --set model=gpt3_175b --set dp_mode=ddp --output x.png" << 3;
    QTest::newRow("folder missing") << "export fernandez-weak-scaling --output no/such/folder/x.png" << 1;
}

void TestExport::status()
{
    QFETCH(QString, line);
    QFETCH(int, expected);
    QTemporaryDir folder;
    const PlateauRun run = run_plateau(line.split(u' '), folder.path());
    QVERIFY2(run.status == expected, run.errors);
    QVERIFY(run.output.isEmpty());
    QVERIFY(run.errors.startsWith("plateau: "));
    QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("x.png"))));
}

void TestExport::an_unknown_figure_names_the_nearest()
{
    const PlateauRun run = run_plateau("export fernandez-weak-scaling --figure scalin --output x.png");
    QVERIFY2(run.errors.contains("nearest is scaling"), run.errors);
}

void TestExport::every_figure_in_every_format_data()
{
    QTest::addColumn<QString>("figure");
    QTest::addColumn<QString>("suffix");
    QTest::addColumn<QByteArray>("start");
    for (const char* figure : {"scaling", "limits", "step"}) {
        QTest::addRow("%s png", figure) << figure << "png" << QByteArray("\x89PNG");
        QTest::addRow("%s svg", figure) << figure << "svg" << QByteArray("<?xml");
        QTest::addRow("%s pdf", figure) << figure << "pdf" << QByteArray("%PDF-");
        QTest::addRow("%s csv", figure) << figure << "csv" << QByteArray();
    }
}

void TestExport::every_figure_in_every_format()
{
    QFETCH(QString, figure);
    QFETCH(QString, suffix);
    QFETCH(QByteArray, start);
    const QString name = folder_.filePath(figure + u'.' + suffix);
    const QString scenario = figure == QLatin1String("limits") ? "limits-h100-dense" : "fernandez-weak-scaling";
    const PlateauRun run = run_plateau({"export", scenario, "--output", name, "--figure", figure});
    QVERIFY2(run.status == 0, run.errors);
    QVERIFY2(run.errors.isEmpty(), run.errors);
    QFile file(name);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    QVERIFY(bytes.size() > 100);
    QVERIFY(bytes.startsWith(start));
    if (suffix == QStringLiteral("svg")) {
        QXmlStreamReader xml(bytes);
        while (!xml.atEnd())
            xml.readNext();
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    }
}

void TestExport::size_in_pixels()
{
    QVERIFY(export_to(path("pixels.png"), {"--size", "640x480px"}).status == 0);
    QCOMPARE(QImage(path("pixels.png")).size(), QSize(640, 480));
    QVERIFY(export_to(path("fine.png"), {"--size", "640x480px", "--dpi", "150"}).status == 0);
    QCOMPARE(QImage(path("fine.png")).size(), QSize(640, 480));
}

void TestExport::size_in_millimetres()
{
    QVERIFY(export_to(path("mm.png"), {"--size", "127x101.6mm", "--dpi", "100"}).status == 0);
    QCOMPARE(QImage(path("mm.png")).size(), QSize(500, 400));
}

void TestExport::themes_differ()
{
    const auto corner = [&](const char* theme) {
        const QString name = folder_.filePath(QLatin1String(theme) + QStringLiteral(".png"));
        return export_to(name, {"--theme", QLatin1String(theme)}).status == 0 ? QImage(name).pixelColor(1, 1)
                                                                              : QColor();
    };
    QCOMPARE(corner("print"), QColor(Qt::white));
    QVERIFY(corner("dark").isValid());
    QVERIFY(corner("dark").lightnessF() < 0.3F);
}

void TestExport::a_figure_may_have_nothing_behind_it()
{
    for (const char* figure : {"scaling-per-gpu", "plans-heatmap"})
        for (const bool through : {false, true}) {
            const char* name = through ? "through.png" : "ground.png";
            const char* background = through ? "transparent" : "theme";
            QVERIFY(export_to(path(name), {"--figure", figure, "--background", background, "--force"}).status == 0);
            QCOMPARE(QImage(path(name)).pixelColor(1, 1).alpha(), through ? 0 : 255);
        }
    QCOMPARE(export_to(path("white.png"), {"--background", "white"}).status, 2);
}

void TestExport::several_lie_over_each_other()
{
    const PlateauRun run = export_to(path("two.csv"), {"--with", "fernandez-a100", "--figure", "scaling-per-gpu"});
    QVERIFY2(run.status == 0, run.errors);
    const QByteArray all = bytes_of(path("two.csv"));
    QVERIFY2(all.contains("MFU: H100 SXM 80GB") && all.contains("MFU: A100"), all.left(3000)); // what they are
    // The file brings both back: the second is a pin of the first.
    const PlateauRun again = run_plateau({"export", path("two.csv"), "--output", path("two-again.csv")});
    QVERIFY2(again.status == 0, again.errors);
    QCOMPARE(bytes_of(path("two-again.csv")), all);
    const PlateauRun estimate = run_plateau({"estimate", path("two.csv"), "--json"});
    QVERIFY2(estimate.status == 0, estimate.errors);
}

void TestExport::small_multiples()
{
    const PlateauRun run = export_to(
        path("facets.csv"), {"--figure", "scaling", "--facet", "hardware=h100_sxm,a100_sxm_80", "--panels", "mfu"});
    QVERIFY2(run.status == 0, run.errors);
    const QByteArray all = bytes_of(path("facets.csv"));
    QVERIFY2(all.contains("tile,") && all.contains("\nHardware: H100") && all.contains("\nHardware: A100"),
             all.left(3000));
    QVERIFY(!all.contains("Throughput: "));
    QVERIFY(export_to(path("facets.svg"), {"--facet", "sequence=2048,4096", "--size", "two-column"}).status == 0);
    QVERIFY(bytes_of(path("facets.svg")).contains("(b) "));
    // One that does not fit is missed aloud.
    const PlateauRun one = export_to(path("one.csv"), {"--figure", "scaling", "--facet", "sequence=4096,65536"});
    QVERIFY2(one.status == 0, one.errors);
    QVERIFY2(one.errors.contains("Sequence: 65,536") && one.errors.contains(": Needs "), one.errors);
}

void TestExport::wrong_words_are_told_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<QByteArray>("told");
    QTest::newRow("other kind") << "--with limits-h100-dense" << QByteArray("kind: training");
    QTest::newRow("one scenario only") << "--figure plans-heatmap --with fernandez-a100" << QByteArray("--facet");
    QTest::newRow("no key") << "--facet hardwar=h100_sxm" << QByteArray("hardware");
    QTest::newRow("no values") << "--facet gpus" << QByteArray("KEY=VALUE");
    QTest::newRow("no panel") << "--panels mfus" << QByteArray("mfu, step, communication");
    QTest::newRow("no paper") << "--figure paper:erdil-77" << QByteArray("paper:erdil-7");
}

void TestExport::wrong_words_are_told()
{
    QFETCH(QString, words);
    QFETCH(QByteArray, told);
    const QStringList figure
        = words.contains(QStringLiteral("--figure")) ? QStringList() : QStringList{"--figure", "scaling"};
    const PlateauRun run = export_to(path("wrong.csv"), words.split(u' ') + figure);
    QVERIFY2(run.status == 2, run.errors);
    QVERIFY2(run.errors.contains(told), run.errors);
    QVERIFY(!QFile::exists(path("wrong.csv")));
}

void TestExport::figures_of_papers()
{
    const PlateauRun run
        = run_plateau({"export", "--figure", "paper:erdil-9", "--output", path("erdil.csv"), "--caption", "long"});
    QVERIFY2(run.status == 0, run.errors);
    const QByteArray all = bytes_of(path("erdil.csv"));
    QVERIFY2(all.contains("Utilization: ") && !all.contains("pipeline"), all.left(2000));
    QVERIFY2(run.output.contains("3) ") && run.output.contains("Computed with Plateau"), run.output);
    QVERIFY2(run.output.contains("inferred from the published code"), run.output); // the note on the figure
}

/// The paper's range and panels, in its order; what it reports in place of our own remarks.
void TestExport::a_papers_figure_is_not_ours()
{
    const auto drawn = [&](const char* figure, const QStringList& more = {}) {
        const QString file = path(figure).replace(u':', u'-') + ".svg";
        return run_plateau(QStringList{"export", "--figure", figure, "--output", file, "--force"} + more).status == 0
            ? bytes_of(file)
            : QByteArray();
    };
    const QByteArray weak = drawn("paper:fernandez-4");
    const auto at = [&](const char* word) { return weak.indexOf(QByteArray(">") + word + "<"); };
    QVERIFY2(0 < at("Throughput") && at("Throughput") < at("Power") && at("Power") < at("Communication"), weak);
    QVERIFY(weak.contains(">2,048<") && !weak.contains(">8,192<"));
    QVERIFY(weak.contains("Published \u00d70.628") && !weak.contains(">Knee at 1,024 GPUs<"));
    const QByteArray two = drawn("paper:fernandez-7");
    QVERIFY(two.contains("Published 59.7") && two.contains("Published 40.8"));
    QVERIFY(two.contains("A100 SXM 80GB") && !two.contains(">Weak scaling") && !two.contains("kernel ceiling"));
    for (const char* model : {"Llama 2 7B", "Llama 2 13B", "Llama 2 70B"}) // over each other
        QVERIFY2(drawn("paper:fernandez-9").contains(model), model);
    // The paper's own question stands whatever is given; that is one more curve, with the settings that are given.
    const QByteArray beside = drawn("paper:fernandez-7", {"llama3-70b-h100", "--gpus", "256"});
    for (const char* curve : {"A100 SXM 80GB", "H100 SXM 80GB, Llama 2 7B", "Llama 3 70B", "Published 40.8"})
        QVERIFY2(beside.contains(curve), curve);
    const QByteArray strong = run_plateau("export fernandez-weak-scaling --figure paper:fernandez-8 --caption").output;
    QVERIFY2(strong.contains("Fixed in total; Fixed per GPU.") && strong.contains("from 14.2\u00a0%"), strong);
    QCOMPARE(run_plateau("export llama3-70b-h100 --figure paper:erdil-6 --caption").status, 2);
    QVERIFY(drawn("paper:erdil-10").contains("T_crit") && !drawn("paper:erdil-10").contains("T_limit"));
    QVERIFY(drawn("paper:erdil-11").contains("T_limit") && !drawn("paper:erdil-11").contains("T_crit"));
}

/// A column is 88 mm wide and no higher than 120; a height that was asked for is the height.
void TestExport::sizes_are_kept()
{
    const auto millimetres = [&](const char* scenario, const QStringList& words) {
        if (run_plateau(QStringList{"export", scenario, "--dpi", "254", "--output", path("sized.png"), "--force"}
                        + words)
                .status
            != 0)
            return QSizeF();
        return QSizeF(QImage(path("sized.png")).size()) / 10;
    };
    const std::pair<const char*, const char*> figures[] = {{"fernandez-weak-scaling", "scaling-per-gpu"},
                                                           {"fernandez-weak-scaling", "plans-heatmap"},
                                                           {"fernandez-weak-scaling", "equal-usd"},
                                                           {"limits-h100-dense", "limits-cost"},
                                                           {"fernandez-weak-scaling", "evidence-errors"}};
    for (const auto& [scenario, figure] : figures) {
        if (std::string_view(figure).starts_with("evidence") && !plateau::test::has_annex("calibration"))
            continue;
        const QSizeF size = millimetres(scenario, {"--figure", figure});
        QVERIFY2(qAbs(size.width() - 88) < 0.2 && size.height() >= 30 && size.height() <= 120.1,
                 qPrintable(QStringLiteral("%1: %2 x %3").arg(figure).arg(size.width()).arg(size.height())));
        const QSizeF asked = millimetres(scenario, {"--figure", figure, "--size", "88x100mm"});
        QVERIFY2(qAbs(asked.height() - 100) < 0.2, figure);
    }
    const QSizeF all
        = millimetres("fernandez-weak-scaling", {"--figure", "scaling-per-gpu", "--panels", "throughput,mfu,step"});
    QVERIFY(all.height() > 90 && all.height() <= 120.1);
    for (const char* paper : {"paper:fernandez-4", "paper:fernandez-9", "paper:fernandez-context", "paper:erdil-7"})
        QVERIFY2(millimetres("", {"--figure", paper}).height() <= 120.1, paper);
}

void TestExport::a_picture_has_one_panel_unless_more_are_asked_for()
{
    const auto panels = [&](const char* file, const QStringList& words) {
        const QByteArray all
            = export_to(path(file), words + QStringList{"--force"}).status == 0 ? bytes_of(path(file)) : QByteArray();
        int found = 0;
        for (const char* title : {">Throughput<", ">MFU<", ">Where a step goes<", ">Communication<"})
            found += all.contains(title);
        return found;
    };
    QCOMPARE(panels("one.svg", {"--figure", "scaling"}), 1);
    QCOMPARE(panels("two.svg", {"--figure", "scaling", "--panels", "mfu,throughput"}), 2);
    QCOMPARE(panels("all.svg", {"--figure", "scaling", "--panels", "all", "--size", "two-column"}), 4);
    QVERIFY(export_to(path("table.csv"), {"--figure", "scaling"}).status == 0); // a table has all
    const QByteArray table = bytes_of(path("table.csv"));
    QVERIFY(table.contains("Throughput: ") && table.contains("MFU: "));
    QVERIFY(run_plateau({"export", "fernandez-weak-scaling", "--output", path("usual.svg")}).status == 0);
    QVERIFY(bytes_of(path("usual.svg")).contains("per GPU in use")); // where the loss can be seen
    QVERIFY(run_plateau({"export", "limits-h100-dense", "--figure", "limits-cost", "--output", path("cost.svg")}).status
            == 0);
    QVERIFY(bytes_of(path("cost.svg")).contains(">Cost of the run<")
            && !bytes_of(path("cost.svg")).contains(">Utilization<"));
}

void TestExport::a_parameter_gives_a_curve_for_each_value()
{
    const PlateauRun run
        = run_plateau({"export", "fernandez-weak-scaling", "--overlay", "sequence=2048,8192", "--figure",
                       "scaling-per-gpu", "--panels", "mfu", "--output", path("over.csv")});
    QVERIFY2(run.status == 0, run.errors);
    const QByteArray all = bytes_of(path("over.csv"));
    QVERIFY2(all.contains("MFU: 2048 tokens") && all.contains("MFU: 8192 tokens"), all.left(4000));
    QVERIFY(run_plateau({"export", path("over.csv"), "--output", path("over-again.csv")}).status == 0);
    QCOMPARE(bytes_of(path("over-again.csv")), all);
    QCOMPARE(export_to(path("no.csv"), {"--overlay", "sequence=1024,2048,4096,8192,16384,32768"}).status, 2);
}

void TestExport::a_list_makes_many()
{
    QFile list(path("list.txt"));
    QVERIFY(list.open(QIODevice::WriteOnly));
    list.write(("# two figures and a mistake\nfernandez-weak-scaling --figure step --output \""
                + path("one of many.svg") + "\"\n\nlimits-h100-dense --output " + path("limits.csv")
                + "\nlimits-h100-dense --figure nothing\n")
                   .toUtf8());
    list.close();
    const PlateauRun run = run_plateau({"export", "--list", path("list.txt")});
    QCOMPARE(run.status, 2);
    QVERIFY2(run.errors.contains("list.txt:5: "), run.errors);
    QVERIFY(bytes_of(path("one of many.svg")).startsWith("<?xml"));
    QVERIFY(bytes_of(path("limits.csv")).contains("utilization")
            || bytes_of(path("limits.csv")).contains("Utilization"));
}

void TestExport::all_figures_of_a_scenario_go_into_a_folder()
{
    const PlateauRun run = run_plateau({"export", "limits-h100-dense", "--with", "limits-a100-dense", "--all",
                                        "--format", "csv", "--output", path("all")});
    QVERIFY2(run.status == 0, run.errors);
    const QJsonArray known = run_plateau("catalog figures --json").json()[u"figures"].toArray();
    int expected = 0;
    for (const QJsonValue& figure : known) {
        const QString name = figure[u"name"].toString();
        if (figure[u"for"].toString() != QStringLiteral("limits") || name.startsWith(u"paper:"))
            continue;
        ++expected;
        const QByteArray bytes = bytes_of(path("all/") + name + ".csv");
        QVERIFY2(bytes.contains("# scenario: ") && bytes.contains("A100"), qPrintable(name));
    }
    QVERIFY(expected >= 5);
    QVERIFY2(run.errors.contains(QByteArray("1/") + QByteArray::number(expected)), run.errors);
    QCOMPARE(run_plateau({"export", "limits-h100-dense", "--all", "--format", "bmp", "--output", path("all")}).status,
             2);
}

void TestExport::a_style_is_a_set_of_flags()
{
    QVERIFY(export_to(path("style.png"), {"--figure", "step", "--style", "slide", "--dpi", "96"}).status == 0);
    QVERIFY(
        export_to(path("flags.png"), {"--figure", "step", "--size", "slide", "--show", "title", "--dpi", "96"}).status
        == 0);
    QCOMPARE(QImage(path("style.png")).size(), QSize(1280, 720));
    QCOMPARE(QImage(path("style.png")), QImage(path("flags.png")));
    const PlateauRun wrong = export_to(path("no.png"), {"--style", "journl"});
    QCOMPARE(wrong.status, 2);
    QVERIFY2(wrong.errors.contains("nearest is journal"), wrong.errors);
    const QJsonArray styles = run_plateau("catalog styles --json").json()[u"styles"].toArray();
    QVERIFY(styles.size() >= 4);
    QCOMPARE(styles.first()[u"choices"][u"size"].toString(), QStringLiteral("column"));
}

void TestExport::curves_are_left_out_and_stay_out()
{
    QVERIFY(export_to(path("less.csv"),
                      {"--figure", "scaling", "--panels", "throughput,communication", "--without", "ideal, linear",
                       "--without", "exposed"})
                .status
            == 0);
    const QByteArray less = bytes_of(path("less.csv"));
    QVERIFY2(!less.contains("ideal") || !less.contains("Throughput: ideal"), less.left(2500));
    QVERIFY(less.contains("Throughput: Predicted"));
    QVERIFY(run_plateau({"export", path("less.csv"), "--output", path("less-again.csv")}).status == 0);
    QCOMPARE(bytes_of(path("less-again.csv")), less);
    const PlateauRun wrong = export_to(path("no.csv"), {"--figure", "scaling", "--without", "ideal, linea"});
    QCOMPARE(wrong.status, 2);
    QVERIFY2(wrong.errors.contains("nearest is ideal, linear"), wrong.errors);
}

void TestExport::words_of_ones_own_stand_on_the_picture()
{
    const QStringList words{"--title", "Mine & yours", "--caption-text", "Said by me", "--figure", "step"};
    QVERIFY(export_to(path("said.svg"), words + QStringList{"--show", "title, caption"}).status == 0);
    const QByteArray all = bytes_of(path("said.svg"));
    QVERIFY(all.count("Mine &amp; yours") >= 2 && all.count("Said by me") >= 2);
    QVERIFY(export_to(path("unsaid.svg"), words).status == 0);
    QCOMPARE(bytes_of(path("unsaid.svg")).count("Said by me"), all.count("Said by me") - 1);
    for (const char* place : {"curves", "legend", "none"})
        QVERIFY(
            export_to(path(place) + ".svg", {"--figure", "scaling", "--size", "180x150mm", "--labels", place}).status
            == 0);
    QVERIFY(bytes_of(path("legend.svg")) != bytes_of(path("curves.svg")));
    QVERIFY(bytes_of(path("curves.svg")).contains(">Predicted<")
            && !bytes_of(path("none.svg")).contains(">Predicted<"));
    QCOMPARE(export_to(path("no.svg"), {"--font", "No Such Family"}).status, 1);
}

void TestExport::references_are_written()
{
    QVERIFY(export_to(path("refs.bib")).status == 0);
    const QByteArray all = bytes_of(path("refs.bib"));
    QVERIFY2(all.contains("@misc{plateau,") && all.count("@misc{plateau-data,") == 1, all);
    const auto references = [&](const char* file, const QStringList& words) {
        return run_plateau(QStringList{"export"} + words + QStringList{"--output", path(file)}).status == 0
            ? bytes_of(path(file))
            : QByteArray();
    };
    // Papers are articles where they are drawn.
    QVERIFY(references("weak.bib", {"fernandez-weak-scaling"}).contains("@article{fernandez2025,"));
    QVERIFY(references("paper.bib", {"--figure", "paper:fernandez-8"}).contains("@article{fernandez2025,"));
    const QByteArray limits = references("limits.bib", {"limits-h100-dense"});
    QVERIFY2(limits.contains("@article{erdil2024,") && !limits.contains("@article{fernandez2025,"), limits);
    QVERIFY(run_plateau({"estimate", path("refs.bib"), "--json"}).status == 0);
}

/// A figure of the second paper repeats its authors' code.
void TestExport::figures_say_whose_code_they_repeat()
{
    for (const char* figure : {"1", "6", "7", "8", "9", "10", "11"}) {
        const PlateauRun told = run_plateau(
            {"export", "--figure", QStringLiteral("paper:erdil-%1").arg(QLatin1String(figure)), "--caption", "long"});
        QVERIFY2(told.output.contains("re-implementation of the authors' published code"), told.output);
    }
}

/// Beside its name, where a range leaves the axis.
void TestExport::how_far_a_range_goes_is_said()
{
    if (!plateau::test::has_annex("calibration"))
        QSKIP("Only the evidence page has such ranges");
    QVERIFY(export_to(path("errors.svg"), {"--figure", "evidence-errors"}).status == 0);
    QVERIFY(bytes_of(path("errors.svg")).contains("Halo, from \xE2\x88\x92"));
}

void TestExport::words_of_a_picture_are_of_the_language_asked_for()
{
    QVERIFY(export_to(path("de.svg"), {"--language", "de"}).status == 0);
    const QByteArray german = bytes_of(path("de.svg"));
    QVERIFY(german.contains(">Rechnet<") && !german.contains(">Computing<"));
    QVERIFY(german.contains("H100 SXM 80GB, FSDP, whole world")); // what stands in the file stays English
    QVERIFY(export_to(path("de.csv"), {"--language", "de"}).status == 0);
    QVERIFY(bytes_of(path("de.csv")).contains("Matrix multiply"));
    const PlateauRun wrong = export_to(path("no.svg"), {"--language", "tlh"});
    QCOMPARE(wrong.status, 2);
    QVERIFY2(wrong.errors.contains("one of en, de, ko"), wrong.errors);
}

void TestExport::a_paper_too_small_for_its_words_grows()
{
    const PlateauRun run = export_to(path("small.png"), {"--size", "88x20mm", "--dpi", "100"});
    QCOMPARE(run.status, 0);
    QVERIFY2(run.errors.contains("the words of this figure need 88 x "), run.errors);
    QCOMPARE(QImage(path("small.png")).width(), 346);
    QVERIFY(QImage(path("small.png")).height() > 80);
}

void TestExport::captions_say_what_is_plotted()
{
    const PlateauRun two = run_plateau("export fernandez-weak-scaling --caption");
    QVERIFY2(two.status == 0, two.errors);
    QVERIFY2(two.output.startsWith("Throughput (Tokens/s per GPU in use), against GPUs"), two.output);
    QVERIFY2(two.output.contains("Llama 2 7B on 128 H100 SXM 80GB") && two.output.size() < 400, two.output);
    QCOMPARE(two.output.trimmed().count(". "), 1);
    // Several curves have their names of the picture and are compared; a part of an axis is spoken of alone.
    const PlateauRun hardware = run_plateau("export --figure paper:fernandez-7 --caption");
    QVERIFY2(hardware.output.contains(": H100 SXM 80GB; A100 SXM 80GB. MFU at 2,048\u00a0GPUs ranges from "),
             hardware.output);
    const PlateauRun part = run_plateau("export --figure paper:fernandez-8 --caption");
    QVERIFY2(part.output.contains(" at 256\u00a0GPUs.") && !part.output.contains("1,024"), part.output);
    QCOMPARE(part.output.count(" at 16\u00a0GPUs"), 1); // where the question stands, the curve begins
    const PlateauRun networks = run_plateau("export --figure paper:erdil-7 --caption");
    QVERIFY2(networks.output.contains("Utilization at 2.71"), networks.output);
    const PlateauRun equal = run_plateau("export llama3-70b-h100 --figure equal-gpus --caption");
    QVERIFY2(!equal.output.contains("Eight in ten"), equal.output);
    const PlateauRun ways = run_plateau("export llama3-70b-h100 --figure holdings --caption");
    QVERIFY2(ways.output.contains("A GPU would hold from ") && ways.output.contains("(FSDP)"), ways.output);
    const PlateauRun run
        = run_plateau("export fernandez-weak-scaling --figure scaling --panels all --set gpus=384 --caption long");
    QVERIFY2(run.status == 0, run.errors);
    for (const char* words : {"Throughput", "against GPUs", "H100", "384",
                              "Nearest measurement: ", "MFU: ", " at 384\u00a0GPUs; from ", "Computed with Plateau 0."})
        QVERIFY2(run.output.contains(words), run.output);
}

void TestExport::the_catalog_says_what_a_figure_needs()
{
    const QJsonArray figures = run_plateau("catalog figures --json").json()[u"figures"].toArray();
    QVERIFY(figures.size() > 20);
    int papers = 0;
    for (const QJsonValue& figure : figures) {
        const QString kind = figure[u"for"].toString(), name = figure[u"name"].toString();
        QVERIFY2(kind == QStringLiteral("training") || kind == QStringLiteral("limits"), qPrintable(name));
        QCOMPARE(kind == QStringLiteral("limits"), name.startsWith(u"limits") || name.startsWith(u"paper:erdil"));
        papers += name.startsWith(u"paper:");
    }
    QVERIFY(papers >= 8);
}

void TestExport::csv_holds_the_curve_of_the_sweep()
{
    QVERIFY(export_to(path("curve.csv"), {"--figure", "scaling"}).status == 0);
    QFile file(path("curve.csv"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const double expected
        = run_plateau("estimate fernandez-weak-scaling --set gpus=1024 --json").json()[u"tokens_per_s"].toDouble();
    bool found = false;
    for (const QByteArray& line : file.readAll().split('\n')) {
        const QList<QByteArray> cells = line.split(',');
        if (cells.first() != "1024")
            continue;
        for (const QByteArray& cell : cells)
            found = found || std::abs(cell.toDouble() / expected - 1) < 1e-6;
    }
    QVERIFY(found);
}

void TestExport::the_best_plan_is_drawn_when_asked_data()
{
    QTest::addColumn<QString>("flags");
    QTest::newRow("best") << "--plan best";
    QTest::newRow("locked") << "--plan best --lock dp_mode";
    QTest::newRow("cheapest") << "--plan best --objective cost";
}

void TestExport::the_best_plan_is_drawn_when_asked()
{
    QFETCH(QString, flags);
    const QStringList words = flags.split(u' ');
    QVERIFY(export_to(path("best.csv"), words + QStringList{"--figure", "scaling"}).status == 0);
    QFile file(path("best.csv"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray all = file.readAll();
    QVERIFY(all.contains("Throughput: Best") && all.contains("Throughput: Given"));
    const PlateauRun direct
        = run_plateau(QStringList{"estimate", "fernandez-weak-scaling", "--set", "gpus=4096", "--json"} + words);
    const double expected = direct.json()[u"tokens_per_s"].toDouble();
    QVERIFY(expected > 0);
    bool found = false;
    for (const QByteArray& line : all.split('\n')) {
        const QList<QByteArray> cells = line.split(',');
        if (cells.first() != "4096")
            continue;
        for (const QByteArray& cell : cells)
            found = found || std::abs(cell.toDouble() / expected - 1) < 1e-6;
    }
    QVERIFY(found);
}

PLATEAU_TEST(TestExport)

} // namespace tst_export

#include "tst_export.moc"
