GPUS=64
ARGS=(--num-layers 24 --hidden-size 2048 --num-attention-heads 16 --seq-length 4096)
torchrun --nproc_per_node 8 --nnodes $((GPUS / 8)) pretrain_gpt.py "${ARGS[@]}" --micro-batch-size 1 \
  --global-batch-size 256 --tensor-model-parallel-size 2 --pipeline-model-parallel-size 2 --bf16 --use-distributed-optimizer
