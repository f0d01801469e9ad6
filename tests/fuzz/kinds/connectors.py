"""Linear circuits in modules of modules: connections between inside and outside connectors, arrays of components and of
connectors, conditional components, in any order (specification, chapter 9). The potentials come from nodal analysis in
rational numbers; sources are a + b*time, so two solutions by superposition give the values of every instant."""
from dataclasses import dataclass, field
from fractions import Fraction

from case import Case
from rational import solve

TIMES = (0.0, 1.0)

LIBRARY = '''connector Pin
  Real v;
  flow Real i;
end Pin;
partial model TwoPin
  Pin p, n;
equation
  p.i + n.i = 0;
end TwoPin;
model Resistor
  extends TwoPin;
  parameter Real R = 1;
equation
  p.v - n.v = R*p.i;
end Resistor;
model Source "of current, with its slope in time"
  extends TwoPin;
  parameter Real a = 1, b = 0;
equation
  p.i = a + b*time;
end Source;
model Battery "of voltage, with a resistance in series"
  extends TwoPin;
  parameter Real E = 1, R = 1;
equation
  p.v - n.v = E + R*p.i;
end Battery;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
'''


@dataclass
class Branch:
    name: str       # r1, or r1[2] in an array
    kind: str
    values: dict
    ends: tuple     # two nodes of the module


@dataclass
class Module:
    name: str
    nodes: int                                   # the first of them are connectors
    outside: int
    branches: list = field(default_factory=list)
    parts: list = field(default_factory=list)    # (name, Module, nodes)
    arrays: list = field(default_factory=list)   # (name, kind, [values])
    as_array: bool = False                       # its connectors are an array t[:] or single t1, t2

    def pin(self, k):
        return 't[%d]' % (k + 1) if self.as_array else 't%d' % (k + 1)


VALUES = [Fraction(1), Fraction(2), Fraction(1, 2), Fraction(3), Fraction(5), Fraction(-1, 2), Fraction(7, 4)]


class Builder:
    def __init__(self, draw):
        self.draw, self.modules = draw, []

    def values(self, kind):
        pick = lambda: self.draw.pick(VALUES)
        return {'Resistor': lambda: {'R': abs(pick())}, 'Source': lambda: {'a': pick(), 'b': pick()},
                'Battery': lambda: {'E': pick(), 'R': abs(pick())}}[kind]()

    def module(self, name, outside):
        d = self.draw
        m = Module(name, max(2, outside + d.between(0, 3)), outside, as_array=d.often(40))
        count = 0
        for node in range(1, m.nodes):  # a tree of resistors: every module hangs together
            count += 1
            m.branches.append(Branch('r%d' % count, 'Resistor', self.values('Resistor'), (node, d.below(node))))
        for _ in range(d.below(4)):
            count += 1
            kind = d.pick(['Resistor', 'Source', 'Battery'])
            m.branches.append(Branch('r%d' % count, kind, self.values(kind), (d.below(m.nodes), d.below(m.nodes))))
        if d.often(40):
            self.add_array(m, count + 1)
        for k in range(d.below(3) if self.modules else 0):
            inner = d.pick(self.modules)
            m.parts.append(('m%d' % (k + 1), inner, tuple(d.below(m.nodes) for _ in range(inner.outside))))
        self.modules.append(m)
        return m

    def add_array(self, m, count):
        name, kind, n = 'r%d' % count, self.draw.pick(['Resistor', 'Battery']), self.draw.between(1, 3)
        values = [self.values(kind) for _ in range(n)]
        m.arrays.append((name, kind, values))
        for k, v in enumerate(values):
            m.branches.append(Branch('%s[%d]' % (name, k + 1), kind, v, (self.draw.below(m.nodes), self.draw.below(m.nodes))))


# ---- Analysis -----------------------------------------------------------------------------

