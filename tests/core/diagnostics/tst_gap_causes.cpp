// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <algorithm>
#include <cmath>

#include "core/answers/step.h"
#include "core/diagnostics/gap.h"
#include "core/question/scenario/parameter_table.h"
#include "core/question/scenario/unsaid.h"
#include "tests/core/shipped_answers.h"

namespace tst_gap_causes {

using namespace plateau;
using namespace plateau::answers;

namespace {

std::shared_ptr<const Parts> predicted(const Scenario& scenario)
{
    return test::shipped_answers()->get<StepParts>(TrainingQuestion(scenario));
}

Gap::Key asked(const Scenario& scenario, const std::string& metric, double value)
{
    return {TrainingQuestion(scenario), {metric, value}};
}

/// The scenario, and what the model itself says of it with some things other than they are thought to be.
Gap::Key asked(const Scenario& scenario, const test::Changes& truth, const std::string& metric)
{
    return asked(scenario, metric, plateau::metric(metric).value(*predicted(test::changed(scenario, truth))));
}

std::shared_ptr<const Gap::Value> gap_of(const Gap::Key& key) { return test::shipped_answers()->get<Gap>(key); }

const GapCause* find(const std::vector<GapCause>& causes, const std::string& key)
{
    const auto found
        = std::find_if(causes.begin(), causes.end(), [&](const GapCause& cause) { return cause.key == key; });
    return found == causes.end() ? nullptr : &*found;
}

bool near(double value, double truth) { return std::abs(value / truth - 1) < 0.02; }

std::string said(const Gap::Key& key)
{
    return english(narrate::gap_words(gap_of(key)->first(), metric(key.measured.metric)));
}

} // namespace

/// What may explain a run that is not as predicted, and what no run can be.
class GapCausesTest : public QObject {
    Q_OBJECT
private slots:
    void what_is_above_the_peak_cannot_be_data()
    {
        QTest::addColumn<QString>("metric");
        QTest::addColumn<double>("value");
        QTest::newRow("an MFU") << "mfu" << 2.41;
        QTest::newRow("an MFU without attention") << "mfu_6n" << 1.8;
        QTest::newRow("a step") << "step_time_s" << 1e-4;
        QTest::newRow("a rate") << "tokens_per_s_per_gpu" << 1e6;
    }

    void what_is_above_the_peak_cannot_be()
    {
        QFETCH(QString, metric);
        QFETCH(double, value);
        const Gap::Key key = asked(test::weak_scaling("64"), metric.toStdString(), value);
        const auto gap = gap_of(key);
        QVERIFY(!gap->first().can_be());
        QVERIFY2(said(key).ends_with("impossible"), said(key).c_str());
        const std::string verdict = english(narrate::gap_verdict(key, *gap));
        QVERIFY2(verdict.find("cannot be") != std::string::npos, verdict.c_str());
        QVERIFY(!find(gap->causes, "kernel_efficiency")); // no clock explains it
    }

    /// Programs divide by the peak of an A100 where they do not know the card.
    void the_peak_that_it_was_divided_by_is_named()
    {
        const Scenario scenario = test::weak_scaling("64");
        const auto parts = predicted(scenario);
        const auto gap = gap_of(asked(scenario, "mfu", parts->mfu() * parts->peak_flops / 312e12));
        QVERIFY(!gap->first().can_be());
        QVERIFY(!gap->causes.empty());
        QCOMPARE(gap->causes.front().key, std::string(GapCause::peak_key));
        QCOMPARE(std::get<double>(gap->causes.front().needed), 312e12);
    }

    void a_share_of_another_peak_is_taken_as_typed()
    {
        const Scenario scenario = test::weak_scaling("64");
        const auto parts = predicted(scenario);
        const auto measured = typed_measured(test::shipped(), "100 % MFU of 312 TFLOP/s");
        QVERIFY(measured.has_value());
        const auto gap = gap_of({TrainingQuestion(scenario), *measured});
        QVERIFY(near(gap->first().measured, 312e12 / parts->peak_flops));
        const auto flops = typed_measured(test::shipped(), "312 TFLOP/s");
        QVERIFY(flops
                && near(gap_of({TrainingQuestion(scenario), *flops})->first().measured, 312e12 / parts->peak_flops));
    }

