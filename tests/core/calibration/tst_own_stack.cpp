// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>

#include "core/answers/curve_points.h"
#include "core/calibration/own_runs.h"
#include "core/model/reach.h"
#include "tests/core/sample_scenarios.h"

namespace tst_own_stack {

using namespace plateau;
using namespace plateau::evidence;

/// Calibration on runs of one's own: a constant that made the runs is found again, what cannot be determined is
/// refused or left alone, and the band says how far the runs reach.
class OwnStack : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        catalog_ = catalog::read({PRESETS});
        const Claims claims = read_claims({PRESETS});
        QVERIFY2(claims.problems.empty(), claims.problems.empty() ? "" : english(claims.problems[0]).c_str());
        reach_ = claims.reach;
        QVERIFY(reach_.scatter > 0 && !reach_.source.empty());
    }

    void kernel_efficiency_from_one_run_data()
    {
        QTest::addColumn<double>("truth");
        QTest::addColumn<double>("gpus");
        QTest::newRow("slower, one node") << 0.80 << 8.0;
        QTest::newRow("faster, one node") << 1.02 << 8.0;
        QTest::newRow("slower, 64 nodes") << 0.85 << 512.0;
    }
    void kernel_efficiency_from_one_run()
    {
        QFETCH(double, truth);
        QFETCH(double, gpus);
        const auto result = calibrated({gpus}, {{"kernel_efficiency", truth}});
        QVERIFY2(result.has_value(), result ? "" : english(result.error()).c_str());
        QCOMPARE(result->fitted.size(), std::size_t(1));
        QCOMPARE(result->fitted[0].key, std::string("kernel_efficiency"));
        QVERIFY(std::abs(result->fitted[0].value / truth - 1) < 0.002);
        QVERIFY(result->fitted[0].low < truth && truth < result->fitted[0].high);
        QVERIFY(result->after < 1e-3);
        QVERIFY(result->before > 0.02);
        QVERIFY(!result->limits.empty());
    }

    /// Runs inside one node and over many spend different shares of their step on the network: both are found.
    void network_share_from_runs_that_differ()
    {
        const auto result = on_a_slow_network();
        QVERIFY2(result.has_value(), result ? "" : english(result.error()).c_str());
        QCOMPARE(result->fitted.size(), std::size_t(2));
        QVERIFY(std::abs(result->fitted[0].value / 0.86 - 1) < 0.01);
        QVERIFY(std::abs(result->fitted[1].value / 0.45 - 1) < 0.03);
        QVERIFY(result->fitted[1].low < 0.45 && 0.45 < result->fitted[1].high);
    }

    /// Runs inside one node say nothing of the network.
    void runs_inside_one_node_leave_the_network_alone()
    {
        const auto result = calibrated({2, 4, 8}, {{"kernel_efficiency", 0.9}});
        QVERIFY(result.has_value());
        QCOMPARE(result->fitted.size(), std::size_t(1));
        QCOMPARE(result->stack.constants.network_fraction, base().constants.network_fraction);
        QVERIFY(english(result->limits).find("several nodes") != std::string::npos);
    }

    void more_runs_narrow_the_interval()
    {
        const auto interval = [&](std::size_t runs) {
            const auto result = calibrated(std::vector<double>(runs, 8), {{"kernel_efficiency", 0.8}});
            return result->fitted[0].high - result->fitted[0].low;
        };
        QVERIFY(interval(4) < interval(1));
        QVERIFY(interval(9) < 0.7 * interval(1));
    }

    void scattered_runs_widen_the_band()
    {
        Sample quiet, noisy;
        for (int i = 0; i < 6; ++i) {
            const double noise = i % 2 == 0 ? 1.15 : 1 / 1.15;
            add(quiet, base(), 8, 1);
            add(noisy, base(), 8, noise);
        }
        const auto calm = calibrate(quiet, base(), reach_);
        const auto wild = calibrate(noisy, base(), reach_);
        QVERIFY(calm && wild);
        QVERIFY(calm->stack.calibrated->scatter <= reach_.scatter);
        QVERIFY(wild->stack.calibrated->scatter > 0.09);
    }

    void memory_fixes_what_the_device_holds_besides()
    {
        Sample sample;
        add(sample, base(), 8, 1);
        sample.rows[0].memory_bytes = predict(sample)[0].memory_bytes + 1.5e9;
        const auto result = calibrate(sample, base(), reach_);
        QVERIFY(result.has_value());
        QCOMPARE(result->fitted.size(), std::size_t(2));
        QCOMPARE(result->fitted[1].key, std::string("fixed_memory_bytes"));
        QVERIFY(std::abs(result->fitted[1].value - base().constants.fixed_memory_bytes - 1.5e9) < 1e6);
        sample.rows[0].memory_kind = "peak_allocated"; // says nothing of it
        QCOMPARE(calibrate(sample, base(), reach_)->fitted.size(), std::size_t(1));
    }

    void what_cannot_be_is_refused()
    {
        Sample none;
        QVERIFY(!calibrate(none, base(), reach_));

        Sample untimed;
        add(untimed, base(), 8, 1);
        untimed.rows[0].step_seconds.reset();
        untimed.rows[0].tokens_per_s_per_gpu.reset();
        const auto silent = calibrate(untimed, base(), reach_);
        QVERIFY(!silent);
        QVERIFY(english(silent.error().accepted).find("step_time_s") != std::string::npos);

        Sample unit_mistake; // tokens/s of all GPUs taken for those of one
        add(unit_mistake, base(), 64, 1.0 / 64);
        const auto impossible = calibrate(unit_mistake, base(), reach_);
        QVERIFY(!impossible);
        QVERIFY(english(impossible.error()).find("kernel efficiency") != std::string::npos);

        Sample host_bound; // a model so small that the step is the host's time
        Scenario tiny = scenario_at(base(), 8);
        tiny.workload.shape.hidden = 64;
        tiny.workload.shape.ffn = 64;
        tiny.workload.shape.heads = tiny.workload.shape.kv_heads = 1;
        tiny.workload.shape.head_dim = 64;
        tiny.workload.shape.vocab = 256;
        tiny.workload.sequence = 128;
        const double step = estimate(tiny).parts.step_seconds;
        QVERIFY(add_run(host_bound, tiny, {"tiny", step, 0, 0}).has_value());
        const auto undetermined = calibrate(host_bound, base(), reach_);
        QVERIFY(!undetermined);
        QVERIFY2(english(undetermined.error()).find("neither") != std::string::npos,
                 english(undetermined.error()).c_str());

        Sample impossible_plan;
        Scenario broken = scenario_at(base(), 8);
        broken.plan.tp = 64;
        QVERIFY(!add_run(impossible_plan, broken, {"broken", 1, 0, 0}));
        QVERIFY(!add_run(impossible_plan, scenario_at(base(), 8), {"nothing", 0, 0, 0}));
    }

    /// Two runs as predicted and one that took twice as long: fitted to all three, the two would be missed.
    void a_fit_that_makes_it_worse_names_the_run()
    {
        Sample sample;
        add(sample, base(), 8, 1);
        add(sample, base(), 16, 1.9);
        sample.rows.back().id = "slow node";
        add(sample, base(), 32, 1);
        const auto spoiled = calibrate(sample, base(), reach_);
        QVERIFY(!spoiled);
        const std::string text = english(spoiled.error());
        QVERIFY2(text.find("slow node spoils it") != std::string::npos, text.c_str());
        QVERIFY2(text.find("use=exclude") != std::string::npos, text.c_str());
        sample.rows[1].excluded = true;
        sample.cases[1].missing = excluded_cell;
        QVERIFY(calibrate(sample, base(), reach_).has_value());
    }

    /// The band widens beyond the runs: in GPUs, on other hardware, with kinds of parallelism they did not use.
    void the_band_widens_with_distance()
    {
        const auto result = calibrated({8, 16}, {{"kernel_efficiency", 0.9}});
        QVERIFY(result.has_value());
        Scenario scenario = scenario_at(result->stack, 8);
        const WorkspacePointer workspace = make_workspace();
        const auto band = answers::throughput_band(scenario, {16, 256, 2048}, *workspace);
        const auto width = [](double low, double high) { return high / low; };
        const double near = width(band[0].low, band[0].high);
        QVERIFY(near > 1.1 && near < 1.25); // 5 % scatter: eight in ten within 6.6 %, and a little for the constants
        QVERIFY(width(band[1].low, band[1].high) > near);
        QVERIFY(width(band[2].low, band[2].high) > 1.05 * width(band[1].low, band[1].high));

        const ReachBand here = reach_band(scenario, *workspace);
        QVERIFY(std::abs(here.low * here.high - 1) < 1e-9);
        Scenario elsewhere = scenario;
        elsewhere.cluster.accelerator.id = "a100_sxm_80"; // only the name: the constants' share stays the same
        QVERIFY(reach_band(elsewhere, *workspace).high > 1.05 * here.high);
        Scenario tensor = scenario;
        tensor.plan.tp = 2;
        QVERIFY(reach_band(tensor, *workspace).high > 1.05 * here.high);
        QCOMPARE(reach_band(scenario_at(base(), 8), *workspace).high, 1.0); // nothing claimed of a shipped stack
    }

    void the_band_is_of_eight_in_ten()
    {
        catalog::Calibrated record;
        record.scatter = 0.1;
        record.hardware = {"h100_sxm"};
        record.kinds = {"sharded"};
        record.constants = {"kernel_efficiency", "network_fraction"};
        record.covariance = {0.04, 0.01, 0.09};
        QCOMPARE(constants_variance(record, {1, 0}), 0.04);
        QCOMPARE(constants_variance(record, {1, -1}), 0.04 + 0.09 - 0.02);
        QVERIFY(std::abs(band_of(0.01).high - std::exp(0.128155)) < 1e-6);
    }

    void saved_stacks_are_read()
    {
        QTemporaryDir folder;
        catalog::Catalog catalog = catalog::read({PRESETS, folder.path().toStdString()});
        const auto result = on_a_slow_network();
        QVERIFY(result.has_value());
        const auto file = save_stack(catalog, *result, " Our H100s: May ");
        QVERIFY2(file.has_value(), file ? "" : english(file.error()).c_str());
        catalog = catalog::read(catalog.folders);
        QVERIFY2(catalog.problems.empty(), catalog.problems.empty() ? "" : english(catalog.problems[0]).c_str());
        const catalog::Stack* read = catalog.stack("our_h100s_may");
        QVERIFY(read && read->calibrated);
        QCOMPARE(read->title, std::string("Our H100s: May"));
        QCOMPARE(read->based_on, std::string("pytorch_fsdp_2024"));
        QCOMPARE(read->calibrated->runs, 3);
        QCOMPARE(read->calibrated->most_gpus, 256.0);
        for (const auto& constant : catalog::stack_constants())
            QVERIFY2(std::abs(read->constants.*constant.value - result->stack.constants.*constant.value) <= 1e-9,
                     constant.key);
        QCOMPARE(read->calibrated->covariance, result->stack.calibrated->covariance);
        const WorkspacePointer workspace = make_workspace();
        QVERIFY(std::abs(reach_band(scenario_at(*read, 64), *workspace).high
                         - reach_band(scenario_at(result->stack, 64), *workspace).high)
                < 1e-6);
        // Calibrated again on the saved one, it may replace it; a shipped name it may not take.
        QVERIFY(save_stack(catalog, *result, "our h100s: may").has_value());
        QVERIFY(!save_stack(catalog, *result, "../Our H100s May")); // another name for the same file
        QVERIFY(!save_stack(catalog, *result, "torchtitan"));
        QVERIFY(!save_stack(catalog, *result, " - "));
    }

    /// A stack of one's own never stands for somebody else's software.
    void own_stacks_predict_no_published_runs()
    {
        catalog::Catalog catalog = catalog_;
        catalog::Stack own = base();
        own.id = "own";
        own.calibrated = catalog::Calibrated{};
        catalog.stacks.insert(catalog.stacks.begin(), own);
        Software software;
        software.framework = "PyTorch FSDP";
        software.year = 2024;
        QVERIFY(choose_stack(catalog, software).stack->id != "own");
        software.framework = "";
        QVERIFY(choose_stack(catalog, software).stack->id != "own");
    }

