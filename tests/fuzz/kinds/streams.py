"""Trees of pipes with stream connectors, in modules: inStream and actualStream at every port, flows that turn round at time
0.5, fluid mixed by hand (specification, chapter 15). What no flow determines is not compared."""
from fractions import Fraction

from case import Case
from draw import Rejected

BEFORE, AFTER = 0.25, 1.0

LIBRARY = '''connector Port
  Real p;
  flow Real m;
  stream Real h;
end Port;
model Source "a given flow out of it, negative: into it"
  Port a;
  parameter Real early = 1, late = 1, h = 1;
  Real arriving = inStream(a.h), passing = actualStream(a.h);
equation
  a.m = if time < 0.5 then -early else -late;
  a.h = h;
end Source;
model Reservoir
  Port a;
  parameter Real p = 1, h = 1;
  Real arriving = inStream(a.h), passing = actualStream(a.h);
equation
  a.p = p;
  a.h = h;
end Reservoir;
model Pipe "adds d to what flows from a to b, and e to what flows back"
  Port a, b;
  parameter Real R = 1, d = 0, e = 0;
  Real at_a = inStream(a.h), at_b = inStream(b.h), through = actualStream(b.h);
equation
  a.m + b.m = 0;
  a.p - b.p = R*a.m;
  b.h = at_a + d;
  a.h = at_b + e;
end Pipe;
'''


class Network:
    """Nodes 0..n-1; node k > 0 hangs at a lower node by a pipe; node 0 has the reservoir."""
    def __init__(self, draw):
        self.draw = draw
        n = draw.between(1, 5)
        number = lambda: Fraction(draw.pick([4, 1, 2, 3, 6, 10]), draw.pick([1, 2, 4]))
        self.above = [None] + [draw.below(k) for k in range(1, n)]
        self.pipes = [None] + [dict(R=number(), d=number() - 1, e=number() - 2) for _ in range(1, n)]
        self.turned = [None] + [draw.often(50) for _ in range(1, n)]   # port b above
        self.sources = []                                              # (node, flows, h)
        for node in range(n):
            for _ in range(draw.between(0 if node else 1, 2)):
                flows = [number() * draw.pick([1, -1]) for _ in range(2)]
                self.sources.append((node, flows if draw.often(50) else [flows[0], flows[0]], number()))
        for node in range(1, n):
            if not any(s[0] == node for s in self.sources) and node not in self.above:
                self.sources.append((node, [number(), number()], number()))
        self.reservoir = dict(p=number(), h=number())

    def children(self, node):
        return [k for k in range(len(self.above)) if self.above[k] == node]

    def up(self, node, phase):
        """What flows from the node through its pipe to the node above."""
        return sum(f[phase] for at, f, _ in self.sources if at == node) + sum(self.up(k, phase) for k in self.children(node))

    def pressure(self, node, phase):
        if node == 0:
            return self.reservoir['p']
        return self.pressure(self.above[node], phase) + self.pipes[node]['R'] * self.up(node, phase)

    # A port of a node: ('source', k), ('reservoir',), ('pipe', k, 'low' | 'high').
    def ports(self, node):
        own = [('source', k) for k, s in enumerate(self.sources) if s[0] == node]
        own += [('pipe', k, 'high') for k in self.children(node)]
        return own + ([('pipe', node, 'low')] if node else [('reservoir',)])

    def into_node(self, port, phase):
        if port[0] == 'source':
            return self.sources[port[1]][1][phase]
        if port[0] == 'reservoir':
            return -self.up(0, phase)
        flow = self.up(port[1], phase)
        return flow if port[2] == 'high' else -flow

    def node_of(self, port):
        if port[0] == 'source':
            return self.sources[port[1]][0]
        return 0 if port[0] == 'reservoir' else port[1] if port[2] == 'low' else self.above[port[1]]

    def outflow(self, port, phase):
        """The h that the port would give to its node; None when nothing determines it."""
        if port[0] == 'source':
            return self.sources[port[1]][2]
        if port[0] == 'reservoir':
            return self.reservoir['h']
        k, here = port[1], port[2]
        other = ('pipe', k, 'low' if here == 'high' else 'high')
        arriving = self.arriving(other, phase)
        to_b = (here == 'high') == self.turned[k]
        return None if arriving is None else arriving + self.pipes[k]['d' if to_b else 'e']

    def arriving(self, port, phase):
        """inStream: the mixture of what the others give (15.2)."""
        others = [p for p in self.ports(self.node_of(port)) if p != port]
        if not others:
            return self.outflow(port, phase)
        if len(others) == 1:
            return self.outflow(others[0], phase)
        giving = [(self.into_node(p, phase), self.outflow(p, phase)) for p in others if self.into_node(p, phase) > 0]
        if not giving or any(h is None for _, h in giving):
            return None
        return sum(m * h for m, h in giving) / sum(m for m, _ in giving)

    def passing(self, port, phase):
        return self.outflow(port, phase) if self.into_node(port, phase) > 0 else self.arriving(port, phase)

    # ---- values and names
    def name(self, port):
        if port[0] == 'source':
            return 's%d' % (port[1] + 1), 'a'
        if port[0] == 'reservoir':
            return 'reservoir', 'a'
        return 'pipe%d' % port[1], 'b' if (port[2] == 'high') == self.turned[port[1]] else 'a'

    def want(self, prefix):
        want = {}

        def put(name, values):
            if all(v is not None for v in values):
                want[name] = {BEFORE: float(values[0]), AFTER: float(values[1])}
        for node in range(len(self.above)):
            for port in self.ports(node):
                part, end = self.name(port)
                part = prefix(part) + part
                put('%s.%s.m' % (part, end), [-self.into_node(port, f) for f in (0, 1)])
                put('%s.%s.p' % (part, end), [self.pressure(node, f) for f in (0, 1)])
                arriving = [self.arriving(port, f) for f in (0, 1)]
                passing = [self.passing(port, f) for f in (0, 1)]
                if port[0] != 'pipe':
                    put(part + '.arriving', arriving)
                    put(part + '.passing', passing)
                else:
                    put('%s.at_%s' % (part, end), arriving)
                    if end == 'b':
                        put(part + '.through', passing)
        return want

    # ---- how it is written
    def declaration(self, part):
        number = lambda x: repr(float(x))
        values = lambda v: '(%s)' % ', '.join('%s = %s' % (k, number(x)) for k, x in v.items())
        if part[0] == 's':
            node, flows, h = self.sources[int(part[1:]) - 1]
            return 'Source %s%s;' % (part, values(dict(early=flows[0], late=flows[1], h=h)))
        if part == 'reservoir':
            return 'Reservoir reservoir%s;' % values(self.reservoir)
        return 'Pipe %s%s;' % (part, values(self.pipes[int(part[4:])]))

    def joined(self, pins):
        order = self.draw.shuffled(pins)
        pairs = [(order[k], order[self.draw.below(k)]) for k in range(1, len(order))]
        return ['  connect(%s, %s);' % (pair[::-1] if self.draw.often(50) else pair) for pair in pairs]


