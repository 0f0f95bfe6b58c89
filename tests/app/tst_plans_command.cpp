// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>
#include <QTest>

#include "tests/app/plateau_process.h"

namespace tst_plans_command {

/// plateau plans and plateau solve as scripts use them.
class TestPlansCommand : public QObject {
    Q_OBJECT
private slots:
    void pruning_does_not_change_the_answer()
    {
        const char* const line = "plans fernandez-weak-scaling --set gpus=32 --top 5 --json";
        const QJsonObject fast = run_plateau(line).json();
        const QJsonObject all = run_plateau((QByteArray(line) + " --exhaustive").constData()).json();
        QCOMPARE(fast[u"plans"], all[u"plans"]);
        QCOMPARE(fast[u"plans"].toArray().size(), 5);
        QCOMPARE(fast[u"considered"], all[u"considered"]);
        QCOMPARE(all[u"evaluated"], all[u"considered"]);
        QVERIFY(fast[u"evaluated"].toDouble() < all[u"evaluated"].toDouble() / 4);
        QVERIFY(all[u"feasible"].toDouble() > 0 && all[u"seconds"].toDouble() > 0);
    }

    void the_first_plan_is_the_best_estimate()
    {
        const QJsonObject plans = run_plateau("plans gpt3-175b-64-a100 --top 3 --json").json();
        const QJsonObject best = plans[u"plans"].toArray().first().toObject();
        const PlateauRun run = run_plateau("estimate gpt3-175b-64-a100 --plan best --json");
        QCOMPARE(run.status, 0);
        QCOMPARE(run.json()[u"plan"], best[u"plan"]);
        QCOMPARE(run.json()[u"step_time_s"], best[u"step_time_s"]);
    }

    void locks_hold()
    {
        const PlateauRun run
            = run_plateau("plans fernandez-weak-scaling --set gpus=64 --set tp=2 --lock tp --lock cp --json");
        QCOMPARE(run.status, 0);
        for (const QJsonValue& row : run.json()[u"plans"].toArray()) {
            QCOMPARE(row[u"plan"][u"tp"].toInt(), 2);
            QCOMPARE(row[u"plan"][u"cp"].toInt(), 1);
        }
    }

    void csv_holds_a_row_per_plan()
    {
        const PlateauRun run = run_plateau("plans fernandez-weak-scaling --top 4 --csv - --quiet");
        QCOMPARE(run.status, 0);
        const QList<QByteArray> lines = run.output.trimmed().split('\n');
        QCOMPARE(lines.size(), 5);
        QVERIFY(lines.first().startsWith("dp,tp,pp,"));
    }

    void no_plan_is_status_3()
    {
        const PlateauRun run = run_plateau("plans gpt3-175b-64-a100 --set gpus=1 --json");
        QCOMPARE(run.status, 3);
        QVERIFY(run.json()[u"plans"].toArray().isEmpty());
        const PlateauRun estimate = run_plateau("estimate gpt3-175b-64-a100 --set gpus=1 --json");
        QCOMPARE(estimate.status, 3);
        QCOMPARE(estimate.json()[u"fits"].toBool(true), false);
        QVERIFY(estimate.json()[u"memory_bytes_per_gpu"].toDouble() > 80e9);
    }

    void solve_names_the_binding_limit()
    {
        const PlateauRun run
            = run_plateau("solve fernandez-weak-scaling --for gpus --plan best --limit tokens=1T --limit "
                          "deadline=30days --limit budget=20M --json");
        QCOMPARE(run.status, 0);
        const QJsonObject answer = run.json();
        QCOMPARE(answer[u"bound"].toString(), QStringLiteral("the deadline"));
        QVERIFY(answer[u"run_days"].toDouble() <= 30);
        QVERIFY(answer[u"usd"].toDouble() <= 20e6);
        QVERIFY(answer[u"sentence"].toString().contains(QStringLiteral("bound by the deadline")));

        const PlateauRun poor
            = run_plateau("solve fernandez-weak-scaling --for gpus --limit tokens=1T --limit budget=10 --json");
        QCOMPARE(poor.status, 3);
        QCOMPARE(poor.json()[u"found"].toBool(true), false);
    }

