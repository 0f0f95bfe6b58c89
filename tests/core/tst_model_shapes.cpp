// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <fstream>
#include <regex>

#include <QTemporaryDir>
#include <QTest>

#include "core/catalog/catalog.h"
#include "core/evidence/match.h"
#include "core/model/estimate.h"
#include "sample_scenarios.h"

namespace tst_model_shapes {

using namespace plateau;
using namespace plateau::catalog;
using test::shipped;
namespace fs = std::filesystem;

namespace {

void write(const fs::path& file, const std::string& text)
{
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
}

} // namespace

class ModelShapesTest : public QObject {
    Q_OBJECT

private slots:
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
    void listed_windows();
    void clamped_activations();
    void parallel_blocks();
    void parallel_blocks_exchange_their_sum();
    void stated_parameters();
    void names_data();
    void names();
    void one_name_one_shape();
};

void ModelShapesTest::parameters_data()
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

void ModelShapesTest::parameters()
{
    QFETCH(QString, id);
    QFETCH(double, parameters);
    const ModelShape* shape = shipped().model(id.toStdString());
    QVERIFY(shape);
    QCOMPARE(total_parameters(*shape), parameters);
    QCOMPARE(active_parameters(*shape), parameters);
    QVERIFY(layer_matrix_parameters(*shape) < layer_parameters(*shape));
}

void ModelShapesTest::flop()
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

void ModelShapesTest::experts()
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

void ModelShapesTest::mixtures_data()
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

void ModelShapesTest::mixtures()
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

void ModelShapesTest::latent_attention()
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

void ModelShapesTest::sliding_window()
{
    // Half the layers see 128 of 4,096 tokens: 1/2 + 1/2 (2/32 - 1/1024).
    const ModelShape& shape = *shipped().model("gpt_oss_120b");
    QCOMPARE(attention_share(shape, 4096), 0.5 + 0.5 * (2. / 32 - 1. / 1024));
    QCOMPARE(attention_share(shape, 128), 1.);
}

void ModelShapesTest::hugging_face_data()
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
 "max_position_embeddings": 131072, "model_type": "gpt_oss", "num_attention_heads": 64,
 "num_experts_per_tok": 4, "num_hidden_layers": 24, "num_key_value_heads": 8, "num_local_experts": 32, "sliding_window": 128,
 "tie_word_embeddings": false, "vocab_size": 201088})")
                             << total_parameters(*shipped().model("gpt_oss_20b"));
    QTest::newRow("gemma3_text") << QByteArray(
        R"({"head_dim": 128, "hidden_size": 5376, "intermediate_size": 21504,
 "max_position_embeddings": 131072, "model_type": "gemma3_text", "num_attention_heads": 32, "num_hidden_layers": 62, "num_key_value_heads": 16,
 "sliding_window": 1024, "vocab_size": 262208})")
                                 << total_parameters(*shipped().model("gemma3_27b"));
    QTest::newRow("opt") << QByteArray(
        R"({"ffn_dim": 16384, "hidden_size": 4096, "max_position_embeddings": 2048, "model_type": "opt", "num_attention_heads": 32,
 "num_hidden_layers": 32, "vocab_size": 50272})")
                         << total_parameters(*shipped().model("opt_6_7b"));
    QTest::newRow("phimoe") << QByteArray(
        R"({"hidden_size": 4096, "intermediate_size": 6400, "max_position_embeddings": 131072, "model_type": "phimoe", "num_attention_heads": 32,
 "num_experts_per_tok": 2, "num_hidden_layers": 32, "num_key_value_heads": 8, "num_local_experts": 16, "vocab_size": 32064})")
                            << total_parameters(*shipped().model("phi3_5_moe"));
}

void ModelShapesTest::hugging_face()
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

void ModelShapesTest::listed_windows()
{
    QTemporaryDir folder;
    const fs::path file = fs::path(folder.path().toStdString()) / "models/windows.json";
    write(file, R"({"hidden_size": 64, "intermediate_size": 256, "model_type": "gemma3_text", "num_attention_heads": 4,
 "layer_types": ["sliding_attention", "sliding_attention", "sliding_attention", "full_attention"], "num_hidden_layers": 4,
 "sliding_window": 8, "vocab_size": 100})");
    QCOMPARE(read_model(file)->window_layers, 3);
}

void ModelShapesTest::parallel_blocks()
{
    QTemporaryDir folder;
    const fs::path file = fs::path(folder.path().toStdString()) / "models/neox.json";
    const std::string sizes = R"("hidden_size": 64, "intermediate_size": 256, "model_type": "gpt_neox",
 "num_attention_heads": 4, "num_hidden_layers": 4, "vocab_size": 100})";
    write(file, "{" + sizes);
    QVERIFY(read_model(file)->parallel_block);
    write(file, R"({"use_parallel_residual": false, )" + sizes);
    QVERIFY(!read_model(file)->parallel_block);
    QVERIFY(shipped().model("palm_540b")->parallel_block && !shipped().model("llama3_8b")->parallel_block);
}

