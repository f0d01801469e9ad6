// The masses of a closed circuit with turbulent flow are all steady as soon as all but one are: the
// sums say so, and the filling that is given otherwise is a condition, not one too many. Closed
// form: four equal resistances share the head, w^2 + w = 3/4, so w = 1/2, and m[1]*m[2] = 20 with
// m[2] = m[1] + 4.5 gives m[1] = sqrt(2.25^2 + 20) - 2.25. Of u and v, which share a sum, v has no
// condition of its own: it keeps its start value.
// simulate: --stop-time 0
// simulate: --stop-time 0 --loops matrix
// expect: w[3](0.0) = 0.5 +- 1e-9
// expect: m[1](0.0) = 2.7562460986252 +- 1e-8
// expect: p[2](0.0) = 3.6281230493126 +- 1e-8
// expect: u(0.0) = 1 +- 1e-9
// expect: v(0.0) = 2 +- 1e-9
model ConditionsThatFollow
  parameter Real head = 3;
  Real p[4](each start = 1), m[4], w[4](each start = 1);
  Real u, v(start = 2), s;
equation
  for i in 1:4 loop
    m[i] = 2*p[i];
    w[i]*abs(w[i]) + w[i] = p[i] - p[mod(i, 4) + 1] + (if i == 1 then head else 0);
    der(m[i]) = w[mod(i + 2, 4) + 1] - w[i];
  end for;
  der(u) = -u;
  der(v) = -v;
  s = u + v;
initial equation
  der(m) = zeros(4);
  m[1]*m[2] = 20;
  u + v = 3;
  s = 3;
end ConditionsThatFollow;
