#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes what `plateau evidence --fit all` finds into presets/stacks: tests/studies/fit_stacks.py build/release/bin/plateau

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
    return re.compile(rf"^  {key}: {{value: [^,]*, range: (\[[^\]]*\]), known_by: \w+, source: '[^']*'}}\n", re.M)


def attention_of(stack):
    text = (STACKS / f"{stack}.yaml").read_text()
    if found := re.search(r"^attention: (\w+)", text, re.M):
        return found[1]
    return attention_of(re.search(r"^based_on: (\w+)", text, re.M)[1])


def unknown_line(key, stack):
    """What stands of the constant in unknown software of that kind: its range bounded the fit."""
    kind = "unknown_flash" if "flash" in attention_of(stack) else "unknown_unfused"
    return line_of(key).search((STACKS / f"{kind}.yaml").read_text())


def is_documented(line, text, runs):
    """Nothing was fitted, or a stack's own runs left the constant where it is documented to be."""
    return "plateau evidence --fit all" not in line[0] and (not runs or f"{{value: {text}," in line[0])


def write(stack, key, value, runs, low, high):
    path = STACKS / f"{stack}.yaml"
    text = path.read_text()
    unknown = unknown_line(key, stack)
    value = text_of(key, value)
    line = f"  {key}: {{value: {value}, range: {unknown[1]}, known_by: measured, source: {source_of(key, runs, low, high)}}}\n"
    if is_documented(unknown, value, runs):
        line = unknown[0]
    if line_of(key).search(text):
        text = line_of(key).sub(lambda _: line, text)
    elif runs:
        text = text.replace("constants:\n", "constants:\n" + line, 1)
    path.write_text(text)


def main():
    output = subprocess.run([sys.argv[1], "evidence", "--fit", "all", "--quiet"], check=True, capture_output=True, text=True)
    for line in output.stdout.splitlines():
        words = line.split()
        if len(words) == 6 and (STACKS / f"{words[0]}.yaml").exists():
            write(words[0], words[1], float(words[2]), int(words[3]), float(words[4]), float(words[5]))


if __name__ == "__main__":
    main()
