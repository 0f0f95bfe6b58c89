// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/evidence/shape.h"
#include "tests/core/sample_rows.h"

namespace tst_evidence_pose {

using namespace plateau;
using namespace plateau::evidence;

using test::complete_row;
using test::mixture_row;
using test::shipped;
using test::was_filled;

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
        row("NVIDIA GeForce RTX 4090", "rtx_4090");
        row("RTX 3090", "rtx_3090");
        row("RTX 3080", "");
        row("GH200", "gh200");
        row("H200", "h200");
        row("A10G", "a10g");
        row("A100-PCIe-40GB", "a100_pcie_40");
        row("V100-PCIe-32GB", "v100_pcie_32");
        row("V100", "v100_sxm2_32");
        row("MI300A", "mi300a");
        row("MI300X", "mi300x");
        row("Ascend 910B", "ascend_910b");
        row("Ascend 910A", "");
        row("TPU v3", "tpu_v3");
        row("H20-96GB", "h20");
        row("TPU-v7x-Ironwood", "tpu_v7");
        row("TPU v7x", "tpu_v7");
        row("Ironwood", "tpu_v7");
        row("TPU-v6e-Trillium", "tpu_v6e");
        row("GB300-288GB", "gb300_nvl72");
        row("B300-SXM-288GB", "b300");
        row("MI325X-256GB", "mi325x");
        row("A40-48GB", "a40");
        row("RTX 5080", "");
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

    /// What a run says of itself chooses among the stacks of its software.
    void stacks_of_one_family_are_told_apart_data()
    {
        QTest::addColumn<QString>("framework");
        QTest::addColumn<int>("year");
        QTest::addColumn<int>("flash"); // -1: not said
        QTest::addColumn<int>("overlap");
        QTest::addColumn<int>("precision");
        QTest::addColumn<QString>("stack");
        const auto row = [](const char* name, const char* framework, int year, int flash, int overlap, Precision format,
                            const char* stack) {
            QTest::newRow(name) << framework << year << flash << overlap << int(format) << stack;
        };
        row("Bridge", "Megatron-Bridge", 2026, 1, -1, Precision::Bf16, "nemo_bf16");
        row("Bridge on megatron-core", "Megatron-Bridge (mcore)", 2026, -1, -1, Precision::MxFp8, "nemo_fp8");
        row("NeMo before fused attention", "NeMo", 2022, 0, -1, Precision::Bf16, "nemo_2022");
        row("NeMo of that year", "NeMo", 2023, -1, -1, Precision::Bf16, "nemo_2022");
        row("NeMo of that year, fused", "NeMo", 2023, 1, -1, Precision::Bf16, "nemo_bf16");
        row("its FSDP library", "NeMo AutoModel (PyTorch FSDP2)", 2026, 1, -1, Precision::Bf16, "nemo_automodel");
        row("built on FSDP2", "Halo (PyTorch FSDP2 + DeepEP)", 2026, 1, -1, Precision::Bf16, "halo");
        row("megatron-core", "Megatron-LM", 2024, 1, -1, Precision::Bf16, "megatron_core_2024");
        row("overlapped", "Megatron-LM (mcore)", 2024, 1, 1, Precision::Bf16, "megatron_core_overlap");
        row("overlap switched off", "Megatron-LM (mcore)", 2026, 1, 0, Precision::Bf16, "megatron_core_2024");
        row("built on it", "GPT-NeoX 2.0", 2022, 0, -1, Precision::Fp16, "megatron_deepspeed_2022_fp16");
        row("with another optimizer", "GPT-NeoX 2.0", 2022, 0, -1, Precision::Bf16, "megatron_deepspeed_2022");
        row("of later years", "Megatron-DeepSpeed", 2023, 0, -1, Precision::Fp16, "megatron_deepspeed");
        row("on either of two, Megatron", "ms-swift (Megatron-core)", 2025, 1, -1, Precision::Bf16,
            "megatron_core_2024");
        row("on either of two, DeepSpeed", "ms-swift (DeepSpeed)", 2025, 1, -1, Precision::Bf16, "deepspeed_2023");
        row("transformers on DeepSpeed", "TRL (DeepSpeed ZeRO-3)", 2025, 1, -1, Precision::Bf16, "deepspeed_2023");
        row("transformers alone", "TRL SFTTrainer", 2025, 1, -1, Precision::Bf16, "huggingface_fsdp");
        row("FSDP apart from its name", "Hugging Face TRL (FSDP2)", 2025, 1, -1, Precision::Bf16, "huggingface_fsdp");
        row("axolotl with FSDP", "Axolotl 0.9 (FSDP2)", 2025, 1, -1, Precision::Bf16, "huggingface_fsdp");
        row("accelerate with FSDP", "accelerate, FSDP", 2025, 1, -1, Precision::Bf16, "huggingface_fsdp");
        row("built on its FSDP", "OLMo", 2024, 1, -1, Precision::Bf16, "pytorch_fsdp_2024");
        row("an unknown name", "Nobody's trainer", 2025, 1, -1, Precision::Bf16, "unknown_flash");
        row("new software, unfused for once", "Megatron-LM", 2026, 0, -1, Precision::Bf16, "megatron_core_2024");
    }
    void stacks_of_one_family_are_told_apart()
    {
        QFETCH(QString, framework);
        QFETCH(int, year);
        QFETCH(int, flash);
        QFETCH(int, overlap);
        QFETCH(int, precision);
        const auto said = [](int value) { return value < 0 ? std::nullopt : std::optional<bool>(value != 0); };
        const Software software{framework.toStdString(), {}, double(year), said(flash),
                                Precision(precision),    {}, said(overlap)};
        QTEST(QString::fromStdString(choose_stack(shipped(), software).stack->id), "stack");
    }

