// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <cmath>
#include <set>

#include "core/limits_scenario/limits_file.h"
#include "limits_settings.h"

using namespace plateau;

/// The shipped limits scenarios, the parameter table, and hardware files as the limits model reads them.
class LimitsScenarioTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void shipped_scenarios_are_the_published_settings_data();
    void shipped_scenarios_are_the_published_settings();
    void every_shipped_scenario_has_an_answer_data();
    void every_shipped_scenario_has_an_answer();
    void every_accelerator_can_be_asked();
    void every_parameter_matters_data();
    void every_parameter_matters();
    void text_round_trip();
    void names_the_nearest_data();
    void names_the_nearest();
    void quirks_are_published_unless_told();
    void network_levels();
    void precision_follows_the_hardware();
    void longer_runs_reach_further();

private:
    LimitsScenario read(const std::string& name) const
    {
        auto scenario = find_limits_scenario(catalog_, name);
        if (!scenario)
            qFatal("%s", english(scenario.error()).c_str());
        return *scenario;
    }
    catalog::Catalog catalog_;
};

void LimitsScenarioTest::initTestCase()
{
    catalog_ = catalog::read({PRESETS});
    QVERIFY(catalog_.problems.empty());
    std::set<std::string> keys;
    for (const LimitsParameter& row : limits_parameters().rows()) {
        QVERIFY2(keys.insert(row.key).second, row.key.c_str());
        QVERIFY2(!row.help.empty() && !row.provenance.empty() && !row.label.empty(), row.key.c_str());
    }
}

void LimitsScenarioTest::shipped_scenarios_are_the_published_settings_data()
{
    QTest::addColumn<QString>("run");
    QTest::addColumn<QString>("setting");
    const auto row
        = [](const char* name, const char* run, const char* setting) { QTest::newRow(name) << run << setting; };
    row("limits-v100-dense", "dense", "V100 SXM");
    row("limits-v100-sparse", "sparse", "V100 SXM");
    row("limits-a100-dense", "dense", "A100 SXM");
    row("limits-a100-sparse", "sparse", "A100 SXM");
    row("limits-h100-dense", "dense", "H100 SXM");
    row("limits-h100-sparse", "sparse", "H100 SXM");
    row("limits-h100-low-latency", "dense", "H100 SXM Low Latency");
    row("limits-h100-low-latency-sparse", "sparse", "H100 SXM Low Latency");
    row("limits-h100-global-nvlink", "dense", "H100 SXM Global NVLink");
    row("limits-h100-global-nvlink-sparse", "sparse", "H100 SXM Global NVLink");
    row("limits-h100-global-nvlink-low-latency", "dense", "H100 SXM Global NVLink and LL");
    row("limits-h100-global-nvlink-low-latency-sparse", "sparse", "H100 SXM Global NVLink and LL");
    row("limits-h100-infinite-network", "dense", "H100 SXM Infinite Network and LL");
    row("limits-h100-infinite-network-sparse", "sparse", "H100 SXM Infinite Network and LL");
    row("limits-h100-constant-batch", "dense", "No scaling");
    row("limits-h100-deepseek-batch", "dense", "DeepSeek scaling");
}

