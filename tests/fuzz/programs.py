"""Statements as trees: drawn, written as Modelica, and executed (specification, chapter 11).

The expressions of a program have a value whatever its variables are; a run that is too long, too large or
meets a tie is rejected.
"""
from draw import Rejected
from language import converted, text, value_of

LONGEST = 20000  # statements of one run


class Break(Exception):
    pass


class Return(Exception):
    pass


def number(n):
    return ('constant', n)


def op(symbol, a, b):
    return ('operator', symbol, a, b)


class Programmer:
    """Draws programs over Integers, Reals, a vector v[3] of Reals and a vector w[4] of Integers."""
    def __init__(self, draw, whole, real, may_return):
        self.draw = draw
        self.whole, self.real = list(whole), list(real)              # may be read
        self.set_whole, self.set_real = [n for n in whole if n[0] == 'i'], [n for n in real if n[0] == 'r']
        self.may_return = may_return
        self.counters = []

    def I(self, n):
        d = self.draw
        if n <= 0:
            return d.pick([('name', name) for name in self.whole] + [number(k) for k in (1, 2, 3, 7)])
        a, c = self.I(n - 1), number(d.pick([3, 2, 5, 7, 11]))
        return d.pick([
            lambda: op('+', a, self.I(n - 1)), lambda: op('-', a, self.I(n - 1)),
            lambda: op('*', ('call', 'mod', [a, c]), ('call', 'rem', [self.I(n - 1), c])),
            lambda: ('call', 'div', [a, d.pick([c, number(-c[1])])]),
            lambda: ('call', 'mod', [a, d.pick([c, number(-c[1])])]),
            lambda: ('call', 'rem', [a, d.pick([c, number(-c[1])])]),
            lambda: ('if', [(self.B(n - 1), a)], self.I(n - 1)),
            lambda: ('call', d.pick(['min', 'max']), [a, self.I(n - 1)]),
            lambda: ('call', 'abs', [a]), lambda: ('minus', a),
            lambda: ('element', ('name', 'w'), [op('+', ('call', 'mod', [a, number(4)]), number(1))]),
            lambda: ('call', 'sum', [('element', ('name', 'w'), [('range', number(1), ('call', 'mod', [a, number(5)]))])]),
            lambda: ('call', 'sign', [op('-', a, number(2))]),
            lambda: ('over', d.pick(['sum', 'product', 'max']), op('+', ('call', 'mod', [a, number(3)]), ('iterator', 'q')),
                     [('q', ('range', number(1), number(d.between(1, 3))))]),
            lambda: ('call', 'max', [('name', 'w')]),
            lambda: ('call', 'size', [('name', 'v'), number(1)]),
        ])()

    def R(self, n):
        d = self.draw
        if n <= 0:
            return d.pick([('name', name) for name in self.real] + [number(x) for x in (0.5, 1.25, 2.0)])
        a = self.R(n - 1)
        return d.pick([
            lambda: op('+', a, self.R(n - 1)), lambda: op('-', a, self.R(n - 1)),
            lambda: ('call', 'sin', [op('*', a, self.R(n - 1))]),
            lambda: op('/', a, op('+', number(1), op('^', self.R(n - 1), number(2)))),
            lambda: op('/', self.I(n - 1), number(8)),
            lambda: ('element', ('name', 'v'), [op('+', ('call', 'mod', [self.I(0), number(3)]), number(1))]),
            lambda: ('if', [(self.B(n - 1), a)], self.R(n - 1)),
            lambda: op('*', ('name', 'v'), ('array', [number(1.0), self.R(n - 1), number(2.0)])),
            lambda: ('call', 'max', [a, number(0.25)]),
            lambda: ('call', 'sum', [op('*', number(0.5), ('name', 'v'))]),
        ])()

    def B(self, n):
        d = self.draw
        relation = op(d.pick(['<', '<=', '>', '>=', '==', '<>']), self.I(n - 1), self.I(n - 1))
        if d.often(20):
            relation = op(d.pick(['<', '>']), self.R(n - 1), self.R(n - 1))
        if n > 0 and d.often(35):
            return op(d.pick(['and', 'or']), relation, self.B(n - 1))
        return ('not', relation) if d.often(15) else relation

    def bounded(self, tree, m):
        return ('call', 'mod', [tree, number(m)])

    def assignment(self):
        d = self.draw
        return d.pick([
            lambda: ('assign', ('name', d.pick(self.set_whole)), self.bounded(self.I(2), 1009)),
            lambda: ('assign', ('name', d.pick(self.set_real)), self.R(2)),
            lambda: ('assign', ('element', ('name', 'v'), [op('+', self.bounded(self.I(1), 3), number(1))]), self.R(1)),
            lambda: ('assign', ('element', ('name', 'w'), [op('+', self.bounded(self.I(1), 4), number(1))]), self.bounded(self.I(1), 101)),
            lambda: ('assign', ('name', 'v'), ('element', ('name', 'v'), [('array', [number(3), number(1), number(2)])])),
            lambda: ('assign', ('element', ('name', 'w'), [('range', number(2), number(3))]),
                     ('element', ('name', 'w'), [('range', number(1), number(2))])),
            lambda: ('assign', ('name', 'v'), op('+', op('*', self.R(0), ('name', 'v')), ('array', [self.R(0), self.R(0), number(1.0)]))),
        ])()

    def block(self, depth, in_loop):
        return [self.statement(depth, in_loop) for _ in range(self.draw.between(1, 4))]

    def statement(self, depth, in_loop):
        d = self.draw
        what = d.pick(['assign'] * 5 + ['if'] * 3 + ['for'] * 3 + ['while', 'leave'])
        if depth <= 0 or what == 'assign':
            return self.assignment()
        if what == 'if':
            branches = [(self.B(1), self.block(depth - 1, in_loop)) for _ in range(1 + d.often(40))]
            return ('if', branches, self.block(depth - 1, in_loop) if d.often(60) else [])
        if what == 'for':
            name = 'k%d' % depth
            bounds = ('range', number(d.between(-2, 2)), number(d.between(-1, 6)), number(d.pick([1, 1, 2, -1])))
            self.whole.append(name)
            body = self.block(depth - 1, True)
            self.whole.remove(name)
            return ('for', name, bounds, body)
        if what == 'while':
            counter = 'n%d' % (len(self.counters) + 1)
            self.counters.append(counter)
            return ('while', counter, self.B(1), self.block(depth - 1, True))
        if in_loop:
            return ('leave', 'break', self.B(1))
        return ('leave', 'return', self.B(1)) if self.may_return else self.assignment()


