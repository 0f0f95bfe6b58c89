// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <fstream>
#include <set>

#include <QTemporaryDir>
#include <QTest>

#include "core/catalog/catalog.h"
#include "core/files/node.h"

using namespace plateau;
using namespace plateau::catalog;
namespace fs = std::filesystem;

namespace {

const Catalog& shipped()
{
    static const Catalog catalog = read({PRESETS});
    return catalog;
}

void write(const fs::path& file, const std::string& text)
{
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
}

std::string text_of(const fs::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::string changed(std::string text, const std::string& from, const std::string& to)
{
    const size_t at = text.find(from);
    return at == std::string::npos ? std::string() : text.replace(at, from.size(), to);
}

size_t files_in(const char* kind) { return preset_files({PRESETS}, kind).size(); }

} // namespace

class CatalogTest : public QObject {
    Q_OBJECT

private slots:
    void shipped_files_read();
    void accelerators_are_whole();
    void transports_say_all_that_is_computed_with();
    void accelerator_values();
    void doubtful_fields_are_marked();
    void stacks_are_whole();
    void stack_table();
    void physics_is_whole();
    void physics_of_a_folder();
    void physics_missing();
    void parameters_data();
    void parameters();
    void flop();
    void experts();
    void mixtures_data();
    void mixtures();
    void latent_attention();
    void sliding_window();
    void hugging_face_data();
    void hugging_face();
    void user_folder();
    void bad_files_data();
    void bad_files();
    void stack_based_on();
    void folders();
};

void CatalogTest::shipped_files_read()
{
    const Catalog& catalog = shipped();
    for (const Error& problem : catalog.problems)
        qWarning("%s", english(problem).c_str());
    QCOMPARE(catalog.problems.size(), size_t(0));
    QCOMPARE(catalog.accelerators.size(), files_in("hardware"));
    QCOMPARE(catalog.models.size(), files_in("models"));
    QCOMPARE(catalog.stacks.size(), files_in("stacks"));
    QCOMPARE(catalog.transports.size(), files_in("transports"));
    for (const char* id :
         {"v100_sxm2_16", "v100_sxm2_32", "v100_sxm3_32", "a100_sxm_40",  "a100_sxm_80", "a100_pcie_80", "a800_sxm_80",
          "h100_sxm",     "h100_pcie",    "h100_nvl",     "h100_96_500w", "h200",        "h800",         "b100",
          "b200",         "b300",         "gb200_nvl72",  "gb300_nvl72",  "rubin_nvl72", "mi250x",       "mi300x",
          "mi325x",       "mi355x",       "mi455x",       "tpu_v4",       "tpu_v5e",     "tpu_v5p",      "tpu_v6e",
          "tpu_v7",       "gaudi2",       "gaudi3",       "trainium1",    "trainium2",   "trainium3"})
        QVERIFY2(catalog.accelerator(id), id);
    QVERIFY(!catalog.accelerator("h1000"));
}

/// Every constant of a collective that a question can ask for stands in the file; what sums inside a domain only where
/// the hardware can.
void CatalogTest::transports_say_all_that_is_computed_with()
{
    const auto whole = files::read_yaml(std::filesystem::path(PRESETS) / "transports/nccl_nvl72.yaml");
    QVERIFY(whole && whole->root.find("collnet_base") && whole->root.find("pat_base"));
    for (const Transport& transport : shipped().transports) {
        const auto document
            = files::read_yaml(std::filesystem::path(PRESETS) / "transports" / (transport.id + ".yaml"));
        QVERIFY(document.has_value());
        for (const files::Key& key : whole->root.keys) {
            const bool in_switches = key.text.starts_with("nvls") && !transport.in_switch_reduction;
            if (key.text != "notes" && !in_switches)
                QVERIFY2(document->root.find(key.text), (transport.id + ": " + key.text).c_str());
        }
    }
}

void CatalogTest::accelerators_are_whole()
{
    for (const Accelerator& a : shipped().accelerators) {
        const char* id = a.id.c_str();
        QVERIFY2(!a.sources.empty() && !a.title.empty() && !a.vendor.empty(), id);
        QVERIFY2(a.tiers.size() >= 2 && std::isinf(a.tiers.back().domain_size), id);
        QVERIFY2(a.memory_bytes > 1e9 && a.memory_bytes_per_s > 1e11, id);
        QVERIFY2(a.tdp_watts > a.idle_watts && a.idle_watts > 0 && a.node_overhead_watts > 0, id);
        QVERIFY2(a.price.usd_per_gpu_hour > 0 && !a.price.source.empty() && !a.price.date.empty(), id);
        QVERIFY2(!a.transport.title.empty(), id);
        QVERIFY2(a.peak_flops[int(Precision::Bf16)] > 0 || a.peak_flops[int(Precision::Fp16)] > 0, id);
        for (const NetworkTier& tier : a.tiers)
            QVERIFY2(tier.pair_bytes_per_s <= tier.bandwidth_bytes_per_s && tier.bandwidth_bytes_per_s > 0, id);
        if (!a.measured_kernels)
            QVERIFY2(known_by(a, "gemm") == KnownBy::Estimated, id);
    }
    for (const Transport& transport : shipped().transports)
        QVERIFY2(!transport.sources.empty(), transport.id.c_str());
    for (const ModelShape& model : shipped().models)
        QVERIFY2(!model.sources.empty(), model.id.c_str());
}

void CatalogTest::accelerator_values()
{
    const Accelerator& h100 = *shipped().accelerator("h100_sxm");
    QCOMPARE(h100.peak_flops[int(Precision::Bf16)], 989.4e12);
    QCOMPARE(h100.peak_flops[int(Precision::Fp8)], 1979e12);
    QCOMPARE(h100.peak_flops[int(Precision::NvFp4)], 0.0);
    QCOMPARE(h100.memory_bytes, 80e9);
    QCOMPARE(h100.memory_bytes_per_s, 3.35e12);
    QCOMPARE(h100.tiers[0].bandwidth_bytes_per_s, 450e9);
    QCOMPARE(h100.tiers[0].domain_size, 8.0);
    QCOMPARE(h100.tiers[1].bandwidth_bytes_per_s, 50e9);
    QCOMPARE(h100.gemm.floor_seconds, 2.8e-6);
    QCOMPARE(h100.gemm.efficiency, 0.832);
    QCOMPARE(h100.gemm.long_kernel_loss, 0.077);
    QCOMPARE(h100.attention_flash2.half_sequence, 532.0);
    QCOMPARE(h100.transport.id, std::string("nccl_hopper"));
    QVERIFY(h100.transport.in_switch_reduction && h100.measured_kernels && h100.measured_collectives);
    QCOMPARE(h100.price.usd_per_gpu_hour, 2.99);
    const Accelerator& v100 = *shipped().accelerator("v100_sxm2_32");
    QCOMPARE(v100.peak_flops[int(Precision::Fp16)], 125e12);
    QCOMPARE(v100.peak_flops[int(Precision::Bf16)], 0.0);
    QCOMPARE(shipped().accelerator("gb200_nvl72")->tiers[0].domain_size, 72.0);
    QCOMPARE(shipped().accelerator("a100_sxm_80")->transport.latency_factor, 1.6);
    QVERIFY(shipped().accelerator("mi300x")->tiers[0].wiring == Wiring::PerPair);
    QCOMPARE(shipped().accelerator("mi300x")->tiers[0].pair_bytes_per_s, 64e9);
    QVERIFY(shipped().accelerator("tpu_v5p")->tiers[0].wiring == Wiring::Torus);
    QCOMPARE(shipped().accelerator("a800_sxm_80")->tiers[0].bandwidth_bytes_per_s, 200e9);
}

void CatalogTest::doubtful_fields_are_marked()
{
    const Accelerator& h100 = *shipped().accelerator("h100_sxm");
    QVERIFY(known_by(h100, "power.idle") == KnownBy::Recalled);
    QVERIFY(known_by(h100, "memory") == KnownBy::Read);
    QVERIFY(known_by(h100, "gemm") == KnownBy::Measured);
    QVERIFY(known_by(*shipped().accelerator("b100"), "memory") == KnownBy::Recalled);
    QVERIFY(known_by(*shipped().accelerator("tpu_v5p"), "power.tdp") == KnownBy::Estimated);
    Accelerator a;
    a.recalled = {"tiers"};
    QVERIFY(known_by(a, "tiers.1") == KnownBy::Recalled);
    a.recalled = {"tiers.1"};
    QVERIFY(known_by(a, "tiers.0") == KnownBy::Read);
}

void CatalogTest::stacks_are_whole()
{
    for (const Stack& stack : shipped().stacks) {
        QVERIFY(!stack.sources.empty());
        QCOMPARE(stack.notes.size(), stack_constants().size());
        for (size_t i = 0; i < stack.notes.size(); ++i) {
            const StackConstant& constant = stack_constants()[i];
            const std::string what = stack.id + " " + constant.key;
            QVERIFY2(stack.notes[i].key == constant.key, what.c_str());
            QVERIFY2(!stack.notes[i].source.empty() && stack.notes[i].source.find("not given") == std::string::npos,
                     what.c_str());
            const double value = stack.constants.*constant.value;
            QVERIFY2(value >= stack.notes[i].low && value <= stack.notes[i].high, what.c_str());
        }
    }
    const Stack& fsdp = *shipped().stack("pytorch_fsdp_2024");
    QVERIFY(fsdp.constants.fsdp_overlap_penalty >= 0.6 && fsdp.constants.fsdp_overlap_penalty <= 0.75);
    QCOMPARE(fsdp.default_sharding, DataParallelMode::Fsdp);
    QVERIFY(shipped().stack("nemo_fp8")->precisions.front() == Precision::Fp8);
}

void CatalogTest::stack_table()
{
    StackConstants constants;
    std::vector<const double*> seen;
    for (const StackConstant& row : stack_constants()) {
        QVERIFY2(row.low < row.high && *row.meaning && *row.label, row.key);
        const double* place = &(constants.*row.value);
        QVERIFY2(*place >= row.low && *place <= row.high, row.key);
        QVERIFY2(std::find(seen.begin(), seen.end(), place) == seen.end(), row.key);
        seen.push_back(place);
        QVERIFY(find_stack_constant(row.key) == &row);
    }
    QCOMPARE(seen.size(), sizeof(StackConstants) / sizeof(double)); // no constant without a row
    QVERIFY(!find_stack_constant("rho"));
}

/// Every constant has a value inside its range, a known source and a unit; keys and texts are its own.
void CatalogTest::physics_is_whole()
{
    const Catalog& catalog = shipped();
    QVERIFY(catalog.physics);
    QCOMPARE(catalog.physics->notes.size(), physics_constants().size());
    std::set<std::string> keys;
    for (std::size_t i = 0; i < physics_constants().size(); ++i) {
        const PhysicsConstant& constant = physics_constants()[i];
        const ConstantNote& note = catalog.physics->notes[i];
        const double value = catalog.physics->values.*constant.value;
        QCOMPARE(note.key, std::string(constant.key));
        QVERIFY2(note.low <= value && value <= note.high, constant.key);
        QVERIFY2(note.source.size() > 10 && !note.file.empty(), constant.key);
        QVERIFY2(*constant.label && *constant.meaning, constant.key);
        QVERIFY2(keys.insert(constant.key).second, constant.key);
    }
    // Every value of the structure has a row.
    QCOMPARE(physics_constants().size() * sizeof(double), sizeof(PhysicsValues));
}

void CatalogTest::parameters_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<double>("parameters");
    // Published exact counts of the checkpoints.
    QTest::newRow("Llama 2 7B") << "llama2_7b" << 6738415616.;
    QTest::newRow("Llama 2 13B") << "llama2_13b" << 13015864320.;
    QTest::newRow("Llama 2 70B") << "llama2_70b" << 68976648192.;
    QTest::newRow("Llama 3 8B") << "llama3_8b" << 8030261248.;
    QTest::newRow("Llama 3 70B") << "llama3_70b" << 70553706496.;
    QTest::newRow("Llama 3 405B") << "llama3_405b" << 405853388800.;
    QTest::newRow("Llama 1 65B") << "llama1_65b" << 65285660672.;
    QTest::newRow("Mistral 7B") << "mistral_7b" << 7241732096.;
    QTest::newRow("Qwen2.5 7B") << "qwen2_5_7b" << 7615616512.;
    QTest::newRow("Qwen2.5 72B") << "qwen2_5_72b" << 72706203648.;
    QTest::newRow("GPT-2 124M") << "gpt2_124m" << 124439808.;
    QTest::newRow("GPT-2 1.5B") << "gpt2_1_5b" << 1557611200.;
    // By hand: L (12 h^2 + 13 h) + V h + s h + 2 h.
    QTest::newRow("GPT-3 175B") << "gpt3_175b"
                                << 96 * (12 * 12288. * 12288 + 13 * 12288.) + 51200 * 12288. + 2048 * 12288.
            + 2 * 12288.;
    QTest::newRow("MPT 125M") << "mpt_125m"
                              << 12 * (12 * 768. * 768 + 13 * 768.) + 50368 * 768. + 2048 * 768. + 2 * 768.;
    QTest::newRow("stand-in 1B") << "llama2_1b"
                                 << 24 * (4 * 2048. * 2048 + 3 * 2048. * 5504 + 2 * 2048) + 2 * 32000 * 2048. + 2048;
}

