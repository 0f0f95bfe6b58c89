// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <cmath>

#include "core/model/training_run.h"
#include "sample_scenarios.h"

namespace tst_training_run {

using namespace plateau;
using plateau::test::changed;
using plateau::test::scenario;
using plateau::test::weak_scaling;

namespace {

constexpr double hour = 3600;

constexpr double day = 24 * hour;

bool near(double actual, double expected, double tolerance) { return std::abs(actual / expected - 1) <= tolerance; }

struct Answer {
    Parts parts;
    TrainingRun run;
};

Answer answer(const Scenario& question)
{
    const auto prepared = prepare(question);
    const WorkspacePointer workspace = make_workspace();
    const Parts parts = evaluate(*prepared, plan(*prepared), *workspace);
    return {parts, training_run(*prepared, parts)};
}

} // namespace

/// What happens between the steps: interruptions, money, energy, carbon.
class TrainingRunTest : public QObject {
    Q_OBJECT

private slots:
    void daly_and_young()
    {
        // A checkpoint of 5 minutes, an interruption a day: Young 2 h (sqrt(2 x 300 x 86,400) = 7,200 s).
        const double interval = optimal_interval(day, 300);
        QVERIFY(near(interval + 300, 7200, 0.015));
        // Daly's further terms by hand: sqrt(300 / 172,800) = 0.041667, so 7,200 (1 + 0.013889 + 0.000193) - 300.
        QVERIFY(near(interval, 7200 * (1 + 0.0138889 + 0.0001929) - 300, 1e-5));
        QCOMPARE(optimal_interval(100, 300), 100.0);
        // No interruptions: only the checkpoints cost. No checkpoints: nothing is lost but the restart.
        QCOMPARE(goodput({.mean_between = 0, .checkpoint = 10, .interval = 90, .restart = 5}), 0.9);
        QCOMPARE(goodput({.mean_between = 100, .checkpoint = 0, .interval = 0, .restart = 10}), std::exp(-0.1));
        QCOMPARE(goodput({}), 1.0);
    }

    void goodput_of_exponential_interruptions_is_simulated()
    {
        const Interruptions every{.mean_between = 3000, .checkpoint = 60, .interval = 600, .restart = 240};
        std::mt19937 random(5);
        std::exponential_distribution<double> next(1 / every.mean_between);
        double wall = 0;
        const int segments = 200000;
        for (int done = 0; done < segments;) {
            const double cycle = every.interval + every.checkpoint;
            const double until = next(random);
            if (until >= cycle) {
                wall += cycle;
                ++done;
                continue;
            }
            wall += until;
            for (double again = next(random); again < every.restart; again = next(random))
                wall += again; // interrupted while restarting
            wall += every.restart;
        }
        QVERIFY(near(segments * every.interval / wall, goodput(every), 0.005));
    }

    void llama_3_was_interrupted_466_times()
    {
        // 2407.21783, second-hand: 466 interruptions in 54 days on 16,384 GPUs, more than 90 % effective training time.
        const Expected<Scenario> file = read_scenario(
            test::shipped(), std::filesystem::path(PRESETS) / "scenarios" / "llama3-405b-16k-h100.yaml");
        QVERIFY(file);
        const Answer llama = answer(*file);
        QCOMPARE(llama.run.nodes, 2048.0);
        QVERIFY(near(54 * day / llama.run.every.mean_between, 466, 1e-4));
        qInfo("goodput %.3f", llama.run.goodput);
        QVERIFY(llama.run.goodput > 0.90 && llama.run.goodput < 0.95);
        // 14 bytes of weights, master copy and moments per parameter at the storage's 2 TB/s.
        QVERIFY(near(llama.run.every.checkpoint, 14 * 405.9e9 / 2e12, 0.01));
    }

    void spares_cover_what_is_down()
    {
        // 100 hosts, each down a hundredth of the time: the number down is Poisson with mean 1; 1/e and 5/(2e) by hand.
        QVERIFY(near(availability(100, 0, 100 * hour, hour), std::exp(-1.), 1e-9));
        QVERIFY(near(availability(100, 2, 100 * hour, hour), 2.5 * std::exp(-1.), 1e-9));
        QCOMPARE(availability(100, 0, 100 * hour, 0), 1.0);
        QVERIFY(near(availability(1e5, 1000, 100 * hour, hour), 0.5, 0.02)); // mean 1,000: half the time
        Scenario question = changed(weak_scaling("4096"), "repair_time", "2 days");
        double last = 0;
        for (const char* spares : {"0", "2", "5", "10", "20"}) {
            const double now = answer(changed(question, "spare_nodes", spares)).run.goodput;
            QVERIFY(now > last);
            last = now;
        }
    }

    void the_optimal_interval_is_optimal()
    {
        Scenario question = changed(weak_scaling("16384"), "checkpoint_time", "60");
        const Answer best = answer(question);
        for (const double factor : {0.5, 0.8, 1.25, 2.0}) {
            const std::string typed = std::to_string(best.run.every.interval * factor);
            QVERIFY(answer(changed(question, "checkpoint_interval", typed)).run.goodput < best.run.goodput);
        }
    }

    void run_of_a_typed_plan_by_hand()
    {
        Scenario question = changed(weak_scaling("1024"), "tokens", "2T");
        question = changed(question, "node_mtbf", "never");
        const Answer never = answer(question);
        QCOMPARE(never.run.goodput, 1.0);
        QCOMPARE(never.run.interruptions, 0.0);
        QVERIFY(near(never.run.seconds, 2e12 / never.parts.tokens_per_s, 1e-12));
        QVERIFY(near(never.run.gpu_hours, 1024 * never.run.seconds / hour, 1e-12));
        QVERIFY(near(never.run.usd, never.run.gpu_hours * 2.99, 1e-9)); // rented: hours times the dated price
        QVERIFY(near(never.run.joules, never.parts.facility_watts * never.run.seconds, 1e-12));
        QVERIFY(near(never.run.kg_co2e, never.run.joules / 3.6e6 * 0.370, 1e-9)); // US grid, 370 g/kWh
        QVERIFY(near(never.run.steps, 2e12 / (2048 * 4096.), 1e-12));
    }

