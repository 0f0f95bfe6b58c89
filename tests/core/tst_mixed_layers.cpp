// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <fstream>

#include <QTemporaryDir>
#include <QTest>

#include "core/catalog/catalog.h"
#include "core/model/estimate.h"
#include "sample_scenarios.h"

namespace tst_mixed_layers {

using namespace plateau;
using namespace plateau::catalog;
using test::scenario;
using test::shipped;
namespace fs = std::filesystem;

namespace {

Expected<ModelShape> read_config(const QTemporaryDir& folder, const QByteArray& text)
{
    const fs::path file = fs::path(folder.path().toStdString()) / "models/my-model/config.json";
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text.toStdString();
    return read_model(file);
}

/// A shape without what only names it.
ModelShape sizes(ModelShape shape)
{
    shape.id = shape.title = shape.file = shape.notes = {};
    shape.known_as = shape.sources = {};
    shape.max_sequence = shape.default_sequence = 0;
    shape.popularity = 0;
    return shape;
}

Parts at(const Scenario& question) { return estimate(question).parts; }

/// Seconds of attention and scans, busy, of one pass through the layers of one micro-batch of one sequence on one GPU.
double mixing_seconds(ModelShape shape, const std::string& hardware, const std::string& sequence)
{
    Scenario question = scenario({{"hardware", hardware},
                                  {"gpus", "512"},
                                  {"sequence", sequence},
                                  {"sequences_per_gpu", "1"},
                                  {"micro_batch", "1"},
                                  {"dp_mode", "fsdp"},
                                  {"recompute", "none"}});
    question.workload.shape = std::move(shape);
    return at(question).busy[std::size_t(Part::Attention)];
}

} // namespace

/// Models whose layers are not all alike: windows, linear attention, state space, sparse attention, layers of one
/// block, experts in some layers or of another width.
class MixedLayersTest : public QObject {
    Q_OBJECT

private slots:
    void a_config_is_the_preset_of_its_model_data();
    void a_config_is_the_preset_of_its_model();
    void windows_without_a_list_of_layers_data();
    void windows_without_a_list_of_layers();
    void what_lists_of_layers_cannot_say_is_refused_data();
    void what_lists_of_layers_cannot_say_is_refused();
    void a_config_says_what_was_read_of_it();
    void work_of_a_scan_by_hand();
    void model_flop_by_hand();
    void pieces_leave_less_than_windows();
    void a_scan_takes_what_its_kernels_took();
    void scans_grow_with_the_tokens_and_attention_with_their_square();
    void an_indexer_pays_at_long_context();
    void other_depths_keep_the_kinds();
    void latent_experts_travel_and_keep_less();
    void a_layer_of_one_block_costs_one_block();
    void scans_divide_their_context_by_heads();
    void every_term_says_what_is_assumed();
};

void MixedLayersTest::a_config_is_the_preset_of_its_model_data()
{
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<QString>("preset");
    QTest::newRow("Qwen3-Next, an interval of full attention") << QByteArray(
        R"({"model_type": "qwen3_next", "hidden_size": 2048, "num_hidden_layers": 48, "num_attention_heads": 16,
 "num_key_value_heads": 2, "head_dim": 256, "intermediate_size": 5120, "vocab_size": 151936, "num_experts": 512,
 "num_experts_per_tok": 10, "moe_intermediate_size": 512, "shared_expert_intermediate_size": 512, "full_attention_interval": 4,
 "linear_num_key_heads": 16, "linear_num_value_heads": 32, "linear_key_head_dim": 128, "linear_value_head_dim": 128,
 "linear_conv_kernel_dim": 4, "mlp_only_layers": [], "decoder_sparse_step": 1, "tie_word_embeddings": false})")
                                                               << "qwen3_next_80b_a3b";
    QByteArray kinds;
    for (int layer = 0; layer < 60; ++layer)
        kinds += QByteArray(layer > 0 ? ", " : "") + (layer % 4 == 3 ? "\"full_attention\"" : "\"linear_attention\"");
    QTest::newRow("Qwen3.5, beside a vision model") << QByteArray(
        R"({"model_type": "qwen3_5_moe", "vision_config": {"hidden_size": 1152}, "tie_word_embeddings": false,
 "text_config": {"model_type": "qwen3_5_moe_text", "hidden_size": 4096, "num_hidden_layers": 60, "num_attention_heads": 32,
 "num_key_value_heads": 2, "head_dim": 256, "vocab_size": 248320, "num_experts": 512, "num_experts_per_tok": 10,
 "moe_intermediate_size": 1024, "shared_expert_intermediate_size": 1024, "attn_output_gate": true, "linear_num_key_heads": 16,
 "linear_num_value_heads": 64, "linear_key_head_dim": 128, "linear_value_head_dim": 128, "mtp_num_hidden_layers": 1,
 "layer_types": [)"
        + kinds + "]}}") << "qwen3_5_397b_a17b";
    QTest::newRow("Qwen3.5, dense") << QByteArray(
        R"({"model_type": "qwen3_5_text", "hidden_size": 5120, "num_hidden_layers": 64, "num_attention_heads": 24,
 "num_key_value_heads": 4, "head_dim": 256, "intermediate_size": 17408, "vocab_size": 248320, "num_experts": null,
 "linear_num_key_heads": 16, "linear_num_value_heads": 48, "linear_key_head_dim": 128, "linear_value_head_dim": 128})")
                                    << "qwen3_5_27b";
    QByteArray letters;
    for (const char* each : {"M-M-M-M*-", "M-M-M-M-M*-", "M-M-M-M-M*-", "M-M-M-M-M*-", "M-M-M-M-M*-", "M-M-M-M-M*-",
                             "M-M-M-M-M*-", "M-M-M-M-M*-", "M-M-M-M-M*-", "M-M-M-M-M*-", "M-M-M-M-M-"})
        letters += each;
    QTest::newRow("Nemotron-H, a pattern of letters and a number that JSON has no word for")
        << QByteArray(R"({"model_type": "nemotron_h", "hidden_size": 8192, "num_hidden_layers": 118,
 "num_attention_heads": 64, "num_key_value_heads": 8, "attention_head_dim": 128, "intermediate_size": 32768, "vocab_size": 131072,
 "mamba_num_heads": 256, "mamba_head_dim": 64, "ssm_state_size": 256, "n_groups": 8, "conv_kernel": 4, "chunk_size": 128,
 "time_step_limit": [0.0, Infinity], "tie_word_embeddings": false, "hybrid_override_pattern": ")"
                      + letters + "\"}")
        << "nemotron_h_56b";
    const QByteArray nano = "MEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEMEM*EMEMEMEME";
    QTest::newRow("Nemotron 3 Nano") << QByteArray(
        R"({"model_type": "nemotron_h", "hidden_size": 2688, "num_hidden_layers": 52, "num_attention_heads": 32,
 "num_key_value_heads": 2, "head_dim": 128, "intermediate_size": 1856, "vocab_size": 131072, "mamba_num_heads": 64,
 "mamba_head_dim": 64, "ssm_state_size": 128, "n_groups": 8, "conv_kernel": 4, "chunk_size": 128, "n_routed_experts": 128,
 "n_shared_experts": 1, "num_experts_per_tok": 6, "moe_intermediate_size": 1856, "moe_shared_expert_intermediate_size": 3712,
 "hybrid_override_pattern": ")"
        + nano + "\"}") << "nemotron_3_nano";
    QByteArray blocks;
    const auto add = [&](int count, const char* name) {
        for (int i = 0; i < count; ++i)
            blocks += QByteArray(blocks.isEmpty() ? "" : ", ") + '"' + name + '"';
    };
    add(48, "mamba");
    add(48, "moe");
    add(12, "attention");
    QTest::newRow("Nemotron 3 Ultra, layers by their list alone") << QByteArray(
        R"({"model_type": "nemotron_h", "hidden_size": 8192, "num_hidden_layers": null, "num_attention_heads": 64,
 "num_key_value_heads": 2, "head_dim": 128, "intermediate_size": 5120, "vocab_size": 131072, "mamba_num_heads": 256,
 "mamba_head_dim": 64, "ssm_state_size": 128, "n_groups": 8, "conv_kernel": 4, "n_routed_experts": 512, "n_shared_experts": 1,
 "num_experts_per_tok": 22, "moe_intermediate_size": 5120, "moe_latent_size": 2048, "moe_shared_expert_intermediate_size": 10240,
 "num_nextn_predict_layers": 1, "layers_block_type": [)"
        + blocks + "]}") << "nemotron_3_ultra";
    QTest::newRow("Kimi Linear") << QByteArray(
        R"({"model_type": "kimi_linear", "hidden_size": 2304, "num_hidden_layers": 27, "num_attention_heads": 32,
 "num_key_value_heads": 32, "head_dim": 72, "intermediate_size": 9216, "vocab_size": 163840, "model_max_length": 1048576,
 "kv_lora_rank": 512, "q_lora_rank": null, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128, "num_experts": 256,
 "num_experts_per_token": 8, "num_shared_experts": 1, "moe_intermediate_size": 1024, "first_k_dense_replace": 1, "moe_layer_freq": 1,
 "linear_attn_config": {"full_attn_layers": [4, 8, 12, 16, 20, 24, 27], "head_dim": 128, "num_heads": 32,
 "kda_layers": [1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15, 17, 18, 19, 21, 22, 23, 25, 26], "short_conv_kernel_size": 4}})")
                                 << "kimi_linear_48b_a3b";
    QTest::newRow("DeepSeek-V3.2") << QByteArray(
        R"({"model_type": "deepseek_v32", "first_k_dense_replace": 3, "hidden_size": 7168, "intermediate_size": 18432,
 "kv_lora_rank": 512, "moe_intermediate_size": 2048, "n_routed_experts": 256, "n_shared_experts": 1, "num_attention_heads": 128,
 "num_experts_per_tok": 8, "num_hidden_layers": 61, "num_key_value_heads": 128, "q_lora_rank": 1536, "qk_nope_head_dim": 128,
 "qk_rope_head_dim": 64, "v_head_dim": 128, "vocab_size": 129280, "index_topk": 2048, "index_n_heads": 64, "index_head_dim": 128})")
                                   << "deepseek_v3_2";
    QTest::newRow("Gemma 3, a pattern without a list") << QByteArray(
        R"({"model_type": "gemma3", "text_config": {"model_type": "gemma3_text", "head_dim": 128, "hidden_size": 5376,
 "intermediate_size": 21504, "num_attention_heads": 32, "num_hidden_layers": 62, "num_key_value_heads": 16, "sliding_window": 1024,
 "sliding_window_pattern": 6, "vocab_size": 262208}})") << "gemma3_27b";
    QTest::newRow("Gemma 3 4B, which leaves out what its family has") << QByteArray(
        R"({"model_type": "gemma3", "text_config": {"model_type": "gemma3_text", "hidden_size": 2560, "intermediate_size": 10240,
 "num_hidden_layers": 34, "sliding_window": 1024}})") << "gemma3_4b";
    QTest::newRow("GPT-OSS, without a list") << QByteArray(
        R"({"model_type": "gpt_oss", "head_dim": 64, "hidden_size": 2880, "intermediate_size": 2880, "num_attention_heads": 64,
 "num_experts_per_tok": 4, "experts_per_token": 4, "num_hidden_layers": 36, "num_key_value_heads": 8, "num_local_experts": 128,
 "sliding_window": 128, "vocab_size": 201088})")
                                             << "gpt_oss_120b";
    QByteArray types;
    for (int layer = 0; layer < 80; ++layer)
        types += QByteArray(layer > 0 ? ", " : "") + (layer % 8 == 7 ? "1" : "0");
    QTest::newRow("MiniMax-M1") << QByteArray(
        R"({"model_type": "minimax_m1", "hidden_size": 6144, "intermediate_size": 9216, "num_attention_heads": 64,
 "num_key_value_heads": 8, "head_dim": 128, "num_hidden_layers": 80, "num_local_experts": 32, "num_experts_per_tok": 2,
 "vocab_size": 200064, "shared_intermediate_size": 0, "attn_type_list": [)"
        + types + "]}") << "minimax_m1";
    QTest::newRow("MiniMax-M2") << QByteArray(
        R"({"model_type": "minimax_m2", "hidden_size": 3072, "intermediate_size": 1536, "num_attention_heads": 48,
 "num_key_value_heads": 8, "head_dim": 128, "num_hidden_layers": 62, "num_local_experts": 256, "num_experts_per_tok": 8,
 "vocab_size": 200064})") << "minimax_m2";
    QTest::newRow("GLM-4.5") << QByteArray(
        R"({"model_type": "glm4_moe", "hidden_size": 5120, "intermediate_size": 12288, "moe_intermediate_size": 1536,
 "num_attention_heads": 96, "num_key_value_heads": 8, "head_dim": 128, "num_hidden_layers": 92, "n_routed_experts": 160,
 "n_shared_experts": 1, "num_experts_per_tok": 8, "first_k_dense_replace": 3, "attention_bias": true, "vocab_size": 151552,
 "num_nextn_predict_layers": 1})")
                             << "glm_4_5";
    QTest::newRow("Llama 4 Scout") << QByteArray(
        R"({"model_type": "llama4", "text_config": {"model_type": "llama4_text", "attention_chunk_size": 8192, "head_dim": 128,
 "hidden_size": 5120, "interleave_moe_layer_step": 1, "intermediate_size": 8192, "intermediate_size_mlp": 16384,
 "num_attention_heads": 40, "num_experts_per_tok": 1, "num_hidden_layers": 48, "num_key_value_heads": 8, "num_local_experts": 16,
 "vocab_size": 202048}})") << "llama4_scout";
    QTest::newRow("Llama 4 Maverick, experts in every second layer") << QByteArray(
        R"({"model_type": "llama4", "text_config": {"model_type": "llama4_text", "attention_chunk_size": 8192, "head_dim": 128,
 "hidden_size": 5120, "interleave_moe_layer_step": 2, "intermediate_size": 8192, "intermediate_size_mlp": 16384,
 "num_attention_heads": 40, "num_experts_per_tok": 1, "num_hidden_layers": 48, "num_key_value_heads": 8, "num_local_experts": 128,
 "vocab_size": 202048}})") << "llama4_maverick";
}

