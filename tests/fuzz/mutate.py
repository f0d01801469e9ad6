#!/usr/bin/env python3
"""mutate.py --server PROGRAM [--seconds N | --mutants N] [--seed N] [--jobs N] [--found FOLDER] FOLDER...

Mutants of the models in the folders, given to commands of Tarn through serve.c. Whatever the text: no signal,
no report of a sanitizer, no exit status outside 0..3, no internal error, no failure without a sentence, and
nothing over 10 s of CPU but for integration itself. A finding is cut down to the least text that still shows it.
Exit status 1 after one.
"""
import argparse
import collections
import glob
import multiprocessing
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import machine              # noqa: E402
from draw import Draw       # noqa: E402

CPU_SECONDS = 10
TOO_LONG = 'more than %d s of CPU' % CPU_SECONDS
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|[A-Za-z_]\w*|\d+\.?\d*(?:[eE][+-]?\d+)?'
                   r'|<=|>=|==|<>|:=|\.[-+*/^]|\s+|.', re.S)
# Words that may stand for one another: an edit within a row mostly keeps the syntax.
ROWS = [row.split() for row in (
    '+ - * / .* ^ .^', '< > <= >= == <>', 'and or', 'Real Integer Boolean String', 'parameter constant discrete input output',
    'equation algorithm', 'model block class record connector package function type', 'true false', 'min max sum product',
    'sin sqrt log exp abs asin floor tan acos log10', 'pre der edge change previous hold noEvent',
    'sample delay subSample superSample shiftSample backSample', 'div mod rem atan2', 'flow stream', 'redeclare replaceable final each',
    'inner outer', 'zeros ones identity fill', 'transpose vector matrix scalar diagonal symmetric skew', 'when if', '= :=',
    'public protected', 'inStream actualStream', 'initial terminal', 'assert terminate')]
LIKE = {word: row for row in ROWS for word in row}
KEYWORDS = set('''algorithm and annotation block break class connect connector constant constrainedby der discrete each else elseif
elsewhen encapsulated end enumeration equation expandable extends external false final flow for function if import impure in initial
inner input loop model not operator or outer output package parameter partial protected public pure record redeclare replaceable
return stream then true type when while within'''.split())
NUMBERS = '''0 1 2 3 -1 0.5 100 1e-3 1e308 -1e308 1e-308 2147483647 2147483648 -2147483648 9223372036854775807 99999999999999999999
1e400 1e-15 1000000 100000000'''.split()
SUBSCRIPTS = ['0', '1', '2', '3', ':', '-1', 'end', '1:2', '1000', '2,2', ':,:', '1,1', 'Boolean', '1:0', '{1,2}', 'end:-1:1', 'end+1']
AROUND = ['({0} + 1)', '(-{0})', 'pre({0})', 'der({0})', 'noEvent({0})', '(if {0} > 1 then {0} else 2*{0})', '{0}[1]', '{0}[end]', '{0}[:]',
          '{{{0}, {0}}}', '[{0}, {0}]', 'sum({0})', 'abs({0})', 'floor({0})', 'sqrt({0})', '(1/{0})', '{0}^2', 'size({0}, 1)',
          '{{{0} for q in 1:3}}', 'max({0}, 0)', 'smooth(0, {0})', 'delay({0}, 0.1)', 'transpose({0})', 'String({0})', 'integer({0})',
          'homotopy({0}, {0})', 'sample({0}, Clock(0.1))', 'hold({0})', '{0}.{0}', 'edge({0})', 'not {0}', 'initial({0})', 'fill({0}, 2)',
          'vector({0})', 'inStream({0})', 'previous({0})', 'spatialDistribution({0}, {0}, 1, true)', 'div({0}, 2)', 'mod({0}, {0})',
          'cat(1, {{{0}}}, {{{0}}})', 'semiLinear({0}, 1, 2)', 'reinit({0}, 1)', 'Clock({0})', '"{0}"', '{0}()', 'array({0}, {0})']
COMMANDS = [['check'], ['check'], ['simulate'], ['simulate'], ['simulate'], ['flatten'], ['explain'], ['explain', '--json'],
            ['explain', '--html', 'page.html'], ['format'], ['dump', '--program'], ['dump', '--blocks']]
OPTIONS = [line.split() for line in (
    '', '', '', '--engine interpret', '--method dopri5', '--method ida', '--method radau5', '--method bdf', '--no-alias', '--loops newton',
    '--loops matrix', '--dae', '--inline radau5 --step 0.01', '--inline backward-euler --step 0.01 --direct')]


# ---- Mutants ------------------------------------------------------------------------------

def places(tokens, fits):
    return [i for i, token in enumerate(tokens) if token and not token.isspace() and not token.startswith(('//', '/*')) and fits(token)]


def is_name(token):
    return re.match(r'[A-Za-z_]', token) and token not in KEYWORDS and token not in LIKE


def rename(tokens, chance, others):
    names = places(tokens, is_name)
    if names:
        tokens[chance.choice(names)] = tokens[chance.choice(names)]


