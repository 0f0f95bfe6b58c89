// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <cmath>

#include "core/answers/equal_gpus.h"
#include "core/answers/suggestions.h"
#include "core/evidence/claims.h"
#include "core/model/metrics.h"
#include "core/model/prepared.h"
#include "core/model/timeline.h"
#include "core/model/training_run.h"
#include "core/views/words.h"
#include "shipped_answers.h"

namespace tst_what_ifs {

using namespace plateau;
using plateau::test::changed;
using plateau::test::scenario;
using plateau::test::weak_scaling;

namespace {

Parts at(const Scenario& question) { return estimate(question).parts; }

std::vector<std::string> remarked_keys(const Scenario& question)
{
    std::vector<std::string> keys;
    for (const narrate::Remark& remark : narrate::remarks(question, at(question)))
        keys.push_back(remark.metric);
    return keys;
}

bool has(const std::vector<std::string>& all, const std::string& one)
{
    return std::find(all.begin(), all.end(), one) != all.end();
}

} // namespace

namespace {

Scenario fsdp_in_a_pipeline(const char* batch)
{
    return scenario({{"model", "llama2_70b"},
                     {"gpus", "256"},
                     {"tp", "8"},
                     {"pp", "4"},
                     {"dp_mode", "fsdp"},
                     {"batch_mode", "total"},
                     {"global_batch", batch},
                     {"micro_batch", "1"},
                     {"stack", "torchtitan"}});
}

double busy(const Parts& parts, Part part) { return parts.busy[std::size_t(part)]; }

} // namespace

/// Questions away from what was measured: the answer follows the question, or says that there is none.
class WhatIfsTest : public QObject {
    Q_OBJECT

private slots:
    void domains_filled_in_part_are_remarked_data()
    {
        QTest::addColumn<QString>("said");
        QTest::newRow("2016") << "";
        QTest::newRow("1024") << ""; // 64 in each
        QTest::newRow("2000") << "Each scale-up domain holds 40 of 72 accelerators";
        QTest::newRow("2012") << ""; // 68 in the last
        QTest::newRow("2020") << "The last scale-up domain holds 4 of 72 accelerators";
    }
    void domains_filled_in_part_are_remarked()
    {
        QFETCH(QString, said);
        const Scenario question
            = scenario({{"hardware", "gb200_nvl72"}, {"model", "llama2_7b"}, {"gpus", QTest::currentDataTag()}});
        QString remarks;
        for (const narrate::Remark& remark : narrate::remarks(question, at(question)))
            remarks += QString::fromStdString(english(remark.text));
        QVERIFY2(remarks.contains(said), qPrintable(remarks));
        QCOMPARE(remarks.contains("fill all domains"), !said.isEmpty());
    }

    void fewer_layers_keep_their_kinds_data()
    {
        QTest::addColumn<int>("layers");
        QTest::addColumn<int>("dense");
        QTest::addColumn<int>("windowed");
        QTest::newRow("deepseek_v3") << 1 << 0 << 0;
        QTest::newRow("deepseek_v3 of 4") << 4 << 3 << 0;
        QTest::newRow("deepseek_v3 of 122") << 122 << 3 << 0;
        QTest::newRow("gpt_oss_120b") << 10 << 0 << 5;
        QTest::newRow("gpt_oss_120b of 72") << 72 << 0 << 36;
    }

    void fewer_layers_keep_their_kinds()
    {
        QFETCH(int, layers);
        QFETCH(int, dense);
        QFETCH(int, windowed);
        const std::string model = QString(QTest::currentDataTag()).section(' ', 0, 0).toStdString();
        const std::string count = std::to_string(layers);
        for (const test::Changes& order :
             {test::Changes{{"model", model}, {"layers", count}}, test::Changes{{"layers", count}, {"model", model}}}) {
            const Scenario question = scenario(order);
            QCOMPARE(question.workload.shape.layers, layers);
            QCOMPARE(question.workload.shape.dense_layers, dense);
            QCOMPARE(question.workload.shape.window_layers, windowed);
            QVERIFY(catalog::total_parameters(question.workload.shape) > 0);
            const Parts parts = at(question);
            QVERIFY(!parts.possible() || unsound_part(parts) == Part::Count);
        }
    }

    void key_value_heads_must_divide_the_heads()
    {
        const Estimate answer = estimate(changed(weak_scaling("8"), "kv_heads", "5"));
        QVERIFY(answer.parts.obstacle == Obstacle::KeyValueHeadsUneven);
        QCOMPARE(answer.reason_key, std::string("kv_heads"));
    }

