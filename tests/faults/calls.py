#!/usr/bin/env python3
"""calls.py TARN [EVERY [COMMAND [CALL]]] -- every call of the system fails once, in every command of the program.

strace injects the failure: the n-th openat, write, rename, mmap, fork and so on of the program itself (not of the compiler that
it starts) returns an error. Whatever fails: no signal, a status from 0 to 3 that is 0 only when all is there, older files as they
were or replaced by whole new ones, nothing left behind that no message names. EVERY takes a sample; the others one part.
"""
import glob
import os
import shutil
import subprocess
import sys
import tempfile

BALL = '''model Ball
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = y;
  der(y) = -x;
end Ball;
'''
FOREIGN = '''model Foreign
  function f
    input Real x;
    output Real y;
  external "C" y = f(x) annotation(Include = "static double f(double x) { return 2*x; }");
  end f;
  Real y = f(time);
end Foreign;
'''
SIZED = '''model Sized
  function f
    input Integer n;
    output Integer m;
  external "C" m = f(n) annotation(Include = "static int f(int n) { return n + 1; }");
  end f;
  Real x[f(1)] = {time, time};
end Sized;
'''
GIVEN = '''model Given
  input Real u;
  Real x(start = 1, fixed = true);
equation
  der(x) = u - x;
end Given;
'''
UGLY = 'model   Ugly Real x=time;end Ugly;\n'

# name, words, files that it writes
COMMANDS = [
    ('simulate', 'simulate ball.mo --output out.csv --plot p.svg x --html page.html --stats s.json', 'out.csv p.svg page.html s.json'),
    ('mat', 'simulate ball.mo --output out.mat --engine interpret --method cvode', 'out.mat'),
    ('radau', 'simulate ball.mo --output out.csv --method radau5 --quiet', 'out.csv'),
    ('ida', 'simulate ball.mo --output out.csv --method ida --dae', 'out.csv'),
    ('compiled', 'simulate ball.mo --engine c --output out.csv', 'out.csv'),
    ('foreign', 'simulate foreign.mo --output out.csv', 'out.csv'),
    ('cached', 'simulate foreign.mo --output out.csv', 'out.csv'),
    ('sized', 'check sized.mo', ''),
    ('check', 'check ball.mo --stats s.json', 's.json'),
    ('flatten', 'flatten ball.mo', ''),
    ('explain', 'explain ball.mo --html page.html', 'page.html'),
    ('explain-run', 'explain ball.mo --html page.html --run', 'page.html'),
    ('dump', 'dump ball.mo --program', ''),
    ('format', 'format --write ugly.mo', 'ugly.mo'),
    ('compare', 'compare a.csv a.mat', ''),
    ('plot', 'plot a.csv x --output p.svg', 'p.svg'),
    ('page', 'plot a.mat --html page.html', 'page.html'),
    ('info', 'info ball.mo --json', ''),
    ('initial', 'explain ball.mo --initial --html page.html', 'page.html'),
    ('given', 'simulate given.mo --inputs u.csv --start-from a.csv --output out.csv', 'out.csv'),
    ('sweep', 'sweep ball.mo --vary x=1,2,3 --keep x,max(y) --jobs 2 --output out.csv', 'out.csv'),
    ('columns', 'sweep ball.mo --vary x=1,2 --keep trace(x) --jobs 1 --output out.nc', 'out.nc'),
    ('linearize', 'linearize ball.mo --at 0.5 --output out.json', 'out.json'),
    ('fmu', 'fmu ball.mo --output out.fmu', 'out.fmu'),
    ('fmu-run', 'simulate a.fmu --output out.csv', 'out.csv'),
    ('fmu-check', 'check a.fmu', ''),
    ('fmu-info', 'info a.fmu', ''),
    ('methods', 'methods radau5 --svg p.svg', 'p.svg'),
    ('lasting', 'simulate ball.mo --output out.csv --method euler --step 2e-8 --intervals 10 --quiet', 'out.csv'),
]
CALLS = {'openat': 'EMFILE', 'read': 'EIO', 'pread64': 'EIO', 'write': 'ENOSPC', 'pwrite64': 'EIO', 'fsync': 'EIO', 'rename': 'EACCES', 'mmap': 'ENOMEM',
         'mprotect': 'ENOMEM', 'munmap': 'ENOMEM', 'close': 'EIO', 'ftruncate': 'EIO', 'flock': 'ENOLCK', 'fchmod': 'EPERM', 'lseek': 'EIO',
         'newfstatat': 'EACCES', 'access': 'EACCES', 'mkdir': 'EACCES', 'unlink': 'EACCES', 'getdents64': 'EIO', 'memfd_create': 'EMFILE',
         'clone': 'EAGAIN', 'clone3': 'EAGAIN', 'vfork': 'EAGAIN', 'wait4': 'ECHILD', 'prlimit64': 'EPERM', 'rt_sigaction': 'EINVAL'}
