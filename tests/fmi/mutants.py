#!/usr/bin/env python3
"""mutants.py --server PROGRAM [--mutants N] [--seconds N] [--seed N] [--jobs N] FILE.fmu|FILE.ssp... -- FMUs and systems of them with faults.

Descriptions, archives and data are changed at random and given to `info`, `check`, `simulate` and `import` through tests/fuzz/serve.c, which
is compiled under the sanitizers. Whatever the file: no signal, no report of a sanitizer, no failure without a word."""
import argparse
import collections
import io
import multiprocessing
import os
import random
import re
import shutil
import sys
import time
import zipfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'fuzz'))
from mutate import Server, judge  # noqa: E402

COMMANDS = [['info'], ['info', '--json'], ['check', '--static'], ['check'], ['simulate', '--as', 'me'], ['simulate', '--as', 'cs'], ['simulate']]
PIECE = re.compile(r'"[^"]*"|<[/?]?[A-Za-z]+|[A-Za-z]+=|.', re.S)
VALUES = ['', '0', '-1', '1', '4294967295', '4294967296', '99999999999999999999', '1e308', 'nan', 'inf', '-inf', '0.1', 'true', 'false', ' ',
          '&lt;&#0;', 'é', 'x' * 3000, '../../a', '/', '2.0', '3.0', '1 2 3', 'input', 'output', 'parameter', 'local', 'independent',
          'structuralParameter', 'continuous', 'discrete', 'tunable', 'constant', 'exact', 'calculated']


def change_text(text, chance):
    """Values, names and elements of the description."""
    pieces = PIECE.findall(text)
    values = [k for k, p in enumerate(pieces) if p[0] == '"']
    words = [k for k, p in enumerate(pieces) if p[0] == '<' or p[-1] == '=']
    lines = text.split('\n')
    for _ in range(chance.choice([1, 1, 1, 2, 3, 8])):
        kind = chance.randrange(6)
        if kind <= 1 and values:
            pieces[chance.choice(values)] = '"%s"' % chance.choice(VALUES)
        elif kind == 2 and values:
            pieces[chance.choice(values)] = pieces[chance.choice(values)]
        elif kind == 3 and words:
            a, b = chance.choice(words), chance.choice(words)
            pieces[a] = pieces[b] if pieces[a][-1:] == pieces[b][-1:] or chance.random() < 0.2 else pieces[a]
        elif kind == 4:
            lines = ''.join(pieces).split('\n')
            a, b = chance.randrange(len(lines)), chance.randrange(len(lines))
            lines[a:a + 1] = chance.choice([[], [lines[a]] * 2, [lines[b]], [lines[a], lines[b]]])
            return '\n'.join(lines)
        else:
            at = chance.randrange(len(pieces))
            pieces[at] = chance.choice(['', pieces[at] * 2, chr(chance.randrange(1, 300))])
    text = ''.join(pieces)
    return text if chance.random() < 0.95 else text[:chance.randrange(len(text) + 1)]


def change_bytes(data, chance, where=None):
    data = bytearray(data)
    for _ in range(chance.choice([1, 1, 2, 4, 16])):
        if not data:
            break
        at = where(len(data)) if where else chance.randrange(len(data))
        data[at] = chance.choice([0, 255, 1, 128, data[at] ^ 1 << chance.randrange(8), chance.randrange(256)])
    if chance.random() < 0.1:
        del data[chance.randrange(len(data) + 1):]
    return bytes(data)


def packed(parts):
    room = io.BytesIO()
    with zipfile.ZipFile(room, 'w') as z:
        for name, data in parts.items():
            z.writestr(name, data)
    return room.getvalue()


def near_headers(data, chance):
    """Most of an archive is content: its tables are at the end, and in front of the files."""
    heads = [m.start() for m in re.finditer(b'PK[\x01-\x08][\x02-\x08]', data)]
    return lambda n: min(n - 1, max(0, chance.choice(heads) + chance.randrange(60))) if heads else chance.randrange(n)


