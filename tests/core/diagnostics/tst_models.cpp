// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <algorithm>

#include "core/catalog/entry_file.h"
#include "core/diagnostics/programs/reading.h"
#include "tests/core/diagnostics/readings.h"

namespace tst_models {

using namespace plateau;
using namespace plateau::programs;
using plateau::test::line_of;
using plateau::test::read;

namespace {

const catalog::ModelShape& shape_of(const Reading& reading) { return reading.resolved.workload.shape; }

/// A config.json of the usual sizes with more keys.
QByteArray config(const QByteArray& type, const QByteArray& more)
{
    return "{\"model_type\": \"" + type
        + "\", \"hidden_size\": 1536, \"num_hidden_layers\": 24, \"num_attention_heads\": 12, \"num_key_value_heads\": "
          "4, "
          "\"head_dim\": 96, \"intermediate_size\": 4096, \"vocab_size\": 64000, \"max_position_embeddings\": 16384"
        + more + "}";
}

/// The same sizes for MaxText.
QByteArray maxtext(const QByteArray& block, const QByteArray& more)
{
    return "base_emb_dim: 1536\nbase_num_decoder_layers: 24\nbase_num_query_heads: 12\nbase_num_kv_heads: 4\nhead_dim: "
           "96\nbase_mlp_dim: 4096\nvocab_size: 64000\nmlp_activations: [silu, linear]\nmax_target_length: 16384\n"
           "decoder_block: "
        + block + "\n" + more;
}

/// Arguments of Megatron-LM for layers that are one block each.
QByteArray hybrid(const QByteArray& pattern, const QByteArray& more)
{
    return "torchrun --nproc_per_node 8 pretrain_mamba.py --micro-batch-size 1 --global-batch-size 64 --seq-length "
           "8192 "
           "--max-position-embeddings 8192 --bf16 --untie-embeddings-and-output-weights --disable-bias-linear "
           "--position-embedding-type none --squared-relu --hidden-size 2688 --num-attention-heads 32 "
           "--group-query-attention --num-query-groups 2 --kv-channels 128 --ffn-hidden-size 1856 --mamba-num-heads 64 "
           "--mamba-head-dim 64 --is-hybrid-model --hybrid-layer-pattern "
        + pattern + " " + more + "\n";
}

} // namespace

/// What a reader knows of a model all know, and what none knows is said.
class ModelsTest : public QObject {
    Q_OBJECT
private slots:
    void a_family_that_is_not_known_is_a_shape()
    {
        const Reading reading = read(config("fable9", ""), "config.json");
        QCOMPARE(shape_of(reading).layers, 24);
        QCOMPARE(shape_of(reading).head_dim, 96);
        const Line* line = line_of(reading.not_expressible, "model_type");
        QVERIFY(line && line->line == 1);
        QVERIFY(english(line->why).find("fable9") != std::string::npos);
        const Reading mixture = read(
            config("fable9_moe", ", \"num_experts\": 32, \"num_experts_per_tok\": 4, \"moe_intermediate_size\": 512"),
            "config.json");
        QCOMPARE(shape_of(mixture).experts, 32);
        QCOMPARE(shape_of(mixture).ffn, 512);
    }

    void what_no_shape_says_is_named_data()
    {
        QTest::addColumn<QByteArray>("more");
        QTest::addColumn<QString>("key");
        QTest::newRow("further tokens") << QByteArray(", \"use_mtp\": true, \"num_mtp_modules\": 2")
                                        << "num_mtp_modules";
        QTest::newRow("DeepSeek's key") << QByteArray(", \"num_nextn_predict_layers\": 1")
                                        << "num_nextn_predict_layers";
        QTest::newRow("compressed keys") << QByteArray(", \"compress_ratios\": [0, 4, 128]") << "compress_ratios";
        QTest::newRow("shared keys") << QByteArray(", \"attention_k_eq_v\": true") << "attention_k_eq_v";
        QTest::newRow("a kind of layer") << QByteArray(
            ", \"layer_types\": [" + QByteArray("\"convolution\", ").repeated(23) + "\"full_attention\"]")
                                         << "layer_types";
        QTest::newRow("none of it") << QByteArray(", \"use_mtp\": false, \"hc_mult\": 1") << "";
    }