    /// What counts attention otherwise is one choice away.
    void other_conventions_are_metrics_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("metric");
        QTest::newRow("6N") << "38 % MFU, 6N"
                            << "mfu_6n";
        QTest::newRow("half of attention") << "38 % MFU causal"
                                           << "mfu_causal";
        QTest::newRow("all of it") << "38 % MFU full"
                                   << "mfu";
        QTest::newRow("with recomputation") << "52 % HFU"
                                            << "hfu";
    }

    void other_conventions_are_metrics()
    {
        QFETCH(QString, typed);
        QFETCH(QString, metric);
        const auto measured = typed_measured(test::shipped(), typed.toStdString());
        QVERIFY(measured.has_value());
        QCOMPARE(QString::fromStdString(measured->metric), metric);
        const Gap::Key key{TrainingQuestion(test::weak_scaling("64")), *measured};
        const std::string words = english(narrate::denominator_words(
            gap_of(key)->first(), plateau::metric(measured->metric), *key.question.scenario));
        QVERIFY2(words.find("989") != std::string::npos, words.c_str());
    }

    void what_was_typed_is_read_back_data()
    {
        QTest::addColumn<QString>("typed");
        for (const char* typed : {"563 % MFU", "0.9 % MFU", "38 % MFU of 312 TFLOP/s, 6N", "402 TFLOP/s",
                                  "20 % MFU of the sparse peak", "1.35 s", "61 GB"})
            QTest::newRow(typed) << QString(typed);
    }

    void what_was_typed_is_read_back()
    {
        QFETCH(QString, typed);
        const auto measured = typed_measured(test::shipped(), typed.toStdString());
        QVERIFY(measured.has_value());
        const auto again = typed_measured(test::shipped(), as_typed(*measured));
        QVERIFY2(again.has_value(), as_typed(*measured).c_str());
        QCOMPARE(again->metric, measured->metric);
        QVERIFY2(near(again->value, measured->value), as_typed(*measured).c_str());
        QCOMPARE(again->peak, measured->peak);
        QCOMPARE(again->sparse, measured->sparse);
    }

    void a_number_in_thousandths_is_a_unit()
    {
        const Scenario scenario = test::weak_scaling("64");
        for (const double times : {1000., 1 / 1000.}) {
            const auto gap = gap_of(asked(scenario, "step_time_s", times * predicted(scenario)->step_seconds));
            const GapCause* unit = find(gap->causes, GapCause::unit_key);
            QVERIFY(unit);
            QVERIFY(near(std::get<double>(unit->needed), predicted(scenario)->step_seconds));
        }
    }

    /// Slower is slower in every metric.
    void slower_has_one_meaning()
    {
        const Scenario scenario = test::weak_scaling("64");
        const auto parts = predicted(scenario);
        for (const Gap::Key& key :
             {asked(scenario, "step_time_s", 3 * parts->step_seconds), asked(scenario, "mfu", parts->mfu() / 3),
              asked(scenario, "tokens_per_s", parts->tokens_per_s / 3)})
            QVERIFY2(said(key).ends_with("slower than expected"), said(key).c_str());
        QVERIFY2(said(asked(scenario, "step_time_s", parts->step_seconds / 1.5)).ends_with("faster than expected"), "");
        QVERIFY(said(asked(scenario, "memory_bytes_per_gpu", 2 * parts->memory_bytes)).ends_with("more than expected"));
    }

    void checks_exist_on_the_accelerator_data()
    {
        QTest::addColumn<QString>("hardware");
        for (const char* hardware : {"mi300x", "tpu_v4", "gaudi3", "ascend_910b", "trainium2"})
            if (with(test::shipped(), test::weak_scaling("64"), "hardware", hardware))
                QTest::newRow(hardware) << QString(hardware);
    }

    void checks_exist_on_the_accelerator()
    {
        QFETCH(QString, hardware);
        const Scenario scenario = test::changed(test::weak_scaling("64"), "hardware", hardware.toStdString());
        QVERIFY(scenario.cluster.accelerator.vendor != "NVIDIA");
        for (const double times : {1.3, 2.5}) {
            const auto gap = gap_of(asked(scenario, "step_time_s", times * predicted(scenario)->step_seconds));
            QVERIFY(!gap->causes.empty());
            for (const GapCause& cause : gap->causes)
                for (const char* foreign : {"nvidia", "NCCL_", "CUDA_", "cudnn"})
                    QVERIFY2(cause.check.text.find(foreign) == std::string::npos, cause.check.text.c_str());
        }
    }

