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


def near(value, want, share):
    return value is not None and abs(value / want - 1) <= share


def field(said, want, share=0.01):
    """right, wrong, missing, or None where nothing is asked."""
    want = number(want) if isinstance(want, str) else want
    if want is None:
        return None
    return "missing" if said is None else "right" if (said == want or near(said, want, share)) else f"wrong: {said}, not {want}"


def log_fields(row, said):
    run = said["measured"]
    tokens = row["expected_tokens_per_s_per_gpu"].split(" and ")[-1]
    yield "step", field(run["step_time_s"], row["expected_step_s_median"].split(" s and ")[-1])
    yield "tokens", field(run["tokens_per_s_per_gpu"], tokens)
    memory = row["memory_gb"].split(" and ")[-1]
    gibi = "GiB" in memory or "GiB though written GB" in row["notes"]
    unit = 2**20 / 1e9 if "MiB" in memory else 2**30 / 1e9 if gibi else 1
    if "initialisation" not in memory and number(re.sub(r"^[a-z ]*", "", memory)):
        yield "memory", field(run["memory_gb"], number(re.sub(r"^[a-z ]*", "", memory)) * unit)
    if row["expected_step_s_median"]:
        yield "gpus", field(said["scenario"].get("gpus"), row["gpus"]) if said["scenario"].get("gpus") else None


def table_fields(row, said):
    tables = said["tables"]
    if "," not in row["operation"]:
        yield "operation", "right" if row["operation"].startswith(tables[0]["operation"]) else f"wrong: {tables[0]['operation']}"
    yield "ranks", field(tables[0]["ranks"], row["ranks"], 0)
    yield "hosts", field(tables[0]["hosts"], row["hosts"], 0) if tables[0]["hosts"] else None
    yield "busbw", field(tables[-1 if "," in row["operation"] else 0]["rows"][-1]["busbw"], float(row["busbw_at_largest"]) * 1e9)
    yield "sizes", field(sum(len(table["rows"]) for table in tables), row["sizes"].split("(")[-1].rstrip(")"), 0.2)
    known = re.search(r"a ([\d.]+) us, b ([\d.]+) GB/s", row["known_constants"])
    if known:
        for key, value, scale in (("latency_s", known.group(1), 1e-6), ("bus_bandwidth", known.group(2), 1e9)):
            fit = said["fitted"].get(key)
            inside = fit and fit["low"] * 0.99 <= float(value) * scale <= fit["high"] * 1.01
            yield key, "right" if inside else f"wrong: {fit}, not {value}"


def trace_fields(row, said):
    step = said["step"]
    yield "ranks", field(said["ranks"], row["ranks"], 0)
    yield "rank", field(said["rank"], row["rank"], 0)
    if row["device"]:
        yield "device", "right" if said["device"] == row["device"] else f"wrong: {said['device']}"
    for name, key in (("step_ms", "seconds"), ("gpu_busy_ms_in_step", "busy_seconds"), ("nccl_ms_in_step", "collective_seconds")):
        yield name, "right" if abs(step[key] * 1e3 - float(row[name])) < 0.02 else f"wrong: {step[key] * 1e3}, not {row[name]}"
    yield "kernels", field(step["kernels"], row["kernels_in_step"], 0)


def product_fields(row, said):
    yield "rows", field(said["products"], row["rows"], 0)
    for value, name in re.findall(r"([\d.]+) ?(bf16|f8|median)?", row["best_tflops"]):
        yield "best", field(said["best_flop_per_s"].get({"f8": "fp8"}.get(name, "bf16")), float(value) * 1e12)


MEASURED = {"logs": log_fields, "nccl": table_fields, "traces": trace_fields, "gemm": product_fields}


def count_measured(plateau, folder, kind, verbose):
    counts = [0, 0, 0, 0]
    for row in csv.DictReader((folder / kind / "SOURCES.csv").open()):
        if row["file"].startswith("sacct"):
            continue
        run = subprocess.run([plateau, "read", str(folder / kind / row["file"]), "--json"], capture_output=True, text=True)
        counts[0] += 1
        refused = any(words in row["notes"] for words in ("must be refused", "must not calibrate"))
        if run.returncode != 0 or refused:
            counts[1 if refused and run.returncode == 2 else 3] += 1
            continue
        for name, verdict in MEASURED[kind](row, json.loads(run.stdout)):
            if verdict is None:
                continue
            counts[1 if verdict == "right" else 3 if verdict == "missing" else 2] += 1
            if verbose and verdict != "right":
                print(f"  {row['file']}: {name}: {verdict}")
    return counts


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
    for kind in MEASURED:
        counts = count_measured(plateau, folder, kind, verbose)
        print(f"{kind:22}{counts[0]:6}{counts[1]:7}{counts[2]:7}{counts[3]:9}")
        total = [a + b for a, b in zip(total, counts)]
    print(f"{'all':22}{total[0]:6}{total[1]:7}{total[2]:7}{total[3]:9}")
    return 0 if total[2] + total[3] == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
