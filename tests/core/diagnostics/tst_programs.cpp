// SPDX-License-Identifier: GPL-3.0-or-later
#include <random>

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include "core/catalog/entry_file.h"
#include "core/diagnostics/programs/program.h"
#include "core/diagnostics/programs/settings.h"
#include "core/plan/plan_layers.h"
#include "core/question/scenario/scenario_file.h"
#include "core/text/messages/words.h"
#include "tests/core/shipped_catalog.h"

namespace tst_programs {

using namespace plateau;
using test::shipped;
using namespace plateau::programs;

namespace {

const Programs& shipped_programs() { return programs_in(shipped().folders); }

std::string problem(const Expected<Reading>& reading) { return reading ? std::string() : english(reading.error()); }

bool says(const std::vector<Line>& lines, const std::string& words)
{
    return std::ranges::any_of(lines, [&](const Line& line) {
        return (line.key + " " + line.value + " " + line.parameter + " " + line.meaning + " " + english(line.why))
                   .find(words)
            != std::string::npos;
    });
}

/// A file of each program, in the shape its users write, and what must be read from it.
struct Sample {
    const char* name;
    const char* program;
    const char* text;
    const char* scenario; ///< "tp=2 pp=4"; "key=" where it must not be said, "not:key" where a key cannot be
                          ///< expressed, "missing:parameter"
    const char* contradiction = "";
};
const Sample samples[] = {
    {"arrays.sh", "Megatron-LM", R"(#!/bin/bash
HOSTS=4
CARDS=8
WIDTH="fp8"
LAUNCH=(--nproc_per_node $CARDS --nnodes $HOSTS)
SHAPE=(
    --num-layers 24
    --hidden-size 2048   # the stream
    --num-attention-heads 16 --group-query-attention
    --num-query-groups 4
    --seq-length 4096 --max-position-embeddings 4096
    --swiglu
)
EXTRA=()
if [[ "$WIDTH" == "fp8" ]] && [ $CARDS -ge 8 ]; then
    EXTRA+=("--fp8-format hybrid" "--fp8-param-gather")
else
    EXTRA+=(--num-layers 99)
fi
torchrun ${LAUNCH[@]} pretrain_gpt.py "${SHAPE[@]}" ${EXTRA[@]} \
    --tensor-model-parallel-size=2 --pipeline-model-parallel-size ${PP:-4} \
    --num-layers-per-virtual-pipeline-stage 3 \
    --micro-batch-size 2 --global-batch-size $((2 * HOSTS * CARDS)) --vocab-size 50000 \
    --bf16 --use-distributed-optimizer --overlap-grad-reduce --recompute-activations
)",
     "gpus=32 tp=2 pp=4 virtual_stages=2 micro_batch=2 global_batch=64 layers=24 hidden=2048 heads=16 kv_heads=4 "
     "ffn=5440 "
     "vocab=50000 sequence=4096 dp=4 dp_mode=zero1 recompute=selective precision=fp8 weight_wire_bytes=1 "
     "reduction_bytes=4 "
     "stack=megatron_core_overlap cp=1 ep=1",
     "beside bf16"},
    {"one_line.txt", "Megatron-LM",
     "torchrun --nnodes=2 --nproc_per_node=8 pretrain_gpt.py --num-layers 8 --hidden-size 1024 --num-attention-heads 8 "
     "--kv-channels 64 --seq-length 2048 --num-experts 16 --moe-router-topk 4 --moe-ffn-hidden-size 512 "
     "--ffn-hidden-size 4096 "
     "--moe-layer-freq ([0]*2+[1]*6) --moe-shared-expert-intermediate-size 1024 --expert-model-parallel-size 8 "
     "--context-parallel-size 2 --cp-comm-type a2a --micro-batch-size 1 --global-batch-size 32 --vocab-size 32000 "
     "--bf16 "
     "--grad-reduce-in-bf16 --recompute-modules core_attn moe_act --recompute-granularity selective "
     "--sequence-parallel",
     "gpus=16 layers=8 experts=16 experts_per_token=4 ffn=512 dense_ffn=4096 dense_layers=2 shared_experts=2 "
     "head_dim=64 ep=8 "
     "cp=2 cp_method=ulysses reduction_bytes=2 dp_mode=ddp dp=8 recompute=selective",
     "without tensor parallelism"},
    {"job.slurm", "Megatron-DeepSpeed", R"(#!/bin/bash
#SBATCH --nodes=3
#SBATCH --gres=gpu:a100:4
NODES=${SLURM_NNODES:-1}
STAGE=2
cat <<JSON > ds.json
{ "train_micro_batch_size_per_gpu": 2, "zero_optimization": { "stage": $STAGE }, "bf16": {"enabled": true} }
JSON
ds=" --deepspeed"
ds=" --deepspeed_config ds.json ${ds}"
srun torchrun --nnodes $NODES --nproc_per_node $SLURM_GPUS_ON_NODE pretrain_gpt.py --num-layers 4 --hidden-size 512 \
  --num-attention-heads 8 --num-key-value-heads 2 --seq-length 1024 --micro-batch-size 2 --global-batch-size 24 --bf16 \
  --tensor-model-parallel-size 1 --checkpoint-activations $ds > log.txt 2>&1
)",
     "gpus=12 layers=4 kv_heads=2 dp_mode=zero2 recompute=full precision=bf16 stack=megatron_deepspeed dp=12"},
    {"test.yaml", "Megatron-LM", R"(MODEL_ARGS:
  --tensor-model-parallel-size: 2
  --pipeline-model-parallel-size: 2
  --pipeline-model-parallel-layout: Et|(tt|)*2tL
  --num-layers: 6
  --hidden-size: 256
  --num-attention-heads: 4
  --seq-length: 1024
  --micro-batch-size: 1
  --step-batch-size-schedule: "0:8 1B:16"
  --multi-latent-attention: true
  --q-lora-rank: 96
  --bf16: true
TEST_TYPE: regular
)",
     "gpus=8 tp=2 pp=2 virtual_stages=2 global_batch=16 kv_rank=32 query_rank=96 head_dim=128 rope_head_dim=64 "
     "value_head_dim=128"},
    {"flag.yaml", "FlagScale", R"(system:
  tensor_model_parallel_size: 2
  pipeline_model_parallel_size: 1
  use_distributed_optimizer: true
  precision: {bf16: true}
model:
  num_layers: 12
  hidden_size: 768
  num_attention_heads: 12
  num_query_groups: 4
  seq_length: 2048
  micro_batch_size: 4
  global_batch_size: 64
  swiglu: true
  ffn_hidden_size: 2048
)",
     "tp=2 layers=12 kv_heads=4 ffn=2048 dp_mode=zero1 precision=bf16 gpus="},
    {"prime.yaml", "Primus", R"(modules:
  pre_trainer:
    framework: megatron
    model: ${MODEL:llama3_8b}.yaml
    overrides:
      micro_batch_size: 2
      global_batch_size: 128
      seq_length: ${LENGTH:4096}
      tensor_model_parallel_size: ${TP:1}
)",
     "model=llama3_8b sequence=4096 tp=1 micro_batch=2 precision=bf16"},
    {"nemo-64gpus.yaml", "NeMo", R"(trainer: {devices: 8, precision: bf16}
model:
  micro_batch_size: 1
  global_batch_size: 128
  tensor_model_parallel_size: 2
  virtual_pipeline_model_parallel_size: null
  encoder_seq_length: 8192
  num_layers: 32
  hidden_size: 4096
  ffn_hidden_size: ${multiply:4, ${.hidden_size}}
  num_attention_heads: 32
  num_query_groups: 8
  activation: fast-swiglu
  fp8: true
  activations_checkpoint_granularity: full
  optim: {name: distributed_fused_adam}
  data: {seq_length: 4096}
)",
     "gpus=64 tp=2 pp=1 sequence=4096 ffn=16384 kv_heads=8 precision=fp8 dp_mode=zero1 recompute=full stack=nemo_fp8 "
     "dp=32",
     "encoder_seq_length"},
    {"override.yaml", "Megatron-Bridge", R"(model: {seq_length: 2048, tensor_model_parallel_size: 4}
train: {train_iters: 10, global_batch_size: 16}
ddp: {grad_reduce_in_fp32: true}
)",
     "tp=4 sequence=2048 global_batch=16 reduction_bytes=4 pp= recompute= micro_batch="},
    {"titan.toml", "torchtitan", R"([model]
name = "llama3"
flavor = "70B"
converters = ["float8"]
[training]
local_batch_size = 8
seq_len = 8_192
[parallelism]
data_parallel_replicate_degree = 2
data_parallel_shard_degree = 4
tensor_parallel_degree = 2
pipeline_parallel_degree = 4
pipeline_parallel_schedule = "Interleaved1F1B"
pipeline_parallel_layers_per_stage = 11
pipeline_parallel_microbatch_size = 2
[activation_checkpoint]
mode = "full"
[compile]
enable = true
[quantize.linear.float8]
enable_fsdp_float8_all_gather = true
)",
     "model=llama3_70b sequence=8192 tp=2 pp=4 schedule=interleaved virtual_stages=2 micro_batch=2 dp_mode=hsdp "
     "shard_group=4 "
     "gpus=64 global_batch=64 precision=fp8 weight_wire_bytes=1 recompute=full stack=torchtitan first_stage_layers=20 "
     "last_stage_layers=19"},
    {"older.toml", "torchtitan", R"([training]
batch_size = 4
seq_len = 2048
compile = false
[model]
name = "llama3"
flavor = "debugmodel"
[parallelism]
tensor_parallel_degree = 1
pipeline_parallel_schedule = "1F1B"
)",
     "layers=6 hidden=256 micro_batch=4 sequences_per_gpu=4 dp_mode=fsdp recompute=selective stack=torchtitan_eager",
     "without a pipeline"},
    {"ds.json", "DeepSpeed", R"({
  "train_batch_size": 256, "train_micro_batch_size_per_gpu": 4, "gradient_accumulation_steps": 2,
  "zero_optimization": {"stage": 3, "offload_optimizer": {"device": "cpu"}, "zero_hpz_partition_size": 8},
  "bf16": {"enabled": true}, "fp16": {"enabled": false}, "optimizer": {"type": "AdamW"}
})",
     "global_batch=256 micro_batch=4 gpus=32 dp_mode=fsdp shard_group= not:zero_hpz_partition_size offload_optimizer=1 "
     "precision=bf16 fixed_memory_bytes=9000000000 missing:recompute"},
    {"buckets.json", "DeepSpeed", R"({
  "zero_optimization": {"stage": 2, "overlap_comm": true, "reduce_bucket_size": "auto", "allgather_bucket_size": 2e8}
})",
     "dp_mode=zero2 fixed_memory_bytes=4300000000"},
    {"auto.json", "DeepSpeed",
     R"({"train_batch_size": "auto", "zero_optimization": {"stage": 2}, "bf16": {"enabled": "auto"}})",
     "dp_mode=zero2 global_batch= precision="},
    {"accelerate.yaml", "accelerate", R"(distributed_type: FSDP
mixed_precision: 'bf16'
num_processes: 16
fsdp_config: {fsdp_sharding_strategy: SHARD_GRAD_OP, fsdp_offload_params: true}
)",
     "gpus=16 precision=bf16 dp_mode=zero2 offload_parameters=1"},
    {"accelerate2.yaml", "accelerate",
     "distributed_type: FSDP\nfsdp_config: {fsdp_version: 2, fsdp_reshard_after_forward: false}\n", "dp_mode=zero2"},
    {"axolotl.yml", "axolotl", R"(base_model: NousResearch/Llama-2-7b-hf
adapter: qlora
load_in_4bit: true
lora_r: 32
lora_target_linear: true
sequence_len: 4096
micro_batch_size: 2
gradient_accumulation_steps: 4
tensor_parallel_size: 2
dp_shard_size: 4
bf16: auto
gradient_checkpointing: true
fsdp_config: {reshard_after_forward: true}
)",
     "model=llama2_7b fine_tune=lora lora_rank=32 lora_modules=all base_weight_bytes=0.52 sequence=4096 micro_batch=2 "
     "tp=2 gpus=8 "
     "global_batch=32 recompute=full dp_mode=fsdp"},
    {"factory.yaml", "LLaMA-Factory", R"(model_name_or_path: Qwen/Qwen3-8B-Base
stage: sft
finetuning_type: full
deepspeed: configs/ds_z3_config.json
cutoff_len: 2048
per_device_train_batch_size: 1
gradient_accumulation_steps: 2
bf16: true
)",
     "model=qwen3_8b dp_mode=fsdp sequence=2048 micro_batch=1 sequences_per_gpu=2 stack=deepspeed_2023"},
    {"liger.yaml", "LLaMA-Factory", R"(model_name_or_path: Qwen/Qwen3-8B
stage: sft
finetuning_type: lora
lora_target: q_proj,v_proj
enable_liger_kernel: true
flash_attn: fa2
optim: adamw_bnb_8bit
cutoff_len: 2048
per_device_train_batch_size: 1
)",
     "stack=huggingface_liger loss=fused attention=flash2 optimizer=adam_8bit lora_modules=attention"},
    {"trl.yaml", "Hugging Face Trainer", R"(model_name_or_path: meta-llama/Llama-3.1-8B
use_peft: true
lora_r: 16
lora_target_modules: [q_proj, v_proj, up_proj]
max_length: 4096
optim: adafactor
attn_implementation: sdpa
per_device_train_batch_size: 2
gradient_checkpointing_kwargs: {use_reentrant: false}
)",
     "stack=huggingface_fsdp stops_early=1 sequence=4096 fine_tune=lora lora_rank=16 lora_modules=all "
     "attention=flash2_sdpa "
     "optimizer=adafactor "
     "loss="},
    {"distilled.yaml", "Hugging Face Trainer", R"(model_name_or_path: deepseek-ai/DeepSeek-R1-Distill-Qwen-7B
per_device_train_batch_size: 1
)",
     "model=qwen2_5_7b"},
    {"named after another.yaml", "Hugging Face Trainer", R"(model_name_or_path: somebody/DeepSeek-R1-Tiny-3B
per_device_train_batch_size: 1
)",
     "model= missing:model"},
    {"zero.yaml", "LLaMA-Factory", R"(model_name_or_path: Qwen/Qwen3-8B
stage: sft
deepspeed: ds_z2_config.json
enable_liger_kernel: true
)",
     "stack=deepspeed_2023 dp_mode=zero2 loss=fused"},
    {"plugin.yml", "axolotl", R"(base_model: Qwen/Qwen3-8B
plugins:
  - axolotl.integrations.liger.LigerPlugin
liger_rms_norm: true
sequence_len: 4096
)",
     "stack=huggingface_liger loss=whole"},
    {"plugin fused.yml", "axolotl", R"(base_model: Qwen/Qwen3-8B
plugins: [axolotl.integrations.liger.LigerPlugin]
liger_fused_linear_cross_entropy: true
sequence_len: 4096
)",
     "stack=huggingface_liger loss=fused"},
    {"cut.yml", "axolotl", R"(base_model: Qwen/Qwen3-8B
plugins: [axolotl.integrations.cut_cross_entropy.CutCrossEntropyPlugin]
optimizer: adamw_torch_fused
sequence_len: 4096
)",
     "stack=huggingface_fsdp loss=fused optimizer=adam"},
    {"recomputes.yaml", "LLaMA-Factory", R"(model_name_or_path: Qwen/Qwen2.5-7B
stage: sft
finetuning_type: full
pure_bf16: true
use_muon: true
use_unsloth_gc: true
deepspeed: examples/deepspeed/ds_z2_offload_config.json
cutoff_len: 4096
per_device_train_batch_size: 2
)",
     "recompute=full offload_activations=1 precision=bf16 optimizer=muon fine_tune=none dp_mode=zero2 "
     "offload_optimizer=1 offload_parameters= stack=deepspeed_2023"},
    {"keeps.yaml", "LLaMA-Factory", R"(model_name_or_path: Qwen/Qwen2.5-7B
stage: sft
disable_gradient_checkpointing: true
pure_bf16: true
quantization_bit: 8
deepspeed: ds_z3_offload_config.json
use_galore: true
per_device_train_batch_size: 2
)",
     "recompute=none optimizer=adam_bf16 base_weight_bytes=1 fine_tune=lora dp_mode=fsdp offload_optimizer=1 "
     "offload_parameters=1 not:use_galore"},
    {"inline.yaml", "Hugging Face Trainer", R"(model_name_or_path: meta-llama/Llama-3.1-8B
deepspeed: {zero_optimization: {stage: 2, offload_optimizer: {device: cpu}}}
per_device_train_batch_size: 2
optim: paged_adamw_32bit
attn_implementation: kernels-community/flash-attn3
activation_offloading: true
)",
     "dp_mode=zero2 offload_optimizer=1 recompute=none optimizer=adam attention=flash3 offload_activations=1 "
     "stack=deepspeed_2023"},
    {"wrapped.yaml", "Hugging Face Trainer", R"(model_name_or_path: meta-llama/Llama-3.1-8B
per_device_train_batch_size: 2
fsdp: [hybrid_shard, auto_wrap, offload]
fsdp_config: {activation_checkpointing: true}
torch_compile: true
)",
     "dp_mode=hsdp recompute=full offload_parameters=1 offload_optimizer=1 compiled_kernels=1"},
    {"zero1.yml", "axolotl", R"(base_model: Qwen/Qwen2.5-7B
sequence_len: 4096
micro_batch_size: 1
optimizer: paged_adamw_8bit
bf16: full
deepspeed: deepspeed_configs/zero1.json
gradient_checkpointing: offload
sdp_attention: true
torch_compile: auto
rl: dpo
)",
     "dp_mode=zero1 recompute=full offload_activations=1 optimizer=adam_8bit precision=bf16 attention=flash2_sdpa "
     "compiled_kernels=1 offload_optimizer= not:rl"},
    {"all.yml", "axolotl", R"(base_model: Qwen/Qwen2.5-7B
sequence_len: 4096
optimizer: lion_8bit
deepspeed: deepspeed_configs/zero3_bf16_cpuoffload_all.json
fsdp_config: {activation_checkpointing: true}
)",
     "dp_mode=fsdp offload_optimizer=1 offload_parameters=1 recompute=full optimizer=lion_8bit"},
    {"elsewhere.yml", "axolotl", "base_model: Qwen/Qwen2.5-7B\nsequence_len: 4096\ndeepspeed: ours.json\n",
     "dp_mode= missing:dp_mode"},
    {"hybrid.yaml", "accelerate", R"(distributed_type: FSDP
dynamo_config: {dynamo_backend: INDUCTOR}
fsdp_config: {fsdp_version: 2, fsdp_activation_checkpointing: true}
parallelism_config: {parallelism_config_dp_replicate_size: 2, parallelism_config_dp_shard_size: 4,
  parallelism_config_tp_size: 2}
num_processes: 16
)",
     "gpus=16 dp_mode=hsdp shard_group=4 tp=2 recompute=full compiled_kernels=1"},
    {"megatron.yaml", "accelerate", R"(distributed_type: MEGATRON_LM
dynamo_backend: 'NO'
megatron_lm_config: {megatron_lm_num_micro_batches: 2, megatron_lm_pp_degree: 2, megatron_lm_tp_degree: 2,
  megatron_lm_recompute_activations: true, megatron_lm_sequence_parallelism: true,
  megatron_lm_use_distributed_optimizer: true}
num_processes: 8
)",
     "gpus=8 tp=2 pp=2 sequence_parallel=on recompute=selective dp_mode=zero1 stack=megatron_core_2024 "
     "compiled_kernels="},
    {"named.yaml", "accelerate", R"(distributed_type: DEEPSPEED
deepspeed_config: {deepspeed_config_file: zero3_offload.json, zero3_init_flag: true}
num_machines: 2
num_processes: 16
)",
     "gpus=16 dp_mode=fsdp offload_optimizer=1 stack=deepspeed_2023"},
    {"trl.sh", "Hugging Face Trainer",
     "accelerate launch --config_file recipes/zero3.yaml --num_processes 8 sft.py --model_name_or_path Qwen/Qwen3-8B "
     "--per_device_train_batch_size 4 --max_length 4096 --bf16\n",
     "gpus=8 dp_mode=fsdp stack=deepspeed_2023 sequence=4096 recompute=none"},
    {"unsaid.sh", "Hugging Face Trainer",
     "accelerate launch --config_file ours.yaml sft.py --model_name_or_path Qwen/Qwen3-8B "
     "--per_device_train_batch_size 4 --block_size 2048\n",
     "dp_mode= missing:dp_mode sequence=2048"},
    {"flags.sh", "Hugging Face Trainer",
     "accelerate launch --use_fsdp --fsdp_sharding_strategy SHARD_GRAD_OP --fsdp_offload_params true --mixed_precision "
     "bf16 --fsdp_activation_checkpointing true --num_machines 2 --num_processes 16 --dynamo_backend no a.py "
     "--model_name_or_path Qwen/Qwen3-8B --per_device_train_batch_size 1 --max_seq_length 8192\n",
     "gpus=16 dp_mode=zero2 offload_parameters=1 precision=bf16 recompute=full sequence=8192 compiled_kernels="},
    {"flags2.sh", "Hugging Face Trainer",
     "accelerate launch --use_deepspeed --zero_stage 3 --offload_optimizer_device cpu --offload_param_device none "
     "--mixed_precision bf16 --gradient_accumulation_steps 4 a.py --model_name_or_path Qwen/Qwen3-8B "
     "--per_device_train_batch_size 1\n",
     "dp_mode=fsdp offload_optimizer=1 offload_parameters= precision=bf16 sequences_per_gpu=4 stack=deepspeed_2023"},
    {"words.sh", "Hugging Face Trainer", R"(#!/bin/bash
#SBATCH --exclusive --nodes=4 --gpus-per-node=8 # of ours
srun torchrun run_clm.py --model_name_or_path meta-llama/Llama-2-7b-hf --per_device_train_batch_size 2 \
  --block_size 4096 --fsdp "shard_grad_op auto_wrap offload" \
  --fsdp_config '{"activation_checkpointing": true}' --torch_compile True
)",
     "gpus=32 sequence=4096 dp_mode=zero2 offload_parameters=1 offload_optimizer=1 recompute=full compiled_kernels=1"},
    {"deepspeed.sh", "Hugging Face Trainer",
     "deepspeed --num_gpus 8 --num_nodes 2 train.py --model_name_or_path meta-llama/Llama-2-7b-hf "
     "--per_device_train_batch_size 4 --model_max_length 2048 --deepspeed ./configs/zero2.json --lora_enable True "
     "--optim lion_32bit\n",
     "gpus=16 sequence=2048 dp_mode=zero2 fine_tune=lora optimizer=lion"},
    {"include.sh", "Hugging Face Trainer",
     "deepspeed --include worker-0@worker-1:0,1,2 train.py --model_name_or_path meta-llama/Llama-2-7b-hf "
     "--per_device_train_batch_size 4\n",
     "gpus="},
    {"include2.sh", "Hugging Face Trainer",
     "deepspeed --include localhost:0,1,2,3 train.py --model_name_or_path meta-llama/Llama-2-7b-hf "
     "--per_device_train_batch_size 4\n",
     "gpus=4"},
    {"visible.sh", "Hugging Face Trainer",
     "CUDA_VISIBLE_DEVICES=0,1 python train.py --model_name_or_path meta-llama/Llama-2-7b-hf "
     "--per_device_train_batch_size 4\n",
     "gpus=2"},
    {"titan.sh", "torchtitan",
     "NGPU=${NGPU:-8}\ntorchrun --nproc_per_node=${NGPU} train.py --model.name llama3 --model.flavor 8B "
     "--training.seq_len 8192\n",
     "gpus=8"},
    {"mpi.sh", "MaxText", "mpirun -np 64 python train.py per_device_batch_size=2 model_name=llama2-7b\n", "gpus=64"},
    {"mics.json", "DeepSpeed", R"({
  "train_micro_batch_size_per_gpu": 4, "zero_optimization": {"stage": 3, "mics_shard_size": 8},
  "optimizer": {"type": "DeepSpeedCPUAdam"}, "compile": {"enabled": true}
})",
     "dp_mode=hsdp shard_group=8 optimizer=adam compiled_kernels=1"},
    {"stages.yml", "MaxText", R"(model_name: llama2-7b
ici_fsdp_parallelism: 4
dcn_pipeline_parallelism: 4
per_device_batch_size: 2
gradient_accumulation_steps: 2
opt_type: sgd
steps: 1000
optimizer_memory_host_offload: true
)",
     "gpus=16 pp=4 micro_batch=2 global_batch=64 tokens=131072000 offload_optimizer=1 optimizer= not:opt_type"},
    {"lion.yaml", "nanotron", R"(optimizer: {optimizer_factory: {name: sgd}}
parallelism: {dp: 4, tp: 2}
tokens: {sequence_length: 1024, micro_batch_size: 2}
)",
     "gpus=8 optimizer=sgd"},
    {"compiled.yaml", "llm-foundry", R"(max_seq_len: 2048
global_train_batch_size: 64
device_train_microbatch_size: 2
optimizer: {name: decoupled_lionw}
compile_config: {mode: default}
fsdp_config: {activation_checkpointing: true, activation_cpu_offload: true}
)",
     "compiled_kernels=1 offload_activations=1 optimizer=lion"},
    {"experts.yml", "GPT-NeoX", R"({
  "pipe_parallel_size": 1, "model_parallel_size": 2, "sequence_parallel": true,
  "num_layers": 24, "hidden_size": 2048, "num_attention_heads": 16, "seq_length": 4096,
  "activation": "swiglu", "intermediate_size": 16512, "moe_num_experts": 8, "moe_top_k": 2,
  "moe_expert_parallel_size": 4, "moe_expert_interval": 2, "precision": "bfloat16",
  "attention_config": [[["flash"], 24]], "checkpoint_activations": true, "checkpoint_num_layers": 2,
  "optimizer": {"type": "Lion"}, "zero_optimization": {"stage": 1},
  "train_micro_batch_size_per_gpu": 4, "num_gpus": 8, "num_nodes": 4
})",
     "gpus=32 tp=2 ep=4 sequence_parallel=on ffn=5632 experts=8 dense_layers=12 precision=bf16 attention=flash2 "
     "recompute=full optimizer=lion not:checkpoint_num_layers"},
    {"plain.yml", "GPT-NeoX", R"({
  "pipe_parallel_size": 1, "model_parallel_size": 1, "num_layers": 12, "hidden_size": 4096,
  "num_attention_heads": 12, "activation": "swiglu", "train_micro_batch_size_per_gpu": 4
})",
     "ffn=5632 precision=tf32 dp_mode=ddp"},
    {"older.yml", "GPT-NeoX", R"({
  "pipe_parallel_size": 1, "model_parallel_size": 1, "num_layers": 12, "hidden_size": 768,
  "num_attention_heads": 12, "fp16": {"enabled": true, "type": "bfloat16"}
})",
     "ffn=3072 precision=bf16"},
    {"aware.sh", "Megatron-LM",
     "torchrun --nproc_per_node 8 --nnodes 8 pretrain_gpt.py --num-layers 32 --hidden-size 4096 --num-attention-heads "
     "32 "
     "--seq-length 4096 --vocab-size 51200 --micro-batch-size 1 --global-batch-size 256 --bf16 "
     "--train-iters 10000 --pipeline-model-parallel-size 4 --decoder-first-pipeline-num-layers 7 "
     "--decoder-last-pipeline-num-layers 7 "
     "--use-distributed-optimizer --use-precision-aware-optimizer --exp-avg-dtype bf16 --exp-avg-sq-dtype fp8 "
     "--main-grads-dtype bf16 --main-params-dtype fp16 --enable-cuda-graph --ddp-bucket-size 40000000 "
     "--cross-entropy-loss-fusion\n",
     "tokens=10485760000 moment_bytes=3 gradient_bytes=2 reduction_bytes=2 master_bytes=2 cuda_graphs=full "
     "bucket_bytes=80000000 "
     "logit_bytes=6 loss= first_stage_layers=7 last_stage_layers=7"},
    {"linear.sh", "Megatron-LM",
     "torchrun --nproc_per_node 8 --nnodes 4 pretrain_gpt.py --num-layers 32 --hidden-size 4096 --num-attention-heads "
     "32 "
     "--seq-length 4096 --vocab-size 51200 --micro-batch-size 1 --global-batch-size 256 --bf16 "
     "--train-samples 100000 --cross-entropy-loss-fusion --cross-entropy-fusion-impl linear --cpu-offloading "
     "--cpu-offloading-num-layers 16 "
     "--cuda-graph-impl local --cuda-graph-scope attn --recompute-granularity full --recompute-method uniform "
     "--recompute-num-layers 8 --use-torch-fsdp2 --torch-fsdp2-no-reshard-after-forward\n",
     "tokens=409600000 loss=fused offload_activations=0.5 cuda_graphs=attention recompute=full dp_mode=zero2 "
     "not:recompute_num_layers"},
    {"uneven.sh", "Megatron-LM",
     "torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers 6 --hidden-size 4096 --num-attention-heads 32 "
     "--seq-length 4096 --vocab-size 51200 --micro-batch-size 1 --global-batch-size 256 --bf16 "
     "--pipeline-model-parallel-size 2 --pipeline-model-parallel-layout 'Et|(tt|)*2tL'\n",
     "virtual_stages=2 pp=2 first_stage_layers= last_stage_layers="},
    {"deepseek.sh", "Megatron-LM",
     "torchrun --nproc_per_node 8 --nnodes 2 pretrain_gpt.py --num-layers 61 --hidden-size 4096 "
     "--num-attention-heads 32 --seq-length 4096 --vocab-size 51200 --micro-batch-size 1 --global-batch-size 256 "
     "--bf16 "
     "--pipeline-model-parallel-size 16 --pipeline-model-parallel-layout 'Et*3|(tt|)*29,m|L'\n",
     "virtual_stages=2 pp=16 first_stage_layers=5 last_stage_layers=2 not:pipeline_model_parallel_layout"},
    {"long.sh", "Megatron-LM",
     "torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers 12 --hidden-size 4096 --num-attention-heads 32 "
     "--seq-length 4096 --vocab-size 51200 --micro-batch-size 1 --global-batch-size 256 --bf16 "
     "--pipeline-model-parallel-size 4 --pipeline-model-parallel-layout 'Et|tttt|(tt|)*2ttt|tL|L|L'\n",
     "virtual_stages=2 pp=4", "its stages have 13 layers, the model 12"},
    {"embedding.sh", "Megatron-LM",
     "torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers 31 --hidden-size 4096 --num-attention-heads 32 "
     "--seq-length 4096 --vocab-size 51200 --micro-batch-size 1 --global-batch-size 256 --bf16 "
     "--pipeline-model-parallel-size 4 --account-for-embedding-in-pipeline-split\n",
     "pp=4 first_stage_layers=7 last_stage_layers=8"},
    {"ends.sh", "Megatron-LM",
     "torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers 30 --hidden-size 4096 --num-attention-heads 32 "
     "--seq-length 4096 --vocab-size 51200 --micro-batch-size 1 --global-batch-size 256 --bf16 "
     "--pipeline-model-parallel-size 4 --account-for-embedding-in-pipeline-split "
     "--account-for-loss-in-pipeline-split\n",
     "pp=4 first_stage_layers= last_stage_layers="},
    {"list.sh", "Megatron-LM",
     "torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers 8 --hidden-size 4096 --num-attention-heads 32 "
     "--seq-length 4096 --vocab-size 51200 --micro-batch-size 1 --global-batch-size 256 --bf16 "
     "--pipeline-model-parallel-size 4 --num-layer-list 1,2,2,3\n",
     "pp=4 first_stage_layers=1 last_stage_layers=3"},
    {"short.sh", "Megatron-LM",
     "torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers 8 --hidden-size 4096 --num-attention-heads 32 "
     "--seq-length 4096 --vocab-size 51200 --micro-batch-size 1 --global-batch-size 256 --bf16 "
     "--pipeline-model-parallel-size 4 --num-layer-list 4,4\n",
     "pp=4 first_stage_layers=", "it lists 2 stages, the pipeline has 4"},
    {"hetero.yaml", "FlagScale", R"(system:
  tensor_model_parallel_size: 2
  pipeline_model_parallel_size: 3
  hetero_pipeline_layer_split: [3, 6, 3]
  precision: {bf16: true}
model: {num_layers: 12, hidden_size: 768, num_attention_heads: 12, seq_length: 2048, micro_batch_size: 4,
  global_batch_size: 64}
)",
     "pp=3 first_stage_layers=3 last_stage_layers=3"},
    {"ends.yaml", "Megatron-Bridge", R"(train: {global_batch_size: 128, micro_batch_size: 1}
model: {pipeline_model_parallel_size: 4, num_layers_in_first_pipeline_stage: 6, seq_length: 8192}
)",
     "pp=4 first_stage_layers=6 last_stage_layers="},
    {"nested.yaml", "Megatron-Bridge", R"(train: {global_batch_size: 128, micro_batch_size: 1}
model: {pipeline_model_parallel_size: 2, seq_length: 8192, num_layers: 5, hidden_size: 4096, num_attention_heads: 32,
  pipeline_model_parallel_layout: [[embedding, decoder, decoder], [decoder], [decoder, decoder], [loss]]}
)",
     "pp=2 virtual_stages=2 first_stage_layers=4 last_stage_layers=1"},
    {"weights.toml", "torchtitan", R"([model]
name = "llama3"
flavor = "8B"
[training]
local_batch_size = 8
seq_len = 8192
[parallelism]
pipeline_parallel_degree = 4
pipeline_parallel_schedule = "1F1B"
pipeline_parallel_first_stage_less_layers = 2
pipeline_parallel_last_stage_less_layers = 4
)",
     "pp=4 first_stage_layers=8 last_stage_layers=5"},
    {"default.toml", "torchtitan", R"([model]
name = "llama3"
flavor = "8B"
[training]
local_batch_size = 8
seq_len = 8192
[parallelism]
pipeline_parallel_degree = 4
pipeline_parallel_schedule = "1F1B"
)",
     "pp=4 first_stage_layers=8 last_stage_layers=7"},
    {"none.toml", "torchtitan", R"([model]
name = "llama3"
flavor = "8B"
[training]
local_batch_size = 8
seq_len = 8192
[parallelism]
pipeline_parallel_degree = 4
pipeline_parallel_schedule = "1F1B"
pipeline_parallel_first_stage_less_layers = 0
pipeline_parallel_last_stage_less_layers = 0
)",
     "pp=4 first_stage_layers= last_stage_layers="},
    {"block.sh", "Megatron-LM",
     "python pretrain_gpt.py --num-layers 32 --hidden-size 4096 --num-attention-heads 32 --seq-length 4096 "
     "--vocab-size 51200 --micro-batch-size 1 --global-batch-size 256 --bf16 --pipeline-model-parallel-size 4 "
     "--recompute-granularity full --recompute-method block --recompute-num-layers 2\n",
     "pp=4 recompute=full recompute_layers=0.25"},
    {"loop.sh", "Megatron-LM",
     "torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers 8 --hidden-size 1024 --num-attention-heads 8 "
     "--seq-length 2048 --max-position-embeddings 2048 --vocab-size 51200 --micro-batch-size 1 --global-batch-size 64 "
     "--bf16 --num-experts 8 --moe-router-topk 2 --expert-model-parallel-size 2 --moe-grouped-gemm\n",
     "ep=2 expert_products=each"},
    {"ulysses.sh", "Megatron-DeepSpeed",
     "deepspeed --num_nodes 4 --num_gpus 8 pretrain_gpt.py --num-layers 32 --hidden-size 4096 --num-attention-heads 32 "
     "--seq-length 2048 --micro-batch-size 2 --global-batch-size 256 --bf16 --deepspeed --zero-stage 1 "
     "--ds-sequence-parallel-size 4 --use-flash-attn-v2 --cpu-optimizer --no-pipeline-parallel --vocab-size 32000\n",
     "gpus=32 tokens= cp=4 cp_method=ulysses dp=8 pp=1 attention=flash2 offload_optimizer=1 dp_mode=zero1"},
    {"bridge.yaml", "Megatron-Bridge", R"(train: {global_batch_size: 128, micro_batch_size: 1}
model: {tensor_model_parallel_size: 2, seq_length: 8192, recompute_granularity: full, recompute_method: block,
  recompute_num_layers: 2, cuda_graph_impl: local, moe_token_dispatcher_type: flex, moe_flex_dispatcher_backend: hybridep}
peft: {dim: 16, target_modules: [linear_qkv]}
ddp: {grad_reduce_in_fp32: false, bucket_size: 40000000}
)",
     "recompute=full pp= fine_tune=lora lora_rank=16 lora_modules=attention cuda_graphs=full dispatcher=hybridep "
     "bucket_bytes=80000000 not:recompute_num_layers"},
    {"sharded.yaml", "NeMo", R"(trainer: {devices: 8, num_nodes: 2, precision: bf16-mixed}
model: {micro_batch_size: 1, global_batch_size: 64, num_layers: 32, hidden_size: 4096, num_attention_heads: 32,
  fsdp: true, fsdp_sharding_strategy: grad, optim: {name: fused_adam}, data: {train_ds: {max_seq_length: 4096}},
  peft: {peft_scheme: lora, lora_tuning: {target_modules: [attention_qkv, mlp_fc1], adapter_dim: 32}}}
)",
     "gpus=16 dp_mode=zero2 sequence=4096 fine_tune=lora lora_rank=32 lora_modules=all"},
    {"maxtext.yml", "MaxText", R"(model_name: llama2-7b
dcn_data_parallelism: 4
ici_fsdp_parallelism: 8
per_device_batch_size: 6
gradient_accumulation_steps: 2
max_target_length: 4096
quantization: fp8
remat_policy: minimal_flash
attention: cudnn_flash_te
)",
     "model=llama2_7b gpus=32 dp_mode=hsdp shard_group=8 micro_batch=6 global_batch=384 precision=fp8 "
     "recompute=selective"},
    {"shape.yml", "MaxText", R"(base_emb_dim: 1024
base_num_decoder_layers: 8
base_num_query_heads: 8
base_num_kv_heads: 2
base_mlp_dim: 4_096
head_dim: 128
mlp_activations: ["silu","linear"]
vocab_size: 32_000
num_experts: 8
num_experts_per_tok: 2
)",
     "layers=8 hidden=1024 kv_heads=2 ffn=4096 vocab=32000 experts=8 micro_batch=12 recompute=full precision=bf16 "
     "gpus="},
    {"nano.yaml", "nanotron", R"(model:
  dtype: bfloat16
  model_config:
    hidden_size: 512
    intermediate_size: 1024
    num_attention_heads: 8
    num_key_value_heads: 4
    num_hidden_layers: 6
    vocab_size: 1_000
    max_position_embeddings: 2048
    moe_config: null
    moe_config: {num_experts: 8, top_k: 2}
optimizer: {zero_stage: 1, accumulate_grad_in_fp32: true}
parallelism: {dp: 4, tp: 2, pp: 2, pp_engine: afab, tp_mode: REDUCE_SCATTER}
tokens: {sequence_length: 1024, micro_batch_size: 2, batch_accumulation_per_replica: 8}
)",
     "gpus=16 dp=4 tp=2 pp=2 schedule=gpipe layers=6 experts=8 experts_per_token=2 vocab=1000 global_batch=64 "
     "dp_mode=zero1 "
     "sequence_parallel=on reduction_bytes=4"},
    {"foundry.yaml", "llm-foundry", R"(variables: {length: 2048}
compute: {gpus: 16}
parameters:
  max_seq_len: ${variables.length}
  global_train_batch_size: 64
  device_train_microbatch_size: 2
  precision: amp_bf16
  model: {name: mpt_causal_lm, d_model: 512, n_heads: 8, n_layers: 4, expansion_ratio: 2, vocab_size: 500}
  fsdp_config: {sharding_strategy: HYBRID_SHARD, mixed_precision: PURE, activation_checkpointing: true,
    activation_checkpointing_reentrant: true}
)",
     "sequence=2048 gpus=16 global_batch=64 micro_batch=2 layers=4 ffn=1024 kv_heads=8 dp_mode=hsdp reduction_bytes=2 "
     "recompute=full stops_early=0"},
    {"neox.yml", "GPT-NeoX", R"(# comments, and a comma too many
{
  "pipe_parallel_size": 0,
  "model-parallel-size": 2, # tensor
  "num-layers": 6, "hidden-size": 768, "num-attention-heads": 12, "seq-length": 2048,
  "activation": "swiglu", "intermediate_size": 6144,
  "zero_optimization": {"stage": 1, "overlap_comm": True,},
  "train_micro_batch_size_per_gpu": 4, "gradient_accumulation_steps": 2,
  "fp16": {"enabled": true}, "checkpoint_activations": true,
})",
     "pp=1 tp=2 layers=6 ffn=2048 dp_mode=zero1 precision=fp16 recompute=full micro_batch=4 sequences_per_gpu=4"},
    {"config.json", "Hugging Face config.json",
     R"({"model_type": "falcon", "hidden_size": 4544, "num_hidden_layers": 32,
  "num_attention_heads": 71, "multi_query": true, "vocab_size": 65024, "torch_dtype": "bfloat16"})",
     "layers=32 hidden=4544 heads=71 kv_heads=1 head_dim=64 ffn=18176 vocab=65024 precision=bf16"},
    {"moe.json", "Hugging Face config.json", R"({"architectures": ["M"], "model_type": "mixtral", "hidden_size": 512,
  "num_hidden_layers": 4, "num_attention_heads": 8, "intermediate_size": 700, "num_local_experts": 8, "limit": -Infinity,
  "num_experts_per_tok": 2, "vocab_size": 100, "max_position_embeddings": 4096})",
     "experts=8 ffn=700 experts_per_token=2 max_sequence=4096"},
};

} // namespace