void LimitsScenarioTest::shipped_scenarios_are_the_published_settings()
{
    QFETCH(QString, run);
    QFETCH(QString, setting);
    const limits::Question ours = read(QTest::currentDataTag()).question;
    const limits::Question theirs = published::question(run.toStdString(), setting.toStdString());
    const auto same = [](double a, double b) { return a == b || std::abs(a - b) <= 1e-14 * std::abs(b); };
    const limits::Device& a = ours.machine.device;
    const limits::Device& b = theirs.machine.device;
    QVERIFY(same(a.peak_flop_per_s, b.peak_flop_per_s));
    QCOMPARE(a.sustained_fraction, b.sustained_fraction);
    QCOMPARE(a.processors, b.processors);
    QVERIFY(same(a.clock_hz, b.clock_hz));
    QCOMPARE(a.memory_bytes, b.memory_bytes);
    QVERIFY(same(a.memory_bytes_per_s, b.memory_bytes_per_s));
    QCOMPARE(a.cache_bytes, b.cache_bytes);
    QVERIFY(same(a.cache_bytes_per_s, b.cache_bytes_per_s));
    QCOMPARE(a.pooled_shared_memory, b.pooled_shared_memory);
    QVERIFY(same(a.matmul_latency_seconds, b.matmul_latency_seconds));
    QCOMPARE(ours.machine.network.count, theirs.machine.network.count);
    for (int k = 0; k < ours.machine.network.count; ++k) {
        if (k + 1 < ours.machine.network.count)
            QCOMPARE(ours.machine.network.levels[k].group, theirs.machine.network.levels[k].group);
        QVERIFY(same(ours.machine.network.levels[k].bytes_per_s, theirs.machine.network.levels[k].bytes_per_s));
        QVERIFY(same(ours.machine.network.levels[k].latency_seconds, theirs.machine.network.levels[k].latency_seconds));
    }
    QCOMPARE(ours.rules.sparse, theirs.rules.sparse);
    QCOMPARE(ours.rules.batch.exponent, theirs.rules.batch.exponent);
    QCOMPARE(ours.rules.batch.batch_tokens, theirs.rules.batch.batch_tokens);
    QCOMPARE(ours.rules.batch.reference_flop, theirs.rules.batch.reference_flop);
    QCOMPARE(ours.run_seconds, theirs.run_seconds);
    for (const double width : {12288.0, 53248.0, 81920.0})
        QVERIFY(
            same(limits::point_at_width(ours, width).utilization, limits::point_at_width(theirs, width).utilization));
}

void LimitsScenarioTest::every_shipped_scenario_has_an_answer_data()
{
    QTest::addColumn<QString>("name");
    for (const auto& file : catalog::preset_files({PRESETS}, "scenarios"))
        if (file.stem().string().rfind("limits-", 0) == 0)
            QTest::newRow(file.stem().c_str()) << QString::fromStdString(file.stem().string());
}

void LimitsScenarioTest::every_shipped_scenario_has_an_answer()
{
    QFETCH(QString, name);
    const LimitsScenario scenario = read(name.toStdString());
    QVERIFY(!scenario.title.empty() && !scenario.notes.empty());
    const limits::Point first = limits::point_at_width(scenario.question, 12288);
    QVERIFY(first.feasible);
    QVERIFY(first.utilization > 0.3 && first.utilization <= scenario.question.machine.device.sustained_fraction);
}

void LimitsScenarioTest::every_accelerator_can_be_asked()
{
    const LimitsScenario base = read("limits-h100-dense");
    for (const catalog::Accelerator& accelerator : catalog_.accelerators) {
        const auto scenario = with(catalog_, base, "hardware", accelerator.id);
        QVERIFY2(scenario.has_value(), accelerator.id.c_str());
        const limits::Point point = limits::point_at_width(scenario->question, 16384);
        QVERIFY2(point.feasible && point.utilization > 0.05, accelerator.id.c_str());
        const bool complete = accelerator.limits.cache_bytes_per_s > 0 && accelerator.limits.clock_hz > 0;
        QVERIFY2(complete == scenario->remarks.empty(), accelerator.id.c_str());
    }
}

