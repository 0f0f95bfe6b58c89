// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <cmath>
#include <set>

#include "core/limits/matmul.h"
#include "limits_exhaustive.h"
#include "limits_settings.h"

namespace tst_limits_model {

using namespace plateau::limits;

namespace {

bool near(double a, double b, double relative = 1e-12) { return std::abs(a - b) <= relative * std::abs(b); }

Model gpt3() { return model_of_width({}, 12288); }

} // namespace

namespace {

/// Six levels, each slower and farther than the one inside it.
Machine six_levels(const std::array<double, 5>& groups)
{
    Machine machine = published::h100();
    machine.network.count = 6;
    for (int k = 0; k < 6; ++k)
        machine.network.levels[k]
            = {k < 5 ? groups[k] : published::unlimited, 900e9 / (k + 1), 1.125e-6 * std::exp2(k)};
    return machine;
}

} // namespace

/// The parts of the limits model against numbers worked out by hand, and how the answer must move with its inputs.
class LimitsModel : public QObject {
    Q_OBJECT
private slots:
    void rounding_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<double>("rounded");
        QTest::newRow("below one") << 0.3 << 1.0;
        QTest::newRow("exact") << 7.0 << 7.0;
        QTest::newRow("197.7") << 197.7 << 192.0; // 3 x 64 before 7 x 32 = 224
        QTest::newRow("tie goes down") << 11.0 << 10.0; // 5 x 2 and 3 x 4 are equally near
        QTest::newRow("9 x 2^i") << 141.0 << 144.0;
        QTest::newRow("large") << 1.02e9 << std::exp2(30); // 15 x 2^26 is nearer, but 15 is no digit
    }

    void rounding()
    {
        QFETCH(double, value);
        QFETCH(double, rounded);
        QCOMPARE(round_divisible(value), rounded);
    }

    void tiles_are_near_square()
    {
        const Tiling square = tiling(1024, 1024, 1024 * 1024 * 2, 1024 * 128 * 2); // 8 tiles
        QVERIFY(near(square.rows, std::sqrt(8.0)));
        QVERIFY(near(square.columns, std::sqrt(8.0)));
        const Tiling flat = tiling(16, 65536, 16 * 65536 * 2, 65536 * 2); // 16 tiles of side 256 do not fit 16 rows
        QCOMPARE(flat.rows, 1.0);
        QCOMPARE(flat.columns, 16.0);
        const Tiling one = tiling(100, 300, 60000, 1e9);
        QVERIFY(near(one.rows * one.columns, 1));
    }

    void resident_weights_cost_no_traffic()
    {
        const Device device = published::h100().device;
        const double n = 512;
        const MatmulTraffic small = matmul_traffic(device, {1024, 1024, n, Product::Forward});
        QVERIFY(near(small.memory_bytes, 2 * 1024 * n * 2)); // X and Y once, no weights
        const MatmulTraffic large = matmul_traffic(device, {8192, 8192, n, Product::Forward});
        const double weights = 8192.0 * 8192 * 2;
        const double side = 8192 / std::sqrt(std::ceil(weights / (0.75 * 50 * 1048576)));
        const double expected = weights + (8192 / side + 2 * 8192 / side - 1) * 8192 * n * 2;
        QVERIFY(near(large.memory_bytes, expected));
        const MatmulTraffic gradient = matmul_traffic(device, {8192, 8192, n, Product::WeightGradient});
        QVERIFY(near(gradient.memory_bytes, 2 * weights + 2 * 8192 / side * 8192 * n * 2));
    }

    void small_matmuls_take_the_latency()
    {
        const Device device = published::a100().device;
        const double tiny = matmul_seconds(device, {8, 8, 8, Product::Forward});
        QVERIFY(tiny > 4.5e-6 && tiny < 4.6e-6);
        const double large = matmul_seconds(device, {8192, 8192, 8192, Product::Forward});
        QVERIFY(near(large, 2 * std::pow(8192, 3) / (0.85 * device.peak_flop_per_s) + 4.5e-6));
        QCOMPARE(matmul_arithmetic_seconds(device, {9, 8, 8, Product::Forward}),
                 matmul_arithmetic_seconds(device, {16, 8, 8, Product::Forward}));
    }

