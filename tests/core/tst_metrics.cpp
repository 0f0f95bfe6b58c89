// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <cmath>
#include <set>

#include "core/answers/plan_filter.h"
#include "core/model/metrics.h"
#include "core/search/objective.h"
#include "tests/core/sample_scenarios.h"

namespace tst_metrics {

using namespace plateau;

/// The table of metrics, and those who read it.
class MetricsTest : public QObject {
    Q_OBJECT
private slots:
    void every_row_is_complete()
    {
        for (const Metric& row : metrics()) {
            QVERIFY2(*row.key && *row.label && *row.short_label, row.key);
            const std::string definition = row.definition;
            QVERIFY2(definition.size() > 10 && definition.back() == '.', row.key);
            QVERIFY2(row.shown_in.si > 0 && row.shown_in.digits >= 3 && row.shown_in.decimals >= -1, row.key);
            QVERIFY2(row.shown_in.unit != units::Unit::Fraction || row.shown_in.decimals >= 0, row.key);
        }
    }

    void keys_and_words_find_one_row()
    {
        std::set<std::string> names;
        for (const Metric& row : metrics()) {
            QCOMPARE(find_metric(row.key), &row);
            QVERIFY2(names.insert(row.key).second, row.key);
            QVERIFY2(!*row.word || names.insert(row.word).second, row.word);
        }
        QVERIFY(!find_metric("tokens")); // a word of filters
    }

    void rates_per_gpu_say_which_gpus()
    {
        for (const Metric& row : metrics()) {
            const std::string key = row.key;
            if (key.find("tokens_per_s_per_gpu") == std::string::npos)
                continue;
            for (const std::string words : {row.label, row.short_label})
                QVERIFY2(words.ends_with("in use") || words.ends_with("available"), words.c_str());
        }
    }

    void idle_gpus_part_the_two_rates()
    {
        Scenario question = test::weak_scaling("100");
        question = test::changed(question, "tp", "8");
        const Parts parts = estimate(question).parts;
        QCOMPARE(parts.gpus_used, 96.0);
        const double used = metric("tokens_per_s_per_gpu").value(parts);
        const double available = metric("tokens_per_s_per_gpu_available").value(parts);
        QVERIFY(std::abs(used * 96 / (available * 100) - 1) < 1e-12);
        QCOMPARE(english(metric_text(metric("tokens_per_s_per_gpu"), used)),
                 units::format(parts.tokens_per_s / 96, units::Unit::Count));
    }

    void hosts_draw_no_more_than_their_facility_data()
    {
        QTest::addColumn<QString>("gpus");
        QTest::addColumn<QString>("dp");
        QTest::addColumn<int>("at_work"); // on a host of eight
        QTest::addColumn<int>("idle"); // on it
        QTest::newRow("one GPU") << "1"
                                 << "1" << 1 << 0;
        QTest::newRow("one of eight") << "8"
                                      << "1" << 1 << 7;
        QTest::newRow("six of eight") << "8"
                                      << "6" << 6 << 2;
        QTest::newRow("a host") << "8"
                                << "8" << 8 << 0;
        QTest::newRow("a host and a half") << "12"
                                           << "12" << 8 << 0;
        QTest::newRow("eight hosts") << "64"
                                     << "64" << 8 << 0;
    }

    /// A host that is used in part has its processors, fans and network cards all the same.
    void hosts_draw_no_more_than_their_facility()
    {
        QFETCH(QString, gpus);
        QFETCH(QString, dp);
        QFETCH(int, at_work);
        QFETCH(int, idle);
        const Scenario question = test::changed(test::weak_scaling(gpus.toStdString()),
                                                {{"dp", dp.toStdString()}, {"pue", "1"}, {"network_watts", "0"}});
        const Parts parts = estimate(question).parts;
        QVERIFY(parts.possible());
        const catalog::Accelerator& gpu = question.cluster.accelerator;
        const double host = 8 * gpu.node_overhead_watts;
        const auto near = [](double a, double b) { return std::abs(a / b - 1) < 1e-9; };
        QVERIFY(near(parts.node_watts, at_work * parts.power_watts + idle * gpu.idle_watts + host));
        const double hosts = std::ceil(parts.gpus / 8);
        QVERIFY(
            near(parts.facility_watts,
                 parts.gpus_used * parts.power_watts + (parts.gpus - parts.gpus_used) * gpu.idle_watts + hosts * host));
    }

    void every_metric_can_be_filtered()
    {
        const Parts parts = estimate(test::weak_scaling("128")).parts;
        for (const Metric& row : metrics()) {
            const auto filter = answers::parse_plan_filter(std::string(row.key) + " >= 0");
            QVERIFY2(filter.has_value(), row.key);
            QCOMPARE(filter->conditions().front().metric, &row);
            QCOMPARE(filter->matches(parts), row.value(parts) >= 0);
        }
    }

    void every_objective_has_its_metric()
    {
        const Parts parts = estimate(test::weak_scaling("128")).parts;
        for (const search::ObjectiveRow& row : search::objectives()) {
            QVERIFY(find_metric(row.metric));
            QCOMPARE(*from_name<search::Objective>(name(row.objective)), row.objective);
            const Metric& compared = search::objective_metric(row.objective);
            QVERIFY(compared.better != Better::Neither);
            const double value = search::objective_value(row.objective, parts);
            QCOMPARE(value, compared.better == Better::Higher ? 1 / compared.value(parts) : compared.value(parts));
        }
    }
};

PLATEAU_TEST(MetricsTest)

} // namespace tst_metrics

#include "tst_metrics.moc"