void CatalogTest::parameters()
{
    QFETCH(QString, id);
    QFETCH(double, parameters);
    const ModelShape* shape = shipped().model(id.toStdString());
    QVERIFY(shape);
    QCOMPARE(total_parameters(*shape), parameters);
    QCOMPARE(active_parameters(*shape), parameters);
    QVERIFY(layer_matrix_parameters(*shape) < layer_parameters(*shape));
}

void CatalogTest::flop()
{
    const ModelShape& shape = *shipped().model("llama2_7b");
    // 32 layers of 202,375,168 matrix parameters and the output head of 131,072,000.
    const double six_n = 6 * (32 * 202375168. + 131072000.);
    QCOMPARE(model_flop_per_token(shape, 4096, FlopConvention::SixN), six_n);
    QCOMPARE(model_flop_per_token(shape, 4096, FlopConvention::FullAttention), six_n + 12 * 32 * 4096. * 4096.);
    QCOMPARE(model_flop_per_token(shape, 4096, FlopConvention::CausalAttention), six_n + 6 * 32 * 4096. * 4096.);
    ModelShape tied = shape;
    tied.tied_embeddings = true;
    QCOMPARE(model_flop_per_token(tied, 4096, FlopConvention::SixN), six_n);
    ModelShape grouped = shape;
    grouped.kv_heads = 8;
    const double smaller = 6 * 32 * 2. * 4096 * (4096 - 1024);
    QCOMPARE(model_flop_per_token(grouped, 4096, FlopConvention::FullAttention),
             six_n + 12 * 32 * 4096. * 4096. - smaller);
}

