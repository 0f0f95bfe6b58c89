// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <cmath>

#include "core/answers/plans.h"
#include "core/answers/returns.h"
#include "core/answers/solutions.h"
#include "core/answers/suggestions.h"
#include "core/views/solve_sentence.h"
#include "core/views/words.h"
#include "tests/core/sample_scenarios.h"

namespace tst_search_returns {

using namespace plateau;
using namespace plateau::answers;
using namespace plateau::search;

namespace {

/// A point with the given throughput, a dollar per GPU and hour, a kilowatt per GPU; one second a step.
CurvePoint point(double gpus, double tokens_per_s)
{
    CurvePoint result;
    result.gpus = gpus;
    Parts& parts = result.parts;
    parts.verdict = Verdict::Fits;
    parts.gpus = gpus;
    parts.gpus_used = gpus;
    parts.tokens_per_s = tokens_per_s;
    parts.step_seconds = 1;
    parts[Part::MatrixMultiply] = 1;
    parts.facility_watts = 1000 * gpus;
    parts.usd_per_million_tokens = 1e6 * gpus / 3600 / tokens_per_s;
    return result;
}

std::vector<CurvePoint> flattening() { return {point(8, 800), point(16, 1600), point(32, 2880), point(64, 3456)}; }

OpenKeys everything(const Scenario& scenario) { return open_keys(scenario, PlanChoice::Best); }

} // namespace

/// Knee, margins, losses, frontier on curves made by hand; sensitivity and solve-for against direct estimates.
class SearchReturnsTest : public QObject {
    Q_OBJECT
private slots:
    void knee_is_where_the_next_doubling_pays_too_little()
    {
        std::vector<CurvePoint> curve = flattening(); // factors 2, 1.8, 1.2
        const std::optional<Knee> found = knee(curve);
        QVERIFY(found);
        QCOMPARE(found->gpus, 32.0);
        QCOMPARE(found->next_gpus, 64.0);
        QCOMPARE(found->doubling_factor, 1.2);
        QCOMPARE(knee(curve, 1.9)->gpus, 16.0);
        QVERIFY(!knee(curve, 1.1));
        // A step of four counts as two doublings: 4 x the GPUs for 1.96 x the throughput is 1.4 each.
        curve = {point(8, 100), point(32, 196)};
        QCOMPARE(knee(curve)->doubling_factor, 1.4);
        curve[1].parts.verdict = Verdict::DoesNotFit;
        QVERIFY(!knee(curve));
    }

    void margins_of_a_step()
    {
        const std::vector<Marginal> margins = marginal_returns(flattening());
        QCOMPARE(margins.size(), std::size_t(3));
        QCOMPARE(margins[0].tokens_per_s_per_added_gpu, 100.0);
        QCOMPARE(margins[1].tokens_per_s_per_added_gpu, 80.0);
        QCOMPARE(margins[2].tokens_per_s_per_added_gpu, 18.0);
        QCOMPARE(margins[2].gpus, 64.0);
        QVERIFY(qFuzzyCompare(margins[2].tokens_per_added_usd, 18.0 * 3600)); // a dollar buys an hour of one GPU
        QVERIFY(qFuzzyCompare(margins[2].tokens_per_added_joule, 18.0 / 1000));
    }

    void efficiency_and_losses_agree()
    {
        std::vector<CurvePoint> curve = flattening();
        const std::vector<double> efficiency = scaling_efficiency(curve, 8);
        QCOMPARE(efficiency[0], 1.0);
        QCOMPARE(efficiency[2], 0.9);
        QCOMPARE(efficiency[3], 0.54);
        // 64 GPUs: 44 % waiting for traffic, 2 % more because one GPU in fifty stands idle.
        Parts& last = curve[3].parts;
        last.gpus_used = 0.98 * 64;
        last[Part::MatrixMultiply] = 0.54 / 0.98;
        last[Part::AllReduce] = 0.44 / 0.98;
        const std::vector<LossShare> losses = loss_by_cause(curve[0].parts, last);
        QCOMPARE(losses.size(), std::size_t(2)); // matrix products take as many GPU-seconds as before
        QCOMPARE(int(losses[0].part), int(Part::AllReduce));
        QVERIFY(std::abs(losses[0].share - 0.44) < 1e-12);
        QCOMPARE(int(losses[1].part), int(Part::Count));
        QVERIFY(std::abs(losses[1].share - 0.02) < 1e-12);
    }