    /// Where the given plan does not fit, what would help is told of the best one.
    void a_plan_that_does_not_fit_is_helped_as_the_best()
    {
        const auto card = find_scenario(test::shipped(), "llama3-70b-h100");
        const answers::TrainingQuestion question(changed(*card, {{"sequence", "32768"}, {"gpus", "256"}}));
        const auto answer = test::shipped_answers()->get<answers::Sensitivities>(question);
        QVERIFY(!answer->plans->current.fits() && answer->plans->best.fits());
        QVERIFY(std::any_of(answer->found.begin(), answer->found.end(),
                            [](const auto& row) { return row.doubled_change > 0.1; }));
    }

    /// 405B on 16,384 H100: more of them bring less than a per cent, a faster network or a quick restart several.
    void some_changes_no_number_of_gpus_equals()
    {
        const auto card = find_scenario(test::shipped(), "llama3-405b-16k-h100");
        const auto answer = test::shipped_answers()->get<answers::EqualCounts>({answers::TrainingQuestion(*card)});
        QVERIFY(answer->best_ratio > 1 && answer->best_ratio < 1.015);
        const auto of = [&](answers::Lever lever) {
            return *std::find_if(answer->all.begin(), answer->all.end(),
                                 [lever](const auto& each) { return each.lever == lever; });
        };
        for (const answers::Lever lever : {answers::Lever::Network, answers::Lever::Restart, answers::Lever::Domain})
            QVERIFY(of(lever).gains() && of(lever).gain.ratio > 1.03 && !of(lever).gpus);
        QCOMPARE(of(answers::Lever::Generation).scenario->cluster.accelerator.id, std::string("b200"));
    }

    /// The count does as much as the change, one host less does not.
    void the_equal_count_is_the_least_that_does_as_much()
    {
        const answers::TrainingQuestion question(weak_scaling("128"));
        const Scenario rival = changed(weak_scaling("128"), "hardware", "b200");
        const auto answer
            = test::shipped_answers()->get<answers::EqualCounts>({question, std::make_shared<const Scenario>(rival)});
        const answers::EqualGpus& equal = answer->all.front();
        QVERIFY(equal.gpus && equal.fewest && equal.most && *equal.fewest <= *equal.gpus && *equal.gpus <= *equal.most);
        const auto kept = [](const Parts& parts) { return parts.tokens_per_s * parts.goodput; };
        const auto own = [&](double gpus) { return kept(at(weak_scaling(std::to_string(int(gpus)).c_str()))); };
        QVERIFY(own(*equal.gpus) >= kept(equal.parts));
        QVERIFY(own(*equal.gpus - 8) < kept(equal.parts));
    }

    void the_given_plan_has_a_sensitivity_of_its_own()
    {
        const Scenario question = weak_scaling("2048");
        search::PlanSearch search;
        const auto change = [&](search::PlanChoice choice, answers::Resource resource) {
            for (const auto& row : answers::sensitivities(question, search::open_keys(question, choice), search, {}))
                if (row.resource == resource)
                    return row.doubled_change;
            return std::nan("");
        };
        for (const auto& row : answers::sensitivities(weak_scaling("128"), {}, search, {})) // half: one sequence a GPU
            QVERIFY(row.resource != answers::Resource::Batch || row.halved.fits());
        const double kept = change(search::PlanChoice::Given, answers::Resource::Gpus);
        QVERIFY(kept < 0.6); // one world of 4,096 ranks to gather over
        QVERIFY(change(search::PlanChoice::Best, answers::Resource::Gpus) > 0.8);
        QCOMPARE(kept, at(changed(question, "gpus", "4096")).tokens_per_s / at(question).tokens_per_s - 1);
    }