    /// Four stages of v chunks on 96 blocks: 4 v - 1 of 95 interfaces leave a device, half of the experts' tokens a
    /// pair.
    void crossings_by_hand()
    {
        QCOMPARE(pipeline_within(96, 3, 1), 1.0);
        QVERIFY(near(pipeline_within(96, 1, 4), 1 - 3.0 / 95));
        QVERIFY(near(pipeline_within(96, 3, 4), 1 - 11.0 / 95));
        QCOMPARE(experts_within(1), 1.0);
        QCOMPARE(experts_within(2), 0.5);
        Network network = published::h100().network;
        network.count = 3;
        network.levels[1] = {4, 100e9, 2e-6};
        network.levels[2] = {published::unlimited, 100e9, 4e-6};
        const Model model = gpt3();
        const double devices = 2048;
        const double transfer = model.width * model.batch_tokens * 2 / (devices * 50e9);
        // Two stages on the middle level, two on the outer one: a change of the outer stage crosses it, however many
        // inside.
        const NetworkTime stages = point_to_point(network, {}, model, devices, 1, {1, 2, 2, 1, 1, 1}, unsplit);
        QVERIFY(near(stages.seconds, 2 * 3 * transfer));
        QVERIFY(near(stages.latency_seconds, 2 * (2 * 2e-6 + 1 * 4e-6)));
        // Experts on the outer level: half of all tokens cross it, and every step waits for the slowest.
        const NetworkTime experts = point_to_point(network, {}, model, devices, 1, unsplit, {1, 1, 2, 1, 1, 1});
        QVERIFY(near(experts.seconds, 2 * (model.blocks - 1) / 2 * transfer));
        QVERIFY(near(experts.latency_seconds, 2 * (model.blocks - 1) * 4e-6));
        // Both: what stays within a stage and with its expert stays on the device.
        const NetworkTime both = point_to_point(network, {}, model, devices, 1, {1, 2, 1, 1, 1, 1}, {1, 1, 2, 1, 1, 1});
        const double leave = (model.blocks - 1) - (model.blocks - 2) / 2;
        QVERIFY(near(both.seconds, 2 * leave * transfer));
        QVERIFY(near(both.latency_seconds, 2 * (model.blocks - 1) * 4e-6));
    }

    void traffic_by_hand()
    {
        const Machine machine = published::h100();
        const Model model = gpt3();
        const double devices = 2048;
        const NetworkTime data = data_parallel(machine.network, machine.traffic(), model, devices, {2, 8, 1, 1, 1, 1});
        const double outside = 2 * 7 * model.parameters() * 2 / (devices * 50e9);
        const double inside = 2 * 1 * 8 * model.parameters() * 2 / (devices * 450e9);
        QVERIFY(near(data.seconds, std::max(outside, inside)));
        QVERIFY(near(data.latency_seconds, 4 * 1.125e-6));
        TrafficRules sharded = machine.traffic();
        sharded.shard_weights = true; // gathered for either pass, gradients scattered
        const NetworkTime three = data_parallel(machine.network, sharded, model, devices, {2, 8, 1, 1, 1, 1});
        QVERIFY(near(three.seconds, 1.5 * data.seconds));
        QVERIFY(near(three.latency_seconds, 1.5 * data.latency_seconds));
        const NetworkTime tensor = tensor_parallel(machine.network, machine.traffic(), model, devices,
                                                   {4, 1, 1, 1, 1, 1}, {2, 4, 1, 1, 1, 1});
        const double per_word = 4 * model.blocks * model.batch_tokens * 2;
        const double inner = per_word * (3 * model.inner + 1 * model.width * 4) / (devices * 450e9);
        const double outer = per_word * 3 * model.width / (devices * 50e9);
        QVERIFY(near(tensor.seconds, std::max(inner, outer)));
        QVERIFY(near(tensor.latency_seconds, 4 * model.blocks * 1.125e-6 * 3));
        const NetworkTime point
            = point_to_point(machine.network, machine.traffic(), model, devices, 1, {1, 64, 1, 1, 1, 1}, unsplit);
        QVERIFY(near(point.seconds, 2 * 63 * model.width * model.batch_tokens * 2 / (devices * 50e9)));
        QVERIFY(near(point.latency_seconds, 2 * 63 * 1.125e-6));
    }

