"""Random expressions of all types. The same expression stands in a parameter, in equations over variables, in an
algorithm, in a function of variables and in a function of constants; the variables jump at time 0.5, so each
place is compared for two sets of values (specification, chapters 3, 10 and 12)."""
from case import Case
from draw import Rejected
from language import Literal, converted, flat, text, type_text, value_of

WHOLE = [1, 0, 2, 3, 5, 7, -1, -2, -3, -7, 10, 12]
REAL = [1.0, 0.5, 2.5, -1.5, -0.25, 3.0, 7.75, -4.0, 0.0, 10.5]
WORDS = ['a', '', 'ab', 'b', 'B', 'aa', 'Zz', '10']
BEFORE, AFTER = 0.25, 1.0  # the variables jump at 0.5


class Writer:
    """Draws expressions of a wanted type, and the variables they need."""
    def __init__(self, draw):
        self.draw = draw
        self.types, self.values = {}, ({}, {})

    def constant(self, kind):
        d = self.draw
        return {'I': lambda: d.pick(WHOLE), 'R': lambda: d.pick(REAL), 'B': lambda: bool(d.below(2)),
                'S': lambda: d.pick(WORDS), 'E': lambda: Literal(d.between(1, 4))}[kind]()

    def filled(self, kind, dims):
        return [self.filled(kind, dims[1:]) for _ in range(dims[0])] if dims else self.constant(kind)

    def variable(self, type_):
        known = [name for name, t in self.types.items() if t == type_]
        if known and self.draw.often(60):
            return ('name', self.draw.pick(known))
        name = 'v%d' % (len(self.types) + 1)
        self.types[name] = type_
        for values in self.values:
            values[name] = self.filled(*type_)
        return ('name', name)

    def leaf(self, type_):
        if self.draw.often(60) or type_[1] and self.draw.often(80):
            return self.variable(type_)
        return ('constant', self.filled(*type_))

    def of(self, type_, depth):
        """An expression that has a value for both sets of variables; a leaf where none was found."""
        if depth <= 0 or self.draw.often(8):
            return self.leaf(type_)
        for _ in range(12):
            rules = self.rules_of_arrays(type_) if type_[1] else RULES[type_[0]]
            tree = self.draw.pick(rules)(self, type_, depth - 1)
            try:
                for values in self.values:
                    value_of(tree, values)
                return tree
            except (Rejected, ZeroDivisionError, OverflowError):
                pass
        return self.leaf(type_)

    def number(self, depth):
        return self.of((self.draw.pick('IR'), ()), depth)

    def vector(self, kind, depth, n=None):
        return self.of((kind, (n or self.draw.pick([2, 1, 3, 3, 4]),)), depth)

    def matrix(self, kind, depth):
        return self.of((kind, (self.draw.between(1, 3), self.draw.between(1, 3))), depth)

    def rules_of_arrays(self, type_):
        kind, dims = type_
        rules = [Writer.listed, Writer.choice]
        if kind in 'IR':
            rules += [Writer.arithmetic, Writer.scaled, Writer.arithmetic]
            rules += VECTOR_RULES if len(dims) == 1 else MATRIX_RULES
        return rules

    # ---- rules for all types
    def choice(self, t, n):
        branches = [(self.of(('B', ()), n), self.of(t, n)) for _ in range(1 + self.draw.often(30))]
        return ('if', branches, self.of(t, n))

    def picked(self, t, n):
        kind = t[0]
        if self.draw.often(40):
            rows, columns = self.draw.between(1, 3), self.draw.between(2, 3)
            i, j = self.draw.between(1, rows), self.draw.between(1, columns)
            last = ('end', columns - j) if self.draw.often(50) else ('constant', j)
            return ('element', self.variable((kind, (rows, columns))), [('constant', i), last])
        m = self.draw.between(2, 4)
        array = self.variable((kind, (m,)))
        if self.draw.often(50):
            at = ('operator', '+', ('call', 'mod', [self.of(('I', ()), n), ('constant', m)]), ('constant', 1))
        else:
            at = ('end', self.draw.below(m))
        return ('element', array, [at])

    # ---- numbers
    def arithmetic(self, t, n):
        op = self.draw.pick(['+', '-', '*', 'minus', '.+', '.-', '.*'])
        if op == 'minus':
            return ('minus', self.of(t, n))
        if op == '*' and t[1]:
            op = '.*'
        return ('operator', op, self.of(t, n), self.of(t, n))

    def reduction(self, t, n):
        name = self.draw.pick(['sum', 'product', 'min', 'max'])
        low = self.draw.between(-2, 2)
        bounds = ('range', ('constant', low), ('constant', low + self.draw.between(0, 4) - 1))
        i = ('iterator', 'i')
        body = self.draw.pick([i, ('operator', '*', i, i), ('operator', '+', ('operator', '*', ('constant', 2), i), ('constant', 1))])
        body = ('operator', self.draw.pick(['+', '*', '-']), body, self.of(t, n - 1))
        iterators = [('i', bounds)]
        if self.draw.often(30):
            body = ('operator', '+', body, ('iterator', 'j'))
            iterators.append(('j', ('range', ('constant', 1), ('constant', 2))))
        return ('over', name, body, iterators)

    def smaller(self, t, n):
        other = self.of(t, n)
        return ('call', self.draw.pick(['min', 'max']), [other, self.of(t, n)])

    def folded(self, t, n):
        array = self.matrix(t[0], n) if self.draw.often(30) else self.vector(t[0], n)
        return ('call', self.draw.pick(['sum', 'max', 'min', 'product']), [array])

    def divided(self, t, n):
        return ('call', self.draw.pick(['div', 'mod', 'rem']), [self.of(t, n), self.of(t, n)])

    def inner(self, t, n):
        m = self.draw.between(1, 3)
        return ('operator', '*', self.vector(t[0], n, m), self.vector(t[0], n, m))

    def absolute(self, t, n):
        return ('call', 'abs', [self.of(t, n)])

    def whole_of_real(self, t, n):
        return ('call', 'integer', [self.of(('R', ()), n)])

    def signum(self, t, n):
        return ('call', 'sign', [self.number(n)])

    def ordinal(self, t, n):
        return ('call', 'Integer', [self.of(('E', ()), n)])

    def extent(self, t, n):
        return ('call', 'size', [self.matrix('R', n), ('constant', self.draw.between(1, 2))])

    def ratio(self, t, n):
        return ('operator', self.draw.pick(['/', './']), self.number(n), self.number(n))

    def potency(self, t, n):
        return ('operator', self.draw.pick(['^', '.^']), self.number(n), self.number(0))

    def rounded(self, t, n):
        return ('call', self.draw.pick(['floor', 'ceil']), [self.of(t, n)])

    def elementary(self, t, n):
        name = self.draw.pick(['sin', 'cos', 'tanh', 'atan', 'exp', 'sqrt'])
        argument = self.number(n)
        return ('call', name, [('call', 'abs', [argument]) if name == 'sqrt' else argument])

    def angle(self, t, n):
        return ('call', 'atan2', [self.number(n), self.number(n)])

    def from_whole(self, t, n):
        return self.of(('I', ()), n)

    def only(self, t, n):
        return ('call', 'scalar', [self.of((t[0], (1, 1)), n)])

    def quiet(self, t, n):
        return ('call', 'noEvent', [self.of(t, n)])

    # ---- Booleans, Strings, enumerations
    def junction(self, t, n):
        return ('operator', self.draw.pick(['and', 'or']), self.of(t, n), self.of(t, n))

    def negation(self, t, n):
        return ('not', self.of(t, n))

    def relation(self, t, n):
        kind = self.draw.pick('IRISEBR')
        ops = ['<', '<=', '>', '>='] + (['==', '<>'] if kind != 'R' else [])
        return ('operator', self.draw.pick(ops), self.of((kind, ()), n), self.of((kind, ()), n))

    def joined(self, t, n):
        return ('operator', '+', self.of(t, n), self.of(t, n))

    def printed(self, t, n):
        kind = self.draw.pick('IBER')
        options = []
        if kind == 'R':
            return ('string', ('constant', self.constant('R')), [('significantDigits', self.draw.between(3, 7))])
        if self.draw.often(50):
            options.append(('minimumLength', self.draw.pick([0, 3, 6])))
            if self.draw.often(50):
                options.append(('leftJustified', bool(self.draw.below(2))))
        return ('string', self.of((kind, ()), n), options)

    def color(self, t, n):
        index = ('operator', '+', ('call', 'mod', [self.of(('I', ()), n), ('constant', 4)]), ('constant', 1))
        return ('call', 'Color', [index])

    # ---- arrays
    def listed(self, t, n):
        kind, dims = t
        return ('array', [self.of((kind, dims[1:]), n) for _ in range(dims[0])])

    def scaled(self, t, n):
        scalar, array = self.of((t[0], ()), n), self.of(t, n)
        pairs = [('*', scalar, array), ('.*', scalar, array), ('.+', scalar, array), ('.-', scalar, array), ('*', array, scalar)]
        if t[0] == 'R':
            pairs += [('/', array, scalar), ('./', array, scalar), ('./', scalar, array)]
        return ('operator', *self.draw.pick(pairs))

    def sliced(self, t, n):
        kind, (m,) = t
        i = self.draw.between(1, 3)
        if self.draw.often(40):
            at = ('array', [('constant', self.draw.between(1, m + 2)) for _ in range(m)])
        else:
            at = ('range', ('constant', i), ('constant', i + m - 1))
        return ('element', self.variable((kind, (m + 2,))), [at])

    def counted(self, t, n):
        low, i = self.draw.between(-2, 3), ('iterator', 'i')
        bounds = ('range', ('constant', low), ('constant', low + t[1][0] - 1))
        return ('over', '', ('operator', '+', ('operator', '*', i, self.of((t[0], ()), n)), i), [('i', bounds)])

    def mapped(self, t, n):
        kind, (m,) = t
        if self.draw.often(50):
            return ('operator', '*', self.of((kind, (m, 2)), n), self.of((kind, (2,)), n))
        return ('operator', '*', self.of((kind, (2,)), n), self.of((kind, (2, m)), n))

    def chained(self, t, n):
        kind, (m,) = t
        first = self.draw.between(1, m)
        if first == m:
            return ('call', 'cat', [('constant', 1), self.of(t, n)])
        return ('call', 'cat', [('constant', 1), self.of((kind, (first,)), n), self.of((kind, (m - first,)), n)])

    def row(self, t, n):
        kind, (m,) = t
        i = ('constant', self.draw.between(1, 2))
        if self.draw.often(50):
            return ('element', self.variable((kind, (2, m))), [i, ('all',)])
        return ('element', self.variable((kind, (m, 2))), [('all',), i])

    def crossed(self, t, n):
        if t[1] != (3,):
            return self.leaf(t)
        return ('call', 'cross', [self.of(t, n), self.of(t, n)])

    def flattened(self, t, n):
        return ('call', 'vector', [self.of((t[0], (t[1][0], 1)), n)])

    def multiplied(self, t, n):
        kind, (rows, columns) = t
        m = self.draw.between(1, 3)
        return ('operator', '*', self.of((kind, (rows, m)), n), self.of((kind, (m, columns)), n))

    def turned(self, t, n):
        kind, (rows, columns) = t
        return ('call', 'transpose', [self.of((kind, (columns, rows)), n)])

    def outer(self, t, n):
        kind, (rows, columns) = t
        return ('call', 'outerProduct', [self.of((kind, (rows,)), n), self.of((kind, (columns,)), n)])

    def square(self, t, n):
        kind, (rows, columns) = t
        if rows != columns:
            return self.leaf(t)
        if self.draw.often(50):
            return ('call', 'symmetric', [self.of(t, n)])
        return ('call', 'diagonal', [self.of((kind, (rows,)), n)])

    def repeated(self, t, n):
        return ('call', 'fill', [self.of((t[0], ()), n)] + [('constant', m) for m in t[1]])

    def beside(self, t, n):
        kind, (rows, columns) = t
        if columns < 2:
            return self.leaf(t)
        return ('call', 'cat', [('constant', 2), self.of((kind, (rows, 1)), n), self.of((kind, (rows, columns - 1)), n)])

    def nested(self, t, n):
        """{... for i, j}: the last iterator counts the first dimension (10.4.1.1)."""
        kind, (rows, columns) = t
        i, j = ('iterator', 'i'), ('iterator', 'j')
        body = ('operator', '+', ('operator', '*', i, self.of((kind, ()), n)), j)
        return ('over', '', body, [('i', ('range', ('constant', 1), ('constant', columns))),
                                   ('j', ('range', ('constant', 1), ('constant', rows)))])


