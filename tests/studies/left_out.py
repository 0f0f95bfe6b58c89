#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes what `plateau evidence --leave-out` says of each source into presets/evidence/left_out.yaml:
tests/studies/left_out.py build/release/bin/plateau
"""
import json
import pathlib
import subprocess
import sys

FILE = pathlib.Path(__file__).resolve().parents[2] / "presets" / "evidence" / "left_out.yaml"
HEAD = """\
# SPDX-License-Identifier: GPL-3.0-or-later
# How far each source is missed where constants are fitted on all the others: mean |predicted / measured - 1|.
# Written by tests/studies/left_out.py.
left_out:
"""


def line_of(source, group):
    figures = {"step_time": (group.get("time") or {}).get("mape"), "memory": (group.get("memory") or {}).get("mape")}
    known = "".join(f", {key}: {value:.4f}" for key, value in figures.items() if value is not None)
    quoted = source.replace("'", "''")
    return f"  - {{source: '{quoted}'{known}}}\n" if known else ""


def main():
    output = subprocess.run([sys.argv[1], "evidence", "--leave-out", "--json", "--quiet"], check=True, capture_output=True)
    report = json.loads(output.stdout)
    FILE.write_text(HEAD + "".join(line_of(source, group) for source, group in sorted(report["sources"].items())))


if __name__ == "__main__":
    main()
