"""Calls of functions of which some arguments are known: records and vectors of constants, numbers, Booleans, beside what
varies; functions that call each other, arrays made on the spot and multiplied, branches, vectors worked on element by
element, and results of which some are read by nobody. Evaluated beside, operation by operation."""
from case import Case
from draw import Rejected

NUMBERS = [0.5, 2.0, -1.0, 0.25, 3.0, -0.75, 1.5]
KINDS = {'r': 'Real', 'b': 'Boolean', 'i': 'Integer', 'v': 'Real', 'd': 'Data'}


class Function:
    """A function as a list of statements; `call` evaluates it."""
    def __init__(self, draw, number, others):
        self.draw, self.others = draw, others
        self.name = 'f%d' % number
        kinds = [draw.pick('rrbivd') for _ in range(draw.between(1, 4))]
        self.inputs = ['%s%d' % (kind, k + 1) for k, kind in enumerate(kinds)]
        self.outputs = ['y%d' % (k + 1) for k in range(draw.between(1, 3))]
        self.locals = ['l%d' % (k + 1) for k in range(draw.between(0, 3))]
        self.vectors = ['w%d' % (k + 1) for k in range(draw.between(0, 2))]
        self.known = list(self.inputs)  # what has a value so far
        self.statements = [self.set(name) for name in draw.shuffled(self.locals + self.vectors) + self.outputs]
        for _ in range(draw.between(0, 3)):
            self.statements.append(self.statement())
        self.is_inlined = draw.often(20)

    def names(self, kind):
        return [name for name in self.known if name[0] in kind]

    # Expressions are pairs: text, and a function of the values of names.

    def number(self):
        value = self.draw.pick(NUMBERS)
        return '(%r)' % value, lambda env: value

    def variable(self):
        d, names = self.draw, self.names('ryl')
        if self.names('vw') and d.often(30):
            name, k = d.pick(self.names('vw')), d.below(3)
            return '%s[%d]' % (name, k + 1), lambda env: env[name][k]
        if self.names('d') and d.often(50):
            name, k = d.pick(self.names('d')), d.below(4)
            return '%s.%s' % (name, 'b' if k == 3 else 'a[%d]' % (k + 1)), lambda env: env[name]['b'] if k == 3 else env[name]['a'][k]
        if not names:
            return self.number()
        name = d.pick(names)
        return name, lambda env: env[name]

    def condition(self):
        d = self.draw
        if self.names('b') and d.often(60):
            name = d.pick(self.names('b'))
            return name, lambda env: env[name]
        if self.names('i') and d.often(60):
            name, value = d.pick(self.names('i')), d.between(1, 3)
            return '%s == %d' % (name, value), lambda env: env[name] == value
        (a, x), (b, y) = self.variable(), self.number()
        return '%s > %s' % (a, b), lambda env: x(env) > y(env)

    def vector(self, depth):
        d = self.draw
        if depth and d.often(60):
            parts = [self.real(depth - 1) for _ in range(3)]
            return '{%s}' % ', '.join(text for text, _ in parts), lambda env: [x(env) for _, x in parts]
        if self.names('vw'):
            name = d.pick(self.names('vw'))
            if depth and d.often(30):
                (a, x) = self.real(depth - 1)
                return '(%s)*%s' % (a, name), lambda env: [x(env) * y for y in env[name]]
            return name, lambda env: list(env[name])
        if self.names('d'):
            name = d.pick(self.names('d'))
            return name + '.a', lambda env: list(env[name]['a'])
        values = [d.pick(NUMBERS) for _ in range(3)]
        return '{%s}' % ', '.join(map(repr, values)), lambda env: list(values)

    def call(self, depth):
        f = self.draw.pick(self.others)
        arguments = [self.argument(name, depth) for name in f.inputs]
        text = '%s(%s)' % (f.name, ', '.join(text for text, _ in arguments))
        return text, lambda env: f.value([x(env) for _, x in arguments])[0], f, arguments

    def argument(self, name, depth):
        d, kind = self.draw, name[0]
        if kind == 'r':
            return self.real(depth)
        if kind == 'v':
            return self.vector(depth)
        same = self.names(kind)
        if same and d.often(50):
            name = d.pick(same)
            return name, lambda env: env[name]
        return constant(d, kind)

    def real(self, depth):
        d = self.draw
        how = d.below(8) if depth else d.below(2)
        if how < 2:
            return self.number() if how == 0 else self.variable()
        if how == 2 and self.others:
            return self.call(depth - 1)[:2]
        if how == 3:
            (a, x), (b, y) = self.vector(depth - 1), self.vector(depth - 1)
            return '(%s)*(%s)' % (a, b), lambda env: dot(x(env), y(env))
        if how == 4:
            (a, x) = self.vector(depth - 1)
            return 'sum(%s)' % a, lambda env: total(x(env))
        if how == 5:
            (c, z), (a, x), (b, y) = self.condition(), self.real(depth - 1), self.real(depth - 1)
            return '(if %s then %s else %s)' % (c, a, b), lambda env: x(env) if z(env) else y(env)
        (a, x), (b, y) = self.real(depth - 1), self.real(depth - 1)
        if how == 6:
            word = d.pick(['min', 'max'])
            take = min if word == 'min' else max
            return '%s(%s, %s)' % (word, a, b), lambda env: take(x(env), y(env))
        sign = d.pick('+-*')
        return '(%s %s %s)' % (a, sign, b), lambda env: {'+': lambda p, q: p + q, '-': lambda p, q: p - q, '*': lambda p, q: p * q}[sign](x(env), y(env))

    # Statements are pairs, too: lines, and what they do with the values.

    def set(self, name):
        d = self.draw
        if name[0] == 'w':
            (text, x) = self.vector(2)
        else:
            (text, x) = self.real(3)
        if name not in self.known:
            self.known.append(name)
        return ['%s := %s;' % (name, text)], lambda env: env.__setitem__(name, x(env))

    def statement(self):
        d, how = self.draw, self.draw.below(4)
        if how == 1:
            (c, z) = self.condition()
            yes, no = self.set(d.pick(self.outputs + self.locals)), self.set(d.pick(self.outputs + self.locals))
            lines = ['if %s then' % c] + ['  ' + line for line in yes[0]] + ['else'] + ['  ' + line for line in no[0]] + ['end if;']
            return lines, lambda env: (yes if z(env) else no)[1](env)
        if how == 2 and self.vectors:
            name, k, (text, x) = d.pick(self.vectors), d.below(3), self.real(2)
            return ['%s[%d] := %s;' % (name, k + 1, text)], lambda env: env[name].__setitem__(k, x(env))
        if how == 3 and self.others:
            text, _, f, arguments = self.call(1)
            targets = [d.pick(['', name]) for name in (self.outputs + self.locals)[:len(f.outputs)]]
            targets += [''] * (len(f.outputs) - len(targets))
            if any(targets):
                def several(env):
                    for name, value in zip(targets, f.value([x(env) for _, x in arguments])):
                        if name:
                            env[name] = value
                return ['(%s) := %s;' % (', '.join(targets), text)], several
        return self.set(d.pick(self.outputs + self.locals))

    def value(self, arguments):
        env = dict(zip(self.inputs, arguments))
        for _, act in self.statements:
            act(env)
        if any(abs(env[name]) > 1e12 for name in self.outputs):
            raise Rejected
        return [env[name] for name in self.outputs]

    def text(self):
        def declared(name):
            return '%s %s%s' % (KINDS.get(name[0], 'Real'), name, '[3]' if name[0] in 'vw' else '')
        lines = ['  function %s' % self.name]
        lines += ['    input %s;' % declared(name) for name in self.inputs]
        lines += ['    output Real %s;' % name for name in self.outputs]
        if self.locals + self.vectors:
            lines += ['  protected'] + ['    %s;' % declared(name) for name in self.locals + self.vectors]
        lines.append('  algorithm')
        lines += ['    ' + line for part, _ in self.statements for line in part]
        if not self.is_inlined:
            lines.append('    annotation(Inline = false);')
        return lines + ['  end %s;' % self.name]


