"""Differential-algebraic systems of index 1, 2 and 3 made from solutions in closed form: the equations are written down with
the forcing terms that make the solution one, mixed by an invertible matrix, with constraints that are linear or not, and with
wishes for states (specification, section 4.9.6). The solution is compared under all forms, engines and methods."""
from case import Case
from signals import drawn

TIMES = (0.0, 0.5, 1.0)
SMALL = [0.5, 0.0, -0.5, 0.25, -0.25, 1.0]


class System:
    def __init__(self, draw):
        self.draw = draw
        self.lines, self.equations, self.initial, self.want = [], [], [], {}

    def known(self, name, signal, order=0):
        self.want[name] = {t: signal.at(t, order) for t in TIMES}

    def wish(self):
        """A wish that any choice of states may overrule without harm."""
        return self.draw.pick(['', '', 'stateSelect = StateSelect.prefer', 'stateSelect = StateSelect.avoid', 'nominal = 2'])

    def declare(self, name, value, fixed=False):
        words = ['start = %r' % value] + (['fixed = true'] if fixed else []) + [w for w in [self.wish()] if w]
        self.lines.append('  Real %s(%s);' % (name, ', '.join(words)))

    def mixed(self, residuals):
        """Sums of residuals (left, right) with a unit triangular matrix of small numbers: as many, coupled."""
        if not self.draw.often(50):
            return ['  %s = %s;' % pair for pair in residuals]
        out = []
        for k, (left, right) in enumerate(residuals):
            lefts, rights = [left], [right]
            for other in residuals[:k]:
                c = self.draw.pick([0, 1, -1, 2])
                if c:
                    lefts.append('(%d)*(%s)' % (c, other[0]))
                    rights.append('(%d)*(%s)' % (c, other[1]))
            out.append('  %s = %s;' % (' + '.join(lefts), ' + '.join(rights)))
        return self.draw.shuffled(out)

    def coupling(self, names, signals):
        """(text over the variables, text of the same over the solution)"""
        terms = []
        for name, signal in zip(names, signals):
            c = self.draw.pick(SMALL)
            form = self.draw.pick(['%s', '%s', 'sin(%s)', '%s*%s', 'tanh(%s)'])
            if c:
                terms.append((c, form, name, signal.text()))
        if not terms:
            return '0', '0'
        fill = lambda form, x: form % ((x,) * form.count('%s'))
        return (' + '.join('(%r)*%s' % (c, fill(f, x)) for c, f, x, _ in terms), ' + '.join('(%r)*%s' % (c, fill(f, s)) for c, f, _, s in terms))

    def model(self):
        lines = ['model M'] + self.lines
        if self.initial:
            lines += ['initial equation'] + self.initial
        return '\n'.join(lines + ['equation'] + self.equations + ['end M;', ''])


def explicit(system, x, s, others=(), signals=()):
    """der(x) = coupling - damping + forcing"""
    residuals = []
    for name, signal in zip(x, s):
        left, right = system.coupling(list(x) + list(others), list(s) + list(signals))
        residuals.append(('der(%s) + %s' % (name, name), '%s + (%s + %s - (%s))' % (left, signal.text(1), signal.text(), right)))
    return residuals


def index_one(system):
    d = system.draw
    n, m = d.between(1, 3), d.between(1, 3)
    x, y = ['x%d' % (k + 1) for k in range(n)], ['y%d' % (k + 1) for k in range(m)]
    s, u = [drawn(d) for _ in x], [drawn(d) for _ in y]
    for name, signal in zip(x, s):
        system.declare(name, signal.at(0), fixed=True)
    for name, signal in zip(y, u):
        system.declare(name, signal.at(0))
    residuals = explicit(system, x, s, y, u)
    loops = []
    for k, (name, signal) in enumerate(zip(y, u)):
        inside, known = system.coupling([v for v in y if v != name] + x, [v for j, v in enumerate(u) if j != k] + s)
        scale = 4 * m  # the diagonal dominates: one solution
        loops.append(('%d*%s + %s' % (scale, name, inside), '%d*%s + %s' % (scale, signal.text(), known)))
    system.equations += system.mixed(residuals) + system.mixed(loops)
    return x + y, s + u


