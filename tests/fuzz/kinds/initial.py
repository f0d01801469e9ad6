"""Initial systems with a planted solution: start values, derivatives, relations between states and parameters that are free,
loops that are not linear, initial algorithms, discrete variables (specification, section 8.6). Compared at the start, and at
the end where the values stand still."""
import math

from case import Case

VALUES = [1.0, 2.0, -1.5, 0.5, 3.0, -0.75]


def generate(draw):
    d = draw
    names, planted, lines, initial, equations = [], {}, [], [], []

    def relation(name, others):
        """A relation that holds for the planted values and has one solution near them."""
        terms = ['4*%s' % name]
        value = 4 * planted[name]
        for other in others:
            c = d.pick([0.5, -0.5, 1.0, 0.25])
            terms.append('(%r)*sin(%s)' % (c, other))
            value += c * math.sin(planted[other])
        if d.often(50):
            terms.append('0.5*%s^3' % name)
            value += 0.5 * planted[name] ** 3
        return '%s = %r' % (' + '.join(terms), value)

    n = d.between(1, 5)
    for k in range(n):
        kind = d.pick('xpxyi')
        name = '%s%d' % (kind, k + 1)
        names.append(name)
        planted[name] = d.pick(VALUES) if kind != 'i' else d.between(-3, 4)
    loose = [name for name in names if name[0] in 'xpy']
    for name in names:
        guess = planted[name] + d.pick([0, 0.25, -0.25])
        others = d.some([m for m in loose if m != name], 40)
        if name[0] == 'i':
            lines.append('  Integer %s(start = 0);' % name)
            how = d.pick(['pre', 'when', 'fixed'])
            if how == 'fixed':
                lines[-1] = '  Integer %s(start = %d, fixed = true);' % (name, planted[name])
            if how == 'pre':
                initial.append('  pre(%s) = %d;' % (name, planted[name]))
            condition = '{initial(), time > 5}' if how == 'when' else 'time > 5'
            equations.append('  when %s then\n    %s = %s;\n  end when;' % (condition, name, planted[name] if how == 'when' else 'pre(%s) + 1' % name))
        elif name[0] == 'p':
            lines.append('  parameter Real %s(fixed = false, start = %r);' % (name, guess))
            initial.append('  %s;' % relation(name, others))
        elif name[0] == 'y':
            lines.append('  Real %s(start = %r);' % (name, guess))
            equations.append('  %s;' % relation(name, others))
        else:
            how = d.pick(['fixed', 'relation', 'rest', 'value'])
            lines.append('  Real %s(start = %r%s);' % (name, planted[name] if how == 'fixed' else guess, ', fixed = true' if how == 'fixed' else ''))
            # der(x) = goal - x with a goal that is the planted value when the others are: it stands still.
            pairs = [(d.pick([1.0, -0.5, 2.0]), m) for m in others]
            goal = ' + '.join(['%r' % planted[name]] + ['(%r)*(%s - (%r))' % (c, m, planted[m]) for c, m in pairs])
            equations.append('  der(%s) = 2*(%s - %s);' % (name, goal, name))
            if how == 'relation':
                initial.append('  %s;' % relation(name, others))
            elif how == 'rest':
                initial.append('  der(%s) = 0;' % name)
            elif how == 'value':
                initial.append('  %s = %r;' % (name, planted[name]))
    text = '\n'.join(['model M'] + lines + (['initial equation'] + draw.shuffled(initial) if initial else [])
                     + ['equation'] + draw.shuffled(equations) + ['end M;', ''])
    want = {name: {0.0: planted[name]} for name in names}
    return Case(text, want, options=['--tolerance', '1e-8'], tolerance=1e-6, variants=('engines', 'structure', 'c', 'dae', 'flat'))
