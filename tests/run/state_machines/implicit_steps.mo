// The same with implicit methods: one step of length h multiplies x by 1/(1 + h), one of the trapezoidal rule by (1 - h/2)/(1 + h/2). Outside of
// the states a derivative of the same clock follows the same rule; it begins with its start value at the first tick.
//
// simulate: --stop-time 1 --interval 0.5
// expect: one.x(1) = 0.444444444444 +- 1e-9
// expect: two.x[1](1) = 0.36 +- 1e-9
// expect: two.x[2](1) = 0.72 +- 1e-9
// expect: outside(1) = 1
model ImplicitSteps
  block One
    Real x(start = 1);
  equation
    der(x) = -x;
  end One;
  block Two
    Real x[2](start = {1, 2});
  equation
    der(x) = -x;
  end Two;
  block Rest
  end Rest;
  One one;
  Two two;
  Rest rest;
  Real outside(start = 0);
  Real a = sample(1, Clock(Clock(1, 2), solverMethod = "ImplicitEuler"));
  Real b = sample(1, Clock(Clock(1, 2), solverMethod = "ImplicitTrapezoid"));
  Boolean c = a > 10*one.x, d = b > 10*two.x[1];
equation
  der(outside) = if activeState(one) then 1 else a;
  initialState(one);
  transition(one, rest, c and a > 2);
  initialState(two);
  transition(two, two, d and b > 2);
end ImplicitSteps;
