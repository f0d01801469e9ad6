"""Overloaded operators over quaternions, whose product does not commute: random expressions of scalars, vectors and matrices,
Reals and Integers converted by the constructor (specification, chapter 14)."""
from case import Case
from draw import Rejected

TIMES = (0.25, 1.0)

LIBRARY = '''operator record Quaternion
  Real a, b, c, d;
  encapsulated operator 'constructor'
    import Quaternion;
    function fromReal
      input Real a;
      input Real b = 0;
      input Real c = 0;
      input Real d = 0;
      output Quaternion q(a = a, b = b, c = c, d = d);
    algorithm
    end fromReal;
  end 'constructor';
  encapsulated operator function '0'
    import Quaternion;
    output Quaternion q = Quaternion(0, 0, 0, 0);
  algorithm
  end '0';
  encapsulated operator function '+'
    import Quaternion;
    input Quaternion x;
    input Quaternion y;
    output Quaternion z = Quaternion(x.a + y.a, x.b + y.b, x.c + y.c, x.d + y.d);
  algorithm
  end '+';
  encapsulated operator '-'
    import Quaternion;
    function negate
      input Quaternion x;
      output Quaternion z = Quaternion(-x.a, -x.b, -x.c, -x.d);
    algorithm
    end negate;
    function subtract
      input Quaternion x;
      input Quaternion y;
      output Quaternion z = Quaternion(x.a - y.a, x.b - y.b, x.c - y.c, x.d - y.d);
    algorithm
    end subtract;
  end '-';
  encapsulated operator '*'
    import Quaternion;
    function multiply
      input Quaternion x;
      input Quaternion y;
      output Quaternion z;
    algorithm
      z := Quaternion(x.a*y.a - x.b*y.b - x.c*y.c - x.d*y.d, x.a*y.b + x.b*y.a + x.c*y.d - x.d*y.c,
                      x.a*y.c - x.b*y.d + x.c*y.a + x.d*y.b, x.a*y.d + x.b*y.c - x.c*y.b + x.d*y.a);
    end multiply;
  end '*';
  encapsulated operator function '=='
    import Quaternion;
    input Quaternion x;
    input Quaternion y;
    output Boolean same = abs(x.a - y.a) + abs(x.b - y.b) + abs(x.c - y.c) + abs(x.d - y.d) < 1e-9;
  algorithm
  end '==';
end Quaternion;
'''


def plus(x, y):
    return tuple(p + q for p, q in zip(x, y))


def minus(x, y):
    return tuple(p - q for p, q in zip(x, y))


def product(x, y):
    a, b, c, d = x
    e, f, g, h = y
    return (a * e - b * f - c * g - d * h, a * f + b * e + c * h - d * g, a * g - b * h + c * e + d * f, a * h + b * g - c * f + d * e)