def mutant(parts, chance):
    kind = chance.random()
    parts = dict(parts)
    name = chance.choice(sorted(n for n in parts if n.endswith(('modelDescription.xml', '.ssd', '.ssv'))))
    if kind < 0.6:
        parts[name] = change_text(parts[name].decode('utf8'), chance).encode('utf8', 'replace')
    elif kind < 0.7:
        data = [n for n in parts if n.startswith('resources/')]
        if data:
            at = chance.choice(data)
            parts[at] = change_bytes(parts[at], chance)
    elif kind < 0.72:
        code = [n for n in parts if n.startswith('binaries/')]  # cut short; what changed code does when it runs is its own affair
        if code:
            at = chance.choice(code)
            parts[at] = parts[at][:chance.randrange(len(parts[at]))]
        return packed(parts)
    elif kind < 0.75:
        at = chance.choice(sorted(parts))
        parts[chance.choice(['../x', '/x', 'a/../../x', at + '/x', 'x' * 300, at.upper()])] = parts.pop(at)
    whole = packed(parts)
    return change_bytes(whole, chance, near_headers(whole, chance)) if kind > 0.7 else whole


def work(number, arguments, answers):
    server, seeds = Server(arguments.server), []
    for path in arguments.files:
        with zipfile.ZipFile(path) as z:
            seeds.append((path[-3:], {n: z.read(n) for n in z.namelist() if not n.endswith('/')}))
    for turn in range(number, arguments.mutants, arguments.jobs):
        if time.time() > arguments.end:
            break
        chance = random.Random('%d:%d' % (arguments.seed, turn))
        ending, parts = chance.choice(seeds)
        words = list(chance.choice(COMMANDS)) if ending == 'fmu' else ['import', '--output', 'System.mo']
        if words[0] == 'info' or '--static' in words:  # nothing of it is run: large code only costs time
            parts = {n: d if not n.startswith('binaries/') else d[:1000] for n, d in parts.items()}
        data = mutant(parts, chance)
        if words[0] == 'simulate':
            words += ['--output', 'out.csv', '--stop-time', '0.1', '--intervals', '5']
        answer = server.ask(data, words, 'm.' + ending)
        shutil.rmtree(os.path.join(server.folder, 'System_ssp'), ignore_errors=True)
        finding = judge(*answer)
        if finding:
            name = os.path.join(arguments.found, 'mutant_%d_%d.%s' % (arguments.seed, turn, ending))
            with open(name, 'wb') as file:
                file.write(data)
            finding += '\n    tarn %s in %s' % (' '.join(words), name)
        answers.put((words[0], answer[0], finding))
    shutil.rmtree(server.folder)
    answers.put(None)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('files', nargs='+')
    parser.add_argument('--server', required=True)
    parser.add_argument('--mutants', type=int, default=1000)
    parser.add_argument('--seconds', type=float, default=1e9)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--jobs', type=int, default=os.cpu_count() or 2)
    parser.add_argument('--found', default='build/fuzz/found')
    arguments = parser.parse_args()
    arguments.server = os.path.abspath(arguments.server)
    arguments.end = time.time() + arguments.seconds
    os.makedirs(arguments.found, exist_ok=True)
    answers = multiprocessing.Queue()
    workers = [multiprocessing.Process(target=work, args=(n, arguments, answers)) for n in range(arguments.jobs)]
    for worker in workers:
        worker.start()
    counts, findings, running = collections.Counter(), 0, len(workers)
    while running:
        answer = answers.get()
        if answer is None:
            running -= 1
            continue
        counts['%s %d' % answer[:2]] += 1
        if answer[2]:
            findings += 1
            print(answer[2], flush=True)
    print('%d mutants, %d findings; command and status: %s' % (sum(counts.values()), findings, dict(sorted(counts.items()))))
    sys.exit(1 if findings else 0)


main()
