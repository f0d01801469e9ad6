"""Arrays of components inside arrays of components: modifications by element, by row and with `each`, slices through several
levels, loops over elements (specification, sections 7.2.5, 10.5 and 10.6.9)."""
from case import Case
from language import constant_text

TIMES = (0.0, 1.0)
NUMBERS = [1.0, 2.0, 0.5, -1.5, 3.0, 4.25, -2.0]

CELL = '''model Cell
  parameter Real p = 1, q[2] = {2, 3};
  Real x = p*q[1] + q[2]*time;
  Real w[2] = {p + time, q[1] - q[2]*time};
end Cell;
'''


def shaped(dims, at=(), f=None):
    return [shaped(dims[1:], at + (i,), f) for i in range(dims[0])] if dims else f(at)


def part(value, at):
    for i in at:
        value = value[i]
    return value


class Grid:
    """c[outer dimensions] of Row, each with a[inner dimensions] of Cell and a parameter k."""
    def __init__(self, draw):
        self.draw = draw
        self.outer = tuple(draw.between(1, 3) for _ in range(draw.between(1, 2)))
        self.inner = tuple(draw.between(1, 3) for _ in range(draw.between(1, 2)))
        self.changes, self.inside = [], []
        every = self.outer + self.inner
        self.k = self.parameter('k', self.outer, (), self.changes, 1.0)
        self.p = self.parameter('p', every, (), self.inside, 1.0)
        self.q = self.parameter('q', every, (2,), self.inside, [2.0, 3.0])

    def number(self):
        return self.draw.pick(NUMBERS)

    def parameter(self, name, dims, own, changes, default):
        """Values of a parameter in all elements; how it is modified goes to `changes` as (text, levels with each)."""
        how = self.draw.pick(['default', 'each', 'all'])
        if how == 'default':
            return shaped(dims, f=lambda at: default)
        if how == 'each':
            value = shaped(own, f=lambda at: self.number())
            changes.append('each %s = %s' % (name, constant_text(value)))
            return shaped(dims, f=lambda at: value)
        values = shaped(dims + own, f=lambda at: self.number())
        changes.append('%s = %s' % (name, constant_text(values)))
        return values

    # ---- values; `at` is a position outside and inside
    def cell(self, at, field, t):
        p, q = part(self.p, at), part(self.q, at)
        return {'p': p, 'q': q, 'x': p * q[0] + q[1] * t, 'w': [p + t, q[0] - q[1] * t]}[field]

    def total(self, at, t):
        return part(self.k, at) + sum(self.flat(shaped(self.inner, f=lambda inner: self.cell(at + inner, 'x', t))))

    def flat(self, value):
        return [x for v in value for x in self.flat(v)] if isinstance(value, list) else [value]

    # ---- slices
    def subscripts(self, dims):
        """(text, positions of each dimension; an int where it is a scalar)"""
        words, chosen = [], []
        for n in dims:
            i, j = sorted((self.draw.between(1, n), self.draw.between(1, n)))
            word, at = self.draw.pick([(':', list(range(n))), (str(i), i - 1), ('%d:%d' % (i, j), list(range(i - 1, j))),
                                       ('{%d, %d}' % (j, i), [j - 1, i - 1]), ('end', n - 1), ('%d:end' % i, list(range(i - 1, n))),
                                       ('end:-1:%d' % i, list(range(n - 1, i - 2, -1)))])
            words.append(word)
            chosen.append(at)
        if all(word == ':' for word in words) and self.draw.often(50):
            return '', chosen
        return '[%s]' % ', '.join(words), chosen

    def slice(self, t_values):
        """(text, dimensions, [value at each time])"""
        field = self.draw.pick(['x', 'total', 'p', 'w', 'q', 'k'])
        outer, chosen = self.subscripts(self.outer)
        text = 'c' + outer
        if field in ('total', 'k'):
            text += '.' + field
            get = lambda at, t: self.total(at, t) if field == 'total' else part(self.k, at)
        else:
            inner, more = self.subscripts(self.inner)
            chosen = chosen + more
            text += '.a%s.%s' % (inner, field)
            own = ''
            if field in 'wq':
                own, last = self.subscripts((2,))
                chosen, text = chosen + last, text + own
            m = len(self.outer) + len(self.inner)
            get = lambda at, t: part(self.cell(at[:m], field, t), at[m:])
        dims = [len(c) for c in chosen if isinstance(c, list)]

        def taken(rest, at, t):
            if not rest:
                return get(at, t)
            if isinstance(rest[0], int):
                return taken(rest[1:], at + (rest[0],), t)
            return [taken(rest[1:], at + (i,), t) for i in rest[0]]
        return text, dims, [taken(chosen, (), t) for t in t_values]


