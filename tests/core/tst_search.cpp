// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <cstring>
#include <random>
#include <set>

#include "core/model/prepared.h"
#include "core/search/enumerate.h"
#include "core/search/search.h"
#include "tests/core/sample_scenarios.h"

namespace tst_search {

using namespace plateau;
using namespace plateau::search;

namespace {

const char* const plan_keys[] = {"tp",      "pp",          "cp",          "cp_method",        "ep",
                                 "etp",     "dp",          "micro_batch", "schedule",         "virtual_stages",
                                 "dp_mode", "shard_group", "recompute",   "sequence_parallel"};

/// Software that lacks some of everything.
void take_away(catalog::Abilities& runs, std::mt19937& random)
{
    for (const catalog::AbilityRow& row : catalog::ability_rows()) {
        if (row.chosen_by.empty() || random() % 2 == 0)
            continue;
        const catalog::Abilities all = runs;
        runs.clear(row.ability);
        for (int value = 0; value < int(row.values.size()); ++value)
            if (all.has(row.ability, value) && random() % 2 == 0)
                runs.add(row.ability, value);
    }
}

/// A random question small enough to try everything: some keys locked, small degrees.
Scenario small_question(std::mt19937& random)
{
    Scenario question = test::random_scenario(random);
    const char* const gpus[] = {"1", "2", "6", "8", "12", "16", "24", "32", "64", "100", "128", "250"};
    question = test::changed(question, "gpus", gpus[random() % std::size(gpus)]);
    for (const char* key : plan_keys) {
        if (random() % 3 == 0)
            question.locked.insert(key);
    }
    if (random() % 5 == 0) { // a mixture of experts, so that the expert degree is a choice
        question.workload.shape.experts = 8;
        question.workload.shape.experts_per_token = 2;
        question.workload.shape.shared_experts = int(random() % 2);
        question.assumptions.expert_imbalance = 1 + double(random() % 3) / 4;
    }
    if (random() % 2 == 0) // software that has every schedule, or one more than usual
        question.assumptions.stack.runs.fill(catalog::Ability::Schedules);
    else if (random() % 2 == 0)
        question.assumptions.stack.runs.add(catalog::Ability::Schedules, int(3 + random() % 5));
    if (question.cluster.gpus > 32 && question.locked.count("cp") + question.locked.count("pp") == 0)
        question.locked.insert("cp");
    if (random() % 3 == 0)
        take_away(question.assumptions.stack.runs, random);
    for (int Plan::*end : {&Plan::first_stage_layers, &Plan::last_stage_layers})
        if (random() % 4 == 0)
            question.plan.*end = int(1 + random() % 12);
    return question;
}

SearchResult found(const Scenario& question, SearchOptions options = {})
{
    PlanSearch search;
    return search.run(*prepare(question), open_keys(question, PlanChoice::Best), options);
}

SearchResult everything(const Scenario& question)
{
    SearchOptions options;
    options.exhaustive = true;
    return found(question, options);
}

bool same_numbers(const Parts& left, const Parts& right)
{
    return left.plan == right.plan && left.verdict == right.verdict && left.obstacle == right.obstacle
        && left.value == right.value && left.busy == right.busy && left.step_seconds == right.step_seconds
        && left.tokens_per_s == right.tokens_per_s && left.memory_bytes == right.memory_bytes
        && left.facility_watts == right.facility_watts && left.usd_per_million_tokens == right.usd_per_million_tokens
        && left.gpus_used == right.gpus_used;
}

std::vector<Plan> all_plans(const PlanSpace& space, const Prepared& prepared)
{
    std::vector<Plan> plans;
    std::vector<Sharding> choices;
    for_each_mesh(space, prepared, [&](const DeviceMesh& mesh, std::size_t stage) {
        shardings(space, prepared, mesh, choices);
        const std::size_t count = micro_batch_count(space, sequences_per_rank(prepared, mesh));
        for (std::size_t i = 0; i < count; ++i) {
            for (const Recompute recompute : space.recompute) {
                for (const bool sequence_parallel : sequence_parallel_choices(space, mesh.tp)) {
                    for (const Sharding& sharding : choices) {
                        for (const Pipelining& pipelining : space.pp[stage].schedules) {
                            Plan plan = plan_of(space, mesh);
                            plan.micro_batch = space.micro_batch[i];
                            plan.recompute = recompute;
                            plan.sequence_parallel = sequence_parallel;
                            plan.dp_mode = sharding.mode;
                            plan.shard_group = sharding.group;
                            plan.schedule = pipelining.schedule;
                            plan.virtual_stages = pipelining.virtual_stages;
                            plans.push_back(plan);
                        }
                    }
                }
            }
        }
        return true;
    });
    return plans;
}

QByteArray words(const Parts& parts)
{
    const Plan& plan = parts.plan;
    return QString("etp %1 method %2 ").arg(plan.etp).arg(int(plan.cp_method)).toUtf8()
        + QString("tp %1 pp %2 cp %3 ep %4 dp %5 mb %6 v %7 mode %8 group %9 ")
              .arg(plan.tp)
              .arg(plan.pp)
              .arg(plan.cp)
              .arg(plan.ep)
              .arg(plan.dp)
              .arg(plan.micro_batch)
              .arg(plan.virtual_stages)
              .arg(int(plan.dp_mode))
              .arg(plan.shard_group)
              .toUtf8()
        + QString("recompute %1 sp %2 schedule %3: %4 s, %5 bytes")
              .arg(int(plan.recompute))
              .arg(plan.sequence_parallel)
              .arg(int(plan.schedule))
              .arg(parts.step_seconds, 0, 'g', 17)
              .arg(parts.memory_bytes, 0, 'g', 17)
              .toUtf8();
}

} // namespace

/// The search names the plan that trying everything names, and its numbers are the estimate's.
class SearchTest : public QObject {
    Q_OBJECT
private slots:
    void same_best_plan_as_exhaustive_data()
    {
        QTest::addColumn<int>("objective");
        QTest::addColumn<int>("scenarios");
        QTest::newRow("throughput") << int(Objective::Throughput) << 300;
        QTest::newRow("cost") << int(Objective::Cost) << 60;
        QTest::newRow("energy") << int(Objective::Energy) << 100;
        QTest::newRow("memory") << int(Objective::Memory) << 100;
    }

