// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/answers/solutions.h"
#include "core/views/solve_sentence.h"
#include "tests/core/shipped_answers.h"

namespace tst_solve {

using namespace plateau;
using namespace plateau::answers;
using namespace plateau::search;

namespace {

OpenKeys everything(const Scenario& scenario) { return open_keys(scenario, PlanChoice::Best); }

Solution by_brute_force(const Scenario& scenario, const Limits& limits)
{
    PlanSearch search;
    const auto prepared = prepare(scenario);
    Solution best;
    for (double gpus = 1; gpus <= limits.gpus; gpus += gpus < 8 ? 1 : 8) {
        const Parts parts = best_plan(search, *at_gpus(*prepared, gpus), everything(scenario));
        const double tokens = tokens_within(limits, parts);
        if (tokens > best.tokens) {
            best.tokens = tokens;
            best.parts = parts;
        }
    }
    return best;
}

QString plain(const Message& message)
{
    return QString::fromStdString(english(message)).replace(QChar(0xa0), QLatin1Char(' '));
}

Limits of(double usd, double days, double gpus)
{
    Limits limits;
    limits.usd = usd;
    limits.seconds = days * units::day;
    limits.gpus = gpus;
    return limits;
}

} // namespace

/// The most for a budget and a deadline, and the value that one number needs, against trying everything.
class SolveTest : public QObject {
    Q_OBJECT
private slots:
    void most_tokens_are_those_of_trying_every_count_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<double>("usd");
        QTest::addColumn<double>("days");
        QTest::newRow("8B, money ends it") << QStringLiteral("llama3_8b") << 300e3 << 38.;
        QTest::newRow("8B, little time") << QStringLiteral("llama3_8b") << 300e3 << 5.;
        QTest::newRow("7B, time ends it") << QStringLiteral("llama2_7b") << 1e9 << 30.;
        QTest::newRow("70B") << QStringLiteral("llama2_70b") << 1e6 << 60.;
    }

    void most_tokens_are_those_of_trying_every_count()
    {
        QFETCH(QString, model);
        QFETCH(double, usd);
        QFETCH(double, days);
        const Scenario question = test::changed(test::weak_scaling("128"), "model", model.toStdString());
        const Limits limits = of(usd, days, 1024);
        PlanSearch search;
        const Solution answer = most_tokens(question, {everything(question), limits, search});
        QVERIFY(answer.found);
        QVERIFY(answer.run.seconds <= limits.seconds * (1 + 1e-9));
        QVERIFY(answer.run.usd <= limits.usd * (1 + 1e-9));
        const Solution best = by_brute_force(question, limits);
        QVERIFY2(answer.tokens >= 0.999 * best.tokens && answer.tokens <= best.tokens * (1 + 1e-12),
                 qPrintable(QStringLiteral("%1 on %2, %3 on %4")
                                .arg(answer.tokens)
                                .arg(answer.parts.gpus)
                                .arg(best.tokens)
                                .arg(best.parts.gpus)));
    }

    void without_a_budget_the_cluster_is_the_scenarios()
    {
        const Scenario question = test::weak_scaling("128");
        Limits limits;
        limits.seconds = 30 * units::day;
        PlanSearch search;
        const Solution answer = most_tokens(question, {everything(question), limits, search});
        QCOMPARE(answer.parts.gpus, 128.0);
        QCOMPARE(int(answer.bound), int(Bound::Deadline));
        QVERIFY(qFuzzyCompare(answer.run.seconds, limits.seconds));
    }

    void the_lowest_loss_is_that_of_trying_every_model()
    {
        const Scenario question = test::weak_scaling("128");
        catalog::Catalog few = test::shipped();
        std::erase_if(few.models, [](const catalog::ModelShape& model) {
            return model.id != "llama2_7b" && model.id != "llama3_8b" && model.id != "llama2_70b"
                && model.id != "llama2_13b" && model.id != "mixtral_8x7b";
        });
        const Limits limits = of(300e3, 60, 512);
        PlanSearch search;
        const auto answers = lowest_loss(few, question, {everything(question), limits, search});
        QVERIFY(!answers.empty() && answers.front().found);
        for (const catalog::ModelShape& model : few.models) {
            if (model.experts > 0)
                continue; // the law is of dense models
            const Scenario other = test::changed(question, "model", model.id);
            const Solution most = most_tokens(other, {everything(other), limits, search});
            QVERIFY2(answers.front().loss <= most.loss, model.id.c_str());
            QVERIFY(model.id != answers.front().id || answers.front().tokens == most.tokens);
        }
    }

    void the_largest_model_for_a_budget_has_the_gpus_it_pays_for()
    {
        const Scenario question = test::changed(test::weak_scaling("8"), "tokens", "100G");
        const Limits limits = of(1e6, 30, Limits::all_gpus);
        PlanSearch search;
        const Solution answer = largest_model(test::shipped(), question, {everything(question), limits, search});
        QVERIFY(answer.found);
        QVERIFY(answer.parts.gpus > 8);
        QVERIFY(answer.run.usd <= limits.usd && answer.run.seconds <= limits.seconds);
    }

    /// FSDP against tensor parallelism: on either side of the link that is named, the other one is faster.
    void a_link_makes_two_plans_equally_fast()
    {
        const Scenario sharded = test::weak_scaling("1024");
        Goal goal;
        goal.rival = std::make_shared<const Scenario>(test::changed(sharded, {{"tp", "4"}, {"dp_mode", "zero1"}}));
        PlanSearch search;
        const Needed answer = needed(test::shipped(), sharded, open_keys(sharded, PlanChoice::Given),
                                     "scale_out_bandwidth", goal, search);
        QVERIFY(answer.found && answer.holds_above);
        const auto faster = [&](double link) {
            const auto asked = [&](const Scenario& scenario) {
                return estimate(*with_value(test::shipped(), scenario, "scale_out_bandwidth", Value(link))).parts;
            };
            const Parts own = asked(sharded), rival = asked(*goal.rival);
            return own.tokens_per_s * own.goodput - rival.tokens_per_s * rival.goodput;
        };
        QVERIFY(faster(answer.value) >= 0);
        QVERIFY(faster(answer.value * 0.998) < 0);
        QCOMPARE(answer.holds_now, answer.now >= answer.value);
    }