W = Writer
RULES = {
    'I': [W.arithmetic, W.choice, W.picked, W.arithmetic, W.smaller, W.divided, W.divided, W.whole_of_real, W.signum,
          W.absolute, W.ordinal, W.reduction, W.folded, W.extent, W.inner],
    'R': [W.arithmetic, W.choice, W.picked, W.arithmetic, W.ratio, W.potency, W.divided, W.rounded, W.elementary, W.angle,
          W.smaller, W.reduction, W.folded, W.inner, W.from_whole, W.absolute, W.only, W.quiet],
    'B': [W.relation, W.junction, W.negation, W.choice, W.relation, W.picked],
    'S': [W.joined, W.printed, W.choice, W.printed],
    'E': [W.choice, W.color, W.picked],
}
VECTOR_RULES = [W.sliced, W.counted, W.mapped, W.chained, W.row, W.crossed, W.flattened, W.repeated]
MATRIX_RULES = [W.multiplied, W.turned, W.outer, W.square, W.repeated, W.beside, W.nested]


def elements(name, value):
    """Scalar names and values of an array variable, as a result file names them."""
    def walk(part, at):
        if isinstance(part, list):
            for i, inner in enumerate(part):
                yield from walk(inner, at + [i + 1])
        else:
            yield (name + ('[%s]' % ','.join(map(str, at)) if at else ''), part)
    return list(walk(value, []))


