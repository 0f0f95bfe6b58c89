// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <cmath>
#include <set>

#include "core/question/limits_scenario/limits_scenario.h"
#include "core/views/limits_view.h"
#include "limits_settings.h"

namespace tst_limits_scenario {

using namespace plateau;

/// The shipped limits scenarios, the parameter table, and hardware files as the limits model reads them.
class LimitsScenarioTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        catalog_ = catalog::read({PRESETS});
        QVERIFY(catalog_.problems.empty());
        std::set<std::string> keys;
        for (const LimitsParameter& row : limits_parameters().rows()) {
            QVERIFY2(keys.insert(row.key).second, row.key.c_str());
            QVERIFY2(!row.help.empty() && !row.provenance.empty() && !row.label.empty(), row.key.c_str());
        }
    }

    void shipped_scenarios_are_the_published_settings_data()
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

    void shipped_scenarios_are_the_published_settings()
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
            QVERIFY(
                same(ours.machine.network.levels[k].latency_seconds, theirs.machine.network.levels[k].latency_seconds));
        }
        QCOMPARE(ours.rules.sparse, theirs.rules.sparse);
        QCOMPARE(ours.rules.batch.exponent, theirs.rules.batch.exponent);
        QCOMPARE(ours.rules.batch.batch_tokens, theirs.rules.batch.batch_tokens);
        QCOMPARE(ours.rules.batch.reference_flop, theirs.rules.batch.reference_flop);
        QCOMPARE(ours.run_seconds, theirs.run_seconds);
        for (const double width : {12288.0, 53248.0, 81920.0})
            QVERIFY(same(limits::point_at_width(ours, width).utilization,
                         limits::point_at_width(theirs, width).utilization));
    }

    void every_shipped_scenario_has_an_answer_data()
    {
        QTest::addColumn<QString>("name");
        for (const auto& file : catalog::preset_files({PRESETS}, "scenarios"))
            if (file.stem().string().rfind("limits-", 0) == 0)
                QTest::newRow(file.stem().c_str()) << QString::fromStdString(file.stem().string());
    }

    void every_shipped_scenario_has_an_answer()
    {
        QFETCH(QString, name);
        const LimitsScenario scenario = read(name.toStdString());
        QVERIFY(!scenario.title.empty() && !scenario.notes.empty());
        const limits::Point first = limits::point_at_width(scenario.question, 12288);
        QVERIFY(first.feasible);
        QVERIFY(first.utilization > 0.3 && first.utilization <= scenario.question.machine.device.sustained_fraction);
    }

    void every_accelerator_can_be_asked()
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

    void every_parameter_matters_data()
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
        row("cluster_sizes", "powers_of_two", "limits-h100-nvlink-72");
        row("clock", "1.2e9");
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
        row("overlap_pipeline", "off");
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
    void every_parameter_matters()
    {
        QFETCH(QString, base);
        QFETCH(QString, value);
        LimitsScenario scenario = read(base.toStdString());
        const std::string key = QTest::currentDataTag();
        // A latency that costs nothing in the published reading shows where latencies are large; memory where it is
        // small.
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

    void text_round_trip()
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

    void names_the_nearest_data()
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

    void names_the_nearest()
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

    void quirks_are_published_unless_told()
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

    void network_levels()
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

    void precision_follows_the_hardware()
    {
        const LimitsScenario h100 = read("limits-h100-dense");
        const auto fp8 = with(catalog_, h100, "precision", "fp8");
        QCOMPARE(fp8->question.machine.device.bytes_per_word, 1.0);
        QVERIFY(fp8->question.machine.device.peak_flop_per_s > 1.99 * h100.question.machine.device.peak_flop_per_s);
        QVERIFY(read("limits-v100-dense").precision == catalog::Precision::Fp16);
        const auto refused = with(catalog_, *fp8, "hardware", "a100_sxm_40");
        QVERIFY(!refused.has_value());
    }

    void longer_runs_reach_further()
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

    /// L2: depth, sparsity and tokens per parameter move both forms, as they move the search.
    void closed_forms_follow_every_rule()
    {
        const LimitsScenario h100 = read("limits-h100-dense");
        const auto forms = [](const LimitsScenario& s) { return limits::landmarks(s.question, {}); };
        const limits::Landmarks plain = forms(h100);
        const auto changed = [&](const std::vector<std::pair<std::string, Value>>& choices) {
            return forms(*with_all(catalog_, h100, choices));
        };
        // As many blocks as at d_model 12288, whatever the width: deep runs need fewer, so all ends later.
        const limits::Landmarks flat = changed({{"depth_exponent", 0.}, {"depth_coefficient", 197.782}});
        QVERIFY(*flat.closed_form_linear_end_flop > 1.5 * *plain.closed_form_linear_end_flop);
        QVERIFY(*flat.closed_form_wall_flop > 3 * *plain.closed_form_wall_flop);
        // At the paper's exponent the coefficient counts squared: b/L at T0 is L ~ c_L^(1 - 2 e_L/(2 + 2 e_L)).
        const limits::Landmarks deep = changed({{"depth_coefficient", 2 * 0.10056}});
        const double blocks = std::pow(2, 1 - 2 * 0.3751 / (2 + 2 * 0.3751));
        const auto near = [](double a, double b) { return std::abs(a / b - 1) < 1e-9; };
        QVERIFY(near(*plain.closed_form_wall_flop / *deep.closed_form_wall_flop, blocks * blocks));
        // Four times the tokens: a quarter of the factor, and blocks of a smaller model.
        const limits::Landmarks long_runs = changed({{"tokens_per_parameter", 80.}});
        const double fewer = std::pow(4, 0.3751 / (2 + 2 * 0.3751));
        QVERIFY(near(*plain.closed_form_linear_end_flop / *long_runs.closed_form_linear_end_flop, 4 / (fewer * fewer)));
        QVERIFY(near(*plain.closed_form_wall_flop / *long_runs.closed_form_wall_flop, 4 / (fewer * fewer)));
        // Mixtures of experts are shallower: searched, the wall moves from 2.71e31 to 1.00e32, by 3.7.
        const limits::Landmarks sparse = changed({{"sparse", 1.}});
        const double moved = *sparse.closed_form_wall_flop / *plain.closed_form_wall_flop;
        QVERIFY2(moved > 2.5 && moved < 5.5, std::to_string(moved).c_str());
        // A batch that outgrows the depth by a square root: no end, and none is printed.
        QVERIFY(!changed({{"batch_exponent", 0.9}}).closed_form_wall_flop);
    }

    /// L4: what large matmuls reach on one device, not a share that its memories never allow.
    void linear_is_relative_to_what_the_hardware_reaches()
    {
        for (const char* published : {"limits-v100-dense", "limits-a100-dense", "limits-h100-dense"}) {
            const limits::Device& device = read(published).question.machine.device;
            QVERIFY(std::abs(limits::reached_utilization(device) / device.sustained_fraction - 1) < 1e-12);
        }
        const LimitsScenario gb200 = read("limits-gb200-nvl72");
        const auto points = limits::curve(gb200);
        const limits::Landmarks found = limits::landmarks(gb200.question, points);
        QVERIFY(!found.below_from_start && found.linear_end_flop);
        QVERIFY2(*found.linear_end_flop > 1e29, std::to_string(*found.linear_end_flop).c_str());
        for (const limits::Point& point : points)
            if (point.model.training_flop < *found.linear_end_flop)
                QVERIFY(point.utilization > 0.75 * points.front().utilization);
    }

    void scaling_may_be_below_linear_from_the_start()
    {
        const auto large = with(catalog_, read("limits-h100-dense"), "d_model_from", "131072");
        const auto points = limits::curve(*large);
        const limits::Landmarks found = limits::landmarks(large->question, points);
        QVERIFY(found.below_from_start && !found.linear_end_flop);
        const std::string said = english(narrate::limits_headline(*large, found));
        QVERIFY2(said.find("below linear from the start") != std::string::npos, said.c_str());
    }

    /// L5: without deadline the largest run is the one that fits, and GPUs without work are called idle.
    void a_given_cluster_has_no_wall_of_latency()
    {
        const auto given = with_all(catalog_, read("limits-h100-dense"),
                                    {{"cluster_mode", Value(std::string("fixed"))}, {"gpus", Value(100000.)}});
        const auto points = limits::curve(*given);
        const limits::Landmarks found = limits::landmarks(given->question, points);
        QVERIFY(!found.linear_end_flop && !found.last_crossing_flop && !found.below_from_start);
        QVERIFY(!found.closed_form_linear_end_flop && !found.closed_form_wall_flop && found.wall_flop);
        // 98,304 of 100,000 work; a cluster of which a quarter is left over is bound by that.
        const limits::Point most = limits::point_at_width(given->question, 12288);
        QVERIFY(most.idle_devices() > 0 && most.idle_devices() == 100000 - most.layout.devices());
        const auto odd = with(catalog_, *given, "gpus", "4097");
        auto strict = odd->question;
        strict.linear_fraction = 1;
        strict.fixed_devices = 6143; // the next below is 5,120
        const limits::Point idle = limits::point_at_width(strict, 12288);
        QCOMPARE(idle.bound, limits::Bound::Idle);
        const std::string said = english(narrate::what_binds(*odd, idle));
        QVERIFY2(said.find("idle") != std::string::npos, said.c_str());
    }

    /// L6: domains of 72 are bought whole; what a layout cannot use of them is idle, and counts.
    void clusters_are_whole_domains()
    {
        const LimitsScenario nvl72 = read("limits-h100-nvlink-72");
        const auto powers = with(catalog_, nvl72, "cluster_sizes", "powers_of_two");
        bool filled = false;
        bool idle = false;
        for (const double width : limits::width_grid(12288, 163840)) {
            const limits::Point point = limits::point_at_width(nvl72.question, width);
            QVERIFY(point.feasible);
            QCOMPARE(std::fmod(point.devices, 72), 0.0);
            filled = filled || point.idle_devices() == 0;
            idle = idle || point.idle_devices() * 9 == point.devices;
            const double old = limits::point_at_width(powers->question, width).devices;
            QCOMPARE(old, std::exp2(std::round(std::log2(old))));
        }
        QVERIFY(filled && idle);
        // The published node of 8 divides every cluster: nothing changes.
        const LimitsScenario h100 = read("limits-h100-sparse");
        const auto h100_powers = with(catalog_, h100, "cluster_sizes", "powers_of_two");
        for (const double width : {12288., 53248., 81920.})
            QCOMPARE(limits::point_at_width(h100.question, width).devices,
                     limits::point_at_width(h100_powers->question, width).devices);
    }

    void what_is_ignored_is_said_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("said");
        QTest::newRow("gpus without a given cluster") << "gpus"
                                                      << "1000"
                                                      << "changes nothing";
        QTest::newRow("experts of a dense model") << "sparsity_coefficient"
                                                  << "16"
                                                  << "changes nothing";
        QTest::newRow("megabytes forgotten") << "cache"
                                             << "50"
                                             << "Cache is 50";
        QTest::newRow("domain of 72") << "nvlink_domain"
                                      << "72"
                                      << "64";
        QTest::newRow("domain of 64") << "nvlink_domain"
                                      << "64"
                                      << "";
        QTest::newRow("ten times the memory rate") << "memory_bandwidth"
                                                   << "33 TB/s"
                                                   << "";
    }

    void what_is_ignored_is_said()
    {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(QString, said);
        const auto scenario = with(catalog_, read("limits-h100-dense"), key.toStdString(), value.toStdString());
        QVERIFY(scenario.has_value());
        std::string all;
        for (const Message& remark : scenario->remarks)
            all += english(remark);
        QVERIFY2(said.isEmpty() ? all.empty() : QString::fromStdString(all).contains(said), all.c_str());
        QVERIFY(!with(catalog_, read("limits-h100-dense"), "nvlink_domain", "2.5"));
        QVERIFY(!with(catalog_, read("limits-h100-dense"), "network", "2.5:450GB/s, unlimited:50GB/s"));
    }

    void several_data_centres_meet_the_wall_earlier()
    {
        const LimitsScenario one = read("limits-h100-dense");
        const LimitsScenario several = read("limits-h100-data-centres");
        QCOMPARE(several.question.machine.network.count, 3);
        const auto marks = [](const LimitsScenario& s) { return limits::landmarks(s.question, limits::curve(s)); };
        QVERIFY(*marks(several).wall_flop < *marks(one).wall_flop);
        // Within one data centre the long lines carry nothing.
        const limits::Point small = limits::point_at_width(several.question, 20480);
        QCOMPARE(small.layout.dp_split[2] * small.layout.pp_split[2] * small.layout.tp_model_split[2], 1.0);
    }

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

PLATEAU_TEST(LimitsScenarioTest)

} // namespace tst_limits_scenario

#include "tst_limits_scenario.moc"