class TestPrograms : public QObject {
    Q_OBJECT

private slots:
    void reads_data()
    {
        QTest::addColumn<int>("index");
        for (int i = 0; i < int(std::size(samples)); ++i)
            QTest::newRow(samples[i].name) << i;
    }
    void reads()
    {
        QFETCH(int, index);
        const Sample& sample = samples[index];
        const auto reading = read_text(shipped(), sample.text, sample.name);
        QVERIFY2(reading, problem(reading).c_str());
        QCOMPARE(QString::fromStdString(reading->program), QString(sample.program));
        for (const std::string& entry : split(sample.scenario, " ")) {
            if (const std::size_t colon = entry.find(':'); colon != std::string::npos) {
                const bool missing = entry.starts_with("missing");
                const auto& lines = missing ? reading->missing : reading->not_expressible;
                QVERIFY2(
                    std::ranges::any_of(
                        lines,
                        [&](const Line& line) {
                            return (missing ? line.parameter : folded_key(line.key)).ends_with(entry.substr(colon + 1));
                        }),
                    entry.c_str());
                continue;
            }
            const std::size_t equals = entry.find('=');
            const std::string key = entry.substr(0, equals), wanted = entry.substr(equals + 1);
            const auto found = reading->scenario.find(key);
            const std::string value = found == reading->scenario.end() ? std::string() : found->second;
            QVERIFY2(value == wanted, (key + " is \"" + value + "\", not \"" + wanted + "\"").c_str());
        }
        if (*sample.contradiction)
            QVERIFY(says(reading->contradictions, sample.contradiction));
        else
            QCOMPARE(int(reading->contradictions.size()), 0);
        // What was read stands as a file, and reads back to the same question
        const auto again = read_scenario_text(shipped(), write_scenario(reading->resolved), "again");
        QVERIFY(again);
        QVERIFY(again->same_choices(reading->resolved));
    }