private:
    const catalog::Stack& base() const { return *catalog_.stack("pytorch_fsdp_2024"); }

    Scenario scenario_at(const catalog::Stack& stack, double gpus) const
    {
        Scenario scenario = *default_scenario(catalog_);
        scenario.assumptions.stack = stack;
        scenario.cluster.gpus = gpus;
        scenario.plan.recompute = Recompute::Full;
        scenario.cluster.tiers[1].bandwidth_bytes_per_s *= network_share_;
        scenario.cluster.tiers[1].pair_bytes_per_s *= network_share_;
        return scenario;
    }

    /// A run as the model itself makes it, its step time multiplied by `factor`.
    void add(Sample& sample, const catalog::Stack& truth, double gpus, double factor) const
    {
        const double step = estimate(scenario_at(truth, gpus)).parts.step_seconds * factor;
        QVERIFY(add_run(sample, scenario_at(base(), gpus), {"run", step, 0, 0}).has_value());
    }

    /// 25 Gb/s per GPU: between nodes the network decides the step.
    Expected<Calibration> on_a_slow_network()
    {
        network_share_ = 1.0 / 16;
        const auto result = calibrated({8, 64, 256}, {{"kernel_efficiency", 0.86}, {"network_fraction", 0.45}});
        network_share_ = 1;
        return result;
    }

    Expected<Calibration> calibrated(const std::vector<double>& gpus,
                                     const std::vector<std::pair<const char*, double>>& constants) const
    {
        catalog::Stack truth = base();
        for (const auto& [key, value] : constants)
            truth.constants.*catalog::find_stack_constant(key)->value = value;
        Sample sample;
        for (const double count : gpus)
            add(sample, truth, count, 1);
        return calibrate(sample, base(), reach_);
    }

    catalog::Catalog catalog_;
    ModelError reach_;
    double network_share_ = 1;
};

PLATEAU_TEST(OwnStack)

} // namespace tst_own_stack

#include "tst_own_stack.moc"
