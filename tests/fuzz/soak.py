#!/usr/bin/env python3
"""soak.py TARN REPEAT [--short] [--only PART] [--minutes N] [--gigabytes N] -- long machines, about an hour.

runs     1e8 steps, 1e7 events and so on: each has a value that is known, and its memory must not grow: the peak of the long run is
         that of one a hundred times shorter, but for a margin
often    thousands of runs of the same commands, and all examples again and again, in one process: flat memory
large    a result of N gigabytes (10, where the disk has three times that), whose last row is known
cold     50 processes start at once with an empty cache of compiled C: the same bytes from all of them
kills    for N minutes (10) runs are ended by random signals at random times: the older result is there or a whole new one, what is left
         aside can be read, and nothing else is left

--short does a thousandth of it.
"""
import argparse
import csv
import glob
import math
import os
import random
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time

MARGIN_KB = 2048

OSCILLATOR = '''model Oscillator
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
end Oscillator;
'''
COUNTER = '''model Counter
  Integer k(start = 0, fixed = true), m(start = 0, fixed = true);
equation
  when sample(0, 0.001) then
    k = pre(k) + 1;
    m = mod(pre(m) + k, 1000003);
  end when;
end Counter;
'''
SAWTOOTH = '''model Sawtooth
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 0.5 then
    reinit(x, 0);
    n = pre(n) + 1;
  end when;
end Sawtooth;
'''
STRINGS = '''model Strings
  function digits
    input Integer n;
    output Integer sum = 0;
  protected
    String s = "";
  algorithm
    for i in 1:20 loop
      s := s + String(n + i) + ",";
      sum := sum + (if s == "" then 0 else 1);
    end for;
  end digits;
  Integer k(start = 0, fixed = true), d(start = 0, fixed = true);
equation
  when sample(0, 0.01) then
    k = pre(k) + 1;
    d = pre(d) + digits(k);
  end when;
end Strings;
'''
CLOCKS = '''model Clocks
  Integer fast(start = 0), slow(start = 0), held = hold(slow);
equation
  when Clock(1, 1000) then
    fast = previous(fast) + 1;
  end when;
  slow = subSample(fast, 7);
end Clocks;
'''
DELAYED = '''model Delayed
  Real x(start = 1, fixed = true), y = delay(x, 0.5);
equation
  der(x) = cos(time);
end Delayed;
'''


def triangle(k):
    m = 0
    for i in range(1, k + 1):
        m = (m + i) % 1000003
    return m


