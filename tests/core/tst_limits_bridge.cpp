// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <cmath>

#include "core/catalog/known_runs.h"
#include "core/model/estimate.h"
#include "core/question/limits_scenario/bridge.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/views/limits_view.h"
#include "core/views/words.h"

namespace tst_limits_bridge {

using namespace plateau;

/// What joins the limits model to the rest: stretches with their reasons, known runs and growth, the way to a training
/// scenario and back.
class TestLimitsBridge : public QObject {
    Q_OBJECT
    catalog::Catalog catalog_;

    LimitsScenario scenario(const char* name) const
    {
        auto found = find_limits_scenario(catalog_, name);
        if (!found)
            qFatal("%s does not open", name);
        return *found;
    }

private slots:
    void initTestCase() { catalog_ = catalog::read({PRESETS}); }

    void stretches_cover_the_curve_in_order()
    {
        const LimitsScenario h100 = scenario("limits-h100-dense");
        const auto points = limits::curve(h100);
        const auto all = limits::stretches(h100.question, points);
        QVERIFY(all.size() >= 4);
        QCOMPARE(all.front().bound, limits::Bound::Arithmetic);
        QCOMPARE(all.back().bound, limits::Bound::Infeasible);
        for (std::size_t i = 1; i < all.size(); ++i)
            QCOMPARE(all[i].from_flop, all[i - 1].to_flop);
        // The ripple lies between the two crossings: 2.05e28 and 1.34e29.
        const auto ripple = std::find_if(all.begin(), all.end(), [](const auto& each) { return each.rippling; });
        QVERIFY(ripple != all.end());
        QVERIFY(ripple->from_flop < 2.05e28 && ripple->from_flop > 1.4e28);
        QVERIFY(ripple->to_flop < 1.35e29 && ripple->to_flop > 5.8e28);
        // No cluster finishes beyond the published wall.
        QVERIFY(all.back().from_flop > 2.71e31 && all.back().from_flop < 5.1e31);
    }

    void the_latency_wall_is_latency()
    {
        const LimitsScenario h100 = scenario("limits-h100-dense");
        const limits::Point wall = limits::point_at_flop(h100.question, 2.7e31);
        QCOMPARE(wall.bound, limits::Bound::Latency);
        const limits::Causes causes = limits::causes(wall.time);
        const double sum = causes.arithmetic_seconds + causes.memory_seconds + causes.network_seconds
            + causes.latency_seconds + causes.pipeline_seconds;
        QVERIFY(std::abs(sum / wall.time.step_seconds - 1) < 1e-9);
        QVERIFY(english(narrate::what_binds(h100, wall)).find("1,536 blocks") != std::string::npos);
    }

    void a_given_cluster_has_no_deadline_but_an_end()
    {
        const auto given = with_all(catalog_, scenario("limits-h100-dense"),
                                    {{"cluster_mode", Value(std::string("fixed"))}, {"gpus", Value(1024.)}});
        QVERIFY(given);
        const auto points = limits::curve(*given);
        const limits::Landmarks marks = limits::landmarks(given->question, points);
        QVERIFY(marks.wall_flop && !marks.wall_beyond_grid);
        const std::string said = english(narrate::limits_headline(*given, marks));
        QVERIFY2(said.find("do not fit") != std::string::npos, said.c_str());
        QVERIFY(english(narrate::what_binds(*given, points.back())).find("No layout of 1,024") != std::string::npos);
    }

    /// "Can 1e29 FLOP be done in three months on H100, and what stops it?"
    void yes_or_no_comes_first()
    {
        const LimitsScenario h100 = scenario("limits-h100-dense");
        const auto plain = [](const std::string& words) {
            return QString::fromStdString(words).replace(QChar(0xa0), QLatin1Char(' ')).toStdString();
        };
        const auto said = [&](const LimitsScenario& of, double flop) {
            return plain(english(narrate::limits_answer(of, limits::point_at_flop(of.question, flop))));
        };
        const limits::Point can = limits::point_at_flop(h100.question, 1e29);
        QVERIFY(can.feasible);
        const std::string yes = plain(english(narrate::limits_answer(h100, can)));
        QVERIFY2(yes.find("Yes: 1e29 FLOP can be done in 3 months on ") == 0, yes.c_str());
        QVERIFY2(yes.find(english(narrate::bound_words(can.bound))) != std::string::npos, yes.c_str());
        const std::string no = said(h100, 1e32);
        QVERIFY2(no.find("No: 1e32 FLOP cannot be done in 3 months on ") == 0, no.c_str());
        QVERIFY2(no.find("do not fit into 3 months") != std::string::npos, no.c_str());
        const auto given
            = with_all(catalog_, h100, {{"cluster_mode", Value(std::string("fixed"))}, {"gpus", Value(1024.)}});
        QVERIFY(said(*given, 1e22).find("Yes: 1e22 FLOP can be done on 1,024 ") == 0);
        QVERIFY(said(*given, 1e32).find("No: 1e32 FLOP cannot be done on 1,024 ") == 0);
    }