    /// Board power above idle goes with the third power of the clock: by hand, half of 700 W leaves 0.763 of it.
    void a_power_limit_slows_what_computes()
    {
        const Scenario rated = weak_scaling("2048");
        const Scenario capped = changed(rated, "board_watts", "350");
        const double clock = std::cbrt((350. - 70) / (700 - 70));
        QVERIFY(std::abs(prepare(capped)->device.peak_flops / prepare(rated)->device.peak_flops - clock) < 1e-12);
        const Parts before = at(rated);
        const Parts after = at(capped);
        QVERIFY(after.tokens_per_s < before.tokens_per_s);
        QVERIFY(after.tokens_per_s > clock * before.tokens_per_s); // memory and network are as they were
        QVERIFY(after.power_watts <= 350);
        QCOMPARE(after.peak_flops, before.peak_flops);
        QCOMPARE(at(changed(rated, "board_watts", "900")).tokens_per_s, before.tokens_per_s);
        const Scenario alone = changed(rated, "gpus", "8");
        const double loss = 1 - at(changed(alone, "board_watts", "350")).tokens_per_s / at(alone).tokens_per_s;
        QVERIFY(loss
                > 1 - after.tokens_per_s / before.tokens_per_s); // exposed communication does not wait for the clock
    }

    void a_limit_below_idle_power_is_an_obstacle()
    {
        const Estimate answer = estimate(changed(weak_scaling("8"), "board_watts", "60"));
        QVERIFY(answer.parts.obstacle == Obstacle::PowerLimitTooLow);
        QCOMPARE(answer.reason_key, std::string("board_watts"));
    }

    void a_step_lies_between_two_checkpoints()
    {
        for (const char* gpus : {"100000", "1000000"}) {
            const Scenario question = weak_scaling(gpus);
            const Parts parts = at(question);
            const TrainingRun run = training_run(*prepare(question), parts);
            QVERIFY(run.every.interval >= parts.step_seconds);
            QCOMPARE(parts.goodput, run.availability * goodput(run.every));
        }
        const Scenario few = weak_scaling("128");
        QVERIFY(training_run(*prepare(few), at(few)).every.interval > 10 * at(few).step_seconds);
    }

    void storage_has_a_total_rate()
    {
        const auto seconds
            = [](const Scenario& question) { return training_run(*prepare(question), at(question)).every.checkpoint; };
        const double bytes = training_run(*prepare(weak_scaling("128")), at(weak_scaling("128"))).checkpoint_bytes;
        QCOMPARE(seconds(weak_scaling("128")), bytes / (16 * 1e9)); // what 16 hosts can send
        QCOMPARE(seconds(weak_scaling("32768")), bytes / 2e12); // what the storage takes
        QCOMPARE(seconds(changed(weak_scaling("32768"), "storage_bandwidth", "unlimited")), bytes / (4096 * 1e9));
    }

    void a_run_that_failures_eat_says_so()
    {
        QVERIFY(!has(remarked_keys(weak_scaling("128")), "goodput"));
        QVERIFY(has(remarked_keys(weak_scaling("1000000")), "goodput"));
        const Scenario endless = changed(weak_scaling("1000000"), "node_mtbf", "100 s");
        QVERIFY(std::isnan(at(endless).run_seconds));
        QVERIFY(has(remarked_keys(endless), "goodput"));
    }

    void a_batch_beyond_the_critical_one_says_so()
    {
        const Scenario small = changed(weak_scaling("1024"), "critical_batch", "100 M");
        QVERIFY(!has(remarked_keys(small), "tokens_per_s"));
        QVERIFY(has(remarked_keys(changed(small, "critical_batch", "1 M")), "tokens_per_s"));
    }

    void hfu_counts_like_mfu_data()
    {
        QTest::addColumn<QString>("counted");
        QTest::addColumn<QString>("recompute");
        for (const char* counted : {"full", "causal", "six_n"})
            for (const char* recompute : {"none", "selective", "full"})
                QTest::addRow("%s %s", counted, recompute) << counted << recompute;
    }

    void hfu_counts_like_mfu()
    {
        QFETCH(QString, counted);
        QFETCH(QString, recompute);
        const Scenario whole = changed(weak_scaling("64"), "stops_early", "0"); // layers from end to end
        const Scenario question
            = changed(changed(whole, "counted_flop", counted.toStdString()), "recompute", recompute.toStdString());
        const Parts parts = at(question);
        QVERIFY(parts.hfu() >= parts.mfu());
        if (recompute == "none")
            QCOMPARE(parts.hfu(), parts.mfu());
        if (recompute == "full")
            QVERIFY(parts.hfu() > 1.28 * parts.mfu() && parts.hfu() < 4. / 3 * parts.mfu());
        QCOMPARE(parts.mfu(),
                 counted == "full"         ? at(changed(question, "counted_flop", "full")).mfu()
                     : counted == "causal" ? parts.mfu_causal()
                                           : parts.mfu_six_n());
        QCOMPARE(parts.step_seconds, at(changed(question, "counted_flop", "full")).step_seconds);
    }