    void number_formats_are_what_multiplies_data()
    {
        QTest::addColumn<QString>("cell");
        QTest::addColumn<int>("format");
        QTest::addColumn<bool>("flagged");
        const auto row = [](const char* cell, Precision format, bool flagged = false) {
            QTest::newRow(cell) << cell << int(format) << flagged;
        };
        row("fp8-mx", Precision::MxFp8);
        row("mxfp8", Precision::MxFp8);
        row("fp8-cs", Precision::Fp8);
        row("bf16+fp8", Precision::Fp8);
        row("fp8 rowwise", Precision::Fp8);
        row("fp8?", Precision::Fp8, true);
        row("bf16 (pure, no fp32 master)", Precision::Bf16);
        row("fp4(nvfp4)", Precision::NvFp4);
        row("amp", Precision::Bf16, true);
    }
    void number_formats_are_what_multiplies()
    {
        QFETCH(QString, cell);
        Row row = complete_row();
        row.gpu = "B200";
        row.precision_words = cell.toStdString();
        row.precision = leading_word(row.precision_words);
        const Posed posed = pose(shipped(), row);
        QTEST(int(posed.scenario.workload.precision), "format");
        const bool unknown = was_filled(posed, ("precision=" + row.precision).c_str());
        QTEST(was_filled(posed, "precision") || unknown, "flagged");
        QCOMPARE(unknown, cell == "amp");
        QCOMPARE(posed.scenario.assumptions.numerics.fp8_scaling == Fp8Scaling::Row, cell == "fp8 rowwise");
    }

    void stated_stages_keep_their_layers()
    {
        Row row = complete_row();
        row.cell<&Plan::pp>() = "4";
        row.cell<&Plan::first_stage_layers>() = "7";
        const Plan plan = pose(shipped(), row).scenario.plan;
        QCOMPARE(plan.first_stage_layers, 7);
        QCOMPARE(plan.last_stage_layers, 0);
    }

    void notes_and_columns_say_what_overlaps_and_what_leaves()
    {
        Row row = complete_row();
        const auto pieces = [&] { return pose(shipped(), row).scenario.assumptions.stack.constants.async_tensor; };
        QCOMPARE(pieces(), 0.0);
        for (const char* notes : {"async TP, bf16; 8 GPU/node", "Table 4: 2D+AsyncTP + compile",
                                  "TP/SP all-gather and reduce-scatter overlapped, P2P overlapped"}) {
            row.notes = notes;
            QCOMPARE(pieces(), 1.0);
        }
        row.notes = "vanilla TP, bf16";
        QCOMPARE(pieces(), 0.0);
        row.notes = "overlap switched off (TP, P2P, DP) by the launcher";
        QCOMPARE(pose(shipped(), row).scenario.assumptions.stack.id, std::string("megatron_core_2024"));
        row.notes.clear();
        row.facts["overlap-grad-reduce"] = "true";
        QCOMPARE(pose(shipped(), row).scenario.assumptions.stack.id, std::string("megatron_core_overlap"));
        row.activation_offload = 0.331;
        QCOMPARE(pose(shipped(), row).scenario.assumptions.offload.activations, 0.331);
    }

