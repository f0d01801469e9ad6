// simulate: --stop-time 100
// A sign that is wrong makes a population grow until no number holds it.
model GrowthWithoutBound
  Real n(start = 1, fixed = true);
equation
  der(n) = 100*n;  // error[E0703]@3: stopped at time 7.
end GrowthWithoutBound;