void CatalogTest::experts()
{
    ModelShape mixture = *shipped().model("mistral_7b");
    const double dense = total_parameters(mixture);
    const double expert = 3. * 4096 * 14336;
    mixture.experts = 8;
    mixture.experts_per_token = 2;
    QCOMPARE(total_parameters(mixture), dense + 32 * (7 * expert + 8 * 4096.));
    QCOMPARE(total_parameters(mixture), 46702792704.); // Mixtral 8x7B as published
    QCOMPARE(active_parameters(mixture), dense + 32 * (expert + 8 * 4096.));
    mixture.shared_experts = 1;
    QCOMPARE(active_parameters(mixture), dense + 32 * (2 * expert + 8 * 4096.));
}

void CatalogTest::mixtures_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<double>("total");
    QTest::addColumn<double>("active");
    QTest::addColumn<bool>("inputTable"); // counted among the active ones
    QTest::addColumn<double>("digit"); // half a unit in the last published digit
    QTest::newRow("Mixtral 8x7B: 46.7B / 12.9B") << "mixtral_8x7b" << 46.7e9 << 12.9e9 << true << 0.05e9;
    QTest::newRow("Mixtral 8x22B: 141B / 39B") << "mixtral_8x22b" << 141e9 << 39e9 << true << 0.5e9;
    QTest::newRow("DeepSeek-V3: 671B / 37B") << "deepseek_v3" << 671e9 << 37e9 << false << 0.5e9;
    QTest::newRow("Kimi K2: 1T / 32B (model card)") << "kimi_k2" << 1.0e12 << 32e9 << false << 50e9;
    QTest::newRow("Qwen3 235B-A22B: 235B / 22B") << "qwen3_235b_a22b" << 235e9 << 22e9 << true << 0.5e9;
    QTest::newRow("Qwen3 30B-A3B: 30.5B / 3.3B") << "qwen3_30b_a3b" << 30.5e9 << 3.3e9 << true << 0.06e9;
    QTest::newRow("GPT-OSS 120B: 116.83B / 5.13B") << "gpt_oss_120b" << 116.83e9 << 5.13e9 << false << 0.05e9;
    QTest::newRow("GPT-OSS 20B: 20.91B / 3.61B") << "gpt_oss_20b" << 20.91e9 << 3.61e9 << false << 0.01e9;
}