void MixedLayersTest::a_config_is_the_preset_of_its_model()
{
    QFETCH(QByteArray, config);
    QFETCH(QString, preset);
    const QTemporaryDir folder;
    const Expected<ModelShape> read = read_config(folder, config);
    QVERIFY2(read, read ? "" : english(read.error()).c_str());
    const ModelShape* named = shipped().model(preset.toStdString());
    QVERIFY(named);
    QCOMPARE(total_parameters(*read), total_parameters(*named));
    QVERIFY(sizes(*read) == sizes(*named));
    const Parts parts = at(scenario({{"model", preset.toStdString()}, {"gpus", "512"}, {"hardware", "h100_sxm"}}));
    QVERIFY(parts.possible());
    QVERIFY(parts.step_seconds > 0 && parts.mfu() > 0 && parts.mfu() < 0.8);
}

void MixedLayersTest::windows_without_a_list_of_layers_data()
{
    QTest::addColumn<QByteArray>("keys");
    QTest::addColumn<int>("layers");
    QTest::newRow("all of Mistral's") << QByteArray(R"("model_type": "mistral", "sliding_window": 4096)") << 10;
    QTest::newRow("none where it is null") << QByteArray(R"("model_type": "mistral", "sliding_window": null)") << 0;
    QTest::newRow("all of Phi-3's") << QByteArray(R"("model_type": "phi3", "sliding_window": 2047)") << 10;
    QTest::newRow("every second of Gemma 2's") << QByteArray(R"("model_type": "gemma2", "sliding_window": 4096)") << 5;
    QTest::newRow("five of six of Gemma 3's")
        << QByteArray(R"("model_type": "gemma3_text", "sliding_window": 512)") << 9;
    QTest::newRow("a pattern of its own")
        << QByteArray(R"("model_type": "gemma3_text", "sliding_window": 512, "sliding_window_pattern": 2)") << 5;
    QTest::newRow("Qwen 2.5 switches it off") << QByteArray(
        R"("model_type": "qwen2", "sliding_window": 512, "use_sliding_window": false, "max_window_layers": 4)")
                                              << 0;
    QTest::newRow("Qwen 2 from its fourth layer on") << QByteArray(
        R"("model_type": "qwen2", "sliding_window": 512, "use_sliding_window": true, "max_window_layers": 4)")
                                                     << 6;
    QTest::newRow("Llama has none") << QByteArray(R"("model_type": "llama", "sliding_window": 512)") << 0;
}