class Circuit:
    """All branches of all modules over nodes of the whole; node 0 is the ground."""
    def __init__(self, top):
        self.branches, self.count = [], 1
        self.pins = []                  # (name, node, number of the first and behind the last branch of the module)
        self.enter(top, '', [0])

    def enter(self, m, prefix, outside):
        nodes = outside + list(range(self.count, self.count + m.nodes - len(outside)))
        self.count += m.nodes - len(outside)
        for b in m.branches:
            self.branches.append((prefix + b.name, b.kind, b.values, nodes[b.ends[0]], nodes[b.ends[1]]))
        for name, inner, at in m.parts:
            self.enter_part(inner, prefix + name + '.', [nodes[k] for k in at])

    def enter_part(self, inner, prefix, outside):
        """Connectors of a part that meet at one node outside stay apart inside: each has its own current."""
        own = list(range(self.count, self.count + inner.outside))
        self.count += inner.outside
        for k, node in enumerate(outside):
            self.branches.append((prefix + inner.pin(k), 'Wire', {}, node, own[k]))
        self.enter(inner, prefix, own)

    def potentials(self):
        """Nodal analysis with the currents of wires as unknowns: columns for the parts a and b of a + b*time."""
        n, wires = self.count, [b for b in self.branches if b[1] == 'Wire']
        size = n + len(wires)
        a = [[Fraction(0)] * size for _ in range(size)]
        rhs = [[Fraction(0), Fraction(0)] for _ in range(size)]
        for name, kind, v, p, q in self.branches:
            if kind in ('Resistor', 'Battery'):
                g = 1 / v['R']
                for row, sign in ((p, 1), (q, -1)):
                    a[row][p] += sign * g
                    a[row][q] -= sign * g
                    rhs[row][0] += sign * g * v.get('E', 0)
            elif kind == 'Source':
                for row, sign in ((p, 1), (q, -1)):
                    rhs[row][0] -= sign * v['a']
                    rhs[row][1] -= sign * v['b']
        for k, (name, kind, v, p, q) in enumerate(wires):
            a[p][n + k] += 1
            a[q][n + k] -= 1
            a[n + k][p] += 1
            a[n + k][q] -= 1
        a[0] = [Fraction(int(k == 0)) for k in range(size)]
        rhs[0] = [Fraction(0), Fraction(0)]
        x = solve(a, rhs)
        return x[:n], {b[0]: x[n + k] for k, b in enumerate(wires)}

    def want(self):
        potential, wire = self.potentials()
        at = lambda pair, t: float(pair[0] + pair[1] * Fraction(t))
        want = {}
        for name, kind, v, p, q in self.branches:
            if kind == 'Wire':
                current = wire[name]
                want[name + '.v'] = {t: at(potential[p], t) for t in TIMES}
                want[name + '.i'] = {t: at(current, t) for t in TIMES}
                continue
            drop = [x - y for x, y in zip(potential[p], potential[q])]
            if kind == 'Source':
                current = [v['a'], v['b']]
            else:
                current = [(drop[0] - v.get('E', 0)) / v['R'], drop[1] / v['R']]
            for pin, node, sign in (('p', p, 1), ('n', q, -1)):
                want['%s.%s.v' % (name, pin)] = {t: at(potential[node], t) for t in TIMES}
                want['%s.%s.i' % (name, pin)] = {t: sign * at(current, t) for t in TIMES}
        return want


# ---- How it is written --------------------------------------------------------------------

def numbers(values):
    return '(%s)' % ', '.join('%s = %s' % (k, v if v.denominator == 1 else float(v)) for k, v in values.items())


def array_text(name, kind, values):
    changes = ', '.join('%s = {%s}' % (key, ', '.join(repr(float(v[key])) for v in values)) for key in values[0])
    return '%s %s[%d](%s);' % (kind, name, len(values), changes)


def module_text(draw, m, top):
    lines = ['model ' + m.name]
    if not top and m.outside:
        lines.append('  Pin t[%d];' % m.outside if m.as_array else '  Pin %s;' % ', '.join(m.pin(k) for k in range(m.outside)))
    if top:
        lines.append('  Ground ground;')
    lines += ['  %s %s%s;' % (b.kind, b.name, numbers(b.values)) for b in m.branches if '[' not in b.name]
    lines += ['  ' + array_text(*array) for array in m.arrays]
    lines += ['  %s %s;' % (inner.name, name) for name, inner, _ in m.parts]
    missing = draw.often(25)
    if missing:
        lines += ['  parameter Boolean present = false;', '  Resistor absent if present;']
    meeting = {node: [] for node in range(m.nodes)}
    for node in range(m.outside):
        meeting[node].append('ground.p' if top else m.pin(node))
    for b in m.branches:
        meeting[b.ends[0]].append(b.name + '.p')
        meeting[b.ends[1]].append(b.name + '.n')
    for name, inner, at in m.parts:
        for k, node in enumerate(at):
            meeting[node].append('%s.%s' % (name, inner.pin(k)))
    connections = []
    for pins in meeting.values():
        order = draw.shuffled(pins)
        pairs = [(order[k], order[draw.below(k)]) for k in range(1, len(order))]
        if len(order) > 2 and draw.often(30):
            pairs.append((order[0], order[-1]))  # says it twice
        if missing and order:
            pairs.append(('absent.p', order[0]))
        connections += [pair[::-1] if draw.often(50) else pair for pair in pairs]
    lines += ['equation'] + ['  connect(%s, %s);' % pair for pair in draw.shuffled(connections)]
    return '\n'.join(lines + ['end %s;' % m.name])


def generate(draw):
    builder = Builder(draw)
    for k in range(draw.below(4)):
        builder.module('Module%d' % (k + 1), draw.between(1, 3))
    top = builder.module('M', 1)
    circuit = Circuit(top)
    texts = [module_text(draw, m, m is top) for m in builder.modules]
    return Case(LIBRARY + '\n'.join(texts) + '\n', circuit.want(), tolerance=1e-7, variants=('engines', 'structure', 'c', 'flat'))