    void a_price_keeps_the_budget()
    {
        const Scenario question = test::weak_scaling("512");
        const Parts now = estimate(question).parts;
        const double usd = run_cost(now, question.workload.tokens).usd;
        Goal goal;
        goal.limits.usd = usd / 2;
        PlanSearch search;
        const Needed answer = needed(test::shipped(), question, open_keys(question, PlanChoice::Given),
                                     "usd_per_gpu_hour", goal, search);
        QVERIFY(answer.found && !answer.holds_now && !answer.holds_above);
        QVERIFY(answer.value < answer.now);
        QVERIFY(run_cost(answer.parts, question.workload.tokens).usd <= usd / 2);
        const Scenario dearer = *with_value(test::shipped(), question, "usd_per_gpu_hour", Value(answer.value * 1.002));
        QVERIFY(run_cost(estimate(dearer).parts, question.workload.tokens).usd > usd / 2);
    }

    void a_metric_needs_a_value()
    {
        const Scenario question = test::changed(test::weak_scaling("1024"), "scale_out_bandwidth", "50Gb/s");
        Goal goal;
        goal.metric = "mfu";
        goal.value = 1.1 * estimate(question).parts.mfu();
        PlanSearch search;
        const Needed answer = needed(test::shipped(), question, open_keys(question, PlanChoice::Given),
                                     "scale_out_bandwidth", goal, search);
        QVERIFY(answer.found && answer.holds_above && answer.value > answer.now);
        QVERIFY(answer.parts.mfu() >= goal.value);
        goal.value = 0.99; // nothing gives that
        QVERIFY(!needed(test::shipped(), question, open_keys(question, PlanChoice::Given), "scale_out_bandwidth", goal,
                        search)
                     .found);
    }

    void what_does_not_fit_is_not_the_networks_fault()
    {
        const Scenario question
            = test::changed(test::weak_scaling("16"), {{"model", "llama3_70b"}, {"dp_mode", "ddp"}});
        QVERIFY(estimate(question).parts.possible() && !estimate(question).parts.fits());
        answers::NeededValue::Key key;
        key.question = answers::TrainingQuestion(question);
        key.parameter = "scale_out_bandwidth";
        key.goal.metric = "step_time_s";
        key.goal.value = 2 * estimate(question).parts.step_seconds;
        const auto needed = test::new_answers()->get<answers::NeededValue>(key);
        QVERIFY(!needed->found && !needed->fits);
        QVERIFY(needed->were_there_room && *needed->were_there_room == needed->now);
        const QString said = plain(narrate::needed_sentence(key, *needed, {}, {}));
        QVERIFY2(said.contains("does not fit into memory"), qPrintable(said));
        key.goal.metric.clear();
        key.goal.rival = std::make_shared<const Scenario>(test::weak_scaling("16"));
        const auto against = test::new_answers()->get<answers::NeededValue>(key);
        const QString compared
            = plain(narrate::needed_sentence(key, *against, {"%1", {Verbatim{"mine"}}}, {"%1", {Verbatim{"yours"}}}));
        QVERIFY2(compared.contains("mine does not fit into memory"), qPrintable(compared));
    }

    void sentences_say_the_answer_first()
    {
        const Scenario question = test::changed(test::weak_scaling("128"), "model", "llama3_8b");
        answers::Solutions::Key key;
        key.question = answers::TrainingQuestion(question);
        key.target = answers::Target::Tokens;
        key.limits = of(300e3, 38, 1024);
        PlanSearch search;
        answers::Solutions::Found found;
        found.solution = most_tokens(question, {everything(question), key.limits, search});
        found.scenario = std::make_shared<const Scenario>(question);
        const QString said = plain(narrate::solution_sentence(key, found));
        QVERIFY2(said.startsWith(QStringLiteral("300,000 USD train Llama 3 8B on ")), qPrintable(said));
        QVERIFY2(said.contains(QStringLiteral("; the loss is then about 2.")), qPrintable(said));

        key.question = answers::TrainingQuestion(test::changed(question, "model", "mixtral_8x7b"));
        found.scenario = key.question.scenario;
        found.solution.loss = std::nan("");
        QVERIFY(!plain(narrate::solution_sentence(key, found)).contains(QStringLiteral("loss")));
    }

    void a_deadline_nobody_set_is_named()
    {
        const Scenario question = test::weak_scaling("128");
        answers::Solutions::Key key;
        key.question = answers::TrainingQuestion(question);
        key.limits.usd = 300e3;
        key.limits.assume_deadline();
        PlanSearch search;
        answers::Solutions::Found found;
        found.solution = smallest_cluster(question, {everything(question), key.limits, search});
        found.scenario = key.question.scenario;
        QVERIFY(found.solution.run.seconds <= 90 * units::day); // and not the fewest GPUs in two years
        const QString said = plain(narrate::solution_sentence(key, found));
        QVERIFY2(said.contains(QStringLiteral("No deadline is set: 90 days are assumed.")), qPrintable(said));
        key.limits.assumed_deadline = false;
        QVERIFY(!plain(narrate::solution_sentence(key, found)).contains(QStringLiteral("assumed")));
    }
};

PLATEAU_TEST(SolveTest)

} // namespace tst_solve

#include "tst_solve.moc"