    void bubble_by_hand()
    {
        QVERIFY(near(bubble_fraction(8, 1, 32), 7.0 / 39));
        QVERIFY(near(bubble_fraction(8, 4, 32), 7.0 / 135));
        QVERIFY(near(bubble_fraction(8, 4, 4), (3 * 4 + 7.0) / (3 * 4 + 7 + 16)));
        QCOMPARE(bubble_fraction(1, 1, 1), 0.0);
    }

    /// Equal steps: less traffic, then fewer tensor ranks, then fewer of them inside, then fewer hops.
    void equal_layouts_are_told_apart()
    {
        const auto found = [](double step, double traffic, double tp_model, double tp_ff, double hops) {
            Found result;
            result.step_seconds = step;
            result.traffic_seconds = traffic;
            result.layout.tp_model = tp_model;
            result.layout.tp_ff = tp_ff;
            result.hop_seconds = hops;
            return result;
        };
        const Found first = found(1, 0.5, 4, 2, 0.1);
        for (const Found& worse : {found(1.1, 0.4, 2, 1, 0), found(1, 0.6, 2, 1, 0), found(1, 0.5, 8, 2, 0),
                                   found(1, 0.5, 2, 4, 0), found(1, 0.5, 4, 2, 0.2)}) {
            QVERIFY(better(first, worse));
            QVERIFY(!better(worse, first));
        }
        const Found rounded = found(1 + 1e-14, 0.5, 4, 2, 0.1); // rounding decides nothing
        QVERIFY(!better(first, rounded) && !better(rounded, first));
    }

    /// A stage of p holds 2 p - 1 micro-batches under a zero-bubble schedule, p otherwise.
    void zero_bubble_holds_two_passes_less_one()
    {
        Machine machine = published::h100();
        machine.assumptions.count_activations = true;
        const Model model = gpt3();
        Layout layout;
        layout.pp = 4;
        layout.microbatches = 64;
        const auto bytes = [&] { return memory_bytes_per_device(machine, model, layout); };
        const double one_f_one_b = bytes();
        layout.zero_bubble = true;
        const double zero_bubble = bytes();
        layout.microbatches = 1e9; // as good as no activations
        machine.assumptions.count_activations = false;
        const double states = bytes();
        QVERIFY(near((zero_bubble - states) / (one_f_one_b - states), 7. / 4, 1e-9));
    }

    void causes_sum_to_the_step()
    {
        for (const char* setting : {"H100 SXM", "V100 SXM", "H100 SXM Global NVLink"}) {
            for (const bool overlap : {false, true}) {
                Question question = published::question("dense", setting);
                question.machine.assumptions.overlap_data = overlap;
                question.machine.assumptions.overlap_tensor = !overlap;
                for (const double width : {12288.0, 57344.0, 131072.0}) {
                    const Point point = point_at_width(question, width);
                    const Causes parts = causes(point.time);
                    const double sum = parts.arithmetic_seconds + parts.memory_seconds + parts.network_seconds
                        + parts.latency_seconds + parts.pipeline_seconds;
                    QVERIFY(near(sum, point.time.step_seconds));
                    QVERIFY(parts.network_seconds >= 0 && parts.latency_seconds >= 0 && parts.pipeline_seconds >= 0);
                    QVERIFY(parts.memory_seconds >= 0);
                }
            }
        }
    }

    void coarse_and_fine_are_the_same_points()
    {
        const Question question = published::question("dense", "H100 SXM");
        std::vector<std::size_t> order;
        const std::vector<Point> points
            = curve(question, {}, [&](std::size_t index, const Point&) { order.push_back(index); });
        QCOMPARE(points.size(), std::size_t(55));
        QCOMPARE(std::set<std::size_t>(order.begin(), order.end()).size(), points.size());
        QCOMPARE(order.size(), points.size());
        QCOMPARE(order[1], std::size_t(8));
        const std::vector<double> widths = width_grid(question.width_from, question.width_to);
        for (std::size_t i = 0; i < points.size(); i += 7) {
            const Point direct = point_at_width(question, widths[i]);
            QCOMPARE(points[i].feasible, direct.feasible);
            QCOMPARE(points[i].utilization, direct.utilization);
        }
    }

