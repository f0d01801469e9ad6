"""Expressions as trees: how they are written in Modelica, and what they are worth (chapters 3, 10 and 12).

A tree is a tuple whose first word says what it is; a type is (kind, dimensions) with the kinds I, R, B, S, E.
Values are int, float, bool, str, Literal and lists of them. The evaluator knows nothing of Tarn. Where the
value hangs on the last bit (a tie of a relation, a jump of floor) it gives up: those models are not drawn.
"""
import math
from draw import Rejected

COLORS = ['red', 'green', 'blue', 'dark']
TYPE_NAMES = {'I': 'Integer', 'R': 'Real', 'B': 'Boolean', 'S': 'String', 'E': 'Color'}
LARGEST = {'I': 2 ** 31 - 1, 'R': 1e9}


class Literal(int):
    """An enumeration literal by its ordinal number."""


# ---- How it is written --------------------------------------------------------------------

LEVELS = {'or': 1, 'and': 2, '<': 4, '<=': 4, '>': 4, '>=': 4, '==': 4, '<>': 4, '+': 5, '-': 5, '.+': 5, '.-': 5,
          '*': 6, '/': 6, '.*': 6, './': 6, '^': 7, '.^': 7}


def constant_text(value):
    if isinstance(value, bool):
        return 'true' if value else 'false'
    if isinstance(value, Literal):
        return 'Color.' + COLORS[value - 1]
    if isinstance(value, str):
        return '"%s"' % value
    if isinstance(value, list):
        return '{' + ', '.join(map(constant_text, value)) + '}'
    return repr(value)


def level(tree):
    kind = tree[0]
    if kind == 'constant':
        value = tree[1]
        return 5 if isinstance(value, (int, float)) and not isinstance(value, (bool, Literal)) and value < 0 else 8
    if kind == 'operator':
        return LEVELS[tree[1]]
    return {'if': 0, 'not': 3, 'minus': 5}.get(kind, 8)


def text(tree, prefix=''):
    kind, show = tree[0], lambda part: text(part, prefix)

    def operand(part, lowest):
        return '(%s)' % show(part) if level(part) < lowest else show(part)
    if kind == 'constant':
        return constant_text(tree[1])
    if kind == 'name':
        return prefix + tree[1]
    if kind == 'iterator' or kind == 'text':
        return tree[1]
    if kind == 'operator':
        op, left, right = tree[1:]
        own = LEVELS[op]
        both = own in (4, 7)
        return '%s %s %s' % (operand(left, own + 1 if both else own), op, operand(right, own + 1))
    if kind == 'minus':
        return '-' + operand(tree[1], 6)
    if kind == 'not':
        return 'not ' + operand(tree[1], 4)
    if kind == 'if':
        words = ['if %s then %s' % (show(c), show(a)) for c, a in tree[1]]
        return ' else'.join(words) + ' else ' + show(tree[2])
    if kind == 'call':
        return '%s(%s)' % (tree[1], ', '.join(map(show, tree[2])))
    if kind == 'string':
        return 'String(%s)' % ', '.join([show(tree[1])] + ['%s = %s' % (n, constant_text(v)) for n, v in tree[2]])
    if kind == 'array':
        return '{' + ', '.join(map(show, tree[1])) + '}'
    if kind == 'element':
        return '%s[%s]' % (show(tree[1]), ', '.join(map(show, tree[2])))
    if kind == 'range':
        parts = [tree[1], tree[2]] if len(tree) == 3 else [tree[1], tree[3], tree[2]]
        return ':'.join(operand(part, 5) for part in parts)
    if kind == 'all':
        return ':'
    if kind == 'end':
        return 'end - %d' % tree[1] if tree[1] else 'end'
    if kind == 'over':  # reduction, or an array by iterators when it has no name
        inside = '%s for %s' % (show(tree[2]), ', '.join('%s in %s' % (name, show(r)) for name, r in tree[3]))
        return '%s(%s)' % (tree[1], inside) if tree[1] else '{%s}' % inside
    raise AssertionError(kind)


def type_text(type_):
    """(word, dimensions) of a declaration"""
    kind, dims = type_
    return TYPE_NAMES[kind], '[%s]' % ', '.join(map(str, dims)) if dims else ''


# ---- What it is worth ---------------------------------------------------------------------

def sound(value):
    """The value, when it is neither too large nor too small to be compared."""
    if isinstance(value, list):
        for part in value:
            sound(part)
    elif isinstance(value, float):
        if not math.isfinite(value) or abs(value) > LARGEST['R'] or 0 < abs(value) < 1e-9:
            raise Rejected
    elif isinstance(value, int) and abs(value) > LARGEST['I']:
        raise Rejected
    return value


def is_short(x):
    """A number of few binary digits: sums and comparisons of such numbers are exact."""
    return isinstance(x, int) or x * 1048576 == math.floor(x * 1048576)