def split(net):
    """The subtree of one node as a module with one outside port, or none."""
    n = len(net.above)
    if n < 2 or not net.draw.often(50):
        return set()
    root = net.draw.between(1, n - 1)
    inside = {root}
    for k in range(root + 1, n):
        if net.above[k] in inside:
            inside.add(k)
    return inside


def generate(draw):
    net = Network(draw)
    for phase in (0, 1):
        for node in range(len(net.above)):
            if any(net.into_node(port, phase) == 0 for port in net.ports(node)):
                raise Rejected
    inside = split(net)
    root = min(inside) if inside else None
    outer, inner = [LIBRARY + 'model M'], ['model Module', '  Port t;']
    outer_lines, inner_lines = [], []
    parts = {}
    for node in range(len(net.above)):
        pins, out = [], inner_lines if node in inside else outer_lines
        for port in net.ports(node):
            part, end = net.name(port)
            at_root = port[0] == 'pipe' and port[1] == root
            if not at_root or port[2] == 'high':
                parts.setdefault(part, node in inside and not at_root)
            if at_root and port[2] == 'low':
                pins.append('t')
                outer_lines += net.joined(['module.t', '%s.%s' % (part, end)])
            else:
                pins.append('%s.%s' % (part, end))
        out += net.joined(pins)
    for part, within in parts.items():
        (inner if within else outer).append('  ' + net.declaration(part))
    inner += ['equation'] + draw.shuffled(inner_lines) + ['end Module;', '']
    outer += (['  Module module;'] if inside else []) + ['equation'] + draw.shuffled(outer_lines) + ['end M;', '']
    text = ('\n'.join(inner) if inside else '') + '\n'.join(outer)
    return Case(text, net.want(lambda part: 'module.' if parts[part] else ''), tolerance=1e-6, variants=('engines', 'structure', 'flat'))
