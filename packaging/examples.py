#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the examples of app/examples.txt print.

    examples.py BIN/plateau            writes it into the file, and the page on the command line in English
    examples.py BIN/plateau --check    names the example that prints something else, and ends with 1
"""
import argparse
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILE = ROOT / "app" / "examples.txt"
INPUTS = ROOT / "tests" / "data" / "examples"
WIDEST = 110  # characters of a line
MORE = "..."


def answered(plateau, line, folder):
    """What a person sees: the answer, and what is said beside it."""
    words = shlex.split(line)[1:]
    environment = {**os.environ, "XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder, "LC_ALL": "C.UTF-8",
                   "QT_QPA_PLATFORM": "offscreen"}
    environment.pop("PLATEAU_PRESETS", None)
    done = subprocess.run([plateau, *words], cwd=folder, env=environment, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    return [text if len(text) <= WIDEST else text[:WIDEST - len(MORE)].rstrip() + MORE
            for text in (text.rstrip() for text in done.stdout.splitlines())]


def renewed(plateau, lines, folder):
    result, at = [], 0
    while at < len(lines):
        result.append(lines[at])
        at += 1
        if not result[-1].startswith("$ "):
            continue
        kept = 0
        while at < len(lines) and lines[at] and not lines[at].startswith("$ "):
            kept += lines[at] != MORE
            at += 1
        output = [text for text in answered(plateau, result[-1][2:], folder) if text]
        result += output[:kept] + [MORE] * (kept > 0 and len(output) > kept)
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("plateau")
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args()
    lines = FILE.read_text().splitlines()
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(INPUTS, folder, dirs_exist_ok=True)
        now = renewed(str(pathlib.Path(asked.plateau).resolve()), lines, folder)
    if not asked.check:
        FILE.write_text("\n".join(now) + "\n")
        return
    for was, is_now in zip(lines, now):
        if was != is_now:
            sys.exit(f"stale: sh packaging/examples.py BIN/plateau\n- {was}\n+ {is_now}")
    if len(lines) != len(now):
        sys.exit(f"{len(lines)} lines, {len(now)} now: packaging/examples.py BIN/plateau")


if __name__ == "__main__":
    main()
