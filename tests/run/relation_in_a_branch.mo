// expect: y(2.0) = 1 +- 1e-9
// expect: z(2.0) = 1 +- 1e-9
// expect: has(2.0) = 1 +- 1e-9
// expect: event 2 = 1.36787944117 +- 1e-6
// Relations without a value in branches that are not taken, or behind an operand that decides alone,
// decide about nothing: log(x) > -1 from x = exp(-1) on.
model RelationInABranch
  function first
    input Real v[:];
    input Integer n;
    output Real y;
  algorithm
    if n > 0 then
      y := v[1];
    end if;
  end first;
  Real x = time - 1;
  Real y = if x > 0 then (if log(x) > -1 then 1 else 2) else 3;
  Real z = if x > 0 and log(x) > -1 then 1 else if x <= 0 or log(x) > -10 then 3 else 3;
  Integer n = if x > 0.5 then 1 else 0;
  Boolean has = n > 0 and time - first({0.5}, n) >= 0.6;
  annotation (experiment(StopTime = 3));
end RelationInABranch;