void MixedLayersTest::windows_without_a_list_of_layers()
{
    QFETCH(QByteArray, keys);
    QFETCH(int, layers);
    const QTemporaryDir folder;
    const Expected<ModelShape> read = read_config(
        folder,
        "{\"hidden_size\": 64, \"intermediate_size\": 256, \"num_attention_heads\": 4, \"num_hidden_layers\": 10, "
        "\"vocab_size\": 100, "
            + keys + "}");
    QVERIFY2(read, read ? "" : english(read.error()).c_str());
    QCOMPARE(read->window_layers, layers);
}

void MixedLayersTest::what_lists_of_layers_cannot_say_is_refused_data()
{
    QTest::addColumn<QByteArray>("keys");
    QTest::addColumn<QString>("said");
    const QByteArray mamba = R"("mamba_num_heads": 8, "mamba_head_dim": 8, "ssm_state_size": 8, "n_groups": 1, )";
    const QByteArray linear = R"("linear_num_key_heads": 2, "linear_num_value_heads": 2, "linear_key_head_dim": 8,
 "linear_value_head_dim": 8, )";
    const QByteArray kimi = R"("model_type": "kimi_linear", "num_experts": 2, "num_experts_per_token": 1,
 "moe_intermediate_size": 64)";
    QTest::newRow("a letter that is not modelled")
        << mamba + R"("model_type": "nemotron_h", "hybrid_override_pattern": "MX*")"
        << "layers of the kind X are not modelled; letters of M*-E";
    QTest::newRow("a pattern too short") << mamba + R"("model_type": "nemotron_h", "hybrid_override_pattern": "M*")"
                                         << "2 layers are listed, num_hidden_layers says 3; each layer once";
    QTest::newRow("a pattern too long") << mamba + R"("model_type": "nemotron_h", "hybrid_override_pattern": "M*-M")"
                                        << "4 layers are listed, num_hidden_layers says 3; each layer once";
    QTest::newRow("types too few") << linear
            + R"("model_type": "qwen3_5", "layer_types": ["linear_attention", "full_attention"])"
                                   << "2 layers are listed, num_hidden_layers says 3";
    QTest::newRow("types of attention too few")
        << QByteArray(R"("model_type": "minimax", "num_local_experts": 2, "num_experts_per_tok": 1,
 "attn_type_list": [0, 1])")
        << "2 layers are listed, num_hidden_layers says 3";
    QTest::newRow("types without sizes") << QByteArray(
        R"("model_type": "qwen3", "layer_types": ["linear_attention", "full_attention", "full_attention"])")
                                         << "nothing says how large the layers of linear attention are; one of "
                                            "linear_num_value_heads, linear_attn_config";
    QTest::newRow("Kimi Linear without its lists")
        << kimi << "nothing says which layers have linear attention; linear_attn_config with kda_layers";
    QTest::newRow("Kimi Linear with one list")
        << kimi + R"(, "linear_attn_config": {"kda_layers": [1, 2], "num_heads": 4, "head_dim": 16})"
        << "the key full_attn_layers is missing";
    QTest::newRow("Kimi Linear with a layer in no list") << kimi
            + R"(, "linear_attn_config": {"kda_layers": [1], "full_attn_layers": [3], "num_heads": 4, "head_dim": 16})"
                                                         << "2 layers are listed, num_hidden_layers says 3";
}

