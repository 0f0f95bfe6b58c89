# SPDX-License-Identifier: GPL-3.0-or-later
"""Instructions that each operation takes, against those kept in counts.json beside this file.

    instructions.py PLATEAU_OPERATIONS [--keep]

Fails where an operation takes over 5 % more than what is kept. Under 5 % less it says so: keep the new count with
--keep, and say in the commit what made the difference. Clocks and other programs have no part in it: valgrind counts.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

KEPT = pathlib.Path(__file__).with_name("counts.json")
MOST = 1.05


def counted(program):
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(["taskset", "-c", "0", "valgrind", "--tool=callgrind", "--collect-atstart=no",
                              f"--callgrind-out-file={folder}/out", program], capture_output=True, text=True)
        if run.returncode != 0:
            sys.exit(run.stderr)
        times = dict(line.split() for line in run.stdout.splitlines())
        counts = {}
        for part in pathlib.Path(folder).glob("out.*"):
            text = part.read_text()
            name = re.search(r"Trigger: Client Request: (\w+)", text)
            total = re.search(r"^(?:totals|summary): (\d+)", text, re.MULTILINE)
            if name and total:
                counts[name.group(1)] = round(int(total.group(1)) / int(times[name.group(1)]))
        return {name: counts[name] for name in times}


def main():
    arguments = [each for each in sys.argv[1:] if each != "--keep"]
    if len(arguments) != 1:
        sys.exit(__doc__)
    counts = counted(arguments[0])
    if "--keep" in sys.argv:
        KEPT.write_text(json.dumps(counts, indent=2) + "\n")
    kept = json.loads(KEPT.read_text())
    slower = []
    print(f"{'operation':16}{'instructions':>16}{'of what is kept':>18}")
    for name, count in counts.items():
        share = count / kept[name] if name in kept else float("inf")
        slower += [name] if share > MOST else []
        print(f"{name:16}{count:16,}{share:18.3f}{'  slower' if share > MOST else '  quicker: --keep' if share < 0.95 else ''}")
    missing = sorted(set(kept) - set(counts))
    if slower or missing:
        sys.exit(f"slower than kept: {', '.join(slower) or 'none'}; not counted: {', '.join(missing) or 'none'}")


if __name__ == "__main__":
    main()
