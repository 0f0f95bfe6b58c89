#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Who may include whom.

  doors.py ROOT MAP     checks core/, ui/ and app/ below ROOT against the map; exit 1 with one line for each complaint
  doors.py --itself     checks that each kind of forbidden include is found, on small trees made for it

A room is a folder: core/NAME, ui/NAME, app/NAME, or the files that lie in ui/ and app/ themselves. A folder further
down is a room of its own when the map names it, else a part of the room around it. The map has one line per room:

  ROOM [without Qt]: ROOM ROOM ...      what it may include beside itself
  annexes: NAME NAME ...                folders of these names in core/, ui/ and app/ are annexes

All other rooms are the house. An annex is not listed: it may include its own folders and the house, in ui/ and app/
that of core/ too; nothing else may include it.

Complaints: an include that the map does not allow; an allowance that nobody uses any more; rooms that need each other;
a room that the map lacks, or that has no files; an include that does not begin at the root of the repository; Qt in
core/ or in a room marked `without Qt`.
"""
import os
import re
import sys
import tempfile

TOPS = ('core', 'ui', 'app')
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^">]+)[">]', re.M)
QT = re.compile(r'^(Q[A-Z]\w*|Qt\w*/.*|qcustomplot\.h)$')
GENERATED = re.compile(r'\.moc$|^moc_')


def annex_of(room, annexes):
    """The annex that a room belongs to; empty: the house."""
    name = room.partition('/')[2].split('/')[0]
    return name if name in annexes else ''


def may_include(room, other, annexes):
    """Whether a room of an annex may include another room."""
    top, other_top = room.split('/')[0], other.split('/')[0]
    return annex_of(other, annexes) in ('', annex_of(room, annexes)) and other_top in (top, 'core')


def read_map(path):
    allowed, without_qt, annexes, complaints = {}, set(), set(), []
    with open(path, encoding='utf-8') as lines:
        for number, line in enumerate(lines, 1):
            line = line.split('#')[0].strip()
            if not line:
                continue
            head, colon, rest = line.partition(':')
            room = head.replace('without Qt', '').strip()
            if room == 'annexes':
                annexes = set(rest.split())
                continue
            if not colon or ' ' in room or room in allowed:
                complaints.append(f'{path}:{number}: not "ROOM [without Qt]: ROOM ...", or a room named twice')
                continue
            allowed[room] = set(rest.split())
            if 'without Qt' in head or room.startswith('core/'):
                without_qt.add(room)
    return allowed, without_qt, annexes, complaints


def sources(root):
    for top in TOPS:
        for folder, _, names in os.walk(os.path.join(root, top)):
            for name in sorted(names):
                if name.endswith(('.h', '.cpp')):
                    yield os.path.relpath(os.path.join(folder, name), root).replace(os.sep, '/')


def room_of(file, allowed):
    """The deepest folder that the map names, down to TOP/NAME."""
    parts = file.split('/')[:-1]
    for depth in range(len(parts), min(2, len(parts)) - 1, -1):
        folder = '/'.join(parts[:depth])
        if folder in allowed or depth <= 2:
            return folder
    return '/'.join(parts)


def circle(graph):
    """Rooms that need each other, in order; empty when there are none."""
    done, path = set(), []

    def visit(room):
        if room in path:
            return path[path.index(room):] + [room]
        if room in done:
            return []
        path.append(room)
        for other in sorted(graph.get(room, ())):
            found = visit(other)
            if found:
                return found
        path.pop()
        done.add(room)
        return []

    for room in sorted(graph):
        found = visit(room)
        if found:
            return found
    return []


def check(root, map_path):
    allowed, without_qt, annexes, complaints = read_map(map_path)
    used = {room: set() for room in allowed}
    populated = set()
    for file in sources(root):
        room = room_of(file, allowed)
        annex = annex_of(room, annexes)
        if annex:
            room = '/'.join(room.split('/')[:2])
        elif room not in populated and room not in allowed:
            complaints.append(f'{room}: not in the map')
        populated.add(room)
        with open(os.path.join(root, file), encoding='utf-8') as opened:
            text = opened.read()
        for found in INCLUDE.finditer(text):
            where = f'{file}:{text.count(chr(10), 0, found.start(2)) + 1}'
            quoted, name = found[1] == '"', found[2]
            if QT.match(name) and (room in without_qt or annex and room.split("/")[0] in without_qt or file.startswith('core/')):
                complaints.append(f'{where}: {room} is without Qt and includes {name}')
            if name.split('/')[0] not in TOPS:
                if quoted and not GENERATED.search(name):
                    complaints.append(f'{where}: "{name}" does not begin at the root of the repository')
                continue
            other = room_of(name, allowed)
            other = '/'.join(other.split('/')[:2]) if annex_of(other, annexes) else other
            if other == room:
                continue
            used.setdefault(room, set()).add(other)
            if not (may_include(room, other, annexes) if annex
                    else other in allowed.get(room, ()) and not annex_of(other, annexes)):
                complaints.append(f'{where}: {room} may not include {other}')
    for room, others in sorted(allowed.items()):
        if room not in populated:
            complaints.append(f'{room}: in the map, but has no files')
        complaints += [f'{room}: may include {other}, which nobody there does' for other in sorted(others - used[room])]
    for name, graph in (('includes', used), ('map', allowed)):
        round_trip = circle(graph)
        if round_trip:
            complaints.append(f'{name}: rooms need each other: ' + ' -> '.join(round_trip))
    return complaints


def check_itself():
    files = {'core/low/a.h': '', 'core/high/b.cpp': '#include <vector>\n#include "core/low/a.h"\n',
             'ui/c.cpp': '#include <QWidget>\n#include "core/high/b.h"\n#include "c.moc"\n'}
    rooms = 'core/low:\ncore/high: core/low  # a remark\nui: core/high\n'
    annexes = 'annexes: barn shed\n'
    shed = {'core/shed/d.h': '', 'core/low/d.h': '#include "core/shed/d.h"\n'}
    cases = [  # what is said of a tree, its files beside those above, its map
        ('', {}, rooms),
        ('core/low may not include core/high', {'core/low/d.h': '#include "core/high/b.h"\n'}, rooms),
        ('core/high -> core/low -> core/high', {'core/high/b.cpp': '', 'core/high/e.h': '#include "core/low/a.h"\n',
                                               'core/low/d.h': '#include "core/high/e.h"\n'},
         rooms.replace('core/low:', 'core/low: core/high')),
        ('core/low is without Qt', {'core/low/d.cpp': '#include <QString>\n'}, rooms),
        ('core/low is without Qt', {'core/low/d.cpp': '#  include <QtCore/qstring.h>\n'}, rooms),
        ('ui/answers is without Qt', {'ui/answers/d.h': '#include <QString>\n'}, rooms + 'ui/answers without Qt:\n'),
        ('core/new: not in the map', {'core/new/d.h': ''}, rooms),
        ('core/gone: in the map, but has no files', {}, rooms + 'core/gone:\n'),
        ('which nobody there does', {}, rooms.replace('ui:', 'ui: core/low')),
        ('does not begin at the root', {'core/low/d.h': '#include "../high/b.h"\n'}, rooms),
        ('core/high/deep may not include core/high', {'core/high/deep/d.h': '#include "core/high/b.h"\n'},
         rooms + 'core/high/deep:\n'),
        ('', {'core/high/deep/d.h': '#include "core/low/a.h"\n'}, rooms),
        ('', {'core/shed/deep/d.h': '#include "core/high/b.h"\n', 'ui/shed/e.cpp': '#include "core/shed/deep/d.h"\n#include "ui/c.h"\n'},
         annexes + rooms),
        ('core/low may not include core/shed', shed, annexes + rooms),
        ('core/low may not include core/shed', shed, annexes + rooms.replace('core/low:', 'core/low: core/shed')),
        ('ui/barn may not include core/shed', {'ui/barn/d.h': '#include "core/shed/d.h"\n'}, annexes + rooms),
        ('core/shed may not include ui', {'core/shed/d.h': '#include "ui/c.h"\n'}, annexes + rooms),
        ('app/shed is without Qt', {'app/d.h': '', 'app/shed/d.cpp': '#include <QString>\n'}, annexes + rooms + 'app without Qt:\n'),
    ]
    wrong = []
    for expected, more, rules in cases:
        with tempfile.TemporaryDirectory() as root:
            for file, text in {**files, **more}.items():
                os.makedirs(os.path.dirname(os.path.join(root, file)), exist_ok=True)
                with open(os.path.join(root, file), 'w', encoding='utf-8') as out:
                    out.write(text)
            map_path = os.path.join(root, 'rooms.txt')
            with open(map_path, 'w', encoding='utf-8') as out:
                out.write(rules)
            said = check(root, map_path)
        if bool(said) != bool(expected) or not any(expected in line for line in said or ['']):
            wrong.append(f'expected "{expected}", was told {said}')
    return wrong


def main(arguments, words, checks):
    """Runs the check that the arguments ask for and ends with its complaints; `words` say which there are."""
    found = next((check for fits, check in checks if fits(arguments)), None)
    if not found:
        sys.exit(words)
    complaints = found()
    for complaint in complaints:
        print(complaint)
    sys.exit(1 if complaints else 0)


if __name__ == '__main__':
    main(sys.argv[1:], __doc__, [(lambda given: given == ['--itself'], check_itself),
                                 (lambda given: len(given) == 2, lambda: check(*sys.argv[1:]))])