void ModelShapesTest::clamped_activations()
{
    QTemporaryDir folder;
    const fs::path file = fs::path(folder.path().toStdString()) / "models/clamped.json";
    const auto clamped = [&](const char* type, const std::string& limit) {
        write(file,
              "{" + limit + R"("hidden_size": 64, "intermediate_size": 256, "num_attention_heads": 4,
 "num_hidden_layers": 4, "num_local_experts": 8, "num_experts_per_tok": 2, "vocab_size": 100, "model_type": ")"
                  + type + "\"}");
        return read_model(file)->clamped;
    };
    QVERIFY(clamped("gpt_oss", "") && clamped("gpt_oss", R"("swiglu_limit": 7.0, )"));
    QVERIFY(clamped("mixtral", R"("swiglu_limit": 10, )"));
    QVERIFY(!clamped("mixtral", "") && !clamped("mixtral", R"("swiglu_limit": null, )"));
    QVERIFY(shipped().model("gpt_oss_120b")->clamped && !shipped().model("mixtral_8x7b")->clamped);
}

void ModelShapesTest::parallel_blocks_exchange_their_sum()
{
    Scenario question = test::scenario({{"model", "llama2_7b"}, {"gpus", "8"}, {"tp", "8"}});
    const auto busy = [&question] { return estimate(question).parts.busy[int(Part::TensorTraffic)]; };
    const double each = busy();
    question.workload.shape.parallel_block = true;
    QVERIFY(each > 0);
    QCOMPARE(busy(), each / 2);
}

/// What a file says the model has in all is what its sizes come to.
void ModelShapesTest::stated_parameters()
{
    static const std::regex said("([0-9.]+) (b|m)illion parameters");
    int held = 0;
    for (const ModelShape& shape : shipped().models)
        for (const std::string& source : shape.sources)
            if (std::smatch found; std::regex_search(source, found, said)) {
                const double stated = std::stod(found[1]) * (found[2] == "b" ? 1e9 : 1e6);
                const double counted = total_parameters(shape);
                QVERIFY2(std::abs(counted / stated - 1) < 0.011,
                         qPrintable(QString("%1: %2").arg(shape.id.c_str()).arg(counted)));
                ++held;
            }
    QVERIFY2(held > 70, qPrintable(QString::number(held)));
}

void ModelShapesTest::names_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("id");
    const auto row = [](const char* name, const char* id) { QTest::newRow(name) << name << id; };
    row("llama3_8b", "llama3_8b");
    row("Llama-3.1-8B", "llama3_8b");
    row("meta-llama/Llama-3.3-70B-Instruct", "llama3_70b");
    row("LLaMA-65B", "llama1_65b");
    row("meta-llama/Llama-2-7b-chat-hf", "llama2_7b");
    row("google/gemma-2-27b-it", "gemma2_27b");
    row("GPT-NeoX-20B", "gpt_neox_20b");
    row("Qwen/Qwen3-8B-Base", "qwen3_8b");
    row("DBRX", "dbrx");
    row("GPT-175B", "gpt3_175b");
    row("meta-llama/Meta-Llama-3.1-8B-Instruct", "llama3_8b");
    row("meta-llama/Llama-4-Scout-17B-16E-Instruct", "llama4_scout");
    row("mistralai/Mixtral-8x7B-v0.1", "mixtral_8x7b");
    row("nvidia/Nemotron-H-8B-Base-8K", "nemotron_h_8b");
    row("MiniMaxAI/MiniMax-M1-80k", "minimax_m1");
    row("Qwen/Qwen3-235B-A22B-Thinking-2507", "qwen3_235b_a22b");
    row("deepseek-ai/DeepSeek-R1-Distill-Qwen-7B", "qwen2_5_7b");
    row("Llama 5 8B", "");
    row("8B", "");
}

void ModelShapesTest::names()
{
    QFETCH(QString, name);
    QFETCH(QString, id);
    const ModelShape* found = evidence::match_model_name(shipped(), name.toStdString());
    QCOMPARE(found ? QString::fromStdString(found->id) : QString(), id);
}

void ModelShapesTest::one_name_one_shape()
{
    for (const ModelShape& shape : shipped().models) {
        std::vector<std::string> names = shape.known_as;
        names.push_back(shape.id);
        names.push_back(shape.title);
        for (const std::string& name : names)
            QCOMPARE(QString::fromStdString(evidence::match_model_name(shipped(), name)->id),
                     QString::fromStdString(shape.id));
    }
}

PLATEAU_TEST(ModelShapesTest)

} // namespace tst_model_shapes

#include "tst_model_shapes.moc"
