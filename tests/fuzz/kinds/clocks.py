"""Clocked networks with rational rates: base clocks, subSample, superSample, shiftSample, backSample of clocks and of
variables, previous, interval, hold, and sample of what is held elsewhere (specification, chapter 16). Every tick is worked
out in rational numbers."""
from dataclasses import dataclass
from fractions import Fraction as F

from case import Case
from draw import Rejected

MOST_TICKS = 400


@dataclass
class Clock:
    base: str
    start: F
    period: F

    def ticks_at(self, t):
        return t >= self.start and (t - self.start) % self.period == 0

    def same(self, other):
        return (self.base, self.start, self.period) == (other.base, other.start, other.period)


def converted(draw, clock):
    """(operator, its arguments, the new clock)"""
    op = draw.pick(['subSample', 'superSample', 'shiftSample', 'backSample'])
    if op == 'subSample':
        k = draw.between(2, 4)
        return op, '%d' % k, Clock(clock.base, clock.start, clock.period * k)
    if op == 'superSample':
        k = draw.between(2, 3)
        return op, '%d' % k, Clock(clock.base, clock.start, clock.period / k)
    k, resolution = draw.between(1, 3), draw.between(1, 3)
    way = clock.period * F(k, resolution)
    if op == 'shiftSample' or clock.start < way:  # no clock ticks before the start of its base
        return 'shiftSample', '%d, %d' % (k, resolution), Clock(clock.base, clock.start + way, clock.period)
    return op, '%d, %d' % (k, resolution), Clock(clock.base, clock.start - way, clock.period)


@dataclass
class Variable:
    name: str
    clock: Clock
    start: F
    text: str           # right side of its equation
    value: object       # of the machine, at a tick
    when: str = ''      # the clock variable whose when-clause it stands in


class Machine:
    """Values at the instant `t`; `last` are those of the last tick, the start value before the first."""
    def __init__(self, variables):
        self.variables = variables
        self.t = F(0)
        self.last = {v.name: v.start for v in variables}

    def instants(self, stop):
        times = set()
        for clock in [v.clock for v in self.variables]:
            count = (stop - clock.start) // clock.period + 1
            if count > MOST_TICKS:
                raise Rejected
            times |= {clock.start + k * clock.period for k in range(max(0, count))}
        return sorted(times)

    def tick(self, t):
        self.t = t
        self.previous = dict(self.last)
        for v in self.variables:
            if v.clock.ticks_at(t):
                self.last[v.name] = v.value(self)
                if abs(self.last[v.name]) > 10 ** 7:
                    raise Rejected