    /// Liger replaces the models of transformers, loss and all; other software takes some of its kernels.
    void kernels_that_a_run_names_choose_its_stack()
    {
        Row row = complete_row();
        row.framework = "TRL SFTTrainer / transformers v5 (FSDP2)";
        row.year = 2026;
        QCOMPARE(pose(shipped(), row).scenario.assumptions.stack.id, std::string("huggingface_fsdp"));
        row.notes = "stock TRL; Flash Attention 4, Liger, grouped GEMM";
        const Scenario liger = pose(shipped(), row).scenario;
        QCOMPARE(liger.assumptions.stack.id, std::string("huggingface_liger"));
        QCOMPARE(liger.assumptions.loss, catalog::Loss::Fused);
        row.framework = "Somebody's trainer (PyTorch FSDP2)";
        const Scenario other = pose(shipped(), row).scenario;
        QCOMPARE(other.assumptions.stack.id, std::string("pytorch_fsdp_2024"));
        QCOMPARE(other.assumptions.loss, catalog::Loss::Whole);
    }

    /// What stands on several engines ran on the one that its sharding names.
    void sharding_tells_engines_apart_data()
    {
        QTest::addColumn<QString>("framework");
        QTest::addColumn<QString>("mode");
        QTest::addColumn<QString>("stack");
        for (const char* framework : {"Accelerate", "Hugging Face", "axolotl", "LLaMA-Factory"}) {
            QTest::newRow(framework) << framework << "fsdp"
                                     << "huggingface_fsdp";
            QTest::addRow("%s, ZeRO", framework) << framework << "zero3"
                                                 << "deepspeed_2023";
        }
        QTest::newRow("of its version") << "accelerate (FSDP2)"
                                        << ""
                                        << "huggingface_fsdp";
        QTest::newRow("the Trainer") << "Hugging Face Trainer"
                                     << "full_shard"
                                     << "huggingface_fsdp";
        QTest::newRow("PyTorch's own") << "PyTorch FSDP2"
                                       << "fsdp"
                                       << "pytorch_fsdp_2024";
        QTest::newRow("an unknown name") << "Nobody's trainer"
                                         << "fsdp"
                                         << "unknown_flash";
    }
    void sharding_tells_engines_apart()
    {
        QFETCH(QString, framework);
        QFETCH(QString, mode);
        Row row = complete_row();
        row.framework = framework.toStdString();
        row.dp_mode = mode.toStdString();
        row.year = 2025;
        row.flash = true;
        QTEST(QString::fromStdString(pose(shipped(), row).scenario.assumptions.stack.id), "stack");
    }

    void words_of_adapters_and_routing_are_known_or_said()
    {
        Row row = complete_row();
        for (const char* kind : {"lora", "qlora", "dora", "peft", "adapters"}) {
            row.fine_tune = kind;
            const Posed posed = pose(shipped(), row);
            QCOMPARE(posed.scenario.workload.fine_tune, FineTune::Lora);
            QCOMPARE(posed.scenario.assumptions.numerics.base_weight_bytes < 1, row.fine_tune == "qlora");
        }
        row.fine_tune = "prefix";
        const Posed whole = pose(shipped(), row);
        QCOMPARE(whole.scenario.workload.fine_tune, FineTune::None);
        QVERIFY(was_filled(whole, "fine_tune=prefix"));
        row = mixture_row();
        const auto spread = [&](const char* routing) {
            row.routing = routing;
            return pose(shipped(), row).scenario.assumptions.expert_spread;
        };
        QCOMPARE(spread("forced"), 0.0);
        QVERIFY(spread("trained") > 0 && spread("trained") < spread("synthetic"));
        QCOMPARE(spread("trained"), spread(""));
        QVERIFY(!was_filled(pose(shipped(), row), "routing="));
        QCOMPARE(spread("bar"), spread(""));
        row.routing = "bar";
        QVERIFY(was_filled(pose(shipped(), row), "routing=bar"));
    }

