// Concentrations from 1e-3 to 1e-22 with coupled stages: derivatives are iterated on that have no
// nominal values of their own, and stop the run half way when 1 is taken for them. Pyrolysis, with
// the mean y of y2 and y3 as in bench/ivp/e5.mo; reference: the end values of [MI03, II-11].
// simulate: --inline radau5 --tolerance 1e-6
// simulate: --inline bdf --tolerance 1e-8
// expect: y(1e13) = 0.8861233521301488e-22 +- 2e-25
model ConcentrationsThatVanish
  parameter Real A = 7.89e-10;
  parameter Real B = 1.1e7;
  parameter Real C = 1.13e3;
  parameter Real M = 1e6;
  Real y1(start = 1.76e-3, fixed = true, nominal = 1e-22);
  Real y2(start = 0, fixed = true, nominal = 1e-22);
  Real y3(start = 0, fixed = true, nominal = 1e-22);
  Real y4(start = 0, fixed = true, nominal = 1e-22);
  Real excess = if noEvent(y3 > 0) then (y2 - y3)/y3 else 0;
  Real y = if noEvent(abs(excess) < 1e-5) then y3*(1 + excess/2)
    else (y2 - y3)/log(1 + excess) "logarithmic mean of y2 and y3";
equation
  der(y1) = -A*y1 - B*y1*y3;
  der(y2) = A*y1 - M*C*y2*y3;
  der(y3) = der(y2) - der(y4);
  der(y4) = B*y1*y3 - C*y4;
  annotation(experiment(StopTime = 1e13));
end ConcentrationsThatVanish;