    /// Attention at 131,072 tokens: counted in full it is more than a causal kernel executes.
    void no_share_of_the_peak_above_one()
    {
        const auto file = read_scenario(test::shipped(), TEST_DATA "/counterexamples/mfu_above_100.yaml");
        QVERIFY(file);
        const Parts parts = at(*file);
        QVERIFY(parts.possible());
        QVERIFY(std::isnan(parts.mfu()));
        QVERIFY(has(remarked_keys(*file), "mfu"));
        const Scenario causal = changed(*file, "counted_flop", "causal");
        QVERIFY(at(causal).mfu() > 0.3 && at(causal).mfu() < 1);
        QVERIFY(!has(remarked_keys(causal), "mfu"));
    }

    void ddp_of_pytorch_hides_its_buckets()
    {
        const Parts replicas = at(changed(weak_scaling("64"), "dp_mode", "ddp"));
        QVERIFY(replicas[Part::AllReduce] < 0.71 * replicas.busy[std::size_t(Part::AllReduce)]);
        const Parts sharded = at(changed(weak_scaling("2048"), "dp_mode", "zero1"));
        QVERIFY(sharded[Part::ReduceScatter] < 0.9 * sharded.busy[std::size_t(Part::ReduceScatter)]);
        QVERIFY(sharded[Part::AllGather] < 0.95 * sharded.busy[std::size_t(Part::AllGather)]);
    }

    void chunks_of_a_pipeline_hide_data_traffic()
    {
        const auto exposed = [](const char* chunks) {
            Scenario question = scenario({{"model", "llama2_70b"},
                                          {"gpus", "2048"},
                                          {"tp", "4"},
                                          {"pp", "8"},
                                          {"dp_mode", "zero1"},
                                          {"scale_out_bandwidth", "25 Gb/s"},
                                          {"batch_mode", "total"},
                                          {"global_batch", "2048"},
                                          {"stack", "nemo_bf16"}});
            if (std::string(chunks) != "1")
                question = changed(changed(question, "schedule", "interleaved"), "virtual_stages", chunks);
            const Parts parts = at(question);
            return parts[Part::ReduceScatter] + parts[Part::AllGather];
        };
        QVERIFY(exposed("5") < 0.7 * exposed("1"));
        QVERIFY(exposed("10") <= exposed("5"));
    }

    void zero_2_hides_under_every_micro_batch()
    {
        const Scenario question = scenario({{"model", "llama2_7b"},
                                            {"gpus", "1024"},
                                            {"dp_mode", "zero2"},
                                            {"sequences_per_gpu", "16"},
                                            {"micro_batch", "1"},
                                            {"stack", "nemo_bf16"}});
        const Parts parts = at(question);
        QCOMPARE(parts.micro_batches, 16.);
        const double share = parts[Part::ReduceScatter] / parts.busy[std::size_t(Part::ReduceScatter)];
        QVERIFY2(share < 0.5, qPrintable(QString::number(share)));
    }

    /// As much is gathered under each forward pass as FSDP gathers there, and nothing under the backward passes; what
    /// waits is never more. Software whose ZeRO-2 gathers once per step moves the weights once for four micro-batches.
    void zero_2_that_is_fsdp_gathers_before_each_forward_pass()
    {
        const auto with = [](const char* sharding, const char* in_units) {
            return at(scenario({{"model", "llama2_7b"},
                                {"gpus", "8"},
                                {"dp_mode", sharding},
                                {"batch_mode", "total"},
                                {"global_batch", "32"},
                                {"micro_batch", "1"},
                                {"stack", "pytorch_fsdp_2024"},
                                {"zero2_in_units", in_units}}));
        };
        const Parts fsdp = with("fsdp", "on"), units = with("zero2", "on"), once = with("zero2", "off");
        const auto gathered = [](const Parts& parts) { return parts.busy[std::size_t(Part::AllGather)]; };
        QVERIFY(std::abs(gathered(units) / gathered(fsdp) - 0.5) < 1e-9);
        QVERIFY(std::abs(gathered(units) / gathered(once) / 4 - 1) < 0.1);
        QCOMPARE(units.busy[std::size_t(Part::ReduceScatter)], fsdp.busy[std::size_t(Part::ReduceScatter)]);
        QVERIFY(units.step_seconds < fsdp.step_seconds);
        QVERIFY(units[Part::WorkingSet] < fsdp[Part::WorkingSet]);
        QVERIFY(units[Part::OptimizerStates]
                > once[Part::OptimizerStates]); // with each rank's own shard of the weights
        QCOMPARE(units[Part::Weights], once[Part::Weights]);
    }