def renumber(tokens, chance, others):
    numbers = places(tokens, lambda token: token[0].isdigit())
    if numbers:
        tokens[chance.choice(numbers)] = chance.choice(NUMBERS)


def exchange(tokens, chance, others):
    words = places(tokens, lambda token: token in LIKE)
    if words:
        at = chance.choice(words)
        tokens[at] = chance.choice(LIKE[tokens[at]] + [''])


def enclose(tokens, chance, others):
    names = places(tokens, is_name)
    if names:
        at = chance.choice(names)
        tokens[at] = chance.choice(AROUND).format(tokens[at])


def resubscript(tokens, chance, others):
    brackets = places(tokens, lambda token: token == '[')
    if brackets:
        at = chance.choice(brackets)
        end = next((i for i in range(at, min(len(tokens), at + 30)) if tokens[i] == ']'), at)
        tokens[at:end + 1] = ['[' + chance.choice(SUBSCRIPTS) + ']']


def statement(tokens, chance):
    """(first, behind the last) of something between two semicolons; None when there is none."""
    ends = places(tokens, lambda token: token == ';')
    if len(ends) < 3:
        return None
    k = chance.randrange(len(ends) - 1)
    return (ends[k] + 1, ends[k + 1] + 1) if ends[k + 1] - ends[k] < 300 else None


def drop(tokens, chance, others):
    s = statement(tokens, chance)
    if s:
        tokens[s[0]:s[1]] = []


def move(tokens, chance, others):
    s, to = statement(tokens, chance), statement(tokens, chance)
    if s and to:
        tokens[to[1]:to[1]] = tokens[s[0]:s[1]]


def graft(tokens, chance, others):
    """A statement of another model."""
    other = TOKEN.findall(chance.choice(others))
    s, to = statement(other, chance), statement(tokens, chance)
    if s and to:
        tokens[to[1]:to[1]] = other[s[0]:s[1]]


def break_syntax(tokens, chance, others):
    live = places(tokens, lambda token: True)
    if live:
        at, other = chance.choice(live), chance.choice(live)
        tokens[at] = chance.choice(['', tokens[at] + ' ' + tokens[at], tokens[other], chance.choice(list(KEYWORDS)), tokens[at][:1]])


EDITS = [rename] * 3 + [renumber] * 6 + [exchange] * 4 + [enclose] * 2 + [resubscript] * 2 + [drop, move, graft, break_syntax]


def mutant(text, chance, others):
    tokens = TOKEN.findall(text)
    for _ in range(chance.choice([1, 1, 1, 1, 2, 2, 3, 5])):
        chance.choice(EDITS)(tokens, chance, others)
    return ''.join(tokens)


# ---- Running and judging ------------------------------------------------------------------

