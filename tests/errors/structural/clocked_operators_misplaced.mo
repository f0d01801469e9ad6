// Where clocked operators cannot stand, and what their arguments cannot be (16.2.3, 16.5, 16.6).
model ClockedOperatorsMisplaced
  function f
    input Real u;
    output Real y;
  algorithm
    y := previous(u); // error[E0312]: 'previous' cannot be used in a function
  end f;
  Real x(start = 1), a, b, c, d(start = 0), e(start = 0), g = f(1);
equation
  x = previous(x) + sample(1.0, Clock(1, 10));
  a = previous(2*x); // error[E0308]@16: 'previous' needs a variable, not '2*x'
  b = hold(2*x); // error[E0308]@12: 'hold' needs a variable, not '2*x': declare one for it, its start value counts before the first tick
  c = subSample(x, integer(x)); // error[E0304]@20: how far a clock is converted must be a parameter expression
  when Clock(1) then // error[E0312]@3: a 'when' with a clock has no 'elsewhen'
    d = 2;
  elsewhen Clock(2) then
    d = 3;
  end when;
algorithm
  when Clock(1) then // error[E0312]@8: a 'when' with a clock is not allowed in an algorithm
    e := 2;
  end when;
end ClockedOperatorsMisplaced;