    void same_best_plan_as_exhaustive()
    {
        QFETCH(int, objective);
        QFETCH(int, scenarios);
        std::mt19937 random(unsigned(20250101 + objective));
        SearchOptions options;
        options.objective = Objective(objective);
        const int drawn = test::samples(scenarios), needed = drawn / 3; // with any plan that fits
        int answered = 0;
        double considered = 0;
        double evaluated = 0;
        for (int i = 0; i < drawn || (answered <= needed && i < 10 * drawn); ++i) {
            const Scenario question = small_question(random);
            options.exhaustive = true;
            const SearchResult all = found(question, options);
            options.exhaustive = false;
            options.count = true;
            const SearchResult fast = found(question, options);
            QCOMPARE(fast.considered, all.considered);
            QCOMPARE(fast.plans.size(), all.plans.size());
            considered += all.evaluated;
            evaluated += fast.evaluated;
            if (all.plans.empty())
                continue;
            ++answered;
            QVERIFY2(same_numbers(fast.plans.front(), all.plans.front()),
                     (words(fast.plans.front()) + " instead of " + words(all.plans.front())).constData());
        }
        QVERIFY2(answered > needed, qPrintable(QString::number(answered)));
        QVERIFY2(evaluated < considered / 4, qPrintable(QString("%1 of %2").arg(evaluated).arg(considered)));
    }

    void same_best_plan_of_shipped_mixtures_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("gpus");
        QTest::addColumn<QString>("schedule"); // asked for; any means all that the software may have
        QTest::newRow("Mixtral 8x7B, experts across two hosts") << "mixtral_8x7b"
                                                                << "64"
                                                                << "any";
        QTest::newRow("DeepSeek-V3, latent attention, ZB-V") << "deepseek_v3"
                                                             << "256"
                                                             << "zb_v";
        QTest::newRow("DeepSeek-V3, DualPipe") << "deepseek_v3"
                                               << "256"
                                               << "dualpipe";
        QTest::newRow("Kimi K2, DualPipeV") << "kimi_k2"
                                            << "512"
                                            << "dualpipe_v";
        QTest::newRow("Qwen3 30B-A3B, ZB-H1") << "qwen3_30b_a3b"
                                              << "48"
                                              << "zb_h1";
        QTest::newRow("GPT-OSS 20B, ZB-H2") << "gpt_oss_20b"
                                            << "48"
                                            << "zb_h2";
        QTest::newRow("Llama 3 8B, gradients scattered once") << "llama3_8b"
                                                              << "32"
                                                              << "scatter_once";
    }