class Server:
    def __init__(self, program):
        self.program, self.process = program, None
        self.folder = tempfile.mkdtemp(prefix='mutants-')

    def ask(self, text, words, name='m.mo'):
        """(status, cpu ms, megabytes, what was said) of the first word with a file of that text, or of these bytes"""
        if self.process is None or self.process.poll() is not None:
            environment = dict(os.environ, ASAN_OPTIONS='exitcode=99:detect_leaks=0:max_allocation_size_mb=6000:allocator_may_return_null=1',
                               UBSAN_OPTIONS='print_stacktrace=1')
            self.process = subprocess.Popen([self.program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, env=environment)
        with open(os.path.join(self.folder, name), 'wb') as file:
            file.write(text if isinstance(text, bytes) else text.encode('utf8'))
        self.process.stdin.write('\t'.join([self.folder, str(CPU_SECONDS), words[0], name] + words[1:]) + '\n')
        answer = self.process.stdout.readline().split()
        with open(os.path.join(self.folder, '.said'), 'rb') as file:
            said = file.read(300000).decode('utf8', 'replace')
        return (int(answer[0]), int(answer[1]), int(answer[2]), said) if answer else (-999, 0, 0, said)


def judge(status, ms, megabytes, said):
    """What must not happen, in a form that is the same for the same cause; '' when all is well."""
    report = re.search(r'runtime error: [^\n]{0,60}|Sanitizer: [^\n]{0,40}', said)
    if report:
        frames = re.findall(r'#\d+ 0x\w+ in (\w+) ', said)
        own = [frame for frame in frames if not frame.startswith('__')][:3]
        return 'sanitizer: ' + re.sub(r'0x\w+|\d+', '', report[0]) + ' in ' + ' < '.join(own)
    if status in (-24, -9, -2):
        return TOO_LONG
    if status == -10:
        return 'too much memory'
    if status < 0:
        return 'signal %d %s' % (-status, (re.search(r'[^\n]*ssert[^\n]*', said) or [''])[0][:160])
    if status > 3:
        return 'exit status %d' % status
    inner = re.search(r'[^\n]*internal error[^\n]*', said)
    if inner:
        return re.sub(r"\d+|'[^']*'", '', inner[0][:160])
    return 'fails without a word' if status and not said.strip() else ''


def least(text, shows, seconds):
    """The text with statements and then tokens cut out while it shows the same."""
    end = time.monotonic() + seconds
    for split in (lambda s: re.findall(r'[^;\n]*[;\n]|[^;\n]+', s), lambda s: TOKEN.findall(s)):
        parts, size = split(text), 0
        size = max(1, len(parts) // 2)
        while size:
            at = 0
            while at < len(parts) and time.monotonic() < end:
                fewer = parts[:at] + parts[at + size:]
                if shows(''.join(fewer)):
                    parts = fewer
                else:
                    at += size
            size //= 2
        text = ''.join(parts)
    return text


def seeds_of(folders):
    """Texts of the models; those that are refused on purpose are a few of many."""
    texts = []
    for folder in folders:
        for path in sorted(glob.glob(folder + '/**/*.mo', recursive=True)):
            with open(path, errors='replace') as file:
                text = file.read()
            if len(text) < 12000 and 'external' not in text:
                texts += [re.sub(r'\n// expect:[^\n]*', '', text)] * (1 if '// error' in text else 8)
    return texts


def drawn_model(seed):
    """A model of one of the generators."""
    kinds = [kind for kind in machine.kinds_of(None) if kind != 'external']
    chance = random.Random(seed)
    for _ in range(20):
        case = machine.generate(chance.choice(kinds), Draw(seed='%s:%d' % (seed, chance.randrange(10 ** 9))))
        if case and len(case.text) < 6000:
            return case.text
    return 'model M end M;'


def work(number, arguments, answers):
    server, texts = Server(arguments.server), seeds_of(arguments.folders)
    seen = collections.Counter()
    turn = number
    while time.time() < arguments.end and (arguments.mutants is None or turn < arguments.mutants):
        chance = random.Random('%d:%d' % (arguments.seed, turn))
        model = drawn_model('%d:%d' % (arguments.seed, turn)) if chance.random() < 0.3 else chance.choice(texts)
        text = mutant(model, chance, texts)
        words = list(chance.choice(COMMANDS))
        if words[0] == 'simulate':
            words += ['--output', 'out.csv', '--stop-time', '1', '--intervals', '20'] + chance.choice(OPTIONS)
        if words[0] != 'format':
            words += ['--max-memory', '1']    # a tenth of a second for every 10 MB under the sanitizers
        answer = server.ask(text, words)
        finding, report = judge(*answer), ''
        if answer[0] == 3 and 'interrupted at time' in answer[3]:
            answer = ('long runs',)    # it has much to integrate: that is its own affair
        if finding:
            seen[finding] += 1
            if seen[finding] <= 2:
                seconds = 0 if finding == TOO_LONG else 60    # every try would take that long
                shorter = least(text, lambda t: judge(*server.ask(t, words)) == finding, seconds)
                name = os.path.join(arguments.found, 'mutant_%d_%d.mo' % (arguments.seed, turn))
                with open(name, 'w') as file:
                    file.write('// tarn %s: %s\n%s' % (' '.join(words), finding, shorter))
                report = '%d:%d tarn %s: %s\n%s\nin %s' % (arguments.seed, turn, ' '.join(words), finding, shorter, name)
        answers.put((answer[0], finding, report))
        turn += arguments.jobs
    shutil.rmtree(server.folder)
    answers.put(None)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('folders', nargs='+')
    parser.add_argument('--server', required=True)
    parser.add_argument('--seconds', type=float, default=60)
    parser.add_argument('--mutants', type=int)
    parser.add_argument('--seed', type=int, default=int(time.time()) % 100000)
    parser.add_argument('--jobs', type=int, default=os.cpu_count() or 2)
    parser.add_argument('--found', default='build/fuzz/found')
    arguments = parser.parse_args()
    arguments.server = os.path.abspath(arguments.server)
    arguments.end = time.time() + (arguments.seconds if arguments.mutants is None else 1e9)
    os.makedirs(arguments.found, exist_ok=True)
    answers = multiprocessing.Queue()
    workers = [multiprocessing.Process(target=work, args=(n, arguments, answers)) for n in range(arguments.jobs)]
    for worker in workers:
        worker.start()
    statuses, findings, running = collections.Counter(), collections.Counter(), len(workers)
    while running:
        answer = answers.get()
        if answer is None:
            running -= 1
            continue
        statuses[answer[0]] += 1
        if answer[1]:
            findings[answer[1]] += 1
        if answer[2]:
            print('FINDING ' + answer[2] + '\n', flush=True)
    print('seed %d: %d mutants, by status %s' % (arguments.seed, sum(statuses.values()), dict(sorted(statuses.items(), key=str))))
    for finding, n in findings.most_common():
        print('%6d %s' % (n, finding))
    print('%d findings' % sum(findings.values()))
    sys.exit(1 if findings else 0)


if __name__ == '__main__':
    main()
