"""Networks of events: when-clauses with elsewhen on times, samples, crossings of states, edges and changes of other
variables, reinit, rates that the discrete variables switch (specification, sections 8.3.5, 8.5, 8.6 and appendix B).
States are straight between events, so that an evaluation step by step in rational numbers knows every instant."""
from dataclasses import dataclass, field
from fractions import Fraction as F

from case import Case
from draw import Rejected
from language import text, value_of

STOP = F(1)
MOST_EVENTS, MOST_ITERATIONS = 80, 12
APART = F(1, 10 ** 5)   # instants closer than this are not drawn, unless they are equal times of time events


@dataclass
class Clause:
    """when condition then sets elsewhen ..."""
    branches: list = field(default_factory=list)    # (conditions, [(name, tree)], [(state, tree)])
    algorithm: bool = False


@dataclass
class Network:
    states: dict = field(default_factory=dict)      # name: (start, rate tree)
    relations: dict = field(default_factory=dict)   # Boolean name: (state, op, limit)
    switches: dict = field(default_factory=dict)    # Boolean name: tree over Booleans and numbers set before
    kept: dict = field(default_factory=dict)        # set by a clause: start
    clauses: list = field(default_factory=list)
    order: list = field(default_factory=list)       # ('relation' | 'switch', name) and ('clause', number), as evaluated


# ---- Evaluation step by step --------------------------------------------------------------

