#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What each trait and each piece of physics is worth, every program left out in turn:
tests/studies/ablation.py build/release/bin/plateau > presets/evidence/ablation.md

Each line switches one constant off in a copy of the presets, refits all others without each program and prints how much
worse step time and memory of the programs left out become. A constant that many stacks hold is switched off in all.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

PRESETS = pathlib.Path(__file__).resolve().parents[2] / "presets"
# What is switched off, the folder of its constant, the constant, its value when off.
ABLATIONS = [
    ("compiled kernels fuse element-wise work", "stacks", "compiled_kernels", "0"),
    ("launching unfused attention costs more", "physics", "unfused_launch", "0"),
    ("launching collectives of tensor ranks", "physics", "tensor_launch", "0"),
    ("launching the router", "physics", "router_launch", "0"),
    ("launching the exchange of tokens", "physics", "exchange_launch", "0"),
    ("launching a dispatcher's exchange", "physics", "forwarding_launch", "0"),
    ("casts of each expert of a rank", "physics", "narrow_expert_launch", "0"),
    ("waiting for the counts of tokens", "physics", "read_back", "0 ms"),
    ("graphs launch at once", "physics", "graph_launch_share", "1"),
    ("pools of whole graphs", "physics", "graph_pool", "0"),
    ("pools of graphs of parts", "physics", "partial_graph_pool", "0"),
    ("launching each expert of a rank", "physics", "each_expert_launch", "0"),
    ("busiest of the experts' ranks", "physics", "routing_spread", "0"),
    ("smallest time of an expert's product", "physics", "expert_product_seconds", "0 us"),
    ("gradients hide under the backward pass", "stacks", "data_overlap", "0"),
    ("tensor traffic hides", "stacks", "tensor_overlap", "0"),
    ("tensor traffic of XLA in pieces", "stacks", "async_tensor", "0"),
    ("FSDP traffic costs nothing once hidden", "stacks", "fsdp_overlap_penalty", "0"),
    ("whole hand-overs between tensor-parallel stages", "stacks", "split_handovers", "1"),
    ("jitter between hosts", "stacks", "jitter_per_doubling", "0"),
    ("gradient accumulation", "stacks", "accumulation_bytes", "0"),
    ("host work of a step", "stacks", "step_fixed_seconds", "0 ms"),
    ("logits kept for the loss", "stacks", "logit_bytes", "0"),
    ("fp32 copies of norms that are not fused", "stacks", "activation_norm_bytes", "0"),
    ("fragmentation", "stacks", "fragmentation", "0"),
    ("reading operands to convert them", "stacks", "conversion_reads", "0"),
    ("inputs kept in narrow formats", "stacks", "narrow_inputs", "0"),
    ("products in whole tiles", "physics", "product_tile", "1"),
    ("narrow products in whole tiles", "physics", "narrow_product_tile", "1"),
    ("slower fp8 products with a scale for each row", "physics", "row_scaled_products", "1"),
    ("norms in fp32, one kernel for each operator", "stacks", "norm_bytes", "0"),
    ("losses in chunks", "physics", "loss_chunks", "1"),
    ("data that a router has not seen", "physics", "strange_routing_spread", "0.3"),
    ("many experts share grouped products", "physics", "experts_launched", "1024"),
    ("recomputation ends before the last product", "stacks", "stops_early", "0"),
    ("selective recomputation keeps some products", "stacks", "repeated_products", "1"),
    ("clamps that are kernels of their own", "stacks", "separate_clamps", "0"),
    ("ZeRO-2 that gathers by unit", "stacks", "zero2_in_units", "0"),
    ("rows of bias gradients one after another", "stacks", "bias_row_seconds", "0 s"),
    ("experts one after another cost more", "physics", "looped_expert_launch", "0.3"),
    ("collectives inside a step are slower", "stacks", "latency_factor", "1"),
    ("pieces of tensor traffic hide wholly", "physics", "piece_overlap_penalty", "0"),
    ("gathering a layer's tensors one by one", "stacks", "layers_per_unit", "1"),
]


def with_off(folder, key, value):
    copy = pathlib.Path(tempfile.mkdtemp()) / "presets"
    shutil.copytree(PRESETS, copy)
    found = 0
    for path in (copy / folder).glob("*.yaml"):
        text, count = re.subn(rf"^(  {key}: {{value: )[^,]*, range: \[[^\]]*\]", rf"\g<1>{value}", path.read_text(), flags=re.M)
        path.write_text(text)
        found += count
    if not found:
        sys.exit(f"no preset in {folder} has {key}")
    return copy


def scores(program, presets):
    environment = dict(os.environ, PLATEAU_PRESETS=str(presets))
    output = subprocess.run([program, "evidence", "--leave-out", "program", "--json", "--quiet"], env=environment, check=True,
                            capture_output=True, text=True)
    if output.stderr:
        sys.exit(output.stderr)
    report = json.loads(output.stdout)
    return [100 * report["overall"][group]["mape"] for group in ("time", "memory")]


def main():
    program = sys.argv[1]
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS", "2"))) as pool:
        shipped = pool.submit(scores, program, PRESETS)
        without = [pool.submit(lambda one: scores(program, with_off(*one[1:])), one) for one in ABLATIONS]
        base = shipped.result()
        print("# What each piece is worth\n\nMean error over runs whose program was left out "
              f"(step time {base[0]:.1f} %, memory {base[1]:.1f} % as shipped) once the piece is switched off and all that "
              "is fitted is fitted again. Written by `tests/studies/ablation.py`.\n\n"
              "| switched off | constant | step time | memory |\n|---|---|---:|---:|")
        for (what, _, key, _), result in zip(ABLATIONS, without):
            time, memory = (now - then for now, then in zip(result.result(), base))
            print(f"| {what} | `{key}` | {time:+.1f} | {memory:+.1f} |")


if __name__ == "__main__":
    main()
