// Exported in sources (tests/cli/fmu_source.cli): a linear, a nonlinear and a stiff part, events, a
// delay, functions with arrays and texts.
model Source
  function weighted
    input Real x[:];
    output Real y;
  algorithm
    y := 0;
    for k in 1:size(x, 1) loop
      y := y + k*x[k];
    end for;
  end weighted;
  function label
    input Integer n;
    output String s;
  algorithm
    s := "sum of " + String(n);
  end label;
  function axis // one of several arrays and texts that stand in the text
    input Integer n;
    output Real y;
  protected
    Real e[3];
    String word;
  algorithm
    e := if n == 1 then {1, 2, 0} elseif n == 2 then {0, 1, 0} else {0, 0, 1};
    word := if n == 1 then "first" elseif n == 2 then "second" else "last";
    y := e*{1, 2, 3} + (if word == "second" then 10 else 0);
    annotation(Inline = false);
  end axis;
  parameter Integer n = 3;
  final parameter String text = label(n);
  Real x[3](start = {1, 0, 2}, each fixed = true);
  Real p, q, l[3], late = delay(x[2], 0.1), w = weighted({x[1], x[2], time});
  Real r = if x[1] > 0 then x[1] else 0;
  Integer count(start = 0, fixed = true);
  Real a = axis(1 + mod(count, 3));
equation
  der(x[1]) = x[2];
  der(x[2]) = -x[1] - 0.1*x[2]^3;
  der(x[3]) = -1000*(x[3] - cos(time));
  p + q^3 = x[1];
  p - exp(q) = x[2];
  l[1] + (1 + time)*l[2] = 1;
  time*l[2] + 2*l[3] = x[1];
  l[1] + (3 + time)*l[2] - l[3] = 2;
  when {x[1] < 0, sample(0.3, 0.3)} then
    count = pre(count) + 1;
  end when;
  assert(x[1] < 10, text + " is large");
  annotation(experiment(StopTime = 3, Tolerance = 1e-8));
end Source;