    void known_runs_are_read()
    {
        const catalog::KnownRuns known = catalog::read_known_runs({PRESETS});
        QVERIFY2(known.problems.empty(), known.problems.empty() ? "" : english(known.problems.front()).c_str());
        QVERIFY(known.runs.size() >= 4);
        for (const catalog::KnownRun& run : known.runs) {
            QVERIFY2(!run.source.empty() && run.date > 2018 && run.date < 2027, run.id.c_str());
            QVERIFY2(run.flop > 1e23 && run.flop < 1e27, run.id.c_str());
        }
        // The rate and its inverse belong together, and the note's reading follows: limits in about three to four
        // years.
        const double year = catalog::year_of(known.growth, 2e28);
        QVERIFY(std::abs(catalog::flop_of(known.growth, year) / 2e28 - 1) < 1e-9);
        QVERIFY(year > 2026.5 && year < 2028.5);
    }

    void a_point_becomes_the_same_cluster_and_shape()
    {
        const LimitsScenario h100 = scenario("limits-h100-dense");
        const limits::Point point = limits::point_at_width(h100.question, 12288);
        const auto training = as_training(catalog_, h100, point);
        QVERIFY2(training, training ? "" : english(training.error()).c_str());
        QCOMPARE(training->cluster.gpus, 2048.);
        QCOMPARE(training->cluster.accelerator.id, "h100_sxm");
        QCOMPARE(training->workload.shape.hidden, 12288.);
        QCOMPARE(training->workload.shape.ffn, 49152.);
        QCOMPARE(training->workload.shape.layers, 96.); // GPT-3 has as many
        QCOMPARE(training->plan.tp, 32);
        QCOMPARE(training->plan.pp, 64);
        QCOMPARE(training->plan.dp, 1);
        QVERIFY(std::abs(training->workload.tokens / point.model.tokens - 1) < 1e-9);
        const Estimate detailed = estimate(*training);
        QVERIFY2(detailed.parts.possible(), english(detailed.reason).c_str());
        // Attention, the head and 1F1B cost something: the detailed estimate is the lower one.
        QVERIFY(detailed.parts.mfu() < point.utilization);
        const std::string words = english(narrate::why_they_differ(point, detailed));
        QVERIFY2(words.find("69.9") != std::string::npos, words.c_str());
        QCOMPARE(english(narrate::model_words(*training)), std::string("175\u00a0G parameters, from GPT-3 175B"));
        QCOMPARE(english(narrate::model_words(*default_scenario(catalog_))), std::string("Llama 2 7B"));
    }

    void sparse_runs_are_refused_with_a_reason()
    {
        const LimitsScenario sparse = scenario("limits-h100-sparse");
        const auto training = as_training(catalog_, sparse, limits::point_at_width(sparse.question, 12288));
        QVERIFY(!training);
        QVERIFY(english(training.error()).find("mixture of experts") != std::string::npos);
    }

    void a_training_scenario_lends_its_hardware()
    {
        auto training = with_all(catalog_, *default_scenario(catalog_),
                                 {{"hardware", Value(std::string("b200"))},
                                  {"nvlink_domain", Value(72.)},
                                  {"scale_out_bandwidth", Value(100e9)},
                                  {"precision", Value(std::string("fp8"))}});
        QVERIFY(training);
        const auto limits = as_limits(catalog_, *training);
        QVERIFY2(limits, limits ? "" : english(limits.error()).c_str());
        QCOMPARE(limits->accelerator.id, "b200");
        QCOMPARE(limits->question.machine.network.levels[0].group, 72.);
        QCOMPARE(limits->question.machine.network.levels[1].bytes_per_s, 200e9); // both directions
        QCOMPARE(limits->precision, catalog::Precision::Fp8);
        // What was not changed stays with the hardware.
        QVERIFY(!limits->overrides.count("scale_up_bandwidth"));
    }

    void equal_questions_are_equal()
    {
        const LimitsScenario h100 = scenario("limits-h100-dense");
        auto moved = with(catalog_, h100, "training_flop", "1e27");
        QVERIFY(moved);
        QVERIFY(moved->question == h100.question); // the marker is no part of it
        auto slower = with(catalog_, h100, "network_latency", "2us");
        QVERIFY(slower);
        QVERIFY(!(slower->question == h100.question));
    }

    void an_empty_value_is_reported_where_it_stands()
    {
        const auto broken
            = read_limits_scenario_text(catalog_, "kind: limits\nhardware:\nduration: 1 day\n", "broken.yaml");
        QVERIFY(!broken);
        QCOMPARE(broken.error().where, "broken.yaml:2:1");
    }
};

PLATEAU_TEST(TestLimitsBridge)

} // namespace tst_limits_bridge

#include "tst_limits_bridge.moc"
