// 3.7 and 10.6: operators that take arrays element by element, in equations; x = {t, 2 t}, and b[1] becomes true at 0.5, b[2] at 0.25.
//
// simulate: --stop-time 1 --intervals 8
// expect: edges[1](end) = 1
// expect: edges[2](end) = 1
// expect: changes[1](end) = 2
// expect: delayed[2](end) = 1.5 +- 1e-6
// expect: h[2](end) = 3 +- 1e-6
// expect: s[1](end) = 1
// expect: no[2](end) = 2
// expect: w[1](end) = 10 +- 1e-9
// expect: k[3](end) = -1 +- 1e-9
// expect: c[1](end) = 1 +- 1e-9
// expect: c[2](end) = 4 +- 1e-9
// expect: c[3](end) = -1 +- 1e-9
// expect: half[2](end) = 5 +- 1e-9
// expect: r[2](end) = 2 +- 1e-9
model OperatorsByElement
  Real x[2] = {time, 2*time};
  Boolean b[2] = {x[1] > 0.5, x[2] > 0.5};
  Boolean d[2] = {x[1] > 0.25 and x[1] < 0.75, false};
  discrete Integer edges[2](each start = 0, each fixed = true), changes[2](each start = 0, each fixed = true);
  Boolean e[2] = edge(b), f[2] = change(d);
  Real delayed[2] = delay(x, 0.25);
  Real h[2] = homotopy(x .+ 1, x);
  Real s[2] = smooth(0, if time < 0.5 then {2, 2} else {1, 1});
  Real no[2] = noEvent(if time < 0.5 then {1, 1} else {2, 2});
  Real w[2] = (x .* {2, 3} .- {1, 1}) .^ 2 .+ 9 ./ {1, 1};
  Real k[3] = skew({time, 2, 3})*{1, 1, 1};
  Real c[3] = cat(1, x[1:1], {if time < 0.5 then 3 else 4}, {-time});
  Real half[2] = if time < 0.5 then {0, 0} else {4, 5};
  Real r[2];
equation
  for i in 1:2 loop
    when e[i] then
      edges[i] = pre(edges[i]) + 1;
    end when;
    when f[i] then
      changes[i] = pre(changes[i]) + 1;
    end when;
  end for;
  if time < 0.5 then
    for i in 1:2 loop
      r[i] = 0;
    end for;
  else
    if time < 0.75 then
      r = {1, 1};
    else
      r[2] = x[2];
      r[1] = x[1];
    end if;
  end if;
end OperatorsByElement;