# name, model, options, length of the long run, what is known at its end: (variable, value of the length, tolerance)
MACHINES = [
    ('1e8 steps', OSCILLATOR, '--method rk4 --step 0.01', 1e6, [('x', math.cos, 1e-3)]),
    ('1e7 sampled events', COUNTER, '', 10000.0, [('k', lambda t: round(t * 1000) + 1, 0), ('m', lambda t: triangle(round(t * 1000) + 1), 0)]),
    # Every event is found within four roundings of the time: 2e6 times 4 * 2.2e-16 * 1e6 is 2e-3.
    ('2e6 state events', SAWTOOTH, '', 1e6 + 0.25, [('n', lambda t: math.floor(t / 0.5), 0), ('x', lambda t: t % 0.5, 2e-3)]),
    ('1e7 ticks of clocks', CLOCKS, '', 10000.0, [('held', lambda t: round(t * 1000) // 7 * 7 + 1, 0)]),
    ('2e6 Strings', STRINGS, '', 1000.0, [('d', lambda t: 20 * (round(t * 100) + 1), 0)]),
    ('past of a delay', DELAYED, '--method dopri5', 1e4, [('y', lambda t: 1 + math.sin(t - 0.5), 1e-3)]),
]


def peak_of(process):
    """(status, peak kilobytes), looked at from outside: what wait4 says still counts the process that forked."""
    peak = 0
    while process.poll() is None:
        try:
            with open('/proc/%d/status' % process.pid) as file:
                lines = dict(line.split(':', 1) for line in file)
            if lines['Name'].strip() == 'tarn':
                peak = max(peak, int(lines.get('VmHWM', '0 kB').split()[0]))
        except (OSError, ValueError):
            pass
        time.sleep(0.002)
    return process.returncode, peak


def simulate(tarn, folder, text, options, stop):
    """(peak kilobytes, values at the end)"""
    with open(os.path.join(folder, 'm.mo'), 'w') as file:
        file.write(text)
    words = [tarn, 'simulate', 'm.mo', '--quiet', '--output', 'out.csv', '--intervals', '10', '--tolerance', '1e-6', '--stop-time', repr(stop)]
    process = subprocess.Popen(words + options.split(), cwd=folder, stdin=subprocess.DEVNULL)
    status, peak = peak_of(process)
    if status:
        return peak, None
    with open(os.path.join(folder, 'out.csv'), newline='') as file:
        rows = list(csv.reader(file))
    return peak, dict(zip(rows[0], map(float, rows[-1])))


def run_machine(tarn, folder, machine, scale):
    name, text, options, stop, known = machine
    long = stop if scale == 1 else math.floor(stop / scale) + stop % 1
    begin = time.time()
    small, _ = simulate(tarn, folder, text, options, max(math.floor(long / 100), 1.0) + stop % 1)
    peak, values = simulate(tarn, folder, text, options, long)
    wrong = [] if values else ['it stopped']
    for variable, value, tolerance in known if values else []:
        if not abs(values[variable] - value(long)) <= tolerance:
            wrong.append('%s = %r, should be %r' % (variable, values[variable], value(long)))
    if scale == 1 and peak > small + MARGIN_KB:  # a short run is over before it is seen
        wrong.append('the memory grows from %d to %d kB' % (small, peak))
    print('%-22s %7.1f s %7d kB  %s' % (name, time.time() - begin, peak, '; '.join(wrong) or 'well'), flush=True)
    return not wrong


def run_often(repeat, folder, n, words):
    begin = time.time()
    done = subprocess.run([repeat, str(n)] + words, cwd=folder, capture_output=True, text=True)
    early, late = map(int, done.stdout.split()) if done.returncode == 0 else (0, 0)
    sound = done.returncode == 0 and late <= early + MARGIN_KB
    print('%-22s %7.1f s %7d kB  %s' % ('%d runs: %s' % (n, os.path.basename(words[1]) if words[0] == 'simulate' else words[0]), time.time() - begin, late,
                                        'well' if sound else 'status %d, from %d to %d kB' % (done.returncode, early, late)), flush=True)
    return sound


def report(name, begin, what, wrong):
    print('%-22s %7.1f s %10s  %s' % (name, time.time() - begin, what, '; '.join(wrong) or 'well'), flush=True)
    return not wrong


# ---- Examples again and again ------------------------------------------------------------------

def run_examples(repeat, folder, n):
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    sound = []
    for path in sorted(glob.glob(root + '/examples/*.mo')) + sorted(glob.glob(root + '/tests/run/**/*.mo', recursive=True))[::40]:
        with open(path) as file:
            text = file.read()
        if 'status = 3' in text or 'error text' in text or '// error' in text or '// simulate:' in text:
            continue
        sound.append(run_often(repeat, folder, n, ['simulate', path, '--quiet']))
    return all(sound)


# ---- A large result --------------------------------------------------------------------------

WIDE = '''model Wide
  Real x[100] = {sin(i + time) for i in 1:100};
end Wide;
'''


def run_large(tarn, folder, gigabytes):
    begin, size = time.time(), int(gigabytes * 1e9)
    if shutil.disk_usage(folder).free < 3 * size:
        print('%-22s the disk has no room for it' % 'large', flush=True)
        return True
    rows = size // (8 * 101)
    with open(os.path.join(folder, 'wide.mo'), 'w') as file:
        file.write(WIDE)
    words = [tarn, 'simulate', 'wide.mo', '--quiet', '--output', 'wide.mat', '--intervals', str(rows), '--stop-time', '100']
    status, peak = peak_of(subprocess.Popen(words, cwd=folder, stdin=subprocess.DEVNULL))
    wrong = [] if status == 0 else ['status %d' % status]
    path = os.path.join(folder, 'wide.mat')
    if not wrong:
        with open(path, 'rb') as file:
            file.seek(-8 * 101, 2)
            last = struct.unpack('101d', file.read())
        if last[0] != 100 or any(abs(last[k] - math.sin(k + 100)) > 1e-12 for k in range(1, 101)):
            wrong.append('the last row is wrong')
        if os.path.getsize(path) < size:
            wrong.append('%d bytes' % os.path.getsize(path))
        os.unlink(path)
    if peak > 100000:
        wrong.append('%d kB of memory' % peak)
    return report('%g GB of result' % gigabytes, begin, '%d kB' % peak, wrong)


# ---- Many at once ------------------------------------------------------------------------------

FOREIGN = '''model Foreign
  function f
    input Real x;
    output Real y;
  external "C" y = f(x) annotation(Include = "static double f(double x) { return 2*x; }");
  end f;
  Real y = f(time);
end Foreign;
'''


def run_cold(tarn, folder, n):
    begin, cache = time.time(), os.path.join(folder, 'cache')
    shutil.rmtree(cache, ignore_errors=True)
    with open(os.path.join(folder, 'foreign.mo'), 'w') as file:
        file.write(FOREIGN)
    environment = dict(os.environ, XDG_CACHE_HOME=cache)
    all_of_them = [subprocess.Popen([tarn, 'simulate', 'foreign.mo', '--quiet', '--output', 'cold%d.csv' % k], cwd=folder, env=environment) for k in range(n)]
    wrong = ['status %d' % p.returncode for p in all_of_them if p.wait()][:1]
    texts = set()
    for k in range(n):
        path = os.path.join(folder, 'cold%d.csv' % k)
        if os.path.exists(path):
            with open(path) as file:
                texts.add(file.read())
            os.unlink(path)
    kept = os.listdir(os.path.join(cache, 'tarn'))
    if len(texts) != 1:
        wrong.append('%d different results' % len(texts))
    if len(kept) != 1:
        wrong.append('in the cache: ' + ' '.join(kept))
    return report('%d on a cold cache' % n, begin, '', wrong)


# ---- Kills -------------------------------------------------------------------------------------

def bad_rows(path):
    """What is wrong with the rows of the oscillator; '' when all are whole and right."""
    with open(path, newline='') as file:
        text = file.read()
    if not text.endswith('\n'):
        return 'the last row is cut'
    rows = list(csv.reader(text.splitlines()))
    for row in rows[1:]:
        if len(row) != 3 or abs(float(row[1]) - math.cos(float(row[0]))) > 1e-2:
            return 'row ' + ','.join(row)
    return ''


def kill_once(tarn, folder, chance):
    out = os.path.join(folder, 'killed.csv')
    with open(out, 'w') as file:
        file.write('older\n')
    number = chance.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
    words = [tarn, 'simulate', 'm.mo', '--quiet', '--output', 'killed.csv', '--method', 'rk4', '--step', '1e-5', '--stop-time', '100', '--intervals', '100000']
    process = subprocess.Popen(words, cwd=folder, stderr=subprocess.DEVNULL)
    time.sleep(chance.uniform(0, 3) ** 2 / 3)
    process.send_signal(number)
    process.wait()
    with open(out) as file:
        is_older = file.read(6) == 'older\n'
    wrong = '' if is_older else bad_rows(out)
    if is_older and process.returncode == 0:
        wrong = 'no result'
    part = out + '.part'
    if os.path.exists(part):
        wrong = wrong or bad_rows(part)
        os.unlink(part)
    left = set(os.listdir(folder)) - {'m.mo', 'killed.csv'}
    return wrong or (' '.join(sorted(left)) + ' is left' if left else '')


def run_kills(tarn, minutes, seed):
    begin, n, chance, wrong = time.time(), 0, random.Random(seed), []
    with tempfile.TemporaryDirectory(prefix='kills-') as folder:
        with open(os.path.join(folder, 'm.mo'), 'w') as file:
            file.write(OSCILLATOR)
        while time.time() < begin + 60 * minutes and not wrong:
            problem = kill_once(tarn, folder, chance)
            wrong += ['run %d of seed %d: %s' % (n, seed, problem)] if problem else []
            n += 1
    return report('%d kills' % n, begin, '', wrong)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('tarn', type=os.path.abspath)
    parser.add_argument('repeat', type=os.path.abspath)
    parser.add_argument('--short', action='store_true')
    parser.add_argument('--only', choices=['runs', 'often', 'large', 'cold', 'kills'])
    parser.add_argument('--minutes', type=float, default=10)
    parser.add_argument('--gigabytes', type=float, default=10)
    parser.add_argument('--seed', type=int, default=int(time.time()) % 100000)
    o = parser.parse_args()
    scale = 1000 if o.short else 1
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sound = []
    with tempfile.TemporaryDirectory(prefix='soak-') as folder:
        if o.only in (None, 'runs'):
            sound += [run_machine(o.tarn, folder, machine, scale) for machine in MACHINES]
        if o.only in (None, 'often'):
            with open(os.path.join(folder, 'm.mo'), 'w') as file:
                file.write(DELAYED)
            for words in (['simulate', 'm.mo', '--output', 'often.csv'], ['simulate', 'm.mo', '--engine', 'interpret'], ['check', 'm.mo'], ['explain', 'm.mo', '--json']):
                sound.append(run_often(o.repeat, folder, max(20, 10000 // scale), words))
            sound.append(run_examples(o.repeat, folder, max(20, 400 // scale)))
        if o.only in (None, 'cold'):
            sound.append(run_cold(o.tarn, folder, 5 if o.short else 50))
        if o.only in (None, 'large'):
            sound.append(run_large(o.tarn, folder, o.gigabytes / scale))
    if o.only in (None, 'kills'):
        sound.append(run_kills(o.tarn, o.minutes / (100 if o.short else 1), o.seed))
    sys.exit(0 if all(sound) else 1)


if __name__ == '__main__':
    main()
