// Vehicles on a road: every two seconds one more comes, with a position and a speed of its own: two states more. Each gains speed by itself.
//
// Independent: der(v) = (V - v)/T from rest: x = V*(s - T*(1 - exp(-s/T))) with s the time since the vehicle came.
//
// simulate: --stop-time 9 --tolerance 1e-9
// expect: n(1) = 1
// expect: n(9) = 5
// expect: x[1](9) = 122.9872241021 +- 1e-5
// expect: x[2](9) = 85.8183180719 +- 1e-5
// expect: x[5](9) = 2.9918786344 +- 1e-5
// expect: total(9) = 0 +- 1e-5
model Queue
  parameter Real V = 20, T = 3;
  Integer n(start = 1, fixed = true) annotation(__Tarn(structural = true));
  Real x[n](each start = 0, each fixed = true), v[n](each start = 0, each fixed = true);
  Real s[n] = {time - 2*(i - 1) for i in 1:n};
  Real total = sum(x[i] - V*(s[i] - T*(1 - exp(-s[i]/T))) for i in 1:n) "What the vehicles are beside their closed form";
equation
  der(x) = v;
  der(v) = (fill(V, n) - v)/T;
  when sample(2, 2) then
    n = pre(n) + 1;
  end when;
end Queue;
