"""A model with an answer, and how Tarn is asked."""
import csv
import math
import os
import re
import resource
import subprocess
from dataclasses import dataclass, field

CPU_SECONDS, WALL_SECONDS = 20, 600  # for one simulation of a model that takes milliseconds; the machine may be busy

# Options under which the same model must give the same values. A case names the groups that suit it.
VARIANTS = {
    'engines': ['--engine native', '--engine interpret'],
    'c': ['--engine c'],
    'structure': ['--no-alias', '--loops newton', '--loops matrix'],
    'dae': ['--dae', '--dae --method ida'],
    'methods': ['--method ' + name for name in
                ('ida', 'cvode', 'bdf', 'radau5', 'radau3', 'lobatto4', 'sdirk4', 'dopri5', 'dop853')],
    'flat': ['FLATTENED'],  # what `tarn flatten` writes, in place of the model
    'inline': ['--inline radau5 --step 0.002', '--inline radau5 --step 0.002 --direct'],
}


@dataclass
class Case:
    text: str                                         # the last model is simulated
    want: dict = field(default_factory=dict)          # name: {time: value}
    options: list = field(default_factory=list)
    variants: tuple = ('engines',)                    # groups of VARIANTS
    tolerance: float = 1e-9                           # of values, relative above 1
    files: dict = field(default_factory=dict)         # beside the model
    stop: float = 1.0

    def instants(self):
        return sorted({t for points in self.want.values() for t in points})


@dataclass
class Finding:
    what: str       # wrong | refused | unsupported | crashed
    options: str
    detail: str

    def signature(self):
        """What shrinking keeps: a refusal its code and the quoted-out words of its sentence."""
        if self.what == 'wrong':
            return 'wrong'
        sentence = re.search(r'error\[E\d+\][^\n]*', self.detail)
        return self.what + ' ' + (re.sub(r"'[^']*'", '', sentence[0]) if sentence else '')


class Table:
    """A result file: at an event the value on the right."""
    def __init__(self, path):
        with open(path, newline='') as file:
            rows = csv.reader(file)
            self.names = {name.replace(', ', ',').replace("'", ''): at for at, name in enumerate(next(rows))}
            self.rows = [row for row in rows]
        self.times = [float(row[0]) for row in self.rows]

    def at(self, name, time):
        column, best = self.names[name], None
        for row, t in zip(self.rows, self.times):
            if t <= time + 1e-9 * max(1, abs(time)):
                best = (row, t)
        if best is None:
            return math.nan
        row, t = best
        if abs(t - time) > 1e-9 * max(1, abs(time)):
            return math.nan  # the grid of a case meets its times
        return float(row[column])


def close(got, want, tolerance):
    if isinstance(want, bool):
        want = int(want)
    if isinstance(want, int):
        return got == want
    return abs(got - float(want)) <= tolerance * max(1.0, abs(float(want)))


def grid(case):
    """The number of intervals whose grid meets the times of the case (they are multiples of 1/128 of the run, or decimal)."""
    for n in (1, 2, 4, 8, 16, 32, 64, 128, 5, 10, 20, 40, 100):
        if all(abs(t / case.stop * n - round(t / case.stop * n)) < 1e-12 for t in case.instants()):
            return n
    raise ValueError('no grid for %s' % case.instants())


def run(folder, words, out=None):
    """(status, stderr) of a command under its limits"""
    try:
        done = subprocess.run(words, cwd=folder, stdin=subprocess.DEVNULL, stdout=out or subprocess.DEVNULL, stderr=subprocess.PIPE,
                              timeout=WALL_SECONDS, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS)))
    except subprocess.TimeoutExpired:
        return 'hangs', 'longer than %d s' % WALL_SECONDS
    return done.returncode, done.stderr.decode('utf8', 'replace')


def simulate(tarn, folder, case, text, options):
    """(status, stderr, Table or None)"""
    for name, content in dict(case.files, **{'model.mo': text}).items():
        with open(os.path.join(folder, name), 'w') as file:
            file.write(content)
    out, model = os.path.join(folder, 'out.csv'), 'model.mo'
    if os.path.exists(out):
        os.remove(out)
    if options == 'FLATTENED':
        options, model = '', 'flat.mo'
        with open(os.path.join(folder, model), 'w') as file:
            status, stderr = run(folder, [tarn, 'flatten', 'model.mo'], file)
        if status:
            return status, stderr, None
    status, stderr = run(folder, [tarn, 'simulate', model, '--quiet', '--output', 'out.csv', '--stop-time', repr(case.stop),
                                  '--intervals', str(grid(case))] + case.options + options.split())
    if status == 0 and os.path.exists(out):
        return 0, stderr, Table(out)
    return status, stderr, None


def judge_status(status, stderr):
    """None when the run gave a result; else what is wrong with it."""
    if status == 0 and 'internal error' not in stderr:
        return None
    if status in (1, 3) and 'internal error' not in stderr:
        # What is said not to be supported is an honest answer, not a wrong one.
        return 'unsupported' if 'error[E0004]' in stderr else 'refused'
    return 'crashed'


def compare_values(case, table):
    wrong = []
    for name, points in case.want.items():
        for time, value in points.items():
            if name not in table.names:
                wrong.append('%s is missing' % name)
                break
            got = table.at(name, time)
            if not close(got, value, case.tolerance):
                wrong.append('%s(%r) = %r, should be %r' % (name, time, got, value))
    return wrong


def options_of(case, draw=None, most=3):
    """Option lines to try: the first engine always, of the others a few by chance (all without a draw)."""
    lines = [line for group in case.variants for line in VARIANTS[group]]
    if draw is None or len(lines) <= most:
        return lines
    return lines[:1] + [lines[1 + draw.below(len(lines) - 1)] for _ in range(most - 1)]


def examine(case, tarn, folder, lines):
    """(number of values compared, finding or None)"""
    values = 0
    for line in lines:
        status, stderr, table = simulate(tarn, folder, case, case.text, line)
        problem = judge_status(status, stderr)
        if problem:
            return values, Finding(problem, line, ('status %s: ' % status) + stderr.strip()[:600])
        wrong = compare_values(case, table)
        values += sum(len(points) for points in case.want.values())
        if wrong:
            return values, Finding('wrong', line, '\n'.join(wrong[:8]))
    return values, None
