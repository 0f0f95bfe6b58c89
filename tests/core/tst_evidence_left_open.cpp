// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/core/sample_rows.h"

namespace tst_evidence_left_open {

using namespace plateau;
using namespace plateau::evidence;
using test::complete_row;
using test::mixture_row;
using test::shipped;
using test::was_filled;

/// What a published run does not say, and what it is filled with.
class EvidenceLeftOpen : public QObject {
    Q_OBJECT
private slots:
    /// Every number of chunks that leaves each of them a layer, evenly or not.
    void an_empty_interleaving_is_the_fastest_of_all()
    {
        const WorkspacePointer workspace = make_workspace();
        Row row = complete_row();
        row.framework = "NeMo";
        row.gpus = 32;
        row.layers = 30;
        row.cell<&Plan::pp>() = "4";
        row.cell<&Plan::recompute>() = "none";
        const Case one = make_case(shipped(), row, *workspace);
        QVERIFY(one.missing.empty() && was_filled(one.posed, "vp"));
        const auto prepared = prepare(one.posed.scenario);
        const double chosen = evaluate(*prepared, one.posed.scenario.plan, *workspace).step_seconds;
        int fits = 0;
        for (int v = 1; 4 * v <= 30; ++v) {
            Plan plan = one.posed.scenario.plan;
            plan.virtual_stages = v;
            plan.schedule = v > 1 ? PipelineSchedule::Interleaved : PipelineSchedule::OneFOneB;
            const Parts parts = evaluate(*prepared, plan, *workspace);
            if (!parts.possible() || !parts.fits())
                continue;
            ++fits;
            QVERIFY(parts.step_seconds >= chosen);
        }
        QVERIFY(fits >= 6);
        QVERIFY(one.posed.scenario.plan.virtual_stages > 3);
    }

    void empty_recomputation_is_the_cheapest_that_fits()
    {
        const WorkspacePointer workspace = make_workspace();
        Row row = complete_row();
        const auto chosen = [&] { return make_case(shipped(), row, *workspace).posed.scenario.plan.recompute; };
        QCOMPARE(chosen(), Recompute::None);
        row.cell<&Plan::micro_batch>() = "8"; // what each layer keeps no longer fits
        row.sequence = 16384;
        QCOMPARE(chosen(), Recompute::Full);
        const Case one = make_case(shipped(), row, *workspace);
        const Prediction prediction = predict(one, row, *workspace);
        QVERIFY(!prediction.out_of_memory);
        QVERIFY(std::find(prediction.filled.begin(), prediction.filled.end(), "recompute=full")
                != prediction.filled.end());
        row.framework = "Megatron-DeepSpeed"; // recomputes unless told
        row.attention = "unfused_fused_softmax";
        row.cell<&Plan::micro_batch>() = "1";
        row.sequence = 2048;
        QCOMPARE(chosen(), Recompute::Full);
        row.gpu = "H100-SXM-80GB";
        row.framework = "MaxText";
        QCOMPARE(chosen(), Recompute::None);
        row.cell<&Plan::micro_batch>() = "8";
        row.sequence = 16384;
        QCOMPARE(chosen(), Recompute::Full);
        QCOMPARE(std::string(filling_of("recompute")), std::string("the cheapest that fits, the software's at least"));
        QCOMPARE(std::string(filling_of("seq_parallel")), std::string("the software's default"));
        QCOMPARE(std::string(filling_of("sharding")),
                 std::string("the software's default; where that does not fit, more"));
    }