def away_from_jump(x):
    if abs(x - round(x)) < 1e-7 and not is_short(x):
        raise Rejected
    return x


def each(f, a, b):
    """Element by element; a scalar meets every element."""
    if isinstance(a, list) and isinstance(b, list):
        return [each(f, x, y) for x, y in zip(a, b, strict=True)]
    if isinstance(a, list):
        return [each(f, x, b) for x in a]
    if isinstance(b, list):
        return [each(f, a, y) for y in b]
    return f(a, b)


def flat(a):
    return [x for part in a for x in flat(part)] if isinstance(a, list) else [a]


def size(a):
    return [len(a)] + (size(a[0]) if a else []) if isinstance(a, list) else []


def times(a, b):
    da, db = len(size(a)), len(size(b))
    if da == 0 or db == 0:
        return each(lambda x, y: x * y, a, b)
    if da == 1 and db == 1:
        return sum(x * y for x, y in zip(a, b, strict=True))
    if da == 2 and db == 1:
        return [times(row, b) for row in a]
    columns = [list(c) for c in zip(*b)]
    if da == 1:
        return [times(a, c) for c in columns]
    return [[times(row, c) for c in columns] for row in a]


def quotient(a, b):
    if abs(b) < 1e-6:
        raise Rejected
    return a / b


def power(a, b):
    if (a < 0 and b != int(b)) or (a == 0 and b <= 0) or abs(b) > 12:
        raise Rejected
    try:
        return float(a) ** b
    except OverflowError:
        raise Rejected from None


def relation(op, a, b):
    if isinstance(a, float) or isinstance(b, float):
        if a != b and abs(a - b) < 1e-6 or a == b and not (is_short(a) and is_short(b)):
            raise Rejected
    return {'<': a < b, '<=': a <= b, '>': a > b, '>=': a >= b, '==': a == b, '<>': a != b}[op]


def truncated(a, b):
    """div of the specification: the quotient without its fractional part."""
    if isinstance(a, int) and isinstance(b, int):
        if b == 0:
            raise Rejected
        return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
    if abs(b) < 1e-3:
        raise Rejected
    return float(math.trunc(away_from_jump(a / b)))


def floored(a, b):
    if isinstance(a, int) and isinstance(b, int):
        if b == 0:
            raise Rejected
        return a % b
    if abs(b) < 1e-3:
        raise Rejected
    return a - math.floor(away_from_jump(a / b)) * b


def exact_compare(f):
    def choose(a, b):
        if isinstance(a, float) != isinstance(b, float):
            a, b = float(a), float(b)
        return f(a, b)
    return choose


def fold(f):
    def folded(*parts):
        values = flat(parts[0]) if len(parts) == 1 else list(parts)
        if not values:
            raise Rejected
        out = values[0]
        for value in values[1:]:
            out = exact_compare(f)(out, value)
        return out
    return folded


def transposed(a):
    return [list(row) for row in zip(*a)]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def filled(value, *dims):
    return [filled(value, *dims[1:]) for _ in range(dims[0])] if dims else value


def chained(dimension, *parts):
    if dimension == 1:
        return [x for part in parts for x in part]
    return [[x for row in rows for x in row] for rows in zip(*parts, strict=True)]


def angle(a, b):
    if a == 0 and b == 0:
        raise Rejected
    return math.atan2(a, b)


def exponential(a):
    if a > 30:
        raise Rejected
    return math.exp(a)


FUNCTIONS = {
    'abs': abs, 'sign': lambda a: (a > 0) - (a < 0), 'min': fold(min), 'max': fold(max),
    'sum': lambda a: sum(flat(a)), 'product': lambda a: math.prod(flat(a)),
    'div': truncated, 'mod': floored, 'rem': lambda a, b: a - truncated(a, b) * b,
    'floor': lambda a: float(math.floor(away_from_jump(a))), 'ceil': lambda a: float(math.ceil(away_from_jump(a))),
    'integer': lambda a: math.floor(away_from_jump(a)), 'Integer': int,
    'Color': lambda a: Literal(a) if 1 <= a <= 4 else None,
    'sqrt': lambda a: math.sqrt(a) if a >= 0 else sound(math.inf),
    'sin': math.sin, 'cos': math.cos, 'tanh': math.tanh, 'atan': math.atan, 'exp': exponential, 'atan2': angle,
    'size': lambda a, d: size(a)[d - 1], 'ndims': lambda a: len(size(a)), 'scalar': lambda a: flat(a)[0],
    'vector': flat, 'transpose': transposed, 'cross': cross, 'fill': filled, 'cat': chained,
    'outerProduct': lambda a, b: [[x * y for y in b] for x in a],
    'symmetric': lambda a: [[a[min(i, j)][max(i, j)] for j in range(len(a))] for i in range(len(a))],
    'diagonal': lambda a: [[x if i == j else 0 * x for j in range(len(a))] for i, x in enumerate(a)],
    'identity': lambda n: [[int(i == j) for j in range(n)] for i in range(n)],
    'noEvent': lambda a: a,
}