void LimitsScenarioTest::every_parameter_matters_data()
{
    QTest::addColumn<QString>("base");
    QTest::addColumn<QString>("value");
    const auto row = [](const char* key, const char* value, const char* base = "limits-h100-dense") {
        QTest::newRow(key) << base << value;
    };
    row("hardware", "a100_sxm_40");
    row("precision", "fp8");
    row("cluster_mode", "fixed");
    row("duration", "1 month");
    row("network", "8:450GB/s, 32:225GB/s, unlimited:50GB/s");
    row("nvlink_domain", "72");
    row("scale_up_bandwidth", "20GB/s");
    row("scale_out_bandwidth", "100Gb/s");
    row("network_latency", "20us");
    row("scale_out_hop_latency", "20us");
    row("matmul_latency", "9us");
    row("sustained_fraction", "0.5");
    row("peak", "2000 TFLOP/s");
    row("memory_bandwidth", "300GB/s");
    row("cache", "1MB");
    row("cache_bandwidth", "500GB/s");
    row("processors", "20");
    row("usd_per_gpu_hour", "7");
    row("batch_rule", "deepseek");
    row("batch_exponent", "0.25");
    row("batch_tokens", "16M");
    row("batch_reference_flop", "1e22");
    row("sparse", "on");
    row("sparsity_coefficient", "32", "limits-h100-sparse");
    row("sparsity_exponent", "0.2", "limits-h100-sparse");
    row("depth_coefficient", "0.3");
    row("depth_exponent", "0.3");
    row("ffn_ratio", "2");
    row("tokens_per_parameter", "100");
    row("overlap_tensor", "off");
    row("overlap_data", "on");
    row("zero_bubble", "off");
    row("interleaving", "off");
    row("zero_bubble_latency", "intended");
    row("activation_memory", "intended");
    row("weight_sharding", "intended");
    row("cache_tile", "intended", "limits-v100-dense");
    row("all_reduce_latency", "intended");
    row("linear_threshold", "intended");
    row("linear_fraction", "0.5");
    row("d_model_from", "4096");
    row("d_model_to", "65536");
    row("memory", "1GB");
}

/// Changing the parameter changes some answer: a point, or a landmark.
void LimitsScenarioTest::every_parameter_matters()
{
    QFETCH(QString, base);
    QFETCH(QString, value);
    LimitsScenario scenario = read(base.toStdString());
    const std::string key = QTest::currentDataTag();
    // A latency that costs nothing in the published reading shows where latencies are large; memory where it is small.
    if (key == "zero_bubble_latency")
        scenario = *with(catalog_, scenario, "network_latency", "50us");
    if (key == "activation_memory" || key == "weight_sharding")
        scenario = *with(catalog_, scenario, "memory", "2GB");
    const auto changed = with(catalog_, scenario, key, value.toStdString());
    QVERIFY2(changed.has_value(), changed ? "" : english(changed.error()).c_str());
    const auto answer = [](const LimitsScenario& s) {
        std::vector<double> numbers;
        const std::vector<limits::Point> points = limits::curve(s);
        for (const limits::Point& point : points)
            for (const double number :
                 {point.model.training_flop, point.utilization, point.devices, point.usd, point.layout.pp})
                numbers.push_back(number);
        const limits::Landmarks found = limits::landmarks(s.question, points);
        for (const auto& flop : {found.linear_end_flop, found.last_crossing_flop, found.wall_flop})
            numbers.push_back(flop.value_or(0));
        return numbers;
    };
    QVERIFY2(answer(scenario) != answer(*changed), "no difference");
    const auto back = without(catalog_, *changed, key);
    QVERIFY(back.has_value());
    if (!scenario.overrides.count(key))
        QVERIFY(back->same_choices(scenario));
}

void LimitsScenarioTest::text_round_trip()
{
    for (const auto& file : catalog::preset_files({PRESETS}, "scenarios")) {
        if (file.stem().string().rfind("limits-", 0) != 0)
            continue;
        const LimitsScenario first = read(file.stem().string());
        const std::string text = write_scenario(first);
        const auto second = read_limits_scenario_text(catalog_, text, "memory");
        QVERIFY2(second.has_value(), second ? "" : english(second.error()).c_str());
        QVERIFY2(second->same_choices(first), file.c_str());
        QCOMPARE(write_scenario(*second), text);
    }
}

