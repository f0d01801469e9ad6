// Enumerations as values, numbers, subscripts and ranges; at time 2 `now` is the third of three.
// simulate: --stop-time 2
// expect: number = 3
// expect: w = 8 +- 1e-12
// expect: squares[2] = 16 +- 1e-12
// expect: steps = 6
// expect: inverse = 1
// expect: label = 1
model EnumerationArithmetic
  type Level = enumeration(low, middle, high);
  parameter Level chosen = Level.middle;
  Level now = if time > 1 then Level.high else chosen;
  Integer number = Integer(now);
  Real weight[Level] = {1, 2, 4}*time;
  Real w = weight[now];
  Real squares[Level];
  Integer steps = sum(Integer(e) for e in Level.low:Level.high);
  Integer inverse = if Level(number) == now then 1 else 0;
  Integer label = if String(now) == "high" then 1 else 0;
equation
  for e in Level loop
    squares[e] = weight[e]^2;
  end for;
end EnumerationArithmetic;
