#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes what `plateau_studies fit` finds into presets/stacks: tests/studies/fit_stacks.py build/release/bin/plateau_studies

Fit, write and fit again until nothing changes: which recomputation a published run is taken for depends on the constants.
"""
import pathlib
import re
import subprocess
import sys

UNITS = {"layer_launch_seconds": (1e-6, "us")}
STACKS = pathlib.Path(__file__).resolve().parents[2] / "presets" / "stacks"


def text_of(key, value):
    scale, unit = UNITS.get(key, (1, ""))
    return f"{value / scale:.3g} {unit}".strip()


def source_of(key, runs, low, high):
    own = f"{runs} runs of its own beside those of all software" if runs else "the runs of all software"
    return f"'plateau evidence --fit all: {own}; {text_of(key, low)} to {text_of(key, high)} with any one source left out'"


def line_of(key):
    return re.compile(rf"^  {key}: {{value: [^,]*, range: (\[[^\]]*\]), known_by: \w+, source: '[^']*'(, documented: [^}}]*)?}}\n", re.M)


def attention_of(stack):
    text = (STACKS / f"{stack}.yaml").read_text()
    if found := re.search(r"^attention: (\w+)", text, re.M):
        return found[1]
    return attention_of(re.search(r"^based_on: (\w+)", text, re.M)[1])


def found_line(key, stack):
    """What a stack's file says of the constant, else the file of what all stacks share."""
    return line_of(key).search((STACKS / f"{stack}.yaml").read_text()) or line_of(key).search((STACKS / "common.yaml").read_text())


def unknown_line(key, stack):
    """What unknown software of that kind has of the constant: its range bounded the fit."""
    return found_line(key, "unknown_flash" if "flash" in attention_of(stack) else "unknown_unfused")


def is_documented(line, text, runs):
    """Nothing was fitted, or a stack's own runs left the constant where it is documented to be."""
    return "plateau evidence --fit all" not in line[0] and (not runs or f"{{value: {text}," in line[0])


def bare(line):
    return re.sub(r", documented: [^}]*", "", line)


def write_common(key, value, low, high):
    """What all stacks share is the fit of software with FlashAttention."""
    path = STACKS / "common.yaml"
    old = line_of(key).search(path.read_text())
    if not is_documented(old, value, 0):
        line = (f"  {key}: {{value: {value}, range: {old[1]}, known_by: measured, source: {source_of(key, 0, low, high)}"
                f"{old[2] or ''}}}\n")
        path.write_text(line_of(key).sub(lambda _: line, path.read_text()))


def write(stack, key, value, runs, low, high):
    """In the stack's file, unless what it extends says the same."""
    path = STACKS / f"{stack}.yaml"
    text = path.read_text()
    unknown = unknown_line(key, stack)
    line = f"  {key}: {{value: {value}, range: {unknown[1]}, known_by: measured, source: {source_of(key, runs, low, high)}}}\n"
    if is_documented(unknown, value, runs):
        line = bare(unknown[0])
    base = re.search(r"^based_on: (\w+)", text, re.M)
    own = line_of(key).search(text)
    if base and not own and not runs:
        return
    if line == bare(found_line(key, base[1] if base else "common")[0]):
        line = ""
    path.write_text(line_of(key).sub(lambda _: line, text) if own else text.replace("constants:\n", "constants:\n" + line, 1))


def main():
    output = subprocess.run([sys.argv[1], "fit"], check=True, capture_output=True, text=True)
    fitted = [words for line in output.stdout.splitlines()
              if len(words := line.split()) == 6 and (STACKS / f"{words[0]}.yaml").exists()]
    for stack, key, value, _, low, high in fitted:
        if stack == "unknown_flash":
            write_common(key, text_of(key, float(value)), float(low), float(high))
    for stack, key, value, runs, low, high in fitted:
        write(stack, key, text_of(key, float(value)), int(runs), float(low), float(high))


if __name__ == "__main__":
    main()
