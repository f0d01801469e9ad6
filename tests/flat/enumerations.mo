// Enumerations: comparison, conversion in both directions, ranges, subscripts.
model Enumerations
  type Level = enumeration(low, middle, high);
  parameter Level chosen = Level.middle;
  Level now = if time > 1 then Level.high else chosen;
  Level third = Level(3);
  Integer number = Integer(now);
  Boolean above = now > Level.low;
  Real weight[Level] = {1, 2, 4}*time;
  Real w = weight[now];
  Real squares[Level];
  Integer steps = sum(Integer(e) for e in Level.low:Level.high);
equation
  for e in Level loop
    squares[e] = weight[e]^2;
  end for;
end Enumerations;
/* flat
type 'Enumerations.Level' = enumeration(low, middle, high);
model Enumerations
  parameter 'Enumerations.Level' chosen = 'Enumerations.Level'.middle;
  'Enumerations.Level' now;
  'Enumerations.Level' third;
  Integer number;
  Boolean above;
  Real weight[3];
  Real w;
  Real squares[3];
  Integer steps;
equation
  now = if time > 1.0 then 'Enumerations.Level'.high else chosen;
  third = 'Enumerations.Level'.high;
  number = Integer(now);
  above = now > 'Enumerations.Level'.low;
  weight = {1.0, 2.0, 4.0}*time;
  w = weight[Integer(now)];
  steps = sum(Integer(e) for e in {'Enumerations.Level'.low, 'Enumerations.Level'.middle, 'Enumerations.Level'.high});
  for e in {'Enumerations.Level'.low, 'Enumerations.Level'.middle, 'Enumerations.Level'.high} loop
    squares[Integer(e)] = weight[Integer(e)]^2;
  end for;
end Enumerations;
*/
