// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "collective_samples.h"
#include "core/physics/collectives/collectives.h"
#include "table.h"

namespace tst_collectives_across_nodes {

using namespace plateau::collectives;
using plateau::files::CsvTable;
using samples::h100;
using table::number;
using table::quantile;

namespace {

double bus_factor(Operation operation, double ranks)
{
    return (operation == Operation::AllReduce ? 2 : 1) * (ranks - 1) / ranks;
}

/// Bus bandwidth as nccl-tests defines it, GB/s.
double bus_bandwidth(Operation operation, double ranks, double bytes)
{
    const double seconds = collective(operation, place(h100(), {.ranks = ranks}), Transport(), bytes).seconds;
    return bus_factor(operation, ranks) * bytes / seconds / 1e9;
}

constexpr double mebi = 1024 * 1024;

} // namespace

class TestCollectivesAcrossNodes : public QObject {
    Q_OBJECT

private slots:
    /// Digitised all-reduce figure, 8x H100 nodes with 8x400G: each point within 15 %, rms 8 %.
    void all_reduce_on_4_to_512_nodes()
    {
        const CsvTable rows = table::read("../../presets/claims/all_reduce_h100_4_to_512_nodes.csv");
        double squares = 0;
        int points = 0;
        double worst = 0;
        for (std::size_t row = 0; row < rows.rows.size(); ++row) {
            const double bytes = number(rows, row, "bytes");
            if (bytes < 8 * mebi)
                continue;
            const double nodes = number(rows, row, "nodes");
            const double measured = number(rows, row, "bus_gb_per_s");
            const double error = bus_bandwidth(Operation::AllReduce, 8 * nodes, bytes) / measured - 1;
            QVERIFY2(std::abs(error) <= 0.15,
                     qPrintable(QString("%1 nodes, %2 MiB: %3 %").arg(nodes).arg(bytes / mebi).arg(100 * error)));
            squares += error * error;
            worst = std::max(worst, std::abs(error));
            ++points;
        }
        const double rms = std::sqrt(squares / points);
        qInfo("%d points: rms %.1f %%, worst %.1f %%", points, 100 * rms, 100 * worst);
        QCOMPARE(points, 73);
        QVERIFY(rms <= 0.08);
    }

    /// Another cluster's figure of the same collective, digitised to 3 GB/s; it had a small
    /// weight when the tree's constants were chosen.
    void all_reduce_on_32_to_8192_gpus()
    {
        const CsvTable rows = table::read("all_reduce_h100_nvlstree.csv");
        std::vector<double> errors;
        for (std::size_t row = 0; row < rows.rows.size(); ++row) {
            const double bytes = number(rows, row, "bytes");
            const double gpus = number(rows, row, "gpus");
            if (bytes >= 8 * mebi)
                errors.push_back(
                    std::abs(bus_bandwidth(Operation::AllReduce, gpus, bytes) / number(rows, row, "bus_gb_per_s") - 1));
        }
        qInfo("%zu points: median %.1f %%, p90 %.1f %%", errors.size(), 100 * quantile(errors, 0.5),
              100 * quantile(errors, 0.9));
        QVERIFY(quantile(errors, 0.5) <= 0.10);
    }

    /// NVIDIA/nccl#1229, size unstated; read as 2 GiB.
    void reduce_scatter_at_scale_data()
    {
        QTest::addColumn<double>("nodes");
        QTest::addColumn<double>("published");
        const std::array<std::pair<double, double>, 6> points{
            {{4, 360}, {8, 345}, {16, 320}, {32, 300}, {64, 280}, {128, 260}}};
        for (const auto& [nodes, published] : points)
            QTest::addRow("%g nodes", nodes) << nodes << published;
    }

    void reduce_scatter_at_scale()
    {
        QFETCH(double, nodes);
        QFETCH(double, published);
        const double predicted = bus_bandwidth(Operation::ReduceScatter, 8 * nodes, 2048 * mebi);
        qInfo("%g nodes: %.0f GB/s, published %.0f", nodes, predicted, published);
        QVERIFY(std::abs(predicted / published - 1) <= 0.07);
    }

    /// One layer of a 7B model, 404 MB, worked out with a ring of 365 GB/s: latency, transfer, and 2 all-gathers and a
    /// reduce-scatter of 32 layers, with NCCL's choice and with Simple only.
    void fsdp_layer_data()
    {
        QTest::addColumn<double>("nodes");
        QTest::addColumn<double>("latency_ms");
        QTest::addColumn<double>("transfer_ms");
        QTest::addColumn<double>("sum_ms");
        QTest::addColumn<double>("simple_ms");
        QTest::newRow("8 GPUs") << 1.0 << 0.03 << 0.97 << 96.0 << 96.0;
        QTest::newRow("128 GPUs") << 16.0 << 0.29 << 1.19 << 142.0 << 163.0;
        QTest::newRow("512 GPUs") << 64.0 << 1.12 << 1.20 << 223.0 << 338.0;
        QTest::newRow("2,048 GPUs") << 256.0 << 4.44 << 1.20 << 542.0 << 1035.0;
        QTest::newRow("4,096 GPUs") << 512.0 << 8.87 << 1.20 << 967.0 << 1963.0;
    }

    void fsdp_layer()
    {
        QFETCH(double, nodes);
        QFETCH(double, latency_ms);
        QFETCH(double, transfer_ms);
        QFETCH(double, sum_ms);
        QFETCH(double, simple_ms);
        Transport transport;
        transport.local_copy = transport.local_reduce = 0;
        const Group group
            = place(std::vector{samples::tier(8, 365e9, 1), samples::tier(samples::unlimited, 50e9, 0.92)},
                    {.ranks = 8 * nodes});
        const Cost chosen = collective(Operation::AllGather, group, transport, 404e6);
        QVERIFY(std::abs(1e3 * chosen.latency_seconds - latency_ms) < 0.006);
        QVERIFY(std::abs(1e3 * chosen.bandwidth_seconds - transfer_ms) < 0.006);
        QVERIFY(std::abs(96e3 * chosen.seconds - sum_ms) < 0.7);
        transport.ring_fraction = {1e-9, 1e-9, 1};
        QVERIFY(std::abs(96e3 * collective(Operation::AllGather, group, transport, 404e6).seconds - simple_ms) < 1.1);
    }

    void gathers_grow_with_ranks_reductions_with_their_logarithm()
    {
        const auto latency = [](Operation operation, double ranks) {
            return collective(operation, place(h100(), {.ranks = ranks}), Transport(), 64 * mebi).latency_seconds;
        };
        const double gather = latency(Operation::AllGather, 8192) / latency(Operation::AllGather, 4096);
        const double reduce = latency(Operation::AllReduce, 8192) - latency(Operation::AllReduce, 4096);
        QVERIFY(gather > 1.95 && gather < 2.0);
        QVERIFY(std::abs(reduce - 86e-6) < 1e-9);
    }
};

PLATEAU_TEST(TestCollectivesAcrossNodes)

} // namespace tst_collectives_across_nodes

#include "tst_collectives_across_nodes.moc"