/// At its place in the file, with what is accepted.
void MixedLayersTest::what_lists_of_layers_cannot_say_is_refused()
{
    QFETCH(QByteArray, keys);
    QFETCH(QString, said);
    const QTemporaryDir folder;
    const Expected<ModelShape> read
        = read_config(folder,
                      R"({"hidden_size": 64, "intermediate_size": 256, "num_attention_heads": 4, "num_hidden_layers": 3,
 "vocab_size": 100, )" + keys
                          + "}");
    QVERIFY(!read);
    const QString error = QString::fromStdString(english(read.error()));
    QVERIFY2(error.contains(said), qPrintable(error));
    QVERIFY2(error.contains("config.json:"), qPrintable(error));
}

void MixedLayersTest::a_config_says_what_was_read_of_it()
{
    const QTemporaryDir folder;
    const Expected<ModelShape> read = read_config(
        folder, R"({"model_type": "qwen3", "hidden_size": 64, "rms_norm_eps": 1e-6, "intermediate_size": 256,
 "num_attention_heads": 4, "num_hidden_layers": 2, "vocab_size": 100, "num_nextn_predict_layers": 1})");
    QVERIFY(read);
    const QString source = QString::fromStdString(read->sources.front());
    QVERIFY2(source.endsWith("config.json: model_type, hidden_size, intermediate_size, num_attention_heads, "
                             "num_hidden_layers, vocab_size; not counted: num_nextn_predict_layers"),
             qPrintable(source));
}