    void experts_are_columns()
    {
        Row row = mixture_row();
        catalog::ModelShape shape = row_shape(shipped(), row).shape;
        QCOMPARE(shape.experts, 48);
        QCOMPARE(shape.experts_per_token, 6);
        QCOMPARE(shape.ffn, 1408);
        QCOMPARE(shape.shared_experts, 2);
        QCOMPARE(shape.dense_layers, 1);
        QCOMPARE(shape.dense_ffn, 11008);
        row.hidden = 7168; // DeepSeek-V3's layers, fewer of them
        row.heads = row.kv_heads = 128;
        row.ffn = 18432;
        row.experts = 256;
        row.experts_per_token = 8;
        row.expert_ffn = 2048;
        row.shared_experts = 1;
        row.layers = 4;
        shape = row_shape(shipped(), row).shape;
        QCOMPARE(shape.kv_rank, 512);
        QCOMPARE(shape.layers, 4);
        QCOMPARE(shape.dense_layers, 1);
    }

    void notes_say_how_experts_are_launched_data()
    {
        QTest::addColumn<QString>("framework");
        QTest::addColumn<QString>("notes");
        QTest::addColumn<QString>("products");
        QTest::newRow("a library's") << "Megatron-LM"
                                     << "grouped gemm; forced balance"
                                     << "each";
        QTest::newRow("not told") << "Megatron-LM"
                                  << ""
                                  << "each";
        QTest::newRow("PyTorch's") << "torchtitan"
                                   << ""
                                   << "grouped";
        QTest::newRow("models of transformers") << "TRL"
                                                << ""
                                                << "loop";
        QTest::newRow("a loop that is told") << "Megatron-LM"
                                             << "per-expert loop"
                                             << "loop";
        QTest::newRow("grouped after all") << "TRL"
                                           << "flash attention 4, grouped gemm"
                                           << "grouped";
    }
    void notes_say_how_experts_are_launched()
    {
        QFETCH(const QString, framework);
        QFETCH(const QString, notes);
        Row row = mixture_row();
        row.framework = framework.toStdString();
        row.year = 2025;
        row.notes = notes.toStdString();
        QTEST(QString(name(pose(shipped(), row).scenario.assumptions.expert_products)), "products");
    }

    void dispatcher_overlap_and_routing_are_taken()
    {
        Row row = mixture_row();
        row.dispatcher = "deepep";
        row.routing = "tokendrop";
        row.expert_overlap = true;
        const Posed posed = pose(shipped(), row);
        QCOMPARE(posed.scenario.assumptions.dispatcher, catalog::Dispatcher::DeepEp);
        QVERIFY(posed.scenario.assumptions.stack.constants.expert_overlap > 0.5);
        QCOMPARE(posed.scenario.workload.capacity_factor, 1.0);
        row.routing = "forced";
        QCOMPARE(pose(shipped(), row).scenario.assumptions.expert_spread, 0.0);
        row.routing.clear();
        QCOMPARE(pose(shipped(), row).scenario.workload.capacity_factor, 0.0);
        QCOMPARE(pose(shipped(), row).scenario.assumptions.expert_spread,
                 catalog::values_of(posed.scenario.assumptions.physics).routing_spread);
        row.facts["capacity"] = "2";
        QCOMPARE(pose(shipped(), row).scenario.workload.capacity_factor, 2.0);
    }

    void flop_rates_of_a_stated_convention_are_measurements()
    {
        Row row = complete_row();
        row.model_flop_per_s = 200e12;
        const catalog::ModelShape shape = row_shape(shipped(), row).shape;
        const auto measured = [&](const char* convention) {
            row.flop_kind = convention;
            row.model_flop_per_token.reset();
            take_measure(shipped(), row);
            return row.measured_tokens_per_s_per_gpu().value_or(0);
        };
        const auto flop = [&](catalog::FlopConvention convention) {
            return catalog::model_flop_per_token(shape, 4096, convention);
        };
        QCOMPARE(measured("model(72-formula)"), 200e12 / flop(catalog::FlopConvention::FullAttention));
        QCOMPARE(measured("model (FLOPs, causal-halved attention)"),
                 200e12 / flop(catalog::FlopConvention::CausalAttention));
        QCOMPARE(measured("model(NVIDIA)"), 0.0);
        QCOMPARE(measured("hardware(96-formula)"), 0.0);
        QCOMPARE(measured("model, full attention") * *row.measured_step_seconds(), 64.0 * 4096 / 16);
        row.step_seconds = 3;
        QCOMPARE(measured("model, full attention"), 64.0 * 4096 / 16 / 3);
    }

