#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How large rooms and files may be.

  sizes.py ROOT MAP SIZES          checks what is written by hand below ROOT; exit 1 with one line for each complaint
  sizes.py ROOT MAP SIZES --show   prints the lines of each room, its ceiling and what the design aims at
  sizes.py --itself                checks that each kind of complaint is made, on small trees made for it

Rooms are those of the map (doors.py), one for each annex in core/, ui/ and app/, the folders of resources/ with scripts
or styles, and presets/programs. SIZES has one line per name:

  NAME CEILING [DESIGN]  # why it was raised

NAME is a room, `house`, `all`, `file` for every file, or one file that may be larger. The commit that raises a ceiling
says why behind `#`; one that makes a room smaller may lower it.
"""
import os
import sys
import tempfile

from doors import TOPS, annex_of, main, read_map, room_of

WRITTEN = {'core': ('.h', '.cpp'), 'ui': ('.h', '.cpp'), 'app': ('.h', '.cpp'), 'resources': ('.js', '.css', '.py'),
           'presets/programs': ('.yaml',)}


def counted(root, allowed, annexes):
    """Lines of each file, and of each room, with the totals of the house and of all."""
    files, rooms = {}, {'house': 0, 'all': 0}
    for top, endings in WRITTEN.items():
        for folder, _, names in os.walk(os.path.join(root, top)):
            for name in names:
                if not name.endswith(endings):
                    continue
                path = os.path.join(folder, name)
                file = os.path.relpath(path, root).replace(os.sep, '/')
                with open(path, encoding='utf-8') as opened:
                    files[file] = sum(1 for _ in opened)
                room = room_of(file, allowed) if top in TOPS else '/'.join(file.split('/')[:2])
                annex = annex_of(room, annexes)
                room = '/'.join(room.split('/')[:2]) if annex else room
                for each in (room, 'all') if annex else (room, 'house', 'all'):
                    rooms[each] = rooms.get(each, 0) + files[file]
    return files, rooms


def read_sizes(path):
    sizes = {}
    with open(path, encoding='utf-8') as lines:
        for line in lines:
            words = line.split('#')[0].split()
            if words:
                sizes[words[0]] = [int(number) for number in words[1:]]
    return sizes


def check(root, map_path, sizes_path, show=False):
    allowed, _, annexes, complaints = read_map(map_path)
    files, rooms = counted(root, allowed, annexes)
    sizes = read_sizes(sizes_path)
    for room, lines in sorted(rooms.items()):
        if show:
            print(f'{room:20} {lines:7} {" ".join(f"{number:7}" for number in sizes.get(room, []))}')
        if room not in sizes:
            complaints.append(f'{room}: no ceiling')
        elif lines > sizes[room][0]:
            complaints.append(f'{room}: {lines} lines, at most {sizes[room][0]}')
    most = sizes['file'][0]
    for file, lines in sorted(files.items()):
        if lines > sizes.get(file, [most])[0]:
            complaints.append(f'{file}: {lines} lines, at most {sizes.get(file, [most])[0]}')
    for name in sizes:
        if name in files and files[name] <= most:
            complaints.append(f'{name}: needs no line of its own, it has {files[name]} lines')
        if name not in files and name not in rooms and name != 'file':
            complaints.append(f'{name}: has a ceiling, but is not there')
    return complaints


def check_itself():
    rooms = 'annexes: shed\ncore/low:\ncore/high: core/low\n'
    sizes = {'house': 5, 'all': 7, 'core/low': 2, 'core/high': 3, 'core/shed': 2, 'file': 3}
    tree = {'core/low/a.h': 2, 'core/high/b.cpp': 3, 'core/shed/deep/c.h': 2}
    cases = [  # what is said; files beside those above; ceilings beside those above
        ('', {}, {}),
        ('core/low: 3 lines, at most 2', {'core/low/d.h': 1}, {'house': 9, 'all': 9}),
        ('house: 6 lines, at most 5', {'core/low/d.h': 1}, {'core/low': 9, 'all': 9}),
        ('all: 8 lines, at most 7', {'core/shed/d.h': 1}, {'core/shed': 3}),
        ('core/high/b.cpp: 4 lines, at most 3', {'core/high/b.cpp': 4}, {'core/high': 4, 'house': 9, 'all': 9}),
        ('', {'core/high/b.cpp': 4}, {'core/high/b.cpp': 4, 'core/high': 4, 'house': 9, 'all': 9}),
        ('needs no line of its own', {}, {'core/high/b.cpp': 4}),
        ('core/gone: has a ceiling, but is not there', {}, {'core/gone': 4}),
        ('resources/scripts: no ceiling', {'resources/scripts/a.js': 1}, {'house': 9, 'all': 9}),
    ]
    wrong = []
    for expected, more, other in cases:
        with tempfile.TemporaryDirectory() as root:
            for file, lines in {**tree, **more}.items():
                os.makedirs(os.path.dirname(os.path.join(root, file)), exist_ok=True)
                with open(os.path.join(root, file), 'w', encoding='utf-8') as out:
                    out.write('\n' * lines)
            for name, text in (('rooms', rooms),
                               ('sizes', ''.join(f'{name} {most}\n' for name, most in {**sizes, **other}.items()))):
                with open(os.path.join(root, name), 'w', encoding='utf-8') as out:
                    out.write(text)
            said = check(root, os.path.join(root, 'rooms'), os.path.join(root, 'sizes'))
        if bool(said) != bool(expected) or not any(expected in line for line in said or ['']):
            wrong.append(f'expected "{expected}", was told {said}')
    return wrong


if __name__ == '__main__':
    main(sys.argv[1:], __doc__, [(lambda given: given == ['--itself'], check_itself),
                                 (lambda given: len(given) == 3 or given[3:] == ['--show'],
                                  lambda: check(*sys.argv[1:4], show=len(sys.argv) == 5))])