    /// One gather before the first micro-batch and one scatter after the last, however many lie in between.
    void fsdp_in_a_pipeline_moves_states_once()
    {
        const Parts few = at(fsdp_in_a_pipeline("64"));
        const Parts many = at(fsdp_in_a_pipeline("256"));
        QCOMPARE(many.micro_batches, 4 * few.micro_batches);
        for (const Part part : {Part::AllGather, Part::ReduceScatter}) {
            QVERIFY(busy(few, part) > 0);
            QCOMPARE(busy(many, part), busy(few, part));
        }
        const auto fetched = [](const char* batch) {
            return busy(at(changed(fsdp_in_a_pipeline(batch), "offload_parameters", "1")), Part::Offload);
        };
        QVERIFY(fetched("64") > 0);
        QCOMPARE(fetched("256"), fetched("64"));
        const Parts resharded = at(changed(fsdp_in_a_pipeline("256"), "reshard_in_pipeline", "on"));
        QVERIFY(busy(resharded, Part::AllGather) > 50 * busy(many, Part::AllGather)); // 32 micro-batches, twice each
        QVERIFY(resharded.step_seconds > many.step_seconds);
    }

    /// By hand: weights gathered in 16 bit beside their shards, gradients as replicas hold them where they are reduced
    /// in 32 bit, half of that in 16.
    void fsdp_in_a_pipeline_holds_whole_gradients()
    {
        const Scenario question = fsdp_in_a_pipeline("64");
        const Parts kept = at(question);
        const Parts replicas = at(changed(question, "dp_mode", "ddp"));
        const Parts resharded = at(changed(question, "reshard_in_pipeline", "on"));
        QCOMPARE(kept[Part::Gradients], replicas[Part::Gradients]);
        QCOMPARE(at(changed(question, "reduction_bytes", "2"))[Part::Gradients], replicas[Part::Gradients] / 2);
        QCOMPARE(kept[Part::WorkingSet] - replicas[Part::WorkingSet], replicas[Part::Weights]);
        QCOMPARE(kept[Part::Weights], replicas[Part::Weights] / 8);
        QCOMPARE(resharded[Part::Gradients], replicas[Part::Gradients] / 8);
        QVERIFY(resharded[Part::WorkingSet] < kept[Part::WorkingSet]);
        QCOMPARE(at(changed(changed(question, "pp", "1"), "reshard_in_pipeline", "on"))[Part::Gradients],
                 at(changed(question, "pp", "1"))[Part::Gradients]);
    }

    /// A chunk's gradients are scattered once its last micro-batch has passed: the only chunk has nothing left beside
    /// it.
    void chunks_of_a_pipeline_hide_what_fsdp_scatters()
    {
        const Scenario whole = fsdp_in_a_pipeline("64");
        const Scenario cut = changed(changed(whole, "schedule", "interleaved"), "virtual_stages", "4");
        QCOMPARE(at(whole)[Part::ReduceScatter], busy(at(whole), Part::ReduceScatter));
        QVERIFY(at(cut)[Part::ReduceScatter] < 0.8 * busy(at(cut), Part::ReduceScatter));
        QVERIFY(at(whole)[Part::AllGather] < 0.8 * busy(at(whole), Part::AllGather));
    }

    void gradients_scattered_once_are_held_whole_data()
    {
        QTest::addColumn<QString>("sharding");
        QTest::newRow("ZeRO-2") << "zero2";
        QTest::newRow("FSDP") << "fsdp";
    }

    /// By hand: a quarter of the traffic of four micro-batches, and eight times the gradients, in the 16 bit they are
    /// reduced in; a single micro-batch is scattered as it comes.
    void gradients_scattered_once_are_held_whole()
    {
        QFETCH(QString, sharding);
        const Scenario each = scenario({{"model", "llama2_7b"},
                                        {"gpus", "8"},
                                        {"dp_mode", sharding.toStdString()},
                                        {"batch_mode", "total"},
                                        {"global_batch", "32"},
                                        {"micro_batch", "1"},
                                        {"stack", "pytorch_fsdp_2024"}});
        const Parts often = at(each), once = at(changed(each, "scatter_once", "on"));
        QCOMPARE(often.micro_batches, 4.0);
        QVERIFY(busy(often, Part::ReduceScatter) > 3.5 * busy(once, Part::ReduceScatter));
        QVERIFY(busy(often, Part::ReduceScatter) < 4.5 * busy(once, Part::ReduceScatter));
        QVERIFY(once.step_seconds < often.step_seconds);
        QCOMPARE(once[Part::Gradients], 8 * often[Part::Gradients] / 2);
        const Scenario single = changed(each, "global_batch", "8");
        QCOMPARE(at(changed(single, "scatter_once", "on"))[Part::Gradients], at(single)[Part::Gradients]);
    }