    void same_best_plan_of_shipped_mixtures()
    {
        QFETCH(QString, model);
        QFETCH(QString, gpus);
        QFETCH(QString, schedule);
        Scenario question = test::scenario({{"model", model.toStdString()},
                                            {"gpus", gpus.toStdString()},
                                            {"batch_mode", "total"},
                                            {"global_batch", "256"},
                                            {"stack", "megatron_core_2024"},
                                            {"cp", "1"},
                                            {"micro_batch", "1"},
                                            {"recompute", "full"}});
        question.locked = {"cp", "micro_batch", "sequence_parallel"};
        if (schedule == "any") {
            question.assumptions.stack.runs.fill(catalog::Ability::Schedules);
        } else if (schedule == "scatter_once") {
            question = test::changed(test::changed(question, "stack", "pytorch_fsdp_2024"), "scatter_once", "on");
            question.locked = {"cp"};
        } else {
            question = test::changed(question, "schedule", schedule.toStdString());
            question.locked.insert({"schedule", "recompute"});
        }
        const SearchResult quick = found(question);
        const SearchResult full = everything(question);
        QVERIFY(!full.plans.empty() && !quick.plans.empty());
        QVERIFY2(same_numbers(quick.plans.front(), full.plans.front()),
                 (words(quick.plans.front()) + " instead of " + words(full.plans.front())).constData());
        QVERIFY(quick.evaluated <= full.evaluated);
    }

    /// More chunks hand over more, which makes every pass longer, and data traffic hides under the passes.
    void same_best_plan_where_what_chunks_hand_over_hides_traffic()
    {
        for (const char* layers : {"24", "30", "36", "42", "60", "66"})
            for (const char* batch : {"64", "128"})
                for (const char* bandwidth : {"50 Gb/s", "100 Gb/s"}) {
                    Scenario question = test::scenario({{"hardware", "b200"},
                                                        {"stack", "nemo_bf16"},
                                                        {"gpus", "128"},
                                                        {"scale_out_bandwidth", bandwidth},
                                                        {"scale_out_latency", "0 s"},
                                                        {"model", "llama3_8b"},
                                                        {"layers", layers},
                                                        {"sequence", "1024"},
                                                        {"batch_mode", "total"},
                                                        {"global_batch", batch},
                                                        {"micro_batch", "2"},
                                                        {"cp", "2"}});
                    question.locked = {"micro_batch", "cp"};
                    const Parts quick = found(question).plans.front(), full = everything(question).plans.front();
                    QVERIFY2(same_numbers(quick, full), (words(quick) + " instead of " + words(full)).constData());
                }
    }

    void same_list_as_exhaustive()
    {
        std::mt19937 random(7);
        for (int i = 0; i < 20; ++i) {
            const Scenario question = small_question(random);
            SearchOptions options;
            options.top = 50;
            const SearchResult fast = found(question, options);
            options.exhaustive = true;
            const SearchResult all = found(question, options);
            QCOMPARE(fast.plans.size(), all.plans.size());
            for (std::size_t rank = 0; rank < all.plans.size(); ++rank) {
                QVERIFY2(same_numbers(fast.plans[rank], all.plans[rank]), words(fast.plans[rank]).constData());
                QVERIFY(rank == 0 || better(Objective::Throughput, all.plans[rank - 1], all.plans[rank]));
            }
        }
    }

    /// As many plans, and the same best one, as among those of any software that this one runs.
    void proposes_all_that_its_software_runs_and_no_more()
    {
        std::mt19937 random(35);
        int fewer = 0;
        for (int round = 0; round < 25; ++round) {
            Scenario question = small_question(random);
            take_away(question.assumptions.stack.runs, random);
            Scenario any = question;
            any.assumptions.any_software = true;
            const auto prepared = prepare(question);
            const OpenKeys open = open_keys(question, PlanChoice::Best);
            SearchOptions options;
            options.exhaustive = true;
            const SearchResult all = found(any, options);
            options.wanted = [&](const Plan& plan) { return may_propose(*prepared, open, plan); };
            const SearchResult kept = found(any, options);
            const SearchResult own = everything(question);
            fewer += own.evaluated < all.evaluated;
            QCOMPARE(own.evaluated, kept.evaluated);
            QCOMPARE(own.plans.size(), kept.plans.size());
            if (!own.plans.empty())
                QVERIFY2(same_numbers(own.plans.front(), kept.plans.front()), words(own.plans.front()).constData());
            const SearchResult quick = found(question);
            QCOMPARE(quick.plans.size(), own.plans.size());
            if (!own.plans.empty())
                QVERIFY2(same_numbers(own.plans.front(), quick.plans.front()), words(quick.plans.front()).constData());
        }
        QVERIFY(fewer > 10);
    }