    /// Every file above, written for every program that can be told to run it, is read back as the same run.
    void what_is_written_is_read_back_data()
    {
        QTest::addColumn<QString>("program");
        for (const Program* launcher : shipped_programs().launchers())
            if (launcher->release_of.empty()) // of a release its Python is read, not its command line
                QTest::newRow(launcher->id.c_str()) << QString::fromStdString(launcher->id);
    }
    void what_is_written_is_read_back()
    {
        QFETCH(QString, program);
        const Program& launched = *shipped_programs().launcher(program.toStdString());
        int whole = 0;
        for (const Sample& sample : samples) {
            const auto first = read_text(shipped(), sample.text, sample.name);
            Scenario question = first->resolved;
            Plan& plan = question.plan;
            plan.dp = std::max(1, int(question.cluster.gpus) / (plan.tp * plan.pp * plan.cp));
            const double batch = question.workload.batch_mode == BatchMode::Total
                ? question.workload.global_batch
                : question.workload.sequences_per_gpu * question.cluster.gpus;
            const Written written = write_launch(launched, question, plan, batch, shipped_programs());
            if (written.lines().size() < 4)
                continue; // next to nothing can be said
            const std::string text = launched.style == Style::Yaml ? written.files.front().second : written.script();
            const auto again = read_text(shipped(), text, "written");
            QVERIFY2(again, (problem(again) + "\n" + text).c_str());
            const Program& known
                = launched.release_of.empty() ? launched : *shipped_programs().named(launched.release_of);
            QCOMPARE(QString(again->program.c_str()), QString::fromStdString(known.title));
            if (!written.cannot.empty())
                continue;
            ++whole;
            const Scenario& back = again->resolved;
            const QByteArray said = (std::string(sample.name) + ": " + text).c_str();
            QVERIFY2(back.plan.tp == plan.tp && back.plan.pp == plan.pp && back.plan.cp == plan.cp, said);
            QVERIFY2(back.plan.ep == plan.ep && back.plan.virtual_stages == plan.virtual_stages, said);
            QVERIFY2(back.plan.micro_batch == plan.micro_batch && back.plan.recompute == plan.recompute, said);
            const auto layers = [&](const Plan& each) {
                const schedule::LayerSplit split = split_layers(question.workload.shape.layers, each);
                return std::tuple(split.first, split.full_count, split.slim_count, split.last);
            };
            QVERIFY2(layers(back.plan) == layers(plan), said);
            QVERIFY2(back.plan.dp_mode == plan.dp_mode && back.workload.precision == question.workload.precision, said);
            QVERIFY2(back.workload.sequence == question.workload.sequence, said);
            if (std::ranges::any_of(again->missing, [](const Line& line) { return line.parameter == "model"; }))
                continue; // the script's own option
            const catalog::ModelShape &a = back.workload.shape, &b = question.workload.shape;
            QVERIFY2(a.layers == b.layers && a.hidden == b.hidden && a.heads == b.heads && a.kv_heads == b.kv_heads,
                     said);
            QVERIFY2(a.ffn == b.ffn && a.experts == b.experts && a.dense_layers == b.dense_layers
                         && a.kv_rank == b.kv_rank,
                     said);
            if (back.workload.batch_mode == BatchMode::Total)
                QVERIFY2(back.workload.global_batch == batch, said);
        }
        // Those of the two are parts: the script has model and batch. torchtitan has no model of these shapes but two.
        const int wanted = program == "deepspeed" || program == "accelerate" ? 0 : program == "torchtitan" ? 1 : 4;
        QVERIFY2(whole >= wanted, std::to_string(whole).c_str());
    }