void MixedLayersTest::work_of_a_scan_by_hand()
{
    // Per value head a state of 128 x 128 is met by three products; in a chunk of 64 keys are in three, values in two.
    const ScanWork delta = scan_work(*shipped().model("qwen3_next_80b_a3b"));
    QCOMPARE(delta.flop, 2. * 32 * (3 * 128 * 128 + 64 * (3 * 128 + 2 * 128)));
    QCOMPARE(delta.inputs, 2. * 16 * 128 + 2 * 32 * 128 + 2 * 32); // queries and keys, values and gates, two per head
    QCOMPARE(delta.outputs, 32. * 128);
    QCOMPARE(delta.moved, 32. * (7 * 128 + 6 * 128 + 2 * 128 * 128 / 64));
    // Mamba-2: keys and queries of 8 groups of 128, 64 heads of 64.
    const ScanWork space = scan_work(*shipped().model("nemotron_3_nano"));
    QCOMPARE(space.inputs, 2. * 64 * 64 + 2 * 8 * 128 + 64);
    QCOMPARE(space.flop, 2. * (2 * 64 * 64 * 128 + 128 * (8 * 128 + 64 * 64)));
    QVERIFY(scan_work(*shipped().model("llama2_7b")).inputs == 0);
}

void MixedLayersTest::model_flop_by_hand()
{
    ModelShape shape = *shipped().model("qwen3_next_80b_a3b");
    const double six_n = model_flop_per_token(shape, 4096, FlopConvention::SixN);
    const double rest = model_flop_per_token(shape, 4096, FlopConvention::FullAttention) - six_n;
    // 12 layers of attention, 36 whose states of 32 x 128 x 128 take 8 FLOP an element forward, 16 backward.
    QCOMPARE(rest, 12. * 12 * 16 * 256 * 4096 + 36 * 24. * 32 * 128 * 128);
}