    void losses_of_a_real_curve_sum_up()
    {
        const auto prepared = prepare(test::weak_scaling("128"));
        const WorkspacePointer workspace = make_workspace();
        const auto curve = given_plan_curve(*prepared, {128, 2048}, *workspace);
        double sum = 0;
        for (const LossShare& loss : loss_by_cause(curve[0].parts, curve[1].parts))
            sum += loss.share;
        QVERIFY(std::abs(sum - (1 - scaling_efficiency(curve, 128)[1])) < 1e-9);
    }

    void time_to_loss_trades_batch_for_tokens()
    {
        QCOMPARE(tokens_to_loss(1e12, 0, 1e6), 1e12);
        QCOMPARE(tokens_to_loss(1e12, 1e6, 1e6), 2e12); // at the critical batch twice the tokens
        std::vector<CurvePoint> curve = {point(8, 1e6), point(16, 2e6)};
        curve[0].parts.global_batch = 256;
        curve[1].parts.global_batch = 512;
        // Twice the speed, but a batch of 512 x 4096 instead of 256 x 4096 tokens at a critical one of 2^21: 2 to 1.5.
        Scenario scenario = test::weak_scaling("8");
        scenario.workload.tokens = 1e12;
        scenario.returns.critical_batch_tokens = 2097152;
        const LossTime to_loss(scenario);
        QCOMPARE(to_loss.seconds(curve[0].parts), 1.5e6);
        QCOMPARE(to_loss.seconds(curve[1].parts), 1e6);
        // Interrupted half of the time: twice as long. Where no time is left, never.
        curve[1].parts.goodput = 0.5;
        QCOMPARE(to_loss.seconds(curve[1].parts), 2e6);
        curve[1].parts.goodput = 0;
        QVERIFY(std::isnan(to_loss.seconds(curve[1].parts)));
    }

    void three_returns_make_the_time_to_a_loss()
    {
        Scenario scenario = test::weak_scaling("8");
        scenario.workload.tokens = 1e12;
        scenario.returns.critical_batch_tokens = 2097152;
        const LossTime to_loss(scenario);
        const auto curve = given_plan_curve(*prepare(scenario), {8, 64, 1024}, *make_workspace());
        const Parts& base = curve[0].parts;
        QCOMPARE(returns_left(base, base, to_loss).together(), 1.0);
        for (const CurvePoint& point : curve) {
            const ReturnsLeft left = returns_left(point.parts, base, to_loss);
            const double ideal = to_loss.seconds(base) * 8 / point.gpus;
            QVERIFY(std::abs(left.together() * to_loss.seconds(point.parts) / ideal - 1) < 1e-9);
        }
        const ReturnsLeft last = returns_left(curve[2].parts, base, to_loss);
        QVERIFY(last.systems < 1 && last.batch < 1 && last.failures < 1);
    }

    void the_soonest_finish_says_what_ends_it()
    {
        Scenario scenario = test::weak_scaling("64");
        scenario.workload.tokens = 1e9;
        auto curve = flattening();
        for (CurvePoint& point : curve)
            point.parts.goodput = 1;
        QVERIFY(!soonest_finish(curve, scenario));
        curve[3].parts.goodput = 0.5;
        const auto failing = soonest_finish(curve, scenario);
        QVERIFY(failing && failing->gpus == 32 && failing->cost == Soonest::Cost::Failures);
        QVERIFY(std::abs(failing->seconds - 1e9 / 2880) < 1);
        curve[3].parts.goodput = 1;
        curve[3].parts.global_batch = critical_batch_tokens(scenario) / scenario.workload.sequence;
        QVERIFY(!soonest_finish(curve, scenario)); // the tokens as set are no more than before
        const auto crowded = soonest_finish(curve, scenario, RunClock::Loss);
        QVERIFY(crowded && crowded->gpus == 32 && crowded->cost == Soonest::Cost::Batch);
        curve[3].parts.global_batch = 0;
        curve[3].parts.tokens_per_s = 2000;
        const auto slower = soonest_finish(curve, scenario);
        QVERIFY(slower && slower->gpus == 32 && slower->cost == Soonest::Cost::Throughput);
    }

