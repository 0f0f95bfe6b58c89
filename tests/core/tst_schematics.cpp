// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/charts/schematic.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "sample_scenarios.h"

namespace tst_schematics {

using namespace plateau;
using figures::Schematic;

namespace {

LimitsScenario run_of(const char* compute)
{
    const auto scenario = default_limits_scenario(test::shipped());
    return with(test::shipped(), *scenario, "training_flop", compute).value();
}

double area(const Schematic& sheet, Schematic::Tone tone)
{
    double sum = 0;
    for (const Schematic::Box& box : sheet.boxes)
        if (box.tone == tone)
            sum += box.width * box.height;
    return sum;
}

std::optional<Schematic> schematic_of(const char* name, const LimitsScenario& run)
{
    return figures::schematic(name, run.question, limits::point_at_flop(run.question, run.marker_flop));
}

} // namespace

/// The schematics are drawn from the run at the marker and move with it.
class TestSchematics : public QObject {
    Q_OBJECT

private slots:
    void everything_stands_on_its_sheet_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("compute");
        for (const char* name : figures::schematics())
            for (const char* compute : {"1e24", "1e26", "1e28", "1e30", "2.7e31"})
                QTest::addRow("%s at %s", name, compute) << name << compute;
    }

    void everything_stands_on_its_sheet()
    {
        QFETCH(QString, name);
        QFETCH(QString, compute);
        const Schematic sheet = drawn(qPrintable(name), qPrintable(compute));
        QVERIFY(!sheet.title.empty() && !sheet.sentence.empty() && !sheet.boxes.empty());
        constexpr double little = 0.6; // what is too thin to be seen is drawn as a stroke
        for (const Schematic::Box& box : sheet.boxes) {
            QVERIFY(box.x >= 0 && box.y >= 0 && box.width > 0 && box.height > 0);
            QVERIFY2(box.x + box.width <= sheet.width + little && box.y + box.height <= sheet.height,
                     qPrintable(QStringLiteral("%1 + %2").arg(box.x).arg(box.width)));
        }
        for (const Schematic::Word& word : sheet.words)
            QVERIFY(word.x >= 0 && word.x < sheet.width && word.y > 0 && word.y < sheet.height);
    }

    void the_parts_of_a_step_fill_its_bar()
    {
        for (const char* name : {"data_parallelism", "tensor_parallelism", "pipeline_parallelism"}) {
            const Schematic sheet = drawn(name, "1e30");
            const double low = sheet.boxes.back().y; // the bar is drawn last
            double wide = 0;
            for (const Schematic::Box& box : sheet.boxes)
                wide += box.y == low ? box.width : 0;
            QVERIFY2(std::abs(wide - sheet.width) < 1, name);
        }
    }

    void pieces_shrink_as_compute_grows()
    {
        const auto piece
            = [](const char* name, const char* compute) { return area(drawn(name, compute), Schematic::Tone::Strong); };
        QVERIFY(piece("data_parallelism", "1e30") < piece("data_parallelism", "1e24"));
        const auto words = [](const char* compute) { return english(drawn("one_product", compute).sentence); };
        QVERIFY(words("1e26") != words("1e30"));
        // At the wall a product's start takes longer than its work: its bar is the longest, and no other.
        const Schematic wall = drawn("one_product", "2.7e31");
        double waiting = 0, working = 0;
        for (const Schematic::Box& box : wall.boxes) {
            waiting = box.tone == Schematic::Tone::Waiting ? std::max(waiting, box.width) : waiting;
            working = box.tone == Schematic::Tone::Computing ? std::max(working, box.width) : working;
        }
        QVERIFY(waiting > working);
    }

    void there_is_none_of_a_run_that_no_cluster_finishes()
    {
        QVERIFY(!schematic_of("one_product", run_of("1e35")));
        QVERIFY(!schematic_of("no_such_schematic", run_of("1e26")));
    }

private:
    static Schematic drawn(const char* name, const char* compute);
};

Schematic TestSchematics::drawn(const char* name, const char* compute)
{
    return schematic_of(name, run_of(compute)).value();
}

PLATEAU_TEST(TestSchematics)

} // namespace tst_schematics

#include "tst_schematics.moc"