    void what_no_shape_says_is_named()
    {
        QFETCH(QByteArray, more);
        QFETCH(QString, key);
        const Reading reading = read(config("llama", more), "config.json");
        QCOMPARE(shape_of(reading).layers, 24);
        QCOMPARE(line_of(reading.not_expressible, key.toStdString()) != nullptr, !key.isEmpty());
        QCOMPARE(reading.not_expressible.empty(), key.isEmpty());
    }

    void heads_need_not_divide_where_their_size_is_given()
    {
        QByteArray text = config("llama", "");
        text.replace("1536", "1500");
        QCOMPARE(shape_of(read(text, "config.json")).head_dim, 96);
    }

    void only_what_is_used_is_understood()
    {
        const QByteArray text = "{\"model_type\": \"qwen3_vl\", \"text_config\": " + config("qwen3_vl_text", "")
            + ", \"vision_config\": {\"hidden_size\": 896, \"depth\": 20}}";
        const Reading reading = read(text, "config.json");
        for (const Line& line : reading.understood)
            if (!line.parameter.empty() && line.parameter != "precision")
                QCOMPARE(line.meaning, reading.scenario.at(line.parameter));
        QVERIFY(line_of(reading.understood, "text_config.hidden_size"));
        QVERIFY(!line_of(reading.understood, "vision_config.hidden_size"));
    }

    void maxtext_knows_what_config_json_says_data()
    {
        QTest::addColumn<QByteArray>("block");
        QTest::addColumn<QByteArray>("more");
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<QByteArray>("keys");
        const auto row = [](const char* name, const char* block, const char* more, const char* type, const char* keys) {
            QTest::newRow(name) << QByteArray(block) << QByteArray(more) << QByteArray(type) << QByteArray(keys);
        };
        row("windows in three of four", "olmo3", "sliding_window_size: 2048\n", "olmo3", ", \"sliding_window\": 2048");
        row("windows in five of six, tied", "gemma3", "sliding_window_size: 1024\nlogits_via_embedding: true\n",
            "gemma3", ", \"sliding_window\": 1024");
        row("chunks in three of four", "llama4",
            "chunk_attn_window_size: 8192\nnope_layer_interval: 4\nnum_experts: 16\nnum_experts_per_tok: 1\n"
            "base_moe_mlp_dim: 2048\nshared_experts: 1\ninterleave_moe_layer_step: 2\n",
            "llama4",
            ", \"attention_chunk_size\": 8192, \"num_local_experts\": 16, \"num_experts_per_tok\": 1, "
            "\"interleave_moe_layer_step\": 2, \"intermediate_size_mlp\": 4096, \"intermediate_size\": 2048");
        row("scans in three of four", "qwen3_next",
            "inhomogeneous_layer_cycle_interval: 4\ngdn_conv_kernel_dim: 4\ngdn_key_head_dim: 96\ngdn_value_head_dim: "
            "96\n"
            "gdn_num_key_heads: 12\ngdn_num_value_heads: 24\nnum_experts: 64\nnum_experts_per_tok: 4\n"
            "base_moe_mlp_dim: 384\nshared_experts: 1\n",
            "qwen3_next",
            ", \"linear_num_value_heads\": 24, \"linear_value_head_dim\": 96, \"linear_num_key_heads\": 12, "
            "\"linear_key_head_dim\": 96, \"linear_conv_kernel_dim\": 4, \"num_experts\": 64, \"num_experts_per_tok\": "
            "4, "
            "\"moe_intermediate_size\": 384, \"shared_expert_intermediate_size\": 384");
        row("biases and windows", "gpt_oss",
            "sliding_window_size: 128\nattention_bias: true\nmlp_activations_limit: 7.0\nnum_experts: 32\n"
            "num_experts_per_tok: 4\nbase_moe_mlp_dim: 4096\n",
            "gpt_oss", ", \"sliding_window\": 128, \"num_local_experts\": 32, \"num_experts_per_tok\": 4");
    }

