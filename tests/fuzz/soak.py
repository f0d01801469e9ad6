#!/usr/bin/env python3
"""soak.py TARN REPEAT [--short] -- long machines: 1e7 steps, 1e6 events, thousands of runs in one process.

Each has a value that is known, and its memory must not grow: the peak of the long run is that of one a hundred
times shorter, but for a margin. Minutes; --short does a thousandth of it.
"""
import csv
import math
import os
import resource
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
    ('1e7 steps', OSCILLATOR, '--method rk4 --step 0.01', 1e5, [('x', math.cos, 1e-3)]),
    ('1e6 sampled events', COUNTER, '', 1000.0, [('k', lambda t: round(t * 1000) + 1, 0), ('m', lambda t: triangle(round(t * 1000) + 1), 0)]),
    ('2e5 state events', SAWTOOTH, '', 1e5 + 0.25, [('n', lambda t: math.floor(t / 0.5), 0), ('x', lambda t: t % 0.5, 1e-4)]),
    ('1e6 ticks of clocks', CLOCKS, '', 1000.0, [('held', lambda t: round(t * 1000) // 7 * 7 + 1, 0)]),
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
    print('%-22s %7.1f s %7d kB  %s' % ('%d runs: %s' % (n, words[0]), time.time() - begin, late,
                                        'well' if sound else 'status %d, from %d to %d kB' % (done.returncode, early, late)), flush=True)
    return sound


def main():
    tarn, repeat = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    scale = 1000 if '--short' in sys.argv else 1
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with tempfile.TemporaryDirectory(prefix='soak-') as folder:
        sound = [run_machine(tarn, folder, machine, scale) for machine in MACHINES]
        for words in (['simulate', 'm.mo', '--output', 'often.csv'], ['simulate', 'm.mo', '--engine', 'interpret'], ['check', 'm.mo'], ['explain', 'm.mo', '--json']):
            sound.append(run_often(repeat, folder, max(20, 10000 // scale), words))
    sys.exit(0 if all(sound) else 1)


if __name__ == '__main__':
    main()