void CatalogTest::mixtures()
{
    QFETCH(QString, id);
    QFETCH(double, total);
    QFETCH(double, active);
    QFETCH(bool, inputTable);
    QFETCH(double, digit);
    const ModelShape* shape = shipped().model(id.toStdString());
    QVERIFY(shape);
    const double visited
        = active_parameters(*shape) - (inputTable ? 0 : static_cast<double>(shape->vocab) * shape->hidden);
    QVERIFY2(std::abs(total_parameters(*shape) - total) <= digit,
             qPrintable(QString::number(total_parameters(*shape))));
    QVERIFY2(std::abs(visited - active) <= std::min(digit, 0.5e9), qPrintable(QString::number(visited)));
}

void CatalogTest::latent_attention()
{
    // DeepSeek-V3, 2412.19437 section 4.2, by hand: 7168 x 1536 + 1536 x 128 x 192 + 7168 x 576 + 512 x 128 x 256
    // + 128 x 128 x 7168 = 187,105,280 attention parameters; a dense layer adds 3 x 7168 x 18432.
    ModelShape shape = *shipped().model("deepseek_v3");
    shape.experts = 0;
    shape.dense_layers = 0;
    shape.ffn = 18432;
    QCOMPARE(layer_matrix_parameters(shape), 187105280. + 396361728.);
    // Scores multiply 192 elements, values 128: 6 x 61 x 128 x (192 + 128) FLOP per token and token of context.
    const double more = model_flop_per_token(shape, 4096, FlopConvention::FullAttention)
        - model_flop_per_token(shape, 4096, FlopConvention::SixN);
    QCOMPARE(more, 6. * 61 * 128 * (192 + 128) * 4096);
}