    void empty_sharding_is_the_softwares_or_the_next_that_fits()
    {
        const WorkspacePointer workspace = make_workspace();
        Row row = complete_row();
        row.framework = "Megatron-LM"; // shards optimizer states unless told
        row.cell<&Plan::dp_mode>().clear();
        const auto chosen = [&] { return make_case(shipped(), row, *workspace).posed.scenario.plan.dp_mode; };
        const auto sharded = shipped().stack(make_case(shipped(), row, *workspace).posed.scenario.assumptions.stack.id);
        QCOMPARE(chosen(), sharded->default_sharding);
        row.model = "Llama 2 70B"; // whose weights alone are larger than the device
        row.layers = row.hidden = row.heads = row.kv_heads = row.ffn = row.vocab = row.parameters = std::nullopt;
        row.cell<&Plan::tp>() = row.cell<&Plan::pp>() = "1";
        row.cell<&Plan::micro_batch>() = "1";
        row.gpus = 64;
        QCOMPARE(chosen(), DataParallelMode::Fsdp);
        row.cell<&Plan::dp_mode>() = "zero1";
        QCOMPARE(chosen(), DataParallelMode::Zero1);
    }

    void an_empty_layout_is_searched()
    {
        const WorkspacePointer workspace = make_workspace();
        Row row = complete_row();
        row.cell<&Plan::tp>().clear();
        row.cell<&Plan::pp>().clear();
        const Case one = make_case(shipped(), row, *workspace);
        QVERIFY2(one.missing.empty(), one.missing.c_str());
        QVERIFY(was_filled(one.posed, "tp") && was_filled(one.posed, "pp"));
        const double chosen = predict(one, row, *workspace).step_seconds;
        for (const char* tp : {"1", "2", "4", "8"}) {
            row.cell<&Plan::tp>() = tp;
            row.cell<&Plan::pp>() = "2";
            const Case stated = make_case(shipped(), row, *workspace);
            const Prediction prediction = predict(stated, row, *workspace);
            QVERIFY(prediction.out_of_memory || prediction.step_seconds >= chosen);
        }
        row.cell<&Plan::pp>().clear();
        row.cell<&Plan::tp>() = "2";
        row.cell<&Plan::dp>() = "2";
        QCOMPARE(make_case(shipped(), row, *workspace).posed.scenario.plan.pp, 4);
    }

    void an_empty_format_is_searched()
    {
        const WorkspacePointer workspace = make_workspace();
        Row row = complete_row();
        row.gpu = "H100-SXM-80GB";
        row.framework = "NeMo";
        row.precision.clear();
        const Case one = make_case(shipped(), row, *workspace);
        QVERIFY(was_filled(one.posed, "precision"));
        const double chosen = predict(one, row, *workspace).step_seconds;
        for (const char* format : {"bf16", "fp8"}) {
            row.precision = format;
            QVERIFY(predict(make_case(shipped(), row, *workspace), row, *workspace).step_seconds >= chosen);
        }
    }

    /// A cell of 1 beside a dispatcher that sends tokens to other ranks says that it was not known.
    void an_empty_expert_degree_is_the_fastest_that_fits()
    {
        const WorkspacePointer workspace = make_workspace();
        Row row = mixture_row();
        row.cell<&Plan::tp>() = "1";
        row.cell<&Plan::dp_mode>() = "zero1";
        row.dispatcher = "deepep";
        const auto predicted = [&](const char* ep) {
            row.cell<&Plan::ep>() = ep;
            return predict(make_case(shipped(), row, *workspace), row, *workspace);
        };
        double fastest = std::numeric_limits<double>::infinity();
        int fit = 0;
        for (const char* ep : {"2", "4", "8", "16"})
            if (const Prediction one = predicted(ep); !one.out_of_memory) {
                fastest = std::min(fastest, one.step_seconds);
                ++fit;
            }
        QVERIFY(fit > 1);
        QCOMPARE(predicted("").step_seconds, fastest);
        QCOMPARE(predicted("1").step_seconds, fastest);
        row.cell<&Plan::ep>() = "1";
        QVERIFY(was_filled(make_case(shipped(), row, *workspace).posed, "ep"));
        row.dispatcher = "alltoall";
        QVERIFY(!was_filled(make_case(shipped(), row, *workspace).posed, "ep"));
    }