    /// An accelerator without measured runs may come first, but it says so, and the best with runs near it stands
    /// beside.
    void answers_say_how_they_are_known()
    {
        const char* const line = "solve fernandez-weak-scaling --for hardware --limit deadline=60days";
        const QJsonObject answer = run_plateau((QByteArray(line) + " --json").constData()).json();
        QCOMPARE(answer[u"known_by"].toString(), QStringLiteral("assumption"));
        QStringList by_cost;
        for (const QJsonValue& other : answer[u"alternatives"].toArray())
            if (other[u"found"].toBool() && other[u"known_by"].toString() == QLatin1String("interpolated"))
                by_cost << other[u"id"].toString();
        QVERIFY(!by_cost.isEmpty());
        QCOMPARE(answer[u"best_known"][u"id"].toString(), by_cost.first());
        QCOMPARE(answer[u"best_known"][u"known_by"].toString(), QStringLiteral("interpolated"));
        QVERIFY(!answer[u"best_known"][u"nearest_run"].toString().isEmpty());
        const QByteArray words = run_plateau(line).output;
        QVERIFY2(words.contains("This is an assumption: no measured run on"), words);
        QVERIFY2(words.contains("Best with measured runs near it: "), words);
        QVERIFY(words.contains("known by"));
    }

    /// "What do 300,000 $ buy?"
    void solve_buys_the_most_tokens()
    {
        const char* const line
            = "solve fernandez-weak-scaling --set model=llama3_8b --for tokens --plan best --limit budget=300k";
        const QJsonObject answer = run_plateau((QByteArray(line) + " --json").constData()).json();
        QVERIFY(answer[u"found"].toBool());
        QVERIFY(answer[u"usd"].toDouble() <= 300e3 * 1.000001);
        QVERIFY(answer[u"run_days"].toDouble() <= 90 * 1.000001); // nobody waits for years
        QVERIFY(answer[u"limits"][u"deadline_assumed"].toBool());
        QVERIFY(answer[u"tokens"].toDouble() > 1e12);
        QVERIFY(answer[u"loss"].toDouble() > 1.9 && answer[u"loss"].toDouble() < 2.3);
        const QByteArray words = run_plateau(line).output.replace("\u00a0", " ");
        QVERIFY2(words.startsWith("300,000 USD train Llama 3 8B on "), words);
        QVERIFY2(words.contains("No deadline is set: 90 days are assumed."), words);
        QVERIFY2(words.contains("\nEight in ten: "), words);
        const QJsonObject sooner
            = run_plateau((QByteArray(line) + " --limit deadline=10days --json").constData()).json();
        QVERIFY(sooner[u"tokens"].toDouble() < answer[u"tokens"].toDouble());
        QVERIFY(sooner[u"gpus"].toDouble() > answer[u"gpus"].toDouble());
        const QJsonObject open = run_plateau((QByteArray(line) + " --limit deadline=none --json").constData()).json();
        QVERIFY(open[u"limits"][u"deadline"].isNull());
        QVERIFY(open[u"tokens"].toDouble() >= answer[u"tokens"].toDouble());
    }

    void solve_finds_the_lowest_loss()
    {
        const QJsonObject answer = run_plateau("solve fernandez-weak-scaling --for loss --limit budget=30k --limit "
                                               "deadline=30days --limit gpus=128 --json")
                                       .json();
        QVERIFY(answer[u"found"].toBool());
        QVERIFY(answer[u"sentence"]
                    .toString()
                    .replace(QChar(0xa0), u' ')
                    .startsWith(QStringLiteral("The lowest loss: 30,000 USD train ")));
        double before = answer[u"loss"].toDouble();
        for (const QJsonValue& each : answer[u"alternatives"].toArray()) {
            if (!each[u"found"].toBool())
                continue;
            QVERIFY(each[u"loss"].toDouble() >= before);
            before = each[u"loss"].toDouble();
        }
    }

