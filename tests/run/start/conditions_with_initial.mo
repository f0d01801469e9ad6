// What an equation says at the start counts for conditions, not what it says later: s = x - y there,
// so that s = 1 and x + y = 3 give x = 2 and y = 1, while x + y = 3 alone would decide about s.
// simulate: --stop-time 0
// expect: x(0.0) = 2 +- 1e-12
// expect: y(0.0) = 1 +- 1e-12
model ConditionsWithInitial
  Real x, y, s;
equation
  der(x) = -x;
  der(y) = -y;
  s = if initial() then x - y else x + y;
initial equation
  x + y = 3;
  s = 1;
end ConditionsWithInitial;