void LimitsScenarioTest::names_the_nearest_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("word");
    QTest::newRow("key") << "kind: limits\nduratoin: 3 months\n"
                         << "file:2:1"
                         << "duration";
    QTest::newRow("hardware") << "kind: limits\nhardware: h100_sxn\n"
                              << "file:2:11"
                              << "h100_sxm";
    QTest::newRow("option") << "kind: limits\nbatch_rule: cubic\n"
                            << "file:2:13"
                            << "sixth_root";
    QTest::newRow("kind") << "kind: training\ngpus: 8\n"
                          << "file:1:7"
                          << "limits";
    QTest::newRow("network") << "kind: limits\nnetwork: fast\n"
                             << "file:2:10"
                             << "8:450GB/s";
    QTest::newRow("precision") << "kind: limits\nhardware: v100_sxm2_32\nprecision: fp8\n"
                               << "file"
                               << "fp16";
}

void LimitsScenarioTest::names_the_nearest()
{
    QFETCH(QString, text);
    QFETCH(QString, place);
    QFETCH(QString, word);
    const auto scenario = read_limits_scenario_text(catalog_, text.toStdString(), "file");
    QVERIFY(!scenario);
    const QString message = QString::fromStdString(english(scenario.error()));
    QVERIFY2(message.startsWith(place), qPrintable(message));
    QVERIFY2(message.contains(word), qPrintable(message));
}

void LimitsScenarioTest::quirks_are_published_unless_told()
{
    const LimitsScenario scenario = read("limits-h100-dense");
    int quirks = 0;
    for (const LimitsParameter& row : limits_parameters().rows()) {
        if (row.group != "quirks")
            continue;
        ++quirks;
        QCOMPARE(std::get<std::string>(row.get(scenario)), std::string("published"));
        for (const Option& option : row.options)
            QVERIFY2(!option.help.empty(), row.key.c_str());
    }
    QCOMPARE(quirks, 6);
}

void LimitsScenarioTest::network_levels()
{
    const auto levels = parse_network("8:450GB/s:2us, 32:225GB/s, unlimited:400Gb/s", 1e-6);
    QVERIFY(levels.has_value());
    QCOMPARE(levels->size(), std::size_t(3));
    QCOMPARE(levels->at(0).bytes_per_s, 900e9);
    QCOMPARE(levels->at(0).latency_seconds, 2e-6);
    QCOMPARE(levels->at(1).group, 32.0);
    QCOMPARE(levels->at(1).latency_seconds, 1e-6);
    QCOMPARE(levels->at(2).bytes_per_s, 100e9);
    QVERIFY(std::isinf(levels->at(2).group));
    QVERIFY(!parse_network("8", 0));
    QVERIFY(!parse_network("0:1GB/s", 0));
    QVERIFY(!parse_network("8:1GB/s:1us:2", 0));
}

void LimitsScenarioTest::precision_follows_the_hardware()
{
    const LimitsScenario h100 = read("limits-h100-dense");
    const auto fp8 = with(catalog_, h100, "precision", "fp8");
    QCOMPARE(fp8->question.machine.device.bytes_per_word, 1.0);
    QVERIFY(fp8->question.machine.device.peak_flop_per_s > 1.99 * h100.question.machine.device.peak_flop_per_s);
    QVERIFY(read("limits-v100-dense").precision == catalog::Precision::Fp16);
    const auto refused = with(catalog_, *fp8, "hardware", "a100_sxm_40");
    QVERIFY(!refused.has_value());
}

void LimitsScenarioTest::longer_runs_reach_further()
{
    double end = 0;
    double wall = 0;
    for (const char* name :
         {"limits-h100-1-month", "limits-h100-dense", "limits-h100-6-months", "limits-h100-12-months"}) {
        const LimitsScenario scenario = read(name);
        const limits::Landmarks found = limits::landmarks(scenario.question, limits::curve(scenario));
        QVERIFY(*found.linear_end_flop > end && *found.wall_flop > wall);
        end = *found.linear_end_flop;
        wall = *found.wall_flop;
    }
}

QTEST_GUILESS_MAIN(LimitsScenarioTest)
#include "tst_limits_scenario.moc"