    /// MFU counts model FLOP: of attention in full unless the table says that it was halved by the mask.
    void mfu_is_a_measurement()
    {
        Row row = complete_row();
        row.mfu = 0.45;
        const auto flop = [&](catalog::FlopConvention convention) {
            return catalog::model_flop_per_token(row_shape(shipped(), row).shape, 4096, convention);
        };
        const auto measured = [&] {
            Row timed = row;
            take_measure(shipped(), timed);
            return timed.measured_tokens_per_s_per_gpu().value_or(0);
        };
        QCOMPARE(measured(), 0.45 * 312e12 / flop(catalog::FlopConvention::FullAttention));
        QVERIFY(was_filled(pose(shipped(), row), "tflops_kind"));
        row.flop_kind = "causal-halved";
        QCOMPARE(measured(), 0.45 * 312e12 / flop(catalog::FlopConvention::CausalAttention));
        QVERIFY(!was_filled(pose(shipped(), row), "tflops_kind"));
        row.tokens_per_s_per_gpu = 1000; // what was measured wins
        QCOMPARE(measured(), 1000.0);
    }

    void a_row_that_is_excluded_stands_in_no_table()
    {
        const WorkspacePointer workspace = make_workspace();
        Row row = complete_row();
        row.step_seconds = 3;
        QVERIFY(predict(make_case(shipped(), row, *workspace), row, *workspace).predicted());
        row.excluded = true;
        QCOMPARE(predict(make_case(shipped(), row, *workspace), row, *workspace).skipped, std::string(excluded_cell));
    }

    /// What tables have no column for is the named model's, however many layers the row has.
    void a_cut_model_keeps_what_is_known_of_it()
    {
        Row row = complete_row();
        row.parameters.reset();
        row.model = "Qwen/Qwen3-0.6B";
        row.layers = 14;
        row.hidden = 1024;
        row.heads = 16;
        row.kv_heads = 8;
        row.ffn = 3072;
        row.vocab = 151936;
        const catalog::ModelShape& whole = *shipped().model("qwen3_0_6b");
        catalog::ModelShape cut = row_shape(shipped(), row).shape;
        QCOMPARE(cut.layers, 14);
        QCOMPARE(cut.head_dim, whole.head_dim); // 128, not 1024 / 16
        QCOMPARE(cut.tied_embeddings, whole.tied_embeddings);
        row.ffn = 4096; // another model, whatever its name
        QCOMPARE(row_shape(shipped(), row).shape.head_dim, 64);
        row.head_dim = 128;
        QCOMPARE(row_shape(shipped(), row).shape.head_dim, 128);

        Row named; // by its name and depth alone
        named.model = "gemma3_27b";
        named.layers = 31;
        const catalog::ModelShape& gemma = *shipped().model("gemma3_27b");
        cut = row_shape(shipped(), named).shape;
        QCOMPARE(cut.layers, 31);
        QCOMPARE(cut.window, gemma.window);
        QCOMPARE(cut.window_layers, int(std::lround(31.0 * gemma.window_layers / gemma.layers)));
        QVERIFY(row_shape(shipped(), named).defaults.empty());
    }

    /// A word that cannot be taken is named beside what stands in for it.
    void unknown_number_formats_are_named()
    {
        Row row = complete_row();
        row.precision = row.precision_words = "int8";
        Posed posed = pose(shipped(), row);
        QCOMPARE(posed.scenario.workload.precision, Precision::Bf16);
        QVERIFY(was_filled(posed, "precision=int8"));
        QVERIFY(QString(filling_of("precision=int8")) != QString(filling_of("precision")));
        row.precision = row.precision_words = "fp8"; // A100 has no such units
        posed = pose(shipped(), row);
        QVERIFY(was_filled(posed, "precision=fp8"));
        row.precision = row.precision_words = "tf32";
        posed = pose(shipped(), row);
        QVERIFY(!was_filled(posed, "precision=tf32"));
        QCOMPARE(posed.scenario.assumptions.numerics.weight_wire_bytes, 4.0);
    }

