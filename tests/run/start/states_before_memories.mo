// What an initial equation says is about the state; no memory of a when-clause is sought backwards
// through it, and no state falls back to its start value: both readings have as many equations as
// unknowns, only one was meant. Conversely, an initial equation for a discrete variable finds its
// memory, and one for what a clause samples at the start finds the state. Reference: by hand.
// expect: T(0) = 3.5 +- 1e-9
// expect: a(0) = 2 +- 0
// expect: n(0) = 7 +- 0
// expect: x(0) = 5 +- 0
// expect: y(0) = 1.5 +- 1e-9
// expect: m(0) = 3 +- 0
model StatesBeforeMemories
  discrete Real a, last;
  Real u = a + last + 2, T(start = 50);
  discrete Real n;
  Real x(start = 5);
  Real y(start = 9);
  discrete Real m;
algorithm
  when {initial(), time >= 0.5} then
    a := if time < 0.5 then 2 else last + 1;
    last := a - 2;
  end when;
equation
  der(T) = u - T;
  der(x) = -x;
  when x < 1 then
    n = pre(n) + x;
  end when;
  der(y) = 1;
  when {initial(), sample(0, 0.1)} then
    m = 2*y;
  end when;
initial equation
  T = 0.5*(u + 3);
  n = 7;
  m = 3;
end StatesBeforeMemories;