    void an_empty_dispatcher_follows_year_and_domain()
    {
        Row row = mixture_row();
        const auto taken = [&](const char* gpu, double year, const char* framework) {
            row.gpu = gpu;
            row.year = year;
            row.framework = framework;
            const Posed posed = pose(shipped(), row);
            return was_filled(posed, "dispatcher") ? posed.scenario.assumptions.dispatcher
                                                   : catalog::Dispatcher::DeepEp;
        };
        row.gpus_per_node = 4;
        QCOMPARE(taken("GB200", 2026, "Megatron-Bridge (mcore)"), catalog::Dispatcher::HybridEp);
        QCOMPARE(taken("GB200", 2025, "Megatron-Bridge (mcore)"), catalog::Dispatcher::AllToAll);
        QCOMPARE(taken("GB200", 2026, "torchtitan"), catalog::Dispatcher::AllToAll);
        row.gpus_per_node = 8;
        QCOMPARE(taken("H100", 2026, "Megatron-Bridge (mcore)"), catalog::Dispatcher::AllToAll);
    }

    /// The degree is larger than data x context ranks: experts take the tensor ranks too.
    void experts_are_folded_over_tensor_ranks()
    {
        const WorkspacePointer workspace = make_workspace();
        Row row = mixture_row();
        row.cell<&Plan::tp>() = "4";
        row.cell<&Plan::ep>() = "16"; // of 16 GPUs
        const Case one = make_case(shipped(), row, *workspace);
        QVERIFY2(one.missing.empty(), one.missing.c_str());
        QCOMPARE(one.posed.scenario.plan.ep, 16);
        QCOMPARE(one.posed.scenario.plan.etp, 1);
        QVERIFY(was_filled(one.posed, "expert_tp"));
        row.cell<&Plan::ep>() = "4";
        QCOMPARE(pose(shipped(), row).scenario.plan.etp, 0);
        row.cell<&Plan::etp>() = "1";
        QCOMPARE(pose(shipped(), row).scenario.plan.etp, 1);
    }

    /// Where the row is silent and both are possible, the faster counts.
    void experts_may_be_whole_on_tensor_ranks()
    {
        const WorkspacePointer workspace = make_workspace();
        Row row = mixture_row();
        row.layers = 8;
        row.cell<&Plan::tp>() = "4";
        row.cell<&Plan::ep>() = "4";
        const Case one = make_case(shipped(), row, *workspace);
        QVERIFY2(one.missing.empty(), one.missing.c_str());
        QVERIFY(was_filled(one.posed, "expert_tp"));
        const auto seconds = [&](const char* etp) {
            row.cell<&Plan::etp>() = etp;
            return predict(make_case(shipped(), row, *workspace), row, *workspace).step_seconds;
        };
        const double whole = seconds("1");
        const double divided = seconds("4");
        row.cell<&Plan::etp>().clear();
        QVERIFY(whole != divided);
        QCOMPARE(predict(one, row, *workspace).step_seconds, std::min(whole, divided));
    }

