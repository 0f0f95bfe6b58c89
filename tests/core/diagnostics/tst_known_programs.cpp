// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "core/diagnostics/programs/program.h"
#include "core/question/scenario/parameter_table.h"
#include "core/text/messages/words.h"
#include "tests/core/shipped_catalog.h"

/// Programs are told apart by keys that only they have; every key is understood, harmless by list, told or unknown.
namespace tst_known_programs {

using namespace plateau;
using namespace plateau::programs;
using test::shipped;

namespace {

std::string problem(const Expected<Reading>& reading) { return reading ? std::string() : english(reading.error()); }

bool has_key(const std::vector<Line>& lines, const std::string& key)
{
    return std::ranges::any_of(lines, [&](const Line& line) { return folded_key(line.key).ends_with(key); });
}

struct Refusing {
    const char* name;
    const char* text;
    const char* place; ///< line of the model
};
const Refusing refused[] = {
    {"verl",
     "python3 -m verl.trainer.main_ppo \\\n  data.train_batch_size=96 data.max_response_length=512 \\\n"
     "  actor_rollout_ref.model.path=Qwen/Qwen3-14B \\\n  trainer.n_gpus_per_node=8\n",
     ":3:"},
    {"NeMo RL", "grpo: {}\npolicy:\n  model_name: a/b\n  train_global_batch_size: 64\n", ":3:"},
    {"VeOmni", "model:\n  model_path: a/b\ntrain:\n  accelerator: {ulysses_size: 1}\n  micro_batch_size: 1\n", ":2:"},
    {"OLMo-core", "from olmo_core.train import TrainerConfig\n\nmodel_config = TransformerConfig.olmo2_7B()\n", ":3:"},
    {"NeMo 2", "from nemo.collections import llm\nrecipe = llm.llama3_8b.pretrain_recipe()\n", ":"},
    {"Slurm", "JobID|JobName|AllocTRES|Elapsed|State\n1|a|gres/gpu=8|01:00:00|COMPLETED\n", ":1:"},
};

struct Sample {
    const char* name;
    const char* program;
    const char* text;
    const char* scenario;
};
const Sample samples[] = {
    {"swift with megatron", "ms-swift with Megatron",
     "NPROC_PER_NODE=8 megatron sft --model Qwen/Qwen3-14B --tuner_type lora --lora_rank 12 \\\n"
     "  --target_modules all-linear --tensor_model_parallel_size 2 --micro_batch_size 2 --global_batch_size 24 \\\n"
     "  --max_length 6144\n",
     "model=qwen3_14b precision=bf16 sequence=6144 fine_tune=lora lora_rank=12 tp=2 gpus=8 etp=1"},
    {"swift", "ms-swift",
     "NPROC_PER_NODE=4 swift sft --model Qwen/Qwen3-8B --tuner_type full --max_length 2048 \\\n"
     "  --per_device_train_batch_size 2 --gradient_accumulation_steps 4 --deepspeed zero3\n",
     "model=qwen3_8b sequence=2048 micro_batch=2 fine_tune=none dp_mode=fsdp gpus=4"},
    {"automodel", "NeMo Automodel",
     "step_scheduler: {global_batch_size: 24, local_batch_size: 2}\nmodel: {pretrained_model_name_or_path: "
     "Qwen/Qwen3-4B}\n"
     "distributed: {strategy: fsdp2, tp_size: 2, activation_checkpointing: true}\ndataset: {seq_length: 3072}\n",
     "model=qwen3_4b tp=2 global_batch=24 micro_batch=2 sequence=3072 dp_mode=fsdp recompute=full"},
    {"factory v1", "LLaMA-Factory v1",
     "model: Qwen/Qwen3-4B\nmodel_class: llm\ndist_config: {name: fsdp2}\nmicro_batch_size: 3\n"
     "global_batch_size: 12\ncutoff_len: 3072\ncp_size: 2\ncp_mode: ulysses\n",
     "model=qwen3_4b sequence=3072 micro_batch=3 global_batch=12 dp_mode=fsdp cp=2 cp_method=ulysses"},
    {"factory with megatron", "LLaMA-Factory",
     "model_name_or_path: Qwen/Qwen3-30B-A3B\nstage: sft\nfinetuning_type: full\ncutoff_len: 3072\n"
     "per_device_train_batch_size: 1\ntensor_model_parallel_size: 2\npipeline_model_parallel_size: 3\n"
     "expert_model_parallel_size: 4\nuse_distributed_optimizer: true\nrecompute_granularity: full\n",
     "tp=2 pp=3 ep=4 dp_mode=zero1 recompute=full model=qwen3_30b_a3b"},
    {"awq", "LLaMA-Factory",
     "model_name_or_path: lab/Meta-Llama-3-8B-Instruct-AWQ\nstage: sft\nfinetuning_type: lora\nlora_rank: 12\n"
     "cutoff_len: 512\nper_device_train_batch_size: 1\n",
     "model=llama3_8b base_weight_bytes=0.52 lora_rank=12"},
    {"primus titan", "Primus with torchtitan",
     "modules:\n  pre_trainer:\n    framework: torchtitan\n    model: qwen3_30B_A3B.yaml\n    overrides:\n"
     "      training: {local_batch_size: 3, seq_len: 2048}\n      parallelism: {expert_parallel_degree: 4}\n",
     "model=qwen3_30b_a3b ep=4 sequence=2048"},
    {"primus lora", "Primus",
     "modules:\n  pre_trainer:\n    framework: megatron\n    model: llama2_70B.yaml\n    overrides:\n"
     "      micro_batch_size: 1\n      global_batch_size: 12\n      seq_length: 3072\n"
     "      tensor_model_parallel_size: 2\n      pipeline_model_parallel_size: 1\n      bf16: true\n"
     "      lora: {enabled: true, dim: 24}\n",
     "model=llama2_70b fine_tune=lora lora_rank=24 precision=bf16"},
    {"primus mxfp4", "Primus",
     "modules:\n  pre_trainer:\n    framework: megatron\n    model: llama3.1_8B.yaml\n    overrides:\n"
     "      micro_batch_size: 1\n      global_batch_size: 12\n      seq_length: 3072\n      bf16: true\n"
     "      tensor_model_parallel_size: 2\n      pipeline_model_parallel_size: 1\n      fp4: e2m1\n      fp4_recipe: "
     "mxfp4\n",
     "precision=bf16 not:fp4_recipe"},
    {"axolotl experts", "axolotl",
     "base_model: Qwen/Qwen3-30B-A3B\nexpert_parallel_size: 4\ndp_shard_size: 3\nsequence_len: 1536\n"
     "micro_batch_size: 2\nsample_packing: true\n",
     "ep=4 gpus=12 model=qwen3_30b_a3b missing:document_length"},
    {"ulysses", "accelerate",
     "distributed_type: DEEPSPEED\ndeepspeed_config: {zero_stage: 3}\nnum_processes: 12\n"
     "parallelism_config: {parallelism_config_dp_shard_size: 4, parallelism_config_sp_size: 3}\n",
     "cp=3 cp_method=ulysses gpus=12 dp_mode=fsdp"},
    {"samples of each set", "LLaMA-Factory",
     "model_name_or_path: Qwen/Qwen3-8B\nstage: sft\ndataset: one,other\nmax_samples: 1000\ncutoff_len: 2048\n"
     "per_device_train_batch_size: 2\nnum_train_epochs: 3.0\n",
     "tokens=12288000"},
    {"samples marked", "ms-swift",
     "NPROC_PER_NODE=4 swift sft --model Qwen/Qwen3-8B --tuner_type full --max_length 2048 --dataset own/a#500 b#1500 "
     "\\\n"
     "  --per_device_train_batch_size 2 --num_train_epochs 2 --deepspeed zero3\n",
     "tokens=8192000"},
    {"duration in batches", "llm-foundry",
     "max_seq_len: 2048\nglobal_train_batch_size: 512\nmax_duration: 24800ba\nmodel:\n  name: mpt_causal_lm\n"
     "  d_model: 2048\n  n_heads: 16\n  n_layers: 24\n  vocab_size: 50368\ndevice_train_microbatch_size: 8\n",
     "tokens=26004684800"},
    {"duration in epochs", "llm-foundry",
     "max_seq_len: 2048\nglobal_train_batch_size: 512\nmax_duration: 2ep\nmodel:\n  name: mpt_causal_lm\n"
     "  d_model: 2048\n  n_heads: 16\n  n_layers: 24\n  vocab_size: 50368\ndevice_train_microbatch_size: 8\n",
     "tokens=nothing"},
    {"groups left by replicas", "torchtitan",
     "#SBATCH --nodes=4 --gpus-per-node=h100:8\ntorchrun --nproc_per_node 8 --nnodes 4 train.py --model.name llama3 "
     "--model.flavor 8B --training.local_batch_size 1 --training.seq_len 8192 "
     "--parallelism.data_parallel_replicate_degree 4 --parallelism.data_parallel_shard_degree -1 "
     "--parallelism.tensor_parallel_degree 2 --parallelism.fsdp_reshard_after_forward never\n",
     "gpus=32 dp_mode=hsdp shard_group=4 not:parallelism.fsdp_reshard_after_forward"},
    {"groups, replicas left", "MaxText",
     "model_name: llama3-70b\nper_device_batch_size: 2\nmax_target_length: 8192\nici_fsdp_parallelism: 8\n"
     "dcn_data_parallelism: -1\n",
     "dp_mode=hsdp shard_group=8"},
    {"replicas, groups left", "MaxText",
     "model_name: llama3-70b\nper_device_batch_size: 2\nmax_target_length: 8192\nici_fsdp_parallelism: -1\n"
     "dcn_data_parallelism: 4\n",
     "dp_mode=hsdp missing:shard_group"},
    {"the loss alone is compiled", "torchtitan",
     "[model]\nname = \"llama3\"\nflavor = \"8B\"\n[training]\nlocal_batch_size = 4\nseq_len = 4096\n[compile]\n"
     "enable = true\ncomponents = [\"loss\"]\n",
     "stack=torchtitan_eager"},
    {"NVMe", "DeepSpeed",
     "{\"train_batch_size\": 64, \"train_micro_batch_size_per_gpu\": 1, \"bf16\": {\"enabled\": true}, "
     "\"zero_optimization\": {\"stage\": 3, \"offload_param\": {\"device\": \"nvme\"}}}",
     "offload_parameters=1 not:offload_param.device"},
    {"stages of so many layers", "NeMo Automodel",
     "step_scheduler: {global_batch_size: 64, local_batch_size: 2}\nmodel: {pretrained_model_name_or_path: "
     "Qwen/Qwen3-30B-A3B}\ndistributed:\n  strategy: fsdp2\n  pp_size: 2\n  pipeline: {pp_schedule: interleaved1f1b, "
     "pp_microbatch_size: 1, layers_per_stage: 6}\ndataset: {seq_length: 4096}\n",
     "pp=2 micro_batch=1 virtual_stages=4 schedule=interleaved"},
    {"layers of the model beside", "Primus",
     "modules:\n  pre_trainer:\n    framework: megatron\n    model: mixtral_8x7B_v0.1.yaml\n    overrides:\n"
     "      micro_batch_size: 2\n      global_batch_size: 256\n      seq_length: 4096\n"
     "      tensor_model_parallel_size: 1\n      pipeline_model_parallel_size: 1\n"
     "      recompute_granularity: full\n      recompute_method: block\n      recompute_num_layers: 4\n",
     "model=mixtral_8x7b recompute_layers=0.125"},
    {"what a recipe decides", "Megatron-Bridge",
     "torchrun --nproc_per_node=8 --nnodes=8 scripts/performance/run_recipe.py --recipe llama31_70b_pretrain_config "
     "model.tensor_model_parallel_size=4 train.global_batch_size=128 train.micro_batch_size=1\n",
     "tp=4 missing:virtual_stages missing:dp_mode missing:precision"},
    {"shared experts as wide as said", "Primus",
     "modules:\n  pre_trainer:\n    framework: megatron\n    model: nemotron_3_nano.yaml\n    overrides:\n"
     "      micro_batch_size: 2\n      global_batch_size: 256\n      seq_length: 4096\n      num_layers: 24\n"
     "      hidden_size: 2688\n      num_attention_heads: 32\n      num_experts: 128\n"
     "      moe_ffn_hidden_size: 1856\n      moe_shared_expert_intermediate_size: 3712\n",
     "model=nemotron_3_nano shared_experts=2 shared_ffn=1856"},
    {"the batch system names the GPU", "Megatron-LM",
     "#!/bin/bash\n#SBATCH --nodes=4\n#SBATCH --gres=gpu:a100:8\n#SBATCH --constraint=a100_80gb\nsrun torchrun "
     "--nproc_per_node 8 --nnodes 4 pretrain_gpt.py --num-layers 40 --hidden-size 5120 --num-attention-heads 40 "
     "--seq-length 2048 --max-position-embeddings 2048 --micro-batch-size 2 --global-batch-size 512 --bf16\n",
     "gpus=32 hardware=a100_sxm_80"},
    {"unknown model", "axolotl", "base_model: lab/Nobody-97B\nsequence_len: 1536\nmicro_batch_size: 2\n",
     "missing:model"},
};

} // namespace

class TestKnownPrograms : public QObject {
    Q_OBJECT

private slots:
    void refuses_by_name_data()
    {
        QTest::addColumn<int>("index");
        for (int i = 0; i < int(std::size(refused)); ++i)
            QTest::newRow(refused[i].name) << i;
    }
    void refuses_by_name()
    {
        QFETCH(int, index);
        const auto reading = read_text(shipped(), refused[index].text, "file");
        QVERIFY(!reading);
        const Error& error = reading.error();
        QVERIFY2(english(error.what).find(refused[index].name) != std::string::npos, problem(reading).c_str());
        QVERIFY2(error.where.find(refused[index].place) != std::string::npos, error.where.c_str());
        QVERIFY(!is_unknown(error));
    }

