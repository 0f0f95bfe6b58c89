// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <algorithm>
#include <cmath>

#include "core/answers/step.h"
#include "core/diagnostics/gap.h"
#include "tests/core/shipped_answers.h"

namespace tst_gap {

using namespace plateau;
using namespace plateau::answers;

namespace {

Scenario on(const char* gpus) { return test::weak_scaling(gpus); }

/// The scenario, and what the model itself says of it with one thing other than it is thought to be.
MeasuredRun measured(const Scenario& scenario, const std::string& key, const std::string& truth,
                     const char* metric = "step_time_s")
{
    const auto parts = test::shipped_answers()->get<StepParts>(TrainingQuestion(test::changed(scenario, key, truth)));
    return {TrainingQuestion(scenario), {metric, plateau::metric(metric).value(*parts)}};
}

std::shared_ptr<const Gap::Value> gap_of(const MeasuredRun& first, const std::vector<MeasuredRun>& others = {})
{
    return test::shipped_answers()->get<Gap>({first.question, first.measured, others});
}

const GapCause* find(const std::vector<GapCause>& causes, const std::string& key)
{
    const auto found
        = std::find_if(causes.begin(), causes.end(), [&](const GapCause& cause) { return cause.key == key; });
    return found == causes.end() ? nullptr : &*found;
}

bool is_ruled_out(const Gap::Value& gap, const std::string& key)
{
    return std::any_of(gap.ruled_out.begin(), gap.ruled_out.end(),
                       [&](const RuledOut& each) { return each.cause.key == key; });
}

bool near(double value, double truth, double tolerance) { return std::abs(value / truth - 1) <= tolerance; }

} // namespace

/// Why a run is not as predicted: what people type, what one run allows, what another rules out.
class GapTest : public QObject {
    Q_OBJECT
private slots:
    void what_people_type_is_read_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("key");
        QTest::addColumn<double>("value");
        const auto row = [](const char* typed, const char* key, double value) {
            QTest::newRow(typed) << QString(typed) << QString(key) << value;
        };
        row("mfu=38", "mfu", 0.38);
        row("mfu = 0.38", "mfu", 0.38);
        row("38 % MFU", "mfu", 0.38);
        row("MFU: 38.2%", "mfu", 0.382);
        row("1.35 s", "step_time_s", 1.35);
        row("850 ms", "step_time_s", 0.85);
        row("step time 1.35s", "step_time_s", 1.35);
        row("2.5 s/it", "step_time_s", 2.5);
        row("2.5 seconds per step", "step_time_s", 2.5);
        row("9,800 tokens/s per GPU", "tokens_per_s_per_gpu", 9800);
        row("9800 tok/s/gpu", "tokens_per_s_per_gpu", 9800);
        row("9.8k tokens/gpu/s", "tokens_per_s_per_gpu", 9800);
        row("tps: 9,800", "tokens_per_s_per_gpu", 9800);
        row("1,234,000 tokens/s", "tokens_per_s", 1.234e6);
        row("788k tok/s", "tokens_per_s", 788e3);
        row("61 GB", "memory_bytes_per_gpu", 61e9);
        row("memory 61GiB", "memory_bytes_per_gpu", 61 * 1024. * 1024 * 1024);
        row(" [2024-05-07 12:34:56] iteration       20/     100 | consumed samples:        20480 | elapsed time per "
            "iteration (ms): 10512.3 | throughput per GPU (TFLOP/s/GPU): 402.1 | learning rate: 3.0E-05 | global batch "
            "size:  1024 | lm loss: 7.1E+00 |",
            "step_time_s", 10.5123);
    }

    void what_people_type_is_read()
    {
        QFETCH(QString, typed);
        QFETCH(QString, key);
        QFETCH(double, value);
        const auto measured = typed_measured(test::shipped(), typed.toStdString());
        QVERIFY2(measured.has_value(), measured ? "" : english(measured.error()).c_str());
        QCOMPARE(QString::fromStdString(measured->metric), key);
        QVERIFY2(near(measured->value, value, 1e-6), qPrintable(QString::number(measured->value)));
    }

    void what_says_no_number_is_refused_data()
    {
        QTest::addColumn<QString>("typed");
        for (const char* typed : {"", "38", "slow", "mfu=", "mfu=-3", "mfu=fast", "-1 s", "0 s", "9800 cookies/s",
                                  "1.35 V", "1e999 s", "NaN s", "=3"})
            QTest::newRow(typed) << QString(typed);
    }

    void what_says_no_number_is_refused()
    {
        QFETCH(QString, typed);
        const auto measured = typed_measured(test::shipped(), typed.toStdString());
        QVERIFY2(!measured, measured ? qPrintable(QString::number(measured->value)) : "");
        QVERIFY(!measured.error().what.empty());
    }

    void the_cause_is_among_those_that_are_told()
    {
        const auto gap = gap_of(measured(on("512"), "scale_out_bandwidth", "40 Gb/s"));
        QVERIFY(gap->possible());
        QVERIFY(!gap->first().inside());
        const GapCause* network = find(gap->causes, "scale_out_bandwidth");
        QVERIFY(network);
        QVERIFY2(near(std::get<double>(network->needed), 40e9 / 8, 0.02), english(network->needed_text).c_str());
        QVERIFY(gap->ruled_out.empty());
    }

