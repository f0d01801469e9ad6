"""External C functions: numbers, arrays with their sizes, Strings, several outputs, arrays as outputs, called with variables
and with constants (specification, section 12.9). The C text and the value here say the same sum."""
from case import Case

TIMES = (0.25, 1.0)
NUMBERS = [1.0, 2.0, 0.5, -1.5, 3.0]


class Parameter:
    """An input: how it is declared on both sides, a C expression of it that is a double, and the same in Python."""
    def __init__(self, draw, k):
        self.name = 'a%d' % k
        kind = draw.pick(['real', 'integer', 'boolean', 'vector', 'matrix', 'string', 'integers'])
        number, whole = lambda: draw.pick(NUMBERS), lambda: draw.between(-3, 4)
        n, m = draw.between(1, 3), draw.between(1, 2)
        a = self.name
        self.modelica, self.dims, self.pass_, self.prefix = {
            'real': ('Real', '', [a], 'double %s' % a), 'integer': ('Integer', '', [a], 'int %s' % a), 'boolean': ('Boolean', '', [a], 'int %s' % a),
            'vector': ('Real', '[:]', [a, 'size(%s, 1)' % a], 'const double *%s, size_t n%d' % (a, k)),
            'integers': ('Integer', '[:]', [a, 'size(%s, 1)' % a], 'const int *%s, size_t n%d' % (a, k)),
            'matrix': ('Real', '[:, :]', [a, 'size(%s, 1)' % a, 'size(%s, 2)' % a], 'const double *%s, size_t n%d, size_t m%d' % (a, k, k)),
            'string': ('String', '', [a], 'const char *%s' % a)}[kind]
        self.c = {'real': a, 'integer': '3.0*%s' % a, 'boolean': '(%s ? 5.0 : -5.0)' % a, 'vector': 'along(%s, n%d)' % (a, k),
                  'integers': 'along_whole(%s, n%d)' % (a, k), 'matrix': 'along(%s, n%d*m%d) + 100.0*n%d + 10.0*m%d' % (a, k, k, k, k),
                  'string': 'letters(%s)' % a}[kind]
        make = {'real': number, 'integer': whole, 'boolean': lambda: bool(draw.below(2)), 'vector': lambda: [number() for _ in range(n)],
                'integers': lambda: [whole() for _ in range(n)], 'matrix': lambda: [[number() for _ in range(m)] for _ in range(n)],
                'string': lambda: draw.pick(['abc', '', 'Zz', 'q'])}[kind]
        self.values = [make(), make()]
        if kind == 'string':
            self.values[1] = self.values[0]
        self.kind, self.shape = kind, {'vector': '[%d]' % n, 'integers': '[%d]' % n, 'matrix': '[%d, %d]' % (n, m)}.get(kind, '')

    def worth(self, value):
        along = lambda xs: sum((i + 1) * x for i, x in enumerate(xs))
        return {'real': lambda: value, 'integer': lambda: 3.0 * value, 'boolean': lambda: 5.0 if value else -5.0, 'vector': lambda: along(value),
                'integers': lambda: float(along(value)), 'matrix': lambda: along([x for row in value for x in row]) + 100.0 * len(value) + 10.0 * len(value[0]),
                'string': lambda: float(sum((i + 1) * ord(c) for i, c in enumerate(value)))}[self.kind]()


C_HEAD = '''#include <stddef.h>
static double along(const double *x, size_t n) { double s = 0; for (size_t i = 0; i < n; i++) s += (double)(i + 1)*x[i]; return s; }
static double along_whole(const int *x, size_t n) { double s = 0; for (size_t i = 0; i < n; i++) s += (double)(i + 1)*x[i]; return s; }
static double letters(const char *x) { double s = 0; for (size_t i = 0; x[i]; i++) s += (double)(i + 1)*x[i]; return s; }
'''


def constant(value):
    if isinstance(value, bool):
        return 'true' if value else 'false'
    if isinstance(value, list):
        return '{%s}' % ', '.join(map(constant, value))
    return '"%s"' % value if isinstance(value, str) else repr(value)


def generate(draw):
    inputs = [Parameter(draw, k + 1) for k in range(draw.between(1, 4))]
    weights = [draw.pick([1.0, 2.0, -1.0, 0.5]) for _ in inputs]
    total = lambda which: sum(w * p.worth(p.values[which]) for w, p in zip(weights, inputs))
    c_sum = ' + '.join('(%r)*(%s)' % (w, p.c) for w, p in zip(weights, inputs))
    n = draw.between(1, 3)
    form = draw.pick(['result', 'vector', 'two'])
    formals, passed = ', '.join(p.prefix for p in inputs), ', '.join(x for p in inputs for x in p.pass_)
    declared = ''.join('    input %s %s%s;\n' % (p.modelica, p.name, p.dims) for p in inputs)
    if form == 'result':
        c = 'double f_c(%s) { return %s; }' % (formals, c_sum)
        outputs, call, names = '    output Real y;\n', 'y = f_c(%s)' % passed, ['y']
    elif form == 'vector':
        c = 'void f_c(%s, double *y, size_t n) { for (size_t i = 0; i < n; i++) y[i] = (double)i + (%s); }' % (formals, c_sum)
        outputs, call, names = '    output Real y[%d];\n' % n, 'f_c(%s, y, size(y, 1))' % passed, ['y[%d]' % (k + 1) for k in range(n)]
    else:
        c = 'void f_c(%s, double *y, int *z) { *y = %s; *z = (*y > 0 ? 7 : -7); }' % (formals, c_sum)
        outputs, call, names = '    output Real y;\n    output Integer z;\n', 'f_c(%s, y, z)' % passed, ['y', 'z']
    lines = ['model M', '  function f', declared + outputs + '  external "C" %s\n    annotation(Include = "%s");' % (call, (C_HEAD + c).replace('"', '\\"')),
             '  end f;']
    # Variables that jump: discrete, so that an Integer result may depend on them.
    jumps = []
    for p in inputs:
        lines.append('  %s%s %s%s;' % ('discrete ' if p.modelica == 'Real' else '', p.modelica, p.name, p.shape) if p.kind != 'string'
                     else '  parameter String %s = %s;' % (p.name, constant(p.values[0])))
        if p.kind != 'string':
            jumps.append('    %s = if time < 0.5 then %s else %s;' % (p.name, constant(p.values[0]), constant(p.values[1])))
    shape = '[%d]' % n if form == 'vector' else ''
    lines.append('  Real y%s, k%s = f(%s);' % (shape, shape, ', '.join(constant(p.values[0]) for p in inputs)))
    actual = ', '.join(p.name for p in inputs)
    equation = '  y = f(%s);' % actual
    if form == 'two':
        lines.append('  Integer z;')
        equation = '  (y, z) = f(%s);' % actual
    lines += ['equation', equation]
    if jumps:
        lines += ['  when {initial(), time >= 0.5} then'] + jumps + ['  end when;']
    want = {}
    for name in names:
        offset = int(name[2:-1]) - 1 if form == 'vector' else 0
        value = lambda which: (7 if total(which) > 0 else -7) if name == 'z' else total(which) + offset
        want[name] = {TIMES[0]: value(0), TIMES[1]: value(1)}
        if name != 'z':
            want['k' + name[1:]] = {t: value(0) for t in TIMES}
    return Case('\n'.join(lines + ['end M;', '']), want, variants=('engines', 'flat'))