    void maxtext_knows_what_config_json_says()
    {
        QFETCH(QByteArray, block);
        QFETCH(QByteArray, more);
        QFETCH(QByteArray, type);
        QFETCH(QByteArray, keys);
        QByteArray same = config(type, keys);
        if (keys.contains("\"intermediate_size\""))
            same.replace("\"intermediate_size\": 4096, ", "");
        catalog::ModelShape ours = shape_of(read(maxtext(block, more), "model.yml"));
        catalog::ModelShape theirs = shape_of(read(same, "config.json"));
        ours.title = theirs.title;
        ours.sources = theirs.sources;
        ours.max_sequence = theirs.max_sequence;
        ours.default_sequence = theirs.default_sequence;
        QCOMPARE(catalog::write_model(ours), catalog::write_model(theirs));
    }

    void a_family_with_strange_blocks_is_refused_data()
    {
        QTest::addColumn<QByteArray>("more");
        for (const char* key : {"mamba_d_state", "num_decoder_layers", "lru_width", "attn_layer_period", "patch_size"})
            QTest::newRow(key) << QByteArray(", \"") + key + "\": 16";
        QTest::newRow("an encoder") << QByteArray(", \"is_encoder_decoder\": true");
    }
    void a_family_with_strange_blocks_is_refused()
    {
        QFETCH(QByteArray, more);
        const auto reading = programs::read_text(test::shipped(), config("fable9", more).toStdString(), "config.json");
        QVERIFY(!reading && english(reading.error()).find("fable9") != std::string::npos);
        QVERIFY(programs::read_text(test::shipped(), config("fable9", ", \"is_encoder_decoder\": false").toStdString(),
                                    "config.json"));
    }

    /// What a file leaves open is the named model's, never the program's default; a name that is not known is no model.
    void a_name_decides_what_sizes_leave_open_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("model"); ///< empty: none that is known
        QTest::addColumn<int>("layers");
        const auto row = [](const char* name, const char* file, const QByteArray& text, const char* model, int layers) {
            QTest::newRow(name) << QString::fromLatin1(file) << text << QString::fromLatin1(model) << layers;
        };
        const QByteArray maxtext = "python3 -m MaxText.train base.yml model_name=%1 base_num_decoder_layers=4 "
                                   "override_model_config=true per_device_batch_size=1 max_target_length=4096\n";
        row("MaxText, a strange name", "run.sh", QByteArray(maxtext).replace("%1", "fable9-7b"), "", 0);
        row("MaxText, a model with fewer layers", "run.sh", QByteArray(maxtext).replace("%1", "llama3-8b"), "llama3_8b",
            4);
        row("MaxText, a strange block", "model.yml", tst_models::maxtext("fable", ""), "", 0);
        const QByteArray primus
            = "modules:\n  pre_trainer:\n    framework: megatron\n    config: pre_trainer.yaml\n    model: %1.yaml\n"
              "    overrides:\n      num_layers: 24\n      hidden_size: 2880\n      num_attention_heads: 64\n"
              "      num_experts: 32\n      micro_batch_size: 2\n      seq_length: 8192\n";
        row("Primus, a model beside", "run.yaml", QByteArray(primus).replace("%1", "gpt_oss_20B"), "gpt_oss_20b", 24);
        row("Primus, a strange one beside", "run.yaml", QByteArray(primus).replace("%1", "fable_20B"), "", 0);
        const QByteArray neox = "pipe_parallel_size: 1\nmodel_parallel_size: 1\nnum_layers: 48\nhidden_size: 1536\n"
                                "num_attention_heads: 12\nseq_length: 2048\nattention_config: [[[mamba], 48]]\n"
                                "train_micro_batch_size_per_gpu: 4\n";
        row("GPT-NeoX, layers of a strange kind", "mamba.yml", neox, "", 0);
        row("Megatron-Bridge, a recipe with fewer layers", "run.sh",
            "torchrun scripts/training/run_recipe.py --recipe llama3_70b_pretrain_64gpu_gb200_fp8mx_config "
            "model.num_layers=40 train.global_batch_size=128 train.micro_batch_size=1 model.seq_length=8192\n",
            "llama3_70b", 40);
        row("Megatron-Bridge, a strange recipe", "run.sh",
            "torchrun scripts/training/run_recipe.py --recipe fable9_70b_pretrain_64gpu_gb200_fp8mx_config "
            "train.global_batch_size=128 train.micro_batch_size=1 model.seq_length=8192\n",
            "", 0);
        row("a name's size is not that at work", "run.yaml",
            "model:\n  _target_: nemo_automodel.NeMoAutoModelForCausalLM.from_pretrained\n"
            "  pretrained_model_name_or_path: nvidia/NVIDIA-Nemotron-3-Nano-4B-BF16\n"
            "step_scheduler: {global_batch_size: 24, local_batch_size: 2}\n",
            "", 0);
        row("Megatron, layers of a kind that is not modelled", "run.sh", hybrid("MG*E", ""), "", 0);
    }
    void a_name_decides_what_sizes_leave_open()
    {
        QFETCH(QString, file);
        QFETCH(QByteArray, text);
        QFETCH(QString, model);
        QFETCH(int, layers);
        const Reading reading = read(text, file.toLatin1().constData());
        const auto missing = std::ranges::find(reading.missing, "model", &Line::parameter);
        QCOMPARE(missing != reading.missing.end(), model.isEmpty());
        const auto named = reading.scenario.find("model");
        QCOMPARE(named == reading.scenario.end() ? QString() : QString::fromStdString(named->second), model);
        QCOMPARE(reading.scenario.contains("hidden") && model.isEmpty(), false);
        if (!model.isEmpty()) {
            QCOMPARE(shape_of(reading).layers, layers);
            const catalog::ModelShape* known = test::shipped().model(model.toStdString());
            QCOMPARE(shape_of(reading).head_dim, known->head_dim);
            QCOMPARE(shape_of(reading).gated, known->gated);
        }
    }