    void frontier_drops_what_is_beaten()
    {
        // 16 GPUs are slower per GPU, 32 slower than 16 and dearer: only 8 and 16 are worth choosing between.
        const std::vector<CurvePoint> curve = {point(8, 100), point(16, 180), point(32, 170)};
        const std::vector<RunCost> runs = frontier(curve, 36000);
        QCOMPARE(runs.size(), std::size_t(2));
        QCOMPARE(runs[0].gpus, 8.0);
        QCOMPARE(runs[0].seconds, 360.0);
        QVERIFY(qFuzzyCompare(runs[0].usd, 0.8)); // 8 GPUs for a tenth of an hour
        QVERIFY(qFuzzyCompare(runs[0].joules, 8000.0 * 360));
        QCOMPARE(runs[1].gpus, 16.0);
        QCOMPARE(runs[1].seconds, 200.0);
        // Interrupted half of the time: twice as long, twice as dear.
        CurvePoint interrupted = point(8, 100);
        interrupted.parts.goodput = 0.5;
        QCOMPARE(run_cost(interrupted.parts, 36000).seconds, 720.0);
        QVERIFY(qFuzzyCompare(run_cost(interrupted.parts, 36000).usd, 1.6));
    }

    void sensitivity_equals_asking_again()
    {
        const Scenario base = test::weak_scaling("1024");
        PlanSearch search;
        const std::vector<Sensitivity> rows = sensitivities(base, {}, search, {});
        QCOMPARE(rows.size(), std::size_t(resource_count));
        const Parts now = estimate(base).parts;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            QVERIFY(i == 0 || rows[i - 1].largest() >= rows[i].largest());
            if (rows[i].resource == Resource::ScaleOutBandwidth) {
                const Parts asked = estimate(test::changed(base, "scale_out_bandwidth", "800Gb/s")).parts;
                QCOMPARE(rows[i].doubled.step_seconds, asked.step_seconds);
                QCOMPARE(rows[i].doubled_change, asked.tokens_per_s / now.tokens_per_s - 1);
                const Parts less = estimate(test::changed(base, "scale_out_bandwidth", "200Gb/s")).parts;
                QCOMPARE(rows[i].halved.step_seconds, less.step_seconds);
            }
            if (rows[i].resource == Resource::Gpus)
                QCOMPARE(rows[i].doubled.step_seconds, estimate(test::weak_scaling("2048")).parts.step_seconds);
            // More of anything but latency does not hurt, less does not help.
            if (rows[i].resource != Resource::Latency) {
                QVERIFY2(rows[i].doubled_change >= 0, label(rows[i].resource));
                QVERIFY2(!(rows[i].halved_change > 0), label(rows[i].resource));
            } else {
                QVERIFY(rows[i].doubled_change <= 0 && rows[i].halved_change >= 0);
            }
        }
    }

    void smallest_cluster_keeps_the_limits_and_the_next_smaller_does_not()
    {
        const Scenario question = test::changed(test::weak_scaling("128"), "tokens", "1T");
        PlanSearch search;
        Limits limits;
        limits.seconds = 20 * 86400.0;
        const Solution answer = smallest_cluster(question, {everything(question), limits, search});
        QVERIFY(answer.found);
        QCOMPARE(int(answer.bound), int(Bound::Deadline));
        QVERIFY(answer.run.seconds <= limits.seconds);
        QCOMPARE(std::fmod(answer.parts.gpus, 8), 0.0);
        const auto smaller = at_gpus(*prepare(question), answer.parts.gpus - 8);
        const Parts before = best_plan(search, *smaller, everything(question));
        QVERIFY(run_cost(before, 1e12).seconds > limits.seconds);
    }

