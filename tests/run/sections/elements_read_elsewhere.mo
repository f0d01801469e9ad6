// An equation that reads the elements a section leaves alone does not determine them, whether it is
// written in a declaration, among the equations or in a when-clause: they keep their start value
// (specification 11.1.2).
// expect: z = 5
// expect: w = 5
// expect: k = 4
// expect: y[2] = 3 +- 1e-9
model ElementsReadElsewhere
  Integer n[2](start = {4, 5}, each fixed = true), k;
  Real y[2](start = {5, 6}), z = y[1], w;
equation
  w = y[1];
  when time > 0.7 then
    k = n[1];
  end when;
algorithm
  when time > 0.5 then
    n[2] := pre(n[2]) + 1;
  end when;
algorithm
  y[2] := 3*time;
  annotation(experiment(StopTime = 1));
end ElementsReadElsewhere;