void CatalogTest::sliding_window()
{
    // Half the layers see 128 of 4,096 tokens: 1/2 + 1/2 (2/32 - 1/1024).
    const ModelShape& shape = *shipped().model("gpt_oss_120b");
    QCOMPARE(attention_share(shape, 4096), 0.5 + 0.5 * (2. / 32 - 1. / 1024));
    QCOMPARE(attention_share(shape, 128), 1.);
}

void CatalogTest::hugging_face_data()
{
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<double>("parameters");
    QTest::newRow("llama") << QByteArray(
        R"({"architectures": ["LlamaForCausalLM"], "hidden_size": 4096, "intermediate_size": 14336,
 "max_position_embeddings": 8192, "model_type": "llama", "num_attention_heads": 32, "num_hidden_layers": 32,
 "num_key_value_heads": 8, "rms_norm_eps": 1e-05, "tie_word_embeddings": false, "vocab_size": 128256})")
                           << 8030261248.;
    QTest::newRow("mistral") << QByteArray(
        R"({"hidden_size": 4096, "intermediate_size": 14336, "max_position_embeddings": 32768, "model_type": "mistral",
 "num_attention_heads": 32, "num_hidden_layers": 32, "num_key_value_heads": 8, "sliding_window": null, "vocab_size": 32000})")
                             << 7241732096.;
    QTest::newRow("qwen2, tied") << QByteArray(
        R"({"hidden_size": 896, "intermediate_size": 4864, "max_position_embeddings": 32768, "model_type": "qwen2",
 "num_attention_heads": 14, "num_hidden_layers": 24, "num_key_value_heads": 2, "tie_word_embeddings": true, "vocab_size": 151936})")
                                 << 494032768.;
    QTest::newRow("gpt2") << QByteArray(
        R"({"model_type": "gpt2", "n_ctx": 1024, "n_embd": 768, "n_head": 12, "n_inner": null, "n_layer": 12, "n_positions": 1024, "vocab_size": 50257})")
                          << 124439808.;
    QTest::newRow("mixtral") << QByteArray(
        R"({"hidden_size": 4096, "intermediate_size": 14336, "max_position_embeddings": 32768, "model_type": "mixtral",
 "num_attention_heads": 32, "num_experts_per_tok": 2, "num_hidden_layers": 32, "num_key_value_heads": 8, "num_local_experts": 8, "vocab_size": 32000})")
                             << 46702792704.;

    QTest::newRow("deepseek_v3") << QByteArray(
        R"({"first_k_dense_replace": 3, "hidden_size": 7168, "intermediate_size": 18432, "kv_lora_rank": 512,
 "max_position_embeddings": 163840, "model_type": "deepseek_v3", "moe_intermediate_size": 2048, "n_routed_experts": 256, "n_shared_experts": 1,
 "num_attention_heads": 128, "num_experts_per_tok": 8, "num_hidden_layers": 61, "num_key_value_heads": 128, "q_lora_rank": 1536, "qk_nope_head_dim": 128,
 "qk_rope_head_dim": 64, "tie_word_embeddings": false, "v_head_dim": 128, "vocab_size": 129280})")
                                 << total_parameters(*shipped().model("deepseek_v3"));
    QTest::newRow("gpt_oss") << QByteArray(
        R"({"attention_bias": true, "head_dim": 64, "hidden_size": 2880, "intermediate_size": 2880,
 "layer_types": ["sliding_attention", "full_attention"], "max_position_embeddings": 131072, "model_type": "gpt_oss", "num_attention_heads": 64,
 "num_experts_per_tok": 4, "num_hidden_layers": 24, "num_key_value_heads": 8, "num_local_experts": 32, "sliding_window": 128,
 "tie_word_embeddings": false, "vocab_size": 201088})")
                             << total_parameters(*shipped().model("gpt_oss_20b"));
}

