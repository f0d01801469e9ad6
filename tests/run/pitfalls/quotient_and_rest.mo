// Two results of one call at an event. reference: 7 = 2*3 + 1, then 9 = 2*4 + 1
// expect: q(0.5) = 3
// expect: r(0.5) = 1
// expect: q(1.5) = 4
model QuotientAndRest
  function divide
    input Integer n;
    input Integer d;
    output Integer q;
    output Integer r;
  algorithm
    q := div(n, d);
    r := n - q*d;
  end divide;
  Integer n = if time < 1 then 7 else 9, q, r;
equation
  (q, r) = divide(n, 2);
  annotation(experiment(StopTime = 2, Interval = 0.5));
end QuotientAndRest;
