#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Would the tests notice? Makes the single mutations of mutants.toml, one at a time, and runs the tests each names until
one fails. Works on a copy of the tree below build/mutants. Needs Python 3.11 and what the build needs.

    tests/mutants/run.py --check            does every mutation still apply to the source? (a test of its own)
    tests/mutants/run.py                    all of them; the table goes to standard output and build/mutants/table.txt
    tests/mutants/run.py --only bubble      those whose name, kind or file contains a text; repeatable

All mutations of C++ expressions are built at once: each becomes (mutant(n) ? new : old), and the environment says which
one is made. A mutation marked `alone` (where no condition can stand) is built by itself; one of a preset is not built.
Exit 0: at least 95 % are killed and each survivor has its reason in the list."""
import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIST = pathlib.Path(__file__).resolve().parent / 'mutants.toml'
KINDS = ('constant', 'formula', 'sign', 'off by one', 'memo key', 'provenance', 'wording', 'order', 'rule')
FEWEST = 60
SHARE = 0.95
LONGEST = 400  # seconds of one test
SWITCH = '''#pragma once
#include <cstdlib>
inline bool mutant(int number)
{
    static const int made = std::getenv("PLATEAU_MUTANT") ? std::atoi(std::getenv("PLATEAU_MUTANT")) : 0;
    return made == number;
}
'''


class Mutation:
    """One entry of the list. `at` is the place in the file, with what changes between « and »."""

    def __init__(self, entry, number):
        self.entry, self.number = entry, number
        self.name, self.file, self.kind = (entry.get(key, '') for key in ('name', 'file', 'kind'))
        self.at, self.new, self.tests = entry.get('at', ''), entry.get('new', ''), entry.get('tests', [])
        self.before, _, rest = self.at.partition('«')
        self.old, _, self.after = rest.partition('»')

    def place(self):
        return self.before + self.old + self.after

    def made_in(self, text):
        return text.replace(self.place(), self.before + self.new + self.after)

    def span(self, text):
        """Where in the file's text the expression stands."""
        start = text.index(self.place()) + len(self.before)
        return start, start + len(self.old)

    def switch(self, otherwise):
        kind = self.entry.get('as', '')
        return f'(mutant({self.number}) ? {kind}({self.new}) : {kind}({otherwise}))'

    def is_cpp(self):
        return self.file.endswith(('.cpp', '.h'))

    def switched(self):
        return self.is_cpp() and not self.entry.get('alone')


def switched(text, mutations):
    """The file's text with all these mutations in it, each made where its number is."""
    places = {}
    for mutation in mutations:
        places.setdefault(mutation.span(text), []).append(mutation)
    end = len(text) + 1
    for (start, stop), here in sorted(places.items(), reverse=True):
        if stop > end:
            raise SystemExit(f'{here[0].name}: overlaps with another mutation; mark one of them alone')
        end = start
        expression = text[start:stop]
        for mutation in here:
            expression = mutation.switch(expression)
        text = text[:start] + expression + text[stop:]
    return text


def test_source(test):
    """Where a test stands: in the folder of its room, or of an annex in it."""
    room, name = test.split()[0].split('/')
    found = [ROOT / 'tests' / room / (name + '.cpp'), *(ROOT / 'tests' / room).glob(f'*/{name}.cpp')]
    return next((file for file in found if file.is_file()), found[0])


def faults(mutation, names):
    """What is wrong with one entry of the list."""
    missing = [key for key in ('name', 'file', 'kind', 'at', 'tests') if not mutation.entry.get(key)]
    if missing:
        yield 'lacks ' + ', '.join(missing)
        return
    if mutation.name in names:
        yield 'its name is taken'
    if mutation.kind not in KINDS:
        yield f"{mutation.kind} is not one of {', '.join(KINDS)}"
    if mutation.old in ('', mutation.new):
        yield 'changes nothing; what changes stands between « and »'
    path = ROOT / mutation.file
    count = path.read_text().count(mutation.place()) if path.is_file() else 0
    if count != 1:
        yield f'stands {count} times in {mutation.file}, not once: {mutation.place()}'
    for test in mutation.tests:
        if not test_source(test).is_file():
            yield f'{test}: no such test'
            continue
        for function in test.split()[1:]:
            if not re.search(rf"\b{function.split(':')[0]}\(\)", test_source(test).read_text()):
                yield f'{test}: no such test function'


def check(mutations):
    wrong = []
    names = set()
    for mutation in mutations:
        wrong += [f"{mutation.name or '(nameless)'}: {fault}" for fault in faults(mutation, names)]
        names.add(mutation.name)
    if len(mutations) < FEWEST:
        wrong.append(f'{len(mutations)} mutations; {FEWEST} are asked for')
    print('\n'.join(wrong) or f'{len(mutations)} mutations apply')
    return 1 if wrong else 0