    void owned_hardware_by_hand()
    {
        Scenario question = changed(weak_scaling("128"), "pricing", "owned");
        question = changed(question, "capex_per_gpu", "35064");
        question = changed(question, "network_price", "7012.8");
        question = changed(question, "capex_years", "5");
        question = changed(question, "capex_utilization", "0.8");
        question = changed(question, "usd_per_kwh", "0.1");
        const Parts parts = answer(question).parts;
        // 5 years of 8,766 h, 80 % used, are 35,064 h: 1.00 and 0.20 dollars per GPU and hour.
        const double gpu_hours = 128 * 1e6 / parts.tokens_per_s / hour;
        QVERIFY(near(parts[Part::DeviceCost], gpu_hours * 1.0, 1e-9));
        QVERIFY(near(parts[Part::NetworkCost], gpu_hours * 0.2, 1e-9));
        QVERIFY(near(parts[Part::ElectricityCost], parts.facility_watts / 1e3 * 1e6 / parts.tokens_per_s / hour * 0.1,
                     1e-9));
        // Rented: electricity is in the price.
        QCOMPARE(answer(weak_scaling("128")).parts[Part::ElectricityCost], 0.0);
    }

    void idle_and_spare_accelerators_are_paid_and_draw_little()
    {
        const Scenario full = changed(changed(weak_scaling("128"), "dp", "64"), "pue", "1");
        const Answer half = answer(full);
        QCOMPARE(half.parts.gpus_used, 64.0);
        const double others = 215 + 90; // host and network of the H100 preset and the assumptions
        QVERIFY(near(half.parts.facility_watts, 64 * half.parts.power_watts + 64 * 70 + 128 * others, 1e-9));
        const Answer spares = answer(changed(full, "spare_nodes", "2"));
        QVERIFY(near(spares.parts.facility_watts - half.parts.facility_watts, 16 * (70 + others), 1e-9));
        QVERIFY(near(spares.parts.usd_per_million_tokens / half.parts.usd_per_million_tokens, 144. / 128, 1e-9));
    }

    /// Groups of 16 take 64 of each rack of 72: of 1,152 accelerators 18 racks, not 16.
    void racks_that_groups_do_not_fill_are_paid()
    {
        const auto paid = [](const char* tp) {
            const Answer found = answer(changed(weak_scaling("1152"), {{"hardware", "gb200_nvl72"}, {"tp", tp}}));
            return found.run.gpu_hours * hour / found.run.seconds;
        };
        QVERIFY(near(paid("8"), 1152, 1e-9));
        QVERIFY(near(paid("16"), 1296, 1e-9));
    }

    void watts_and_dollars_add_up()
    {
        std::mt19937 random(8);
        for (int i = 0; i < 300; ++i) {
            Scenario question = test::random_scenario(random);
            question = changed(question, "pricing", i % 2 ? "owned" : "rented");
            question = changed(question, "spare_nodes", std::to_string(i % 5));
            const Parts parts = answer(question).parts;
            if (!parts.possible())
                continue;
            double watts = 0;
            double usd = 0;
            for (int part = int(first_power_part); part < part_count; ++part)
                (part < int(first_cost_part) ? watts : usd) += parts.value[part];
            QVERIFY(near(watts * parts.gpus, parts.facility_watts, 1e-12));
            QVERIFY(usd == parts.usd_per_million_tokens || near(usd, parts.usd_per_million_tokens, 1e-12));
            QVERIFY(parts.goodput > 0 && parts.goodput <= 1);
        }
    }

    void keys_reach_the_numbers_data()
    {
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("gets"); // what changes, and which way
        QTest::newRow("node_mtbf") << "30 days"
                                   << "goodput -";
        QTest::newRow("restart_time") << "1 h"
                                      << "goodput -";
        QTest::newRow("checkpoint_bandwidth") << "10 MB/s"
                                              << "goodput -";
        QTest::newRow("checkpoint_time") << "10 min"
                                         << "goodput -";
        QTest::newRow("grid_intensity") << "545 g/kWh"
                                        << "carbon +";
        QTest::newRow("pue") << "1.58"
                             << "carbon +";
        QTest::newRow("waiting_power") << "0.5"
                                       << "energy -";
        QTest::newRow("busy_power") << "0.8"
                                    << "energy -";
        QTest::newRow("network_usd_per_gpu_hour") << "0.3"
                                                  << "cost +";
    }

    void keys_reach_the_numbers()
    {
        QFETCH(QString, value);
        QFETCH(QString, gets);
        const Scenario base = weak_scaling("2048");
        const auto number = [&](const Scenario& question) {
            const TrainingRun run = answer(question).run;
            return gets.startsWith("goodput") ? run.goodput
                : gets.startsWith("carbon")   ? run.kg_co2e
                : gets.startsWith("energy")   ? run.joules
                                              : run.usd;
        };
        const double before = number(base);
        const double after = number(changed(base, QTest::currentDataTag(), value.toStdString()));
        QVERIFY(gets.endsWith('+') ? after > before * 1.001 : after < before * 0.999);
    }
};

PLATEAU_TEST(TrainingRunTest)

} // namespace tst_training_run

#include "tst_training_run.moc"
