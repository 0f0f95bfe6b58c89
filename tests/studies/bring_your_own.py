# SPDX-License-Identifier: GPL-3.0-or-later
"""Files that people bring, read by `plateau read`, against what their SOURCES.csv says.

    bring_your_own.py PLATEAU FOLDER [-v]

FOLDER holds a folder for each kind of file, each with a SOURCES.csv whose columns are what must be read. Prints how many
fields are right, wrong and missing; -v names each that is not right.
"""
import csv
import json
import pathlib
import re
import subprocess
import sys

# column -> where the scenario has it; the first that is there counts
COLUMNS = {
    "layers": ["layers"], "hidden": ["hidden"], "heads": ["heads"], "kv_heads": ["kv_heads"], "head_dim": ["head_dim"],
    "ffn": ["dense_ffn", "ffn"], "vocab": ["vocab"], "seq": ["sequence", "max_sequence"], "experts": ["experts"],
    "experts_per_token": ["experts_per_token"], "expert_ffn": ["ffn"], "shared_experts": ["shared_experts"],
    "dense_layers": ["dense_layers"], "micro_batch": ["micro_batch"], "global_batch": ["global_batch"], "gpus": ["gpus"],
    "tp": ["tp"], "pp": ["pp"], "vp": ["virtual_stages"], "cp": ["cp"], "ep": ["ep"], "etp": ["etp"], "dp": ["dp"],
    "sharding": ["dp_mode"], "recompute": ["recompute"], "precision": ["precision"],
}
ABSENT = {"virtual_stages": 1, "cp": 1, "ep": 1, "etp": 1, "pp": 1, "tp": 1, "dense_layers": 0}
SHARDING = [("hsdp", "hsdp"), ("zero3", "fsdp"), ("fsdp", "fsdp"), ("zero1", "zero1"), ("zero2", "zero2"), ("ddp", "ddp")]
PRECISION = [("fp8", "fp8"), ("bf16", "bf16"), ("bfloat16", "bf16"), ("float16", "fp16"), ("fp16", "fp16")]


def number(text):
    found = re.match(r"\s*(\d+(?:\.\d+)?)", text)
    return float(found.group(1)) if found else None


def wanted_word(column, text):
    table = {"sharding": SHARDING, "precision": PRECISION}.get(column)
    if table:
        return next((value for word, value in table if word in text), None)
    return text.split()[0] if text.split()[0] in ("none", "selective", "full") else \
        "full" if text.startswith("full") else "selective" if text.startswith(("minimal", "save_")) else None


def check(column, text, scenario):
    """right, wrong, missing or None where the field cannot be expressed."""
    keys = COLUMNS[column]
    value = next((scenario[key] for key in keys if key in scenario), None)
    if column in ("sharding", "recompute", "precision"):
        want = wanted_word(column, text)
        if want is None or (column == "precision" and text.startswith("float32")):
            return None
    else:
        want = number(text)
        if want is None or "auto" in text:
            return None
        if value is None:
            value = ABSENT.get(keys[0])
    if value is None:
        return "missing"
    return "right" if (value == want or (isinstance(value, (int, float)) and float(value) == want)) else f"wrong: {value}, not {want}"


def main():
    plateau, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    verbose = "-v" in sys.argv
    kinds = ["hf_config", "megatron_sh", "megatron_yaml", "nemo_yaml", "torchtitan_toml", "deepspeed_json", "accelerate_fsdp",
             "axolotl_llamafactory", "maxtext", "nanotron", "llmfoundry", "gptneox"]
    total = [0, 0, 0, 0]
    print(f"{'kind':22}{'files':>6}{'right':>7}{'wrong':>7}{'missing':>9}")
    for kind in kinds:
        counts = [0, 0, 0, 0]
        for row in csv.DictReader((folder / kind / "SOURCES.csv").open()):
            file = folder / kind / row["file"]
            run = subprocess.run([plateau, "read", str(file), "--json"], capture_output=True, text=True)
            counts[0] += 1
            if run.returncode != 0:
                if "placeholder" in row["notes"] and "placeholder" in run.stderr:
                    counts[1] += 1
                else:
                    counts[3] += 1
                    print(f"  {row['file']}: {run.stderr.strip()}")
                continue
            scenario = json.loads(run.stdout)["scenario"]
            for column in COLUMNS:
                if not row[column] or (column == "ffn" and row["expert_ffn"] and row["dense_layers"] in ("", "0")):
                    continue
                verdict = check(column, row[column], scenario)
                if verdict is None:
                    continue
                counts[1 if verdict == "right" else 3 if verdict == "missing" else 2] += 1
                if verbose and verdict != "right":
                    print(f"  {row['file']}: {column}: {verdict} ({row[column]})")
        print(f"{kind:22}{counts[0]:6}{counts[1]:7}{counts[2]:7}{counts[3]:9}")
        total = [a + b for a, b in zip(total, counts)]
    print(f"{'all':22}{total[0]:6}{total[1]:7}{total[2]:7}{total[3]:9}")
    return 0 if total[2] + total[3] == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