    /// InternEvo, 7B on 512 A100: states over all ranks take 1.4 s a step longer than over eight (published, 512 to 8
    /// owners).
    void zero_1_waits_for_every_owner()
    {
        const auto waits = [](const char* gpus, const char* stack) {
            return at(scenario({{"model", "llama2_7b"},
                                {"hardware", "a100_sxm_80"},
                                {"gpus", gpus},
                                {"dp_mode", "zero1"},
                                {"stack", stack}}))[Part::StepFixed];
        };
        const double more = waits("512", "internevo") - waits("8", "internevo");
        QVERIFY2(more > 1.2 && more < 1.6, qPrintable(QString::number(more)));
        QCOMPARE(waits("512", "nemo_bf16"), waits("8", "nemo_bf16"));
        const Scenario owned = scenario({{"model", "llama2_7b"}, {"gpus", "64"}, {"dp_mode", "zero1"}, {"pp", "2"}});
        QCOMPARE(at(changed(owned, "owner_seconds", "1 ms"))[Part::StepFixed] - at(owned)[Part::StepFixed],
                 1e-3 * 32 * 16);
    }

    void a_claim_stands_where_its_configuration_holds()
    {
        const evidence::Claims claims = evidence::read_claims({PRESETS});
        QVERIFY(claims.problems.empty());
        QCOMPARE(claims.claims.size(), std::size_t(1));
        const evidence::Claim& claim = claims.claims.front();
        const auto published = find_scenario(test::shipped(), "fernandez-weak-scaling");
        QVERIFY(published);
        QVERIFY(evidence::holds_for(claim, *published));
        QVERIFY(evidence::holds_for(claim, changed(*published, "gpus", "512")));
        QVERIFY(evidence::holds_for(claim, changed(*published, "usd_per_gpu_hour", "5")));
        for (const auto& [key, value] : test::Changes{{"micro_batch", "1"},
                                                      {"nvlink_domain", "72"},
                                                      {"scale_out_bandwidth", "100 Gb/s"},
                                                      {"latency_factor", "2"},
                                                      {"stack", "torchtitan"},
                                                      {"recompute", "full"}})
            QVERIFY2(!evidence::holds_for(claim, changed(*published, key, value)), key.c_str());
    }

    void a_trace_is_as_long_as_the_step_data()
    {
        QTest::addColumn<QString>("schedule");
        for (const char* schedule :
             {"gpipe", "1f1b", "interleaved", "zb_h1", "zb_h2", "zb_v", "dualpipe", "dualpipe_v"})
            QTest::newRow(schedule) << schedule;
    }

    void a_trace_is_as_long_as_the_step()
    {
        QFETCH(QString, schedule);
        const auto prepared = prepare(scenario({{"model", "llama3_8b"},
                                                {"gpus", "64"},
                                                {"pp", "8"},
                                                {"batch_mode", "total"},
                                                {"global_batch", "256"},
                                                {"dp_mode", "zero1"},
                                                {"schedule", schedule.toStdString()},
                                                {"stack", "megatron_core_2024"}}));
        const Timeline drawn = timeline(*prepared, plan(*prepared));
        const WorkspacePointer workspace = make_workspace();
        const double step = evaluate(*prepared, plan(*prepared), *workspace).step_seconds;
        QCOMPARE(drawn.seconds, step);
        QCOMPARE(drawn.stages.size(), std::size_t(8));
        for (const std::vector<Interval>& stage : drawn.stages) {
            QVERIFY(stage.front().begin >= 0);
            for (const Interval& interval : stage)
                QVERIFY(interval.end <= step * (1 + 1e-9));
        }
    }
};

PLATEAU_TEST(WhatIfsTest)

} // namespace tst_what_ifs

#include "tst_what_ifs.moc"
