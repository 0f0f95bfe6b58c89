# SPDX-License-Identifier: GPL-3.0-or-later
"""Plateau from Python: one process of `plateau batch` answers all questions.

    import plateau
    plateau.estimate(model="llama3_70b", gpus=512)["mfu"]
    rows = plateau.sweep(over={"gpus": [64, 256, 1024]}, model="llama3_70b", options={"plan": "best"})
    pandas.DataFrame(rows)

A question is a scenario (a shipped name or a file), changes of its parameters by key (`plateau catalog parameters`),
and options of the command without their dashes (`plateau estimate --help`). Answers are the commands' JSON as
dictionaries (plateau.schema.json). Whatever a question does not say is that of its scenario.
"""
import json
import os
import shutil
import subprocess
import threading

SCENARIO = "fernandez-weak-scaling"  # of questions that name none


class Refused(ValueError):
    """A question that Plateau does not answer: what is wrong with it. `answer` is its line."""

    def __init__(self, answer):
        super().__init__(answer.get("error", "no answer"))
        self.answer = answer


class Plateau:
    """A running `plateau batch`. One thread at a time; ends with close() or the program."""

    def __init__(self, executable=None):
        """`executable`: path of plateau; else $PLATEAU, else the one on PATH."""
        name = executable or os.environ.get("PLATEAU") or shutil.which("plateau")
        if not name:
            raise FileNotFoundError("plateau is not on PATH; pass executable= or set PLATEAU")
        self._process = subprocess.Popen([name, "batch", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                         text=True, encoding="utf-8", bufsize=1)

    def close(self):
        if self._process.poll() is None:
            self._process.communicate()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def ask_all(self, questions):
        """Answers in the order of the questions, each a dictionary with `command`; `exit` 2 and `error` where one is
        refused. They are computed on all cores."""
        lines = [json.dumps(question) + "\n" for question in questions]
        writer = threading.Thread(target=self._write, args=(lines,))
        writer.start()
        answers = [self._read() for _ in lines]
        writer.join()
        return answers

    def ask(self, command, options=None, **question):
        """The answer to one question; Refused where there is none."""
        answer = self.ask_all([{"command": command, **question, **(options or {})}])[0]
        if answer.get("exit") not in (0, 3):  # 3: an answer too, nothing fits
            raise Refused(answer)
        return answer

    def estimate(self, scenario=SCENARIO, options=None, **changes):
        return self.ask("estimate", options, scenario=scenario, set=changes)

    def check(self, scenario=SCENARIO, options=None, **changes):
        return self.ask("check", options, scenario=scenario, set=changes)

    def plans(self, scenario=SCENARIO, top=10, options=None, **changes):
        """The best plans, best first."""
        return self.ask("plans", options, scenario=scenario, set=changes, top=top)["plans"]

    def sweep(self, scenario=SCENARIO, over=None, options=None, **changes):
        """Rows over a grid: over={"gpus": [8, 64], "tp": "1,2"}."""
        grid = [f"{key}={values if isinstance(values, str) else ','.join(map(str, values))}"
                for key, values in (over or {}).items()]
        return self.ask("sweep", options, scenario=scenario, set=changes, over=grid)["rows"]

    def solve(self, unknown, scenario=SCENARIO, options=None, **changes):
        return self.ask("solve", {"for": unknown, **(options or {})}, scenario=scenario, set=changes)

    def limits(self, scenario, options=None, **changes):
        return self.ask("limits", options, scenario=scenario, set=changes)

    def collective(self, operation, options=None, **changes):
        return self.ask("collective", options, operation=operation, set=changes)["rows"]

    def read(self, file, options=None, **changes):
        """What is understood of a configuration, a log, a trace or a table of collectives."""
        return self.ask("read", options, file=os.fspath(file), set=changes)

    def gap(self, scenario, measured, options=None, **changes):
        """Why a run is slower than predicted: measured="mfu=31" or a list of such."""
        return self.ask("gap", options, scenario=os.fspath(scenario), set=changes, measured=measured)

    def _write(self, lines):
        try:
            for line in lines:
                self._process.stdin.write(line)
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # the reader says it

    def _read(self):
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("plateau ended, exit status %s" % self._process.wait())
        return json.loads(line)


_kept = None


def running():
    """The process that the functions of this module ask, started by the first of them."""
    global _kept
    if _kept is None:
        _kept = Plateau()
    return _kept


def __getattr__(name):
    """plateau.estimate(...) is plateau.running().estimate(...), and so on."""
    if name.startswith("_"):
        raise AttributeError(name)
    return getattr(running(), name)
