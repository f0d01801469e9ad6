"""Records with fields, arrays and records inside: made by constructors, functions, choices, field by field, in algorithms, in
arrays, by extension with defaults (specification, sections 4.6, 12.6 and 10.6). Each new one is made from earlier ones."""
from case import Case

TIMES = (0.25, 1.0)
NUMBERS = [1.0, 2.0, 0.5, -1.5, 3.0, 4.25]

LIBRARY = '''record Inner
  Real x;
  Integer n;
end Inner;
record Data
  Real a;
  Integer k;
  Real v[2];
  Inner s;
end Data;
record More "with a field behind and a default changed"
  extends Data(k = 7);
  Real extra = 9;
end More;
'''
FIELDS = ['a', 'k', 'v[1]', 'v[2]', 's.x', 's.n']


def numbers(draw):
    """The fields of a record at one time."""
    real = lambda: draw.pick(NUMBERS)
    return {'a': real(), 'k': draw.between(-3, 5), 'v[1]': real(), 'v[2]': real(), 's.x': real(), 's.n': draw.between(0, 4)}


class Maker:
    def __init__(self, draw):
        self.draw = draw
        self.known = []           # (name, [fields at each time])
        self.functions, self.declarations, self.equations, self.algorithm = [], [], [], []
        self.want = {}

    def pick(self):
        return self.draw.pick(self.known)

    def add(self, kind='Data', text=None, values=None, fields=FIELDS):
        name = 'r%d' % (len(self.known) + 1)
        self.declarations.append('  %s %s%s;' % (kind, name, '' if text is None else ' = ' + text))
        self.known.append((name, values))
        for field in fields:
            self.want['%s.%s' % (name, field)] = {t: v[field] for t, v in zip(TIMES, values)}
        return name

    # ---- ways to make a record
    def constructed(self):
        f = numbers(self.draw)
        inner = self.draw.pick(['Inner(%r, %d)', 'Inner(x = %r, n = %d)']) % (f['s.x'], f['s.n'])
        full = 'Data(%r, %d, {%r, %r}, %s)' % (f['a'], f['k'], f['v[1]'], f['v[2]'], inner)
        named = 'Data(s = %s, v = {%r, %r}, a = %r, k = %d)' % (inner, f['v[1]'], f['v[2]'], f['a'], f['k'])
        self.add('Data', self.draw.pick([full, named]), [f, f])

    def modified(self):
        f = numbers(self.draw)
        timed = dict(f, a=f['a'] + TIMES[1])
        kind = 'Data r%d(a = %r + time, k = %d, v = {%r, %r}, s(x = %r, n = %d))' % (len(self.known) + 1, f['a'], f['k'], f['v[1]'], f['v[2]'], f['s.x'], f['s.n'])
        name = self.add('Data', None, [dict(f, a=f['a'] + TIMES[0]), timed])
        self.declarations[-1] = '  %s;' % kind
        return name

    def chosen(self):
        (one, a), (two, b) = self.pick(), self.pick()
        if self.draw.often(50):
            self.add('Data', 'if time < 0.5 then %s else %s' % (one, two), [a[0], b[1]])
        else:
            self.add('Data', 'if time > 0.5 then %s else %s' % (one, two), [b[0], a[1]])

    def computed(self):
        """By a function of two records."""
        (one, a), (two, b) = self.pick(), self.pick()
        c = self.draw.pick(NUMBERS)
        k = len(self.functions) + 1
        way = self.draw.pick(['fields', 'copy', 'constructor'])
        body = {'fields': 'z.a := x.a + (%r)*y.v[2];\n    z.k := x.k + y.s.n;\n    z.v := x.v - y.v;\n    z.s := y.s;' % c,
                'copy': 'z := x;\n    z.a := x.a + (%r)*y.v[2];\n    z.k := z.k + y.s.n;\n    z.v[1] := x.v[1] - y.v[1];\n'
                        '    z.v[2] := z.v[2] - y.v[2];\n    z.s := y.s;' % c,
                'constructor': 'z := Data(x.a + (%r)*y.v[2], x.k + y.s.n, x.v - y.v, y.s);' % c}[way]
        self.functions.append('function f%d\n  input Data x;\n  input Data y;\n  output Data z;\nalgorithm\n    %s\nend f%d;\n' % (k, body, k))

        def result(x, y):
            return {'a': x['a'] + c * y['v[2]'], 'k': x['k'] + y['s.n'], 'v[1]': x['v[1]'] - y['v[1]'], 'v[2]': x['v[2]'] - y['v[2]'],
                    's.x': y['s.x'], 's.n': y['s.n']}
        call = 'f%d(%s, %s)' % (k, one, two) if self.draw.often(60) else 'f%d(y = %s, x = %s)' % (k, two, one)
        self.add('Data', call, [result(x, y) for x, y in zip(a, b)])

    def by_equations(self):
        (one, a), (two, b) = self.pick(), self.pick()
        values = [{'a': x['a'] - 2 * y['a'], 'k': y['k'], 'v[1]': x['v[2]'], 'v[2]': x['v[1]'] + t, 's.x': y['s.x'], 's.n': y['s.n']}
                  for x, y, t in zip(a, b, TIMES)]
        name = self.add('Data', None, values)
        self.equations += ['%s.a = %s.a - 2*%s.a;' % (name, one, two), '%s.k = %s.k;' % (name, two),
                           '%s.v = {%s.v[2], %s.v[1] + time};' % (name, one, one), '%s.s = %s.s;' % (name, two)]

    def by_equality(self):
        one, a = self.pick()
        name = self.add('Data', None, a)
        self.equations.append('%s = %s;' % ((name, one) if self.draw.often(50) else (one, name)))

    def by_algorithm(self):
        (one, a), (two, b) = self.pick(), self.pick()
        values = [dict(x, a=x['a'] + y['a'], **{'v[2]': y['v[1]'], 's.x': x['s.x'] + 1}) for x, y in zip(a, b)]
        name = self.add('Data', None, values)
        self.algorithm.append(['%s := %s;' % (name, one), '%s.a := %s.a + %s.a;' % (name, name, two),
                               '%s.v[2] := %s.v[1];' % (name, two), '%s.s.x := %s.s.x + 1;' % (name, name)])

    def from_array(self):
        members = [self.pick() for _ in range(self.draw.between(1, 3))]
        k, i = len(self.declarations), self.draw.below(len(members))
        self.declarations.append('  Data d%d[%d] = {%s};' % (k, len(members), ', '.join(name for name, _ in members)))
        self.declarations.append('  Real d%d_a[%d] = d%d.a, d%d_sum = sum(d%d.v[2]) + sum(d%d[:].s.x);' % (k, len(members), k, k, k, k))
        for j, (_, values) in enumerate(members):
            self.want['d%d_a[%d]' % (k, j + 1)] = {t: v['a'] for t, v in zip(TIMES, values)}
        self.want['d%d_sum' % k] = {t: sum(m[n]['v[2]'] + m[n]['s.x'] for _, m in members) for n, t in enumerate(TIMES)}
        self.add('Data', 'd%d[%d]' % (k, i + 1), members[i][1])

    def extended(self):
        f = dict(numbers(self.draw), k=7, extra=9.0)
        text = 'More(a = %r, v = {%r, %r}, s = Inner(%r, %d))' % (f['a'], f['v[1]'], f['v[2]'], f['s.x'], f['s.n'])
        if self.draw.often(50):
            f['extra'] = self.draw.pick(NUMBERS)
            text = text[:-1] + ', extra = %r)' % f['extra']
        name = 'm%d' % len(self.declarations)
        self.declarations.append('  More %s = %s;' % (name, text))
        for field in FIELDS + ['extra']:
            self.want['%s.%s' % (name, field)] = {t: f[field] for t in TIMES}


def generate(draw):
    maker = Maker(draw)
    maker.constructed()
    for _ in range(draw.between(1, 6)):
        draw.pick([maker.constructed, maker.computed, maker.chosen, maker.by_equations, maker.by_equality, maker.by_algorithm,
                   maker.from_array, maker.modified, maker.extended])()
    lines = ['model M'] + maker.declarations
    if maker.equations:
        lines += ['equation'] + ['  ' + line for line in draw.shuffled(maker.equations)]
    for section in maker.algorithm:
        lines += ['algorithm'] + ['  ' + line for line in section]
    text = LIBRARY + ''.join(maker.functions) + '\n'.join(lines + ['end M;', ''])
    return Case(text, maker.want, variants=('engines', 'structure', 'c', 'flat'))