OPERATORS = {
    '+': lambda a, b: each(lambda x, y: x + y, a, b), '-': lambda a, b: each(lambda x, y: x - y, a, b),
    '.+': lambda a, b: each(lambda x, y: x + y, a, b), '.-': lambda a, b: each(lambda x, y: x - y, a, b),
    '.*': lambda a, b: each(lambda x, y: x * y, a, b), '*': times,
    '/': lambda a, b: each(quotient, a, b), './': lambda a, b: each(quotient, a, b),
    '^': lambda a, b: power(a, b) if not isinstance(a, list) else matrix_power(a, b),
    '.^': lambda a, b: each(power, a, b), 'and': lambda a, b: a and b, 'or': lambda a, b: a or b,
}


def matrix_power(a, n):
    out = FUNCTIONS['identity'](len(a))
    for _ in range(n):
        out = times(out, a)
    return out


def string(value, options):
    width, left = options.get('minimumLength', 0), options.get('leftJustified', True)
    if isinstance(value, Literal):
        shown = COLORS[value - 1]
    elif isinstance(value, bool):
        shown = constant_text(value)
    elif isinstance(value, int):
        shown = str(value)
    else:
        shown = '%.*g' % (options.get('significantDigits', 6), value)
    return shown.ljust(width) if left else shown.rjust(width)


def span_of(tree, env):
    low, high, step = value_of(tree[1], env), value_of(tree[2], env), 1 if len(tree) == 3 else value_of(tree[3], env)
    if step == 0 or not all(isinstance(x, int) for x in (low, high, step)) or abs(high - low) > 60:
        raise Rejected
    return list(range(low, high + (1 if step > 0 else -1), step))


def element(array, subscripts, env):
    if not subscripts:
        return array
    first, n = subscripts[0], len(array)
    if first[0] == 'all':
        return [element(part, subscripts[1:], env) for part in array]
    if first[0] == 'end':
        at = n - first[1]
    else:
        at = span_of(first, env) if first[0] == 'range' else value_of(first, env)
    wanted = at if isinstance(at, list) else [at]
    if not all(1 <= i <= n for i in wanted):
        raise Rejected
    parts = [element(array[i - 1], subscripts[1:], env) for i in wanted]
    return parts if isinstance(at, list) else parts[0]


def over(tree, env):
    name, body, iterators = tree[1:]

    def collect(k, inner):
        """Of an array the last iterator counts the first dimension; a reduction only needs all values."""
        if k < 0:
            return sound(value_of(body, inner))
        iterator, bounds = iterators[k]
        return [collect(k - 1, {**inner, iterator: i}) for i in span_of(bounds, inner)]
    values = collect(len(iterators) - 1, env)
    if not name:
        return values
    if name in ('min', 'max') and not flat(values):
        raise Rejected
    return FUNCTIONS[name](values)


def value_of(tree, env):
    """The value of a tree where `env` gives the values of names and iterators."""
    return sound(worth(tree, env))


def worth(tree, env):
    kind = tree[0]
    if kind == 'constant':
        return tree[1]
    if kind in ('name', 'iterator'):
        return env[tree[1]]
    if kind == 'operator':
        op, left = tree[1], value_of(tree[2], env)
        right = value_of(tree[3], env)
        if LEVELS[op] == 4:
            return relation(op, left, right)
        return OPERATORS[op](left, right)
    if kind == 'minus':
        return each(lambda x, y: y - x, value_of(tree[1], env), 0)
    if kind == 'not':
        return not value_of(tree[1], env)
    if kind == 'if':
        # All branches must have values: Tarn may evaluate what is not chosen.
        branches = [(value_of(c, env), value_of(a, env)) for c, a in tree[1]]
        last = value_of(tree[2], env)
        return next((a for c, a in branches if c), last)
    if kind == 'call':
        return FUNCTIONS[tree[1]](*[value_of(a, env) for a in tree[2]])
    if kind == 'string':
        return string(value_of(tree[1], env), dict(tree[2]))
    if kind == 'array':
        return [value_of(a, env) for a in tree[1]]
    if kind == 'range':
        return span_of(tree, env)
    if kind == 'element':
        return element(value_of(tree[1], env), tree[2], env)
    if kind == 'over':
        return over(tree, env)
    raise AssertionError(kind)


def converted(value, kind):
    """As a variable of a kind holds it: an Integer expression in a Real variable is a Real."""
    if isinstance(value, list):
        return [converted(part, kind) for part in value]
    return float(value) if kind == 'R' and not isinstance(value, bool) else value