class Writer:
    def __init__(self, draw):
        self.draw, self.names = draw, {}     # name: (dimensions, [value at each time])

    def constant(self):
        return tuple(float(self.draw.between(-2, 3)) for _ in range(4))

    def variable(self, dims):
        name = 'q%d' % (len(self.names) + 1)
        make = lambda dims: [make(dims[1:]) for _ in range(dims[0])] if dims else self.constant()
        first, second = make(dims), make(dims)
        self.names[name] = (dims, [first, second])
        return name, [first, second], 3

    def of(self, dims, depth):
        """(text, values at the two times, level: 1 sum, 2 product, 3 primary)"""
        d = self.draw
        if depth <= 0 or d.often(10):
            known = [n for n, (own, _) in self.names.items() if own == dims]
            if known and d.often(60):
                name = d.pick(known)
                return name, self.names[name][1], 3
            return self.variable(dims)
        rules = [self.sum, self.difference, self.negative, self.sum]
        rules += [self.scalar_product, self.inner, self.mixed, self.scalar_product] if not dims else [self.scaled, self.listed]
        rules += [self.mapped] if len(dims) == 1 else []
        return d.pick(rules)(dims, depth - 1)

    @staticmethod
    def shown(term, level):
        return '(%s)' % term[0] if term[2] < level else term[0]

    @staticmethod
    def each(f, x, y):
        if isinstance(x, list) or isinstance(y, list):
            pairs = zip(x, y) if isinstance(x, list) and isinstance(y, list) else [(p, y) for p in x] if isinstance(x, list) else [(x, q) for q in y]
            return [Writer.each(f, p, q) for p, q in pairs]
        return f(x, y)

    def binary(self, op, f, x, y, level):
        values = [self.each(f, p, q) for p, q in zip(x[1], y[1])]
        return '%s %s %s' % (self.shown(x, level), op, self.shown(y, level + 1)), values, level

    def sum(self, dims, n):
        return self.binary('+', plus, self.of(dims, n), self.of(dims, n), 1)

    def difference(self, dims, n):
        return self.binary('-', minus, self.of(dims, n), self.of(dims, n), 1)

    def negative(self, dims, n):
        x = self.of(dims, n)
        return '(-%s)' % self.shown(x, 2), [self.each(lambda p, _: minus((0.0,) * 4, p), v, None) if isinstance(v, list)
                                            else minus((0.0,) * 4, v) for v in x[1]], 3

    def scalar_product(self, dims, n):
        return self.binary('*', product, self.of((), n), self.of((), n), 2)

    def mixed(self, dims, n):
        """A Real beside a quaternion is converted by the constructor (14.5)."""
        number = self.draw.pick([2.0, 0.5, -1.5])
        real = ('(%r)' % number if number < 0 else repr(number), [(number, 0.0, 0.0, 0.0)] * 2, 3)
        pair = [real, self.of((), n)]
        op, f, level = self.draw.pick([('*', product, 2), ('+', plus, 1), ('-', minus, 1)])
        return self.binary(op, f, *(pair if self.draw.often(50) else pair[::-1]), level)

    def inner(self, dims, n):
        m = (self.draw.between(1, 3),)
        x, y = self.of(m, n), self.of(m, n)

        def fold(p, q):
            total = (0.0,) * 4
            for u, v in zip(p, q):
                total = plus(total, product(u, v))
            return total
        return '%s * %s' % (self.shown(x, 2), self.shown(y, 3)), [fold(p, q) for p, q in zip(x[1], y[1])], 2

    def mapped(self, dims, n):
        m = self.draw.between(1, 2)
        matrix, vector = self.of((dims[0], m), n), self.of((m,), n)

        def times(a, v):
            out = []
            for row in a:
                total = (0.0,) * 4
                for p, q in zip(row, v):
                    total = plus(total, product(p, q))
                out.append(total)
            return out
        return '%s * %s' % (self.shown(matrix, 2), self.shown(vector, 3)), [times(p, q) for p, q in zip(matrix[1], vector[1])], 2

    def scaled(self, dims, n):
        pair = [self.of((), n), self.of(dims, n)]
        return self.binary('*', product, *(pair if self.draw.often(50) else pair[::-1]), 2)

    def listed(self, dims, n):
        parts = [self.of(dims[1:], n) for _ in range(dims[0])]
        return '{%s}' % ', '.join(p[0] for p in parts), [[p[1][k] for p in parts] for k in (0, 1)], 3


def literal(value):
    if isinstance(value, list):
        return '{%s}' % ', '.join(map(literal, value))
    return 'Quaternion(%s)' % ', '.join(map(repr, value))


def elements(name, value, at=()):
    if isinstance(value, list):
        for i, v in enumerate(value):
            yield from elements(name, v, at + (i + 1,))
    else:
        suffix = '[%s]' % ','.join(map(str, at)) if at else ''
        for field, x in zip('abcd', value):
            if abs(x) > 1e8:
                raise Rejected
            yield '%s%s.%s' % (name, suffix, field), x


def generate(draw):
    writer, lines, want = Writer(draw), [], {}
    for k in range(draw.between(1, 3)):
        dims = draw.pick([(), (2,), (3,), (2, 2)])
        text, values, _ = writer.of(dims, draw.between(1, 3))
        name = 'e%d' % (k + 1)
        lines.append('  Quaternion %s%s = %s;' % (name, '[%s]' % ', '.join(map(str, dims)) if dims else '', text))
        for (n, first), (_, second) in zip(elements(name, values[0]), elements(name, values[1])):
            want[n] = dict(zip(TIMES, (first, second)))
        if not dims:
            lines.append('  Real same_%s = noEvent(if %s == (if time < 0.5 then %s else %s) then 1 else 0);' % (name, name, literal(values[0]), literal(values[1])))
            want['same_' + name] = {t: 1.0 for t in TIMES}
    given = ['  Quaternion %s%s = if time < 0.5 then %s else %s;' %
             (name, '[%s]' % ', '.join(map(str, dims)) if dims else '', literal(v[0]), literal(v[1])) for name, (dims, v) in writer.names.items()]
    return Case(LIBRARY + '\n'.join(['model M'] + given + lines + ['end M;', '']), want, variants=('engines', 'structure', 'c', 'flat'))