void CatalogTest::hugging_face()
{
    QFETCH(QByteArray, config);
    QFETCH(double, parameters);
    QTemporaryDir folder;
    const fs::path file = fs::path(folder.path().toStdString()) / "models/my-model/config.json";
    write(file, config.toStdString());
    const Expected<ModelShape> shape = read_model(file);
    QVERIFY2(shape, shape ? "" : english(shape.error()).c_str());
    QCOMPARE(shape->id, std::string("my-model"));
    QCOMPARE(total_parameters(*shape), parameters);
}

void CatalogTest::user_folder()
{
    QTemporaryDir folder;
    const fs::path own = folder.path().toStdString();
    const std::string h100 = text_of(fs::path(TEST_DATA) / "catalog/hardware/h100_sxm.yaml");
    write(own / "hardware/mine.yaml", changed(h100, "title: H100 SXM 80GB", "title: Mine"));
    write(own / "hardware/h200.yaml", changed(h100, "memory: 80 GB", "memory: 99 GB"));
    write(own / "hardware/b200.yaml", changed(h100, "memory: 80 GB", "memory: lots"));
    write(own / "models/m.json",
          R"({"model_type": "gpt2", "n_embd": 768, "n_head": 12, "n_layer": 12, "vocab_size": 50257})");
    write(own / "models/notes.txt", "not a model");
    const Catalog catalog = read({PRESETS, own, own / "absent"});
    QCOMPARE(catalog.problems.size(), size_t(1));
    QCOMPARE(QString::fromStdString(catalog.problems[0].where).section('/', -1), QString("b200.yaml:9:9"));
    QCOMPARE(catalog.accelerators.size(), files_in("hardware") + 1);
    QCOMPARE(catalog.accelerator("mine")->title, std::string("Mine"));
    QCOMPARE(catalog.accelerator("h200")->memory_bytes, 99e9);
    QCOMPARE(catalog.accelerator("b200")->memory_bytes, 180e9); // the shipped one still stands
    QVERIFY(catalog.model("m"));
    QCOMPARE(preset_files({PRESETS, own}, "hardware").size(), files_in("hardware") + 1);
}