    void places_stand_beside_every_line()
    {
        const auto reading = read_text(shipped(), samples[0].text, "arrays.sh");
        QVERIFY(reading);
        for (const Line& line : reading->understood) {
            if (line.key != "--hidden-size")
                continue;
            QCOMPARE(line.line, 8);
            QCOMPARE(line.column, 5);
            QCOMPARE(line.parameter, std::string("hidden"));
            return;
        }
        QFAIL("--hidden-size is not among what was understood");
    }

    void what_changes_nothing_is_listed()
    {
        const auto reading
            = read_text(shipped(), "distributed_type: FSDP\nmachine_rank: 0\nfsdp_config: {}\n", "a.yaml");
        QVERIFY(reading);
        QVERIFY(says(reading->harmless, "machine_rank 0"));
        QVERIFY(says(reading->missing, "gpus"));
        QVERIFY(says(reading->assumed, "the default of accelerate"));
    }

    void duplicate_keys_count_last()
    {
        const auto settings = yaml_settings("a: 1\nb: {c: 2}\na: 3\nb: null\n", "f");
        QVERIFY(settings);
        QCOMPARE(settings->find("a")->value, std::string("3"));
        QVERIFY(!settings->find("c"));
        const auto reading
            = read_text(shipped(), "distributed_type: FSDP\nnum_processes: 4\nnum_processes: 8\n", "a.yaml");
        QVERIFY(reading);
        QCOMPARE(reading->scenario.at("gpus"), std::string("8"));
        QVERIFY(says(reading->contradictions, "stands again in line 3"));
    }