class Drawer:
    def __init__(self, draw):
        self.draw, self.variables, self.clocks, self.lines = draw, [], [], []
        self.bases = 0

    def name(self, prefix):
        return '%s%d' % (prefix, len(self.variables) + len(self.clocks) + 1)

    def number(self):
        return F(self.draw.between(-3, 5), 2)

    def base_clock(self):
        """A clock variable with its own base."""
        d, name = self.draw, self.name('c')
        n, m = d.between(1, 3), d.pick([8, 5, 10, 7])
        self.bases += 1
        self.lines.append('  Clock %s = Clock(%d, %d);' % (name, n, m))
        self.clocks.append((name, Clock(name, F(0), F(n, m))))

    def derived_clock(self):
        of, clock = self.draw.pick(self.clocks)
        op, arguments, new = converted(self.draw, clock)
        name = self.name('c')
        self.lines.append('  Clock %s = %s(%s, %s);' % (name, op, of, arguments))
        self.clocks.append((name, new))

    def add(self, clock, text, value, when=''):
        v = Variable(self.name('x'), clock, self.number(), text, value, when)
        self.variables.append(v)

    def source(self):
        """Sampled from continuous time, or counted in a when-clause."""
        name, clock = self.draw.pick(self.clocks)
        a, b = self.number(), self.draw.between(1, 3)
        own = self.name('x')
        if self.draw.often(50):
            self.add(clock, 'sample(%d*time + (%s), %s)' % (b, float(a), name), lambda m: b * m.t + a)
        else:
            self.add(clock, 'previous(%s) + (%s)' % (own, float(a)), lambda m: m.previous[own] + a, name)

    def conversion(self):
        u = self.draw.pick(self.variables)
        op, arguments, clock = converted(self.draw, u.clock)
        self.add(clock, '%s(%s, %s)' % (op, u.name, arguments), lambda m: m.last[u.name])

    def accumulation(self):
        u, own, c = self.draw.pick(self.variables), self.name('x'), self.number()
        partners = [v for v in self.variables if v.clock.same(u.clock)]
        w = self.draw.pick(partners)
        form = self.draw.pick(['sum', 'previous', 'interval', 'pair'])
        if form == 'sum':
            self.add(u.clock, '0.5*previous(%s) + %s' % (own, u.name), lambda m: m.previous[own] / 2 + m.last[u.name])
        elif form == 'previous':
            self.add(u.clock, '%s - previous(%s)' % (u.name, w.name), lambda m: m.last[u.name] - m.previous[w.name])
        elif form == 'pair':
            self.add(u.clock, 'if %s > %s then %s else %s + (%s)' % (u.name, float(c), w.name, u.name, float(c)),
                     lambda m: self.chosen(m.last[u.name], c, m.last[w.name], m.last[u.name] + c))
        else:
            period = u.clock.period
            self.add(u.clock, 'previous(%s) + interval(%s)' % (own, u.name), lambda m: self.elapsed(m, own, u.clock, period))

    @staticmethod
    def elapsed(machine, own, clock, period):
        """interval() is the time since the last tick; at the first one the period of a periodic clock (16.10)."""
        return machine.previous[own] + period

    @staticmethod
    def chosen(x, limit, a, b):
        if abs(x - limit) < F(1, 10 ** 6):
            raise Rejected
        return a if x > limit else b

    def crossing(self):
        """What is held is seen by another clock as it was before the tick (16.5.1)."""
        u, (name, clock) = self.draw.pick(self.variables), self.draw.pick(self.clocks)
        if clock.base == u.clock.base:
            return
        self.add(clock, 'sample(hold(%s), %s)' % (u.name, name), lambda m: m.previous[u.name])


def equation_lines(draw, drawer):
    lines = []
    for v in drawer.variables:
        if v.when:
            lines.append('  when %s then\n    %s = %s;\n  end when;' % (v.when, v.name, v.text))
        else:
            lines.append('  %s = %s;' % (v.name, v.text))
    return draw.shuffled(lines)


def generate(draw):
    drawer = Drawer(draw)
    drawer.base_clock()
    if draw.often(40):
        drawer.base_clock()
    drawer.source()
    for _ in range(draw.between(0, 6)):
        draw.pick([drawer.conversion, drawer.accumulation, drawer.source, drawer.accumulation, drawer.conversion, drawer.derived_clock, drawer.crossing])()
    stop = F(2)
    machine = Machine(drawer.variables)
    instants = machine.instants(stop)
    times = [F(2 * k + 1, 64) for k in range(64) if k % 7 == 3]
    times = [t for t in times if all(abs(t - i) > F(1, 1000) for i in instants)]
    want = {'h_' + v.name: {} for v in drawer.variables}
    for at, nxt in zip([F(-1)] + instants, instants + [stop]):
        if at >= 0:
            machine.tick(at)
        for t in times:
            if at < t < nxt:
                for v in drawer.variables:
                    want['h_' + v.name][float(t)] = float(machine.last[v.name])
    lines = ['model M'] + drawer.lines
    lines += ['  Real %s(start = %s), h_%s = hold(%s);' % (v.name, float(v.start), v.name, v.name) for v in drawer.variables]
    lines += ['equation'] + equation_lines(draw, drawer) + ['end M;', '']
    return Case('\n'.join(lines), want, stop=2.0, tolerance=1e-9, variants=('engines', 'c', 'structure', 'flat'))
