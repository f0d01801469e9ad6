#!/usr/bin/env python3
"""machine.py [--seconds N | --models N] [--kinds a,b] [--seed N] [--jobs N] [--tarn PROGRAM] [--found FOLDER]
    [--shrink SECONDS]

Random models with known values, simulated under many options and compared. Every file in kinds/ is a generator.
A finding is shrunk, said with the seed that makes it again (--kinds KIND --only SEED), and written to the folder
as a model with its expectations, ready for tests/run. Exit status 1 after a finding.
"""
import argparse
import collections
import importlib
import multiprocessing
import os
import shutil
import sys
import tempfile
import time

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from case import examine, options_of          # noqa: E402
from draw import Draw, Rejected, shrink       # noqa: E402

MOST_ALIKE = 3  # findings of a kind with the same signature that a worker shrinks and shows


def kinds_of(names):
    every = sorted(name[:-3] for name in os.listdir(os.path.join(HERE, 'kinds')) if name.endswith('.py'))
    unknown = set(names or []) - set(every)
    if unknown:
        sys.exit('there is no generator %s; there are %s' % (', '.join(sorted(unknown)), ', '.join(every)))
    return names or every


def generator(kind):
    return importlib.import_module('kinds.' + kind).generate


def generate(kind, draw):
    """The case, or None where the draw leads to none."""
    try:
        return generator(kind)(draw)
    except (Rejected, ZeroDivisionError, OverflowError):
        return None


def test_text(case, finding, seed):
    """The model as a test of tests/run."""
    lines = ['// Found by tests/fuzz, seed %s; the values are those of its generator.' % seed]
    options = finding.options.replace('FLATTENED', '')
    lines.append('// simulate: %s' % ' '.join(['--stop-time', repr(case.stop)] + case.options + options.split()))
    for name, points in case.want.items():
        for t, value in points.items():
            lines.append('// expect: %s(%r) = %.17g +- %g' % (name, t, float(value), case.tolerance * max(1, abs(float(value)))))
    return '\n'.join(lines) + '\n' + case.text


class Worker:
    def __init__(self, arguments):
        self.tarn, self.found, self.shrinking = arguments.tarn, arguments.found, arguments.shrink
        self.folder = tempfile.mkdtemp(prefix='fuzz-')
        self.seen = collections.Counter()

    def case(self, kind, number):
        """(outcome, number of values compared, report) of one seed"""
        seed = '%s:%d' % (kind, number)
        draw = Draw(seed=seed)
        case = generate(kind, draw)
        if case is None:
            return 'rejected', 0, ''
        lines = options_of(case, Draw(seed=seed + ':options'))
        values, finding = examine(case, self.tarn, self.folder, lines)
        if not finding:
            return 'sound', values, ''
        if finding.what == 'unsupported':
            return 'unsupported', values, '%s: %s' % (seed, finding.detail.splitlines()[0])
        self.seen[kind, finding.signature()] += 1
        if self.seen[kind, finding.signature()] > MOST_ALIKE:
            return finding.what, values, ''
        return finding.what, values, self.report(kind, number, draw.taken, case, finding)

    def report(self, kind, number, taken, case, finding):
        option = finding.options

        def again(record):
            smaller = generate(kind, Draw(record=record))
            return smaller and (smaller, examine(smaller, self.tarn, self.folder, [option])[1])

        def still(record):
            pair = again(record)
            return bool(pair) and pair[1] is not None and pair[1].signature() == finding.signature()
        least = shrink(taken, still, self.shrinking)
        pair = again(least)
        if pair and pair[1]:
            case, finding = pair
        seed = '%s:%d' % (kind, number)
        name = os.path.join(self.found, '%s_%d.mo' % (kind, number))
        with open(name, 'w') as file:
            file.write(test_text(case, finding, seed))
        for extra, content in case.files.items():
            with open(os.path.join(self.found, extra), 'w') as file:
                file.write(content)
        again_by = '%s --kinds %s --only %d' % (os.path.relpath(__file__), kind, number)
        return '%s: %s with "%s" (%s)\n%s\n%s\nin %s' % (seed, finding.what, finding.options, again_by, finding.detail, case.text, name)


def work(worker_number, arguments, answers):
    worker = Worker(arguments)
    kinds = arguments.kinds
    turn = worker_number
    while True:
        if arguments.models is not None and turn >= arguments.models * len(kinds):
            break
        if time.time() > arguments.end:
            break
        kind, number = kinds[turn % len(kinds)], arguments.seed * 1000000 + turn // len(kinds)
        if arguments.only is not None:
            number = arguments.only
        answers.put((kind,) + worker.case(kind, number))
        turn += arguments.jobs
    shutil.rmtree(worker.folder)
    answers.put(None)


def collect(answers, n_workers):
    counts, values, findings, notes = collections.Counter(), collections.Counter(), 0, []
    while n_workers:
        answer = answers.get()
        if answer is None:
            n_workers -= 1
            continue
        kind, outcome, n, report = answer
        counts[kind, outcome] += 1
        values[kind] += n
        if outcome == 'unsupported':
            notes.append(report)
        elif outcome not in ('sound', 'rejected'):
            findings += 1
        if report and outcome != 'unsupported':
            print('FINDING ' + report + '\n', flush=True)
    return counts, values, findings, notes


def summary(kinds, counts, values, findings, notes):
    for note in notes[:10]:
        print('not supported: ' + note)
    print('%-18s %8s %9s %6s %8s %8s %12s %9s' % ('kind', 'models', 'values', 'wrong', 'refused', 'crashed', 'unsupported', 'rejected'))
    for kind in kinds:
        c = lambda outcome: counts[kind, outcome]
        models = sum(n for (k, outcome), n in counts.items() if k == kind and outcome != 'rejected')
        print('%-18s %8d %9d %6d %8d %8d %12d %9d' % (kind, models, values[kind], c('wrong'), c('refused'), c('crashed'), c('unsupported'), c('rejected')))
    print('%d findings' % findings)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('--seconds', type=float, default=60)
    parser.add_argument('--models', type=int)
    parser.add_argument('--kinds', type=lambda text: text.split(','))
    parser.add_argument('--seed', type=int, default=int(time.time()) % 100000)
    parser.add_argument('--only', type=int)
    parser.add_argument('--jobs', type=int, default=os.cpu_count() or 2)
    parser.add_argument('--tarn', default=os.path.join(HERE, '../../tarn'))
    parser.add_argument('--found', default='build/fuzz/found')
    parser.add_argument('--shrink', type=float, default=30, help='seconds for one finding')
    arguments = parser.parse_args()
    arguments.kinds = kinds_of(arguments.kinds)
    if '/' in arguments.tarn:
        arguments.tarn = os.path.abspath(arguments.tarn)
    arguments.end = time.time() + (arguments.seconds if arguments.models is None else 1e9)
    if arguments.only is not None:
        arguments.models, arguments.jobs = 1, 1
    os.makedirs(arguments.found, exist_ok=True)
    print('seed %d' % arguments.seed, flush=True)
    answers = multiprocessing.Queue()
    workers = [multiprocessing.Process(target=work, args=(n, arguments, answers)) for n in range(arguments.jobs)]
    for worker in workers:
        worker.start()
    result = collect(answers, len(workers))
    summary(arguments.kinds, *result)
    sys.exit(1 if result[2] else 0)


if __name__ == '__main__':
    main()
