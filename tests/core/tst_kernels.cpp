// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>
#include <limits>

#include "core/physics/kernels/kernels.h"

namespace tst_kernels {

using namespace plateau::kernels;

namespace {

/// Round numbers, so that every expected time can be worked out on paper.
AcceleratorRates simple_device()
{
    AcceleratorRates device;
    device.peak_flops = 1e15;
    device.attention_peak_flops = 1e15;
    device.memory_bytes_per_s = 2e12;
    device.memory_fraction = 0.5;
    device.gemm_floor_seconds = 5e-6;
    device.gemm_efficiency = 0.5;
    device.gemm_memory_fraction = 0.5;
    device.long_kernel_seconds = 0.3e-3;
    device.batched_efficiency = 0.45;
    device.full_rate_head_size = 128;
    return device;
}

bool near(double actual, double expected) { return std::abs(actual - expected) <= 1e-12 * std::abs(expected); }

} // namespace

class TestKernels : public QObject {
    Q_OBJECT

private slots:
    void gemm_by_hand()
    {
        // 2,048^3: 1.718e10 FLOP at 0.5e15 take 34.36 us; 2 x 3 x 2,048^2 = 25.17 MB at 1 TB/s take 25.17 us.
        AcceleratorRates device = simple_device();
        const double arithmetic = 2 * 2048.0 * 2048 * 2048 / 0.5e15;
        const double traffic = 6 * 2048.0 * 2048 / 1e12;
        QVERIFY(near(gemm_seconds(device, 2048, 2048, 2048), 5e-6 + std::hypot(arithmetic, traffic)));
        // A product that would take 0.3 ms loses half of the long-kernel share.
        device.memory_bytes_per_s = std::numeric_limits<double>::infinity();
        device.gemm_long_loss = 0.2;
        device.peak_flops = 2 * 4096. * 4096 * 4096 / (0.5 * 0.3e-3);
        QVERIFY(near(gemm_seconds(device, 4096, 4096, 4096), 5e-6 + 1.1 * 0.3e-3));
    }

    void products_work_on_whole_tiles()
    {
        AcceleratorRates device = simple_device();
        device.memory_bytes_per_s = std::numeric_limits<double>::infinity();
        device.tile = 128;
        const double whole = gemm_seconds(device, 4096, 2944, 4096); // 23 tiles
        QCOMPARE(gemm_seconds(device, 4096, 2880, 4096), whole); // 22 and a half
        QCOMPARE(gemm_seconds(device, 4096, 4096, 2880), gemm_seconds(device, 4096, 4096, 2944));
        QCOMPARE(gemm_seconds(device, 4000, 4096, 4096), gemm_seconds(device, 4096, 4096, 4096));
        device.tile = 256;
        QVERIFY(near(gemm_seconds(device, 4096, 2880, 4096), 5e-6 + 2 * 4096. * 3072 * 4096 / 0.5e15));
    }

    void gemm_limits()
    {
        AcceleratorRates device = simple_device();
        device.peak_flops = std::numeric_limits<double>::infinity();
        device.memory_bytes_per_s = std::numeric_limits<double>::infinity();
        QCOMPARE(gemm_seconds(device, 4096, 4096, 4096), device.gemm_floor_seconds);
        device = simple_device();
        double before = 0;
        for (double k = 16; k < 1e6; k *= 1.3) {
            const double now = gemm_seconds(device, 512, 4096, k);
            QVERIFY(now > before);
            before = now;
        }
    }

    void memory_bound_kernel()
    {
        QVERIFY(near(memory_seconds(simple_device(), 3e9), 3e-3));
        QCOMPARE(memory_seconds(simple_device(), 0), 0.0);
    }

    void flash_attention_by_hand()
    {
        // 32 heads, 4,096 x 4,096 scores, head size 128: 2 B s s d = 1.374e11 FLOP after causal halving.
        const double share = 0.5 * 4096 / (4096 + 1024.0);
        const double seconds = flash_attention_seconds(simple_device(), 32, 4096, 4096, 128, 0.5, 1024, 1);
        QVERIFY(near(seconds, 2 * 32.0 * 4096 * 4096 * 128 / (share * 1e15)));
    }

    void flash_attention_scales()
    {
        const AcceleratorRates device = simple_device();
        const double once = flash_attention_seconds(device, 8, 2048, 2048, 128, 0.5, 0, 1);
        QVERIFY(near(flash_attention_seconds(device, 8, 2048, 2048, 128, 0.5, 0, 2), once / 2));
        QVERIFY(near(flash_attention_seconds(device, 16, 2048, 2048, 128, 0.5, 0, 1), 2 * once));
        QVERIFY(near(flash_attention_seconds(device, 8, 4096, 4096, 128, 0.5, 0, 1), 4 * once));
        // A head of 8 has a sixteenth of the arithmetic at half the rate: (8/128)^(1/4) = 1/2.
        QVERIFY(near(flash_attention_seconds(device, 8, 2048, 2048, 8, 0.5, 0, 1), once / 8));
    }

    void unfused_attention_by_hand()
    {
        // 16 heads, 1,024 x 1,024 scores: 4 B s s d = 8.590e9 FLOP at 0.45 of 1e15, 4 passes over 33.55 MB at 1 TB/s.
        const double matmul = 4 * 16.0 * 1024 * 1024 * 128 / 0.45e15;
        const double traffic = 4 * 2 * 16.0 * 1024 * 1024 / 1e12;
        QVERIFY(near(unfused_attention_seconds(simple_device(), 16, 1024, 1024, 128, 4, 10), matmul + traffic));
        // A head size of 132 is no multiple of 8: the matmuls take ten times as long, the passes do not.
        const double wide = 10 * matmul * 132 / 128;
        QVERIFY(near(unfused_attention_seconds(simple_device(), 16, 1024, 1024, 132, 4, 10), wide + traffic));
    }
};

PLATEAU_TEST(TestKernels)

} // namespace tst_kernels

#include "tst_kernels.moc"