    void a_stopped_curve_is_empty()
    {
        std::stop_source source;
        std::size_t seen = 0;
        const auto points
            = curve(published::question("dense", "H100 SXM"), source.get_token(), [&](std::size_t, const Point&) {
                  if (++seen == 3)
                      source.request_stop();
              });
        QVERIFY(points.empty());
        QCOMPARE(seen, std::size_t(3));
    }

    void other_compute_uses_the_nearest_shape()
    {
        const Question question = published::question("dense", "H100 SXM");
        const Point grid = point_at_width(question, 53248);
        const Point same = point_at_flop(question, grid.model.training_flop);
        QCOMPARE(same.model.width, grid.model.width);
        QVERIFY(near(same.utilization, grid.utilization));
        const Point other = point_at_flop(question, 1.05 * grid.model.training_flop);
        QCOMPARE(other.model.width, grid.model.width);
        QVERIFY(near(6 * other.model.active_parameters() * other.model.tokens, 1.05 * grid.model.training_flop));
        QVERIFY(point_at_flop(question, 1e22).model.width < 12288);
    }

    void fixed_cluster()
    {
        Question question = published::question("dense", "H100 SXM");
        question.fixed_devices = 8388608;
        const Point point = point_at_width(question, 53248);
        const Point in_time = point_at_width(published::question("dense", "H100 SXM"), 53248);
        QCOMPARE(point.devices, in_time.devices);
        QVERIFY(near(point.utilization, in_time.utilization));
        question.fixed_devices = 9000000; // no shape is divisible by 5^6: part of it stays idle
        const Point idle = point_at_width(question, 53248);
        QVERIFY(idle.feasible);
        QCOMPARE(idle.devices, 9000000.0);
        QVERIFY(idle.layout.devices() < 9000000);
        QVERIFY(idle.utilization < point.utilization);
    }

    void domain_is_filled_with_what_divides()
    {
        Network network = published::h100().network;
        network.levels[0].group = 72;
        QCOMPARE(group_sizes(network, 1048576).front(), std::int64_t(64));
        QCOMPARE(group_sizes(network, 9.0 * 1048576).front(), std::int64_t(72));
        QCOMPARE(group_sizes(network, 16).front(), std::int64_t(16));
    }

    /// L1: gradients overlap as bytes; their hops follow the step.
    void latency_of_the_gradients_is_added_after_the_maximum()
    {
        Machine machine = published::h100();
        machine.network.levels[1].latency_seconds = 10e-3;
        machine.assumptions.overlap_data = true;
        Layout layout;
        layout.dp = 256;
        layout.dp_split = {8, 32, 1, 1, 1, 1};
        layout.microbatches = 2;
        const StepTime time = step_time(machine, gpt3(), layout);
        const double hops = 2 * (10e-3 + 1.125e-6);
        QVERIFY(near(time.traffic.data.latency_seconds, hops));
        QVERIFY(near(time.step_seconds, std::max(time.matmul_seconds, time.traffic.data.seconds) + hops));
        const Causes parts = causes(time);
        QVERIFY(near(parts.latency_seconds, time.matmul_latency_seconds + hops));
    }

    /// Tensor and pipeline traffic each stand beside the matmuls or after them.
    void traffic_that_does_not_overlap_adds()
    {
        Machine machine = published::h100();
        const StepTraffic traffic{{3, 0}, {2, 0}, {0, 0}};
        const auto step = [&](bool tensor, bool pipeline) {
            machine.assumptions.overlap_tensor = tensor;
            machine.assumptions.overlap_pipeline = pipeline;
            return StepOf{machine.assumptions, true, 0, 4}(traffic);
        };
        QCOMPARE(step(true, true), 5.0);
        QCOMPARE(step(false, true), 4.0 + 3);
        QCOMPARE(step(true, false), 4.0 + 2);
        QCOMPARE(step(false, false), 4.0 + 3 + 2);
    }

    void six_levels_are_as_exact_as_trying_everything_data()
    {
        QTest::addColumn<double>("width");
        QTest::addColumn<double>("devices");
        QTest::addColumn<int>("rules"); ///< bits: sparse, no tensor overlap, data overlap, no zero bubble, tree
        const double widths[] = {12288, 14336, 20480, 36864};
        for (int i = 0; i < 16; ++i)
            QTest::newRow(std::to_string(i).c_str())
                << widths[i % 4] << std::exp2(6 + i / 4 % 2) * (i % 3 == 2 ? 3 : 1) << 7 * i % 32;
    }