    void keys_of_toml_have_a_depth()
    {
        std::string key = "a";
        for (int part = 0; part < 25000; ++part)
            key += ".a";
        for (const std::string& text : {"[" + key + "]\nb = 1\n", "b = 1\n" + key + " = 1\n"}) {
            const auto settings = toml_settings(text, "deep.toml");
            QVERIFY(!settings);
            QVERIFY(english(settings.error()).find("nested too deeply") != std::string::npos);
        }
        QVERIFY(toml_settings("[a.b.c]\nd = [1.0, 2.5]\n", "f.toml"));
    }

    /// Sizes of Llama 3 8B, and of Mistral 7B: both have RMSNorm and no dropout, one a base of 500,000, one of 10,000.
    void another_block_than_published_is_told()
    {
        const std::string script = "torchrun pretrain_gpt.py --num-layers 32 --hidden-size 4096 --swiglu "
                                   "--num-attention-heads 32 --group-query-attention --num-query-groups 8 "
                                   "--ffn-hidden-size 14336 --seq-length 4096 --micro-batch-size 1 --vocab-size 128256 "
                                   "--position-embedding-type rope --attention-dropout 0.0 --rotary-base ";
        const auto same = read_text(shipped(), script + "500000 --normalization RMSNorm --hidden-dropout 0", "a.sh");
        QVERIFY(same);
        QCOMPARE(int(same->contradictions.size()), 0);
        QCOMPARE(same->block.at("rotary_base"), std::string("500000"));
        QCOMPARE(same->block.at("norm"), std::string("rms"));
        QCOMPARE(same->block.at("norm_epsilon"), std::string("1e-05")); // the program's own
        const auto other = read_text(shipped(), script + "77 --normalization LayerNorm --hidden-dropout 0.1", "a.sh");
        QVERIFY(other);
        QCOMPARE(int(other->contradictions.size()), 3);
        for (const char* words : {"has rotary_base 500000 (", "has norm rms (", "has hidden_dropout 0 ("})
            QVERIFY2(says(other->contradictions, words), words);
        QCOMPARE(other->block.at("norm"), std::string("layer"));
    }