class Machine:
    def __init__(self, net):
        self.net, self.t = net, F(0)
        self.x = {name: start for name, (start, _) in net.states.items()}
        self.old = dict(net.kept)                   # pre values
        self.fired = {}                             # pre values of conditions
        self.beyond = {name: self.side(name) for name in net.relations}
        self.initialize()

    def side(self, name):
        state, op, limit = self.net.relations[name]
        x = self.x[state]
        if x == limit:
            raise Rejected
        return (x > limit) == (op == '>')

    def env(self, now):
        env = {name: value for name, value in now.items()}
        env.update({'pre(%s)' % name: value for name, value in self.old.items()})
        env.update(self.x)
        env['time'] = self.t
        return env

    def condition(self, c, now):
        kind = c[0]
        if kind == 'time':
            return self.t >= c[1]
        if kind == 'sample':
            return self.t >= c[1] and (self.t - c[1]) % c[2] == 0 and self.sampling
        name = c[1]
        if kind == 'is':
            return now[name]
        if kind == 'edge':
            return now[name] and not self.old[name]
        if kind == 'change':
            return now[name] != self.old[name]
        raise AssertionError(kind)

    def evaluate(self, active):
        """One pass over the equations with the pre values as they are."""
        net, now, fired, jumps = self.net, {}, {}, {}
        for kind, what in net.order:
            if kind == 'relation':
                now[what] = self.beyond[what]
            elif kind == 'switch':
                now[what] = value_of(net.switches[what], self.env(now))
            else:
                self.clause(what, now, fired, jumps, active)
        return now, fired, jumps

    def clause(self, number, now, fired, jumps, active):
        clause, taken = self.net.clauses[number], False
        for name in {n for _, sets, _ in clause.branches for n, _ in sets}:
            now[name] = self.old[name]
        for k, (conditions, sets, reinits) in enumerate(clause.branches):
            rising = False
            for j, c in enumerate(conditions):
                value = self.condition(c, now)
                fired[number, k, j] = value
                rising |= value and not self.fired.get((number, k, j), False)
            if rising and active and not taken:
                taken = True
                for name, tree in sets:
                    now[name] = self.bounded(value_of(tree, self.env(now)))
                for state, tree in reinits:
                    jumps[state] = F(value_of(tree, self.env(now)))

    @staticmethod
    def bounded(value):
        if abs(value) > 10 ** 6:
            raise Rejected
        return value

    def initialize(self):
        """Clauses sleep; then pre values are the values (8.6)."""
        self.sampling = False
        for _ in range(MOST_ITERATIONS):
            before = dict(self.old)
            for name in list(self.net.relations) + list(self.net.switches):
                before.setdefault(name, False)
            self.old = before
            now, fired, _ = self.evaluate(False)
            self.fired = fired
            if now == before:
                break
            self.old = now
        else:
            raise Rejected
        self.sampling = True
        if any(c[0] == 'sample' and c[1] == 0 for clause in self.net.clauses for cs, _, _ in clause.branches for c in cs):
            self.iterate()

    def iterate(self):
        """The event at the present time: until the pre values are the values (appendix B)."""
        for _ in range(MOST_ITERATIONS):
            now, fired, jumps = self.evaluate(True)
            settled = now == self.old and fired == self.fired and not jumps
            self.old, self.fired = now, fired
            for state, value in jumps.items():
                self.x[state] = value
                for name, (of, _, limit) in self.net.relations.items():
                    if of == state:
                        if abs(value - limit) < APART:
                            raise Rejected
                        self.beyond[name] = self.side(name)
            if settled:
                break
        else:
            raise Rejected
        for (number, k, j) in list(self.fired):  # a sample is true at its instant only
            if self.net.clauses[number].branches[k][0][j][0] == 'sample':
                self.fired[number, k, j] = False

    def rates(self):
        return {name: F(value_of(rate, self.env(self.old))) for name, (_, rate) in self.net.states.items()}

    def crossings(self, rates):
        """(instant, relation) of the next crossing of each relation"""
        for name, (state, op, limit) in self.net.relations.items():
            x, rate = self.x[state], rates[state]
            if rate == 0:
                if x == limit:
                    raise Rejected
                continue
            above = self.beyond[name] == (op == '>')
            if x == limit and above != (rate > 0):
                raise Rejected  # it turned round on the limit
            ahead = (limit - x) / rate
            if ahead > 0 and above == (rate < 0):
                yield self.t + ahead, name

    def next_time_event(self):
        best = None
        for clause in self.net.clauses:
            for conditions, _, _ in clause.branches:
                for c in conditions:
                    if c[0] == 'time':
                        at = c[1] if c[1] > self.t else None
                    elif c[0] == 'sample':
                        at = c[1] if c[1] > self.t else c[1] + ((self.t - c[1]) // c[2] + 1) * c[2]
                    else:
                        at = None
                    if at is not None and (best is None or at < best):
                        best = at
        return best

    def run(self):
        """[(begin, end, discrete values, states at the begin, rates)] between events"""
        pieces = []
        while self.t < STOP:
            rates = self.rates()
            crossings = sorted(self.crossings(rates))
            clock = self.next_time_event()
            times = [t for t, _ in crossings[:2]] + ([clock] if clock is not None else [])
            end = min(times + [STOP])
            if any(0 < abs(t - end) < APART or t == end and clock == end for t, _ in crossings):
                raise Rejected
            if clock is not None and clock != end and abs(clock - end) < APART or end < self.t + APART:
                raise Rejected
            pieces.append((self.t, end, dict(self.old), dict(self.x), rates))
            for name in self.x:
                self.x[name] += rates[name] * (end - self.t)
                for r, (state, _, limit) in self.net.relations.items():
                    if state == name and 0 < abs(self.x[name] - limit) < APART:
                        raise Rejected
            self.t = end
            if end == STOP and end not in times:
                break
            for t, name in crossings:
                if t == end:
                    self.beyond[name] = not self.beyond[name]
            self.iterate()
            if len(pieces) > MOST_EVENTS:
                raise Rejected
        return pieces


# ---- Drawing ------------------------------------------------------------------------------

def constant(x):
    return ('constant', x)


class Drawer:
    def __init__(self, draw):
        self.draw, self.net = draw, Network()
        self.sixteenth = lambda low, high: F(draw.between(low, high), 16)

    def numbers(self, kind, below):
        """Trees of Integers or Reals that may be read: pre values of all, values of those set before."""
        names = [('name', 'pre(%s)' % n) for n in self.net.kept if n[0] == kind]
        return names + [('name', n) for n in below if n[0] == kind]

    def whole(self, below, depth):
        d = self.draw
        if depth <= 0:
            return d.pick(self.numbers('i', below) + [constant(1), constant(2)])
        a, b = self.whole(below, depth - 1), self.whole(below, depth - 1)
        return d.pick([('operator', '+', a, constant(1)), ('operator', '+', a, b), ('operator', '-', a, b), ('call', 'mod', [a, constant(5)]),
                       ('call', 'max', [a, b]), ('if', [(self.boolean(below, depth - 1), a)], b)])

    def real(self, below, depth, states=True):
        d = self.draw
        if depth <= 0:
            more = [('name', 'time')] + [('name', x) for x in self.net.states] if states else []
            return d.pick(self.numbers('r', below) + [constant(F(1, 2)), constant(F(2))] + more)
        a, b = self.real(below, depth - 1, states), self.real(below, depth - 1, states)
        return d.pick([('operator', '+', a, b), ('operator', '-', a, b), ('operator', '*', constant(F(1, 2)), a),
                       ('operator', '*', constant(F(1, 4)), self.whole(below, 0)), ('if', [(self.boolean(below, 0), a)], b)])

    def boolean(self, below, depth):
        d = self.draw
        known = [('name', n) for n in below if n[0] == 'b'] + [('name', 'pre(%s)' % n) for n in self.net.kept if n[0] == 'b']
        relation = ('operator', d.pick(['>', '<', '==']), d.pick(self.numbers('i', below) + [constant(2)]), constant(d.between(1, 4)))
        if depth <= 0:
            return d.pick(known + [relation])
        a = self.boolean(below, depth - 1)
        return d.pick([('not', a), ('operator', d.pick(['and', 'or']), a, self.boolean(below, depth - 1)), relation])

    def condition(self, below):
        d = self.draw
        bs = [n for n in below if n[0] == 'b']
        changing = [n for n in below if n[0] in 'bi']
        kinds = ['time', 'sample'] + ['is', 'is', 'edge'] * bool(bs) + ['change'] * bool(changing)
        kind = d.pick(kinds)
        if kind == 'time':
            return ('time', self.sixteenth(1, 15))
        if kind == 'sample':
            return ('sample', self.sixteenth(0, 6), self.sixteenth(1, 8))
        if kind == 'change':
            return ('change', d.pick(changing))
        return (kind, d.pick(bs))

    def clause(self, below, names):
        d, clause = self.draw, Clause(algorithm=self.draw.often(35))
        for _ in range(1 + d.often(30)):
            conditions = [self.condition(below) for _ in range(1 + d.often(25))]
            reinits = []
            for state in self.net.states:
                if d.often(20):
                    reinits.append((state, d.pick([constant(F(0)), constant(F(-1, 2)), constant(F(3, 8))] + self.numbers('r', below))))
            seen, sets = list(below), []
            for name in names:
                tree = self.value(name, seen)
                sets.append((name, tree))
                seen.append(name)
            clause.branches.append((conditions, sets, reinits))
        if clause.algorithm or len(clause.branches) > 1:  # in algorithms no reinit; one state once
            clause.branches = [(c, s, []) for c, s, _ in clause.branches]
        for branch in clause.branches:
            for state, _ in branch[2]:
                self.jumping.add(state)
        return clause

    def value(self, name, below):
        if name[0] == 'i':
            return ('call', 'mod', [self.whole(below, 2), constant(11)])
        return self.real(below, 2) if name[0] == 'r' else self.boolean(below, 2)

    def network(self):
        d, net = self.draw, self.net
        self.jumping = set()
        for k in range(d.below(3)):
            net.states['x%d' % (k + 1)] = (F(d.between(-3, 3), 7), None)
        groups = []
        for k in range(d.between(1, 3)):
            names = ['%s%d' % (d.pick('irb'), 10 * (k + 1) + j) for j in range(d.between(1, 2))]
            names = list(dict.fromkeys(names))
            groups.append(names)
            for n in names:
                net.kept[n] = {'i': lambda: d.between(0, 3), 'r': lambda: F(d.between(-2, 4), 2), 'b': lambda: bool(d.below(2))}[n[0]]()
        below = []
        for k, state in enumerate(net.states):
            for j in range(d.between(1, 2)):
                name = 'b%d%d' % (k + 1, j + 5)
                net.relations[name] = (state, d.pick('><'), F(d.between(-5, 8), 11))
                net.order.append(('relation', name))
                below.append(name)
        for k, names in enumerate(groups):
            if below and d.often(40):
                name = 'b9%d' % k
                net.switches[name] = self.boolean(below, 1)
                net.order.append(('switch', name))
                below.append(name)
            taken = set(self.jumping)
            clause = self.clause(below, names)
            for b in clause.branches:
                b[2][:] = [pair for pair in b[2] if pair[0] not in taken]
            net.clauses.append(clause)
            net.order.append(('clause', len(net.clauses) - 1))
            below += names
        for state, (start, _) in list(net.states.items()):
            rate = d.pick([lambda: constant(F(d.between(-4, 4), 3)), lambda: ('if', [(self.at_rest(below), constant(F(3, 2)))], constant(F(-5, 4))),
                           lambda: self.rate(below)])()
            net.states[state] = (start, rate)
        return net

    def at_rest(self, below):
        return self.draw.pick([('name', n) for n in below if n[0] == 'b'] + [('operator', '>', ('name', n), constant(2)) for n in below if n[0] == 'i']
                              + [('operator', '>', constant(1), constant(0))])

    def rate(self, below):
        return self.draw.pick([('name', n) for n in below if n[0] == 'r'] + [('operator', '-', ('name', n), constant(F(7, 3))) for n in below if n[0] == 'i']
                              + [constant(F(1))])


# ---- How it is written --------------------------------------------------------------------

def number_text(tree):
    """Fractions as quotients of Integers."""
    kind = tree[0]
    if kind == 'constant' and isinstance(tree[1], F):
        v = tree[1]
        return ('text', '(%d/%d)' % (v.numerator, v.denominator) if v.denominator > 1 or v < 0 else '%d.0' % v.numerator)
    return tuple(number_text(p) if isinstance(p, tuple) else
                 [tuple(map(number_text, q)) if isinstance(q, tuple) and q and isinstance(q[0], tuple) else number_text(q) for q in p]
                 if isinstance(p, list) else p for p in tree)


def shown(tree):
    return text(number_text(tree))


def condition_text(c):
    f = lambda x: '%d/%d' % (x.numerator, x.denominator)
    return {'time': lambda: 'time >= ' + f(c[1]), 'sample': lambda: 'sample(%s, %s)' % (f(c[1]), f(c[2])), 'is': lambda: c[1],
            'edge': lambda: 'edge(%s)' % c[1], 'change': lambda: 'change(%s)' % c[1]}[c[0]]()


def clause_lines(clause):
    lines, sign = [], ':=' if clause.algorithm else '='
    for k, (conditions, sets, reinits) in enumerate(clause.branches):
        words = ', '.join(map(condition_text, conditions))
        lines.append('  %s %s then' % ('elsewhen' if k else 'when', '{%s}' % words if len(conditions) > 1 else words))
        lines += ['    %s %s %s;' % (name, sign, shown(tree)) for name, tree in sets]
        lines += ['    reinit(%s, %s);' % (state, shown(tree)) for state, tree in reinits]
    return lines + ['  end when;']


def model_text(draw, net):
    lines = ['model M']
    word = {'i': 'Integer', 'r': 'discrete Real', 'b': 'Boolean'}
    for name, start in net.kept.items():
        lines.append('  %s %s(start = %s, fixed = true);' % (word[name[0]], name, shown(constant(start))))
    for name, (start, _) in net.states.items():
        lines.append('  Real %s(start = %s, fixed = true);' % (name, shown(constant(start))))
    for name in list(net.relations) + list(net.switches):
        lines.append('  Boolean %s;' % name)
    equations = [['  der(%s) = %s;' % (name, shown(rate))] for name, (_, rate) in net.states.items()]
    equations += [['  %s = %s %s %s;' % (name, state, op, shown(constant(limit)))] for name, (state, op, limit) in net.relations.items()]
    equations += [['  %s = %s;' % (name, shown(tree))] for name, tree in net.switches.items()]
    equations += [clause_lines(c) for c in net.clauses if not c.algorithm]
    lines += ['equation'] + [line for part in draw.shuffled(equations) for line in part]
    for clause in net.clauses:
        if clause.algorithm:
            lines += ['algorithm'] + clause_lines(clause)
    return '\n'.join(lines + ['end M;', ''])


def generate(draw):
    net = Drawer(draw).network()
    pieces = Machine(net).run()
    want = {name: {} for name in list(net.kept) + list(net.states) + list(net.relations) + list(net.switches)}
    for k in range(64):
        t = F(k, 64) + F(1, 128)
        for begin, end, discrete, x, rates in pieces:
            if begin + F(1, 1000) < t < end - F(1, 1000) and (k % 9 == 4 or end - begin < F(1, 32)):
                for name, value in discrete.items():
                    want[name][float(t)] = value if isinstance(value, (bool, int)) else float(value)
                for name in x:
                    want[name][float(t)] = float(x[name] + rates[name] * (t - begin))
    return Case(model_text(draw, net), want, options=['--tolerance', '1e-9'], tolerance=1e-6, variants=('engines', 'c', 'structure', 'methods', 'flat'))
