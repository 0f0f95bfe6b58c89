// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <cmath>

#include <nlohmann/json.hpp>

#include "core/model/stage.h"
#include "core/model/timeline.h"
#include "core/plan/plan_layers.h"
#include "core/plan/schedule/timeline.h"
#include "core/views/scaling_view.h"
#include "sample_scenarios.h"

namespace tst_timeline {

using namespace plateau;
using plateau::test::changed;
using plateau::test::scenario;

namespace {

Scenario pipelined(std::mt19937& random, const std::string& schedule = {})
{
    const auto pick = [&](std::initializer_list<const char*> choices) {
        return std::string(choices.begin()[random() % choices.size()]);
    };
    return scenario({{"hardware", pick({"a100_sxm_80", "h100_sxm", "b200"})},
                     {"model", pick({"llama2_7b", "llama2_70b", "gpt3_175b", "llama3_405b", "llama3_8b"})},
                     {"gpus", pick({"64", "128", "256", "512"})},
                     {"tp", pick({"1", "2", "4", "8"})},
                     {"pp", pick({"1", "2", "3", "4", "8", "16"})},
                     {"batch_mode", "total"},
                     {"global_batch", pick({"64", "128", "512", "1000"})},
                     {"micro_batch", pick({"1", "2"})},
                     {"virtual_stages", pick({"1", "1", "2", "3"})},
                     {"schedule", schedule.empty() ? pick({"gpipe", "1f1b", "interleaved"}) : schedule},
                     {"dp_mode", pick({"ddp", "zero1", "zero2", "fsdp", "hsdp"})},
                     {"recompute", pick({"none", "selective", "full"})},
                     {"stack", pick({"pytorch_fsdp_2024", "megatron_core_2024", "nemo_bf16"})}});
}

struct Laid {
    Timeline timeline;
    Parts parts;
};

Laid laid(const Scenario& question)
{
    const auto prepared = prepare(question);
    const WorkspacePointer workspace = make_workspace();
    return {timeline(*prepared, plan(*prepared)), evaluate(*prepared, plan(*prepared), *workspace)};
}

} // namespace

namespace {

void add_zero_bubble_kinds()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("name");
    QTest::newRow("ZB-H1") << int(PipelineSchedule::ZeroBubbleH1) << "zb_h1";
    QTest::newRow("ZB-H2") << int(PipelineSchedule::ZeroBubbleH2) << "zb_h2";
    QTest::newRow("ZB-V") << int(PipelineSchedule::ZeroBubbleV) << "zb_v";
    QTest::newRow("DualPipe") << int(PipelineSchedule::DualPipe) << "dualpipe";
    QTest::newRow("DualPipeV") << int(PipelineSchedule::DualPipeV) << "dualpipe_v";
}

schedule::Pipeline equal_ranks(PipelineSchedule kind, int stages, int micro_batches, const schedule::StageCost& cost)
{
    return {kind, stages, 1, double(micro_batches), cost, cost, cost, cost, stages - 2, 0};
}

} // namespace