void MixedLayersTest::pieces_leave_less_than_windows()
{
    ModelShape shape = *shipped().model("llama4_scout");
    QCOMPARE(attention_share(shape, 32768), 0.25 + 0.75 * 0.25);
    shape.window_chunks = false;
    QCOMPARE(attention_share(shape, 32768), 0.25 + 0.75 * (0.5 - 1. / 16));
    QCOMPARE(attention_share(shape, 8192), 1.);
}

void MixedLayersTest::a_scan_takes_what_its_kernels_took()
{
    // flash-linear-attention's chunk_kda, 8,192 tokens, 64 and 96 heads of 128, forward: 2.96 and 4.51 ms on H20
    // (MoonshotAI/FlashKDA, BENCHMARK_H20.md). Its backward pass took 3.3 times as long elsewhere; 2.5 is assumed.
    for (const auto& [heads, measured] : {std::pair{64, 2.9587e-3}, {96, 4.5052e-3}}) {
        ModelShape shape = *shipped().model("kimi_linear_48b_a3b");
        shape.scan.value_heads = shape.scan.key_heads = heads;
        shape.scan.layers = shape.layers;
        const double forward = mixing_seconds(shape, "h20", "8192") / 3.5 / shape.layers;
        QVERIFY2(std::abs(forward / measured - 1) < 0.35, qPrintable(QString::number(forward)));
    }
}