PERSIST = ('write', 'pwrite64', 'fsync', 'rename', 'mmap', 'clone', 'clone3', 'vfork', 'ftruncate')  # a full disk stays full
THREADED = ('sweep', 'columns')  # their threads are looked at, too; no compiler is started there
LASTING = {'fsync', 'rename', 'ftruncate', 'pwrite64'}  # of the command that takes seconds


class Room:
    """A fresh folder for each run, with what the command reads and older files where it writes."""

    def __init__(self, tarn, folder):
        self.tarn, self.folder, self.fresh = tarn, folder, os.path.join(folder, 'fresh')
        self.skip = 0
        os.mkdir(self.fresh)
        for name, text in (('ball.mo', BALL), ('foreign.mo', FOREIGN), ('sized.mo', SIZED), ('ugly.mo', UGLY), ('given.mo', GIVEN), ('u.csv', 'time,u\n0,1\n1,2\n')):
            with open(os.path.join(self.fresh, name), 'w') as file:
                file.write(text)
        subprocess.run([tarn, 'fmu', 'ball.mo', '--quiet', '--output', 'a.fmu'], cwd=self.fresh, check=True)
        for name in ('a.csv', 'a.mat'):
            subprocess.run([tarn, 'simulate', 'ball.mo', '--quiet', '--output', name], cwd=self.fresh, check=True)

    def run(self, command, call=None, n=''):
        name, words, written = command
        at = os.path.join(self.folder, 'run')
        shutil.rmtree(at, ignore_errors=True)
        shutil.copytree(self.fresh, at)
        if name == 'cached':
            shutil.copytree(os.path.join(self.folder, 'warm'), os.path.join(at, 'cache'))
        for file in written.split():
            if file != 'ugly.mo':
                with open(os.path.join(at, file), 'w') as f:
                    f.write('older\n')
        self.before = {f for f in os.listdir(at)}
        threads = ['-f'] if name in THREADED else []
        trace = ['strace', '-qq'] + threads + ['-o', os.path.join(self.folder, 'trace'), '-e', 'trace=' + ','.join(CALLS if not call else [call])]
        if call:
            trace += ['-e', 'inject=%s:error=%s:when=%s' % (call, CALLS[call], n)]
        environment = dict(os.environ, XDG_CACHE_HOME=os.path.join(at, 'cache'))
        done = subprocess.run(trace + [self.tarn] + words.split(), cwd=at, env=environment, capture_output=True, timeout=120)
        self.at = at
        return done

    def contents(self, command):
        found = {}
        for file in command[2].split():
            path = os.path.join(self.at, file)
            found[file] = open(path, 'rb').read() if os.path.exists(path) else None
        return found

    def counts(self):
        """By call: how often the loader made it, and how often all did. The program begins with its first signal handler."""
        loader, total, is_loading = {}, {}, True
        with open(os.path.join(self.folder, 'trace'), errors='replace') as file:
            for line in file:
                is_loading = is_loading and 'rt_sigaction(SIGINT' not in line
                call = line.split('(')[0].split()[-1]
                total[call] = total.get(call, 0) + 1
                if is_loading:
                    loader[call] = total[call]
        return {call: (loader.get(call, 0), n) for call, n in total.items()}


