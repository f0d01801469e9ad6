// x tends to 1 from below, x = 1 - exp(-20*time), and the errors of steps lead it beyond, where the
// function has no value: shorter steps stay where the solution is. y feeds no state, z a condition;
// u is like the third of three delays that begin at zero, and never negative.
// simulate:
// simulate: --dae
// simulate: --engine interpret
// simulate: --method bdf
// simulate: --method dopri5
// expect: x(1) = 0.99999999793884638 +- 1e-6
// expect: y(1) = 1 +- 1e-5
// expect: u3(1) = 0.014387677967 +- 1e-6
model FunctionAtItsLimit
  function square
    input Real u;
    output Real y;
  algorithm
    assert(u >= 0 and u <= 1, "out of range");
    y := u^2;
    annotation (Inline = false);
  end square;
  Real x(start = 0, fixed = true);
  Real y = square(x);
  Boolean b = square(x) > 0.25;
  Real u1(start = 0, fixed = true), u2(start = 0, fixed = true), u3(start = 0, fixed = true);
  Boolean c = square(u3) > 0.5;
equation
  der(x) = 20*(1 - x);
  der(u1) = (if time > 0.5 then 1 else 0) - u1;
  der(u2) = u1 - u2;
  der(u3) = u2 - u3;
end FunctionAtItsLimit;