    void reads_data()
    {
        QTest::addColumn<int>("index");
        for (int i = 0; i < int(std::size(samples)); ++i)
            QTest::newRow(samples[i].name) << i;
    }
    void reads()
    {
        QFETCH(int, index);
        const auto reading = read_text(shipped(), samples[index].text, "file");
        QVERIFY2(reading, problem(reading).c_str());
        QCOMPARE(QString::fromStdString(reading->program), QString(samples[index].program));
        for (const std::string& entry : split(samples[index].scenario, " ")) {
            const std::size_t at = entry.find_first_of("=:");
            const std::string key = entry.substr(0, at), wanted = entry.substr(at + 1);
            if (entry[at] == '=') {
                const auto found = reading->scenario.find(key);
                const std::string value = found == reading->scenario.end() ? "nothing" : found->second;
                QVERIFY2(value == wanted, (key + " is " + value + ", not " + wanted).c_str());
            } else if (key == "not") {
                QVERIFY2(has_key(reading->not_expressible, wanted), entry.c_str());
            } else {
                QVERIFY2(std::ranges::find(reading->missing, wanted, &Line::parameter) != reading->missing.end(),
                         entry.c_str());
            }
        }
    }

    void a_telling_name_is_never_harmless()
    {
        for (const Program& program : programs_in(shipped().folders).all)
            for (const char* part : {"parallel", "size", "window", "quant", "lora", "expert", "fp8", "fp4", "offload",
                                     "recompute", "pack"})
                for (const std::string& name : {std::string(part), std::string(part).replace(0, 1, 1, part[0] - 32)})
                    QVERIFY2(telling_part("save_" + name + "_x"), program.id.c_str());
        const auto reading = read_text(shipped(),
                                       "base_model: Qwen/Qwen3-8B\nsequence_len: 512\nmicro_batch_size: 1\n"
                                       "save_lora_every: 2\nlearning_rate: 1e-5\nmystery: 3\nlora_alpha: 16\n",
                                       "file");
        QVERIFY(reading);
        QVERIFY(has_key(reading->harmless, "learning_rate"));
        QVERIFY(has_key(reading->unknown, "save_lora_every"));
        QVERIFY(has_key(reading->unknown, "mystery"));
        QVERIFY(has_key(reading->understood, "lora_alpha"));
    }

