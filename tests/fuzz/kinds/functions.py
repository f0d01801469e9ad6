"""Random algorithms: in a function of variables, a function of constants, a function called by an initial equation,
and in a when-clause of an algorithm section; executed beside by programs.py."""
from case import Case
from programs import Programmer, execute, write

START = {'i1': 3, 'i2': -4, 'r1': 0.5, 'r2': 2.0, 'v': [1.0, 2.0, 3.0], 'w': [1, 2, 3, 4]}
RESULTS = ['i1', 'i2', 'r1', 'r2', 'v', 'w']


def scalars(prefix, env):
    for name in RESULTS:
        value = env[name]
        if isinstance(value, list):
            for k, x in enumerate(value):
                yield '%s%s[%d]' % (prefix, name, k + 1), x
        else:
            yield prefix + name, value


def in_function(draw, block, counters, a, b, x):
    text = '''model M
  function f
    input Integer a;
    input Integer b;
    input Real x;
    output Integer i1 = 3;
    output Integer i2 = -4;
    output Real r1 = 0.5;
    output Real r2 = 2.0;
    output Real v[3] = {1, 2, 3};
    output Integer w[4] = {1, 2, 3, 4};
%s  algorithm
%s
  end f;
  discrete Real x;
  Integer a = if time < 5 then %d else 0, b = if time < 5 then %d else 0;
  Integer i1, i2, w[4];
  Real r1, r2, v[3];
  parameter Integer ca = %d, cb = %d;
  parameter Integer ci1(fixed = false), ci2(fixed = false), cw[4](each fixed = false);
  parameter Real cr1(fixed = false), cr2(fixed = false), cv[3](each fixed = false);
  constant Integer k = f(%d, %d, %r);
initial equation
  (ci1, ci2, cr1, cr2, cv, cw) = f(ca, cb, %r);
equation
  when initial() then
    x = %r;
  end when;
  (i1, i2, r1, r2, v, w) = f(a, b, x);
end M;
''' % (('  protected\n    Integer %s;\n' % ', '.join(counters)) if counters else '', '\n'.join(write(block, 2)),
       a, b, a, b, a, b, x, x, x)
    env = execute(block, dict(START, a=a, b=b, x=x))
    want = {name: {1.0: value} for prefix in ('', 'c') for name, value in scalars(prefix, env)}
    want['k'] = {1.0: env['i1']}
    return Case(text, want, variants=('engines', 'c', 'flat'))


def on_the_way(env):
    """The first statements of the when-clause: every variable is set in it."""
    v, w, r1 = env['v'], env['w'], 0.5 * env['r1']
    return dict(env, i1=env['i1'] + 1, i2=2 - env['i2'], r1=r1, v=[v[0] + 1, v[1], v[2] + r1], w=[w[1], w[0], w[2], w[3]])


def in_section(draw, block, counters, a, b, x):
    """Run twice, the second time from the values it left."""
    text = '''model M
  Integer a = if time < 5 then %d else 0, b = if time < 5 then %d else 0;
  discrete Real x;
  Integer i1(start = 3, fixed = true), i2(start = -4, fixed = true), w[4](start = {1, 2, 3, 4}, each fixed = true)%s;
  discrete Real r1(start = 0.5, fixed = true), r2(start = 2, fixed = true), v[3](start = {1, 2, 3}, each fixed = true);
equation
  when initial() then
    x = %r;
  end when;
algorithm
  when {time > 0.25, time > 0.5} then
    i1 := i1 + 1;
    i2 := 2 - i2;
    r1 := 0.5*r1;
    r2 := r2;
    v := v + {1, 0, r1};
    w := w[{2, 1, 3, 4}];
%s%s
  end when;
end M;
''' % (a, b, ''.join(', %s(start = 0, fixed = true)' % c for c in counters), x, ''.join('    %s := 0;\n' % c for c in counters),
       '\n'.join(write(block, 2)))
    once = execute(block, on_the_way(dict(START, a=a, b=b, x=x, **{c: 0 for c in counters})))
    twice = execute(block, on_the_way({n: once[n] for n in RESULTS + counters + ['a', 'b', 'x']}))
    want = {}
    for (name, start), (_, first), (_, second) in zip(scalars('', START), scalars('', once), scalars('', twice)):
        want[name] = {0.125: start, 0.375: first, 1.0: second}
    return Case(text, want, variants=('engines', 'c', 'flat'))


def generate(draw):
    section = draw.often(40)
    programmer = Programmer(draw, ['i1', 'i2', 'a', 'b'], ['r1', 'r2', 'x'], not section)
    block = programmer.block(3, False) + (programmer.block(3, False) if draw.often(50) else [])
    a, b, x = draw.between(-9, 9), draw.between(-9, 9), draw.pick([0.5, 1.5, -2.25])
    return (in_section if section else in_function)(draw, block, programmer.counters, a, b, x)