def elements(name, value, at=()):
    if isinstance(value, list):
        for i, v in enumerate(value):
            yield from elements(name, v, at + (i + 1,))
    else:
        yield (name + ('[%s]' % ','.join(map(str, at)) if at else ''), value)


def places(dims):
    return [()] if not dims else [(i,) + rest for i in range(dims[0]) for rest in places(dims[1:])]


def name_at(word, at):
    return '%s[%s]' % (word, ','.join(str(i + 1) for i in at))


def generate(draw):
    grid = Grid(draw)
    want = {}
    for at in places(grid.outer):
        row = name_at('c', at)
        want[row + '.total'] = {t: grid.total(at, t) for t in TIMES}
        for inner in places(grid.inner):
            cell = '%s.%s' % (row, name_at('a', inner))
            for field in 'pxwq':
                for (name, first), (_, last) in zip(*[elements('%s.%s' % (cell, field), grid.cell(at + inner, field, t)) for t in TIMES]):
                    want[name] = dict(zip(TIMES, (first, last)))
    lines, equations = [], []
    for k in range(draw.between(1, 4)):
        text, dims, values = grid.slice(TIMES)
        name, word = 's%d' % (k + 1), '[%s]' % ', '.join(map(str, dims)) if dims else ''
        if draw.often(40):
            lines.append('  Real %s%s;' % (name, word))
            equations.append('  %s = %s;' % (name, text))
        else:
            lines.append('  Real %s%s = %s;' % (name, word, text))
        for (n, first), (_, last) in zip(elements(name, values[0]), elements(name, values[1])):
            want[n] = {TIMES[0]: first, TIMES[1]: last}
        if dims:
            lines.append('  Real %s_sum = sum(%s);' % (name, text))
            want[name + '_sum'] = {t: sum(grid.flat(v)) for t, v in zip(TIMES, values)}
    if draw.often(50):
        n = grid.outer[0]
        rest = ', 1' * (len(grid.outer) - 1)
        lines.append('  Real pair[%d];' % n)
        equations.append('  for i in 1:%d loop\n    pair[i] = c[i%s].total - 2*c[%d - i%s].total;\n  end for;' % (n, rest, n + 1, rest))
        zero = (0,) * (len(grid.outer) - 1)
        for i in range(n):
            want['pair[%d]' % (i + 1)] = {t: grid.total((i,) + zero, t) - 2 * grid.total((n - 1 - i,) + zero, t) for t in TIMES}
    changes = list(grid.changes)
    if grid.inside:
        changes.append('a(%s)' % ', '.join(grid.inside))
    text = CELL + '''model Row
  parameter Real k = 1;
  Cell a[%s];
  Real total = k + sum(a.x);
end Row;
model M
  Row c[%s]%s;
''' % (', '.join(map(str, grid.inner)), ', '.join(map(str, grid.outer)), '(%s)' % ', '.join(changes) if changes else '')
    text += '\n'.join(lines + (['equation'] if equations else []) + equations + ['end M;', ''])
    return Case(text, want, variants=('engines', 'structure', 'c', 'flat'))
