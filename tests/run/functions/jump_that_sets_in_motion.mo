// y rests at zero until a function jumps at 500 s, without an event; then it moves by 3 a second
// until it is where the function is, and follows. The jump lies between two numbers of time, and
// within the rounding of time the derivative of y would carry it farther than the error that a
// state of unknown size may have: no step was short enough.
// From 500.3 s on der(x) = 1e-3*(1.00084 + 1e-4*x), x(1000) = 1.0004575 - 1.3e-7 for the slew.
// simulate: --stop-time 1000
// simulate: --stop-time 1000 --method radau5
// simulate: --stop-time 1000 --method ida
// expect: y(499) = 0 +- 1e-9
// expect: y(500.2) = 0.6 +- 1e-3
// expect: x(1000) = 1.00045738 +- 2e-6
// expect: y(1000) = 0.94004574 +- 1e-5
model JumpThatSetsInMotion
  function control
    input Real x;
    output Real y;
  algorithm
    y := 0;
    if x >= 0.5 then
      y := 0.84 + 0.1*x;
    end if;
  end control;
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), u, val;
equation
  der(x) = 1e-3*(1 + 0.001*y);
  u = control(x);
  val = (u - y)/1e-3;
  der(y) = if val < -3 then -3 else if val > 3 then 3 else val;
end JumpThatSetsInMotion;