void MixedLayersTest::scans_grow_with_the_tokens_and_attention_with_their_square()
{
    ModelShape shape = *shipped().model("qwen3_next_80b_a3b");
    shape.scan.layers = shape.layers;
    const double once = mixing_seconds(shape, "h100_sxm", "32768");
    QVERIFY(std::abs(mixing_seconds(shape, "h100_sxm", "65536") / once - 2) < 1e-6);
    shape.scan.layers = 0;
    const double squared = mixing_seconds(shape, "h100_sxm", "65536") / mixing_seconds(shape, "h100_sxm", "32768");
    QVERIFY2(squared > 3.5, qPrintable(QString::number(squared)));
    shape.scan.layers = 36; // one layer of four attends
    const double all = mixing_seconds(*shipped().model("qwen3_next_80b_a3b"), "h100_sxm", "32768");
    shape.scan.layers = 0;
    QVERIFY2(std::abs(all - (0.75 * once + 0.25 * mixing_seconds(shape, "h100_sxm", "32768"))) < 1e-9 * all,
             qPrintable(QString::number(all)));
}

void MixedLayersTest::an_indexer_pays_at_long_context()
{
    const auto ratio = [](const std::string& sequence) {
        return mixing_seconds(*shipped().model("deepseek_v3_2"), "h200", sequence)
            / mixing_seconds(*shipped().model("deepseek_v3"), "h200", sequence);
    };
    QCOMPARE(ratio("2048"), 1.); // all keys are kept
    QVERIFY(ratio("4096") > 1); // attention over the compressed form multiplies more
    QVERIFY(ratio("131072") < 0.3);
}

void MixedLayersTest::other_depths_keep_the_kinds()
{
    const auto half = [](const char* model, const char* layers) {
        return scenario({{"model", model}, {"layers", layers}}).workload.shape;
    };
    QCOMPARE(half("qwen3_next_80b_a3b", "24").scan.layers, 18);
    const ModelShape nano = half("nemotron_3_nano", "26");
    QCOMPARE(nano.scan.layers, 12);
    QCOMPARE(nano.ffn_only_layers, 12);
    QCOMPARE(nano.mixer_only_layers, 14); // all layers are one block
    QCOMPARE(half("llama4_maverick", "24").dense_layers, 12);
    QCOMPARE(half("kimi_linear_48b_a3b", "14").dense_layers, 1);
}