def generate(draw):
    writer = Writer(draw)
    types = [('I', ()), ('R', ()), ('B', ()), ('S', ()), ('E', ()), ('R', (3,)), ('I', (2,)), ('R', (2, 2)), ('I', (2, 3)),
             ('R', (1, 1)), ('B', (2,))]
    places, want = Places(writer), {}
    for number in range(1, draw.between(1, 3) + 1):
        type_ = draw.pick(types)
        tree = writer.of(type_, draw.between(1, 4))
        values = [converted(value_of(tree, env), type_[0]) for env in writer.values]
        if any(flat(v) == [] for v in values):
            raise Rejected
        want.update(places.add(number, type_, tree, values))
    return Case(places.model(), want, variants=('engines', 'c', 'structure', 'flat'))


class Places:
    """Where an expression is put; a String is compared inside the model."""
    def __init__(self, writer):
        self.writer = writer
        self.functions, self.declarations, self.algorithm = [], [], []

    def add(self, k, type_, tree, values):
        want = {}
        uses = {name: self.writer.types[name] for name in self.writer.types}
        word, dims = type_text(type_)
        inputs = ''.join('    input %s %s%s;\n' % (type_text(t)[0], name, type_text(t)[1]) for name, t in uses.items())
        self.functions.append('  function f%d\n%s    output %s y%s;\n  algorithm\n    y := %s;\n  end f%d;' %
                              (k, inputs, word, dims, text(tree), k))
        constants = ', '.join(text(('constant', self.writer.values[0][name])) for name in uses)
        names = ', '.join(uses)
        spots = {'p': 'parameter %s p%d%s = %s;' % (word, k, dims, text(tree, 'p_')),
                 'e': '%s e%d%s = %s;' % (word, k, dims, text(tree)),
                 'g': '%s g%d%s = f%d(%s);' % (word, k, dims, k, names),
                 'k': '%s k%d%s = f%d(%s);' % (word, k, dims, k, constants),
                 'a': '%s a%d%s;' % (word, k, dims)}
        self.algorithm.append('  a%d := %s;' % (k, text(tree)))
        self.declarations += spots.values()
        for spot in spots:
            fixed = spot in 'pk'
            want.update(self.expected(spot, k, type_, values[0], values[0] if fixed else values[1]))
        return want

    def expected(self, spot, k, type_, before, after):
        name = '%s%d' % (spot, k)
        if type_[0] != 'S':
            return {n: {BEFORE: b, AFTER: a} for (n, b), (_, a) in zip(elements(name, before), elements(name, after))}
        self.declarations.append('Boolean is_%s = %s == (if time < 0.5 then %s else %s);' %
                                 (name, name, text(('constant', before)), text(('constant', after))))
        return {'is_' + name: {BEFORE: True, AFTER: True}}

    def model(self):
        lines = ['model M', '  type Color = enumeration(red, green, blue, dark);'] + self.functions
        jumps = []
        for name, type_ in self.writer.types.items():
            word, dims = type_text(type_)
            first, second = [text(('constant', values[name])) for values in self.writer.values]
            lines.append('  parameter %s p_%s%s = %s;' % (word, name, dims, first))
            lines.append('  %s%s %s%s;' % ('discrete ' if type_[0] == 'R' else '', word, name, dims))
            jumps.append('    %s = if time < 0.5 then %s else %s;' % (name, first, second))
        lines += ['  ' + line for line in self.declarations]
        if jumps:
            lines += ['equation', '  when {initial(), time >= 0.5} then'] + jumps + ['  end when;']
        return '\n'.join(lines + ['algorithm'] + self.algorithm + ['end M;', ''])