    /// Choices cannot be turned: a real run with one of them is off by what every prediction is.
    void a_choice_that_comes_within_a_tenth_is_a_cause()
    {
        MeasuredRun again = measured(on("8"), "recompute", "full");
        again.measured.value *= 1.09;
        const GapCause* recompute = find(gap_of(again)->causes, "recompute");
        QVERIFY(recompute);
        QCOMPARE(english(recompute->needed_text), "Full");
        again.measured.value *= 1.06;
        QVERIFY(!find(gap_of(again)->causes, "recompute"));
    }

    /// Eight GPUs of one host are as predicted: what would slow them too is not the cause, the network still may be.
    void another_run_rules_causes_out()
    {
        const MeasuredRun slow = measured(on("512"), "scale_out_bandwidth", "40 Gb/s");
        const MeasuredRun one_host = measured(on("8"), "scale_out_bandwidth", "40 Gb/s");
        const auto alone = gap_of(slow);
        QVERIFY(find(alone->causes, "layer_launch_seconds") || find(alone->causes, "step_fixed_seconds"));
        const Gap::Key key{slow.question, slow.measured, {one_host}};
        const auto both = gap_of(slow, {one_host});
        QCOMPARE(both->runs_beside.size(), std::size_t(2));
        QVERIFY(both->runs_beside[1].inside());
        QVERIFY(find(both->causes, "scale_out_bandwidth"));
        for (const char* key_of_all : {"layer_launch_seconds", "step_fixed_seconds", "memory_passes"})
            if (find(alone->causes, key_of_all)) {
                QVERIFY2(is_ruled_out(*both, key_of_all), key_of_all);
                QVERIFY(!find(both->causes, key_of_all));
            }
        QVERIFY(!both->ruled_out.empty());
        for (const RuledOut& each : both->ruled_out) {
            QCOMPARE(each.by, std::size_t(1));
            const std::string words = english(narrate::ruled_out_words(each, "run 2", key, *both));
            QVERIFY2(words.find("of run 2 would then be") != std::string::npos, words.c_str());
        }
    }

    void one_value_suits_both_runs()
    {
        const MeasuredRun many = measured(on("512"), "kernel_efficiency", "0.6");
        const MeasuredRun few = measured(on("8"), "kernel_efficiency", "0.6", "mfu");
        const auto gap = gap_of(many, {few});
        const GapCause* kernels = find(gap->causes, "kernel_efficiency");
        QVERIFY(kernels);
        QVERIFY2(near(std::get<double>(kernels->needed), 0.6, 0.06), english(kernels->needed_text).c_str());
        QVERIFY(!find(gap->causes, "scale_out_bandwidth")); // which one host does not have
    }

    /// Half the MFU may be a peak counted with sparsity; half the speed in tokens may not.
    void a_peak_explains_no_step_time()
    {
        const Scenario scenario = on("8");
        const auto parts = test::shipped_answers()->get<StepParts>(TrainingQuestion(scenario));
        const MeasuredRun half{TrainingQuestion(scenario), {"mfu", parts->mfu() / 2}};
        QVERIFY(find(gap_of(half)->causes, "peak_flops"));
        const MeasuredRun in_time{TrainingQuestion(scenario), {"step_time_s", parts->step_seconds}};
        const auto both = gap_of(half, {in_time});
        QVERIFY(find(both->causes, "peak_flops")); // the same run, not slower at all
        const MeasuredRun late{TrainingQuestion(on("16")), {"step_time_s", 3 * parts->step_seconds}};
        QVERIFY(is_ruled_out(*gap_of(half, {late}), "peak_flops") || !find(gap_of(half, {late})->causes, "peak_flops"));
    }

    void what_is_as_predicted_has_no_cause()
    {
        MeasuredRun run = measured(on("8"), "gpus", "8");
        run.measured.value *= 1.01;
        const auto gap = gap_of(run);
        QVERIFY(gap->causes.empty());
        QCOMPARE(english(narrate::gap_verdict({run.question, run.measured}, *gap)),
                 std::string("Nothing is left to explain"));
    }

    void the_run_furthest_off_is_explained()
    {
        const MeasuredRun as_predicted = measured(on("8"), "gpus", "8");
        const MeasuredRun slow = measured(on("512"), "scale_out_bandwidth", "40 Gb/s");
        const auto gap = gap_of(as_predicted, {slow});
        QCOMPARE(gap->furthest, std::size_t(1));
        QVERIFY(find(gap->causes, "scale_out_bandwidth"));
    }

    void an_impossible_run_is_named()
    {
        const MeasuredRun good = measured(on("8"), "gpus", "8");
        const MeasuredRun bad{TrainingQuestion(test::changed(on("8"), "tp", "3")), {"step_time_s", 1}};
        const auto gap = gap_of(good, {bad});
        QVERIFY(!gap->possible());
        QCOMPARE(gap->impossible, std::size_t(1));
    }

    void suspects_are_numbers_of_a_question()
    {
        const auto& suspects = test::shipped().physics->suspects;
        QVERIFY(!suspects.empty());
        for (const catalog::Suspect& suspect : suspects) {
            const TrainingParameter* row = training_parameters().find(suspect.key);
            QVERIFY2(row && row->kind != ParameterKind::Choice, suspect.key.c_str());
            QVERIFY2(suspect.source.size() > 10, suspect.key.c_str());
        }
    }
};

PLATEAU_TEST(GapTest)

} // namespace tst_gap

#include "tst_gap.moc"