    /// 70B on 64 GPUs, all weights sharded and nothing said of recomputation: where the host's memory is near, some of
    /// the activations wait there.
    void activations_wait_in_host_memory_where_its_link_is_fast_data()
    {
        QTest::addColumn<QString>("gpu");
        QTest::addColumn<bool>("offloads");
        QTest::newRow("NVLink-C2C") << "GB200" << true;
        QTest::newRow("PCI Express") << "B200" << false;
    }
    void activations_wait_in_host_memory_where_its_link_is_fast()
    {
        QFETCH(QString, gpu);
        QFETCH(bool, offloads);
        const WorkspacePointer workspace = make_workspace();
        Row row = complete_row();
        row.framework = "Megatron-Bridge";
        row.gpu = gpu.toStdString();
        row.gpus = 64;
        row.model = "Llama 3 70B";
        row.parameters = 70.55e9;
        row.layers = 80;
        row.hidden = 8192;
        row.heads = 64;
        row.sequence = 8192;
        row.global_batch = 256;
        row.precision = row.precision_words = "fp8";
        row.cell<&Plan::micro_batch>() = "2";
        row.cell<&Plan::tp>() = "1";
        row.cell<&Plan::dp_mode>() = "fsdp";
        row.cell<&Plan::recompute>().clear();
        const Case one = make_case(shipped(), row, *workspace);
        QVERIFY2(one.missing.empty(), one.missing.c_str());
        QCOMPARE(was_filled(one.posed, "activation_offload"), offloads);
        QCOMPARE(one.posed.scenario.assumptions.offload.activations > 0, offloads);
        if (!offloads)
            return;
        row.activation_offload = 0;
        const double without = predict(make_case(shipped(), row, *workspace), row, *workspace).step_seconds;
        QVERIFY(predict(one, row, *workspace).step_seconds < without);
    }

    void missing_cells_are_named_data()
    {
        QTest::addColumn<QString>("cell");
        for (const char* cell : {"gpu", "n_gpus", "layers", "seq", "global_batch_seqs"})
            QTest::newRow(cell) << cell;
    }
    void missing_cells_are_named()
    {
        QFETCH(QString, cell);
        Row row = complete_row();
        if (cell == "gpu")
            row.gpu.clear();
        else if (cell == "n_gpus")
            row.gpus.reset();
        else if (cell == "layers")
            row.layers.reset();
        else if (cell == "seq")
            row.sequence.reset();
        else
            row.global_batch.reset();
        QCOMPARE(QString::fromStdString(pose(shipped(), row).missing), cell);
    }

    void empty_cells_take_the_stacks_default()
    {
        Row row = complete_row();
        Posed posed = pose(shipped(), row);
        QVERIFY(posed.possible());
        const catalog::Stack& stack = posed.scenario.assumptions.stack;
        QCOMPARE(posed.scenario.plan.sequence_parallel, stack.default_sequence_parallel);
        QCOMPARE(posed.scenario.plan.dp_mode, stack.default_sharding);
        QVERIFY(std::find(posed.defaults.begin(), posed.defaults.end(), "recompute") != posed.defaults.end());
        row.cell<&Plan::recompute>() = "full";
        row.cell<&Plan::dp_mode>() = "ddp";
        row.cell<&Plan::sequence_parallel>() = "no";
        posed = pose(shipped(), row);
        QVERIFY(posed.scenario.plan.recompute == Recompute::Full);
        QVERIFY(posed.scenario.plan.dp_mode == DataParallelMode::Ddp);
        QVERIFY(!posed.scenario.plan.sequence_parallel);
        row.dp_mode = "DDP/ZeRO (unstated)";
        QCOMPARE(pose(shipped(), row).scenario.plan.dp_mode, stack.default_sharding);
    }

    void sharded_runs_need_no_model_degrees()
    {
        Row row = complete_row();
        row.cell<&Plan::tp>().clear();
        row.cell<&Plan::pp>().clear();
        row.cell<&Plan::dp_mode>() = "fsdp";
        const Posed posed = pose(shipped(), row);
        QVERIFY(posed.possible());
        QCOMPARE(posed.scenario.plan.tp, 1);
        QVERIFY(posed.scenario.plan.dp_mode == DataParallelMode::Fsdp);
    }

    void accumulation_steps_give_the_batch()
    {
        Row row = complete_row();
        row.global_batch.reset();
        row.notes = "MEMORY-only row; micro_num 4; checkpoint True";
        const Posed posed = pose(shipped(), row);
        QVERIFY(posed.possible());
        QCOMPARE(posed.scenario.workload.global_batch, 4.0 * 2 * 8);
    }
};

PLATEAU_TEST(EvidenceLeftOpen)

} // namespace tst_evidence_left_open

#include "tst_evidence_left_open.moc"