def write(block, indent):
    """Lines of Modelica."""
    pad, lines = '  ' * indent, []
    for s in block:
        if s[0] == 'assign':
            lines.append('%s%s := %s;' % (pad, text(s[1]), text(s[2])))
        elif s[0] == 'if':
            for k, (condition, body) in enumerate(s[1]):
                lines += ['%s%s %s then' % (pad, 'elseif' if k else 'if', text(condition))] + write(body, indent + 1)
            if s[2]:
                lines += [pad + 'else'] + write(s[2], indent + 1)
            lines.append(pad + 'end if;')
        elif s[0] == 'for':
            lines += ['%sfor %s in %s loop' % (pad, s[1], text(s[2]))] + write(s[3], indent + 1) + [pad + 'end for;']
        elif s[0] == 'while':
            lines += ['%s%s := 0;' % (pad, s[1]), '%swhile %s < 7 and (%s) loop' % (pad, s[1], text(s[2])),
                      '%s  %s := %s + 1;' % (pad, s[1], s[1])] + write(s[3], indent + 1) + [pad + 'end while;']
        else:
            lines.append('%sif %s then %s; end if;' % (pad, text(s[2]), s[1]))
    return lines


class Run:
    """Executes a block on `env`."""
    def __init__(self, env):
        self.env, self.steps = env, 0

    def assign(self, target, value):
        env = self.env
        if target[0] == 'name':
            old = env[target[1]]
            env[target[1]] = converted(value, 'R') if isinstance(old, float) or isinstance(old, list) and isinstance(old[0], float) else value
            return
        name, at = target[1][1], value_of(target[2][0], env)
        array = list(env[name])
        for i, x in zip(at, value) if isinstance(at, list) else [(at, value)]:
            array[i - 1] = float(x) if name == 'v' else x
        env[name] = array

    def block(self, block):
        for s in block:
            self.steps += 1
            if self.steps > LONGEST:
                raise Rejected
            getattr(self, 'do_' + s[0])(s)

    def do_assign(self, s):
        self.assign(s[1], value_of(s[2], self.env))

    def do_if(self, s):
        for condition, body in s[1]:
            if value_of(condition, self.env):
                return self.block(body)
        return self.block(s[2])

    def do_for(self, s):
        try:
            for i in value_of(s[2], self.env):
                self.env[s[1]] = i
                self.block(s[3])
        except Break:
            pass

    def do_while(self, s):
        self.env[s[1]] = 0
        try:
            while self.env[s[1]] < 7 and value_of(s[2], self.env):
                self.env[s[1]] += 1
                self.block(s[3])
        except Break:
            pass

    def do_leave(self, s):
        if value_of(s[2], self.env):
            raise Break if s[1] == 'break' else Return


def execute(block, env):
    run = Run(dict(env))
    try:
        run.block(block)
    except Return:
        pass
    return run.env
