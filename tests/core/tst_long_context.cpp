// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <cmath>

#include "core/physics/kernels/kernels.h"
#include "sample_steps.h"

namespace tst_long_context {

using namespace plateau;
using namespace plateau::test;

/// Attention and context parallelism as whole plans: windows, latent and few heads, rings and gathered keys, by hand
/// from the shape.
class LongContextTest : public QObject {
    Q_OBJECT

private slots:
    /// DeepSeek-V3's attention, by hand: 7168 to 1536 + 512 + 64, 1536 to 128 x 192, 512 to 128 x 256, 128 x 128 to
    /// 7168.
    void latent_attention_projections()
    {
        Scenario question = mixture({});
        question.workload.shape.experts = 0;
        question.workload.shape.dense_layers = 0;
        question.workload.shape.ffn = 18432;
        const auto prepared = prepare(question);
        const auto gemm = [&](double n, double k) { return kernels::gemm_seconds(prepared->device, 4096, n, k); };
        const double expected = gemm(2112, 7168) + gemm(24576, 1536) + gemm(32768, 512) + gemm(7168, 16384)
            + gemm(2 * 18432, 7168) + gemm(7168, 18432);
        QCOMPARE(step_of(question).layer.of<MatrixMultiply>().forward.busy, expected);
    }

    /// Gathered, 576 compressed elements a token travel instead of 128 x 320: a ring moves 71 times as much.
    void latent_attention_gathers_compressed_keys()
    {
        const Changes wide{{"cp", "8"}, {"sequence", "131072"}, {"global_batch", "512"}};
        Changes gathered = wide;
        gathered.push_back({"cp_method", "all_gather"});
        const StepSample ring = step_of(mixture(wide));
        const StepSample all = step_of(mixture(gathered));
        QVERIFY(ring.layer.of<ContextTraffic>().forward.busy > 30 * all.layer.of<ContextTraffic>().forward.busy);
        QVERIFY(all.layer.of<MatrixMultiply>().forward.busy
                > ring.layer.of<MatrixMultiply>().forward.busy); // every rank expands the whole sequence
    }

    void windows_shorten_attention()
    {
        Changes changes{{"hardware", "h100_sxm"}, {"model", "gpt_oss_120b"}, {"gpus", "64"}, {"sequence", "8192"}};
        const Scenario windowed = scenario(changes);
        Scenario full = windowed;
        full.workload.shape.window = 0;
        const double share = 0.5 + 0.5 * (2. / 64 - 1. / 4096); // 18 of 36 layers see 128 of 8,192
        QVERIFY(std::abs(step_of(windowed).layer.of<Attention>().forward.busy
                             / step_of(full).layer.of<Attention>().forward.busy / share
                         - 1)
                < 1e-12);
    }

    /// Striped attention, 2311.09431: with contiguous pieces the last of 8 ranks does (8 - 1/2) / 8 of the square, 15/8
    /// of the mean.
    void contiguous_context_waits_for_the_last_rank()
    {
        const StepSample even = step_of(long_context({}));
        const StepSample contiguous = step_of(long_context({{"cp_balance", "contiguous"}}));
        QVERIFY(
            std::abs(contiguous.layer.of<Attention>().forward.busy / even.layer.of<Attention>().forward.busy - 15. / 8)
            < 1e-12);
        QCOMPARE(contiguous.layer.of<MatrixMultiply>().forward.busy, even.layer.of<MatrixMultiply>().forward.busy);
    }

    /// Ring attention, 2310.01889: hidden once attention on a piece outlasts its transfer; with 16,384 tokens a rank
    /// and 8 KV heads it does on NVLink. Gathering is never hidden. Attention is as fast: one piece of a ring has a
    /// mask.
    void ring_hides_under_attention()
    {
        const StepSample ring = step_of(long_context({}));
        QVERIFY(ring.layer.of<ContextTraffic>().forward.busy > 0);
        QCOMPARE(ring.layer.of<ContextTraffic>().forward.exposed, 0.);
        const StepSample gathered = step_of(long_context({{"cp_method", "all_gather"}}));
        QCOMPARE(gathered.layer.of<ContextTraffic>().forward.exposed, gathered.layer.of<ContextTraffic>().forward.busy);
        QCOMPARE(gathered.layer.of<Attention>().forward.busy, ring.layer.of<Attention>().forward.busy);
        const StepSample small = step_of(long_context({{"sequence", "2048"}}));
        QVERIFY(small.layer.of<ContextTraffic>().forward.exposed > 0);
    }

    /// Four tensor ranks share two key-value heads: each holds one, as if there were four.
    void few_key_value_heads_are_repeated()
    {
        const auto kept = [](const char* heads) {
            const Scenario sharded = test::changed(test::weak_scaling("64"), "tp", "4");
            return parts_of(test::changed(sharded, "kv_heads", heads))[Part::Activations];
        };
        QCOMPARE(kept("2"), kept("4"));
        QVERIFY(kept("4") < kept("8"));
    }
};

PLATEAU_TEST(LongContextTest)

} // namespace tst_long_context

#include "tst_long_context.moc"