    /// "What link makes FSDP beat tensor parallelism?"
    void solve_finds_what_a_number_must_be()
    {
        const char* const line
            = "solve fernandez-weak-scaling --set gpus=1024 --for scale_out_bandwidth --against tp=4 "
              "--against dp_mode=zero1";
        const QJsonObject answer = run_plateau((QByteArray(line) + " --json").constData()).json();
        QVERIFY(answer[u"found"].toBool());
        QCOMPARE(answer[u"holds"].toString(), QStringLiteral("above"));
        QVERIFY(answer[u"tokens_per_s"].toDouble() >= answer[u"against"][u"tokens_per_s"].toDouble());
        const QByteArray words = run_plateau(line).output.replace("\u00a0", " ");
        QVERIFY2(words.startsWith("Scale-out link: at ") && words.contains(" is at least as fast as TP 4"), words);
        const QJsonValue now = answer[u"now_against"];
        QVERIFY(now[u"low"].toDouble() < now[u"ratio"].toDouble()
                && now[u"ratio"].toDouble() < now[u"high"].toDouble());
        QCOMPARE(now[u"ratio"].toDouble() >= 1, answer[u"holds_now"].toBool());
        QCOMPARE(now[u"chance_faster"].toDouble() >= 0.5, answer[u"holds_now"].toBool());
        QVERIFY2(words.contains(" as fast as TP 4") && words.contains("\nNow ") && words.contains(" Eight in ten: ")
                     && words.contains("er in ")
                     && words.contains(" of 10. 4 explanations that fit what was measured alike say "),
                 words);

        const PlateauRun price = run_plateau("solve fernandez-weak-scaling --for usd_per_gpu_hour --limit budget=50k "
                                             "--limit deadline=none --json");
        QCOMPARE(price.status, 0);
        QVERIFY(price.json()[u"now_against"].isNull());
        QCOMPARE(price.json()[u"holds"].toString(), QStringLiteral("below"));
        QVERIFY(price.json()[u"value"].toDouble() < price.json()[u"now"].toDouble());
        const PlateauRun never
            = run_plateau("solve fernandez-weak-scaling --for scale_out_bandwidth --limit mfu=99 --json");
        QCOMPARE(never.status, 3);
    }

    void solve_finds_how_many_gpus_do_the_same()
    {
        const char* const line = "solve llama3-405b-16k-h100 --for gpus --against restart_time=60s";
        const QJsonObject answer = run_plateau((QByteArray(line) + " --json").constData()).json();
        QVERIFY(!answer[u"found"].toBool() && answer[u"value"].isNull());
        QVERIFY(answer[u"range"][u"fewest"].isNull() && answer[u"range"][u"best"][u"ratio"].toDouble() < 1.02);
        const PlateauRun run = run_plateau(line);
        QCOMPARE(run.status, 3);
        QVERIFY2(run.output.contains("and no number of GPUs does"), run.output);
        const QJsonObject faster
            = run_plateau("solve fernandez-weak-scaling --for gpus --against hardware=b200 --json").json();
        QVERIFY(faster[u"found"].toBool() && faster[u"value"].toDouble() > 128);
        QVERIFY(faster[u"tokens_per_s"].toDouble() >= faster[u"against"][u"tokens_per_s"].toDouble() * 0.99);
    }

    /// Of all hardware only what may be had.
    void solve_keeps_to_the_hardware_that_may_be_had()
    {
        const QJsonObject answer = run_plateau("solve fernandez-weak-scaling --for hardware --limit deadline=60days "
                                               "--limit hardware=h100_sxm,b200 --json")
                                       .json();
        QStringList ids;
        for (const QJsonValue& each : answer[u"alternatives"].toArray())
            ids << each[u"id"].toString();
        ids.sort();
        QCOMPARE(ids, QStringList({QStringLiteral("b200"), QStringLiteral("h100_sxm")}));
        QCOMPARE(answer[u"limits"][u"hardware"].toArray().size(), 2);
    }