    /// L3: the same step and traffic as every placement on every level, one after the other.
    void six_levels_are_as_exact_as_trying_everything()
    {
        QFETCH(double, width);
        QFETCH(double, devices);
        QFETCH(int, rules);
        Machine machine
            = six_levels(rules % 3 == 0 ? std::array<double, 5>{2, 3, 2, 2, 2} : std::array<double, 5>{4, 2, 2, 2, 2});
        machine.device.memory_bytes = 1e15;
        machine.assumptions.overlap_tensor = !(rules & 2);
        machine.assumptions.overlap_data = rules & 4;
        machine.assumptions.zero_bubble = !(rules & 8);
        if (rules & 16)
            machine.assumptions.all_reduce_latency = AllReduceLatency::Tree;
        ScalingRules scaling;
        scaling.sparse = rules & 1;
        const Model model = model_of_width(scaling, width);
        const auto every = best_layout_exhaustive(machine, model, devices);
        Search search(machine, model);
        const auto bounded = search.best_layout(devices);
        QCOMPARE(bounded.has_value(), every.has_value());
        QVERIFY(every);
        QVERIFY(near(bounded->step_seconds, every->step_seconds));
        QVERIFY(near(bounded->traffic_seconds, every->traffic_seconds, 1e-9));
        QVERIFY(near(step_time(machine, model, bounded->layout).step_seconds, every->step_seconds));
    }

    /// L3: counted, not timed: a whole curve on six levels, with every layout that the search looked at.
    void six_levels_answer_before_trying_everything_could()
    {
        const Machine machine = six_levels({8, 4, 8, 4, 16});
        long looked_at = 0;
        for (const double width : {53248.0, 90112.0, 163840.0}) {
            const Model model = model_of_width({}, width);
            Search search(machine, model);
            QVERIFY(search.best_layout(std::exp2(33)));
            looked_at += search.placements();
        }
        qInfo("%ld partial placements", looked_at);
        QVERIFY(looked_at > 0 && looked_at < 500000); // trying everything: 4e9
    }

    void worse_machines_are_never_faster_data()
    {
        QTest::addColumn<int>("change");
        const char* names[] = {"slower NVLink",         "slower InfiniBand", "higher network latency",
                               "higher matmul latency", "slower HBM",        "no zero bubble"};
        for (int i = 0; i < 6; ++i)
            QTest::newRow(names[i]) << i;
    }

    void worse_machines_are_never_faster()
    {
        QFETCH(int, change);
        const Question base = published::question("dense", "H100 SXM");
        Machine machine = base.machine;
        switch (change) {
        case 0:
            machine.network.levels[0].bytes_per_s /= 20;
            break;
        case 1:
            machine.network.levels[1].bytes_per_s /= 3;
            break;
        case 2:
            machine.network.levels[1].latency_seconds *= 20;
            break;
        case 3:
            machine.device.matmul_latency_seconds *= 3;
            break;
        case 4:
            machine.device.memory_bytes_per_s /= 10;
            break;
        default:
            machine.assumptions.zero_bubble = false;
            break;
        }
        double loss = 0;
        for (const double width : {20480.0, 53248.0, 114688.0, 196608.0}) {
            const Model model = model_of_width(base.rules, width);
            for (const double devices : {65536.0, 8388608.0, 1073741824.0}) {
                Search better_search(base.machine, model);
                Search worse_search(machine, model);
                const auto fast = better_search.best_layout(devices);
                const auto slow = worse_search.best_layout(devices);
                QCOMPARE(slow.has_value(), fast.has_value());
                if (!slow)
                    continue;
                QVERIFY(fast->step_seconds <= slow->step_seconds * (1 + 1e-12));
                loss = std::max(loss, slow->step_seconds / fast->step_seconds);
            }
        }
        QVERIFY2(loss > 1.01, "the change made no difference anywhere");
    }
};

PLATEAU_TEST(LimitsModel)

} // namespace tst_limits_model

#include "tst_limits_model.moc"