    void no_plan_is_better_than_its_bound_data()
    {
        QTest::addColumn<int>("objective");
        QTest::newRow("throughput") << int(Objective::Throughput);
        QTest::newRow("cost") << int(Objective::Cost);
        QTest::newRow("energy") << int(Objective::Energy);
        QTest::newRow("memory") << int(Objective::Memory);
    }

    /// A list that is never full leaves no branch, so every leaf is compared with the bound it was reached with.
    void no_plan_is_better_than_its_bound()
    {
        QFETCH(int, objective);
        std::mt19937 random(unsigned(20250801 + objective));
        SearchOptions options;
        options.objective = Objective(objective);
        options.count = true;
        options.top = 1;
        int compared = 0;
        for (int i = 0; i < test::samples(400) || (i < 400 && compared <= test::samples(5000)); ++i) {
            const Scenario question = small_question(random);
            options.top = 1;
            if (found(question, options).considered > 1500)
                continue;
            options.top = 1 << 20;
            const SearchResult all = found(question, options);
            QVERIFY2(all.least_above_bound >= 1, qPrintable(QString::number(1 - all.least_above_bound)));
            compared += int(all.evaluated);
        }
        QVERIFY2(compared > test::samples(5000), qPrintable(QString::number(compared)));
    }

    /// The numbers of an estimate are evaluate()'s with nothing remembered; its reasons take a hundred times as long.
    void sampled_plans_equal_the_estimate()
    {
        std::mt19937 random(11);
        int compared = 0;
        while (compared < test::samples(10000)) {
            Scenario question = small_question(random);
            SearchOptions options;
            options.exhaustive = true;
            options.top = 4000;
            const SearchResult all = found(question, options);
            for (std::size_t i = 0; i < all.plans.size() && i < 500; ++i, ++compared) {
                const Parts& parts = all.plans[random() % all.plans.size()];
                question.plan = parts.plan;
                const auto prepared = prepare(question);
                const Parts alone = compared % 100 == 0 ? estimate(question).parts
                                                        : evaluate(*prepared, plan(*prepared), *make_workspace());
                QVERIFY2(same_numbers(alone, parts), words(parts).constData());
            }
        }
    }

    void every_plan_is_legal_and_counted_once_data()
    {
        QTest::addColumn<int>("first");
        for (int first = 0; first < 20; first += 5)
            QTest::addRow("questions %d to %d", first, first + 4) << first;
    }

    void every_plan_is_legal_and_counted_once()
    {
        QFETCH(int, first);
        std::mt19937 random(13);
        for (int skipped = 0; skipped < first; ++skipped)
            small_question(random);
        const WorkspacePointer workspace = make_workspace();
        for (int i = 0; i < 5; ++i) {
            const Scenario question = small_question(random);
            const auto prepared = prepare(question);
            const PlanSpace space = plan_space(*prepared, open_keys(question, PlanChoice::Best));
            std::set<QByteArray> seen;
            for (const Plan& plan : all_plans(space, *prepared)) {
                const Parts parts = evaluate(*prepared, plan, *workspace);
                const QByteArray described = words(parts);
                QVERIFY2(parts.possible(), (described + obstacle_key(parts.obstacle)).constData());
                QVERIFY2(seen.insert(described).second, described.constData());
                QVERIFY(parts.gpus_used <= question.cluster.gpus);
                const int inside = parts.plan.ep * expert_tensor(parts.plan);
                QVERIFY(parts.plan.ep == 1 || (parts.plan.tp * parts.plan.dp * parts.plan.cp) % inside == 0);
                QVERIFY(parts.plan.pp > 1 || parts.plan.schedule == PipelineSchedule::OneFOneB
                        || question.locked.count("schedule"));
            }
        }
    }