    void a_recipe_s_name_says_more_than_the_model()
    {
        const Reading reading = read("python run_recipe.py --recipe llama3_70b_pretrain_64gpu_gb200_fp8mx_config "
                                     "train.global_batch_size=128 train.micro_batch_size=1 model.seq_length=8192\n",
                                     "run.sh");
        for (const auto& [parameter, value] :
             {std::pair("gpus", "64"), {"precision", "mxfp8"}, {"hardware", "gb200_nvl72"}})
            QCOMPARE(reading.scenario.at(parameter), std::string(value));
    }

    /// Nemotron 3 Nano by its configuration and by Megatron's arguments.
    void megatron_reads_hybrid_layers_as_config_json_does()
    {
        const Reading reading = read(hybrid("MEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEMEM*EMEMEMEME/M*/M*",
                                            "--num-experts 128 --moe-router-topk 6 --moe-ffn-hidden-size 1856 "
                                            "--moe-shared-expert-intermediate-size 3712 --padded-vocab-size 131072"),
                                     "run.sh");
        const catalog::ModelShape& known = *test::shipped().model("nemotron_3_nano");
        QCOMPARE(shape_of(reading).layers, known.layers);
        QCOMPARE(shape_of(reading).scan.layers, known.scan.layers);
        QCOMPARE(catalog::total_parameters(shape_of(reading)), catalog::total_parameters(known));
        QCOMPARE(catalog::active_parameters(shape_of(reading)), catalog::active_parameters(known));
    }

    void maxtext_says_what_it_cannot()
    {
        const Reading reading = read(
            maxtext("fable", "mhc_expansion_rate: 4\ncompress_ratios: [0, 4]\nmtp_num_layers: 0\n"), "model.yml");
        for (const char* key : {"decoder_block", "mhc_expansion_rate", "compress_ratios"})
            QVERIFY2(line_of(reading.not_expressible, key), key);
        QVERIFY(!line_of(reading.not_expressible, "mtp_num_layers"));
    }
};

PLATEAU_TEST(ModelsTest)

} // namespace tst_models

#include "tst_models.moc"
