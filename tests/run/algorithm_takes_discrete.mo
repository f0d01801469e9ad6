// An algorithm section determines what it assigns: 'v' is determined by the when-clause, 'a' and 'b' by the section, also
// where they are not taken for aliases of 'v'. Values by hand.
// simulate: --stop-time 1
// simulate: --stop-time 1 --no-alias
// expect: a(0.25) = 1 +- 0
// expect: a(1.0) = 2 +- 0
// expect: b(1.0) = 2 +- 0
model AlgorithmTakesDiscrete
  discrete Real v;
  Real a, b;
equation
  when {initial(), time >= 0.5} then
    v = if time < 0.5 then 1 else 2;
  end when;
algorithm
  a := v;
  b := a;
end AlgorithmTakesDiscrete;