    void a_section_that_is_not_modelled_is_told_once()
    {
        const auto reading = read_text(shipped(),
                                       "base_model: Qwen/Qwen3-8B\nsequence_len: 512\nmicro_batch_size: 1\n"
                                       "qat: {weight_dtype: int4, group_size: 32}\n",
                                       "file");
        QVERIFY(reading);
        QCOMPARE(int(std::ranges::count(reading->not_expressible, std::string("qat"), &Line::key)), 1);
        QVERIFY(!has_key(reading->unknown, "group_size"));
    }

    void a_file_beside_is_opened()
    {
        const QTemporaryDir folder;
        const auto write = [&](const QString& name, const QByteArray& text) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
        };
        write("run.yaml",
              "model_name_or_path: Qwen/Qwen3-8B\nstage: sft\nfinetuning_type: full\ncutoff_len: 512\n"
              "per_device_train_batch_size: 1\ndeepspeed: conf/z3.json\n");
        const std::string file = folder.filePath("run.yaml").toStdString();
        const auto alone = read_file(shipped(), file);
        QVERIFY(alone);
        QCOMPARE(alone->scenario.at("dp_mode"), std::string("fsdp")); // the name alone says it
        QVERIFY(std::ranges::any_of(
            alone->assumed, [](const Line& line) { return english(line.why).find("z3.json") != std::string::npos; }));
        write("z3.json", R"({"zero_optimization": {"stage": 2}, "train_micro_batch_size_per_gpu": "auto"})");
        const auto both = read_file(shipped(), file);
        QVERIFY(both);
        QCOMPARE(both->scenario.at("dp_mode"), std::string("zero2"));
    }

    void what_is_set_by_hand_stands_over_the_file()
    {
        const std::string text = "NPROC_PER_NODE=8 megatron sft --model Qwen/Qwen3-14B --micro_batch_size 1 \\\n"
                                 "  --tensor_model_parallel_size 2 --global_batch_size 24 --max_length 4096\n";
        const Corrections corrections{{"tp", 4.0}, {"model", std::string("llama3_8b")}};
        const auto reading = read_text(shipped(), text, "file", corrections);
        QVERIFY2(reading, problem(reading).c_str());
        QCOMPARE(reading->scenario.at("tp"), std::string("4"));
        QCOMPARE(reading->scenario.at("dp"), std::string("2"));
        QCOMPARE(reading->resolved.plan.tp, 4);
        QCOMPARE(reading->resolved.workload.shape.id, std::string("llama3_8b"));
        for (const Line& line : reading->understood)
            QVERIFY2(line.parameter != "tp" && line.parameter != "model", line.key.c_str());
    }
};

PLATEAU_TEST(TestKnownPrograms)

} // namespace tst_known_programs

#include "tst_known_programs.moc"
