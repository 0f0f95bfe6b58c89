// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/evidence/pose.h"
#include "core/evidence/shape.h"

using namespace plateau;
using namespace plateau::evidence;

namespace {

const catalog::Catalog& shipped()
{
    static const catalog::Catalog catalog = catalog::read({PRESETS});
    return catalog;
}

/// A complete run; tests take cells away or change them.
Row complete_row()
{
    Row row;
    row.id = "r";
    row.gpu = "A100-SXM-80GB";
    row.gpus = 16;
    row.gpus_per_node = 8;
    row.layers = 32;
    row.hidden = 4096;
    row.heads = 32;
    row.kv_heads = 32;
    row.ffn = 11008;
    row.vocab = 32000;
    row.parameters = 6.74e9;
    row.sequence = 4096;
    row.global_batch = 64;
    row.cell<&Plan::micro_batch>() = "2";
    row.cell<&Plan::tp>() = "2";
    row.cell<&Plan::pp>() = "1";
    row.framework = "Megatron-LM";
    row.year = 2024;
    row.attention = "flash2";
    row.precision = "bf16";
    return row;
}

} // namespace

class EvidencePose : public QObject {
    Q_OBJECT
private slots:
    void accelerators_are_found_by_their_names_data()
    {
        QTest::addColumn<QString>("cell");
        QTest::addColumn<QString>("id");
        const auto row = [](const char* cell, const char* id) { QTest::newRow(cell) << cell << id; };
        row("A100-SXM-80GB", "a100_sxm_80");
        row("A100-SXM", "a100_sxm_80");
        row("A100-SXM-40GB(DGX-A100)", "a100_sxm_40");
        row("A100-PCIE-80GB", "a100_pcie_80");
        row("V100-SXM3-32GB(DGX-2)", "v100_sxm3_32");
        row("V100-SXM2-16GB", "v100_sxm2_16");
        row("H100-SXM-96GB(HBM2e,500W)", "h100_96_500w");
        row("NVIDIA H100 80GB HBM3", "h100_sxm");
        row("H100-PCIe", "h100_pcie");
        row("H800-SXM-80GB", "h800");
        row("A800-SXM-80GB", "a800_sxm_80");
        row("H200", "h200");
        row("GB200", "gb200_nvl72");
        row("GB200 NVL72", "gb200_nvl72");
        row("B200-SXM-180GB", "b200");
        row("MI300X", "mi300x");
        row("AMD Instinct MI250", "mi250x");
        row("TPU v5p", "tpu_v5p");
        row("TPUv4", "tpu_v4");
        row("v5e", "tpu_v5e");
        row("trn1.32xlarge", "trainium1");
        row("Trainium2", "trainium2");
        row("Gaudi 2", "gaudi2");
        row("H20", "");
        row("RTX 4090", "");
        row("", "");
    }
    void accelerators_are_found_by_their_names()
    {
        QFETCH(QString, cell);
        QFETCH(QString, id);
        const catalog::Accelerator* found = match_accelerator(shipped(), cell.toStdString());
        QCOMPARE(found ? QString::fromStdString(found->id) : QString(), id);
    }

    void stacks_are_chosen_by_software_data()
    {
        QTest::addColumn<QString>("framework");
        QTest::addColumn<QString>("note");
        QTest::addColumn<int>("year");
        QTest::addColumn<bool>("flash");
        QTest::addColumn<int>("precision");
        QTest::addColumn<QString>("stack");
        const int bf16 = int(Precision::Bf16);
        const int fp8 = int(Precision::Fp8);
        QTest::newRow("old Megatron") << "Megatron-LM"
                                      << "" << 2021 << false << bf16 << "megatron_2021";
        QTest::newRow("new Megatron") << "Megatron-LM"
                                      << "" << 2024 << true << bf16 << "megatron_core_2024";
        QTest::newRow("NeMo 16 bit") << "NeMo"
                                     << "" << 2024 << true << bf16 << "nemo_bf16";
        QTest::newRow("NeMo fp8") << "NeMo"
                                  << "" << 2025 << true << fp8 << "nemo_fp8";
        QTest::newRow("longest name") << "Megatron-DeepSpeed"
                                      << "" << 2023 << false << bf16 << "megatron_deepspeed";
        QTest::newRow("year") << "Megatron-DeepSpeed"
                              << "" << 2022 << false << bf16 << "megatron_deepspeed_2022";
        QTest::newRow("first note") << "FlagScale/Megatron"
                                    << "PaddlePaddle 2.5.1 fleet" << 2024 << true << bf16 << "paddle_2023";
        QTest::newRow("later words") << "FlagScale/Megatron"
                                     << "runs like PaddlePaddle" << 2024 << true << bf16 << "megatron_core_2024";
        QTest::newRow("unknown") << "llm.c"
                                 << "" << 2024 << true << bf16 << "unknown_flash";
        QTest::newRow("unknown, old") << ""
                                      << "" << 2020 << false << bf16 << "unknown_unfused";
    }
    void stacks_are_chosen_by_software()
    {
        QFETCH(QString, framework);
        QFETCH(QString, note);
        QFETCH(int, year);
        QFETCH(bool, flash);
        QFETCH(int, precision);
        QFETCH(QString, stack);
        const Software software{
            framework.toStdString(), note.toStdString(), double(year), flash, Precision(precision), {}};
        const StackChoice choice = choose_stack(shipped(), software);
        QVERIFY(choice.stack != nullptr);
        QCOMPARE(QString::fromStdString(choice.stack->id), stack);
        QCOMPARE(choice.framework_known, !stack.startsWith("unknown"));
    }

    void compiler_tells_stacks_apart()
    {
        Software software{"torchtitan", {}, 2024.0, true, Precision::Bf16, true};
        QVERIFY(choose_stack(shipped(), software).stack->constants.memory_passes < 1.3);
        software.compiled = false;
        QVERIFY(choose_stack(shipped(), software).stack->constants.memory_passes > 1.5);
    }

    void missing_cells_are_named_data()
    {
        QTest::addColumn<QString>("cell");
        for (const char* cell : {"gpu", "n_gpus", "layers", "seq", "global_batch_seqs", "tp"})
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
        else if (cell == "global_batch_seqs")
            row.global_batch.reset();
        else
            row.cell<&Plan::tp>().clear();
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

    void reduction_precision_is_a_fact()
    {
        Row row = complete_row();
        row.facts["mp_mode"] = "PURE";
        QCOMPARE(pose(shipped(), row).scenario.assumptions.stack.constants.reduction_bytes, 2.0);
        row.facts["mp_mode"] = "DEFAULT";
        QCOMPARE(pose(shipped(), row).scenario.assumptions.stack.constants.reduction_bytes, 4.0);
    }

    void parameter_count_tells_the_kind_of_model()
    {
        Row row = complete_row();
        row.hidden = 4160; // no catalog model has these sizes
        row.parameters = 6.9e9;
        QVERIFY(row_shape(shipped(), row).shape.gated);
        row.ffn = 16640;
        row.parameters = 6.9e9;
        QVERIFY(!row_shape(shipped(), row).shape.gated);
        row.ffn = 11008;
        row.parameters = 37e9;
        const catalog::ModelShape mixture = row_shape(shipped(), row).shape;
        QCOMPARE(mixture.experts, 8);
        QVERIFY(std::abs(catalog::total_parameters(mixture) / 37e9 - 1) < 0.1);
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

PLATEAU_TEST(EvidencePose)
#include "tst_evidence_pose.moc"