    void values_of_values_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("value");
        QTest::newRow("sibling") << "m: {h: 8, x: '${.h}'}"
                                 << "8";
        QTest::newRow("product") << "m: {h: 8, x: '${multiply:4, ${.h}}'}"
                                 << "32";
        QTest::newRow("path") << "m: {x: '${n.h}'}\nn: {h: 5}"
                              << "5";
        QTest::newRow("part of a larger file") << "m: {x: '${training.n.h}'}\nn: {h: 5}"
                                               << "5";
        QTest::newRow("variable") << "x: ${TP:2}"
                                  << "2";
        QTest::newRow("environment") << "x: ${oc.env:TP,2}"
                                     << "2";
        QTest::newRow("nobody says it") << "x: ${TP}"
                                        << "${TP}";
        QTest::newRow("anchor") << "base: &b {x: 7}\nrun: {<<: *b}"
                                << "7";
        QTest::newRow("itself") << "x: ${x}"
                                << "${x}";
    }
    void values_of_values()
    {
        QFETCH(QString, text);
        QFETCH(QString, value);
        const auto settings = yaml_settings(text.toStdString(), "f");
        QVERIFY(settings);
        QCOMPARE(QString::fromStdString(settings->find("x")->value), value);
    }

    void numbers_as_their_programs_read_them()
    {
        QCOMPARE(number_of("12_000").value_or(0), 12000.0);
        QCOMPARE(number_of("1e-5").value_or(0), 1e-5);
        QVERIFY(!number_of("nan"));
        QVERIFY(!number_of("0x10"));
        QVERIFY(!number_of(""));
    }

    void templates_are_refused_with_their_place()
    {
        const auto reading = read_text(
            shipped(), "{\n \"train_batch_size\": BATCH,\n \"zero_optimization\": {\"stage\": STAGE}\n}", "t.json");
        QVERIFY(!reading);
        QCOMPARE(problem(reading).substr(0, 24), std::string("t.json:2:2: a template: "));
    }

    void bad_files_say_where_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("empty") << QByteArray("  \n");
        QTest::newRow("binary") << QByteArray("ab\n\0\1\2", 6);
        QTest::newRow("words") << QByteArray("a letter to a friend");
        QTest::newRow("truncated json") << QByteArray("{\"zero_optimization\": {\"stage\": 1");
        QTest::newRow("truncated toml") << QByteArray("[training]\nseq_len = \n");
        QTest::newRow("one long line") << QByteArray(10 << 20, 'x');
        QTest::newRow("a long list") << QByteArray("a: [") + QByteArray("1,").repeated(300000) + "]";
        QTest::newRow("deep") << QByteArray(100000, '[');
        QTest::newRow("deep maps") << QByteArray("{a: ").repeated(5000);
        QTest::newRow("deep substitution") << "torchrun a.py --x " + QByteArray("$(").repeated(20000);
        QTest::newRow("laughter") << [] {
            QByteArray text = "a0: &a0 [1,1,1,1,1,1,1,1,1,1]\n";
            for (int i = 1; i < 12; ++i) {
                const QByteArray before = "*a" + QByteArray::number(i - 1) + ", ";
                text += "a" + QByteArray::number(i) + ": &a" + QByteArray::number(i) + " [" + before.repeated(9)
                    + "1]\n";
            }
            return text;
        }();
        QTest::newRow("doubling") << [] {
            QByteArray text = "A=xxxxxxxxxx\n";
            for (int i = 0; i < 60; ++i)
                text += "A=\"$A$A\"\n";
            return text + "torchrun a.py --num-layers $A\n";
        }();
    }
    void bad_files_say_where()
    {
        QFETCH(QByteArray, text);
        const auto reading = read_text(shipped(), text.toStdString(), "bad");
        QVERIFY(!reading);
        QVERIFY2(reading.error().where.starts_with("bad:"), problem(reading).c_str());
    }

    void every_cut_of_a_file_is_read_or_refused()
    {
        for (const Sample& sample : samples) {
            const std::string text = sample.text;
            for (std::size_t end = 1; end < text.size(); end += 37) {
                const auto reading = read_text(shipped(), text.substr(0, end), sample.name);
                QVERIFY(reading || !reading.error().where.empty());
            }
        }
    }

    void every_change_of_a_file_is_read_or_refused()
    {
        std::mt19937 random(7);
        const std::string letters = "\"'$({[)}]:,-\\\n\t #&*<>|=%9aé";
        for (const Sample& sample : samples)
            for (int round = 0; round < 40; ++round) {
                std::string text = sample.text;
                for (int i = 0; i < 3; ++i)
                    text[random() % text.size()] = letters[random() % letters.size()];
                const auto reading = read_text(shipped(), text, sample.name);
                QVERIFY2(reading || !reading.error().where.empty(), text.c_str());
            }
    }

    void other_kinds_are_named_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("program");
        QTest::newRow("log") << " iteration 10/ 100 | elapsed time per iteration (ms): 500.0 |"
                             << "Megatron-LM";
        QTest::newRow("titan") << "[titan] step:  5  loss: 2.0  tps: 5,000"
                               << "torchtitan";
        QTest::newRow("nccl") << "# nThread 1 nGpus 8\n#  size count type redop root time algbw busbw"
                              << "nccl-tests";
        QTest::newRow("trace") << R"({"schemaVersion": 1, "traceEvents": []})"
                               << "Kineto";
        QTest::newRow("state") << R"({"log_history": []})"
                               << "Hugging Face Trainer";
        QTest::newRow("table") << "m,n,k,time_us\n1,2,3,4\n"
                               << "table";
    }
    void other_kinds_are_named()
    {
        QFETCH(QString, text);
        QFETCH(QString, program);
        const auto sign = sign_of(shipped().folders, text.toStdString(), "file");
        QVERIFY(sign);
        QVERIFY(sign->kind != FileKind::Configuration);
        QCOMPARE(QString::fromStdString(sign->program), program);
    }

    void a_model_is_found_by_its_name_and_size_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("model");
        QTest::newRow("point") << "facebook/opt-1.3b"
                               << "opt_1_3b";
        QTest::newRow("no point") << "facebook/opt-13b"
                                  << "opt_13b";
        QTest::newRow("unknown size") << "facebook/opt-2.7b"
                                      << "";
        for (const catalog::ModelShape& shape : shipped().models)
            QTest::newRow(shape.id.c_str())
                << QString::fromStdString(shape.id).replace('_', '-') << QString::fromStdString(shape.id);
    }
    void a_model_is_found_by_its_name_and_size()
    {
        QFETCH(QString, name);
        QFETCH(QString, model);
        const std::string text
            = "stage: sft\nper_device_train_batch_size: 1\nmodel_name_or_path: " + name.toStdString() + "\n";
        const auto reading = read_text(shipped(), text, "factory.yaml");
        QVERIFY2(reading, problem(reading).c_str());
        const auto found = std::ranges::find(reading->understood, std::string("model"), &Line::parameter);
        QCOMPARE(found == reading->understood.end() ? QString() : QString::fromStdString(found->meaning), model);
    }

    void clamped_activations_are_told()
    {
        const auto shape = [](const std::string& activation) {
            const auto reading = read_text(shipped(),
                                           "python pretrain_gpt.py --num-layers 20 --hidden-size 2048 "
                                           "--num-attention-heads 16 --ffn-hidden-size 6144 --seq-length 4096 "
                                           "--micro-batch-size 1 --global-batch-size 64 --bf16 "
                                               + activation + "\n",
                                           "run.sh");
            return reading ? reading->resolved.workload.shape : catalog::ModelShape();
        };
        const auto gpt_oss = shape("--quick-geglu --glu-linear-offset 1.0 --activation-func-clamp-value 7.0");
        QVERIFY(gpt_oss.gated && gpt_oss.clamped);
        const auto swiglu = shape("--swiglu");
        QVERIFY(swiglu.gated && !swiglu.clamped);
        QCOMPARE(swiglu.layers, 20);
        Scenario question = *default_scenario(shipped());
        for (const bool clamped : {true, false}) {
            question.workload.shape = clamped ? gpt_oss : swiglu;
            const Written written = write_launch(*shipped_programs().launcher("megatron"), question, question.plan, 64,
                                                 shipped_programs());
            QCOMPARE(std::ranges::count(written.cannot, Message{"the bounds of a clamped activation", {}}),
                     clamped ? 1 : 0);
        }
    }

    void a_program_of_ones_own_is_read_and_written()
    {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath("programs"));
        QFile readme(QStringLiteral(PRESETS "/README.md")), own(folder.filePath("programs/ours.yaml"));
        QVERIFY(readme.open(QIODevice::ReadOnly) && own.open(QIODevice::WriteOnly));
        bool inside = false;
        for (const QByteArray& line : readme.readAll().split('\n')) {
            inside = line == "    title: Our trainer" || (inside && !line.startsWith("Of words"));
            if (inside && line.startsWith("    "))
                own.write(line.mid(4) + '\n');
        }
        own.close();
        catalog::Catalog catalog = shipped();
        catalog.folders.push_back(folder.path().toStdString());
        const Programs& programs = programs_in(catalog.folders);
        for (const Error& each : programs.problems)
            QFAIL(english(each).c_str());

        const auto reading = read_text(catalog,
                                       "our: {ranks: 64, batch: 256, tensor: 2, numbers: quarter, shards: full_shard, "
                                       "layers: 12, width: 1024, heads: 8, inner: 3, "
                                       "words: 1000, experts: 4}\n",
                                       "run.yaml");
        QVERIFY2(reading, problem(reading).c_str());
        QCOMPARE(reading->program, std::string("Our trainer"));
        const std::pair<const char*, const char*> wanted[]
            = {{"gpus", "64"},      {"sequence", "4096"},      {"tp", "2"},       {"precision", "fp8"},
               {"dp_mode", "fsdp"}, {"ffn", "3072"},           {"kv_heads", "8"}, {"head_dim", "128"},
               {"experts", "4"},    {"experts_per_token", "2"}};
        for (const auto& [key, value] : wanted)
            QCOMPARE(reading->scenario.at(key), std::string(value));

        Plan plan = reading->resolved.plan;
        plan.dp = 32;
        const auto lines = write_launch(*programs.launcher("ours"), reading->resolved, plan, 256, programs).lines();
        for (const char* line : {"--our.ranks 64", "--our.batch 256", "--our.tensor 2", "--our.numbers quarter"})
            QVERIFY2(std::ranges::find(lines, line) != lines.end(), line);

        const auto log = read_text(catalog,
                                   "our trainer, ms a step\nstep 1 took 900, 80 tok/s/gpu\nstep 2 took 500, 80 "
                                   "tok/s/gpu\nstep 3 took 400, 80 tok/s/gpu\nstep 4 "
                                   "took 400, 80 tok/s/gpu\n",
                                   "run.log");
        QVERIFY2(log, problem(log).c_str());
        const auto* run = std::get_if<LoggedRun>(&log->measured);
        QVERIFY(run);
        QCOMPARE(run->step_seconds.value_or(0), 0.4);
        QCOMPARE(run->tokens_per_s_per_gpu.value_or(0), 80.0);

        QVERIFY(own.open(QIODevice::WriteOnly));
        own.write("title: Ours\nsources: [us]\nkeys: {a: {is: tp, wrods: {}}}\n");
        own.close();
        catalog.folders.push_back(folder.path().toStdString()); // a list of its own is read anew
        const auto& problems = programs_in(catalog.folders).problems;
        QVERIFY(!problems.empty() && problems.front().where.ends_with("ours.yaml:3:20"));
    }

    void links_and_steps_make_no_log()
    {
        const auto sign = sign_of(shipped().folders, "num_steps: 3\n# https://example.org/steps:\n", "a.yaml");
        QVERIFY(!sign);
    }

    void a_model_is_written_and_read_back()
    {
        for (const catalog::ModelShape& shape : shipped().models) {
            auto again = catalog::read_written_model(catalog::write_model(shape));
            QVERIFY2(again, shape.id.c_str());
            again->id = shape.id;
            again->file = shape.file;
            again->known_as = shape.known_as;
            again->notes = shape.notes;
            again->popularity = shape.popularity;
            QVERIFY2(*again == shape, shape.id.c_str());
        }
        const auto scenario
            = with(shipped(), *default_scenario(shipped()), "model", catalog::write_model(shipped().models.front()));
        QVERIFY(scenario);
        QCOMPARE(scenario->workload.shape.layers, shipped().models.front().layers);
    }
};

PLATEAU_TEST(TestPrograms)

} // namespace tst_programs

#include "tst_programs.moc"