    void frozen_weights_are_not_trained_in_full()
    {
        const WorkspacePointer workspace = make_workspace();
        Row row = complete_row();
        const double whole = predict(make_case(shipped(), row, *workspace), row, *workspace).step_seconds;
        row.fine_tune = "lora";
        Posed posed = pose(shipped(), row);
        QVERIFY(posed.scenario.workload.fine_tune == FineTune::Lora);
        QCOMPARE(posed.scenario.workload.lora_rank, 16);
        QVERIFY(was_filled(posed, "lora_rank"));
        row.facts["r"] = "8";
        posed = pose(shipped(), row);
        QCOMPARE(posed.scenario.workload.lora_rank, 8);
        QVERIFY(!was_filled(posed, "lora_rank"));
        const Prediction prediction = predict(make_case(shipped(), row, *workspace), row, *workspace);
        QVERIFY(prediction.step_seconds < 0.85 * whole);
        QVERIFY(prediction.step_seconds > 0.6 * whole);
    }

    void policies_that_name_tensors_make_the_others_again()
    {
        Row row = complete_row();
        row.cell<&Plan::recompute>() = "selective";
        QVERIFY(pose(shipped(), row).scenario.plan.recompute == Recompute::Selective);
        row.notes = "remat_policy=custom decoder_layer_input=offload";
        row.facts = key_values(row.notes);
        const Scenario scenario = pose(shipped(), row).scenario;
        QVERIFY(scenario.plan.recompute == Recompute::Full);
        QCOMPARE(scenario.assumptions.offload.activations, 1.0);
    }

    void graphs_are_read_data()
    {
        QTest::addColumn<QString>("column");
        QTest::addColumn<QString>("notes");
        QTest::addColumn<int>("graphs");
        const auto row = [](const char* name, const char* column, const char* notes, catalog::Graphs graphs) {
            QTest::newRow(name) << column << notes << int(graphs);
        };
        using catalog::Graphs;
        row("all", "", "EP 8; cuda graph full_iteration", Graphs::Full);
        row("none", "", "EP 8; cuda graph none", Graphs::None);
        row("in words", "", "no CUDA graph", Graphs::None);
        row("something else is not there", "", "no MTP, full-iteration CUDA graph", Graphs::Full);
        row("attention", "", "graph of attention only", Graphs::Attention);
        row("parts", "", "TE CUDA graphs moe_router+moe_preprocess", Graphs::Router);
        row("column", "full", "cuda graph none", Graphs::Full);
        row("column, none", "no", "", Graphs::None);
        row("not said", "", "EP 8", Graphs::None);
    }

    void graphs_are_read()
    {
        QFETCH(QString, column);
        QFETCH(QString, notes);
        QFETCH(int, graphs);
        Row row = complete_row();
        row.graphs = column.toStdString();
        row.notes = notes.toStdString();
        QCOMPARE(int(pose(shipped(), row).scenario.assumptions.graphs), graphs);
    }

    /// Recipes of NVIDIA capture on Blackwell; what nobody said is named.
    void graphs_follow_program_and_accelerator()
    {
        Row row = complete_row();
        row.framework = "Megatron-Bridge";
        row.year = 2026;
        for (const auto& [gpu, graphs] :
             {std::pair("H100", catalog::Graphs::None), std::pair("B200", catalog::Graphs::Full)}) {
            row.gpu = gpu;
            const Posed posed = pose(shipped(), row);
            QCOMPARE(posed.scenario.assumptions.graphs, graphs);
            QVERIFY(was_filled(posed, "cuda_graphs"));
        }
        row.framework = "torchtitan";
        QCOMPARE(pose(shipped(), row).scenario.assumptions.graphs, catalog::Graphs::None);
    }