def is_whole(file, content):
    """Of files that tell times: they end as they should."""
    ending = {'json': b'}\n', 'html': b'</html>\n', 'svg': b'</svg>\n'}.get(file.split('.')[-1])
    return bool(ending) and bool(content) and len(content) > 100 and content.endswith(ending)


def complaint(room, command, done, whole, is_mute):
    """What is wrong with a run; None: nothing."""
    said = done.stderr.decode(errors='replace')
    if done.returncode < 0 or done.returncode > 3:
        return 'status %d' % done.returncode
    for file, content in room.contents(command).items():
        older = UGLY.encode() if file == 'ugly.mo' else b'older\n'
        same = content == whole[file] or is_whole(file, content)
        if content != older and not same:
            return "'%s' is neither the older file nor the whole new one" % file
        if done.returncode == 0 and not same:
            return "status 0 without '%s'" % file
    if done.returncode and 'error' not in said and not is_mute:
        return 'status %d without a word' % done.returncode
    for file in set(os.listdir(room.at)) - room.before - {'cache'} if not is_mute else ():
        if file not in said and file not in command[2].split():
            return "'%s' is left behind" % file
    left = glob.glob(os.path.join(room.at, 'cache/tarn/tarn-work-*'))
    return "'%s' is left behind" % left[0] if left else None


def failures(counts, command, only):
    """(call, which of them): each alone, some with all that follow."""
    for call in CALLS:
        if (only and call != only) or (command[0] == 'lasting' and call not in LASTING):
            continue
        loader, last = counts.get(call, (0, 0))
        for n in range(loader + 1, last + 1):
            yield call, str(n)
            if call in PERSIST:
                yield call, str(n) + '+'


def sweep(room, command, every, only):
    room.run(command)
    whole, counts = room.contents(command), room.counts()
    if command[0] == 'foreign':
        shutil.copytree(os.path.join(room.at, 'cache'), os.path.join(room.folder, 'warm'))
    tried, wrong = 0, 0
    for call, which in list(failures(counts, command, only))[room.skip::every]:
        tried += 1
        done = room.run(command, call, which)
        # A disk that is full takes no message either, nor does the n-th write of every thread.
        is_mute = call == 'write' and (which.endswith('+') or command[0] in THREADED)
        problem = complaint(room, command, done, whole, is_mute)
        if problem:
            wrong += 1
            print('%s, %s %s: %s: %s' % (command[0], call, which, problem, done.stderr.decode(errors='replace')[:200].strip()), flush=True)
    room.skip = (room.skip + 7) % every  # another part of the next command
    return tried, wrong


def main():
    if not shutil.which('strace'):
        print('strace is not installed: 0 failures tried, 0 wrong')
        return 0
    tarn, every = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    name, call = (sys.argv[3:5] + [None, None])[:2]
    total = bad = 0
    work_before = set(glob.glob('/tmp/tarn-work-*'))
    with tempfile.TemporaryDirectory(prefix='calls-') as folder:
        room = Room(tarn, folder)
        for command in COMMANDS:
            if every > 1 and command[0] == 'lasting':
                continue
            if name and command[0] not in (name, 'foreign' if name == 'cached' else name):
                continue
            tried, wrong = sweep(room, command, every, call)
            print('%-12s %5d failures, %d wrong' % (command[0], tried, wrong), flush=True)
            total, bad = total + tried, bad + wrong
    left = {f for f in set(glob.glob('/tmp/tarn-work-*')) - work_before if not os.path.exists('/proc/' + f.split('-')[2])}
    if left:
        print('left behind: %s' % ' '.join(sorted(left)[:3]))
        bad += len(left)
    print('%d failures tried, %d wrong' % (total, bad))
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
