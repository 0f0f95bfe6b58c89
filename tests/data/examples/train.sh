#!/bin/sh
#SBATCH --nodes=8
#SBATCH --gpus-per-node=8
torchrun --nnodes 8 --nproc_per_node 8 pretrain_gpt.py \
    --num-layers 32 --hidden-size 4096 --ffn-hidden-size 11008 --num-attention-heads 32 --swiglu \
    --seq-length 4096 --max-position-embeddings 4096 --vocab-size 32000 \
    --micro-batch-size 1 --global-batch-size 256 \
    --tensor-model-parallel-size 2 --pipeline-model-parallel-size 1 --sequence-parallel \
    --bf16 --use-flash-attn --use-distributed-optimizer