    void columns_say_what_no_note_can()
    {
        Row row = complete_row();
        row.domain = 4;
        row.loss = "fused";
        row.gradient_bytes = 2;
        row.master_bytes = 2;
        row.moment_bytes = 4;
        row.scatters_each = false;
        row.document = *row.sequence / 4;
        const Scenario scenario = pose(shipped(), row).scenario;
        QCOMPARE(scenario.cluster.tiers.front().domain_size, 4.0);
        QCOMPARE(scenario.assumptions.loss, catalog::Loss::Fused);
        QCOMPARE(scenario.assumptions.stack.constants.gradient_bytes, 2.0);
        QCOMPARE(scenario.assumptions.stack.constants.scatter_once, 1.0);
        QCOMPARE(scenario.assumptions.numerics.master_bytes, 2.0);
        QCOMPARE(scenario.assumptions.numerics.moment_bytes, 4.0);
        QCOMPARE(scenario.workload.document_length, *row.sequence / 4);
    }

    void losses_are_read_data()
    {
        QTest::addColumn<QString>("notes");
        QTest::addColumn<int>("loss");
        QTest::newRow("chunks") << "chunked NLL loss" << int(catalog::Loss::Chunked);
        QTest::newRow("fused") << "fused linear loss" << int(catalog::Loss::Fused);
    }
    void losses_are_read()
    {
        QFETCH(QString, notes);
        Row row = complete_row();
        row.notes = notes.toStdString();
        QTEST(int(pose(shipped(), row).scenario.assumptions.loss), "loss");
    }

    void notes_name_the_moments_format()
    {
        Row row = complete_row();
        row.notes = "full-iteration CUDA graph; moments in bf16, gradients and master fp32";
        QCOMPARE(pose(shipped(), row).scenario.assumptions.numerics.moment_bytes, 4.0);
    }

    void inputs_wait_in_host_memory()
    {
        Row row = complete_row();
        row.notes = "inputs offloaded to the host";
        QCOMPARE(pose(shipped(), row).scenario.assumptions.offload.activations, 1.0);
    }

    /// An assignment is a setting; a program made from another is taken for it where nobody knows it.
    void notes_name_programs_data()
    {
        QTest::addColumn<QString>("framework");
        QTest::addColumn<QString>("notes");
        QTest::addColumn<QString>("stack");
        QTest::newRow("a setting") << "Megatron-LM"
                                   << "FSDP=8; EP 8"
                                   << "megatron_core_2024";
        QTest::newRow("a program, then a setting") << "FlagScale/Megatron"
                                                   << "PaddlePaddle 2.5 GAS=4"
                                                   << "paddle_2023";
        QTest::newRow("made from another") << "Nobody's trainer"
                                           << "BF16; a fork of torchtitan"
                                           << "torchtitan_eager";
        QTest::newRow("known itself") << "Megatron-LM"
                                      << "BF16; built on torchtitan"
                                      << "megatron_core_2024";
    }
    void notes_name_programs()
    {
        QFETCH(QString, framework);
        QFETCH(QString, notes);
        Row row = complete_row();
        row.framework = framework.toStdString();
        row.notes = notes.toStdString();
        row.facts = key_values(row.notes);
        row.year = 2025;
        row.compiled = false;
        row.flash = true;
        QTEST(QString::fromStdString(pose(shipped(), row).scenario.assumptions.stack.id), "stack");
    }

    /// Without a word about the kernel: products in 8 bit come with a library that has its own.
    void narrow_products_bring_their_attention()
    {
        Row row = complete_row();
        row.framework = "Megatron-LM";
        row.year = 2026;
        row.gpu = "H100";
        row.attention.clear();
        for (const auto& [format, kernel] :
             {std::pair("bf16", AttentionKernel::Flash2), std::pair("fp8", AttentionKernel::CudnnFlash)}) {
            row.precision = row.precision_words = format;
            QCOMPARE(pose(shipped(), row).scenario.assumptions.attention, kernel);
        }
    }

    void routers_settle()
    {
        Row row = complete_row();
        row.model = "mixtral_8x7b";
        row.layers = row.hidden = row.heads = std::nullopt;
        const auto spread = [&](double steps) {
            row.router_steps = steps;
            return pose(shipped(), row).scenario.assumptions.expert_spread;
        };
        QCOMPARE(spread(0), 0.9);
        QCOMPARE(spread(600), 0.3);
        QVERIFY(spread(1e6) < 0.11);
    }

