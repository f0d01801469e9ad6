// Fields of a final record, or of one with Evaluate, that are computed from constants decide the
// structure: r.a is zero, so that y is no state but equal to x.
// The number: x = exp(-6*time).
model FinalRecord
  record R
    Real a;
    Real b;
  end R;
  function f
    input Real x;
    output R r;
  algorithm
    r.a := 0;
    r.b := if x > 0 then x else 1;
  end f;
  final parameter R r = f(2);
  parameter R s = f(3) annotation(Evaluate = true);
  Real x(start = 1, fixed = true), y;
equation
  r.a*der(y) = x - y;
  der(x) = -r.b*x*s.b;
  annotation(experiment(StopTime = 1));
end FinalRecord;
// expect: y(1.0) = 0.00247875 +- 1e-6