void MixedLayersTest::latent_experts_travel_and_keep_less()
{
    Scenario latent = scenario({{"model", "nemotron_3_super"},
                                {"gpus", "64"},
                                {"hardware", "h100_sxm"},
                                {"stack", "megatron_core_2024"},
                                {"ep", "8"},
                                {"micro_batch", "1"}});
    Scenario wide = latent;
    wide.workload.shape.expert_hidden = 0;
    const Parts small = at(latent), large = at(wide);
    QVERIFY(small.possible() && large.possible());
    QVERIFY(small.busy[std::size_t(Part::ExpertTraffic)] < 0.5 * large.busy[std::size_t(Part::ExpertTraffic)]);
    QVERIFY(small[Part::Activations] < large[Part::Activations]);
    QVERIFY(small[Part::Weights] < 0.5 * large[Part::Weights]);
}

void MixedLayersTest::a_layer_of_one_block_costs_one_block()
{
    // Llama's 32 layers of two blocks, and the same as 64 layers of one.
    Scenario pairs = scenario({{"model", "llama2_7b"}, {"gpus", "64"}, {"hardware", "h100_sxm"}, {"tp", "4"}});
    Scenario single = pairs;
    ModelShape& shape = single.workload.shape;
    shape.layers = 64;
    shape.mixer_only_layers = shape.ffn_only_layers = 32;
    QCOMPARE(total_parameters(shape), total_parameters(pairs.workload.shape));
    const Parts two = at(pairs), one = at(single);
    for (const Part part : {Part::Attention, Part::OtherKernels, Part::TensorTraffic, Part::MatrixMultiply}) {
        const double ratio = one.busy[std::size_t(part)] / two.busy[std::size_t(part)];
        QVERIFY2(std::abs(ratio - 1) < 0.03, qPrintable(QString("%1 %2").arg(label(part)).arg(ratio)));
    }
    QVERIFY(std::abs(one[Part::Activations] / two[Part::Activations] - 1) < 1e-9);
}

void MixedLayersTest::scans_divide_their_context_by_heads()
{
    Scenario ring = scenario({{"model", "qwen3_next_80b_a3b"},
                              {"gpus", "64"},
                              {"hardware", "h100_sxm"},
                              {"stack", "megatron_core_2024"},
                              {"sequence", "131072"},
                              {"cp", "8"}});
    ring.workload.shape.scan.layers = ring.workload.shape.layers;
    const double none = at(ring).busy[std::size_t(Part::ContextTraffic)];
    Scenario heads = ring;
    heads.plan.cp_method = ContextMethod::Ulysses;
    QVERIFY(none > 0);
    QCOMPARE(at(heads).busy[std::size_t(Part::ContextTraffic)], none);
}

void MixedLayersTest::every_term_says_what_is_assumed()
{
    const auto words = [](const char* model, const char* sequence, Part part = Part::Attention) {
        const Scenario question
            = scenario({{"model", model}, {"sequence", sequence}, {"hardware", "h100_sxm"}, {"gpus", "512"}});
        const Estimate told = explain(*prepare(question), question.plan);
        for (const Term& term : told.terms)
            if (term.part == part)
                return QString::fromStdString(english(term.words));
        return QString();
    };
    QVERIFY(words("qwen3_next_80b_a3b", "4096").contains("linear attention a scan in chunks"));
    QVERIFY(words("nemotron_3_nano", "4096").contains("state space a scan in chunks"));
    QVERIFY(words("deepseek_v3_2", "131072").contains("indexer"));
    QVERIFY(words("gpt_oss_120b", "4096").contains("windows"));
    QVERIFY(!words("llama2_7b", "4096").contains("windows"));
    QVERIFY(words("minimax_m1", "4096", Part::Activations).contains("scan"));
    QVERIFY(!words("llama2_7b", "4096", Part::Activations).contains("scan"));
}

PLATEAU_TEST(MixedLayersTest)

} // namespace tst_mixed_layers

#include "tst_mixed_layers.moc"