    void frozen_weights_are_read_data()
    {
        QTest::addColumn<QString>("framework");
        QTest::addColumn<QString>("precision");
        QTest::addColumn<QString>("notes");
        QTest::addColumn<double>("bytes");
        QTest::newRow("16 bit") << "NeMo"
                                << "bf16"
                                << "" << 2.;
        QTest::newRow("multiplied in fp8") << "NeMo"
                                           << "fp8"
                                           << "" << 1.;
        QTest::newRow("any software in fp8") << "PyTorch FSDP"
                                             << "fp8"
                                             << "" << 2.;
        QTest::newRow("in words") << "NeMo"
                                  << "bf16"
                                  << "fp8_params=True" << 1.;
        QTest::newRow("QLoRA") << "Axolotl"
                               << "bf16"
                               << "QLoRA, double quantisation" << 0.52;
        QTest::newRow("nf4") << "Axolotl"
                             << "bf16"
                             << "base in NF4" << 0.52;
    }

    void frozen_weights_are_read()
    {
        QFETCH(QString, framework);
        QFETCH(QString, precision);
        QFETCH(QString, notes);
        QFETCH(double, bytes);
        Row row = complete_row();
        row.gpu = "H100";
        row.fine_tune = "lora";
        row.year = 2025;
        row.framework = framework.toStdString();
        row.precision = precision.toStdString();
        row.notes = notes.toStdString();
        QCOMPARE(pose(shipped(), row).scenario.assumptions.numerics.base_weight_bytes, bytes);
    }

    /// torchtitan's loss comes in chunks since 2026.
    void software_of_its_year()
    {
        Row row = complete_row();
        row.framework = "torchtitan";
        for (const auto& [year, compiled, stack] :
             {std::tuple(2025., true, "torchtitan"), std::tuple(2025., false, "torchtitan_eager"),
              std::tuple(2026., true, "torchtitan_2026"), std::tuple(2026., false, "torchtitan_2026_eager")}) {
            row.year = year;
            row.compiled = compiled;
            QCOMPARE(QString::fromStdString(pose(shipped(), row).scenario.assumptions.stack.id),
                     QString::fromLatin1(stack));
        }
    }

    void optimizers_are_read()
    {
        Row row = complete_row();
        QVERIFY(pose(shipped(), row).scenario.assumptions.numerics.optimizer == OptimizerKind::Adam);
        row.notes = "Halo; optimizer AdamWBF16 6 B/param";
        const Numerics numerics = pose(shipped(), row).scenario.assumptions.numerics;
        QVERIFY(numerics.optimizer == OptimizerKind::Adam16);
        QCOMPARE(numerics.moment_bytes, 4.0);
        row.notes = "training.dtype=bfloat16: all states bf16 (8 B/param)";
        QVERIFY(pose(shipped(), row).scenario.assumptions.numerics.optimizer == OptimizerKind::Adam16);
        QCOMPARE(numerics.master_bytes, 0.0);
        row.notes = "bitsandbytes 8-bit AdamW";
        QVERIFY(pose(shipped(), row).scenario.assumptions.numerics.optimizer == OptimizerKind::Adam8);
    }

    void what_a_study_makes_again_is_not_kept()
    {
        Row row = complete_row();
        const catalog::StackConstants usual = pose(shipped(), row).scenario.assumptions.stack.constants;
        row.notes = "recompute of SwiGLU activation + RMSNorm only";
        const catalog::StackConstants less = pose(shipped(), row).scenario.assumptions.stack.constants;
        QCOMPARE(usual.activation_hidden_bytes - less.activation_hidden_bytes, 4.0);
        QCOMPARE(usual.activation_gated_bytes - less.activation_gated_bytes, 2.0);
    }

    void compiler_tells_stacks_apart()
    {
        Software software{"torchtitan", {}, 2024.0, true, Precision::Bf16, true};
        QCOMPARE(choose_stack(shipped(), software).stack->constants.compiled_kernels, 1.0);
        software.compiled = false;
        QCOMPARE(choose_stack(shipped(), software).stack->constants.compiled_kernels, 0.0);
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
};

PLATEAU_TEST(EvidencePose)

} // namespace tst_evidence_pose

#include "tst_evidence_pose.moc"