    void parameters_without_effect_count_once()
    {
        // One GPU: only the micro-batch and recomputation are choices. Two sequences per GPU: micro-batch 1 or 2.
        const SearchResult alone = everything(test::weak_scaling("1"));
        QCOMPARE(alone.considered, 2.0 * 3.0);

        // Two GPUs, only tensor degree and sequence parallelism open: (1), (2, on), (2, off).
        Scenario pair = test::weak_scaling("2");
        for (const char* key : plan_keys) {
            if (key != std::string("tp") && key != std::string("sequence_parallel"))
                pair.locked.insert(key);
        }
        QCOMPARE(everything(pair).considered, 3.0);
    }

    void locked_parameters_keep_their_value()
    {
        Scenario question = test::weak_scaling("64");
        question = test::changed(question, "tp", "4");
        question = test::changed(question, "dp_mode", "hsdp");
        question.locked = {"tp", "dp_mode"};
        SearchOptions options;
        options.top = 100;
        const SearchResult result = found(question, options);
        QVERIFY(!result.plans.empty());
        std::set<int> pipeline;
        for (const Parts& parts : result.plans) {
            QCOMPARE(parts.plan.tp, 4);
            QCOMPARE(int(parts.plan.dp_mode), int(DataParallelMode::Hsdp));
            pipeline.insert(parts.plan.pp);
        }
        QVERIFY(pipeline.size() > 1);

        // "Plan: given" searches only what is auto.
        question = test::changed(test::weak_scaling("64"), "tp", "auto");
        const OpenKeys open = open_keys(question, PlanChoice::Given);
        QVERIFY(open.has<&Plan::tp>() && !open.has<&Plan::pp>() && !open.has<&Plan::dp_mode>());
        PlanSearch search;
        const Parts parts = best_plan(search, *prepare(question), open);
        QVERIFY(parts.fits());
        QCOMPARE(int(parts.plan.dp_mode), int(question.plan.dp_mode));
        QCOMPARE(parts.plan.pp, question.plan.pp);
    }

    void idle_accelerators_are_allowed()
    {
        // 7 GPUs and 4 sequences: three must stand idle when nothing but the data degree is open.
        Scenario question = test::scenario({{"hardware", "h100_sxm"},
                                            {"model", "llama2_1b"},
                                            {"gpus", "7"},
                                            {"batch_mode", "total"},
                                            {"global_batch", "4"}});
        for (const char* key : plan_keys) {
            if (key != std::string("dp"))
                question.locked.insert(key);
        }
        const SearchResult result = found(question);
        QVERIFY(!result.plans.empty());
        QCOMPARE(result.plans.front().gpus_used, 4.0);
        QCOMPARE(result.plans.front().gpus, 7.0);
    }

    void hints_do_not_change_the_answer()
    {
        std::mt19937 random(17);
        SearchOptions options;
        for (int i = 0; i < 40; ++i) {
            const Scenario question = small_question(random);
            options.hints.clear();
            const SearchResult plain = found(question, options);
            options.hints = {test::random_scenario(random).plan, question.plan};
            if (!plain.plans.empty())
                options.hints.push_back(plain.plans.front().plan);
            const SearchResult hinted = found(question, options);
            QCOMPARE(hinted.plans.size(), plain.plans.size());
            if (!plain.plans.empty())
                QVERIFY2(same_numbers(hinted.plans.front(), plain.plans.front()),
                         words(hinted.plans.front()).constData());
        }
    }

    void nothing_fits_gives_the_leanest_plan()
    {
        Scenario question = test::scenario({{"hardware", "v100_sxm2_32"}, {"model", "gpt3_175b"}, {"gpus", "8"}});
        PlanSearch search;
        const auto prepared = prepare(question);
        const OpenKeys open = open_keys(question, PlanChoice::Best);
        const Parts leanest = best_plan(search, *prepared, open);
        QCOMPARE(int(leanest.verdict), int(Verdict::DoesNotFit));
        const PlanSpace space = plan_space(*prepared, open);
        for (const Plan& plan : all_plans(space, *prepared))
            QVERIFY(evaluate(*prepared, plan, search.workspace()).memory_bytes >= leanest.memory_bytes);
    }

    void stops_when_asked()
    {
        std::stop_source stop;
        stop.request_stop();
        SearchOptions options;
        options.stop = stop.get_token();
        const SearchResult result = found(test::weak_scaling("64"), options);
        QVERIFY(result.stopped);
        QCOMPARE(result.evaluated, 0.0);
    }
};

PLATEAU_TEST(SearchTest)

} // namespace tst_search

#include "tst_search.moc"
