#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""paths.py ROOT: complains of files, folders and tests that ARCHITECTURE.md and CONTRIBUTING.md name and that do not
exist. A word in capitals stands for any name: `app/NAME_command.cpp`."""
import pathlib
import re
import sys

TOPS = ('app', 'core', 'packaging', 'presets', 'resources', 'tests', 'ui')
root = pathlib.Path(sys.argv[1])
tests = re.findall(r'NAME (\w+/\w+) ', (root / 'tests/CMakeLists.txt').read_text())


def exists(name):
    pattern = re.sub(r'(?<![A-Za-z])[A-Z]{4,}(?=[_./]|$)', '*', name).rstrip('/')
    if '/' not in name:
        return (root / name).exists() or any(any((root / top).rglob(pattern)) for top in TOPS)
    return name in tests or any(any(root.glob(each)) for each in (pattern, f'tests/{pattern}.cpp'))


missing = [f'{page}:{number}: there is no {name}' for page in ('ARCHITECTURE.md', 'CONTRIBUTING.md')
           for number, line in enumerate((root / page).read_text().splitlines(), 1)
           for code in re.findall(r'`([^`]+)`|\]\(([^)#]+)\)', line) for name in ' '.join(code).split()
           if name.startswith(tuple(f'{top}/' for top in TOPS)) or re.fullmatch(r'[\w.-]+\.(h|cpp|md|py|sh|txt|yaml)', name)]
missing = [line for line in missing if not exists(line.split()[-1])]
sys.exit('\n'.join(missing) or 0)