void CatalogTest::bad_files_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const char* kind, const char* file, const char* from, const char* to,
                        const char* message) { QTest::newRow(name) << kind << file << from << to << message; };
    row("misspelt key", "hardware", "h100_sxm", "memory_bandwidth", "memory_bandwith",
        "bad.yaml:10:1: memory_bandwith is not a known key; the nearest is memory_bandwidth; one of ");
    row("bad unit", "hardware", "h100_sxm", "memory: 80 GB", "memory: 80 GB/s",
        "bad.yaml:9:9: \u201cGB/s\u201d is not understood after the number; write it like ");
    row("unknown transport", "hardware", "h100_sxm", "transport: nccl_hopper", "transport: nccl_hoper",
        "bad.yaml:30:12: nccl_hoper is not a known transport; the nearest is nccl_hopper; one of ");
    row("domains fall", "hardware", "h100_sxm", "domain: unlimited", "domain: 4",
        "bad.yaml:20:5: a tier must hold more accelerators than the one before it");
    row("unknown mark", "hardware", "h100_sxm", "recalled: [power.idle]", "recalled: [power.idel]",
        "bad.yaml:42:11: power.idel is not a field of an accelerator; the nearest is power.idle");
    row("efficiency above one", "hardware", "h100_sxm", "efficiency: 0.771", "efficiency: 77.1",
        "bad.yaml:26:35: efficiency is out of range");
    row("not YAML", "hardware", "h100_sxm", "tiers:", "tiers: [", "bad.yaml:");
    row("heads", "models", "llama2_7b", "heads: 32", "heads: 33",
        "bad.yaml:5:8: the heads do not divide the hidden size");
    row("negative", "models", "llama2_7b", "layers: 32", "layers: -32", "bad.yaml:3:9: \u201c-32\u201d is negative");
    row("huge", "models", "llama2_7b", "layers: 32", "layers: 1e300", "bad.yaml:3:9: layers is out of range");
    row("constant out of range", "stacks", "composer_fsdp", "{value: 0.97", "{value: 9.7",
        "bad.yaml:8:30: value is out of range: 9.7; 0.4 to 1.1");
    row("unknown constant", "stacks", "composer_fsdp", "kernel_efficiency", "kernel_eficiency",
        "bad.yaml:8:3: kernel_eficiency is not a known key; the nearest is kernel_efficiency");
    row("unknown kernel", "stacks", "composer_fsdp", "flash2_triton", "flash9",
        "bad.yaml:5:12: flash9 is not a value of attention; the nearest is flash1; one of unfused, ");
    row("physics out of range", "physics", "kernels", "{value: 2.5", "{value: 25",
        "bad.yaml:4:27: value is out of range: 25; 1 to 5");
    row("physics without a source", "physics", "kernels", ", source: 'FlashAttention 2 is",
        ", sources: 'FlashAttention 2 is", "bad.yaml:3:27: the key source is missing");
    row("physics misspelt", "physics", "kernels", "flash_backward", "flash_backwards",
        "bad.yaml:4:3: flash_backwards is not a known key; the nearest is flash_backward");
    row("short list", "transports", "nccl_hopper", "ring_base: [6.6 us, ", "ring_base: [",
        "bad.yaml:4:12: ring_base must be a list of 3 values");
}