def dot(x, y):
    return total([a * b for a, b in zip(x, y)])


def total(x):
    result = 0.0
    for value in x:
        result += value
    return result


def constant(draw, kind):
    """An argument that is known: its text, and its value."""
    if kind == 'b':
        value = draw.often(50)
        return ('true' if value else 'false'), lambda env: value
    if kind == 'i':
        value = draw.between(1, 3)
        return str(value), lambda env: value
    if kind == 'd':
        name = draw.pick(sorted(RECORDS))
        return name, lambda env: RECORDS[name]
    if kind == 'v':
        values = [draw.pick(NUMBERS) for _ in range(3)]
        return '{%s}' % ', '.join(map(repr, values)), lambda env: list(values)
    value = draw.pick(NUMBERS)
    return '(%r)' % value, lambda env: value


RECORDS = {'first': {'a': [1.0, 2.0, 3.0], 'b': 10.0}, 'second': {'a': [-0.5, 0.25, 4.0], 'b': 0.0}}

HEAD = '''model M
  record Data
    Real a[3];
    Real b;
  end Data;
  constant Data first = Data({1, 2, 3}, 10);
  constant Data second = Data({-0.5, 0.25, 4}, 0);
'''


def varying(draw, kind):
    """An argument of an equation that varies: its text at any time t, and its value there."""
    c = draw.pick(NUMBERS)
    if kind == 'r':
        return '(%r + time)' % c, lambda t: c + t
    if kind == 'v':
        at = draw.below(3)
        values = [draw.pick(NUMBERS) for _ in range(3)]
        texts = [repr(v) if k != at else '(%r + time)' % v for k, v in enumerate(values)]
        return '{%s}' % ', '.join(texts), lambda t: [v if k != at else v + t for k, v in enumerate(values)]
    text, value = constant(draw, kind)
    return text, lambda t: value({})


def generate(draw):
    functions = []
    for k in range(draw.between(1, 4)):
        functions.append(Function(draw, k + 1, list(functions)))
    lines, equations, want = [], [], {}
    for k in range(draw.between(1, 4)):
        f = draw.pick(functions[::-1])
        arguments = [varying(draw, name[0]) if draw.often(50) else constant(draw, name[0]) for name in f.inputs]
        names = ['x%d_%d' % (k + 1, j + 1) if j == 0 or draw.often(60) else '' for j in range(len(f.outputs))]
        call = '%s(%s)' % (f.name, ', '.join(text for text, _ in arguments))
        equations.append('  %s = %s;' % (names[0] if len(names) == 1 else '(%s)' % ', '.join(names), call))
        lines += ['  Real %s;' % name for name in names if name]
        for t in (0.0, 1.0):
            values = f.value([x(t) for _, x in arguments])
            for name, value in zip(names, values):
                if name:
                    want.setdefault(name, {})[t] = value
    text = HEAD + '\n'.join([line for f in functions for line in f.text()] + lines + ['equation'] + equations + ['end M;', ''])
    return Case(text, want, variants=('engines', 'c', 'flat'))