    void binding_limit_is_named()
    {
        const Scenario question = test::changed(test::weak_scaling("128"), "tokens", "1T");
        PlanSearch search;
        Limits limits;
        limits.usd = 1000; // far too little
        Solution answer = smallest_cluster(question, {everything(question), limits, search});
        QVERIFY(!answer.found);
        QCOMPARE(int(answer.bound), int(Bound::Budget));
        const std::string said = english(narrate::solve_sentence(question, limits, answer));
        QVERIFY(said.find("stopped by the budget") != std::string::npos);
        QVERIFY(said.find(question.workload.shape.title + ", ") == 0); // whose cluster

        limits = {};
        limits.seconds = 86400;
        limits.gpus = 64;
        answer = smallest_cluster(question, {everything(question), limits, search});
        QVERIFY(!answer.found);
        QCOMPARE(int(answer.bound), int(Bound::Gpus));

        limits = {};
        limits.seconds = 30 * 86400.0;
        limits.watts = 1000; // one GPU's worth
        answer = smallest_cluster(question, {everything(question), limits, search});
        QVERIFY(!answer.found);

        // Without limits one host or less is enough; a model that needs more memory is bound by it.
        const Scenario large = test::changed(question, "model", "llama2_70b");
        answer = smallest_cluster(large, {everything(large), {}, search});
        QVERIFY(answer.found);
        QCOMPARE(int(answer.bound), int(Bound::Memory));
        QVERIFY(!best_plan(search, *at_gpus(*prepare(large), answer.parts.gpus - (answer.parts.gpus > 8 ? 8 : 1)),
                           everything(large))
                     .fits());
    }

    void largest_model_that_fits()
    {
        const Scenario question = test::weak_scaling("8");
        PlanSearch search;
        const Solution answer = largest_model(test::shipped(), question, {everything(question), {}, search});
        QVERIFY(answer.found);
        QCOMPARE(int(answer.bound), int(Bound::Memory));
        const double parameters = catalog::total_parameters(*test::shipped().model(answer.id));
        for (const catalog::ModelShape& model : test::shipped().models) {
            if (catalog::total_parameters(model) <= parameters)
                continue;
            const Scenario larger = test::changed(question, "model", model.id);
            QVERIFY2(!best_plan(search, *prepare(larger), everything(larger)).fits(), model.id.c_str());
        }
    }

    void cheapest_hardware_comes_first()
    {
        const Scenario question = test::changed(test::weak_scaling("128"), "tokens", "1T");
        PlanSearch search;
        Limits limits;
        limits.seconds = 60 * 86400.0;
        limits.usd = 1e9;
        const auto answers = cheapest_hardware(test::shipped(), question, {everything(question), limits, search});
        QVERIFY(answers.size() > 3);
        QVERIFY(answers.front().found);
        for (std::size_t i = 1; i < answers.size(); ++i) {
            if (answers[i].found)
                QVERIFY(answers[i - 1].found && answers[i - 1].run.usd <= answers[i].run.usd);
        }
    }

    /// What stands between × in a plan's name, for every plan a search likes, experts, context and hybrid sharding
    /// included.
    void names_multiply_to_the_gpus()
    {
        int seen = 0;
        for (const char* name : {"mixtral-8x22b-256-h100", "llama3-405b-128k-context", "fernandez-hsdp"}) {
            const Scenario scenario = *find_scenario(test::shipped(), name);
            PlanSearch search;
            for (const Parts& parts : search.run(*prepare(scenario), everything(scenario), {.top = 200}).plans) {
                double product = 1;
                for (const QString& factor :
                     QString::fromStdString(english(narrate::plan_words(parts.plan))).split(QStringLiteral(" × "))) {
                    const QString number = factor.section(u' ', 1, 1).remove(u',');
                    QVERIFY2(number.toInt() > 0, qPrintable(factor));
                    product *= number.toInt();
                }
                QCOMPARE(product, parts.gpus_used);
                ++seen;
            }
        }
        QVERIFY(seen > 300);
    }

    void plans_in_words()
    {
        Plan plan;
        plan.tp = 2;
        plan.dp = 1024;
        QCOMPARE(english(narrate::plan_words(plan)), std::string("TP 2 × PP 1 × FSDP 1,024"));
        plan.dp_mode = DataParallelMode::Hsdp;
        plan.shard_group = 8;
        QCOMPARE(english(narrate::plan_words(plan)), std::string("TP 2 × PP 1 × HSDP 1,024 (in groups of 8)"));
        plan.dp_mode = DataParallelMode::Zero1;
        plan.pp = 12;
        plan.cp = 4;
        plan.virtual_stages = 8;
        plan.schedule = PipelineSchedule::Interleaved;
        QCOMPARE(english(narrate::plan_words(plan)),
                 std::string("TP 2 × PP 12 (interleaved, 8 chunks) × CP 4 × ZeRO-1 1,024"));
    }
};

PLATEAU_TEST(SearchReturnsTest)

} // namespace tst_search_returns

#include "tst_search_returns.moc"