void CatalogTest::bad_files()
{
    QFETCH(QString, kind);
    QFETCH(QString, file);
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(QString, message);
    QTemporaryDir folder;
    const fs::path own = folder.path().toStdString();
    const std::string text
        = text_of(fs::path(TEST_DATA) / "catalog" / kind.toStdString() / (file.toStdString() + ".yaml"));
    const std::string broken = changed(text, from.toStdString(), to.toStdString());
    QVERIFY(!broken.empty());
    write(own / kind.toStdString() / "bad.yaml", broken);
    const Catalog catalog = read({PRESETS, own});
    QVERIFY(!catalog.problems.empty());
    QString said;
    for (const Error& problem : catalog.problems)
        said += QString::fromStdString(english(problem))
                    .section('/', -1 - QString::fromStdString(english(problem)).section("bad.yaml", 1).count('/'))
            + "\n";
    QVERIFY2(said.contains(message), qPrintable(said));
    QCOMPARE(catalog.accelerators.size(), files_in("hardware"));
    QCOMPARE(catalog.stacks.size(), files_in("stacks"));
    QCOMPARE(catalog.models.size(), files_in("models"));
}

void CatalogTest::stack_based_on()
{
    QTemporaryDir folder;
    const fs::path own = folder.path().toStdString();
    write(own / "stacks/ours.yaml",
          "title: Ours\nbased_on: composer_fsdp\nconstants:\n  kernel_efficiency: {value: 0.8, source: our "
          "runs}\nsources: us\n");
    write(own / "stacks/lost.yaml", "title: Lost\nbased_on: nothing\nsources: us\n");
    const Catalog catalog = read({PRESETS, own});
    const Stack* ours = catalog.stack("ours");
    QVERIFY(ours);
    QCOMPARE(ours->constants.kernel_efficiency, 0.8);
    QCOMPARE(ours->constants.optimizer_bytes, catalog.stack("composer_fsdp")->constants.optimizer_bytes);
    QCOMPARE(ours->notes[0].source, std::string("our runs"));
    QVERIFY(!catalog.stack("lost"));
    QCOMPARE(catalog.problems.size(), size_t(1));
    QVERIFY(catalog.problems[0].where.ends_with("lost.yaml:2:11"));
}

/// Values of a folder of one's own replace single shipped ones; a broken file leaves all of them.
void CatalogTest::physics_of_a_folder()
{
    QTemporaryDir folder;
    const fs::path own = folder.path().toStdString();
    write(own / "physics/a.yaml",
          "title: Ours\nconstants:\n  flash_backward: {value: 2.2, source: our runs}\nsources: us\n");
    write(own / "physics/b.yaml", "title: Broken\nconstants:\n  tight_share: {value: 2, source: x}\nsources: us\n");
    const Catalog catalog = read({PRESETS, own});
    QVERIFY(catalog.physics);
    QCOMPARE(catalog.physics->values.flash_backward, 2.2);
    QCOMPARE(catalog.physics->values.other_backward, shipped().physics->values.other_backward);
    QCOMPARE(catalog.physics->values.tight_share, shipped().physics->values.tight_share);
    QCOMPARE(catalog.problems.size(), size_t(1));
    QVERIFY(catalog.problems[0].where.ends_with("b.yaml:3:24"));
}

/// Nothing is estimated with a constant nobody gave.
void CatalogTest::physics_missing()
{
    QTemporaryDir folder;
    const fs::path own = folder.path().toStdString();
    fs::create_directories(own / "physics");
    fs::copy_file(fs::path(PRESETS) / "physics/memory.yaml", own / "physics/memory.yaml");
    const Catalog catalog = read({own});
    QVERIFY(!catalog.physics);
    QCOMPARE(catalog.problems.size(), size_t(1));
    const QString said = QString::fromStdString(english(catalog.problems[0]));
    QVERIFY2(said.contains("without a value: long_kernel_seconds, "), qPrintable(said));
    QVERIFY2(said.contains("flash_backward") && !said.contains("tight_share"), qPrintable(said));
}

void CatalogTest::folders()
{
    qputenv("PLATEAU_PRESETS", "/some/where");
    qputenv("XDG_DATA_HOME", "/own/data");
    const std::vector<fs::path> expected{"/some/where", "/own/data/plateau/presets"};
    QVERIFY(preset_folders() == expected);
    qunsetenv("PLATEAU_PRESETS");
    QVERIFY(fs::exists(preset_folders().front() / "hardware/h100_sxm.yaml"));
}

PLATEAU_TEST(CatalogTest)
#include "tst_catalog.moc"
