// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <functional>
#include <set>

#include "core/evidence/alike.h"
#include "tests/core/shipped_evidence.h"

namespace tst_alike {

using namespace plateau;
using namespace plateau::evidence;

using Change = std::function<void(Scenario&)>;

/// Which runs lie on a scenario's curves.
class Alike : public QObject {
    Q_OBJECT
private slots:
    void a_run_is_alike_itself()
    {
        for (std::size_t i = 0; i < sample_.cases.size(); i += 7)
            if (sample_.cases[i].missing.empty())
                QVERIFY2(is_alike(sample_.cases[i], sample_.cases[i].posed.scenario), sample_.rows[i].id.c_str());
    }

    void what_must_agree_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<bool>("alike");
        const auto row = [](const char* name, bool alike, Change change) { QTest::newRow(name) << change << alike; };
        row("nothing", true, [](Scenario&) {});
        row("GPU count", false, [](Scenario& s) {
            s.cluster.gpus *= 2;
            s.workload.global_batch *= 2;
        });
        row("GPU count, weak scaling", true, [](Scenario& s) {
            s.workload.batch_mode = BatchMode::PerGpu;
            s.workload.sequences_per_gpu = s.workload.global_batch / s.cluster.gpus;
            s.cluster.gpus *= 8;
        });
        row("GPU count, strong scaling", true, [](Scenario& s) { s.cluster.gpus *= 2; });
        row("batch per GPU", false, [](Scenario& s) {
            s.workload.batch_mode = BatchMode::PerGpu;
            s.workload.sequences_per_gpu = 2 * s.workload.global_batch / s.cluster.gpus;
        });
        row("hardware", false, [](Scenario& s) { s.cluster.accelerator.id = "b200"; });
        row("network", false, [](Scenario& s) { s.cluster.tiers[1].bandwidth_bytes_per_s *= 2; });
        row("layers", false, [](Scenario& s) { s.workload.shape.layers += 1; });
        row("feed-forward", false, [](Scenario& s) { s.workload.shape.ffn += 128; });
        row("vocabulary", true, [](Scenario& s) { s.workload.shape.vocab += 128; });
        row("sequence", false, [](Scenario& s) { s.workload.sequence *= 2; });
        row("fp16 for bf16", true, [](Scenario& s) {
            s.workload.precision = s.workload.precision == Precision::Fp16 ? Precision::Bf16 : Precision::Fp16;
        });
        row("fp8", false, [](Scenario& s) { s.workload.precision = Precision::Fp8; });
        row("tensor", false, [](Scenario& s) { s.plan.tp *= 2; });
        row("pipeline", false, [](Scenario& s) { s.plan.pp *= 2; });
        row("context", false, [](Scenario& s) { s.plan.cp *= 2; });
        row("sharding", false, [](Scenario& s) { s.plan.dp_mode = DataParallelMode::Ddp; });
        row("recomputation", false, [](Scenario& s) {
            s.plan.recompute = s.plan.recompute == Recompute::Full ? Recompute::None : Recompute::Full;
        });
        row("micro-batch", false, [](Scenario& s) { s.plan.micro_batch *= 2; });
        row("attention", false, [](Scenario& s) { s.assumptions.attention = AttentionKernel::Unfused; });
        row("another flash kernel", false, [](Scenario& s) { s.assumptions.attention = AttentionKernel::Flash1; });
        row("software of another name", true, [](Scenario& s) { s.assumptions.stack.id = "another"; });
        row("software", false, [](Scenario& s) { s.assumptions.stack.constants.kernel_efficiency *= 0.9; });
        row("scale-up domain", false, [](Scenario& s) { s.cluster.tiers[0].domain_size = 72; });
        row("latency", false, [](Scenario& s) { s.cluster.tiers[1].latency_seconds += 1e-6; });
        row("power limit", false, [](Scenario& s) { s.cluster.accelerator.limit_watts *= 0.8; });
        row("price", true, [](Scenario& s) { s.assumptions.usd_per_gpu_hour *= 2; });
    }
    void what_must_agree()
    {
        QFETCH(Change, change);
        QFETCH(bool, alike);
        const Case& run = find("llmfoundry_0019");
        QVERIFY(run.missing.empty());
        Scenario scenario = run.posed.scenario;
        change(scenario);
        QCOMPARE(is_alike(run, scenario), alike);
    }

    void a_scaling_table_is_found_whole()
    {
        // NVIDIA's weak-scaling table of Llama 3.1 70B, 64 to 2,048 H100 (rows 0031 to 0036).
        const Case& run = find("nvidia_dgxc_0031");
        Scenario scenario = run.posed.scenario;
        scenario.workload.batch_mode = BatchMode::PerGpu;
        scenario.workload.sequences_per_gpu = scenario.workload.global_batch / scenario.cluster.gpus;
        std::set<double> gpus;
        for (const std::size_t i : alike_runs(sample_, scenario))
            gpus.insert(*sample_.rows[i].gpus);
        QVERIFY(gpus.count(64) && gpus.count(128) && gpus.count(2048));
    }

private:
    const Case& find(const char* id) const
    {
        for (std::size_t i = 0; i < sample_.rows.size(); ++i)
            if (sample_.rows[i].id == id)
                return sample_.cases[i];
        qFatal("no run %s", id);
    }

    const Sample& sample_ = test::shipped_evidence().sample;
};

PLATEAU_TEST(Alike)

} // namespace tst_alike

#include "tst_alike.moc"
