// A parameter with fixed = false is an unknown of the loop that finds it: nothing is divided by a
// difference that has it, Newton's method would not get across the pole at T = 298. Reference:
// d = T - 298 solves 2*(1000 + 50 d)*d = 1e5, d = 10*(sqrt(11) - 1) = 23.16624790355; below 298
// there is no solution.
// expect: T = 321.16624790355 +- 1e-6
// expect: c = 2158.3123951777 +- 1e-5
model ParameterAsDivisor
  function f
    input Real a, b;
    output Real y;
  algorithm
    y := 1000 + 50*max(b - a, 0);
    annotation(Inline = false);
  end f;
  parameter Real Tin = 298, Q = -1e5, m = 2;
  parameter Real c = f(Tin, T);
  parameter Real T(fixed = false, start = 288.15);
initial equation
  Q = m*c*(Tin - T);
end ParameterAsDivisor;