def constraint(system, x, s):
    """g(x) = g(s) with a gradient that is nowhere zero for the last variable; (text, gradient texts)"""
    d = system.draw
    quadratic = d.often(50)
    c = [d.pick([1.0, 0.5, -0.5, 2.0]) for _ in x]
    c[-1] = abs(c[-1])
    term = lambda k, v: '(%r)*%s^2' % (c[k], v) if quadratic else '(%r)*%s' % (c[k], v)
    g = lambda names: ' + '.join(term(k, v) for k, v in enumerate(names))
    gradient = ['(%r)*%s' % (2 * c[k], v) if quadratic else '(%r)' % c[k] for k, v in enumerate(x)]
    along = ['(%r)*%s' % (2 * c[k], v.text()) if quadratic else '(%r)' % c[k] for k, v in enumerate(s)]
    return '  %s = %s;' % (g(x), g([v.text() for v in s])), gradient, along


def index_two(system):
    d = system.draw
    n = d.between(1, 3)
    x = ['x%d' % (k + 1) for k in range(n)]
    s, z = [drawn(d) for _ in x], drawn(d)
    for name, signal in zip(x, s):
        system.declare(name, signal.at(0))
    system.declare('z', z.at(0))
    equation, gradient, along = constraint(system, x, s)
    residuals = []
    for (left, right), g, a in zip(explicit(system, x, s), gradient, along):
        residuals.append((left, '%s + %s*z - %s*%s' % (right, g, a, z.text())))
    system.equations += system.mixed(residuals) + [equation]
    system.initial += ['  %s = %r;' % (name, signal.at(0)) for name, signal in list(zip(x, s))[:-1]]
    return x + ['z'], s + [z]


def index_three(system):
    d = system.draw
    n = d.between(2, 3)
    p, v = ['p%d' % (k + 1) for k in range(n)], ['v%d' % (k + 1) for k in range(n)]
    s, z = [drawn(d) for _ in p], drawn(d)
    for k, (a, b) in enumerate(zip(p, v)):
        system.declare(a, s[k].at(0))
        system.declare(b, s[k].at(0, 1))
    system.declare('z', z.at(0))
    equation, gradient, along = constraint(system, p, s)
    forces = []
    for k in range(n):
        left, right = system.coupling(p, s)
        forces.append(('der(%s) + %s' % (v[k], v[k]), '%s + %s*z + (%s + %s - (%s) - %s*%s)' %
                       (left, gradient[k], s[k].text(2), s[k].text(1), right, along[k], z.text())))
    system.equations += ['  der(%s) = %s;' % pair for pair in zip(p, v)] + system.mixed(forces) + [equation]
    for k in range(n - 1):
        system.initial += ['  %s = %r;' % (p[k], s[k].at(0)), '  %s = %r;' % (v[k], s[k].at(0, 1))]
    for k in range(n):
        system.known(v[k], s[k], 1)
    return p + ['z'], s + [z]


def changed_states(system):
    """Derivatives of other variables than those of the equations: w = x + 0.2 x^3, and sums."""
    d = system.draw
    n = d.between(1, 3)
    x, w = ['x%d' % (k + 1) for k in range(n)], ['w%d' % (k + 1) for k in range(n)]
    s = [drawn(d) for _ in x]
    for k in range(n):
        start = s[k].at(0)
        system.declare(x[k], start)
        system.declare(w[k], start)
        system.initial.append('  %s = %r;' % (x[k], start))
        left, right = system.coupling(x, s)
        linear = d.often(50)
        t, dt = s[k].text(), s[k].text(1)
        system.equations.append('  %s = %s;' % (w[k], '2*%s' % x[k] if linear else '%s + 0.2*%s^3' % (x[k], x[k])))
        rate = '2*%s' % dt if linear else '(1 + 0.6*%s^2)*%s' % (t, dt)
        damped = '2*%s' % t if linear else '(%s + 0.2*%s^3)' % (t, t)
        system.equations.append('  der(%s) + %s = %s + (%s + %s - (%s));' % (w[k], w[k], left, rate, damped, right))
    if d.often(40):
        system.lines.append('  Real total(stateSelect = StateSelect.prefer) = %s, rate = der(total);' % ' + '.join(x))
        system.want['total'] = {t: sum(v.at(t) for v in s) for t in TIMES}
        system.want['rate'] = {t: sum(v.at(t, 1) for v in s) for t in TIMES}
    return x, s


def generate(draw):
    system = System(draw)
    kind = draw.pick([index_one, index_two, index_three, changed_states])
    names, signals = kind(system)
    for name, signal in zip(names, signals):
        system.known(name, signal)
    # --inline with a fixed step and --direct without reduction are compared where no index is reduced.
    variants = ('engines', 'c', 'structure', 'dae', 'methods', 'flat') + (('inline',) if kind is index_one else ())
    return Case(system.model(), system.want, options=['--tolerance', '1e-9'], tolerance=3e-5, variants=variants)