class Tree:
    """A copy of the working tree and its Release build."""

    def __init__(self, folder, jobs):
        self.folder, self.jobs = folder, jobs
        self.source = folder / 'tree'
        self.build = self.source / 'build' / 'release'

    def update(self, mutations):
        """The working tree as it stands, with all switched mutations in it."""
        listed = subprocess.run(['git', 'ls-files', '-co', '--exclude-standard'], cwd=ROOT, check=True,
                                capture_output=True, text=True).stdout.split('\n')
        wanted = {name for name in listed if name and (ROOT / name).is_file()}
        in_file = {}
        for mutation in mutations:
            if mutation.switched():
                in_file.setdefault(mutation.file, []).append(mutation)
        for name in wanted:
            content = (ROOT / name).read_bytes()
            if name in in_file:
                content = self.with_switch(switched(content.decode(), in_file[name])).encode()
            self.write(name, content)
        for path in self.source.rglob('*'):
            name = str(path.relative_to(self.source))
            if path.is_file() and name not in wanted and not name.startswith('build/'):
                path.unlink()
        (self.folder / 'switch.h').write_text(SWITCH)

    def with_switch(self, text):
        include = f'#include "{self.folder}/switch.h"\n'
        if '#pragma once\n' in text:
            return text.replace('#pragma once\n', '#pragma once\n' + include, 1)
        return text.replace('#include', include + '#include', 1)

    def write(self, name, content):
        path = self.source / name
        if not path.is_file() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            shutil.copymode(ROOT / name, path)

    def configure(self):
        launcher = ['-DCMAKE_CXX_COMPILER_LAUNCHER=ccache'] if shutil.which('ccache') else []
        self.done(['cmake', '--preset', 'release', *launcher])

    def done(self, command):
        done = subprocess.run([str(word) for word in command], cwd=self.source, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f'{command}\n{done.stdout[-6000:]}{done.stderr[-2000:]}')

    def make(self, tests):
        targets = {test.split('/')[0] + '_tests' for test in tests}
        if any(test.startswith('app/') for test in tests):
            targets.add('plateau')
        self.done(['cmake', '--build', self.build, '-j', self.jobs, '--target', *sorted(targets)])

    def fails(self, test, number=0):
        """The function of the test that fails with this mutation, or None when all pass."""
        name, *functions = test.split()
        home = self.folder / 'home' / str(number)
        home.mkdir(parents=True, exist_ok=True)
        environment = dict(os.environ, QT_QPA_PLATFORM='offscreen', LC_ALL='C.UTF-8', TZ='UTC', QT_SCALE_FACTOR='1',
                           XDG_CONFIG_HOME=str(home / 'config'), XDG_DATA_HOME=str(home / 'data'),
                           XDG_RUNTIME_DIR=str(home), PLATEAU_MUTANT=str(number))
        try:
            room, test = name.split('/')
            done = subprocess.run([self.build / 'bin' / (room + '_tests'), test, *functions], env=environment,
                                  capture_output=True, text=True, errors='replace', timeout=LONGEST, cwd=self.build)
        except subprocess.TimeoutExpired:
            return f'{name} (does not end)'
        if done.returncode == 0:
            return None
        found = re.search(r'^FAIL!\s+: (\S+?)\(', done.stdout, re.MULTILINE)
        return f"{name} {found.group(1).split('::')[-1] if found else '(ends early)'}"

    def killer(self, mutation):
        """The first test that fails; None: the mutation survives."""
        if mutation.switched():
            return next(filter(None, (self.fails(test, mutation.number) for test in mutation.tests)), None)
        self.write(mutation.file, mutation.made_in((ROOT / mutation.file).read_text()).encode())
        try:
            if mutation.is_cpp():
                self.make(mutation.tests)
            return next(filter(None, (self.fails(test) for test in mutation.tests)), None)
        finally:
            self.write(mutation.file, (ROOT / mutation.file).read_bytes())


def table(results):
    lines = []
    for mutation, killer in results:
        fate = f'killed by {killer}' if killer else 'SURVIVES'
        lines.append(f'{mutation.kind:10}  {mutation.file:44}  {mutation.name:66}  {fate}')
        if not killer:
            lines.append('            because ' + mutation.entry.get('survives', 'no reason is given'))
    killed = sum(bool(killer) for _, killer in results)
    lines.append(f'{killed} of {len(results)} mutations are killed: {100 * killed / len(results):.1f} %')
    return '\n'.join(lines)


def judge(tree, mutations):
    """Switched mutations side by side, the others one after the other."""
    results = []

    def note(mutation, killer):
        results.append((mutation, killer))
        print(table(results[-1:]).splitlines()[0], file=sys.stderr, flush=True)
        results.sort(key=lambda result: result[0].number)
        (tree.folder / 'table.txt').write_text(table(results) + '\n')

    with concurrent.futures.ThreadPoolExecutor(tree.jobs) as pool:
        waiting = {pool.submit(tree.killer, one): one for one in mutations if one.switched()}
        for done in concurrent.futures.as_completed(waiting):
            note(waiting[done], done.result())
    for one in mutations:
        if not one.switched():
            note(one, tree.killer(one))
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--check', action='store_true')
    parser.add_argument('--only', action='append', default=[])
    parser.add_argument('--folder', type=pathlib.Path, default=ROOT / 'build' / 'mutants')
    parser.add_argument('--jobs', type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    with open(LIST, 'rb') as file:
        mutations = [Mutation(entry, number) for number, entry in enumerate(tomllib.load(file)['mutant'], 1)]
    if arguments.check:
        return check(mutations)
    if check(mutations):
        return 2
    tree = Tree(arguments.folder.resolve(), arguments.jobs)
    tree.update(mutations)
    tree.configure()
    asked = [one for one in mutations if not arguments.only
             or any(text in f'{one.name} {one.kind} {one.file}' for text in arguments.only)]
    tests = sorted({test for one in asked for test in one.tests})
    tree.make(tests)
    broken = [test for test in tests if tree.fails(test)]
    if broken or not asked:
        sys.exit('tests fail without any mutation: ' + ', '.join(broken) if broken else 'nothing to do')
    results = judge(tree, asked)
    print(table(results))
    killed = sum(bool(killer) for _, killer in results)
    unexplained = [one for one, killer in results if not killer and not one.entry.get('survives')]
    return 0 if killed >= SHARE * len(results) and not unexplained else 1


if __name__ == '__main__':
    sys.exit(main())