/// The step as a picture: nothing overlaps, nothing is missing, and it is as long as the step time says.
class TimelineTest : public QObject {
    Q_OBJECT

private slots:
    void equal_stages_take_what_is_published_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("chunks");
        QTest::addColumn<int>("microBatches");
        QTest::addColumn<double>("seconds");
        // p = 4, m = 8, F = 1, B = 2: (m + p - 1)(F + B) = 33; interleaved over v = 2 (m + (p - 1) / v)(F + B) = 28.5.
        QTest::newRow("GPipe") << int(PipelineSchedule::GPipe) << 1 << 8 << 33.0;
        QTest::newRow("1F1B") << int(PipelineSchedule::OneFOneB) << 1 << 8 << 33.0;
        QTest::newRow("interleaved, 2 chunks (2104.04473)") << int(PipelineSchedule::Interleaved) << 2 << 8 << 28.5;
        QTest::newRow("interleaved, 4 chunks") << int(PipelineSchedule::Interleaved) << 4 << 8 << 26.25;
        QTest::newRow("interleaved, 3 chunks, 10 micro-batches")
            << int(PipelineSchedule::Interleaved) << 3 << 10 << 33.0; // (10 + 3 / 3) x 3
        QTest::newRow("interleaved, 2 chunks, 3 micro-batches")
            << int(PipelineSchedule::Interleaved) << 2 << 3
            << 15.0; // 4 x 3 there and back, two more behind it of half a stage each
    }

    void equal_stages_take_what_is_published()
    {
        QFETCH(int, kind);
        QFETCH(int, chunks);
        QFETCH(int, microBatches);
        QFETCH(double, seconds);
        const schedule::StageCost cost{1, 2};
        const schedule::Pipeline pipeline{
            PipelineSchedule(kind), 4, chunks, double(microBatches), cost, cost, cost, cost, 2, 0};
        QVERIFY(std::abs(schedule::makespan(PipelineSchedule(kind), schedule::passes(pipeline)) - seconds) < 1e-9);
        QVERIFY(std::abs(schedule::pipeline_time(pipeline).seconds - seconds) < 1e-9);
    }

    void passes_respect_their_order()
    {
        const schedule::Pipeline pipeline{
            PipelineSchedule::Interleaved, 4, 3, 10, {1, 2}, {1, 2}, {0.8, 1.6}, {1.2, 2.1}, 1, 1};
        const auto stages = schedule::passes(pipeline);
        QCOMPARE(stages.size(), std::size_t(4));
        std::map<std::tuple<int, int, int, bool>, schedule::Pass> all;
        for (const auto& stage : stages) {
            QCOMPARE(stage.size(), std::size_t(2 * 3 * 10)); // every pass is run, none waits for ever
            for (std::size_t i = 0; i < stage.size(); ++i) {
                QVERIFY(i == 0 || stage[i].begin >= stage[i - 1].end - 1e-12);
                all[{stage[i].stage, stage[i].chunk, stage[i].micro_batch, stage[i].backward}] = stage[i];
            }
        }
        for (const auto& [key, pass] : all) {
            const auto [stage, chunk, batch, backward] = key;
            if (!backward && stage > 0)
                QVERIFY(pass.begin >= all.at({stage - 1, chunk, batch, false}).end - 1e-12);
            if (!backward && stage == 0 && chunk > 0)
                QVERIFY(pass.begin >= all.at({3, chunk - 1, batch, false}).end - 1e-12);
            if (backward)
                QVERIFY(pass.begin >= all.at({stage, chunk, batch, false}).end - 1e-12);
            if (backward && stage < 3)
                QVERIFY(pass.begin >= all.at({stage + 1, chunk, batch, true}).end - 1e-12);
        }
    }

    /// Equal but for rounding where the closed form is exact. Where stages are unequal and the last is not the busiest
    /// it is an estimate within 2 % of the order drawn, interleaved over a count the stages do not divide within 5 %.
    void random_plans_match_the_step_time()
    {
        std::mt19937 random(20251121);
        int compared = 0;
        int equal = 0;
        double worst = 0;
        double worst_odd = 0;
        for (int i = 0; i < 1500; ++i) {
            const Laid plan = laid(pipelined(random));
            if (!plan.parts.possible())
                continue;
            const Plan& degrees = plan.parts.plan;
            const bool interleaved = degrees.pp > 1 && degrees.schedule == PipelineSchedule::Interleaved;
            const double ratio = plan.timeline.played_seconds / plan.parts.step_seconds;
            const bool odd = interleaved && std::fmod(plan.parts.micro_batches, degrees.pp) != 0;
            ++compared;
            equal += std::abs(ratio - 1) < 1e-9;
            double& most = odd ? worst_odd : worst;
            most = std::max(most, std::abs(ratio - 1));
            QVERIFY2(std::abs(ratio - 1) < (odd ? 0.05 : 0.02),
                     qPrintable(QString("pp %1, %2 micro-batches, %3: %4")
                                    .arg(degrees.pp)
                                    .arg(plan.parts.micro_batches)
                                    .arg(name(degrees.schedule))
                                    .arg(ratio)));
        }
        qInfo("%d of %d plans equal, worst of the others %.2g %%, %.2g %% interleaved and uneven", equal, compared,
              100 * worst, 100 * worst_odd);
        QVERIFY(compared > 800 && equal > compared * 3 / 4);
    }

    void zero_bubble_orders_take_what_is_published_data();

    /// Played pass by pass, the orders take what the papers' formulas say (tst_pipeline.cpp): with equal passes to the
    /// last digit, with others H1, H2 and V too; what DualPipe's authors print is up to 3 % more.
    void zero_bubble_orders_take_what_is_published()
    {
        QFETCH(int, kind);
        const auto ratio = [&](int p, int m, const schedule::StageCost& cost) {
            const schedule::Pipeline pipeline = equal_ranks(PipelineSchedule(kind), p, m, cost);
            const auto ranks = schedule::passes(pipeline);
            for (const auto& rank : ranks) {
                double at = 0;
                double busy = 0;
                for (const schedule::Pass& pass : rank) {
                    if (pass.begin < at - 1e-9)
                        return 0.; // two at once
                    at = pass.end;
                    busy += pass.end - pass.begin;
                }
                if (std::abs(busy - m * cost.total()) > 1e-9)
                    return 0.; // not all of them
            }
            return schedule::makespan(pipeline.kind, ranks) / schedule::pipeline_time(pipeline).seconds;
        };
        const bool dual = kind >= int(PipelineSchedule::DualPipe);
        for (const int p : {2, 4, 8, 16}) {
            for (const int m : {2 * p, 2 * p + 2, 4 * p, 8 * p}) {
                QVERIFY(std::abs(ratio(p, m, {1, 2, 1}) - 1) < 1e-9);
                for (const schedule::StageCost& cost :
                     {schedule::StageCost{1, 2.1, 0.8}, {1, 2.4, 0.9}, {1.2, 2.2, 0.7}}) {
                    const double other = ratio(p, m, cost);
                    QVERIFY2(other < 1 + 1e-9 && other > (dual ? 0.97 : 1 - 1e-9), qPrintable(QString::number(other)));
                }
            }
            for (int m = 1; m < 2 * p; ++m) { // fewer than are published
                const double few = ratio(p, m, {1, 2.1, 0.8});
                QVERIFY2(std::abs(few - 1) < (kind < int(PipelineSchedule::ZeroBubbleV) ? 1e-9 : 0.1),
                         qPrintable(QString("%1 ranks, %2 micro-batches: %3").arg(p).arg(m).arg(few)));
            }
        }
    }

    void zero_bubble_plans_match_the_step_time_data();

    /// Whole plans: stages a layer apart, a head on one of them. The formula takes each other rank's share of the
    /// bubble as if it were on the critical path, so it is rarely below the order drawn; far above it only for fewer
    /// than 2 p micro-batches or with a head much heavier than a layer.
    void zero_bubble_plans_match_the_step_time()
    {
        QFETCH(QString, name);
        std::mt19937 random(20251121);
        std::vector<double> errors;
        for (int i = 0; i < 600; ++i) {
            const Laid plan = laid(pipelined(random, name.toStdString()));
            if (!plan.parts.possible() || plan.parts.plan.pp == 1)
                continue;
            QVERIFY(!plan.timeline.stages.empty());
            const double ratio = plan.timeline.played_seconds / plan.parts.step_seconds;
            errors.push_back(std::abs(ratio - 1));
            QVERIFY2(ratio > 0.75 && ratio < 1.2,
                     qPrintable(QString("pp %1, %2 micro-batches: %3")
                                    .arg(plan.parts.plan.pp)
                                    .arg(plan.parts.micro_batches)
                                    .arg(ratio)));
        }
        std::sort(errors.begin(), errors.end());
        qInfo("%zu plans: median %.2g %%, p90 %.2g %%, worst %.2g %%", errors.size(), 100 * errors[errors.size() / 2],
              100 * errors[errors.size() * 9 / 10], 100 * errors.back());
        QVERIFY(errors.size() > 100 && errors[errors.size() / 2] < 0.02 && errors[errors.size() * 9 / 10] < 0.08);
    }

    void no_more_micro_batches_are_held_than_memory_counts_data();

    /// From its forward pass until its weights' gradients are made, a micro-batch's activations stay: at no time more
    /// than the papers count, and on some rank as many.
    void no_more_micro_batches_are_held_than_memory_counts()
    {
        QFETCH(int, kind);
        const auto fold = schedule::fold(PipelineSchedule(kind));
        for (const int p : {4, 8}) {
            const schedule::Pipeline pipeline = equal_ranks(PipelineSchedule(kind), p, 4 * p, {1, 2, 1});
            double most = 0;
            for (const auto& rank : schedule::passes(pipeline)) {
                double held = 0;
                for (const schedule::Pass& pass : rank) {
                    held += pass.weight ? -1 : pass.backward ? 0 : 1;
                    most = std::max(most, held);
                }
            }
            most /= fold == schedule::Fold::V ? 2 : 1;
            const double counted
                = schedule::micro_batches_in_flight(PipelineSchedule(kind), 0, p, 1, pipeline.micro_batches);
            QVERIFY2(std::abs(most - counted) < 0.51,
                     qPrintable(QString("%1 ranks: %2, not %3").arg(p).arg(most).arg(counted)));
        }
    }

    void memory_is_fullest_when_most_micro_batches_are_held_data()
    {
        QTest::addColumn<QString>("schedule");
        QTest::addColumn<QString>("chunks");
        QTest::newRow("gpipe") << "gpipe"
                               << "1";
        QTest::newRow("1f1b") << "1f1b"
                              << "1";
        QTest::newRow("interleaved") << "interleaved"
                                     << "2";
        QTest::newRow("zb_h1") << "zb_h1"
                               << "1";
    }

    /// At the peak a stage holds as many micro-batches as its memory is counted with, and a backward pass begins.
    void memory_is_fullest_when_most_micro_batches_are_held()
    {
        QFETCH(QString, schedule);
        QFETCH(QString, chunks);
        const Scenario question = scenario({{"model", "llama2_70b"},
                                            {"gpus", "64"},
                                            {"tp", "8"},
                                            {"pp", "4"},
                                            {"dp_mode", "zero1"},
                                            {"batch_mode", "total"},
                                            {"global_batch", "32"},
                                            {"micro_batch", "1"},
                                            {"schedule", schedule.toStdString()},
                                            {"virtual_stages", chunks.toStdString()},
                                            {"stack", "megatron_core_2024"}});
        const auto prepared = prepare(question);
        const Timeline timeline = plateau::timeline(*prepared, plan(*prepared), 0);
        const std::vector<Stage> stages = plateau::stages(*prepared, plan(*prepared));
        const std::vector<Peak> peaks = plateau::peaks(timeline);
        QCOMPARE(peaks.size(), stages.size());
        for (std::size_t i = 0; i < stages.size(); ++i) {
            double held = 0;
            bool begins = false;
            for (const Interval& pass : timeline.stages[i]) {
                if (pass.micro_batch < 0)
                    continue;
                if (!pass.backward && pass.begin < peaks[i].seconds)
                    ++held;
                if ((pass.weight || (pass.backward && schedule != "zb_h1")) && pass.end <= peaks[i].seconds)
                    --held;
                begins = begins
                    || (pass.backward && pass.begin == peaks[i].seconds && pass.micro_batch == peaks[i].micro_batch);
            }
            QVERIFY(begins);
            QVERIFY(std::abs(held / chunks.toDouble() - stages[i].micro_batches_in_flight) < 1e-9);
        }
        QVERIFY(stages.back().fullest_at_loss() && !stages.front().fullest_at_loss());
        const double passes = 2 * 4 * 16 * plateau::chunks(plan(*prepared));
        const Message words = narrate::fullest_peak_words(*prepared, plan(*prepared), passes);
        QCOMPARE(words, narrate::peak_words(stages[fullest(stages)], peaks[fullest(stages)]));
        QVERIFY(narrate::fullest_peak_words(*prepared, plan(*prepared), passes - 1).empty());
    }

    void stages_are_filled_without_gaps()
    {
        std::mt19937 random(3);
        const std::array<const char*, 6> schedules{"", "zb_h1", "zb_h2", "zb_v", "dualpipe", "dualpipe_v"};
        for (std::size_t i = 0; i < 300; ++i) {
            const Laid plan = laid(pipelined(random, schedules[i % schedules.size()]));
            for (const std::vector<Interval>& stage : plan.timeline.stages) {
                double at = 0;
                for (const Interval& interval : stage) {
                    QVERIFY(std::abs(interval.begin - at) <= 1e-9 * plan.timeline.seconds);
                    QVERIFY(interval.end > interval.begin);
                    at = interval.end;
                }
                QVERIFY(std::abs(at - plan.parts.step_seconds) <= 1e-9 * plan.timeline.seconds);
            }
            QCOMPARE(plan.timeline.stages.empty(), !plan.parts.possible());
        }
    }

    void parts_of_the_busiest_stage_add_up()
    {
        const Laid plan = laid(scenario({{"model", "llama2_70b"},
                                         {"gpus", "64"},
                                         {"tp", "8"},
                                         {"pp", "4"},
                                         {"dp_mode", "zero1"},
                                         {"batch_mode", "total"},
                                         {"global_batch", "64"},
                                         {"stack", "megatron_core_2024"}}));
        std::array<double, part_count> sums{};
        // The last stage carries the head and is the busiest here.
        for (const Interval& interval : plan.timeline.stages.back())
            sums[int(interval.part)] += interval.end - interval.begin;
        for (int part = 0; part < int(first_memory_part); ++part) {
            if (Part(part) != Part::Bubble)
                QVERIFY2(std::abs(sums[part] - plan.parts.value[part]) <= 1e-6 * plan.parts.step_seconds,
                         name(Part(part)));
        }
    }

    void trace_opens_as_events()
    {
        const Laid plan = laid(scenario({{"model", "llama2_7b"},
                                         {"gpus", "16"},
                                         {"tp", "2"},
                                         {"pp", "4"},
                                         {"batch_mode", "total"},
                                         {"global_batch", "16"},
                                         {"dp_mode", "ddp"}}));
        const auto document = nlohmann::json::parse(chrome_trace(plan.timeline, "Title \"quoted\""), nullptr, false);
        QVERIFY(!document.is_discarded());
        std::set<int> threads;
        double last = 0;
        int slices = 0;
        for (const auto& event : document["traceEvents"]) {
            if (event["ph"] != "X")
                continue;
            ++slices;
            QVERIFY(event["ts"].get<double>() >= 0 && event["dur"].get<double>() >= 0);
            threads.insert(event["tid"].get<int>());
            last = std::max(last, event["ts"].get<double>() + event["dur"].get<double>());
        }
        QCOMPARE(threads.size(), std::size_t(4));
        QVERIFY(slices > 4 * 2 * 8);
        QVERIFY(std::abs(last - 1e6 * plan.timeline.seconds) < 1);
    }
};

void TimelineTest::zero_bubble_orders_take_what_is_published_data() { add_zero_bubble_kinds(); }

void TimelineTest::zero_bubble_plans_match_the_step_time_data() { add_zero_bubble_kinds(); }

void TimelineTest::no_more_micro_batches_are_held_than_memory_counts_data() { add_zero_bubble_kinds(); }

PLATEAU_TEST(TimelineTest)

} // namespace tst_timeline

#include "tst_timeline.moc"