    void a_pair_of_choices_explains_what_neither_does()
    {
        const Gap::Key key
            = asked(test::weak_scaling("64"), {{"precision", "tf32"}, {"nvlink_domain", "1"}}, "step_time_s");
        const auto gap = gap_of(key);
        QVERIFY(!find(gap->causes, "precision") || !find(gap->causes, "precision")->with.empty());
        QVERIFY(std::ranges::any_of(gap->causes, [](const GapCause& cause) {
            return cause.key == "precision" && cause.with.size() == 1 && cause.with.front().key == "nvlink_domain";
        }));
    }

    /// A card held back to a third of its clocks.
    void kernels_at_a_third_are_a_cause()
    {
        const auto gap = gap_of(asked(test::weak_scaling("8"), {{"kernel_efficiency", "0.34"}}, "step_time_s"));
        const GapCause* kernels = find(gap->causes, "kernel_efficiency");
        QVERIFY(kernels);
        QVERIFY(std::abs(std::get<double>(kernels->needed) - 0.34) < 0.04);
    }

    void memory_is_explained_by_choices()
    {
        const auto gap = gap_of(asked(test::weak_scaling("64"), {{"dp_mode", "zero1"}}, memory_metric));
        QVERIFY(!gap->first().inside());
        const GapCause* sharding = find(gap->causes, "dp_mode");
        QVERIFY(sharding);
        QCOMPARE(std::get<std::string>(sharding->needed), std::string("zero1"));
        for (const GapCause& cause : gap->causes)
            QVERIFY2(training_parameters().find(cause.key), cause.key.c_str());
    }

    void memory_as_predicted_has_no_cause()
    {
        const Scenario scenario = test::weak_scaling("64");
        QVERIFY(gap_of(asked(scenario, memory_metric, 1.05 * predicted(scenario)->memory_bytes))->causes.empty());
    }

    /// A log that does not name its accelerator was perhaps of another one.
    void hardware_that_nobody_said_comes_first()
    {
        const Scenario told = test::weak_scaling("64");
        Scenario untold = told;
        untold.overrides.erase("hardware");
        untold.unsaid.push_back({.kind = UnsaidKind::Assumed, .parameter = "hardware"});
        const Gap::Key key = asked(untold, {{"hardware", "a100_sxm_80"}}, "step_time_s");
        const auto gap = gap_of(key);
        QVERIFY(!gap->hardware_said);
        QVERIFY(!gap->causes.empty());
        QCOMPARE(gap->causes.front().key, std::string("hardware"));
        QVERIFY(!find(gap_of({TrainingQuestion(told), key.measured})->causes, "hardware"));
    }

    void two_numbers_of_one_run_may_contradict()
    {
        const Scenario scenario = test::weak_scaling("64");
        const auto parts = predicted(scenario);
        Gap::Key key = asked(scenario, "mfu", parts->mfu());
        key.others.push_back({key.question, {"step_time_s", 2 * parts->step_seconds}});
        const std::string verdict = english(narrate::gap_verdict(key, *gap_of(key)));
        QVERIFY2(verdict.find("contradict") != std::string::npos, verdict.c_str());
        key.others.back().measured.value = parts->step_seconds;
        QCOMPARE(gap_of(key)->contradicting, Gap::Value::no_run);
    }

    /// Each row of presets/physics/causes.yaml is about a parameter, can be tried, and has a check.
    void rows_of_causes_are_sound()
    {
        const catalog::Physics& physics = *test::shipped().physics;
        QVERIFY(!physics.choices.empty() && !physics.peaks.empty());
        for (const catalog::OtherChoice& choice : physics.choices) {
            const TrainingParameter* row = training_parameters().find(choice.key);
            QVERIFY2(row && (!choice.values.empty() || row->kind == ParameterKind::Choice), choice.key.c_str());
            for (const std::string& value : choice.values)
                QVERIFY2(parse_value(*row, value), (choice.key + " " + value).c_str());
            QVERIFY2(choice.of_memory || !physics.check(choice.key, "NVIDIA").empty(), choice.key.c_str());
        }
        for (const catalog::Suspect& suspect : physics.suspects)
            QVERIFY2(!physics.check(suspect.key, "nobody").empty(), suspect.key.c_str());
        for (const catalog::UsualPeak& peak : physics.peaks)
            QVERIFY2(peak.source.find('@') != std::string::npos, peak.of.c_str());
    }
};

PLATEAU_TEST(GapCausesTest)

} // namespace tst_gap_causes

#include "tst_gap_causes.moc"
