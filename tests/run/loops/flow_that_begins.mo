// The enthalpy of a junction, h*0.4*m + h*0.6*m = 300*m, by a formula. No relation has become true at
// the first trial points behind 0.5: the formula divides by zero there, and so does the loop in all its
// unknowns. From 0.5 on h = 300, and nothing is undetermined: no warning (tests/cli/failures.cli).
// simulate: --intervals 4
// expect: h(0.75) = 300 +- 1e-9
// expect: q(1.0) = 15 +- 1e-9
model FlowThatBegins
  Real m = if time < 0.5 then 0 else time - 0.5;
  Real ma = -m, mb = 0.4*m, mc = 0.6*m, h, Ha, Hb, Hc;
  Real q(start = 0, fixed = true);
equation
  Ha = if ma > 0 then h*ma else 300*ma;
  Hb = if mb > 0 then h*mb else 310*mb;
  Hc = if mc > 0 then h*mc else 320*mc;
  Ha + Hb + Hc = 0;
  der(q) = Hb;
  annotation(experiment(StopTime = 1));
end FlowThatBegins;