    void plans_say_how_they_are_known()
    {
        const QJsonObject plans = run_plateau("plans gpt3-175b-64-a100 --top 40 --json").json();
        bool supported = false;
        for (const QJsonValue& plan : plans[u"plans"].toArray()) {
            QVERIFY(plan[u"distance"].toDouble() > 0);
            supported = supported || plan[u"known_by"].toString() == QLatin1String("interpolated")
                || plan[u"known_by"].toString() == QLatin1String("measured");
        }
        const bool first = plans[u"plans"].toArray().first()[u"known_by"].toString() != QLatin1String("extrapolated");
        QCOMPARE(plans[u"best_known"].isObject(), supported && !first);
        const QJsonObject far
            = run_plateau("plans fernandez-weak-scaling --set hardware=trainium3 --top 3 --json").json();
        for (const QJsonValue& plan : far[u"plans"].toArray())
            QCOMPARE(plan[u"known_by"].toString(), QStringLiteral("assumption"));
        QVERIFY(far[u"best_known"].isNull());
    }

    void plans_say_what_runs_them()
    {
        const char* const line = "plans fernandez-weak-scaling --set any_software=on";
        int others = 0, all = 0;
        for (const QJsonValue& plan :
             run_plateau((QByteArray(line) + " --json").constData()).json()[u"plans"].toArray()) {
            ++all;
            others += plan[u"software"].isNull() ? 0 : 1;
            QVERIFY(plan[u"software"].isNull() || plan[u"software"].toString().endsWith(QStringLiteral("software")));
        }
        QVERIFY(others > 0 && others < all);
        const PlateauRun table = run_plateau(line);
        QVERIFY(table.output.left(table.output.indexOf('\n')).contains("runs on"));
        QVERIFY(table.output.contains(" software\n") && table.output.contains(" the stack\n"));
        QVERIFY(run_plateau((QByteArray(line) + " --csv - --quiet").constData()).output.contains(",software,"));
        QVERIFY(!run_plateau("plans fernandez-weak-scaling").output.contains("runs on"));
    }

    void swept_degrees_are_not_searched()
    {
        const QJsonArray rows
            = run_plateau("sweep fernandez-weak-scaling --over tp=1,2,4 --plan best --json").json()[u"rows"].toArray();
        QCOMPARE(rows.size(), 3);
        for (const QJsonValue& row : rows)
            QCOMPARE(row[u"plan"][u"tp"], row[u"tp"]);
    }

    void mistakes_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("lock") << QByteArray("plans fernandez-weak-scaling --lock pq") << QByteArray("nearest is");
        QTest::newRow("objective") << QByteArray("plans fernandez-weak-scaling --objective speed")
                                   << QByteArray("throughput, cost, energy, memory");
        QTest::newRow("top") << QByteArray("plans fernandez-weak-scaling --top 0") << QByteArray("from 1 to");
        QTest::newRow("limit") << QByteArray("solve fernandez-weak-scaling --limit colour=red")
                               << QByteArray("deadline");
        QTest::newRow("amount") << QByteArray("solve fernandez-weak-scaling --limit deadline=soon")
                                << QByteArray("soon");
        QTest::newRow("hardware") << QByteArray("solve fernandez-weak-scaling --limit hardware=h100_sxn")
                                  << QByteArray("h100_sxm");
        QTest::newRow("for") << QByteArray("solve fernandez-weak-scaling --for happiness")
                             << QByteArray("gpus, hardware");
    }

    void mistakes()
    {
        QFETCH(QByteArray, line);
        QFETCH(QByteArray, says);
        verify_refused(line, says);
    }
};

PLATEAU_TEST(TestPlansCommand)

} // namespace tst_plans_command

#include "tst_plans_command.moc"
